"""The same judgements in two files are refused or named; judging the same items again is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

ITEMS = 500
NAMED = ("session", "position", "showing")
Both = tuple[pl.DataFrame, pl.DataFrame]


def judged(rng: np.random.Generator, values: Sequence[float], *, first: int = 0) -> pl.DataFrame:
    """Judgements of one annotator in sessions of fifty, of segments from `first` on."""
    n = np.arange(first, first + ITEMS)
    return pl.DataFrame(
        {
            "annotator": "anna",
            "session": [f"s{i // 50}" for i in n],
            "position": n % 50,
            "showing": [f"{i // 10}" for i in n],
            "system": [f"system-{i % 3}" for i in n],
            "segment": [str(i) for i in n],
            "score": rng.choice(np.asarray(values, dtype=float), ITEMS),
        }
    )


def again(rng: np.random.Generator, frame: pl.DataFrame, agreement: float, values: Sequence[float]) -> pl.DataFrame:
    """The same items judged again: so many scores are the same, the others are drawn anew and differ."""
    score = frame["score"].to_numpy().copy()
    changed = rng.permutation(len(score))[: round((1 - agreement) * len(score))]
    steps = rng.integers(1, len(values), len(changed))
    places = {value: place for place, value in enumerate(values)}
    score[changed] = [values[(places[score[i]] + step) % len(values)] for i, step in zip(changed, steps, strict=True)]
    return frame.with_columns(score=pl.Series(score))


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[str]]:
    """Codes that reading two files gives; the code of the error if it is refused."""

    def codes(*frames: pl.DataFrame) -> list[str]:
        paths = [tmp_path / f"{name}.csv" for name in "ab"]
        for path, frame in zip(paths, frames, strict=True):
            frame.write_csv(path)
        try:
            table: Any = adjudge.read(*paths)
        except AdjudgeError as error:
            return [problem.code for problem in error.problems]
        return [finding.code for finding in table.findings if finding.code in {"AJ112", "AJ023"}]

    return codes


SLIDER, STARS = tuple(range(101)), (1, 2, 3, 4, 5)


@pytest.mark.parametrize("percent", [1, 2, 5, 10, 20, 50, 90, 99, 100])
def test_any_share_of_copied_rows_is_found_where_acts_are_named(read: Any, percent: int) -> None:
    rng = np.random.default_rng(percent)
    a, b = judged(rng, SLIDER), judged(rng, SLIDER, first=ITEMS)
    copied = percent * ITEMS // 100
    mixed = pl.concat([a[rng.permutation(ITEMS)[:copied]], b[copied:]])
    assert read(a, mixed) == (["AJ023"] if copied >= 10 else ["AJ112"])
    assert read(a, b) == []


@pytest.mark.parametrize("percent", [1, 5, 20, 100])
def test_copies_on_a_coarse_scale_are_found_too(read: Any, percent: int) -> None:
    rng = np.random.default_rng(percent)
    a, b = judged(rng, STARS), judged(rng, STARS, first=ITEMS)
    copied = percent * ITEMS // 100
    mixed = pl.concat([a[rng.permutation(ITEMS)[:copied]], b[copied:]])
    assert read(a, mixed) == (["AJ023"] if copied >= 66 else ["AJ112"])


def test_copies_in_other_places_are_named(read: Any) -> None:
    rng = np.random.default_rng(0)
    a, b = (judged(rng, SLIDER, first=first).drop(NAMED) for first in (0, ITEMS))
    assert read(a, pl.concat([a[:100], b[:400]])) == ["AJ112"]
    assert read(a, a[:100]) == ["AJ023"]  # the smaller file is part of the other one


def test_a_later_export_with_some_scores_corrected_is_named(read: Any) -> None:
    rng = np.random.default_rng(0)
    a = judged(rng, SLIDER)
    assert read(a, again(rng, a, 0.97, SLIDER)) == ["AJ112"]


@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize(
    ("values", "agreement"), [(STARS, 0.5), (STARS, 0.7), (STARS, 0.9), (SLIDER, 0.1), (SLIDER, 0.3), (SLIDER, 0.5)]
)
def test_items_that_were_judged_again_are_no_copies(read: Any, *, values: Any, agreement: float, acts: bool) -> None:
    rng = np.random.default_rng(0)
    a = judged(rng, values)
    b = again(rng, a, agreement, values)
    assert read(*(frame if acts else frame.drop(NAMED) for frame in (a, b))) == []


@pytest.mark.parametrize("agreement", [0.5, 0.7, 0.9])
def test_comparisons_that_were_made_again_are_no_copies(read: Any, agreement: float) -> None:
    rng = np.random.default_rng(0)
    a = judged(rng, (0, 1, 2))
    outcome = pl.col("score").cast(pl.Int64).replace_strict({0: "a", 1: "b", 2: "tie"})
    names = {"outcome": outcome, "system_a": pl.lit("A"), "system_b": pl.lit("B"), "ranking": pl.col("segment")}
    both = (a, again(rng, a, agreement, (0, 1, 2)))
    kept = ("annotator", "segment", *names)
    assert read(*(frame.with_columns(**names).select(kept) for frame in both)) == []


def test_who_always_gives_the_same_score_is_no_copyist(read: Any) -> None:
    rng = np.random.default_rng(0)
    a = judged(rng, SLIDER).with_columns(score=pl.when(pl.col("session") == "s0").then(100.0).otherwise("score"))
    second = a.filter(pl.col("session") == "s0")
    assert read(a, pl.concat([second, judged(rng, SLIDER, first=ITEMS)])) == []


def test_files_of_different_people_share_nothing(read: Any) -> None:
    a = judged(np.random.default_rng(0), SLIDER)
    assert read(a, a.with_columns(annotator=pl.lit("ben"))) == []


def test_equal_rows_of_the_faults_are_refused(data_file: Callable[[str], Path]) -> None:
    with pytest.raises(AdjudgeError, match=r"AJ023 a\.csv and b\.csv hold the same judgements"):
        adjudge.read(data_file("faults/a.csv"), data_file("faults/b.csv"))


def test_the_same_scores_under_other_names_are_said_across_files(data_file: Callable[[str], Path]) -> None:
    # faults/README.md: every judgement of s.csv again, under five other names of annotators.
    table = adjudge.read(data_file("faults/s.csv"), data_file("faults/sann.csv"))
    for result in (adjudge.rank(table), adjudge.annotators(table, draws=100), adjudge.check(table)):
        pairs = [finding.numbers["annotators"] for finding in result.findings if finding.code == "AJ185"]
        assert pairs == [[f"a00{i}", f"xa00{i}"] for i in range(1, 6)]


@pytest.mark.parametrize(("values", "size", "named"), [(STARS, 20, False), (STARS, 70, True), (SLIDER, 20, True)])
def test_a_session_that_came_out_alike_twice_is_a_copy_where_chance_is_none(
    values: Any, size: int, *, named: bool
) -> None:
    rows = judged(np.random.default_rng(0), values)[:size].with_columns(session=pl.lit("s"))
    second = again(np.random.default_rng(1), judged(np.random.default_rng(2), values)[100:], 0.5, values)
    files = [rows.with_columns(collection=pl.lit(name)) for name in ("one", "two")]
    table = Ratings.check(pl.concat([*files, second.with_columns(collection=pl.lit("two"))]))
    found = [one.numbers["sessions"] for one in adjudge.check(table).findings if one.code == "AJ185"]
    assert found == ([["one/s", "two/s"]] if named else [])


def test_an_annotator_who_turned_the_scale_round_is_named_across_files() -> None:
    rng = np.random.default_rng(0)
    quality = rng.integers(20, 81, 200)
    rows = [
        {"annotator": who, "system": "A", "segment": str(i), "collection": who, "score": score}
        for i, q in enumerate(quality)
        for who, score in (("anna", q), ("ben", q + rng.integers(-9, 10)), ("cleo", 100 - q))
    ]
    table = Ratings.check(pl.DataFrame(rows))
    [found] = [one for one in adjudge.check(table).findings if one.code == "AJ174"]
    assert "cleo" in found.numbers["annotators"]
