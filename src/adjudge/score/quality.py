"""Quality control by items whose right answer is known: degraded, reference and repeated ones.

Each unit (annotator or session) is tested on its own pairs of a control item and its original, by a paired one-sided
test with an effect size. Passing says that a unit reads the texts; it says nothing about agreement (Q8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.core.errors import Problem, RecipeError, one_of
from adjudge.core.findings import Finding
from adjudge.core.recipes import Filters
from adjudge.core.scale import parse_scale
from adjudge.kernels.paired import signed_rank_p

_ORIGINAL = ("collection", "session", "annotator", "system", "document", "segment", "scope", "criterion")


@dataclass(frozen=True)
class QualityCheck:
    """The check of one unit.

    Args:
        unit: the annotator or session.
        pairs: control items with their original.
        floor: pairs left out because the original stands at the bottom of the scale and cannot fall further.
        difference: mean of (expected higher) - (expected lower).
        effect: share of pairs in the expected direction, ties counted half.
        p: paired signed-rank p by the normal approximation, two-sided for repeats; None if there are too few pairs.
        passed: the verdict; None if there are too few pairs.
    """

    unit: str
    pairs: int
    floor: int
    difference: float | None
    effect: float | None
    p: float | None
    passed: bool | None


def control_pairs(frame: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Control items joined with the first judgement of the same item by the same person in the same session.

    Returns:
        One row per pair with `annotator`, `session`, `original` and `control` scores.
    """
    keys = [name for name in _ORIGINAL if name in frame.columns]
    order = [name for name in ("position", "started") if name in frame.columns]
    systems = (
        frame.filter(pl.col("kind") == "system").sort(order, nulls_last=True)
        if order
        else frame.filter(pl.col("kind") == "system")
    )
    originals = systems.unique(keys, keep="first", maintain_order=True).select(*keys, original="score")
    controls = frame.filter(pl.col("kind") == kind).select(*keys, control="score")
    return controls.join(originals, on=keys, how="inner", nulls_equal=True)


def check_quality(frame: pl.DataFrame, filters: Filters) -> list[QualityCheck]:
    """Test every unit.

    Args:
        frame: ratings with a score in every row.
        filters: which control items, which unit, which level.

    Raises:
        RecipeError: AJ032 if there are no such pairs, or the unit is unknown.
    """
    unit, kind = filters.quality_unit, filters.quality
    if frame[unit].null_count():
        raise RecipeError(
            Problem(
                "AJ032",
                f"quality control by {unit}, but the {unit} is unknown",
                f"a value of '{unit}' in every row",
                f"{frame[unit].null_count():,} of {one_of(frame.height, 'row')}",
                'set quality_unit to the other of annotator and session, or quality = "none"',
            )
        )
    pairs = control_pairs(frame, kind)
    if pairs.is_empty():
        raise RecipeError(
            Problem(
                "AJ032",
                f"quality control by {kind} items, but no {kind} item has its original in the same session",
                f"items of kind '{kind}' beside items of kind 'system'",
                "0 pairs",
                'set quality = "none"',
            )
        )
    scale = parse_scale(frame["scale"][0] if "scale" in frame.columns else None)
    low = scale.low if scale is not None else float("-inf")
    checks = [_check(str(name), rows, filters, low) for (name,), rows in pairs.group_by(unit, maintain_order=True)]
    return sorted(checks, key=lambda check: check.unit)


def _check(unit: str, rows: pl.DataFrame, filters: Filters, low: float) -> QualityCheck:
    # A system that scores 0 everywhere cannot lose to its degraded copy (Q3, Knowles and Lo 2022, appendix C).
    at_floor = rows["original"] == low if filters.quality == "degraded" else pl.repeat(False, rows.height, eager=True)
    used = rows.filter(~at_floor)
    sign = 1.0 if filters.quality == "degraded" else -1.0
    d = sign * (used["original"] - used["control"]).to_numpy()
    floor = int(at_floor.sum())
    if _smallest_p(len(d)) >= filters.quality_level:  # even perfect answers would not pass
        return QualityCheck(unit, len(d), floor, float(d.mean()) if len(d) else None, None, None, None)
    effect = float(((d > 0) + 0.5 * (d == 0)).mean())
    if filters.quality == "repeat":
        p = signed_rank_p(np.asarray(d), "two-sided")
        passed = p >= filters.quality_level
    else:
        p = signed_rank_p(np.asarray(d), "greater")
        passed = p < filters.quality_level
    return QualityCheck(unit, len(d), floor, float(d.mean()), effect, p, passed)


def _smallest_p(pairs: int) -> float:
    """The p of an annotator who gets every pair right, all by different amounts."""
    return signed_rank_p(np.arange(1.0, pairs + 1), "greater") if pairs else 1.0


def drop_failed(frame: pl.DataFrame, filters: Filters) -> tuple[pl.DataFrame, list[Finding]]:
    """Drop the rows of units that failed; units with too few pairs to tell are kept and counted (Q2, Q5, Q7)."""
    if filters.quality == "none":
        return frame, []
    checks = check_quality(frame, filters)
    unit = filters.quality_unit
    failed = [check.unit for check in checks if check.passed is False]
    untested = frame[unit].n_unique() - sum(check.passed is not None for check in checks)
    kept = frame.filter(~pl.col(unit).is_in(failed))
    dropped = frame.height - kept.height
    floor = sum(check.floor for check in checks)
    text = (
        f"Quality control by {filters.quality} items: {len(failed)} of {one_of(len(checks), unit)} failed and "
        f"{dropped:,} of {one_of(frame.height, 'row')} ({dropped / frame.height:.1%}) were left out; "
        f"{one_of(untested, unit)} had too few pairs to tell and were kept; "
        f"{one_of(floor, 'pair')} at the bottom of the scale not used."
    )
    numbers = {"failed": failed, "rows": dropped, "untested": untested, "floor": floor}
    return kept, [Finding("AJ215", "note", text, numbers, "Graham et al. 2020, section 4.1; Knowles and Lo 2022, C")]
