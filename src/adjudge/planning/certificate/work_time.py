"""How long everything takes, what it costs, and which goal it is for (D16)."""

from __future__ import annotations

import math
from typing import Final

import polars as pl

from adjudge.planning.certificate.counted import COUNTING, OUTPUT, CountedPlan
from adjudge.planning.certificate.parts import GoalRow, WorkRow

#: What items are for, in the order of tables: first judgements of outputs; further ones of the same output; and kinds.
GOALS: Final = {
    "coverage": "the first judgement of every output",
    "agreement": "further judgements of an output, by other annotators",
    "consistency": "clean repeats",
    "attention": "degraded items",
    "references": "references shown as control items",
    "fillers": "items that only fill up sessions",
    "calibration": "the set that every annotator judges first",
    "tutorial": "tutorial items",
}
_GOAL_OF_KIND: Final = {
    "repeat": "consistency",
    "degraded": "attention",
    "reference": "references",
    "filler": "fillers",
    "calibration": "calibration",
    "tutorial": "tutorial",
}
HOUR: Final = 3600.0


def timed_items(plan: CountedPlan) -> pl.DataFrame:
    """One row for each item: `session`, `item`, `who`, `wave`, `goal`, `seconds`.

    Seconds are those of the campaign's pace: per item, and per word of its source for every output shown. Items whose
    words are unknown, such as tutorial items, count as long as the mean of the others. If several outputs are judged
    together, the item is for coverage if any of them is judged for the first time.
    """
    words = plan.work.segments.select("document", "segment", "words").unique(["document", "segment"], keep="first")
    rows = plan.rows.join(words, on=["document", "segment"], how="left", nulls_equal=True, maintain_order="left")
    counts = pl.col("kind") == COUNTING
    rows = rows.with_columns(_first=counts & (pl.int_range(pl.len()).over([*OUTPUT, "kind"]) == 0))
    items = rows.group_by("session", "item", maintain_order=True).agg(
        pl.col("who", "wave", "kind", "words").first(), first=pl.col("_first").any(), outputs=pl.len()
    )
    pace, mean = plan.campaign.pace, items["words"].mean()
    return items.select(
        "session",
        "item",
        "who",
        "wave",
        goal=pl.when("first")
        .then(pl.lit("coverage"))
        .otherwise(pl.col("kind").replace_strict(_GOAL_OF_KIND, default="agreement")),
        seconds=pace.per_item
        + pace.per_word * pl.col("words").fill_null(mean if isinstance(mean, float) else 0.0) * pl.col("outputs"),
    )


def summed(items: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """Sessions, items and seconds of each group, in the order in which groups begin.

    Sums of floating-point numbers depend on their order, which threads do not keep; these are rounded once, at the end,
    so that a certificate has the same bytes in every run.
    """
    groups = items.group_by(keys, maintain_order=True).agg(
        "seconds", sessions=pl.col("session").n_unique(), items=pl.len()
    )
    return groups.with_columns(seconds=pl.Series([math.fsum(held) for held in groups["seconds"]], dtype=pl.Float64))


def cost_of(plan: CountedPlan, seconds: float) -> float | None:
    """What so much time costs; None if an hour has no price."""
    price = plan.campaign.annotators.cost_per_hour
    return None if price is None else seconds / HOUR * price


def annotator_work(plan: CountedPlan, items: pl.DataFrame) -> tuple[WorkRow, ...]:
    """The work of every annotator of the campaign, those without work too."""
    given = plan.campaign.hours
    found = {row["who"]: row for row in summed(items, "who").iter_rows(named=True)}
    idle = {"sessions": 0, "items": 0, "seconds": 0.0}
    names = sorted({*found, *plan.campaign.annotator_names})
    return tuple(
        WorkRow(
            name=name,
            annotator=None,
            sessions=int(row["sessions"]),
            items=int(row["items"]),
            minutes=row["seconds"] / 60,
            cost=cost_of(plan, row["seconds"]),
            hours_given=(given or {}).get(name),
        )
        for name in names
        for row in [found.get(name, idle)]
    )


def session_work(plan: CountedPlan, items: pl.DataFrame) -> tuple[WorkRow, ...]:
    """The work of every session, in their order."""
    who = dict(plan.rows.select("session", "annotator").iter_rows())
    return tuple(
        WorkRow(
            row["session"],
            who[row["session"]],
            1,
            row["items"],
            row["seconds"] / 60,
            cost_of(plan, row["seconds"]),
            None,
        )
        for row in summed(items, "session").iter_rows(named=True)
    )


def goal_rows(plan: CountedPlan, items: pl.DataFrame) -> tuple[GoalRow, ...]:
    """What every goal consumes."""
    found = {row["goal"]: row for row in summed(items, "goal").iter_rows(named=True)}
    total = math.fsum(items["seconds"]) or 1.0
    return tuple(
        GoalRow(goal, row["items"], row["seconds"] / 60, row["seconds"] / total, cost_of(plan, row["seconds"]))
        for goal in GOALS
        for row in [found.get(goal, {"items": 0, "seconds": 0.0})]
    )
