"""All pairs of fitted strengths tested at once, by flipping the signs of units (`restricted_scores`, `step_down`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.restricted_scores import restricted_contributions, shared_contributions
from adjudge.kernels.comparison_units.tastes import Tastes
from adjudge.kernels.comparison_units.unit_scores import UnitVotes
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.ranks.step_down import (
    NullDraws,
    SignFlips,
    Singles,
    StepDown,
    draws_at_once,
    random_signs,
    step_down,
)
from adjudge.kernels.rounding import FIT_NOISE

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
#: `pairs`: units contribute to every pair on its own. `systems`: contributions are differences of what a unit says of
#: two systems. `normal`: of so many units only the covariance is needed.
Contributions = Literal["pairs", "systems", "normal"]

#: Contributions are kept pair by pair up to so many units x pairs, and units x parameters^3.
MOST_CELLS: Final = 10_000_000
MOST_PRODUCTS: Final = 1.2e9
#: And system by system up to so many units x systems.
MOST_VECTORS: Final = 30_000_000
#: Numbers in one chunk of draws x pairs.
CHUNK: Final = 4_000_000
#: Draws whose signs are drawn at once.
BLOCK: Final = 2_048
#: What a difference costs, in products of a matrix product.
COST_OF_DIFFERENCE: Final = 40


def contributions_for(units: int, systems: int) -> Contributions:
    """How contributions are kept: as exactly as time and memory allow."""
    pairs = systems * (systems - 1) / 2
    if units * pairs <= MOST_CELLS and units * float(systems + 1) ** 3 <= MOST_PRODUCTS:
        return "pairs"
    return "systems" if units * float(systems) <= MOST_VECTORS else "normal"


def flip_pairs(
    fit: PairedFit,
    votes: UnitVotes | None,
    *,
    covariance: Floats,
    level: float,
    rng: np.random.Generator,
    tastes: Tastes | None = None,
    discoveries: bool = False,
) -> StepDown:
    """Test all pairs i < j, row after row, two-sided.

    Definition: T = c'th / sqrt(sum_g psi_g^2 + c'Sc), psi_g the contributions of units and S what tastes of annotators
    add (nothing without); in a draw sum_g e_g psi_g + c'z takes the place of c'th, e_g being random signs, the same
    for all pairs, and z normal with covariance S f / x, x chi-square with the f degrees of freedom of S.

    Checked against: the definition (tests/laws); the share of false rejections (benchmarks/study_votes.py).

    Args:
        fit: strengths fitted to these comparisons.
        votes: the comparisons, by unit; None if there are too many units for them.
        covariance: of the strengths; used without votes only.
        level: at which a pair is rejected.
        rng: source of random draws.
        tastes: of annotators.
        discoveries: whether verdicts are those of the false discovery rate.
    """
    added = tastes if tastes is not None and tastes.variance else None
    kind: Contributions = "normal" if votes is None else contributions_for(votes.units, len(fit.strengths))
    if votes is not None and kind == "pairs":
        contributions = restricted_contributions(fit, votes)
        return _flip_by_pair(fit, contributions, added, level, rng, discoveries=discoveries)
    by_unit = votes is not None and kind == "systems"
    vectors = shared_contributions(fit, votes) if votes is not None and by_unit else _root(covariance)
    return _flip_by_system(fit, vectors, added, level, rng, normal=not by_unit, discoveries=discoveries)


def _flip_by_pair(
    fit: PairedFit,
    contributions: Floats,
    tastes: Tastes | None,
    level: float,
    rng: np.random.Generator,
    *,
    discoveries: bool,
) -> StepDown:
    first, second = np.triu_indices(len(fit.strengths), 1)
    scale = _scale(fit, (contributions**2).sum(axis=0), tastes, first, second)
    observed, scaled = (fit.strengths[first] - fit.strengths[second]) * scale, contributions * scale
    null: NullDraws = SignFlips(scaled)
    if tastes is not None:
        null = PairDraws(first, second, scale, contributions=scaled, tastes=tastes)
    return step_down(observed, null, level, rng, critical=False, discoveries=discoveries)


def _flip_by_system(
    fit: PairedFit,
    vectors: Floats,
    tastes: Tastes | None,
    level: float,
    rng: np.random.Generator,
    *,
    normal: bool,
    discoveries: bool,
) -> StepDown:
    first, second = np.triu_indices(len(fit.strengths), 1)
    scale = _scale(fit, _contrasts(vectors.T @ vectors, first, second), tastes, first, second)
    observed = (fit.strengths[first] - fit.strengths[second]) * scale
    # In falling order of the statistic nothing must be put in order, draw after draw.
    order = np.argsort(-np.abs(observed), kind="stable")
    null = PairDraws(first[order], second[order], scale[order], vectors=vectors, normal=normal, tastes=tastes)
    found = step_down(observed[order], null, level, rng, critical=False, discoveries=discoveries)
    back = np.argsort(order)
    return replace(found, p=found.p[back], single=found.single[back], unsettled=found.unsettled[back])


def _scale(fit: PairedFit, squares: Floats, tastes: Tastes | None, first: Codes, second: Codes) -> Floats:
    """One over the error of each pair; 0 where there is none, which is where two systems are equal in every unit.

    There is none but for rounding if it is nothing beside the error of independent votes.
    """
    if tastes is not None:
        squares = squares + _contrasts(tastes.covariance, first, second)
    errors, independent = np.sqrt(squares), np.sqrt(_contrasts(fit.inverse, first, second))
    return np.divide(1.0, errors, out=np.zeros_like(errors), where=errors > FIT_NOISE * independent)


def _contrasts(matrix: Floats, first: Codes, second: Codes) -> Floats:
    own = np.diag(matrix)
    return np.asarray(np.maximum(own[first] + own[second] - 2 * matrix[first, second], 0.0))


def _root(covariance: Floats) -> Floats:
    """A matrix R with R'R = covariance."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T)


@dataclass(frozen=True, eq=False)
class PairDraws:
    """Random draws for pairs of systems that differ by more than signs of units pair by pair.

    Args:
        first: of each pair.
        second: of each pair.
        scale: what a difference is multiplied by.
        contributions: units x pairs, to be flipped; scaled.
        vectors: units x systems, to be flipped instead; pairs are differences.
        normal: whether rows of the vectors are multiplied by normal numbers, not by signs.
        tastes: what annotators add.
    """

    first: Codes
    second: Codes
    scale: Floats
    contributions: Floats | None = None
    vectors: Floats | None = None
    normal: bool = False
    tastes: Tastes | None = None

    @property
    def all_draws(self) -> int | None:
        """Never all: there are too many, or infinitely many."""
        return None

    @property
    def cost(self) -> float:
        """One product for each unit and pair or system, and the differences."""
        held = self.contributions if self.contributions is not None else self.vectors
        return float(COST_OF_DIFFERENCE * len(self.first) + (0 if held is None else held.size))

    def enumerate(self) -> Iterator[Singles]:
        """Nothing: see `all_draws`."""
        return iter(())

    def draw(self, count: int, rng: np.random.Generator) -> Iterator[Singles]:
        """Draws in chunks of draws x pairs."""
        units = max(len(held) for held in (self.contributions, self.vectors, ()) if held is not None)
        block = draws_at_once(units, BLOCK)
        step = min(block, max(1, CHUNK // len(self.first)))
        terms = None if self.contributions is None else self.contributions.astype(np.float32)
        vectors = None if self.vectors is None else self.vectors.astype(np.float32)
        root = None if self.tastes is None else _root(self.tastes.covariance).astype(np.float32)
        scale = self.scale.astype(np.float32)
        for start in range(0, count, block):
            rows = min(block, count - start)
            moved = self._moved(rows, vectors, root, rng)
            for low in range(0, rows, step):
                high = min(low + step, rows)
                chunk = np.zeros((high - low, len(scale)), np.float32)
                if moved is not None:
                    np.subtract(moved[low:high].take(self.first, 1), moved[low:high].take(self.second, 1), out=chunk)
                    chunk *= scale
                if terms is not None:
                    chunk += random_signs(high - low, len(terms), rng) @ terms
                yield chunk

    def _moved(
        self, rows: int, vectors: Singles | None, root: Singles | None, rng: np.random.Generator
    ) -> Singles | None:
        """Draws x systems: what units and tastes make of each system."""
        parts = []
        if vectors is not None:
            by_unit = (
                rng.standard_normal((rows, len(vectors)), np.float32)
                if self.normal
                else random_signs(rows, len(vectors), rng)
            )
            parts.append(by_unit @ vectors)
        if root is not None and self.tastes is not None:
            freedom = self.tastes.freedom
            wider = np.sqrt(freedom / rng.chisquare(freedom, (rows, 1))).astype(np.float32)
            parts.append(rng.standard_normal((rows, len(root)), np.float32) @ root * wider)
        return sum(parts[1:], parts[0]) if parts else None
