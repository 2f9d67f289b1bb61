"""Checks of the tests behind a ranking: their number, their power, their direction, and lines that depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.kernels.probability.multiplicity import holm
from adjudge.ranking.lines import lines_below
from adjudge.ranking.missed import missed
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.result import RankingResult

WITHOUT_POWER: Final = FindingEntry(
    "AJ452",
    "note",
    "Systems are not separated, and there was little power to separate them.",
    text="By the default recipe, which corrects for their number, {n_pairs:,} of {all_pairs:count pair} of systems "
    "{n_pairs:is/are} not separated: {pairs:pairs and}.[ Half of {_which} would have missed, in more than one of five "
    "studies, a system that wins {smallest:.0%} of segments.][ {_unknown}]",
    source="Graham et al. 2020, section 4.1",
    todo="do not call them equal; more documents separate more systems",
    needs="ratings that can be ranked",
)
UNKNOWN_POWER: Final = "There is too little data to say which effects would have been found."
UNCORRECTED: Final = FindingEntry(
    "AJ453",
    "note",
    "The usual tests are not corrected for their number.",
    text="By the published test, which is that of WMT, {significant:,} of {n_pairs:count pair} of systems differ, each "
    "at the level {level:g} in either direction; if no two systems differed, {expected:.1f} such differences were to "
    "be expected.[ "
    "{pairs:count difference} would not survive Holm's correction: {pairs:pairs over}.]",
    source="Lopez 2012, section 6",
    todo="correct for the number of pairs, as the default recipe does",
    needs="ratings with annotators or sessions",
)
AGAINST_THE_RANKS: Final = FindingEntry(
    "AJ454",
    "note",
    "The test contradicts the order.",
    text="The ranking by mean z-scores has {pairs:pairs above}, but the rank-sum test says that the lower one of the "
    "two is significantly better: a few very low or high scores move the mean and not the ranks.",
    source="Knowles and Lo 2022, Table 3",
    todo="do not rank these systems above each other; look at the lowest scores of both",
    needs="ratings with annotators or sessions",
)
BLIND_LINE: Final = FindingEntry(
    "AJ455",
    "warning",
    "A line exists only if the direction of the test is ignored.",
    text="Half of a two-sided p-value, as SciPy up to 1.6 gave it, would draw {systems:a line/lines} below "
    "{systems:names} that a test in one direction does not draw: {_a} stands above {_b} although its scores rank "
    "significantly lower.",
    source="Knowles and Lo 2022, Table 3; Knowles 2021, footnotes 7 and 8",
    todo='test in one direction or two-sided: `recipe="wmt-da"`, or the default',
    needs="ratings with annotators or sessions",
)
#: Familywise level from which on a contradiction is no accident.
FIRM: Final = 0.05
#: Line rules that read wins of the higher system.
RULES: Final = ("stated", "wins")


def _without_power(_: pl.DataFrame, ranking: RankingResult) -> Iterator[Finding]:
    """Pairs of systems that the default recipe does not separate, and the smallest effect it would have found.

    The effect is the share of segments that the better system wins, one half if there is no difference. Given is the
    median over these pairs of the smallest effect that would have been found in four of five studies. A tie with low
    power shows nothing. Pairs with the lowest power are named first.
    """
    found = missed(ranking.pairs)
    apart = sorted(found.pairs, key=lambda pair: -(pair.smallest if pair.smallest is not None else 1.0))
    if apart:
        yield WITHOUT_POWER(
            n_pairs=len(apart),
            all_pairs=len(ranking.pairs),
            pairs=[[pair.a, pair.b] for pair in apart],
            systems=sorted({name for pair in apart for name in (pair.a, pair.b)}),
            smallest=found.smallest,
            _which="these comparisons" if found.known == len(apart) else f"the {found.known:,} of which it is known",
            _unknown=UNKNOWN_POWER if found.smallest is None else None,
        )


def _uncorrected(_: pl.DataFrame, published: Analysis) -> Iterator[Finding]:
    """How many pairs the tests of WMT call different, and how many of such differences chance alone would give.

    Each pair is tested in the direction of the observed order, so with no true difference at all each has twice the
    level as the chance of a false alarm. Said from three systems on.
    """
    p, level = published.tests.p, published.recipe.test.level
    pairs = len(p) * (len(p) - 1) // 2
    higher, lower = np.triu_indices_from(p, 1)
    single = p[higher, lower]  # the direction that is tested: the higher system is better
    significant = single < level
    if pairs < 2 or not significant.any():
        return
    kept = holm(np.minimum(1.0, 2 * single)) < level
    rate = level * (1 if published.recipe.test.alternative == "two-sided" else 2)
    order, lost = published.estimate.order, np.flatnonzero(significant & ~kept)
    named = [[order[higher[i]], order[lower[i]]] for i in lost]
    yield UNCORRECTED(
        significant=int(significant.sum()),
        n_pairs=pairs,
        level=level,
        expected=rate * pairs,
        pairs=named,
        systems=sorted({name for pair in named for name in pair}),
    )


def _against(published: Analysis) -> list[tuple[int, int]]:
    """Pairs of which the lower system is significantly better by the rank-sum test: (higher, lower)."""
    lower = np.triu((published.tests.p < published.recipe.test.level).T, 1)
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(lower), strict=True)]


def _is_firm(published: Analysis) -> bool:
    """Whether one of them is more than an accident among so many pairs."""
    p = published.tests.p
    return bool((holm(p.T[np.triu_indices_from(p, 1)]) < FIRM).any())


def _against_the_ranks(_: pl.DataFrame, published: Analysis) -> Iterator[Finding]:
    """A system that stands above another in the ranking by mean z-scores although its scores rank significantly lower.

    The order comes from means, the test from ranks, and skewed scores can make them disagree. In the Hansard data a
    human translation stands above two systems that the rank-sum test places above it. A warning if one such pair is
    significant after Holm's correction over all pairs; a note if only single tests say so.
    """
    pairs = _against(published)
    if not pairs:
        return
    order = published.estimate.order
    named = [[order[i], order[j]] for i, j in pairs]
    yield AGAINST_THE_RANKS(
        severity="warning" if _is_firm(published) else None,
        pairs=named,
        systems=sorted({name for pair in named for name in pair}),
        p=[float(published.tests.p[j, i]) for i, j in pairs],
    )


def _blind_line(_: pl.DataFrame, published: Analysis) -> Iterator[Finding]:
    """Lines that appear only if half of a two-sided p-value is taken whatever the direction.

    SciPy up to 1.6 gave that value by default, and published rankings used it. Lines are drawn by the stated rule (a
    system beats every lower one) and by the official one (its wins equal the number of systems below), with halved
    and with one-sided p-values of the same tests. In the Hansard data the line below the human translation exists only
    with the former. Always a warning: in simulated clean campaigns it occurs once in 400.
    """
    p, level, order = published.tests.p, published.recipe.test.level, published.estimate.order
    one_sided = p < level
    np.fill_diagonal(one_sided, val=False)
    blind = np.triu(np.minimum(p, p.T) < level, 1)
    against = _against(published)
    systems = {
        order[i]: None
        for rule in RULES
        for i, (line, true) in enumerate(zip(lines_below(blind, rule), lines_below(one_sided, rule), strict=True))
        if line and not true
    }
    if systems and against:
        a, b = min(against, key=lambda pair: p[pair[1], pair[0]])
        yield BLIND_LINE(
            systems=list(systems),
            pairs=[[order[i], order[j]] for i, j in against],
            _a=order[a],
            _b=order[b],
        )


CHECKS: Final = (
    Check(BLIND_LINE, _blind_line, Ratings, facts=("published",)),
    Check(AGAINST_THE_RANKS, _against_the_ranks, Ratings, facts=("published",)),
    Check(UNCORRECTED, _uncorrected, Ratings, facts=("published",)),
    Check(WITHOUT_POWER, _without_power, Ratings, facts=("ranking",)),
)
