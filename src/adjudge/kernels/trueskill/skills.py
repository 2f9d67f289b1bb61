"""TrueSkill as WMT ran it: many random passes over the same comparisons. `run_ranks` draws the lines.

Sources: Herbrich, Minka and Graepel 2006 (the update); Sakaguchi, Post and Van Durme 2014 and the programs they
released, with which WMT15 was ranked (the choice of matches, the constants).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Ints, count_outcomes
from adjudge.kernels.probability.normal import distribution, quantile

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

PRIOR_SIGMA: Final = 0.5
DRAW_PROBABILITY: Final = 0.25
#: Steps whose random numbers are drawn at once; any other number gives the same results.
_BLOCK: Final = 128


@dataclass(frozen=True)
class Game:
    """What a single comparison tells.

    Args:
        beta: standard deviation of one performance around the skill.
        margin: performances nearer than this are a tie.
    """

    beta: float
    margin: float

    @classmethod
    def of(cls, steps: int) -> Game:
        """The constants of WMT: beta = 0.5 steps / 40 grows with the data, so that no step moves a skill far."""
        beta = PRIOR_SIGMA * steps / 40
        return cls(beta, quantile((1 + DRAW_PROBABILITY) / 2) * math.sqrt(2) * beta)


@dataclass(frozen=True, eq=False)
class TrueSkillRuns:
    """Final skills of all runs.

    Args:
        means: runs x systems, the mean of every skill after the last step.
    """

    means: Floats

    @property
    def scores(self) -> Floats:
        """Mean over the runs, which is what WMT printed."""
        return np.asarray(self.means.mean(axis=0))


def run_trueskill(
    first: Ints,
    second: Ints,
    outcome: Ints,
    n: int,
    *,
    runs: int = 1000,
    rng: np.random.Generator,
    progress: Callable[[int], None] | None = None,
) -> TrueSkillRuns:
    """`run_on_counts` for single comparisons.

    Args:
        first: code of the system named first, 0 to n - 1, one per comparison.
        second: code of the system named second.
        outcome: 1 if the first is better, -1 if the second is, 0 for a tie.
        n: how many systems there are; each needs a comparison.
        runs: how often everything is repeated.
        rng: source of the draws.
        progress: called now and then with how many of the `len(outcome) + 1` steps are done.

    Raises:
        ValueError: if a system was never compared, or with itself.
    """
    return run_on_counts(*count_outcomes(first, second, outcome, n), runs=runs, rng=rng, progress=progress)


def run_on_counts(
    wins: Floats,
    ties: Floats,
    *,
    runs: int = 1000,
    rng: np.random.Generator,
    progress: Callable[[int], None] | None = None,
) -> TrueSkillRuns:
    """Skills after as many random matches as there are comparisons, plus one; in every run anew.

    Definition: all skills start as N(0, 0.5^2). A step takes the system with the largest variance (of several the
    last: WMT sorted by variance and name from the top, so number the systems by name), draws an opponent with weight
    exp(-|difference of the means|), draws one of their comparisons with replacement, and updates both (`rate`). WMT
    had comparisons of every pair; here only systems that met can be opponents.

    All runs advance together, one step at a time. Counts are enough: drawing one of m comparisons, w of them wins and
    t ties, gives a win with chance w / m and a tie with chance t / m.

    Checked against: `run_trueskill_plain` (tests/laws), the `trueskill` library (benchmarks/bench_trueskill.py), and
    the released scores of WMT15 Finnish-English (tests/published).

    Args:
        wins: how often the row was preferred to the column.
        ties: how often the two tied, symmetric.
        runs: how often everything is repeated.
        rng: source of the draws; a step takes two numbers for every run.
        progress: called now and then with the number of steps that are done.

    Raises:
        ValueError: if a system was never compared, or with itself.
    """
    steps = round(float(wins.sum() + ties.sum() / 2)) + 1
    race = _Race(Chances.of(wins, ties), Game.of(steps), runs)
    for start in range(0, steps, _BLOCK):
        block = rng.random((min(_BLOCK, steps - start), 2, runs))
        for opponent_draw, outcome_draw in block:
            race.step(opponent_draw, outcome_draw)
        if progress is not None:
            progress(start + len(block))
    return TrueSkillRuns(np.ascontiguousarray(race.mu.T))


@dataclass(frozen=True, eq=False)
class Chances:
    """What drawing one comparison of two systems gives; all matrices are systems x systems.

    Args:
        win: chance that the row is better.
        not_loss: chance that the row is better or that it is a tie.
        met: whether the two were ever compared.
    """

    win: Floats
    not_loss: Floats
    met: NDArray[np.bool_]

    @classmethod
    def of(cls, wins: Floats, ties: Floats) -> Chances:
        """Shares of all comparisons of two systems.

        Raises:
            ValueError: if a system was never compared, or with itself.
        """
        total = wins + wins.T + ties
        if total.diagonal().any() or not total.any(axis=1).all():
            msg = "each system needs a comparison with another one, and none with itself"
            raise ValueError(msg)
        safe = np.maximum(total, 1)
        return cls(wins / safe, (wins + ties) / safe, total > 0)


class _Race:
    """The state of all runs. `mu` lies systems x runs and `variance` runs x systems: as each is read."""

    def __init__(self, chances: Chances, game: Game, runs: int) -> None:
        n = len(chances.win)
        self.game, self.n, self.runs = game, n, runs
        self.win, self.not_loss = chances.win.ravel(), chances.not_loss.ravel()
        # Strangers never met; a complete design, which is the usual one, has none and saves the look-up.
        strangers = ~chances.met & ~np.eye(n, dtype=bool)
        self.strangers = strangers if strangers.any() else None
        self.mu, self.variance = np.zeros((n, runs)), np.full((runs, n), PRIOR_SIGMA**2)
        # exp(-|a - b|) is the smaller over the larger of exp(a) and exp(b), and a step changes only two of them.
        self.exp_mu = np.ones((n, runs))
        self.run = np.arange(runs)
        self.larger, self.weights = np.empty((n, runs)), np.empty((n, runs))
        self.weight_rows = list(self.weights)

    def step(self, opponent_draw: Floats, outcome_draw: Floats) -> None:
        """One match in every run."""
        # The variances lie with the last system first, because argmax takes the first of equals.
        i = self.n - 1 - self.variance.argmax(axis=1)
        j = self._opponents(i, opponent_draw)
        pair = i * self.n + j
        outcome = np.subtract(outcome_draw < self.win[pair], outcome_draw >= self.not_loss[pair], dtype=np.intp)
        both = np.stack([i, j])
        at, own = both * self.runs + self.run, self.run * self.n + (self.n - 1 - both)
        mu, variance = self.mu.reshape(-1), self.variance.reshape(-1)
        new_mu, variance[own] = rate(mu[at], variance[own], outcome, self.game)
        mu[at] = new_mu
        self.exp_mu.reshape(-1)[at] = np.exp(new_mu)

    def _opponents(self, i: Codes, draw: Floats) -> Codes:
        """An opponent for each run: where its draw falls among the running sums of the weights."""
        at = i * self.runs + self.run
        own = self.exp_mu.reshape(-1)[at]
        np.maximum(self.exp_mu, own, out=self.larger)
        np.minimum(self.exp_mu, own, out=self.weights)
        self.weights /= self.larger
        self.weights.reshape(-1)[at] = 0.0
        if self.strangers is not None:
            self.weights[self.strangers[:, i]] = 0.0
        # Row by row: np.cumsum along the first axis takes ten times as long.
        for above, row in zip(self.weight_rows, self.weight_rows[1:], strict=False):
            np.add(above, row, out=row)
        passed = (self.weights <= draw * self.weights[-1]).view(np.uint8)
        return np.asarray(passed.sum(axis=0, dtype=np.min_scalar_type(self.n)), dtype=np.intp)


def rate(mu: Floats, variance: Floats, outcome: Ints, game: Game) -> tuple[Floats, Floats]:
    """The TrueSkill update of two systems i and j, for many matches at once.

    Definition: c^2 = 2 beta^2 + s_i^2 + s_j^2; mu_i += s_i^2 v / c, mu_j -= s_j^2 v / c, s^2 *= 1 - s^2 w / c^2, with v
    and w those of a win of i, a win of j (the same with i and j exchanged), or a tie.

    Args:
        mu: 2 x matches, the means of i and j.
        variance: 2 x matches, their variances.
        outcome: 1 if i is better, -1 if j is, 0 for a tie.
        game: the constants.

    Returns:
        The new means and variances.
    """
    squared = 2 * game.beta**2 + (variance[0] + variance[1])
    c = np.sqrt(squared)
    lead, margin = (mu[0] - mu[1]) / c, game.margin / c
    v, w = _win(outcome * lead - margin)
    v *= outcome
    drawn = np.flatnonzero(outcome == 0)
    v[drawn], w[drawn] = _draw(lead[drawn], margin[drawn])
    step = v / c
    return mu + variance * np.stack([step, -step]), variance * (1 - variance * (w / squared))


def _win(x: Floats) -> tuple[Floats, Floats]:
    """V = phi(x) / Phi(x) and w = v (v + x), by the scaled erfc: the plain ratio is 0 / 0 in the far tail."""
    from scipy.special import erfcx

    v = math.sqrt(2 / math.pi) / erfcx(x * -math.sqrt(0.5))
    return v, v * (v + x)


def _draw(lead: Floats, margin: Floats) -> tuple[Floats, Floats]:
    """The same for a tie: v = (phi(l) - phi(h)) / D and w = v^2 + (h phi(h) - l phi(l)) / D, D = Phi(h) - Phi(l).

    Here t = |lead|, e = margin, l = -e - t, h = e - t, and the sign of v brings the two together. Numerators and D are
    multiplied by sqrt(2 pi) exp(h^2 / 2), with phi(l) / phi(h) = exp(-2 e t); h is at most e, and e is below 1/3.
    """
    from scipy.special import erfcx

    t = np.abs(lead)
    low, high = -margin - t, margin - t
    less = np.expm1(-2 * margin * t)
    ratio = 1 + less
    half = math.sqrt(0.5)
    spread = math.sqrt(math.pi / 2) * (erfcx(high * -half) - ratio * erfcx(low * -half))
    v = less / spread
    return np.copysign(v, -lead), v * v + (high - low * ratio) / spread


def run_trueskill_plain(first: Ints, second: Ints, outcome: Ints, n: int, draws: Floats) -> Floats:
    """One run of `run_trueskill`, comparison by comparison in plain Python. For tests.

    Args:
        first: number of the system named first.
        second: number of the system named second.
        outcome: 1, -1 or 0.
        n: how many systems there are.
        draws: steps x 2 random numbers: for the opponent and for the comparison.

    Returns:
        The final means.
    """
    stored: dict[tuple[int, int], list[int]] = {}
    for a, b, result in zip(first, second, outcome, strict=True):
        stored.setdefault((int(a), int(b)), []).append(int(result))
        stored.setdefault((int(b), int(a)), []).append(-int(result))
    game = Game.of(len(outcome) + 1)
    mu, variance = [0.0] * n, [PRIOR_SIGMA**2] * n
    for opponent_draw, outcome_draw in draws:
        i = max(range(n), key=lambda k: (variance[k], k))
        weights = [math.exp(-abs(mu[i] - mu[k])) if (i, k) in stored else 0.0 for k in range(n)]
        target, j = opponent_draw * sum(weights), 0
        while sum(weights[: j + 1]) <= target:
            j += 1
        results = sorted(stored[i, j], reverse=True)
        result = results[int(outcome_draw * len(results))]
        (mu[i], mu[j]), (variance[i], variance[j]) = rate_plain(
            (mu[i], mu[j]), (variance[i], variance[j]), result, game
        )
    return np.array(mu)


def rate_plain(
    mu: tuple[float, float], variance: tuple[float, float], outcome: int, game: Game
) -> tuple[tuple[float, float], tuple[float, float]]:
    """One update with the formulas as printed. For tests."""

    def density(x: float) -> float:
        return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    c = math.sqrt(2 * game.beta**2 + sum(variance))
    lead, e = (mu[0] - mu[1]) / c, game.margin / c
    if outcome == 0:
        low, high = -e - abs(lead), e - abs(lead)
        mass = distribution(high) - distribution(low)
        v = (density(low) - density(high)) / mass
        w = v * v + (high * density(high) - low * density(low)) / mass
        v = math.copysign(v, -lead)
    else:
        x = outcome * lead - e
        v = density(x) / distribution(x)
        w = v * (v + x)
        v *= outcome
    i, j = variance
    means = mu[0] + i * v / c, mu[1] - j * v / c
    return means, (i * (1 - i * w / c**2), j * (1 - j * w / c**2))
