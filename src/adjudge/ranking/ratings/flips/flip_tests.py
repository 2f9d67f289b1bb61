"""All pairs tested by sign flips of what units contribute to the estimates of the mixed model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes.recipe import Test
from adjudge.core.seeds import Seeds
from adjudge.kernels.ranks.rank_sets import rank_sets
from adjudge.kernels.ranks.step_down import MOST_DRAWS, step_down
from adjudge.ranking.corrections import FALSE_DISCOVERY_RATE
from adjudge.ranking.ratings.flips.evidence import Evidence

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ints = NDArray[np.intp]

#: A p-value of 0.05 is known to within 0.0022 (one standard error); a ranking and the one it is compared with take the
#: same draws, so that the error is largely shared.
QUICK_DRAWS: Final = 10_000


@dataclass(frozen=True, eq=False)
class FlipTests:
    """Every pair tested: matrices over systems in rank order.

    Args:
        single: two-sided p-values of single pairs.
        familywise: corrected by the step-down maximum.
        difference: row minus column.
        errors: standard errors of the differences.
        units: the number of equal units that hold as much information about a pair.
        reachable: pairs whose p-value can get below the level at all.
        unsettled: pairs whose verdict could be another one with other random draws.
        critical: the |T| above which a pair that was not separated would have been.
        draws: how many were looked at.
        exact: whether these are all there are.
    """

    single: Floats
    familywise: Floats
    difference: Floats
    errors: Floats
    units: Floats
    reachable: Flags
    unsettled: Flags
    critical: float
    draws: int
    exact: bool

    def sets(self, level: float) -> list[tuple[int, int]]:
        """Simultaneous confidence sets of the ranks: what the same test, inverted, leaves open."""
        return rank_sets((self.familywise < level) & (self.difference > 0))


def flip_tests(evidence: Evidence, places: Ints, test: Test, seeds: Seeds, *, quick: bool = False) -> FlipTests:
    """Test all pairs.

    Definition: T = difference / sqrt(sum of squared contributions under the hypothesis + noise of annotators); when
    nothing differs, units have random signs and noise is normal, the same for all pairs (see
    `adjudge.kernels.mixed_model.contributions`, `annotator_noise`); the step-down maximum corrects for their number.
    No p-value is below what the signs of a pair's units can reach.

    Checked against: all sign assignments of balanced designs, where it is the permutation test by documents
    (tests/laws); the share of false differences in designs of many kinds (benchmarks/study_level.py, tests/recovery).

    Args:
        evidence: of the model.
        places: where each system, by name, stands in the ranking.
        test: level of the test.
        seeds: for random draws.
        quick: for one of many rankings: verdicts only, from no more than `QUICK_DRAWS`.
    """
    by_discoveries = test.correction in FALSE_DISCOVERY_RATE
    stream = seeds.stream("model flips")
    found = step_down(
        evidence.statistics,
        evidence.null,
        test.level,
        stream,
        critical=not quick,
        discoveries=by_discoveries,
        most=QUICK_DRAWS if quick else MOST_DRAWS,
    )
    k = evidence.systems

    def matrix(values: Floats, diagonal: float, sign: int = 1) -> Floats:
        full = np.full((k, k), diagonal)
        first, second = np.triu_indices(k, 1)
        full[places[first], places[second]] = values
        full[places[second], places[first]] = sign * values
        return full

    return FlipTests(
        single=matrix(np.maximum(found.single, evidence.least_p), 1.0),
        familywise=matrix(np.maximum(found.p, evidence.least_p), 1.0),
        difference=matrix(evidence.contributions.differences, 0.0, sign=-1),
        errors=matrix(evidence.free_errors, 0.0),
        units=matrix(evidence.effective_units, 1.0),
        reachable=matrix(evidence.least_p, 1.0) < test.level,
        unsettled=matrix((found.unsettled & (evidence.least_p < test.level)).astype(np.float64), 0.0) > 0,
        critical=found.critical,
        draws=found.draws,
        exact=found.exact,
    )
