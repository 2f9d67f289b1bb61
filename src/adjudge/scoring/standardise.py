"""Standardisation: raw scores to comparable ones within an annotator or a session."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Standardise
from adjudge.core.scale import scale_of
from adjudge.scoring.anchors import choose_anchor
from adjudge.scoring.catalogue import (
    NO_CALIBRATION,
    NO_TICKS,
    NOBODY_KNOWN,
    NORMAL_ALONE,
    REFUSED_WITHOUT_SPREAD,
    REORDERED,
    STRAY_ANCHOR,
    UNCOVERED,
    UNKNOWN_UNIT,
    WITHOUT_SPREAD,
)
from adjudge.scoring.rows import BasisRows, Rows
from adjudge.scoring.spreads import equal_spreads, spread_or_zero

NO_Z = pl.lit(None, dtype=pl.Float64)
#: The other unit, and a recipe that standardises by it.
_INSTEAD = {"annotator": ("session", "wmt-appraise-da"), "session": ("annotator", "wmt-da")}


def standardise(frame: pl.DataFrame, choice: Standardise, *, kinds: Sequence[str], zero_spread: str = "drop") -> Rows:
    """Add a column `z`, or `adjusted` for scores that are brought to one spread.

    Definition: z = (x - mean_u) / sd_u with n - 1 in the deviation, over the basis rows of the unit u
    (Knowles 2021, equation 1), or (x - median_u) / IQR_u (Knowles and Lo 2024, section 4.3), the quartiles by
    linear interpolation. A unit without spread has no z-score: its rows are dropped and counted, or the recipe
    refuses.

    Checked against: the toy example of Knowles 2021 (.39 and -.39), a plain twin (tests/laws), and the released
    z-scores of WMT21 and WMT22 (tests/published).

    Args:
        frame: ratings of one scope with a score in every row.
        choice: unit, basis, centre and spread.
        kinds: the kinds of rows that count; they are the basis if the choice says so.
        zero_spread: what to do with units that have no spread: `drop` or `refuse`.

    Returns:
        The rows with `z`, and what was found.

    Raises:
        RecipeError: AJ032 if the data cannot support the choice, with the nearest choice that works.
    """
    if choice.scores == "normal" and (choice.unit == "none" or choice.centre != "shrunken-sd"):
        raise NORMAL_ALONE(unit=choice.unit, centre=choice.centre)
    if choice.unit == "none":
        return Rows(frame.with_columns(z=NO_Z))
    own_rows = choice.basis == "counting" and choice.centre == "shrunken-sd"  # then no other row has a part in it
    _require_unit(frame.filter(pl.col("kind").is_in(list(kinds))) if own_rows else frame, choice.unit)
    basis = basis_rows(frame, choice, kinds)
    if choice.centre == "shrunken-sd":
        rescaled = equal_spreads(basis=basis.frame, frame=frame, unit=choice.unit, normal=choice.scores == "normal")
        return Rows(rescaled.frame.with_columns(z=NO_Z), (*basis.findings, *rescaled.findings))
    findings = list(basis.findings)
    spread = basis.frame.group_by(choice.unit).agg(*_moments(choice.centre))
    joined = frame.join(spread, on=choice.unit, how="left", maintain_order="left")
    flat = joined.filter(~(pl.col("_spread") > 0).fill_null(value=False))
    if flat.height:
        findings.append(_without_spread(flat, choice.unit, zero_spread))
    z = ((pl.col("score") - pl.col("_centre")) / pl.col("_spread")).alias("z")
    done = joined.filter(pl.col("_spread") > 0).with_columns(z).drop("_centre", "_spread")
    if choice.basis == "calibration":
        findings += _uncovered(done, basis.frame, choice.unit)
    if choice.unit == "session":
        findings += _reordered(done)
    return Rows(done, tuple(findings))


def _uncovered(done: pl.DataFrame, basis: pl.DataFrame, unit: str) -> list[Finding]:
    """Scores outside the range that the same unit used on the calibration rows (Z4)."""
    bounds = basis.group_by(unit).agg(_low=pl.col("score").min(), _high=pl.col("score").max())
    others = done.filter(pl.col("kind") != "calibration").join(bounds, on=unit)
    outside = others.filter(~pl.col("score").is_between("_low", "_high")).height
    return [UNCOVERED(outside=outside, share=outside / others.height, _scores=others.height)] if outside else []


def _reordered(done: pl.DataFrame) -> list[Finding]:
    """How far z-scores by session change the order of an annotator's own scores (Z3)."""
    if done["annotator"].null_count():
        return []
    rho = (
        done.group_by("annotator").agg(rho=pl.corr("score", "z", method="spearman")).drop_nans("rho").drop_nulls("rho")
    )
    if rho.is_empty() or rho["rho"].min() > 0.999:  # type: ignore[operator]
        return []
    name, lowest = rho.sort("rho", "annotator").row(0)
    return [REORDERED(annotator=name, spearman=lowest)]


def _moments(centre: str) -> tuple[pl.Expr, pl.Expr]:
    score = pl.col("score")
    if centre == "mean-sd":
        middle, spread = score.mean(), score.std(ddof=1)
    else:
        middle, spread = score.median(), score.quantile(0.75, "linear") - score.quantile(0.25, "linear")
    return middle.alias("_centre"), spread_or_zero(spread).alias("_spread")


def nearest_tick(frame: pl.DataFrame, ticks: int) -> Rows:
    """Scores coded to the nearest of evenly spaced tick marks; half-way scores go up (Z7).

    Raises:
        RecipeError: AJ032 if the scores are already standardised.
    """
    scale = scale_of(frame)
    if scale is None:
        raise NO_TICKS(rows=frame.height)
    step = (scale.high - scale.low) / (ticks - 1)
    place = ((pl.col("score") - scale.low) / step + 0.5).floor()
    return Rows(frame.with_columns(score=scale.low + place * step))


def basis_rows(frame: pl.DataFrame, choice: Standardise, kinds: Sequence[str]) -> BasisRows:
    """The rows that centre and spread are taken from.

    Args:
        frame: ratings; rows marked `_after_degraded` do not count, and so are no basis of counting rows either.
        choice: unit, basis and anchor.
        kinds: the kinds of rows that count.

    Raises:
        RecipeError: AJ031 for an anchor that is not used; AJ032 if the data cannot support the choice.
    """
    if choice.anchor and choice.basis != "anchor":
        raise STRAY_ANCHOR(anchor=choice.anchor, basis=choice.basis)
    if choice.basis == "all":
        return BasisRows(frame)
    if choice.basis == "calibration":
        calibration = frame.filter(pl.col("kind") == "calibration")
        _require_calibration(frame, calibration, choice.unit)
        return BasisRows(calibration)
    counts = pl.col("kind").is_in(list(kinds))
    if "_after_degraded" in frame.columns:
        counts = counts & ~pl.col("_after_degraded")
    counting = frame.filter(counts)
    if choice.basis == "counting":
        return BasisRows(counting)
    anchor = choose_anchor(counting, choice.unit, choice.anchor)
    return BasisRows(counting.filter(pl.col("system") == anchor.system), (anchor.finding,), anchor=anchor.system)


def _require_calibration(frame: pl.DataFrame, calibration: pl.DataFrame, unit: str) -> None:
    units = frame[unit].unique()
    without = units.filter(~units.is_in(calibration[unit].unique().to_list())).sort()
    if len(without):
        raise NO_CALIBRATION(unit=unit, name=without[0], without=len(without), units=len(units))


def _require_unit(frame: pl.DataFrame, unit: str) -> None:
    missing = frame[unit].null_count()
    if missing:
        other, recipe = _INSTEAD[unit]
        entry = UNKNOWN_UNIT if frame[other].null_count() == 0 else NOBODY_KNOWN
        raise entry(unit=unit, missing=missing, rows=frame.height, other=other, recipe=recipe)


def _without_spread(flat: pl.DataFrame, unit: str, zero_spread: str) -> Finding:
    names = flat[unit].unique().sort().to_list()
    if zero_spread == "refuse":
        raise REFUSED_WITHOUT_SPREAD(n=len(names), unit=unit, units=names, rows=flat.height)
    return WITHOUT_SPREAD(units=names, rows=flat.height, _n=len(names), _unit=unit)


def z_scores_plain(scores: Sequence[float], units: Sequence[str]) -> list[float]:
    """z-scores over all rows of each unit, one number after the other. The plain twin, for tests."""
    groups: dict[str, list[float]] = {}
    for score, unit in zip(scores, units, strict=True):
        groups.setdefault(unit, []).append(score)
    return [
        (score - statistics.fmean(groups[unit])) / statistics.stdev(groups[unit])
        for score, unit in zip(scores, units, strict=True)
    ]
