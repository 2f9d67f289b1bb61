"""Does choosing the next pairs pay? Kendall's tau with the true order, under several rules of choice.

`python -m benchmarks.study_next_pairs --seeds 40` prints Markdown. Twelve systems with normal strengths are compared by
votes that follow the Bradley-Terry model. Every campaign begins with one vote on each pair; then batches are chosen

- `next-pairs`: by `adjudge.kernels.next_pairs`;
- `even`: the pairs that were judged least;
- `uniform`: pairs at random;
- `closest means`: as WMT chose for TrueSkill, the system of largest variance, and a partner drawn with weight
  exp(-|difference of means|); means and variances are those of the Bradley-Terry fit.

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
from typing import Final

# One thread each: the two processes fill the machine, and small matrices gain nothing from more.
for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.bradley_terry import fit_bradley_terry
from adjudge.kernels.comparison_graph import unbeatable_groups
from adjudge.kernels.comparison_sandwich import model_covariance
from adjudge.kernels.next_pairs import Belief, choose_pairs
from adjudge.kernels.order import kendall_tau
from adjudge.kernels.paired import sign_p

Floats = NDArray[np.float64]
SYSTEMS: Final = 12
BATCH: Final = 12
FIRST, SECOND = np.triu_indices(SYSTEMS, 1)
PAIRS: Final = len(FIRST)

Rule = Callable[[Floats, Belief | None, np.random.Generator], list[int]]


def _even(wins: Floats, belief: Belief | None, rng: np.random.Generator) -> list[int]:
    del belief
    met = (wins + wins.T)[FIRST, SECOND]
    return [int(pair) for pair in np.lexsort((rng.random(PAIRS), met))[:BATCH]]


def _uniform(wins: Floats, belief: Belief | None, rng: np.random.Generator) -> list[int]:
    del wins, belief
    return [int(pair) for pair in rng.integers(0, PAIRS, BATCH)]


def _closest_means(wins: Floats, belief: Belief | None, rng: np.random.Generator) -> list[int]:
    if belief is None:
        return _even(wins, belief, rng)
    means, covariance = belief
    chosen = []
    for _ in range(BATCH):
        a = int(np.argmax(np.diag(covariance)))
        weight = np.exp(-np.abs(means - means[a]))
        weight[a] = 0.0
        b = int(rng.choice(SYSTEMS, p=weight / weight.sum()))
        chosen.append(int(np.flatnonzero((min(a, b) == FIRST) & (max(a, b) == SECOND))[0]))
        # The vote to come narrows both systems, so that the next pick is another one.
        p = 1 / (1 + np.exp(means[b] - means[a]))
        move = covariance[:, a] - covariance[:, b]
        covariance = covariance - np.outer(move, move) / (1 / (p * (1 - p)) + move[a] - move[b])
    return chosen


def _next_pairs(wins: Floats, belief: Belief | None, rng: np.random.Generator) -> list[int]:
    if belief is None:
        return _even(wins, belief, rng)
    return [int(pair) for pair in choose_pairs(belief, FIRST, SECOND, BATCH)[0]]


RULES: Final[dict[str, Rule]] = {
    "uniform": _uniform,
    "even": _even,
    "closest means": _closest_means,
    "next-pairs": _next_pairs,
}


def campaign(rule: str, seed: int, *, spread: float, checkpoints: tuple[int, ...]) -> list[float]:
    """Kendall's tau with the truth when each number of judgements has been reached."""
    truth_rng, rng = (np.random.default_rng([seed, stream]) for stream in (0, 1))
    truth = truth_rng.normal(0, spread, SYSTEMS)
    chances = truth_rng.random((PAIRS, checkpoints[-1]))  # the k-th vote on a pair is the same under all rules
    wins, met = np.zeros((SYSTEMS, SYSTEMS)), np.zeros(PAIRS, dtype=np.intp)
    chosen, taus, done = list(range(PAIRS)), [], 0
    for checkpoint in checkpoints:
        while done < checkpoint:
            chosen = chosen or RULES[rule](wins, _belief(wins), rng)
            pair = chosen.pop(0)
            a, b = FIRST[pair], SECOND[pair]
            won = chances[pair, met[pair]] < 1 / (1 + np.exp(truth[b] - truth[a]))
            wins[(a, b) if won else (b, a)] += 1
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


def table(spread: float, checkpoints: tuple[int, ...], taus: dict[str, Floats]) -> str:
    """One spread of the strengths as Markdown; better, worse and p are against `uniform` on the same seeds."""
    lines = [
        f"### Strengths with standard deviation {spread}",
        "",
        "| judgements | rule | mean Kendall | better | worse | p |",
        "|---|---|---|---|---|---|",
    ]
    for i, checkpoint in enumerate(checkpoints):
        for rule, rows in taus.items():
            gain = np.round(rows[:, i] - taus["uniform"][:, i], 9)
            against = f"{(gain > 0).sum()} | {(gain < 0).sum()} | {sign_p(gain, 'two-sided'):.2g}"
            cells = " | | " if rule == "uniform" else against
            lines.append(f"| {checkpoint} | {rule} | {rows[:, i].mean():.3f} | {cells} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=40, help="campaigns of each kind (default 40)")
    parser.add_argument("--first-seed", type=int, default=0, help="seed of the first campaign (default 0)")
    options = parser.parse_args()
    checkpoints = (150, 300, 600, 900)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    with ProcessPoolExecutor(2) as pool:
        for spread in (0.5, 1.0):
            start = time.perf_counter()
            taus = {
                rule: np.array(list(pool.map(partial(campaign, rule, spread=spread, checkpoints=checkpoints), seeds)))
                for rule in RULES
            }
            print(table(spread, checkpoints, taus), flush=True)
            print(f"spread {spread}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
