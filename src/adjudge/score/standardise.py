"""Standardisation: raw scores to z-scores within an annotator or a session."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import polars as pl

from adjudge.core.errors import Problem, RecipeError, one_of
from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate, Filters, Standardise

_OTHER_UNIT = {"annotator": "session", "session": "annotator"}


def standardise(
    frame: pl.DataFrame, choice: Standardise, *, aggregate: Aggregate, filters: Filters
) -> tuple[pl.DataFrame, list[Finding]]:
    """Add a column `z`.

    Definition: z = (x - mean_u) / sd_u with n - 1 in the deviation, over the basis rows of the unit u
    (Knowles 2021, equation 1). A unit without spread has no z-score: its rows are dropped and counted, or the
    recipe refuses.

    Checked against: the toy example of Knowles 2021 (.39 and -.39), a plain twin (tests/laws), and the released
    z-scores of WMT21 and WMT22 (tests/published).

    Args:
        frame: ratings of one scope with a score in every row.
        choice: unit and basis.
        aggregate: which rows count; they are the basis if the choice says so.
        filters: what to do with units that have no spread.

    Returns:
        The frame with `z`, and what was found.

    Raises:
        RecipeError: AJ032 if the unit is unknown for some rows, or has no spread and the recipe refuses.
    """
    if choice.unit == "none":
        return frame.with_columns(z=pl.lit(None, dtype=pl.Float64)), []
    _require_unit(frame, choice.unit)
    in_basis = pl.lit(value=True)
    if choice.basis == "counting":
        in_basis = pl.col("kind").is_in(list(aggregate.kinds))
    spread = (
        frame.filter(in_basis).group_by(choice.unit).agg(_mean=pl.col("score").mean(), _sd=pl.col("score").std(ddof=1))
    )
    joined = frame.join(spread, on=choice.unit, how="left", maintain_order="left")
    flat = joined.filter(~(pl.col("_sd") > 0).fill_null(value=False))
    findings = _flat_units(flat, choice.unit, filters) if flat.height else []
    z = ((pl.col("score") - pl.col("_mean")) / pl.col("_sd")).alias("z")
    return joined.filter(pl.col("_sd") > 0).with_columns(z).drop("_mean", "_sd"), findings


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
            f"{missing:,} of {one_of(frame.height, 'row')}",
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
                f"{one_of(len(names), unit)} without spread: {shown}",
                f"at least two different scores from every {unit}",
                one_of(flat.height, "row"),
                'set zero_spread = "drop" in the recipe, or remove these rows',
            )
        )
    return [
        Finding(
            "AJ202",
            "warning",
            f"{one_of(len(names), unit)} without spread left out with {one_of(flat.height, 'row')}: {shown}.",
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
