"""What the checks find in released data, against what the papers say about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adjudge
from adjudge.auditing.checks.design.systems import outlying


@pytest.fixture(scope="module")
def news(data_file: Callable[[str], Path]) -> Any:
    files = [data_file(f"iku-wmt20/News-WMT20DocSrcDA{part}.csv.gz") for part in ("", "2")]
    return adjudge.read(*files)


@pytest.fixture(scope="module")
def hansard(data_file: Callable[[str], Path]) -> Any:
    return adjudge.read(*(data_file(f"iku-wmt20/Hansard-{part}.csv.gz") for part in "AB"))


def found(table: Any, code: str) -> Any:
    (finding,) = adjudge.check(table, select=[code]).findings
    return finding


@pytest.mark.parametrize(
    ("table", "outliers"),
    [
        # Knowles and Lo 2022, section 6.1: outliers among the systems without Human-A and zlabs-nlp.
        ("table3", {"UQAM_TanLe", "OPPO"}),
        ("table4", {"UQAM_TanLe", "UEDIN", "OPPO"}),
    ],
)
def test_outliers_of_knowles_and_lo(expected: Callable[[str], Any], table: str, outliers: set[str]) -> None:
    published = next(rows for name, rows in expected("iku-wmt20")["published"].items() if name.startswith(table))
    rows = [row for row in published if row != "line" and row[0] not in ("Human-A", "zlabs-nlp")]
    far = outlying(np.array([z for _, _, z in rows]))
    assert {name for (name, _, _), is_far in zip(rows, far, strict=True) if is_far} == outliers


def test_the_line_below_the_human_translation_is_blind(hansard: Any) -> None:
    # Knowles and Lo 2022, Table 3; the README of the data explains that the line depends on the direction.
    finding = found(hansard, "AJ455")
    assert "Human-A.0" in finding.numbers["systems"]
    assert ["Human-A.0", "CUNI-Transfer.1009"] in finding.numbers["pairs"]
    assert ["Human-A.0", "Facebook_AI.1465"] in finding.numbers["pairs"]
    assert found(hansard, "AJ454").severity == "warning"


def test_the_line_below_ubiqus_is_blind_by_the_official_rule(news: Any) -> None:
    # Table 4 has a line below Ubiqus; NRC stands above it with the lower rank sum, so by wins it has one win too many.
    assert found(news, "AJ455").numbers["systems"] == ["MultiLingual_Engine_Ubiqus.525"]


def test_the_system_of_zeros(news: Any) -> None:
    # README of the data: 1,445 scores of 0 and 7 of 1.
    finding = found(news, "AJ446")
    assert finding.numbers["systems"] == ["zlabs-nlp.49"]
    assert "1,452 of 1,452" in finding.text


def test_documents_judged_for_all_systems(news: Any, hansard: Any) -> None:
    # Knowles and Lo 2022, section 5.2: 101 of 107 against 0 of 36, of which one document has no score.
    hansards = found(hansard, "AJ440")
    assert (hansards.severity, hansards.numbers["complete"], hansards.numbers["documents_judged"]) == ("note", 101, 107)
    unequal = found(news, "AJ440")
    assert (unequal.severity, unequal.numbers["complete"], unequal.numbers["documents_judged"]) == ("warning", 0, 35)


def test_coverage(news: Any, hansard: Any) -> None:
    # Of 1,405 News segments the human translation has 47.12%, the most judged system 73.81% (the paper prints 73).
    finding = found(news, "AJ441")
    scored = finding.numbers["segments"]
    assert finding.numbers["systems"][0] == "Human-A.0"
    assert finding.numbers["lowest"] * scored / 1405 == pytest.approx(0.4712, abs=1e-4)
    assert finding.numbers["highest"] * scored / 1405 == pytest.approx(0.7381, abs=1e-4)
    assert not adjudge.check(hansard, select=["AJ441"]).findings


def test_an_annotator_met_four_systems(news: Any) -> None:
    # Knowles and Lo 2022, Table 2: annotator C judged 200 segments of the News data, one session.
    assert found(news, "AJ442").numbers["annotators"] == ["Annotator-C"]
