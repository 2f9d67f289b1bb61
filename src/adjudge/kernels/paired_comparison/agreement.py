"""Agreement of annotators on comparisons: how often two judgements of one item coincide, beyond chance.

An item is a pair of systems on a segment. WMT printed such figures with its relative rankings, and its way of counting
has quirks; both its form and one without them are here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.intp]


@dataclass(frozen=True)
class Agreement:
    """Counts, and the coefficients that follow from them.

    Args:
        agree: pairs of judgements of one item with the same outcome.
        comparable: all pairs of judgements of one item.
        ties: ties among the judgements that chance is estimated from.
        total: how many judgements these are.
    """

    agree: int
    comparable: int
    ties: int
    total: int

    @property
    def observed(self) -> float | None:
        """Share of comparable pairs that agree, pA."""
        return self.agree / self.comparable if self.comparable else None

    @property
    def expected(self) -> float | None:
        """What chance alone would give, pE = t^2 + 2 ((1 - t) / 2)^2 with t the share of ties.

        Which of two systems is named first is arbitrary, so both have the same chance to win.
        """
        if not self.total:
            return None
        t = self.ties / self.total
        return t**2 + 2 * ((1 - t) / 2) ** 2

    @property
    def kappa(self) -> float | None:
        """(pA - pE) / (1 - pE); None without comparable pairs, and where everything is a tie."""
        if self.observed is None or self.expected is None or self.expected == 1:
            return None
        return (self.observed - self.expected) / (1 - self.expected)


def inter_annotator(items: Codes, annotators: Codes, outcomes: Codes) -> Agreement:
    """Agreement of different annotators.

    Definition: all pairs of judgements of one item by two annotators; chance from the judgements that have such a
    partner, because only these can agree (as in Krippendorff's alpha, which counts pairable values only).

    Checked against: `inter_annotator_plain` and simulated annotators of known agreement (tests/unit).

    Args:
        items: code of the item of every judgement.
        annotators: code of its annotator.
        outcomes: 0 for a tie, 1 and -1 for the two systems, in the order in which the item names them.
    """
    own = _cross(items, annotators)
    (agree, comparable), (agree_own, comparable_own) = _pairs(items, outcomes), _pairs(own, outcomes)
    partnered = outcomes[_size(items) > _size(own)]
    return Agreement(agree - agree_own, comparable - comparable_own, int((partnered == 0).sum()), len(partnered))


def intra_annotator(items: Codes, annotators: Codes, outcomes: Codes) -> Agreement:
    """Agreement of annotators with themselves: the same with pairs of judgements by one annotator.

    Checked against: `intra_annotator_plain` (tests/unit).
    """
    own = _cross(items, annotators)
    partnered = outcomes[_size(own) > 1]
    return Agreement(*_pairs(own, outcomes), int((partnered == 0).sum()), len(partnered))


def inter_annotator_wmt(items: Codes, outcomes: Codes) -> Agreement:
    """Agreement between annotators as WMT counted it.

    Definition (released figures of WMT15): all pairs of judgements of one item, also two by the same annotator; chance
    from all judgements, also of items judged once.

    Checked against: the 14 released figures of WMT15 Finnish-English (tests/published).
    """
    return Agreement(*_pairs(items, outcomes), int((outcomes == 0).sum()), len(outcomes))


def intra_annotator_wmt(items: Codes, segments: Codes, annotators: Codes, outcomes: Codes) -> Agreement:
    """Agreement of annotators with themselves as WMT counted it.

    Definition (released figures of WMT15): pairs as in `intra_annotator`; chance from all judgements that an annotator
    gave on a segment where some item was repeated, also those of items judged once.

    Checked against: the 14 released figures of WMT15 Finnish-English (tests/published).
    """
    own = _cross(items, annotators)
    _, work = np.unique(_cross(segments, annotators), return_inverse=True)
    repeated = np.bincount(work, weights=_size(own) > 1) > 0
    counted = outcomes[repeated[work]]
    return Agreement(*_pairs(own, outcomes), int((counted == 0).sum()), len(counted))


def _pairs(groups: Codes, outcomes: Codes) -> tuple[int, int]:
    """Pairs of judgements in one group: with equal outcomes, and all."""
    return _choose_two(groups * 3 + outcomes + 1), _choose_two(groups)


def _choose_two(groups: Codes) -> int:
    _, sizes = np.unique(groups, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _size(groups: Codes) -> Codes:
    """Size of the group that each judgement is in."""
    _, group, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    return sizes[group]


def _cross(a: Codes, b: Codes) -> Codes:
    """One code for two."""
    return a * (int(b.max(initial=0)) + 1) + b


def inter_annotator_plain(items: Codes, annotators: Codes, outcomes: Codes) -> Agreement:
    """`inter_annotator` by looking at every pair of judgements. For tests."""
    return _plain(items, annotators, outcomes, same_annotator=False)


def intra_annotator_plain(items: Codes, annotators: Codes, outcomes: Codes) -> Agreement:
    """`intra_annotator` by looking at every pair of judgements. For tests."""
    return _plain(items, annotators, outcomes, same_annotator=True)


def _plain(items: Codes, annotators: Codes, outcomes: Codes, *, same_annotator: bool) -> Agreement:
    agree, comparable, partnered = 0, 0, set()
    for a, b in combinations(range(len(items)), 2):
        if items[a] == items[b] and (annotators[a] == annotators[b]) == same_annotator:
            comparable += 1
            agree += int(outcomes[a] == outcomes[b])
            partnered |= {a, b}
    return Agreement(agree, comparable, sum(int(outcomes[a] == 0) for a in partnered), len(partnered))
