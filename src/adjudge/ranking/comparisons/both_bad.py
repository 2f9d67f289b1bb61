"""Comparisons that call both outputs bad: counted as ties, or left out."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.catalogue import BOTH_BAD_DROPPED, BOTH_BAD_TIES, NO_BOTH_BAD
from adjudge.ranking.comparisons.settings import BothBad


@dataclass(frozen=True, eq=False)
class SettledVotes:
    """Comparisons of which it is settled what becomes of those that call both outputs bad.

    Args:
        table: what is counted.
        findings: how many there were, and what became of them.
    """

    table: Comparisons | PairCounts
    findings: tuple[Finding, ...] = ()


def settle_both_bad(table: Comparisons | PairCounts, choice: BothBad) -> SettledVotes:
    """Count comparisons that call both outputs bad as ties, or leave them out.

    They say nothing about which of the two is better. As ties they pull the two together; left out, the chance to be
    called bad does not matter. An outcome of its own, whose chance does not depend on which of the two is better, gives
    the same strengths as leaving them out, and a loss for both would need an opponent that everything is compared with.

    Args:
        table: comparisons, or counts, which hold none.
        choice: what becomes of them.

    Raises:
        UsageError: AJ040 if a choice was made and there are none.
    """
    frame = table.frame
    bad = pl.Series([False])
    if "both_bad" in frame.columns:
        bad = ((frame["both_bad"] == "yes") & (frame["outcome"] == "tie")).fill_null(value=False)
    if not bad.any():
        if choice != "tie":
            raise NO_BOTH_BAD(value=choice)
        return SettledVotes(table)
    entry = BOTH_BAD_TIES if choice == "tie" else BOTH_BAD_DROPPED
    found = entry(comparisons=int(bad.sum()), total=len(bad), share=int(bad.sum()) / len(bad))
    return SettledVotes(table if choice == "tie" else table.with_frame(frame.filter(~bad)), (found,))
