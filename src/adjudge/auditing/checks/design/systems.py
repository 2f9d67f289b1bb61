"""Checks of single systems: one far from all others, and one that got nothing but the lowest score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.layout import Layout
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.orders.firm_pairs import FirmPairs, in_common, moved
from adjudge.auditing.checks.orders.unit_moments import UnitMoments
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.scale import scale_of
from adjudge.core.tables import Ratings
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.ratings.analysis import Analysis

OUTLIER: Final = FindingEntry(
    "AJ445",
    "note",
    "A system lies far from all others.",
    text="{_shown:names} {systems:lies/lie} more than 2.5 scaled median absolute deviations from the median of all "
    "systems' z-scores, {median:.2f}.[ {_moves}][ Without {systems:it/them} {lost:names} {lost:has/have} no z-score: "
    "what is left does not vary.]",
    source="Knowles and Lo 2022, footnote 14; Knowles 2021, section 5",
    todo="report correlations with metrics with and without {systems:this system/these systems}[; {_advice}]",
    needs="ratings of five systems or more, with annotators or sessions",
)
UNMOVED: Final = "Without {n:it/them} the z-scores of the others give the same order."
MOVES: Final = "Without {n:it/them} the z-scores of the others give another order (Kendall {kendall:.2f})."
TURNS: Final = (
    "Without {n:it/them} the order of pairs that differ significantly by the published test is turned round: "
    "{pairs:pairs above}."
)
NOTHING_BUT_LOWEST: Final = FindingEntry(
    "AJ446",
    "warning",
    "A system got nearly nothing but the lowest score.",
    text="{_shown:names}, within 1% of the lower end of the scale: {systems:this system/these systems} may not have "
    "translated at all but copied the source. Such scores widen the standard deviation of everybody who gave them, and "
    "shrink all other differences in their z-scores.",
    source="Knowles and Lo 2022, sections 2.1 and 3.2",
    todo="look at its outputs, and leave it out of the standardisation if they are no translations",
    needs="ratings of two systems or more on a scale with a lowest score",
)

#: Mathur et al. (2020) as used by Knowles and Lo (2022); 1.4826 makes the median absolute deviation that of a normal
#: distribution, and only with it are the outliers those that the paper names.
DEVIATIONS: Final = 2.5
NORMAL: Final = 1.4826
#: With fewer systems the median absolute deviation says nothing.
ENOUGH_SYSTEMS: Final = 5
#: Lowest scores: within one hundredth of the scale from its end.
LOWEST: Final = 0.01
#: zlabs-nlp in the News data got 0 in 1,445 of 1,452 judgements; a bad system still gets half of its scores above.
NEARLY_ALL: Final = 0.9
SOME: Final = 0.5
ENOUGH_SCORES: Final = 10


def outlying(means: np.ndarray) -> np.ndarray:
    """Which values lie more than 2.5 scaled median absolute deviations from the median."""
    distance = np.abs(means - np.median(means))
    return np.asarray(distance > DEVIATIONS * NORMAL * np.median(distance))


def _outlier(_: pl.DataFrame, published: Analysis, moments: UnitMoments, firm: FirmPairs) -> Iterator[Finding]:
    """Systems whose mean z-score is more than 2.5 scaled median absolute deviations from the median system.

    The median absolute deviation is multiplied by 1.4826; with it the rule names the outliers that Knowles and Lo
    (2022) name. Such a system carries most of a correlation with a metric, and its scores enter the means and
    standard deviations of everybody who met it. So z-scores are computed once more without it. A warning if that
    turns round a pair that differs significantly by the published test (rank-sum test, Holm); an outlier alone is a
    note. Others that have no z-score without it are named.
    """
    means = published.estimate.means
    if means.height < ENOUGH_SYSTEMS:
        raise NotCheckableError(OUTLIER.needs)
    far = outlying(means["z"].to_numpy())
    names = means["system"].to_list()
    outliers = [name for name, is_far in zip(names, far, strict=True) if is_far]
    rest = [name for name in names if name not in outliers]
    if not outliers or len(rest) < 2:
        return
    without = moments.order(moments.marked(outliers))
    lost = [name for name in rest if name not in without]
    rest, without = in_common(rest, without)
    turned = firm.reversed_in(without)
    yield OUTLIER(
        severity="warning" if turned else None,
        systems=outliers,
        median=float(means["z"].median()),  # type: ignore[arg-type]
        moved=moved(rest, without),
        lost=lost,
        turned=turned,
        kendall=kendall_tau(rest, without),
        _shown=[f"{name} ({z:.2f})" for name, z, is_far in zip(names, means["z"], far, strict=True) if is_far],
        _moves=_what_moves(len(outliers), turned, kendall_tau(rest, without)),
        _advice="leave it out of means and standard deviations" if turned else None,
    )


def _what_moves(n: int, turned: list[list[str]], kendall: float) -> str:
    from adjudge.core.catalogue import fill

    text = TURNS if turned else MOVES if kendall < 1 else UNMOVED
    return fill(text, {"n": n, "pairs": turned, "kendall": kendall})


def _nothing_but_lowest(_: pl.DataFrame, layout: Layout, counting: pl.DataFrame) -> Iterator[Finding]:
    """Systems with nine tenths of their scores at the lowest end of the scale, where the others have less than half.

    In the English-Inuktitut News data one system had copied the source and got 0 in 1,445 of 1,452 judgements. Its
    scores stayed in the means and standard deviations of annotators and shrank all other differences.
    """
    scale = scale_of(counting)
    if scale is None or len(layout.systems) < 2:
        raise NotCheckableError(NOTHING_BUT_LOWEST.needs)
    limit = scale.low + LOWEST * (scale.high - scale.low)
    lowest = counting["score"].to_numpy() <= limit
    system, size = layout.system[layout.cell], len(layout.systems)
    low, n = np.bincount(system, lowest, size), np.bincount(system, minlength=size)
    others = (low.sum() - low) / np.maximum(n.sum() - n, 1)
    found = np.flatnonzero((low >= NEARLY_ALL * n) & (n >= ENOUGH_SCORES) & (others < SOME))
    if len(found):
        yield NOTHING_BUT_LOWEST(
            systems=layout.names_of(found),
            share=[float(low[i] / n[i]) for i in found],
            _shown=[
                f"{int(low[i]):,} of {int(n[i]):,} scores of {layout.systems[i]} are at most {limit:g}" for i in found
            ],
        )


CHECKS: Final = (
    Check(NOTHING_BUT_LOWEST, _nothing_but_lowest, Ratings, facts=("layout", "counting")),
    Check(OUTLIER, _outlier, Ratings, facts=("published", "moments", "firm pairs")),
)
