"""What random runs of one procedure say about an order: rank ranges, cluster lines, how often each line is drawn.

Source: the programs with which WMT15 was ranked (Sakaguchi, Post and Van Durme 2014), for ranges and lines.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ranks = NDArray[np.intp]

#: Share of the runs that a rank range covers.
COVERAGE: Final = 0.95
#: Executions imitated at once, so that memory stays small.
_CHUNK: Final = 100


def rank_ranges(means: Floats) -> tuple[Ranks, Ranks]:
    """Best and worst rank of every system in the middle 95% of the runs.

    Definition: of the ranks of a system in R runs, ceil((R - 0.95 R) / 2) are dropped at each end. Systems with exactly
    equal means in a run are each given the best rank for the one end and the worst for the other.

    Args:
        means: runs x systems.

    Raises:
        ValueError: if there are fewer than three runs, of which nothing would remain.
    """
    runs = len(means)
    best, worst = _best_and_worst(means)
    dropped = _dropped(runs)
    return np.sort(best, axis=0)[dropped], np.sort(worst, axis=0)[runs - 1 - dropped]


def _best_and_worst(means: Floats) -> tuple[Ranks, Ranks]:
    """Rank of every system in every run, behind all equals and before them."""
    best = 1 + (means[:, None, :] > means[:, :, None]).sum(axis=2)
    return best, (means[:, None, :] >= means[:, :, None]).sum(axis=2)


def _dropped(runs: int) -> int:
    if runs < 3:
        msg = f"rank ranges need three runs or more, not {runs}"
        raise ValueError(msg)
    return math.ceil((runs - runs * COVERAGE) / 2)


def cluster_lines(low: Ranks, high: Ranks) -> NDArray[np.bool_]:
    """Whether a line is drawn below each system but the last.

    Definition (WMT): below a system whose worst rank is smaller than the best rank of every system below it. Systems
    above it are not asked.

    Args:
        low: best ranks, systems in the order of their scores; leading axes are allowed.
        high: worst ranks, likewise.
    """
    best_below = np.minimum.accumulate(low[..., ::-1], axis=-1)[..., ::-1]
    return np.asarray(high[..., :-1] < best_below[..., 1:])


def line_shares(means: Floats, rng: np.random.Generator, *, runs: int | None = None, draws: int = 1000) -> Floats:
    """How likely another execution, with other seeds, is to draw each line.

    Counted are the executions that `imitate` gives with a line that has the same systems above it, in whatever order.
    This is about chance in the procedure, not about the judgements: a line that every seed draws can still be lost
    with other annotators or segments.

    Checked against: shares over truly new runs (tests/laws).

    Args:
        means: runs x systems.
        rng: source of the draws.
        runs: how many runs an execution has; as many as there are if left out. With more runs at hand the shares get
            more precise.
        draws: how many executions are imitated.

    Returns:
        One share for each place between neighbours in the order of the scores, best first, line or not.
    """
    means = means[:, np.argsort(-means.mean(axis=0), kind="stable")]
    again = imitate(means, rng, runs=runs, draws=draws)
    order = np.argsort(-again.scores, axis=1, kind="stable")
    lines = cluster_lines(*(np.take_along_axis(ends, order, axis=1) for ends in (again.low, again.high)))
    same_above = np.maximum.accumulate(order, axis=1)[:, :-1] == np.arange(means.shape[1] - 1)
    return np.asarray((lines & same_above).mean(axis=0))


class Executions(NamedTuple):
    """What executions gave; all arrays are executions x systems.

    Args:
        scores: means over the runs.
        low: best ranks.
        high: worst ranks.
    """

    scores: Floats
    low: Ranks
    high: Ranks


def imitate(means: Floats, rng: np.random.Generator, *, runs: int | None = None, draws: int = 1000) -> Executions:
    """What other executions may give, judged by the runs of one.

    Runs differ in nothing but their random numbers, so another execution is as many new runs from the same
    distribution. That distribution is drawn by giving the runs at hand random weights (Dirichlet; Rubin 1981), and the
    new runs from it: the results allow for how little the runs at hand may know.

    Args:
        means: runs x systems.
        rng: source of the draws.
        runs: how many runs an execution has; as many as there are if left out.
        draws: how many executions are imitated.
    """
    runs = len(means) if runs is None else runs
    best, worst = _best_and_worst(means)
    parts = []
    for start in range(0, draws, _CHUNK):
        mixtures = rng.dirichlet(np.ones(len(means)), size=min(_CHUNK, draws - start))
        weights = rng.multinomial(runs, mixtures).astype(np.float64)
        low = 1 + _passed(weights, best, _dropped(runs))
        high = 1 + _passed(weights, worst, runs - 1 - _dropped(runs))
        parts.append((weights @ means / runs, low, high))
    return Executions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _passed(weights: Floats, ranks: Ranks, position: int) -> Ranks:
    """How many ranks lie below the one at this position among the sorted ranks of the runs drawn."""
    n = ranks.shape[1]
    held = (weights @ (ranks <= rank) for rank in range(1, n + 1))
    return np.asarray(np.sum([counts <= position for counts in held], axis=0))
