"""What a reader of a ranking from ratings should know: functions that compute the numbers behind its findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import fill
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import ClusterRule, Test
from adjudge.kernels.ranks.order import discordant_pairs, kendall_tau
from adjudge.ranking.catalogue import AGAINST_THE_ORDER, FALSE_DISCOVERIES
from adjudge.ranking.corrections import FALSE_DISCOVERY_RATE
from adjudge.ranking.lines import lines_below
from adjudge.ranking.missed import missed
from adjudge.ranking.ratings.catalogue import (
    AGAINST_THE_ORDER_BLIND,
    ALL_HIDDEN,
    DIFFERENT_DOCUMENTS,
    FALSE_POSITIVES,
    HALVED,
    MOVED,
    NONE_EQUIVALENT,
    NOT_INCLUDED,
    NOT_SEPARATED,
    ONE_SIDED,
    ONE_UNIT,
    OTHER_LINES,
    OTHER_RULES,
    POST_EDITED,
    RAW_ORDER,
    SEGMENTS_AS_INDEPENDENT,
    SHOWN_EQUIVALENT,
    SWAPPED,
    UNMOVED,
    UNTRACED_AS_INDEPENDENT,
)
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.ranking.result import RankedPair

Flags = NDArray[np.bool_]


def raw_order(means: pl.DataFrame, systems: list[str]) -> list[Finding]:
    """Raw means that disagree with the order by standardised scores or by the model (Z12).

    Args:
        means: one row per system, with `raw`; unknown raw means say nothing.
        systems: the ranking, best first.
    """
    if means["raw"].null_count():
        return []
    raw = means.sort(["raw", "system"], descending=[True, False])["system"].to_list()
    swapped = discordant_pairs(systems, raw)
    if not swapped:
        return []
    return [RAW_ORDER(kendall=kendall_tau(systems, raw), pairs=[list(pair) for pair in swapped])]


def with_after_degraded(order: Sequence[str], included: Sequence[str]) -> Finding:
    """What the rows left out because of a degraded item would have done to the order (G2).

    Args:
        order: the ranking, best first.
        included: the order by the same recipe with these rows. A system that only one of the two holds is named, and
            the places of the others are counted without it.
    """
    shared = [name for name in order if name in included]
    others = [name for name in included if name in order]
    moved = {name: [place, others.index(name) + 1] for place, name in enumerate(shared, 1) if others[place - 1] != name}
    numbers: dict[str, Any] = {
        "kendall": kendall_tau(shared, others),
        "moved": moved,
        "order": list(included),
        "_apart": sorted({*order, *included} - set(shared)),
    }
    if not moved:
        return UNMOVED(**numbers)
    if len(moved) == 2:
        (a, places), (b, _) = moved.items()
        return SWAPPED(**numbers, _a=a, _b=b, _first=places[0], _second=places[1])
    moves = [f"{name} from {before} to {after}" for name, (before, after) in moved.items()]
    return MOVED(**numbers, _moved=len(moved), _systems=len(shared), _moves=moves)


def after_degraded_refused(error: AdjudgeError) -> Finding:
    """The recipe cannot be run with the rows left out because of a degraded item."""
    return NOT_INCLUDED(problem=error.problems[0].what)


def against_the_order(systems: list[str], beats: Flags, ahead: Flags) -> list[Finding]:
    """Pairs whose test points against the order of the means.

    Args:
        systems: best first.
        beats: who is significantly better than whom, in this order.
        ahead: who is ahead in the statistic that was tested.
    """
    lower = np.triu(beats.T, 1)  # the lower ranked system beats the higher ranked one
    blind = np.triu(beats & ahead.T, 1)  # the higher ranked one is called better, the test says worse
    if not (lower | blind).any():
        return []
    against = [[systems[j], systems[i]] for i, j in zip(*np.nonzero(lower | blind), strict=True)]
    return [(AGAINST_THE_ORDER_BLIND if blind.any() else AGAINST_THE_ORDER)(pairs=against)]


def hidden_systems(systems: int, shown: int) -> list[Finding]:
    """No line can be drawn where fewer than two systems take part in drawing it.

    Args:
        systems: all of them.
        shown: those that are not hidden.
    """
    return [ALL_HIDDEN(systems=systems, shown=shown)] if shown < 2 else []


def other_rules(systems: list[str], beats: Flags, used: str) -> list[Finding]:
    """Where the published line rules differ on these tests (T2).

    Args:
        systems: that lines are drawn between, best first.
        beats: who is significantly better than whom, in this order.
        used: the rule of the recipe.
    """
    places = {
        rule: [name for name, below in zip(systems, lines_below(beats, rule), strict=True) if below]
        for rule in get_args(ClusterRule)
    }
    differences = []
    for rule, names in places.items():
        more, less = [n for n in names if n not in places[used]], [n for n in places[used] if n not in names]
        if more or less:
            words = {"rule": rule, "more": more, "less": less, "conjunction": " and" if more and less else None}
            differences.append(fill(OTHER_LINES, words))
    return [OTHER_RULES(lines=places, _used=used, _differences="; ".join(differences))] if differences else []


def limits(scores: SegmentScores, test: Test) -> list[Finding]:
    """What limits the tests, whatever they showed: dependent units, different documents, direction, their number."""
    return [
        *lone_systems(scores),
        *([] if test.kind.by_model else segments_as_units(scores, test)),
        *different_documents(scores),
        *one_sided(test),
        *false_positives(test, len(scores.pairs)),
    ]


def lone_systems(scores: SegmentScores) -> list[Finding]:
    """Systems that were judged on a single document, or segment where documents are unknown."""
    alone = np.flatnonzero((scores.document_sums[1] > 0).sum(axis=0) == 1)
    names = [scores.systems[i] for i in alone]
    return [ONE_UNIT(systems=names, unit="document" if scores.traced else "segment")] if names else []


def segments_as_units(scores: SegmentScores, test: Test) -> list[Finding]:
    """A test that treats segments as independent although some share a document (T6)."""
    if test.independent != "segment":
        return []
    documents, segments = len(scores.starts), len(scores.matrix)
    if not scores.traced:
        return [UNTRACED_AS_INDEPENDENT(documents=None, segments=segments)]
    return [] if documents == segments else [SEGMENTS_AS_INDEPENDENT(documents=documents, segments=segments)]


def different_documents(scores: SegmentScores) -> list[Finding]:
    """Systems that were judged on different documents: luck of the draw enters the comparison (X2, X3)."""
    held = scores.document_sums[1] > 0
    if not scores.traced or held.all():
        return []
    complete, smallest = int(held.all(axis=1).sum()), int(held.sum(axis=0).min())
    return [DIFFERENT_DOCUMENTS(documents=len(held), complete=complete, smallest=smallest)]


def one_sided(test: Test) -> list[Finding]:
    """A direction chosen after seeing the order is no direction chosen in advance."""
    if test.alternative == "two-sided":
        return []
    return [(HALVED if test.alternative == "halved" else ONE_SIDED)(level=test.level, _two_sided=2 * test.level)]


def false_discoveries(pairs: Sequence[RankedPair], test: Test) -> list[Finding]:
    """What a correction for the false discovery rate promises."""
    if test.correction not in FALSE_DISCOVERY_RATE:
        return []
    return [FALSE_DISCOVERIES(significant=sum(pair.significant for pair in pairs), _share=test.level)]


def false_positives(test: Test, n_pairs: int) -> list[Finding]:
    """How many significant pairs chance alone would give (Lopez 2012, section 6)."""
    if test.correction != "none" or n_pairs < 2:
        return []
    # Each pair is tested in the direction of the order, and a two-sided level counts both directions.
    rate = test.level * (1 if test.alternative == "two-sided" else 2)
    return [FALSE_POSITIVES(pairs=n_pairs, expected=rate * n_pairs)]


def not_separated(pairs: Sequence[RankedPair]) -> list[Finding]:
    """How much could have been missed in the pairs that were not separated (T7)."""
    found = missed(pairs)
    if found.power is None:
        return []
    return [
        NOT_SEPARATED(
            pairs=len(found.pairs),
            median_power=found.power,
            _known=found.known if found.known < len(found.pairs) else None,
            _smallest=found.smallest,
            _difference=found.smallest_difference,
        )
    ]


def equivalence(pairs: Sequence[RankedPair], margin: float | None) -> list[Finding]:
    """Which pairs are shown to be equivalent within the margin fixed in advance."""
    if margin is None:
        return []
    equal = [[pair.a, pair.b] for pair in pairs if pair.equivalent]
    return [(SHOWN_EQUIVALENT if equal else NONE_EQUIVALENT)(margin=margin, pairs=equal)]


def post_edited(pairs: Sequence[RankedPair], names: Sequence[str]) -> list[Finding]:
    """Not being separated from a post-edited machine translation is no parity with humans (O6)."""
    found = [[pair.a, pair.b] for pair in pairs if not pair.significant and (pair.a in names) != (pair.b in names)]
    return [POST_EDITED(pairs=found)] if found else []
