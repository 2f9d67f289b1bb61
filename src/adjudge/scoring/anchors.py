"""The anchor system: one system that every annotator judged, as a common measure (Knowles and Lo 2022, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.scoring.catalogue import (
    CHOSEN_ANCHOR,
    EQUAL_ANCHORS,
    NAMED_ANCHOR,
    NO_ANCHOR,
    RARE_ANCHOR,
    RARE_ANCHOR_ANOTHER,
    UNKNOWN_ANCHOR,
    UNKNOWN_ANCHOR_ANOTHER,
)


@dataclass(frozen=True)
class Anchor:
    """The system that centre and spread come from.

    Args:
        system: its name.
        finding: why it is this one.
    """

    system: str
    finding: Finding


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


def choose_anchor(counting: pl.DataFrame, unit: str, name: str = "") -> Anchor:
    """The anchor: the named system, or the one whose smallest count over units is largest.

    Among equals it is the one that was judged most often in all, then the first name, which the finding says.

    Args:
        counting: rows that count.
        unit: `annotator` or `session`.
        name: a system; empty to choose.

    Raises:
        RecipeError: AJ032 if some unit judged the anchor fewer than twice, or the name is unknown.
    """
    counts = anchor_counts(counting, unit)
    row = counts.filter(pl.col("system") == name) if name else counts.head(1)
    if row.is_empty() or row["smallest"][0] < 2:
        raise _no_anchor(counts, counting[unit].n_unique(), unit, name)
    system = row["system"][0]
    smallest = dict(counts.select("system", "smallest").iter_rows())
    words = {"anchor": system, "smallest": smallest, "_unit": unit, "_fewest": smallest[system]}
    if name:
        return Anchor(system, NAMED_ANCHOR(**words))
    equal = counts.join(row, on=["smallest", "total"], how="semi")["system"].sort().to_list()[1:]
    if equal:
        return Anchor(system, EQUAL_ANCHORS(**words, equal=equal, _next=equal[0]))
    return Anchor(system, CHOSEN_ANCHOR(**words))


def _no_anchor(counts: pl.DataFrame, units: int, unit: str, name: str) -> AdjudgeError:
    if not name:
        return NO_ANCHOR(unit=unit, units=units)
    another = counts["system"][0] if counts["smallest"][0] >= 2 else None
    systems = counts["system"].sort().to_list()
    if name in systems:
        entry = RARE_ANCHOR_ANOTHER if another else RARE_ANCHOR
    else:
        entry = UNKNOWN_ANCHOR_ANOTHER if another else UNKNOWN_ANCHOR
    return entry(anchor=name, unit=unit, units=units, systems=systems, another=another)
