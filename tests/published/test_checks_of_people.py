"""What the checks of people and tasks find in released data, against what the papers say about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import adjudge


@pytest.fixture(scope="module")
def news(data_file: Callable[[str], Path]) -> Any:
    return adjudge.read(*(data_file(f"iku-wmt20/News-WMT20DocSrcDA{part}.csv.gz") for part in ("", "2")))


@pytest.fixture(scope="module")
def japanese(data_file: Callable[[str], Path]) -> Any:
    table: Any = adjudge.read(data_file("wmt22-calibration/calibrationHITs.csv.gz"))
    # In these files an annotator has one account for the calibration set.
    named = table.with_frame(table.frame.with_columns(annotator="session"))
    return adjudge.check(named, pair="eng-jpn", select=["AJ404", "AJ405", "AJ407"])


def found(table: Any, code: str) -> Any:
    (finding,) = adjudge.check(table, select=[code]).findings
    return finding


def test_the_annotators_that_knowles_and_lo_describe(japanese: Any, expected: Callable[[str], Any]) -> None:
    """Knowles and Lo 2024, section 4.1: five scores from 83 to 87; 13 scores around three of the ticks.

    Section 4.2: the lowest correlations are those with engjpn1611.
    """
    named = {finding.code: finding.numbers["annotators"] for finding in japanese.findings}
    five = expected("wmt22-calibration")["computed"]["text"]["five_score_annotator"]
    assert five in named["AJ404"]
    assert {five, "engjpn1614"} <= set(named["AJ405"])
    assert named["AJ407"][0] == "engjpn1611"


def test_the_human_translation_is_missing_in_one_collection(news: Any) -> None:
    # Knowles and Lo 2022, section 2.1: the first collection was gathered without the reference.
    finding = found(news, "AJ427")
    assert finding.numbers["lacks"] == {"News-WMT20DocSrcDA": ["the human translation Human-A.0"]}


def test_few_sessions_hold_the_human_translation(news: Any) -> None:
    # Of the two collections only the second holds it (Knowles and Lo 2022, section 2.1).
    frame = news.frame.filter(pl.col("collection") == "News-WMT20DocSrcDA2")
    sessions = set(frame["session"])
    human = {session for session, system in frame.select("session", "system").iter_rows() if system == "Human-A.0"}
    finding = found(news, "AJ420")
    assert finding.numbers["collection"] == "News-WMT20DocSrcDA2"
    assert finding.numbers["share"] == len(human) / len(sessions)


def test_no_session_has_room_for_a_document_of_every_system(news: Any) -> None:
    # README of the data: 200 segments per session, at most 202; 13 systems. The documents that were judged have 12 to
    # 64 segments, so that 13 of them need more than 200 wherever the mean is above 16.
    finding = found(news, "AJ423")
    assert finding.numbers["n_systems"] == 13
    assert 200 <= finding.numbers["capacity"] <= 202
    assert finding.numbers["shown"] > 16


def test_documents_near_the_limit_of_a_task(news: Any) -> None:
    # Knowles and Lo 2022, section 2: a document of more than 70 segments cannot be drawn. nunatsiaq-20190905 was not.
    finding = found(news, "AJ426")
    assert (finding.severity, finding.numbers["longest"], finding.numbers["room"]) == ("note", 64, 70)
    assert "nunatsiaq-20190905" not in set(news.frame["document"])


def test_degraded_items_and_what_followed_them(news: Any, expected: Callable[[str], Any]) -> None:
    # README of the data: 3,244 degraded rows. At least the pairs of an original and a later look after the damage,
    # which were counted independently, followed a degraded item.
    assert found(news, "AJ424").numbers["rows"] == 3244
    figures = next(
        value for name, value in expected("iku-wmt20")["computed"].items() if name.startswith("degraded_con")
    )
    assert found(news, "AJ425").numbers["rows"] >= figures["after"]["n"]


@pytest.mark.parametrize("pair", ["csen", "zhen"])
def test_annotators_without_spread_are_missing_from_the_released_scores(
    data_file: Callable[[str], Path], pair: str
) -> None:
    scores, moments = (
        data_file(f"wmt22-toen-mturk/ad-{pair}-{part}") for part in ("good-stnd-redup.csv.gz", "trk-mean-sd.txt")
    )
    table = adjudge.read(scores, moments)
    lines = [line.split(maxsplit=1)[1] for line in moments.read_text(encoding="utf-8").splitlines()]
    flat = {name.strip('"') for name, sd in zip(lines[::3], lines[2::3], strict=True) if float(sd) == 0}
    (finding,) = [finding for finding in table.findings if finding.code == "AJ137"]
    assert set(finding.numbers["annotators"]) == flat - set(table.frame["annotator"])
    assert flat
