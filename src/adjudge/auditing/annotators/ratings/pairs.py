"""Correlations of every two annotators over the outputs that both rated, and their extremes (A6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.kernels.agreement.pair_correlations import Correlation, pair_correlations

CorrelationName = Literal["spearman", "pearson", "kendall"]
NAMES: Final[tuple[CorrelationName, ...]] = ("spearman", "pearson", "kendall")
#: Common outputs from which a pair enters the summary; one of fewer is mostly noise (sd 1 / sqrt(9) = .33 with ten).
ENOUGH_ITEMS: Final = 10


@dataclass(frozen=True)
class AnnotatorPair:
    """Two annotators on the outputs that both rated; repeats are averaged first.

    Args:
        a: one annotator.
        b: the other, later in the alphabet.
        n: outputs that both rated.
        spearman: Spearman's rank correlation; None if one of them gave all these outputs one score.
        pearson: Pearson's correlation.
        kendall: Kendall's tau-c.
        spearman_p: two-sided p-value, outputs taken as independent, as published.
        pearson_p: likewise.
        kendall_p: likewise.
    """

    a: str
    b: str
    n: int
    spearman: float | None
    pearson: float | None
    kendall: float | None
    spearman_p: float | None
    pearson_p: float | None
    kendall_p: float | None


@dataclass(frozen=True)
class PairSummary:
    """One correlation over all pairs with enough common outputs, as in Table 3 of Knowles and Lo (2024).

    Args:
        correlation: which one.
        pairs: pairs that have it.
        min: the lowest value.
        min_p: its p-value.
        lowest: the two annotators who have it.
        median: the median value.
        max: the highest value.
        max_p: its p-value.
        highest: the two annotators who have it.
    """

    correlation: CorrelationName
    pairs: int
    min: float
    min_p: float | None
    lowest: tuple[str, str]
    median: float
    max: float
    max_p: float | None
    highest: tuple[str, str]


def annotator_pairs(rows: DescribedRows) -> tuple[AnnotatorPair, ...]:
    """Every two annotators with at least two common outputs, in alphabetical order."""
    found = pair_correlations(rows.cells)
    names = np.array(rows.annotators, dtype=object)
    parts = {name: getattr(found, name) for name in NAMES}
    columns = {name: _numbers(part) for name, part in parts.items()}
    return tuple(
        AnnotatorPair(a, b, n, *(columns[name][0][i] for name in NAMES), *(columns[name][1][i] for name in NAMES))
        for i, (a, b, n) in enumerate(zip(names[found.first], names[found.second], found.items.tolist(), strict=True))
    )


def _numbers(found: Correlation) -> tuple[list[float | None], list[float | None]]:
    """Values and p-values; None where there is none."""
    value, p = ([x if x == x else None for x in part.tolist()] for part in found)  # noqa: PLR0124 - NaN is not itself
    return value, p


def summarise_pairs(pairs: Sequence[AnnotatorPair]) -> tuple[PairSummary, ...]:
    """Lowest, median and highest of every correlation; nothing for one that no pair has.

    Checked against: Table 3 of Knowles and Lo 2024, all 72 cells (tests/published).
    """
    enough = [pair for pair in pairs if pair.n >= ENOUGH_ITEMS]
    found = []
    for name in NAMES:
        known = [(value, i) for i, pair in enumerate(enough) if (value := getattr(pair, name)) is not None]
        if known:
            low, high = enough[min(known)[1]], enough[max(known, key=lambda one: (one[0], -one[1]))[1]]
            found.append(
                PairSummary(
                    correlation=name,
                    pairs=len(known),
                    min=getattr(low, name),
                    min_p=getattr(low, f"{name}_p"),
                    lowest=(low.a, low.b),
                    median=float(np.median([value for value, _ in known])),
                    max=getattr(high, name),
                    max_p=getattr(high, f"{name}_p"),
                    highest=(high.a, high.b),
                )
            )
    return tuple(found)
