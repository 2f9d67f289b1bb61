"""TrueSkill as WMT ran it, as an order with the ranges and lines of its random runs."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.trueskill.run_ranks import cluster_lines, line_shares, rank_ranges
from adjudge.kernels.trueskill.skills import run_on_counts
from adjudge.ranking.comparisons.ordering import Ordered
from adjudge.ranking.comparisons.tally import Tally


def order_by_trueskill(
    ranked: Tally, runs: int, seeds: Seeds, progress: Callable[[float], None] | None = None
) -> Ordered:
    """Order systems by the mean of their skills over many random runs.

    Args:
        ranked: counts without the reference.
        runs: how many; WMT took 1,000.
        seeds: for the runs, and for how often another execution would draw each line.
        progress: told the share of the steps that are done.

    Raises:
        InputError: AJ034 if votes have weights, or there are fewer than three runs.
    """
    if runs < 3:
        raise InputError(
            Problem("AJ034", f"{runs} runs have no range of ranks", "three runs or more", "1 value", "use --runs 1000")
        )
    _refuse_weights(ranked)
    steps = ranked.comparisons + 1
    found = run_on_counts(
        ranked.wins,
        ranked.ties,
        runs=runs,
        rng=seeds.stream("trueskill"),
        progress=None if progress is None else lambda done: progress(done / steps),
    )
    order = sorted(range(len(found.scores)), key=lambda i: (-float(found.scores[i]), ranked.systems[i]))
    low, high = (ends[order] for ends in rank_ranges(found.means))
    shares = line_shares(found.means, seeds.stream("trueskill lines"))
    return Ordered(
        order,
        found.scores,
        ranges=[(int(a), int(b)) for a, b in zip(low, high, strict=True)],
        lines=[*cluster_lines(low, high).tolist(), False],
        line_shares=(*shares.tolist(), 0.0),
        choices=(("runs", str(runs)),),
        findings=(_about_lines([ranked.systems[i] for i in order], shares.tolist()),),
    )


def _refuse_weights(ranked: Tally) -> None:
    if ranked.votes is not None and ranked.votes.weight is not None:
        raise InputError(
            Problem(
                "AJ034",
                "TrueSkill takes single votes, but these comparisons carry weights",
                "comparisons without a column 'weight'",
                counted(len(ranked.votes), "comparison"),
                "remove the weights, or use --method davidson",
            )
        )


def _about_lines(systems: list[str], shares: list[float]) -> Finding:
    unsure = [(name, share) for name, share in zip(systems, shares, strict=False) if 0.05 < share < 0.95]
    text = (
        "TrueSkill is random and no test: its lines say what other seeds would give, not what other judgements would."
    )
    if unsure:
        listed = ", ".join(f"below {name} {share:.0%}" for name, share in unsure[:4])
        text += f" Lines that depend on the seed (share of executions that draw them): {listed}."
    numbers = {"shares": dict(zip(systems, shares, strict=False))}
    return Finding("AJ314", "note", text, numbers, todo="compare with --method davidson")
