"""Quality control by items whose right answer is known: degraded, reference and repeated ones.

Each unit (annotator or session) is tested on its own pairs of a control item and its original, with an effect size.
A degraded item must score lower than its original and a reference higher (paired one-sided signed-rank test); the two
scores of a repeated item must be closer to each other than to those of other items (shuffle test). Random answers
pass at most as often as the level says. Passing says that a unit reads the texts, nothing about agreement (Q8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.core.checking.identity import OUTPUT, SITTING, present
from adjudge.core.recipes.recipe import Filters
from adjudge.core.scale import scale_of
from adjudge.core.seeds import Seeds
from adjudge.kernels.rating_tests.paired import signed_rank_p
from adjudge.kernels.rating_tests.shuffle import nearer_share, shuffle_p, smallest_shuffle_p
from adjudge.scoring.aggregate import differences
from adjudge.scoring.catalogue import NO_CONTROLS, QUALITY, REPEAT_QUALITY, UNKNOWN_QUALITY_UNIT
from adjudge.scoring.rows import Rows

#: Random orders of the shuffle test: at p = .05 its error is .002.
_DRAWS = 9_999
_OTHER_UNIT = {"annotator": "session", "session": "annotator"}


@dataclass(frozen=True)
class QualityCheck:
    """The check of one unit.

    Args:
        unit: the annotator or session.
        pairs: control items with their original.
        floor: pairs left out because the original stands at the bottom of the scale and cannot fall further.
        difference: mean of (expected higher) - (expected lower); for repeats of original - repeat, expected 0.
        effect: share of pairs in the expected direction, ties counted half; for repeats how often the second score of
            the same item is nearer than that of another item. Chance gives 0.5 in either case.
        p: paired one-sided signed-rank p by the normal approximation, for repeats p of the shuffle test; None if
            there are too few pairs.
        passed: whether p is below the level; None if even perfect answers would not pass: too few pairs, or too few
            different scores to tell repeats apart.
        shift: for repeats, two-sided signed-rank p for "no systematic shift"; it is shown and decides nothing.
    """

    unit: str
    pairs: int
    floor: int = 0
    difference: float | None = None
    effect: float | None = None
    p: float | None = None
    passed: bool | None = None
    shift: float | None = None


def control_pairs(frame: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Control items joined with the first judgement of the same item by the same person in the same session.

    Returns:
        The control rows that have such a judgement, with `original` and `control` in the place of `score`.
    """
    keys = present((*SITTING, *OUTPUT), frame)
    clock = [name for name in ("position", "started") if name in frame.columns]
    looks = frame.filter(pl.col("kind") == "system").select(*keys, *clock, original="score")
    looks = looks.sort(clock, nulls_last=True, maintain_order=True) if clock else looks
    controls = frame.filter(pl.col("kind") == kind).rename({"score": "control"}).with_row_index("_control")
    pairs = controls.join(looks.drop(clock).with_row_index("_look"), on=keys, how="inner", nulls_equal=True)
    return pairs.sort("_look").unique("_control", keep="first").sort("_control").drop("_control", "_look")


def check_quality(frame: pl.DataFrame, filters: Filters) -> list[QualityCheck]:
    """Test every unit.

    Args:
        frame: ratings with a score in every row.
        filters: which control items, which unit, which level.

    Raises:
        RecipeError: AJ032 if there are no such pairs, or the unit is unknown.
    """
    unit, kind = filters.quality_unit, filters.quality
    missing = frame[unit].null_count()
    if missing:
        raise UNKNOWN_QUALITY_UNIT(unit=unit, other=_OTHER_UNIT[unit], missing=missing, rows=frame.height)
    pairs = control_pairs(frame, kind)
    if pairs.is_empty():
        raise NO_CONTROLS(kind=kind)
    scale = scale_of(frame)
    low = scale.low if scale is not None else float("-inf")
    checks = [
        _check_repeats(str(name), rows, filters.quality_level)
        if kind == "repeat"
        else _check(str(name), rows, filters, low)
        for (name,), rows in pairs.group_by(unit, maintain_order=True)
    ]
    return sorted(checks, key=lambda check: check.unit)


def _check(unit: str, rows: pl.DataFrame, filters: Filters, low: float) -> QualityCheck:
    # A system that scores 0 everywhere cannot lose to its degraded copy (Q3, Knowles and Lo 2022, appendix C).
    at_floor = rows["original"] == low if filters.quality == "degraded" else pl.repeat(False, rows.height, eager=True)
    used = rows.filter(~at_floor)
    sign = 1.0 if filters.quality == "degraded" else -1.0
    d = sign * differences(used["original"], used["control"]).to_numpy()
    floor = int(at_floor.sum())
    if _smallest_p(len(d)) >= filters.quality_level:  # even perfect answers would not pass
        return QualityCheck(unit, pairs=len(d), floor=floor, difference=float(d.mean()) if len(d) else None)
    p = signed_rank_p(np.asarray(d), "greater")
    return QualityCheck(
        unit,
        pairs=len(d),
        floor=floor,
        difference=float(d.mean()),
        effect=float(((d > 0) + 0.5 * (d == 0)).mean()),
        p=p,
        passed=p < filters.quality_level,
    )


def _smallest_p(pairs: int) -> float:
    """The p of an annotator who gets every pair right, all by different amounts."""
    return signed_rank_p(np.arange(1.0, pairs + 1), "greater") if pairs else 1.0


def _check_repeats(unit: str, rows: pl.DataFrame, level: float) -> QualityCheck:
    """Whether scores come back; no shift alone is no proof, because random scores have none either (Q4).

    People are noisy, so the check needs many repeats: of careful annotators like those of WMT18 about half pass with
    10 repeats, two thirds with 20 and nine in ten with 40 (benchmarks/study_repeats.py).
    """
    first, second = rows["original"].to_numpy(), rows["control"].to_numpy()
    d = differences(rows["original"], rows["control"]).to_numpy()
    n, difference = len(d), float(d.mean())
    shift = signed_rank_p(d, "two-sided")
    if smallest_shuffle_p(first, _DRAWS) >= level:  # even the same scores again would not pass
        return QualityCheck(unit, pairs=n, difference=difference, shift=shift)
    # One stream for everybody, free of the ranking's seed: nobody is left out by an unlucky seed.
    p = shuffle_p(first, second, _DRAWS, Seeds().stream("repeats"))
    effect = nearer_share(first, second)
    return QualityCheck(unit, pairs=n, difference=difference, effect=effect, p=p, passed=p < level, shift=shift)


def drop_failed(frame: pl.DataFrame, filters: Filters) -> Rows:
    """Drop the rows of units that failed; units with too few pairs to tell are kept and counted (Q2, Q5, Q7)."""
    if filters.quality == "none":
        return Rows(frame)
    checks = check_quality(frame, filters)
    unit = filters.quality_unit
    failed = [check.unit for check in checks if check.passed is False]
    untested = frame[unit].n_unique() - sum(check.passed is not None for check in checks)
    kept = frame.filter(~pl.col(unit).is_in(failed))
    dropped, floor = frame.height - kept.height, sum(check.floor for check in checks)
    finding = (REPEAT_QUALITY if filters.quality == "repeat" else QUALITY)(
        failed=failed,
        rows=dropped,
        untested=untested,
        floor=floor,
        _kind=filters.quality,
        _unit=unit,
        _failed=len(failed),
        _tested=len(checks),
        _total=frame.height,
        _share=dropped / frame.height,
        _untested=untested or None,
        _floor=floor or None,
    )
    return Rows(kept, (finding,))
