"""The anchor system: one system that every annotator judged, as a common measure (Knowles and Lo 2022, section 3.2)."""

from __future__ import annotations

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.findings import Finding


def anchor_counts(counting: pl.DataFrame, unit: str) -> pl.DataFrame:
    """How often each unit judged each system: one row per system with the smallest count over all units."""
    units = counting.select(pl.col(unit).unique())
    systems = counting.select(pl.col("system").unique())
    counts = counting.group_by(unit, "system").len()
    full = units.join(systems, how="cross").join(counts, on=[unit, "system"], how="left")
    return (
        full.with_columns(pl.col("len").fill_null(0))
        .group_by("system")
        .agg(smallest=pl.col("len").min(), total=pl.col("len").sum())
        .sort(["smallest", "total", "system"], descending=[True, True, False])
    )


def choose_anchor(counting: pl.DataFrame, unit: str, name: str = "") -> tuple[str, Finding]:
    """The anchor: the named system, or the one whose smallest count over units is largest.

    Args:
        counting: rows that count.
        unit: `annotator` or `session`.
        name: a system; empty to choose.

    Raises:
        RecipeError: AJ032 if some unit judged the anchor fewer than twice, or the name is unknown.
    """
    counts = anchor_counts(counting, unit)
    row = counts.filter(pl.col("system") == name) if name else counts.head(1)
    if row.height and row["smallest"][0] >= 2:
        chosen, fewest = row["system"][0], int(row["smallest"][0])
        how = "named by the recipe" if name else f"the system whose smallest count over {unit}s is largest"
        text = f"Mean and sd come from {chosen} alone, {how}: at least {fewest} judgements by every {unit}."
        numbers = {"anchor": chosen, "smallest": dict(counts.select("system", "smallest").iter_rows())}
        return chosen, Finding("AJ214", "note", text, numbers, "Knowles and Lo 2022, section 3.2")
    raise RecipeError(_no_anchor(counting, counts, unit, name))


def _no_anchor(counting: pl.DataFrame, counts: pl.DataFrame, unit: str, name: str) -> Problem:
    units = counting[unit].n_unique()
    if name and name not in counts["system"].to_list():
        what = f"there is no system '{name}'; systems: {', '.join(counts['system'].sort().to_list()[:8])}"
    elif name:
        what = f"some {unit} judged the anchor '{name}' fewer than twice"
    else:
        what = f"no system was judged at least twice by every {unit}"
    best = counts.row(0, named=True)
    usable = best["smallest"] >= 2
    return Problem(
        "AJ032",
        what,
        f"one system with at least two judgements by every {unit}",
        counted(units, unit),
        f'use anchor = "{best["system"]}"' if usable else 'use basis = "counting", or the recipe mixed-model',
    )
