"""Whether the comparisons of single pairs fit a model, and which do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.comparison_units.pair_fit import PairFit, check_pair_fit
from adjudge.kernels.comparison_units.unit_scores import UnitVotes
from adjudge.kernels.paired_comparison.counts import pairs_met
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.evidence.unit_evidence import votes_by_unit
from adjudge.ranking.comparisons.methods.catalogue import MISFIT, SLIGHT_MISFIT
from adjudge.ranking.comparisons.tally import Tally

#: A misfit is said at this level, and a warning if shares are off by this much beyond chance.
LEVEL: Final = 0.01
NOTABLE: Final = 0.02
#: Counts beyond this number are not taken apart into single comparisons.
MOST_COUNTED: Final = 10_000_000


def find_pair_fit(
    fit: PairedFit, tally: Tally, dependence: Dependence, seeds: Seeds, votes: UnitVotes | None = None
) -> PairFit | None:
    """Test whether pairs fit the strengths; None if the comparisons say too little about single pairs.

    Args:
        fit: of a model, to the comparisons.
        tally: the comparisons.
        dependence: which of them are dependent.
        seeds: for random signs.
        votes: the comparisons by unit, if they are there already.
    """
    if tally.votes is None and tally.comparisons > MOST_COUNTED:
        return None
    held = votes_by_unit(tally, dependence) if votes is None else votes
    return check_pair_fit(fit, held, pairs_met(tally.wins, tally.ties), seeds.stream("pair fit"))


def about_fit(found: PairFit | None, names: Sequence[str]) -> list[Finding]:
    """The misfit, if there is one, and the pairs that are furthest off."""
    if found is None or found.p >= LEVEL:
        return []
    if found.typical < NOTABLE:
        return [SLIGHT_MISFIT(p=found.p, typical=found.typical)]
    worst = np.argsort(-np.abs(found.z), kind="stable")[:3]
    pairs = [[names[found.first[i]], names[found.second[i]]] for i in worst]
    shown = [
        f"{a} against {b} ({found.observed[i]:.0%} observed, {found.fitted[i]:.0%} fitted)"
        for i, (a, b) in zip(worst, pairs, strict=True)
    ]
    return [MISFIT(p=found.p, typical=found.typical, pairs=pairs, _pairs=shown, _n=len(shown))]
