"""Does choosing the next pairs pay, and does it pay to spread a batch? Kendall's tau with the true order.

`python -m benchmarks.study_next_pairs` prints Markdown. Twelve systems have normal strengths, and comparisons follow
the Bradley-Terry model. In some campaigns every pair also departs from it by a normal amount, as when two systems are
better at different texts. Each begins with one comparison of every pair; then batches are chosen

- `uniform`: pairs at random;
- `even`: the pairs that were judged least;
- `closest means`: as WMT chose for TrueSkill, the system of largest variance, and a partner drawn with weight
  exp(-|difference of means|); means and variances are those of the Bradley-Terry fit;
- `in proportion`: pairs at random, with the gains of `adjudge.kernels.paired_comparison.information` as weights;
- `uncapped`: by `adjudge.kernels.paired_comparison.information` without a share, so that one pair may fill a batch;
- `next-pairs`: the same, with the share that `adjudge next-pairs` gives to a pair.

The order is always that of the Bradley-Terry fit. Seeds are paired: all rules see the same truth and the same k-th
comparison of a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import unbeatable_groups
from adjudge.kernels.paired_comparison.information import Belief, choose_pairs, fair_share, information_gains
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.kernels.ranks.order import kendall_tau
from benchmarks.generators import PairOutcomes
from benchmarks.study import SeedPool, paired, print_table, study_parser

Floats = NDArray[np.float64]
SYSTEMS: Final = 12
FIRST, SECOND = np.triu_indices(SYSTEMS, 1)
PAIRS: Final = len(FIRST)


class World(NamedTuple):
    """What a campaign is like.

    Args:
        spread: standard deviation of the strengths.
        departure: standard deviation of what each pair adds to the difference of its strengths.
        batch: comparisons that are chosen at once.
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
        # The comparison to come narrows both systems, so that the next pick is another one.
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


#: The rule that the others are compared with.
OURS: Final = "next-pairs"
RULES: Final[dict[str, Rule]] = {
    "uniform": _uniform,
    "even": _even,
    "closest means": _closest_means,
    "in proportion": _in_proportion,
    "uncapped": lambda state: _by_gain(state, np.inf),
    OURS: lambda state: _by_gain(state, fair_share(state.batch, SYSTEMS)),
}


def campaign(rule: str, seed: int, *, world: World, checkpoints: tuple[int, ...]) -> list[float]:
    """Kendall's tau with the truth when each number of judgements has been reached."""
    outcomes = PairOutcomes(seed, FIRST, SECOND, spread=world.spread, departure=world.departure, most=checkpoints[-1])
    rng = np.random.default_rng([seed, 1])
    wins = np.zeros((SYSTEMS, SYSTEMS))
    chosen, taus, done = list(range(PAIRS)), [], 0
    for checkpoint in checkpoints:
        while done < checkpoint:
            chosen = chosen or RULES[rule](State(wins, _belief(wins), world.batch, rng))
            pair = chosen.pop(0)
            won = outcomes.first_wins(pair)
            wins[(FIRST[pair], SECOND[pair]) if won else (SECOND[pair], FIRST[pair])] += 1
            done += 1
        taus.append(kendall_tau(_order(outcomes.strengths), _order(_estimate(wins))))
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


#: Strengths close together and far apart, and close together with pairs that depart from the model.
WORLDS: Final = (World(0.5, 0.0, 50), World(0.5, 0.0, 100), World(1.0, 0.0, 100), World(0.5, 0.3, 100))
CHECKPOINTS: Final = (300, 600, 1200, 2400)
COLUMNS: Final = ("judgements", "rule", "mean Kendall", f"{OURS} ahead by (95% interval)", "better", "worse", "p")


def rows(taus: Mapping[str, Floats]) -> Iterator[list[str]]:
    """The mean of every rule at every checkpoint, and `next-pairs` against it on the same seeds."""
    for i, judgements in enumerate(CHECKPOINTS):
        for rule, values in taus.items():
            cells = [str(judgements), rule, f"{values[:, i].mean():.3f}"]
            test = None if rule == OURS else paired(taus[OURS][:, i], values[:, i])
            if test is None:
                yield [*cells, "", "", "", ""]
            else:
                ahead = f"{test.gain:+.3f} ± {1.96 * test.error:.3f}"
                yield [*cells, ahead, str(test.better), str(test.worse), f"{test.p:.2g}"]


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(10_000, 10_100)).parse_args()
    with SeedPool(options.seeds) as pool:
        for world in WORLDS:
            title = f"Strengths {world.spread:g}, departures {world.departure:g}, batches of {world.batch}"
            taus = {}
            for rule in RULES:
                one_run = partial(campaign, rule, world=world, checkpoints=CHECKPOINTS)
                taus[rule] = np.array(pool.run(one_run, f"{title}, {rule}"))
            print_table(COLUMNS, rows(taus), title=title)


if __name__ == "__main__":
    main()
