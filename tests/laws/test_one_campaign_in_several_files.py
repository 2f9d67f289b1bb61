"""The same judgements give the same answers in one file and in one file per judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.checking.identity import name_acts_apart
from adjudge.core.tables import Comparisons, Ratings
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.scoring.known_documents import know_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@pytest.fixture
def split(tmp_path: Path) -> Callable[..., tuple[Any, Any]]:
    """Judgements read from one file, and from one file for each annotator."""

    def read(frame: pl.DataFrame, **options: Any) -> tuple[Any, Any]:
        frame = frame.sort("annotator", maintain_order=True)
        frame.write_csv(whole := tmp_path / "all.csv")
        parts: list[Path] = []
        for (name,), rows in frame.group_by("annotator", maintain_order=True):
            parts.append(tmp_path / f"by-{name}.csv")
            rows.write_csv(parts[-1])
        return adjudge.read(whole, **options), adjudge.read(*parts, **options)

    return read


def equal_systems(seed: int) -> pl.DataFrame:
    """Three systems that are equal on the whole; eight judges see one of them ahead on each of forty segments."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 1, (40, 3))
    rows: list[tuple[object, ...]] = []
    for judge in range(8):
        seen = quality + rng.normal(0, 1, quality.shape)
        for segment in range(40):
            for a, b in ((0, 1), (0, 2), (1, 2)):
                apart = seen[segment, a] - seen[segment, b]
                outcome = "tie" if abs(apart) < 0.3 else "a" if apart > 0 else "b"
                rows.append((f"j{judge}", str(segment), f"S{a}", f"S{b}", outcome))
    return pl.DataFrame(rows, schema=["annotator", "segment", "system_a", "system_b", "outcome"], orient="row")


def facts(result: Any) -> dict[str, Any]:
    """What a ranking says, without findings about files."""
    told = result.to_dict()
    return {name: told[name] for name in ("signature", "systems", "pairs")}


@pytest.mark.parametrize("method", METHODS)
def test_a_file_per_judge_ranks_as_one_file(data_file: Callable[[str], Path], method: str) -> None:
    whole: Any = adjudge.read(data_file("faults/judges/all.csv"))
    apart: Any = adjudge.read(*(data_file(f"faults/judges/each/j{i}.csv") for i in range(8)))
    one, several = (adjudge.rank(table, method=method) for table in (whole, apart))
    assert facts(several) == facts(one)
    assert {system.n for system in several.systems} == {40}  # faults/README.md: forty segments


def test_a_file_per_judge_agrees_as_one_file(data_file: Callable[[str], Path]) -> None:
    whole: Any = adjudge.read(data_file("faults/judges/all.csv"))
    apart: Any = adjudge.read(*(data_file(f"faults/judges/each/j{i}.csv") for i in range(8)))
    assert adjudge.agreement(apart).to_dict() == adjudge.agreement(whole).to_dict()
    one, several = (adjudge.annotators(table).to_dict() for table in (whole, apart))
    assert {name: value for name, value in several.items() if name != "findings"} == {
        name: value for name, value in one.items() if name != "findings"
    }


def test_one_judge_in_two_files_does_not_agree_with_others() -> None:
    rows = equal_systems(0).filter(pl.col("annotator") == "j0")
    twice = pl.concat([rows.with_columns(collection=pl.lit(name)) for name in ("one", "two")])
    found = adjudge.agreement(Comparisons.check(twice))
    assert found.row("inter").comparable == 0
    assert found.row("intra").comparable == rows.height


@pytest.mark.slow
def test_campaigns_of_equal_systems_are_as_often_significant_split_as_whole(split: Callable[..., Any]) -> None:
    calls = np.zeros(2, dtype=int)
    for seed in range(40):
        whole, apart = split(equal_systems(seed))
        for method in ("davidson", "bojar", "mfas"):
            found = [adjudge.rank(table, method=method) for table in (whole, apart)]
            assert facts(found[0]) == facts(found[1])
            calls += [sum(pair.significant for pair in one.pairs) for one in found]
    # 360 tests at a level of .05 that allow for all pairs: 18 false calls, and three standard errors of 4.
    assert calls[0] == calls[1] <= 30


def rated(seed: int) -> pl.DataFrame:
    """Ratings of four annotators with sessions that each numbers from 1, of documents that are shown as a whole."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(60, 12, (3, 24, 4))
    rows: list[tuple[object, ...]] = []
    for who in range(4):
        for document in rng.permutation(24)[:18]:
            session = str(1 + len(rows) % 3)
            system = int(rng.integers(3))
            for segment in range(4):
                score = float(np.clip(np.round(quality[system, document, segment] + rng.normal(0, 9)), 0, 100))
                rows.append((f"anna-{who}", session, f"S{system}", f"d{document}", f"{4 * document + segment}", score))
    names = ["annotator", "session", "system", "document", "segment", "score"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    shown = pl.format("{}-{}", "document", "system")
    return frame.with_columns(showing=shown.rank("dense").over("annotator").cast(pl.String))


@pytest.mark.parametrize("recipe", ["recommended", "wmt-da", "mixed-model", "wmt24-esa"])
def test_ratings_rank_the_same(split: Callable[..., Any], recipe: str) -> None:
    whole, apart = split(rated(1))
    one, several = (adjudge.rank(table, recipe) for table in (whole, apart))
    assert several.order() == one.order()
    assert [system.n for system in several.systems] == [system.n for system in one.systems]
    assert [pair.p for pair in several.pairs] == pytest.approx([pair.p for pair in one.pairs], rel=1e-9)


def test_documents_are_recovered_alike(split: Callable[..., Any]) -> None:
    frame = rated(2)
    found = [know_documents(table.frame, ("system",)).frame for table in split(frame.drop("document"))]
    assert found[0]["document"].to_list() == found[1]["document"].to_list()
    # Nobody saw two documents in one showing, and every document was shown as a whole.
    assert found[1]["document"].n_unique() == frame["document"].n_unique()
    true = frame.sort("annotator", maintain_order=True)["document"]
    assert pl.DataFrame({"true": true, "found": found[1]["document"]}).unique().height == true.n_unique()


def test_annotators_are_described_alike(split: Callable[..., Any]) -> None:
    whole, apart = split(rated(3))
    one, several = (adjudge.annotators(table, draws=100) for table in (whole, apart))
    for name in ("annotators", "pairs", "agreement"):
        assert several.to_dict()[name] == one.to_dict()[name]


def test_sessions_of_the_same_name_in_two_files_are_two(split: Callable[..., Any]) -> None:
    # In one file the sessions of four people may be one task (AJ430); in a file for each they are never.
    whole, apart = split(rated(4))
    assert whole.frame["session"].n_unique() == 3
    named, _ = name_acts_apart(apart.frame)
    assert named["session"].n_unique() == whole.frame.select("annotator", "session").n_unique()


def test_positions_are_followed_within_each_file() -> None:
    from adjudge.auditing.checks.people.persons import find_people

    rows = {"annotator": "anna", "system": "A", "document": "d", "segment": list("abcd"), "score": [1.0, 2, 3, 4]}
    frame = pl.DataFrame({**rows, "position": [0, 1, 0, 1], "collection": ["one", "one", "two", "two"]})
    for sessions in (pl.lit("1"), pl.lit(None, dtype=pl.String)):
        people = find_people(Ratings.check(frame.with_columns(session=sessions)).frame)
        assert people is not None
        assert people.order is not None
        assert people.order.tolist() == pytest.approx([0, 1 / 3, 2 / 3, 1])


def said(table: Any, code: str) -> Sequence[Any]:
    return [finding for finding in table.findings if finding.code == code]


def test_equal_names_without_documents_are_said_once(split: Callable[..., Any]) -> None:
    whole, apart = split(equal_systems(0))
    [finding] = said(apart, "AJ521")
    assert finding.severity == "note"
    assert finding.numbers == {"shared": 40}
    assert not said(whole, "AJ521")


def test_nothing_is_said_where_documents_or_names_differ(split: Callable[..., Any]) -> None:
    assert not said(split(equal_systems(0).with_columns(document=pl.lit("d")))[1], "AJ521")
    languages = equal_systems(0).with_columns(source_lang=pl.lit("eng"), target_lang=pl.col("annotator"))
    assert not said(split(languages)[1], "AJ521")
    own = equal_systems(0).with_columns(segment=pl.format("{}-{}", "annotator", "segment"))
    assert not said(split(own)[1], "AJ521")


def test_a_map_of_accounts_names_sessions_as_the_files_do(tmp_path: Path) -> None:
    paths = [tmp_path / "one.csv", tmp_path / "two.csv", tmp_path / "people.csv"]
    for place, path in enumerate(paths[:2]):
        rows = [{"session": "s1", "system": s, "segment": f"{place}", "score": 50 + place} for s in "AB"]
        pl.DataFrame(rows).write_csv(path)
    paths[2].write_text("account,annotator\ns1,anna\n")
    table: Any = adjudge.read(*paths)
    assert table.frame["annotator"].unique().to_list() == ["anna"]
    assert name_acts_apart(table.frame)[0]["session"].unique().sort().to_list() == ["one/s1", "two/s1"]
