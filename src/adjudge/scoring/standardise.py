"""Standardisation: raw scores to comparable ones within an annotator or a session."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate, Filters, Standardise
from adjudge.core.scale import parse_scale
from adjudge.scoring.anchors import choose_anchor

_OTHER_UNIT = {"annotator": "session", "session": "annotator"}


def standardise(
    frame: pl.DataFrame, choice: Standardise, *, aggregate: Aggregate, filters: Filters
) -> tuple[pl.DataFrame, list[Finding]]:
    """Add a column `z`.

    Definition: z = (x - mean_u) / sd_u with n - 1 in the deviation, over the basis rows of the unit u
    (Knowles 2021, equation 1), or (x - median_u) / IQR_u (Knowles and Lo 2024, section 4.3), the quartiles by
    linear interpolation. A unit without spread has no z-score: its rows are dropped and counted, or the recipe
    refuses.

    Checked against: the toy example of Knowles 2021 (.39 and -.39), a plain twin (tests/laws), and the released
    z-scores of WMT21 and WMT22 (tests/published).

    Args:
        frame: ratings of one scope with a score in every row.
        choice: unit, basis, centre and spread.
        aggregate: which rows count; they are the basis if the choice says so.
        filters: what to do with units that have no spread.

    Returns:
        The frame with `z`, and what was found.

    Raises:
        RecipeError: AJ032 if the data cannot support the choice, with the nearest choice that works.
    """
    findings: list[Finding] = []
    if choice.unit == "none":
        return frame.with_columns(z=pl.lit(None, dtype=pl.Float64)), findings
    _require_unit(frame, choice.unit)
    basis, found = basis_rows(frame, choice, aggregate)
    findings += found
    spread = basis.group_by(choice.unit).agg(*_moments(choice.centre))
    joined = frame.join(spread, on=choice.unit, how="left", maintain_order="left")
    flat = joined.filter(~(pl.col("_spread") > 0).fill_null(value=False))
    if flat.height:
        findings += _flat_units(flat, choice.unit, filters)
    z = ((pl.col("score") - pl.col("_centre")) / pl.col("_spread")).alias("z")
    done = joined.filter(pl.col("_spread") > 0).with_columns(z).drop("_centre", "_spread")
    if choice.basis == "calibration":
        findings += _uncovered(done, basis, choice.unit)
    if choice.unit == "session":
        findings += _reordered(done)
    return done, findings


def _uncovered(done: pl.DataFrame, basis: pl.DataFrame, unit: str) -> list[Finding]:
    """Scores outside the range that the same unit used on the calibration rows (Z4)."""
    bounds = basis.group_by(unit).agg(_low=pl.col("score").min(), _high=pl.col("score").max())
    others = done.filter(pl.col("kind") != "calibration").join(bounds, on=unit)
    outside = others.filter(~pl.col("score").is_between("_low", "_high")).height
    if not outside:
        return []
    share = outside / others.height
    text = (
        f"{outside:,} of {counted(others.height, 'score')} ({share:.0%}) lie outside the range of the calibration rows."
    )
    return [Finding("AJ222", "warning", text, {"outside": outside, "share": share}, "Knowles and Lo 2024, section 4.3")]


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
    text = f"Raw and standardised scores of one annotator correlate by {lowest:.2f} only ({name}, Spearman)."
    numbers = {"annotator": name, "spearman": lowest}
    return [Finding("AJ223", "warning", text, numbers, "Knowles and Lo 2024, section 4.3", "standardise by annotator")]


def _moments(centre: str) -> tuple[pl.Expr, pl.Expr]:
    score = pl.col("score")
    if centre == "mean-sd":
        return score.mean().alias("_centre"), score.std(ddof=1).alias("_spread")
    spread = score.quantile(0.75, "linear") - score.quantile(0.25, "linear")
    return score.median().alias("_centre"), spread.alias("_spread")


def nearest_tick(frame: pl.DataFrame, ticks: int) -> pl.DataFrame:
    """Scores coded to the nearest of evenly spaced tick marks; half-way scores go up (Z7)."""
    scale = parse_scale(frame["scale"][0] if "scale" in frame.columns and frame.height else None)
    if scale is None:
        raise RecipeError(
            Problem(
                "AJ032",
                "the scores are already standardised and have no tick marks",
                "raw scores on a scale",
                counted(frame.height, "row"),
                "set ticks = 0, or give the raw scores",
            )
        )
    step = (scale.high - scale.low) / (ticks - 1)
    place = ((pl.col("score") - scale.low) / step + 0.5).floor()
    return frame.with_columns(score=scale.low + place * step)


def basis_rows(frame: pl.DataFrame, choice: Standardise, aggregate: Aggregate) -> tuple[pl.DataFrame, list[Finding]]:
    """The rows that centre and spread are taken from."""
    if choice.anchor and choice.basis != "anchor":
        raise RecipeError(
            Problem(
                "AJ031",
                f"anchor = '{choice.anchor}' with basis = '{choice.basis}'",
                'an anchor only with basis = "anchor"',
                "1 key",
                "remove one of the two",
            )
        )
    counts = pl.col("kind").is_in(list(aggregate.kinds))
    if "_after_degraded" in frame.columns:
        counts = counts & ~pl.col("_after_degraded")  # what does not count in the averages is no basis either
    counting = frame.filter(counts)
    if choice.basis == "all":
        return frame, []
    if choice.basis == "counting":
        return counting, []
    if choice.basis == "calibration":
        calibration = frame.filter(pl.col("kind") == "calibration")
        _require_calibration(frame, calibration, choice.unit)
        return calibration, []
    anchor, finding = choose_anchor(counting, choice.unit, choice.anchor)
    return counting.filter(pl.col("system") == anchor), [finding]


def _require_calibration(frame: pl.DataFrame, calibration: pl.DataFrame, unit: str) -> None:
    units = frame[unit].unique()
    without = units.filter(~units.is_in(calibration[unit].unique().to_list()))
    if len(without):
        raise RecipeError(
            Problem(
                "AJ032",
                f"the recipe standardises on calibration rows, but {unit} {without.sort()[0]} has none",
                f"rows of kind 'calibration' from every {unit}",
                f"{len(without):,} of {counted(len(units), unit)}",
                'use basis = "counting", or leave these rows out',
            )
        )


def _require_unit(frame: pl.DataFrame, unit: str) -> None:
    missing = frame[unit].null_count()
    if not missing:
        return
    other = _OTHER_UNIT[unit]
    if frame[other].null_count() == 0:
        todo = f"standardise by {other} instead (--recipe {'wmt-appraise-da' if other == 'session' else 'wmt-da'})"
    else:
        todo = "use --recipe recommended, which does not standardise where nobody is known, or add the ids"
    raise RecipeError(
        Problem(
            "AJ032",
            f"the recipe standardises by {unit}, but the {unit} is unknown",
            f"a value of '{unit}' in every row",
            f"{missing:,} of {counted(frame.height, 'row')}",
            todo,
        )
    )


def _flat_units(flat: pl.DataFrame, unit: str, filters: Filters) -> list[Finding]:
    names = flat[unit].unique().sort().to_list()
    shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
    if filters.zero_spread == "refuse":
        raise RecipeError(
            Problem(
                "AJ032",
                f"{counted(len(names), unit)} without spread: {shown}",
                f"at least two different scores from every {unit}",
                counted(flat.height, "row"),
                'set zero_spread = "drop" in the recipe, or remove these rows',
            )
        )
    return [
        Finding(
            "AJ202",
            "warning",
            f"{counted(len(names), unit)} without spread left out with {counted(flat.height, 'row')}: {shown}.",
            {"units": names, "rows": flat.height},
            "Knowles 2021, section 3",
        )
    ]


def z_scores_plain(scores: Sequence[float], units: Sequence[str]) -> list[float]:
    """z-scores over all rows of each unit, one number after the other. The plain twin, for tests."""
    groups: dict[str, list[float]] = {}
    for score, unit in zip(scores, units, strict=True):
        groups.setdefault(unit, []).append(score)
    return [
        (score - statistics.fmean(groups[unit])) / statistics.stdev(groups[unit])
        for score, unit in zip(scores, units, strict=True)
    ]
