"""Rules of control items and calibration: they measure what they are for, and leave the rest alone."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import APART, COPIES, COUNTING, CountedPlan
from adjudge.planning.certificate.rules.rule import Rule, Verdict
from adjudge.planning.controls.catalogue import CUT_COPIES

_PLACE: Final = ["session", "showing"]
_CALIBRATION: Final = "calibration"


def _repeats_after_degraded(plan: CountedPlan) -> Verdict | None:
    repeats = plan.rows.filter(pl.col("kind") == "repeat")
    if repeats.is_empty():
        return None
    degraded = plan.rows.filter(pl.col("kind") == "degraded")
    first = degraded.drop_nulls("showing").group_by(_PLACE).agg(_first=pl.col("position").min())
    spoilt = repeats.join(first, on=_PLACE, how="inner").filter(pl.col("position") > pl.col("_first"))
    found = say.SPOILT_REPEATS(repeats=spoilt.height, _all=repeats.height) if spoilt.height else None
    return Verdict(spoilt.height, 0.0, found)


def _own_showings(plan: CountedPlan) -> Verdict | None:
    if plan.rows.filter(pl.col("kind").is_in(COPIES)).is_empty():
        return None
    counts, controls = pl.col("kind") == COUNTING, pl.col("kind").is_in(COPIES)
    showings = plan.rows.drop_nulls("showing").group_by(_PLACE).agg(mixed=counts.any() & controls.any())
    mixed = int(showings["mixed"].sum())
    return Verdict(mixed, 0.0, say.MIXED_SHOWINGS(showings=mixed) if mixed else None)


def _distance(plan: CountedPlan) -> Verdict | None:
    """Items between a copy and what it was made of: 0 if one follows the other."""
    copies = plan.rows.filter(pl.col("kind").is_in(COPIES) & pl.col("original").is_not_null())
    originals = plan.rows.select("session", "document", "segment", original="showing", _at="position").unique(
        ["session", "original", "document", "segment"]
    )
    keys = ["session", "original", "document", "segment"]
    pairs = copies.join(originals, on=keys, how="inner", nulls_equal=True)
    if pairs.is_empty():
        return None
    limit = plan.campaign.controls.distance
    between = pairs.select(n=(pl.col("position") - pl.col("_at")).abs() - 1)["n"]
    least, near = int(between.min()), int((between < limit).sum())  # type: ignore[arg-type]
    found = say.NEAR_COPIES(items=near, distance=least, limit=limit) if near else None
    return Verdict(least, limit, found)


def _whole(plan: CountedPlan) -> Verdict | None:
    """Control copies that show fewer segments than what they were made of."""
    copies = plan.rows.filter(pl.col("kind").is_in(COPIES) & pl.col("original").is_not_null())
    if copies.is_empty():
        return None
    shown = copies.group_by("session", "showing", "who", "original", "document").agg(n=pl.col("segment").n_unique())
    counting = plan.counting.group_by("who", "document", original="showing").agg(whole=pl.col("segment").n_unique())
    pairs = shown.join(counting, on=["who", "original", "document"], how="inner", nulls_equal=True)
    cut = pairs.filter(pl.col("n") < pl.col("whole")).height
    return Verdict(cut, 0.0, CUT_COPIES(copies=cut, _all=shown.height) if cut else None)


def _calibration_range(plan: CountedPlan) -> Verdict | None:
    items = plan.rows.filter(pl.col("kind") == _CALIBRATION)
    if items.is_empty():
        return None
    outputs = items.select("system", "document", "segment").n_unique()
    covered = items.filter(pl.col("system").is_in(plan.systems))["system"].n_unique()
    value, limit = covered, min(len(plan.systems), outputs)
    if covered >= limit:
        return Verdict(value, limit)
    texts = items.select("system", "document", "unit").n_unique()
    metrics = None if plan.campaign.calibration.metrics else "`calibration.metrics`"
    found = say.POOR_CALIBRATION(covered=covered, systems=len(plan.systems), texts=texts, _metrics=metrics)
    return Verdict(value, limit, found)


def _calibration_first(plan: CountedPlan) -> Verdict | None:
    """Every annotator judges the same calibration items in the same order, before anything else but tutorial items."""
    rows = plan.rows.filter(pl.col("kind") != "tutorial")
    if rows.filter(pl.col("kind") == _CALIBRATION).is_empty():
        return None
    lists = {
        who[0]: [
            (row["kind"] == _CALIBRATION, (row["system"], row["document"], row["segment"])) for row in own.to_dicts()
        ]
        for who, own in rows.group_by("who", maintain_order=True)
    }
    sets = [tuple(output for is_set, output in items if is_set) for items in lists.values()]
    usual = max(sets, key=lambda one: (sets.count(one), one))
    wrong = sorted(
        str(who)
        for who, items in lists.items()
        if tuple(output for _, output in items[: len(usual)]) != usual
        or any(is_set for is_set, _ in items[len(usual) :])
    )
    return Verdict(len(wrong), 0.0, say.UNLIKE_CALIBRATION(annotators=wrong) if wrong else None)


def ordinary_sessions(plan: CountedPlan) -> pl.DataFrame:
    """Rows of sessions that hold more than calibration and tutorial items."""
    ordinary = ~pl.col("kind").is_in(APART)
    return plan.rows.filter(ordinary.any().over("session"))


RULES: Final = (
    Rule(
        "repeats-unspoilt",
        "no repeat comes after a degraded segment of its text",
        "repeats after a degraded segment of the same showing",
        "most",
        "0",
        "Knowles and Lo 2024, sections 5.2 and 5.4",
        say.SPOILT_REPEATS,
        _repeats_after_degraded,
        needs="repeats",
    ),
    Rule(
        "controls-apart",
        "control items share no showing with items that count",
        "showings with both",
        "most",
        "0",
        "Knowles and Lo 2024, section 5.4",
        say.MIXED_SHOWINGS,
        _own_showings,
        needs="control items",
    ),
    Rule(
        "copies-distant",
        "control items are far from what they were made of",
        "fewest items between a copy and its original in the same session",
        "least",
        "`controls.distance` of the campaign, 10 if it is left out",
        "our choice",
        say.NEAR_COPIES,
        _distance,
        needs="control items whose originals are in the same session",
    ),
    Rule(
        "copies-whole",
        "control copies are whole texts",
        "control copies shorter than what they were made of",
        "most",
        "0",
        "our choice",
        CUT_COPIES,
        _whole,
        needs="control items whose originals are known",
    ),
    Rule(
        "calibration-covers",
        "the calibration set covers the range of quality",
        "systems with outputs in it",
        "least",
        "all systems, or as many as it has items",
        "Knowles and Lo 2024, sections 4.3 and 4.4",
        say.POOR_CALIBRATION,
        _calibration_range,
        needs="a calibration set",
    ),
    Rule(
        "calibration-first",
        "every annotator judges the same calibration set first",
        "annotators who judge other items, in another order, or later",
        "most",
        "0",
        "Knowles and Lo 2024, section 3.6",
        say.UNLIKE_CALIBRATION,
        _calibration_first,
        needs="a calibration set",
    ),
)
