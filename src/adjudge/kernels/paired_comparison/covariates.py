"""Paired comparison with covariates: what else than the two systems moves a preference, and how far.

Typical covariates are the position on the screen (1 if the system named first was shown first, -1 otherwise) and the
difference of two lengths. A covariate belongs to one vote and changes its sign when the two systems change places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit, ties_are_bounded, unbeatable_groups
from adjudge.kernels.paired_comparison.counts import Ints, Outcomes, count_outcomes
from adjudge.kernels.paired_comparison.fit import SMALLEST_STEP, with_level
from adjudge.kernels.paired_comparison.model import PairedModel

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

#: A finite maximum is reached in about ten steps; one at infinity moves away by about one logit a step.
MOST_STEPS: Final = 60
#: Longer steps are cut: far out the likelihood is flat and no step leads back.
LONGEST_STEP: Final = 5.0
#: Curvature below this share of the usual one is rounding: the likelihood is flat that way.
FLAT: Final = 1e-11
#: A covariate of which this share or less is left beside the systems and earlier covariates is one of their sums.
COLLINEAR: Final = 1e-9


class UnidentifiedCovariate(ValueError):  # noqa: N818 - it names what is wrong with the data, not a failure
    """The votes cannot show what a covariate does.

    Args:
        reason: why, in one sentence.
        column: which covariate, counted from 0.
    """

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(reason, column)
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, eq=False)
class CovariateFit:
    """Strengths and effects at the maximum of the likelihood.

    Args:
        model: the model that was fitted. A tie model without a single tie becomes the model it tends to.
        strengths: of the systems where all covariates are 0, on the logit scale; they sum to 0.
        effects: change of the logit per unit of each covariate.
        tie: the tie parameter; None if the model asked for has none.
        covariance: of strengths and effects together, in this order; robust, by units.
        units: how many units it rests on.
        log_likelihood: at the maximum; a quasi-likelihood for Bradley-Terry with ties.
        iterations: steps of Newton's method.
    """

    model: PairedModel
    strengths: Floats
    effects: Floats
    tie: float | None
    covariance: Floats
    units: int
    log_likelihood: float
    iterations: int

    @property
    def strength_covariance(self) -> Floats:
        """The strengths' part of the covariance."""
        n = len(self.strengths)
        return self.covariance[:n, :n]

    @property
    def effect_errors(self) -> Floats:
        """Standard errors of the effects."""
        n = len(self.strengths)
        return np.sqrt(np.diag(self.covariance)[n:])


def fit_covariates(
    first: Ints,
    second: Ints,
    outcome: Ints,
    covariates: Floats,
    n: int,
    *,
    model: PairedModel = BRADLEY_TERRY,
    units: Ints | None = None,
) -> CovariateFit:
    """Fit a model of paired comparison in which covariates move the gap between two systems.

    Definition: the gap of a vote is d = th_a - th_b + x' beta, sum th = 0; P(a > b) = 1 / (1 + exp(-d)) for
    Bradley-Terry, where a tie is half a vote for each, and as their own kernels say for models of ties. Davidson and
    Beaver (1977) treat position this way. Votes with equal pair and equal x are summed before Newton's method.
    Covariance: G / (G - 1) H^-1 (sum S_g S_g') H^-1, S_g the sum of scores in unit g (Liang and Zeger 1986).

    Checked against: SciPy's optimiser on the likelihood written out vote by vote; without covariates the kernels of the
    models; existence of the maximum by a linear programme (tests/laws); effects put into simulated votes, with the
    coverage of their intervals (tests/unit).

    Args:
        first: code of one system, 0 to n - 1.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        covariates: votes x covariates, seen from the first system. A column of ones is the advantage of standing first.
        n: number of systems.
        model: what gaps mean.
        units: code of the annotator, document, ... of each vote; without it every vote is its own unit.

    Raises:
        NoFiniteFit: some systems were never beaten by the others, or a covariate predicts every outcome.
        UnidentifiedCovariate: a covariate is 0 everywhere, or is a sum of systems and earlier covariates.
        ValueError: there are fewer than two units.
    """
    wins, ties = count_outcomes(first, second, outcome, n)
    fitted = _model_to_fit(model, wins, ties)
    _require_meaning(first, second, covariates, n)
    scale = np.sqrt(np.mean(covariates**2, axis=0))
    scale[scale == 0] = 1.0
    votes = _group(first, second, outcome, covariates / scale, n)
    likelihood = _Likelihood(fitted, votes, n)
    _require_identified(likelihood.information(likelihood.start), n, n + len(scale))
    x, iterations = _climb(likelihood)
    x[:n] -= x[:n].mean()
    unit = np.concatenate([np.ones(n), 1 / scale])
    covariance, used = _robust_covariance(likelihood, x, outcome, units)
    size = n + len(scale)
    return CovariateFit(
        model=fitted,
        strengths=x[:n],
        effects=x[n:size] / scale,
        tie=_tie_parameter(model, fitted, x),
        covariance=covariance[:size, :size] * np.outer(unit, unit),
        units=used,
        log_likelihood=likelihood.value(x),
        iterations=iterations,
    )


def _model_to_fit(model: PairedModel, wins: Floats, ties: Floats) -> PairedModel:
    """The model, or the one it tends to without ties, if the systems alone have finite parameters."""
    groups = unbeatable_groups(wins, ties)
    if len(groups) > 1:
        raise NoFiniteFit(f"the systems form {len(groups)} groups that never lost to a later one", groups)
    if model.tie is not None and not ties.any():
        return model.tie.model_at_no_ties
    if model.tie is not None and not ties_are_bounded(wins, ties):
        raise NoFiniteFit("no cycle has more wins than ties, so the tie parameter grows without limit", groups)
    return model


def _tie_parameter(asked: PairedModel, fitted: PairedModel, x: Floats) -> float | None:
    if asked.tie is None:
        return None
    return float(np.exp(x[-1])) if fitted.tie is not None else asked.tie.at_no_ties


class _Votes(NamedTuple):
    """Votes summed over equal pairs and covariates, the smaller code named first.

    Args:
        design: groups x (systems, covariates), sparse; a gap is its row times strengths and effects.
        outcomes: of each group.
        group: the group of every vote.
        turned: -1 for a vote whose systems changed places, 1 otherwise.
    """

    design: Any
    outcomes: Outcomes
    group: Codes
    turned: Floats


def _group(first: Ints, second: Ints, outcome: Ints, covariates: Floats, n: int) -> _Votes:
    from scipy.sparse import csr_array, hstack

    turned = np.where(first < second, 1.0, -1.0)
    key = np.minimum(first, second).astype(np.int64) * n + np.maximum(first, second)
    x = covariates * turned[:, None]
    for column in x.T:
        values, code = np.unique(column, return_inverse=True)
        # Numbered anew each time: products of many codes would overflow.
        key = np.unique(key * len(values) + code, return_inverse=True)[1]
    _, example, group = np.unique(key, return_index=True, return_inverse=True)
    result = np.asarray(outcome) * turned
    won, lost, tied = (np.bincount(group, result == value).astype(np.float64) for value in (1, -1, 0))
    rows = np.arange(len(example))
    lower, upper = np.minimum(first, second)[example], np.maximum(first, second)[example]
    ends = (np.repeat([1.0, -1.0], len(rows)), (np.tile(rows, 2), np.concatenate([lower, upper])))
    systems = csr_array(ends, shape=(len(rows), n))
    return _Votes(hstack([systems, csr_array(x[example])], format="csr"), Outcomes(won, lost, tied), group, turned)


class _Likelihood(NamedTuple):
    """The likelihood of votes as a function of x: strengths, effects and, if there is one, the log tie parameter."""

    model: PairedModel
    votes: _Votes
    n: int

    @property
    def start(self) -> Floats:
        """Equal systems without effects that tie as often as was seen."""
        won, lost, tied = (float(part.sum()) for part in self.votes.outcomes)
        x = np.zeros(self.votes.design.shape[1])
        return x if self.model.tie is None else np.append(x, self.model.tie.from_share(tied / (won + lost + tied)))

    def gaps(self, x: Floats) -> tuple[Floats, Floats]:
        """Gaps of the groups, and the log tie parameter (empty if there is none)."""
        size = self.votes.design.shape[1]
        return self.votes.design @ x[:size], x[size:]

    def value(self, x: Floats) -> float:
        """The log-likelihood."""
        return float(self.model.log_likelihood(self.votes.outcomes, *self.gaps(x)).sum())

    def score(self, x: Floats) -> Floats:
        """Its gradient."""
        by_gap, by_tie = self.model.score(self.votes.outcomes, *self.gaps(x))
        return np.append(self.votes.design.T @ by_gap, by_tie.sum())[: len(x)]

    def information(self, x: Floats) -> Floats:
        """Its negative second derivatives."""
        from scipy.sparse import diags_array

        design = self.votes.design
        gap_gap, gap_tie, tie_tie = self.model.information(self.votes.outcomes, *self.gaps(x))
        matrix = np.zeros((design.shape[1] + 1, design.shape[1] + 1))
        matrix[:-1, :-1] = (design.T @ (diags_array(gap_gap) @ design)).toarray()
        matrix[-1, :-1] = matrix[:-1, -1] = design.T @ gap_tie
        matrix[-1, -1] = tie_tie.sum()
        return matrix[: len(x), : len(x)]


def _require_meaning(first: Ints, second: Ints, covariates: Floats, n: int) -> None:
    """A constant is the advantage of the system named first: some pair must have been named in both orders."""
    named = np.zeros((n, n), dtype=bool)
    named[first, second] = True
    for column, x in enumerate(covariates.T):
        if not x.any():
            raise UnidentifiedCovariate(f"covariate {column} is 0 for every vote", column)
        if (x == x[0]).all() and not (named & named.T).any():
            reason = f"covariate {column} is constant, and no pair of systems was named in both orders"
            raise UnidentifiedCovariate(reason, column)


def _require_identified(information: Floats, n: int, size: int) -> None:
    """Each covariate must vary beside the systems and the covariates before it."""
    definite = with_level(information, n)
    for last in range(n, size):
        cross = definite[:last, last]
        left = definite[last, last] - cross @ np.linalg.solve(definite[:last, :last], cross)
        if left <= COLLINEAR * definite[last, last]:
            column = last - n
            others = "the systems" if column == 0 else "the systems and the covariates before it"
            raise UnidentifiedCovariate(
                f"covariate {column} cannot be distinguished from {others}: they add up to it", column
            )


def _climb(likelihood: _Likelihood) -> tuple[Floats, int]:
    """Newton's method with halved steps: the maximum, and how many steps led there."""
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    x = likelihood.start
    value = likelihood.value(x)
    for iteration in range(1, MOST_STEPS + 1):
        definite = with_level(likelihood.information(x), likelihood.n)
        try:
            step = cho_solve(cho_factor(definite), likelihood.score(x))
        except LinAlgError:
            break
        step *= min(1.0, LONGEST_STEP / max(np.abs(step).max(), SMALLEST_STEP))
        while not (ahead := likelihood.value(x + step)) >= value - 1e-12 * abs(value):
            step /= 2
        x, value = x + step, ahead
        if np.abs(step).max() < SMALLEST_STEP and is_curved(definite):
            return x, iteration
    reason = "the covariates predict some outcomes without a single exception, so an effect grows without limit"
    raise NoFiniteFit(reason, [list(range(likelihood.n))])


def is_curved(definite: Floats) -> bool:
    """Whether the likelihood bends in every direction, in units of the parameters' own curvatures."""
    own = np.diag(definite)
    if (own <= 0).any():
        return False
    unit = 1 / np.sqrt(own)
    return bool(np.linalg.eigvalsh(definite * np.outer(unit, unit))[0] > FLAT)


def _robust_covariance(likelihood: _Likelihood, x: Floats, outcome: Ints, units: Ints | None) -> tuple[Floats, int]:
    """Covariance of all parameters, and the number of units."""
    from scipy.sparse import csr_array, diags_array, hstack

    group, turned = likelihood.votes.group, likelihood.votes.turned
    unit = np.arange(len(group)) if units is None else np.unique(units, return_inverse=True)[1]
    count = int(unit.max()) + 1
    if count < 2:
        raise ValueError("needs at least two units")
    gap, log_tie = likelihood.gaps(x)
    result = np.asarray(outcome) * turned
    one = Outcomes(*((result == value).astype(np.float64) for value in (1, -1, 0)))
    by_gap, by_tie = likelihood.model.score(one, gap[group], log_tie)
    members = csr_array((np.ones(len(group)), (unit, np.arange(len(group)))), shape=(count, len(group)))
    scores = diags_array(by_gap) @ likelihood.votes.design[group]
    sums = members @ hstack([scores, csr_array(by_tie[:, None])], format="csr")[:, : len(x)]
    bread = np.linalg.inv(with_level(likelihood.information(x), likelihood.n))
    return np.asarray(bread @ (sums.T @ sums).toarray() @ bread * count / (count - 1)), count


def covariates_plain(
    strengths: Floats, effects: Floats, nu: float, votes: Iterable[tuple[int, int, int, Floats]]
) -> float:
    """The log-likelihood as it is defined, one vote (first, second, outcome, x) after the other. For tests.

    With nu = 0 it is Bradley-Terry with ties as half votes, otherwise Davidson.
    """
    total = 0.0
    for a, b, outcome, x in votes:
        d = strengths[a] - strengths[b] + float(x @ effects)
        z = math.exp(d / 2) + math.exp(-d / 2) + nu
        logs = {1: d / 2 - math.log(z), -1: -d / 2 - math.log(z)}
        logs[0] = math.log(nu / z) if nu else (logs[1] + logs[-1]) / 2
        total += logs[int(outcome)]
    return total
