"""Rankings that cannot fit into memory are refused at once, with the estimate, what drives it and what to do."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core import memory
from adjudge.core.tables import Comparisons, PairCounts, Ratings


@pytest.fixture(autouse=True)
def eight_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 8 * 10**9)


def rated(systems: int, annotators: int, documents: int = 10) -> Ratings:
    rows = np.arange(max(systems, annotators))
    return Ratings.check(
        pl.DataFrame(
            {
                "system": "s" + pl.Series(rows % systems).cast(pl.String),
                "document": "d" + pl.Series(rows % documents).cast(pl.String),
                "segment": pl.Series(rows).cast(pl.String),
                "annotator": "a" + pl.Series(rows % annotators).cast(pl.String),
                "session": "t",
                "kind": "system",
                "score": (rows * 7 % 101).astype(float),
            }
        )
    )


def votes(systems: int) -> Comparisons:
    numbers = pl.Series(np.arange(systems))
    return Comparisons.check(
        pl.DataFrame(
            {
                "system_a": "s" + numbers.cast(pl.String),
                "system_b": "s" + ((numbers + 1) % systems).cast(pl.String),
                "outcome": "a",
                "annotator": "x",
            }
        )
    )


def test_two_hundred_thousand_annotators_are_refused_with_the_recipe_that_does_without_their_model() -> None:
    ratings = rated(3, 200_000)
    mixed = adjudge.Recipe(
        "mine",
        standardise=adjudge.Standardise(unit="none"),
        aggregate=adjudge.Aggregate(estimate="mixed"),
        test=adjudge.Test("model-flips", alternative="two-sided", correction="step-down"),
    )
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.rank(ratings, mixed)
    [problem] = caught.value.problems
    assert problem.code == "AJ058"
    # 64 bytes for each of 4 10^10 pairs of annotators, 2.56 TB, and 100 MB or so for the rest; told with two digits
    assert problem.what.startswith(
        "the mixed model of 200,000 annotators needs about 2.6 TB of memory; 8 GB are available"
    )
    assert "wmt-da" in problem.todo


@pytest.mark.parametrize("recipe", ["wmt-da", "recommended"])
def test_a_hundred_thousand_systems_are_refused(recipe: str) -> None:
    ratings = rated(100_000, 4)
    with pytest.raises(adjudge.UsageError, match=r"AJ058 ranking 100,000 systems on 10 documents needs about \d+ TB"):
        adjudge.rank(ratings, recipe)


@pytest.mark.parametrize("method", ["recommended", "davidson", "wmt-official", "mfas"])
def test_comparisons_of_a_hundred_thousand_systems_are_refused(method: str) -> None:
    table = votes(100_000)
    with pytest.raises(adjudge.UsageError, match=r"AJ058 ranking 100,000 systems by 100,000 comparisons needs about"):
        adjudge.rank(table, method=method)
    with pytest.raises(adjudge.UsageError, match="AJ058"):
        adjudge.next_pairs(table, 5)


def test_counts_of_pairs_are_refused_alike() -> None:
    table = votes(100_000).frame.select("system_a", "system_b", wins_a=1, ties=0, wins_b=1)
    with pytest.raises(adjudge.UsageError, match="AJ058"):
        adjudge.rank(PairCounts.check(table), method="expected-wins")


def test_three_hundred_systems_on_three_hundred_documents_are_within_the_budget_of_eight_gigabytes() -> None:
    from adjudge.core.recipes.built_in import RECIPES
    from adjudge.ranking.memory_needs import require_memory_for_ratings

    require_memory_for_ratings(rated(300, 900, 300).frame, RECIPES["wmt-da"])


def test_what_is_always_granted_is_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 0)
    memory.require_memory(memory.ALWAYS_GRANTED, what="little", todo="")
    with pytest.raises(adjudge.UsageError, match="AJ058"):
        memory.require_memory(memory.ALWAYS_GRANTED + 1, what="more", todo="stop")


def test_nothing_is_refused_where_the_system_does_not_say_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    memory.require_memory(1e30, what="everything", todo="")


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (2.7e9, "2.7 GB"),
        (64e12, "64 TB"),
        (100_000, "100 kB"),
        (5e21, "5,000 EB"),
        (float("inf"), "far more than any computer has"),
    ],
)
def test_sizes_are_said_for_people(size: float, said: str) -> None:
    assert memory.say_size(size) == said


def test_limits_of_the_group_and_of_the_computer_count(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(memory, "_GROUPS", tmp_path)
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    (tmp_path / "meminfo").write_text("MemAvailable:    9000 kB\n")
    (tmp_path / "memory.max").write_text("3000000\n")
    (tmp_path / "memory.current").write_text("1000000\n")
    assert memory.available_memory() == 2_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.available_memory() == 9000 * 1024
