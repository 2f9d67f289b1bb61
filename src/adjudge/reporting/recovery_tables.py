"""What recipes found in simulated campaigns whose truth is known, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.core.catalogue import counted
from adjudge.planning.simulation.recovery import Recovery
from adjudge.reporting.printed_tables import Heading, PrintedTable, number, printable


def recovery_table(recoveries: Sequence[Recovery]) -> PrintedTable:
    """One row per recipe."""
    headings = (
        Heading("recipe", "text"),
        Heading("found", meaning="pairs of truly different systems called significant in the true order, mean"),
        Heading("false", meaning="differences called that are not there, in all campaigns together"),
        Heading("misled", meaning="campaigns with at least one of these"),
        Heading("tau", meaning="Kendall's tau with the true order, mean"),
    )
    rows = tuple(
        (
            printable(one.recipe),
            f"{number(one.found, 1)} of {one.pairs:.4g}",
            f"{one.false:,}",
            f"{one.misled:,} of {len(one.seeds):,}",
            number(one.kendall, 3),
        )
        for one in recoveries
    )
    return PrintedTable(headings, rows)


def say_campaigns(recoveries: Sequence[Recovery]) -> str:
    """Which campaigns were counted, as a phrase: `20 campaigns of this kind (seeds 0 to 19)`."""
    seeds = recoveries[0].seeds
    which = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {min(seeds)} to {max(seeds)}"
    return f"{counted(len(seeds), 'campaign')} of this kind ({which})"


def say_columns(table: PrintedTable) -> list[str]:
    """What the columns of a table hold, one line each."""
    return [f"{heading.text}: {heading.meaning}" for heading in table.headings if heading.meaning]
