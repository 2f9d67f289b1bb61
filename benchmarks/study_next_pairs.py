"""Does choosing the next pairs pay, and does it pay to spread a batch? Kendall's tau with the true order.

`python -m benchmarks.study_next_pairs` prints Markdown. Twelve systems with normal strengths are compared by votes that
follow the Bradley-Terry model. In some campaigns every pair also departs from it by a normal amount of its own, as when
two systems are better at different texts. Each begins with one vote on every pair; then batches are chosen

- `uniform`: pairs at random;
- `even`: the pairs that were judged least;
- `closest means`: as WMT chose for TrueSkill, the system of largest variance, and a partner drawn with weight
  exp(-|difference of means|); means and variances are those of the Bradley-Terry fit;
- `in proportion`: pairs at random, with the gains of `adjudge.kernels.paired_comparison.information` as weights;
- `uncapped`: by `adjudge.kernels.paired_comparison.information` without a share, so that one pair may fill a batch;
- `next-pairs`: the same, with the share that `adjudge next-pairs` gives to a pair.

The order is always that of the Bradley-Terry fit. Seeds are paired: all rules see the same truth, the same first votes,
and the same k-th vote on a pair.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, NamedTuple

# One thread each: the two processes fill the machine, and small matrices gain nothing from more.
for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import unbeatable_groups
from adjudge.kernels.paired_comparison.information import Belief, choose_pairs, fair_share, information_gains
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.kernels.rating_tests.paired import sign_p

Floats = NDArray[np.float64]
SYSTEMS: Final = 12
FIRST, SECOND = np.triu_indices(SYSTEMS, 1)
PAIRS: Final = len(FIRST)


class World(NamedTuple):
    """What a campaign is like.

    Args:
        spread: standard deviation of the strengths.
        departure: standard deviation of what each pair adds to the difference of its strengths.
        batch: votes that are chosen at once.
    """

    spread: float
    departure: float = 0.0
    batch: int = 12


class State(NamedTuple):
    """What a rule knows when it chooses: wins so far, the belief (None while it is not finite), and the batch."""

    wins: Floats
    belief: Belief | None
    batch: int
    rng: np.random.Generator


Rule = Callable[[State], list[int]]


def _even(state: State) -> list[int]:
    met = (state.wins + state.wins.T)[FIRST, SECOND]
    chosen = []
    for _ in range(state.batch):
        chosen.append(int(np.lexsort((state.rng.random(PAIRS), met))[0]))
        met[chosen[-1]] += 1
    return chosen


def _uniform(state: State) -> list[int]:
    return [int(pair) for pair in state.rng.integers(0, PAIRS, state.batch)]


def _closest_means(state: State) -> list[int]:
    if state.belief is None:
        return _even(state)
    means, covariance = state.belief.strengths, state.belief.covariance
    chosen = []
    for _ in range(state.batch):
        a = int(np.argmax(np.diag(covariance)))
        weight = np.exp(-np.abs(means - means[a]))
        weight[a] = 0.0
        b = int(state.rng.choice(SYSTEMS, p=weight / weight.sum()))
        chosen.append(int(np.flatnonzero((min(a, b) == FIRST) & (max(a, b) == SECOND))[0]))
        # The vote to come narrows both systems, so that the next pick is another one.
        p = 1 / (1 + np.exp(means[b] - means[a]))
        move = covariance[:, a] - covariance[:, b]
        covariance = covariance - np.outer(move, move) / (1 / (p * (1 - p)) + move[a] - move[b])
    return chosen


def _in_proportion(state: State) -> list[int]:
    if state.belief is None:
        return _even(state)
    gains = information_gains(state.belief, FIRST, SECOND)
    return [int(pair) for pair in state.rng.choice(PAIRS, state.batch, p=gains / gains.sum())]


def _by_gain(state: State, share: float) -> list[int]:
    if state.belief is None:
        return _even(state)
    return [int(pair) for pair in choose_pairs(state.belief, FIRST, SECOND, state.batch, share=share)[0]]


RULES: Final[dict[str, Rule]] = {
    "uniform": _uniform,
    "even": _even,
    "closest means": _closest_means,
    "in proportion": _in_proportion,
    "uncapped": lambda state: _by_gain(state, np.inf),
    "next-pairs": lambda state: _by_gain(state, fair_share(state.batch, SYSTEMS)),
}


def campaign(rule: str, seed: int, *, world: World, checkpoints: tuple[int, ...]) -> list[float]:
    """Kendall's tau with the truth when each number of judgements has been reached."""
    truth_rng, rng = (np.random.default_rng([seed, stream]) for stream in (0, 1))
    truth = truth_rng.normal(0, world.spread, SYSTEMS)
    chances = truth_rng.random((PAIRS, checkpoints[-1]))  # the k-th vote on a pair is the same under all rules
    gaps = truth[FIRST] - truth[SECOND] + world.departure * truth_rng.normal(size=PAIRS)
    wins, met = np.zeros((SYSTEMS, SYSTEMS)), np.zeros(PAIRS, dtype=np.intp)
    chosen, taus, done = list(range(PAIRS)), [], 0
    for checkpoint in checkpoints:
        while done < checkpoint:
            chosen = chosen or RULES[rule](State(wins, _belief(wins), world.batch, rng))
            pair = chosen.pop(0)
            won = chances[pair, met[pair]] < 1 / (1 + np.exp(-gaps[pair]))
            wins[(FIRST[pair], SECOND[pair]) if won else (SECOND[pair], FIRST[pair])] += 1
            met[pair] += 1
            done += 1
        taus.append(kendall_tau(_order(truth), _order(_estimate(wins))))
    return taus


def _belief(wins: Floats) -> Belief | None:
    """The fit so far; None while some systems never lost to the others."""
    ties = np.zeros_like(wins)
    if len(unbeatable_groups(wins, ties)) > 1:
        return None
    fit = fit_bradley_terry(wins, ties)
    return Belief(fit.strengths, model_covariance(fit))


def _estimate(wins: Floats) -> Floats:
    """Strengths, or shares of wins while there are none."""
    belief = _belief(wins)
    return wins.sum(axis=1) / (wins + wins.T).sum(axis=1) if belief is None else belief.strengths


def _order(strengths: Floats) -> list[str]:
    return [str(i) for i in np.argsort(-strengths, kind="stable")]


def table(world: World, checkpoints: tuple[int, ...], taus: dict[str, Floats]) -> str:
    """One world as Markdown, with `next-pairs` against each other rule on the same seeds."""
    lines = [
        f"### Strengths {world.spread:g}, departures {world.departure:g}, batches of {world.batch}",
        "",
        "| judgements | rule | mean Kendall | next-pairs ahead by (95% interval) | better | worse | p |",
        "|---|---|---|---|---|---|---|",
    ]
    for i, checkpoint in enumerate(checkpoints):
        for rule, rows in taus.items():
            gain = np.round(taus["next-pairs"][:, i] - rows[:, i], 9)
            half = 1.96 * gain.std(ddof=1) / np.sqrt(len(gain))
            against = f"{gain.mean():+.3f} ± {half:.3f} | {(gain > 0).sum()} | {(gain < 0).sum()}"
            cells = " | | | " if rule == "next-pairs" else f"{against} | {sign_p(gain, 'two-sided'):.2g}"
            lines.append(f"| {checkpoint} | {rule} | {rows[:, i].mean():.3f} | {cells} |")
    return "\n".join([*lines, ""])


#: Strengths close together and far apart, and close together with pairs that depart from the model.
WORLDS: Final = (World(0.5, 0.0, 50), World(0.5, 0.0, 100), World(1.0, 0.0, 100), World(0.5, 0.3, 100))


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100, help="campaigns of each kind (default 100)")
    parser.add_argument("--first-seed", type=int, default=10_000, help="seed of the first campaign (default 10000)")
    options = parser.parse_args()
    checkpoints = (300, 600, 1200, 2400)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    with ProcessPoolExecutor(2) as pool:
        for world in WORLDS:
            start = time.perf_counter()
            taus = {
                rule: np.array(list(pool.map(partial(campaign, rule, world=world, checkpoints=checkpoints), seeds)))
                for rule in RULES
            }
            print(table(world, checkpoints, taus), flush=True)
            print(f"{world}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
