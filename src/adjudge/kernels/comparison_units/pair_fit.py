"""Whether one strength per system describes the comparisons of single pairs: observed and fitted counts, by unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.unit_scores import UnitVotes, pair_scores, unit_scores
from adjudge.kernels.paired_comparison.counts import Outcomes, Pairs
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.ranks.step_down import draws_at_once, random_signs
from adjudge.kernels.rounding import FIT_NOISE

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

#: Pairs with fewer comparisons say little about themselves.
FEWEST_MEETINGS: Final = 10
#: Units beyond this number are pooled: sums of independent units are independent units.
MOST_UNITS: Final = 1_000
MOST_PAIRS: Final = 5_000
DRAWS: Final = 1_999


@dataclass(frozen=True, eq=False)
class PairFit:
    """How pairs fit.

    Args:
        first: of each pair that was looked at.
        second: of each pair.
        observed: share of its comparisons that the first won, a tie being half a win.
        fitted: the same by the model.
        z: residual over its error.
        p: that all pairs fit.
        typical: how far shares of pairs are off beyond chance, as a root mean square.
    """

    first: Codes
    second: Codes
    observed: Floats
    fitted: Floats
    z: Floats
    p: float
    typical: float


def check_pair_fit(fit: PairedFit, votes: UnitVotes, pairs: Pairs, rng: np.random.Generator) -> PairFit | None:
    """Test whether the comparisons of all pairs fit the strengths.

    Definition: r_ab is the score of all comparisons of a and b by their gap, observed minus expected wins; unit g
    contributes q_g = r_g,ab - h_ab'cov s_g, with s_g its score and h_ab the derivative of the expected r_ab by the
    parameters. X = sum over pairs of r^2 / sum_g q_g^2 is compared with its values under random signs of units, the
    same for all pairs. Where units are many this is the score test against one free parameter per pair, robust to
    dependence within units (Boos 1992).

    Checked against: the sums written out (tests/laws); the share of false alarms in simulated votes (tests/recovery).

    Args:
        fit: strengths fitted to these comparisons.
        votes: the comparisons, by unit.
        pairs: counts of all pairs.
        rng: source of the signs.

    Returns:
        None if there are too few pairs with enough comparisons to say anything.
    """
    met = np.sum(pairs.outcomes, axis=0)
    chosen = np.argsort(-met, kind="stable")[:MOST_PAIRS]
    chosen = np.sort(chosen[met[chosen] >= FEWEST_MEETINGS])
    if len(chosen) < len(fit.strengths):
        return None
    first, second = pairs.first[chosen], pairs.second[chosen]
    outcomes = Outcomes(*(count[chosen] for count in pairs.outcomes))
    terms = pair_contributions(fit, votes, Pairs(first, second, outcomes))
    residual, squares = terms.sum(axis=0), (terms**2).sum(axis=0)
    # Every vote moves a residual by about 1.
    scale = np.divide(1.0, np.sqrt(squares), out=np.zeros_like(squares), where=squares > FIT_NOISE**2 * met[chosen])
    z = residual * scale
    scaled = (terms * scale).astype(np.float32)
    step = draws_at_once(len(terms), 500)
    blocks = [min(step, DRAWS - start) for start in range(0, DRAWS, step)]
    drawn = np.concatenate([((random_signs(rows, len(terms), rng) @ scaled) ** 2).sum(axis=1) for rows in blocks])
    hits = int((drawn >= (z**2).sum() * (1 - 1e-5)).sum())
    chance = squares - residual**2 / len(terms)
    beyond = float((residual**2 - chance).sum() / (met[chosen] ** 2).sum())
    observed, fitted = _shares(fit, Pairs(first, second, outcomes))
    return PairFit(
        first, second, observed, fitted, z, p=(1 + hits) / (1 + len(drawn)), typical=float(np.sqrt(max(0.0, beyond)))
    )


def pair_contributions(fit: PairedFit, votes: UnitVotes, pairs: Pairs) -> Floats:
    """The contributions q_g of pooled units to all pairs: units x pairs."""
    n, groups = len(fit.strengths), min(votes.units, MOST_UNITS)
    place = np.full((n, n), -1)
    place[pairs.first, pairs.second] = np.arange(len(pairs.first))
    row = place[votes.first, votes.second]
    kept, group = row >= 0, votes.unit % groups
    own = np.bincount(
        group[kept] * len(pairs.first) + row[kept], pair_scores(fit, votes)[kept], groups * len(pairs.first)
    ).reshape(groups, -1)
    scores = unit_scores(fit, votes) if votes.units == groups else unit_scores(fit, _pooled(votes, groups))
    gap = fit.strengths[pairs.first] - fit.strengths[pairs.second]
    gap_gap, gap_tie, _ = fit.model.information(pairs.outcomes, gap, fit.parameters[n:])
    influence = scores @ fit.inverse
    moved = gap_gap * (influence[:, pairs.first] - influence[:, pairs.second])
    if len(fit.information) > n:
        moved += gap_tie * influence[:, n:]
    return np.asarray(own - moved)


def _pooled(votes: UnitVotes, groups: int) -> UnitVotes:
    group = votes.unit % groups
    order = np.argsort(group, kind="stable")
    return UnitVotes(
        group[order], votes.first[order], votes.second[order], votes.outcome[order], votes.count[order], groups
    )


def _shares(fit: PairedFit, pairs: Pairs) -> tuple[Floats, Floats]:
    """Observed and fitted shares of wins, a tie being half a win."""
    won, lost, tied = pairs.outcomes
    gap, log_tie = fit.strengths[pairs.first] - fit.strengths[pairs.second], fit.parameters[len(fit.strengths) :]
    one = np.ones(len(gap))
    win, loss = (
        np.exp(fit.model.log_likelihood(Outcomes(w * one, (1 - w) * one, 0 * one), gap, log_tie)) for w in (1, 0)
    )
    return (won + tied / 2) / (won + lost + tied), 0.5 + (win - loss) / 2
