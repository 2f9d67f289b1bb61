"""Checks of the field of systems in comparisons: chains between all, like opponents, ties, and cycles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.design.links import smallest_of
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.probability.normal import quantile
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.findings import UNLIKE_OPPONENTS
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.tally import Tally
from adjudge.scoring.aggregate import codes
from adjudge.scoring.model_factors import linked_groups

Floats = NDArray[np.float64]

NOT_CONNECTED: Final = FindingEntry(
    "AJ496",
    "error",
    "No chain of comparisons links some of the systems.",
    text="The systems form {_n} groups that were never compared with each other: {groups:groups}. No method can order "
    "systems of different groups.",
    source="Ford 1957",
    todo="rank each group on its own, or compare systems of different groups; `adjudge next-pairs` proposes pairs",
    needs="comparisons",
)
OPPONENTS: Final = FindingEntry(
    "AJ492",
    "note",
    "Systems met opponents of different strength.",
    text="{_hard} met stronger opponents than {_easy}: theirs win {_hard_points:+.0f} and {_easy_points:+.0f} points "
    "more of their comparisons than all other systems do.",
    source="Lopez 2012, section 3",
    todo="do not compare shares of wins; a model of strengths, as the default method is, allows for opponents",
    needs="comparisons that can be ranked",
)
OPPONENTS_MISLEAD: Final = OPPONENTS.variant(
    OPPONENTS.text + " Shares of wins put {pairs:pairs above}, and the model says significantly the opposite.",
)
CYCLES: Final = FindingEntry(
    "AJ494",
    "note",
    "Preferences go round in cycles.",
    text="Majorities go round in cycles, such as {_cycle}; {triads:count cycle} of three.[ With strengths alone "
    "{expected:.1f} are to be expected, and so many in {p:.2%} of cases: {_verdict}]",
    source="Lopez 2012, section 5.1",
    todo="treat the systems of a cycle as not ordered",
    needs="comparisons",
)
AS_CHANCE: Final = "chance explains them."
MORE_THAN_CHANCE: Final = "they are more than chance."
MANY_TIES: Final = FindingEntry(
    "AJ498",
    "warning",
    "Two systems tie far more often than their strengths let expect.",
    text="{_shown:names}: their outputs may be the same.",
    source="Lopez 2012, section 3",
    todo="compare the outputs; methods that count ties as wins favour such systems",
    needs="comparisons with ties",
)
#: Simulated tournaments, and the chance from which on cycles are more than chance.
DRAWS: Final = 999
RARE: Final = 0.005
#: Ties beyond what is expected: in share, share itself, comparisons, and familywise level.
MORE: Final = 0.2
HALF: Final = 0.5
ENOUGH: Final = 20
LEVEL: Final = 0.001
NORMAL: Final = 1.4826


def _not_connected(frame: pl.DataFrame) -> Iterator[Finding]:
    """Groups of systems without any comparison between them.

    Without a chain of comparisons there is no order, whatever the method.
    """
    if "wins_a" in frame.columns:
        frame = frame.filter(pl.col("wins_a") + pl.col("ties") + pl.col("wins_b") > 0)
    pairs = frame.select("system_a", "system_b").unique(maintain_order=True)
    both = pl.concat([pairs["system_a"], pairs["system_b"]])
    names = both.unique().sort().to_list()
    if len(names) < 2:
        return
    system, row = codes(both).to_numpy().astype(np.int64), np.tile(np.arange(pairs.height), 2)
    group = np.unique(linked_groups(system, row), return_inverse=True)[1]
    if group.max():
        parts = [[names[i] for i in np.flatnonzero(group == g)] for g in range(int(group.max()) + 1)]
        yield NOT_CONNECTED(groups=parts, systems=smallest_of(parts), _n=len(parts))


def _opponents(_: pl.DataFrame, ranking: ComparisonRankingResult) -> Iterator[Finding]:
    """Whether some systems met stronger opponents than others.

    For every system the share of wins of its opponents, weighted by how often it met them, is compared with that of all
    other systems. A note if two systems differ by five points. A warning if shares of wins then mislead: if a system
    with the lower share is significantly better by the ranking.
    """
    rows = ranking.opponents
    hardest, easiest = (pick(rows, key=lambda row: row.met - row.even) for pick in (max, min))
    hard, easy = hardest.met - hardest.even, easiest.met - easiest.even
    if hard - easy < UNLIKE_OPPONENTS:
        return
    won = {row.system: row.won for row in rows}
    misled = [[pair.b, pair.a] for pair in ranking.pairs if pair.significant and won[pair.b] > won[pair.a]]
    yield (OPPONENTS_MISLEAD if misled else OPPONENTS)(
        severity="warning" if misled else None,
        systems=sorted({name for pair in misled for name in pair}) or [hardest.system, easiest.system],
        hardest=hard,
        easiest=easy,
        pairs=misled,
        _hard=hardest.system,
        _easy=easiest.system,
        _hard_points=100 * hard,
        _easy_points=100 * easy,
    )


def probabilities(tally: Tally) -> tuple[Floats, Floats] | None:
    """Chances that the row beats the column, and of a tie, by Davidson's model; None without a finite fit."""
    try:
        fit = fit_davidson(tally.wins, tally.ties)
    except NoFiniteFit:
        return None
    gap = (fit.strengths[:, None] - fit.strengths[None, :]) / 2
    tie = np.full_like(gap, fit.tie or 0.0)
    total = np.exp(gap) + np.exp(-gap) + tie
    return np.exp(gap) / total, tie / total


def cyclic_triads(beats: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Cycles of three in tournaments, the last two axes being systems."""
    arcs = beats.astype(np.float64)
    return np.asarray(np.einsum("...ij,...ji->...", arcs @ arcs, arcs).round() // 3, dtype=np.int64)


def _cycles(_: pl.DataFrame, analysis: ComparisonAnalysis) -> Iterator[Finding]:
    """Majorities that go round in cycles, and whether these are more than chance.

    From the strengths of Davidson's model 999 tournaments with the same numbers of comparisons are drawn, and their
    cycles of three counted. A warning if so many cycles are rarer than .005 there and the pairs do not fit the
    strengths in a test that knows which comparisons are dependent (.005), or if majorities that are significant one by
    one go round. Otherwise a note: with close systems cycles are to be expected.
    """
    majorities, tally = analysis.steps.majorities.value, analysis.steps.ranked.value
    if not majorities.groups:
        return
    triads = int(cyclic_triads(tally.wins > tally.wins.T))
    firm = analysis.steps.direct.value.has_cycle()
    chance = _chance_triads(tally, triads, Seeds(analysis.seed))
    misfit = analysis.ordering.model.misfit if analysis.ordering.model is not None else None
    more = chance is not None and chance[1] < RARE
    severe = firm or (more and misfit is not None and misfit < RARE)
    around = [majorities.systems[i] for i in majorities.cycles[0]]
    yield CYCLES(
        severity="warning" if severe else None,
        systems=sorted({majorities.systems[i] for group in majorities.groups for i in group}),
        triads=triads,
        expected=None if chance is None else chance[0],
        p=None if chance is None else chance[1],
        supported=firm,
        _cycle=" over ".join([*around, around[0]]),
        _verdict=None if chance is None else MORE_THAN_CHANCE if more else AS_CHANCE,
    )


def _chance_triads(tally: Tally, observed: int, seeds: Seeds) -> tuple[float, float] | None:
    """Cycles of three that strengths alone give: their mean, and the chance of at least as many as observed."""
    expected = probabilities(tally)
    if expected is None:
        return None
    rows, columns = np.triu_indices(len(tally.systems), 1)
    win, tie = expected[0][rows, columns], expected[1][rows, columns]
    shares = np.stack([win, tie, np.maximum(1 - win - tie, 0.0)], axis=1)
    met = np.round(tally.meetings[rows, columns]).astype(np.int64)
    draws = max(99, min(DRAWS, 30_000_000 // len(tally.systems) ** 3))
    drawn = seeds.stream("cycles").multinomial(met, shares / shares.sum(axis=1, keepdims=True), (draws, len(met)))
    beats = np.zeros((draws, len(tally.systems), len(tally.systems)), dtype=bool)
    beats[:, rows, columns] = drawn[:, :, 0] > drawn[:, :, 2]
    beats[:, columns, rows] = drawn[:, :, 0] < drawn[:, :, 2]
    counts = cyclic_triads(beats)
    return float(counts.mean()), float((1 + (counts >= observed).sum()) / (1 + draws))


def _many_ties(_: pl.DataFrame, analysis: ComparisonAnalysis) -> Iterator[Finding]:
    """Pairs of systems that tie in half of their comparisons or more, and far more often than expected.

    Expected is the share of ties by Davidson's model: close systems tie more often. Said of pairs with 20 comparisons,
    at least 20 points more ties than expected, significant at .001 divided by the number of pairs; the error allows for
    pairs that differ more than chance.
    """
    tally = analysis.steps.ranked.value
    if not tally.ties.any():
        raise NotCheckableError("comparisons with ties")
    expected = probabilities(tally)
    if expected is None:
        raise NotCheckableError("comparisons to which Davidson's model can be fitted")
    rows, columns = np.triu_indices(len(tally.systems), 1)
    met, ties, tie = tally.meetings[rows, columns], tally.ties[rows, columns], expected[1][rows, columns]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = ties / met
        apart = (share - tie) / np.sqrt(tie * (1 - tie) / met)
    seen = np.abs(apart[met > 0])
    apart /= max(1.0, NORMAL * float(np.median(seen)))
    limit = -quantile(LEVEL / len(met))
    found = np.flatnonzero((met >= ENOUGH) & (share >= HALF) & (share - tie > MORE) & (apart > limit))
    if len(found):
        named = [[tally.systems[rows[i]], tally.systems[columns[i]]] for i in found]
        shown = [
            f"{a} and {b} tie in {share[i]:.0%} of {int(met[i]):,} comparisons, expected {tie[i]:.0%}"
            for (a, b), i in zip(named, found, strict=True)
        ]
        yield MANY_TIES(
            systems=sorted({name for pair in named for name in pair}),
            pairs=named,
            shares=[float(share[i]) for i in found],
            _shown=shown,
        )


_TABLES: Final = (Comparisons, PairCounts)
CHECKS: Final = (
    Check(NOT_CONNECTED, _not_connected, _TABLES),
    Check(OPPONENTS, _opponents, _TABLES, facts=("ranking",)),
    Check(CYCLES, _cycles, _TABLES, facts=("ranked comparisons",)),
    Check(MANY_TIES, _many_ties, _TABLES, facts=("ranked comparisons",)),
)
