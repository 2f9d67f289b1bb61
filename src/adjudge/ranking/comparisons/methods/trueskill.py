"""TrueSkill as WMT ran it, as an order with the ranges and lines of its random runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.findings import Finding
from adjudge.kernels.trueskill.run_ranks import cluster_lines, line_shares, rank_ranges
from adjudge.kernels.trueskill.skills import run_on_counts
from adjudge.ranking.comparisons.method import Method, MethodInput
from adjudge.ranking.comparisons.methods.catalogue import RANDOM_LINES, TAKES_NO_WEIGHTS
from adjudge.ranking.comparisons.ordering import Ordering

NAME: Final = "trueskill"
#: As many as WMT took.
RUNS: Final = 1000
#: Shares of executions between these depend on the seed.
_UNSURE: Final = (0.05, 0.95)


def order_by_trueskill(given: MethodInput) -> Ordering:
    """Order systems by the mean of their skills over many random runs.

    Raises:
        InputError: AJ034 if comparisons have weights.
    """
    tally, seeds = given.tally, given.seeds
    if tally.weighted:
        raise TAKES_NO_WEIGHTS(method=NAME, comparisons=len(tally.votes or ()), other="davidson")
    steps = tally.comparisons + 1
    found = run_on_counts(
        tally.wins,
        tally.ties,
        runs=given.settings.runs or RUNS,
        rng=seeds.stream("trueskill"),
        progress=lambda done: given.report(done / steps),
    )
    order = sorted(range(len(found.scores)), key=lambda i: (-float(found.scores[i]), tally.systems[i]))
    low, high = (ends[order] for ends in rank_ranges(found.means))
    shares = line_shares(found.means, seeds.stream("trueskill lines")).tolist()
    return Ordering(
        order=tuple(order),
        scores=found.scores,
        ranges=tuple(zip(low.tolist(), high.tolist(), strict=True)),
        lines=(*cluster_lines(low, high).tolist(), False),
        line_shares=(*shares, 0.0),
        findings=(_about_lines([tally.systems[i] for i in order], shares),),
    )


def _about_lines(systems: Sequence[str], shares: Sequence[float]) -> Finding:
    named = dict(zip(systems, shares, strict=False))  # no line below the last
    low, high = _UNSURE
    unsure = [f"below {name} {share:.0%}" for name, share in named.items() if low < share < high]
    return RANDOM_LINES(shares=named, _unsure=unsure)


METHOD: Final = Method(
    name=NAME,
    title="TrueSkill as WMT14 to WMT16 ran it",
    source="Sakaguchi et al. 2014",
    page="trueskill",
    order=order_by_trueskill,
    takes={"unit": "auto", "runs": RUNS},
)
