"""Variance components of ratings with systems, documents, segments and annotators crossed, from any design.

score = mean + system + document + segment + annotator + their crossings + rest, all random, segments within documents.
Without documents the effects of the document are not there. The mixed model (`kernels.mixed_model`) has fixed systems
and no crossings with annotators, which decide how much a second annotator helps; hence moments of pairs here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.agreement.cells import indicator_sums, weighted
from adjudge.kernels.agreement.coefficient import Reason
from adjudge.kernels.rounding import is_noise

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

Effect = Literal[
    "system",
    "annotator",
    "document",
    "segment",
    "system:annotator",
    "system:document",
    "system:segment",
    "document:annotator",
    "segment:annotator",
    "residual",
]
#: In the order of all arrays.
EFFECTS: Final[tuple[Effect, ...]] = get_args(Effect)
#: Two effects are taken for one if fewer of the pairs that share the one than this do not share the other, and vice
#: versa: what tells them apart is then so few ratings that one variance comes out far too large and the other negative
#: (on the calibration items of WMT22, 83% of the pairs of one document are of one system).
FEW_PAIRS: Final = 0.2
#: Equations with a larger condition number have no solution.
WORST_CONDITION: Final = 1e5
#: Draws at once.
CHUNK: Final = 200


@dataclass(frozen=True, eq=False)
class CrossedRatings:
    """Ratings with codes from 0 without gaps; a segment lies in one document.

    Args:
        score: the ratings.
        system: code of the system of each.
        segment: code of the segment, counted through all documents.
        annotator: code of the annotator.
        document: code of the document; None if unknown.
    """

    score: Floats
    system: Ints
    segment: Ints
    annotator: Ints
    document: Ints | None = None

    @property
    def place(self) -> Ints:
        """What is resampled: the document of each rating, or else its segment."""
        return self.segment if self.document is None else self.document


class _Table(NamedTuple):
    """Sums for pairs that share some factors.

    Args:
        within: by document, number of pairs and sum of squared differences / 2 within it.
        across: documents x groups: counts, sums and sums of squares; nothing if groups lie within documents.
    """

    within: tuple[Floats, Floats]
    across: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class ComponentEstimates:
    """Unbiased variance components from pairs of ratings.

    Definition (symmetric sums, Koch 1967, 1968): two ratings that share the levels of a set of factors A differ, in
    squares halved, by the variances of all effects whose levels they do not share. With M_A the number of ordered pairs
    that share A,

        sum over pairs that share A of (y - y')^2 / 2 = sum over effects c of variance_c (M_A - M_{A and c})

    in expectation: one equation for no factor and one for each effect but the residual. With balanced data the solution
    is that of the analysis of variance (Brennan 2001, chapter 3); with any other design it is unbiased as long as who
    rated what does not depend on the scores. Sums and counts are functions of group totals, so document weights cost a
    few products of matrices. Where a document counts twice, a rating and its own copy are no pair: they would seem to
    agree in different documents.

    Checked against: expected mean squares of balanced data to 1e-8, all pairs in plain loops (tests/laws); simulated
    truth, also against REML (tests/recovery).

    Edge cases: an effect that hardly any pairs could show is left out and listed in `dropped`. Its variance is then in
    another: that of system:segment in the residual where every item was rated once, that of system:document in the
    document where each document was shown from one system. Estimates near 0 can be negative; they are kept.

    Args:
        ratings: the ratings.
    """

    ratings: CrossedRatings

    @property
    def documents(self) -> int:
        """Number of documents, or else of segments."""
        return int(self.ratings.place.max(initial=-1)) + 1

    @property
    def reason(self) -> Reason | None:
        """Why there are no estimates."""
        if not len(self.ratings.score):
            return "no ratings"
        if is_noise(np.ptp(self.ratings.score), np.abs(self.ratings.score).max()):
            return "all scores equal"
        return None if "residual" in self.kept else "too few ratings"

    @cached_property
    def possible(self) -> tuple[Effect, ...]:
        """Effects of the model: those of documents only if these are known."""
        known = self.ratings.document is not None
        return tuple(effect for effect in EFFECTS if known or "document" not in effect)

    @cached_property
    def kept(self) -> tuple[Effect, ...]:
        """Effects that can be told from each other in these ratings, main effects before crossings."""
        ones = np.ones((1, self.documents))
        if self._equations(ones, ["residual"])[0][0, 0, 0] <= 0:
            return ()
        kept: tuple[Effect, ...] = ("residual",)
        for effect in self.possible[:-1]:
            more: tuple[Effect, ...] = (*kept[:-1], effect, "residual")
            left = self._normalised(ones, more)[0][0]
            if np.isfinite(left).all() and np.linalg.cond(left) < WORST_CONDITION and not _coincides(left):
                kept = more
        return kept

    @property
    def dropped(self) -> tuple[Effect, ...]:
        """Effects of the model that are in the residual, or cannot be told from another."""
        return tuple(effect for effect in self.possible if effect not in self.kept)

    @property
    def variances(self) -> dict[Effect, float]:
        """The estimates, also negative ones."""
        values = self.at(np.ones((1, self.documents)))[0]
        return {effect: float(values[EFFECTS.index(effect)]) for effect in self.kept}

    def at(self, weights: Floats) -> Floats:
        """Columns `EFFECTS` for each row of document weights; NaN for effects that are not estimated."""
        return self._solved(
            weights, lambda left, right: np.asarray(np.linalg.solve(left, right[:, :, None])[:, :, 0], float)
        )

    def non_negative_at(self, weights: Floats) -> Floats:
        """As `at`, with variances that are 0 or more and leave the smallest squared differences in the equations.

        Each equation is divided by its number of pairs. This is `at` where no estimate is negative; otherwise the
        other variances change too, so that a negative one next to one that is too large does not leave the latter.
        """
        from scipy.optimize import nnls

        def solve(left: Floats, right: Floats) -> Floats:
            return np.array([nnls(a, b)[0] for a, b in zip(left, right, strict=True)]).reshape(right.shape)

        return self._solved(weights, solve)

    def _solved(self, weights: Floats, solve: Callable[[Floats, Floats], Floats]) -> Floats:
        answer = np.full((len(weights), len(EFFECTS)), np.nan)
        places = [EFFECTS.index(effect) for effect in self.kept]
        for start in range(0, len(weights) if places else 0, CHUNK):
            left, right = self._normalised(weights[start : start + CHUNK], self.kept)
            fine = np.asarray(np.isfinite(left).all(axis=(1, 2)))
            fine[fine] = np.linalg.cond(left[fine]) < WORST_CONDITION
            rows = start + np.flatnonzero(fine)
            answer[rows[:, None], places] = solve(left[fine], right[fine])
        return answer * self._scale**2

    def _normalised(self, weights: Floats, effects: Sequence[Effect]) -> tuple[Floats, Floats]:
        """The equations as means over pairs; NaN for an equation without pairs."""
        left, right = self._equations(weights, effects)
        pairs = np.where(left[:, :, -1] > 0, left[:, :, -1], np.nan)
        return left / pairs[:, :, None], right / pairs

    def _equations(self, weights: Floats, effects: Sequence[Effect]) -> tuple[Floats, Floats]:
        """Left and right sides for each row of weights; the last effect is the residual."""
        sets = [frozenset[str](), *(_factors(effect) for effect in effects[:-1])]
        count = weights @ self._place_counts
        right = np.array([self._sums(weights, shared)[1] for shared in sets]).T
        left = np.empty((len(weights), len(sets), len(effects)))
        for row, shared in enumerate(sets):
            pairs = self._sums(weights, shared)[0]
            for column, effect in enumerate(effects):
                both = count if effect == "residual" else self._sums(weights, shared | _factors(effect))[0]
                left[:, row, column] = pairs - both
        return left, right

    def _sums(self, weights: Floats, shared: frozenset[str]) -> tuple[Floats, Floats]:
        """Ordered pairs that share these factors, and the sum of their squared differences / 2."""
        (pairs, squares), across = self._tables[_closed(shared, known=self.ratings.document is not None)]
        if not across:
            return weights @ pairs, weights @ squares
        n, first, second = (weighted(weights, table) for table in across)
        copies = weights - weights**2
        return (n**2).sum(axis=1) + copies @ pairs, (n * second - first**2).sum(axis=1) + copies @ squares

    @cached_property
    def _place_counts(self) -> Floats:
        return np.bincount(self.ratings.place).astype(np.float64)

    @cached_property
    def _scale(self) -> float:
        return float(self.ratings.score.std()) or 1.0

    @cached_property
    def _tables(self) -> dict[frozenset[str], _Table]:
        """Sums for each set of factors."""
        ratings = self.ratings
        known = ratings.document is not None
        z = (ratings.score - ratings.score.mean()) / self._scale
        codes = {"system": ratings.system, "annotator": ratings.annotator, "segment": ratings.segment}
        if ratings.document is not None:
            codes["document"] = ratings.document
        mains = [frozenset[str](), *(_factors(effect) for effect in self.possible[:-1])]
        sets = {_closed(a | b, known=known) for a in mains for b in mains}
        return {shared: self._table([codes[name] for name in sorted(shared)], shared, z) for shared in sets}

    def _table(self, codes: list[Ints], shared: frozenset[str], z: Floats) -> _Table:
        place, parts = self.ratings.place, (np.ones(len(z)), z, z * z)
        local = _crossed([*codes, place])
        n, first, second = (np.bincount(local, part) for part in parts)
        home = np.empty(len(n), dtype=np.intp)
        home[local] = place
        found = (np.bincount(home, part, self.documents) for part in (n**2, n * second - first**2))
        pairs, squares = (part.astype(np.float64) for part in found)
        if shared & {"segment", "document"}:
            return _Table((pairs, squares), ())
        group = _crossed([np.zeros(len(z), dtype=np.intp), *codes])
        shape = (self.documents, int(group.max()) + 1)
        return _Table((pairs, squares), tuple(indicator_sums(place, group, part, shape) for part in parts))


def _crossed(codes: list[Ints]) -> Ints:
    """One number for each combination, from 0 without gaps."""
    group = codes[0]
    for code in codes[1:]:
        group = np.unique(group * (int(code.max()) + 1) + code, return_inverse=True)[1].astype(np.intp)
    return group


def _coincides(left: Floats) -> bool:
    """Whether the last effect before the residual is nearly the same as another, or as the mean."""
    # Rows: mean, then effects; columns: effects. Shares of pairs that have the row in common and not the column.
    its_row, its_column = left[-1, :-2], left[1:-1, -2]
    return bool(left[0, -2] < FEW_PAIRS or (np.maximum(its_row, its_column) < FEW_PAIRS).any())


def _factors(effect: Effect) -> frozenset[str]:
    return frozenset(effect.split(":"))


def _closed(shared: frozenset[str], *, known: bool) -> frozenset[str]:
    """With the document of a segment, where documents are known."""
    return shared | {"document"} if known and "segment" in shared else shared


def components_plain(
    ratings: CrossedRatings, effects: Sequence[Effect], origin: Ints | None = None
) -> dict[Effect, float]:
    """`ComponentEstimates` by looking at every pair of ratings; the last effect is the residual. For tests.

    Args:
        ratings: the ratings.
        effects: those to estimate.
        origin: document that the document of each rating is a copy of; different copies form no pairs.
    """
    codes = {name: getattr(ratings, name) for name in ("system", "segment", "annotator", "document")}
    sets = [frozenset[str](), *(_factors(effect) for effect in effects[:-1])]
    left, right = np.zeros((len(sets), len(effects))), np.zeros(len(sets))
    for i, j in permutations(range(len(ratings.score)), 2):
        if origin is not None and origin[i] == origin[j] and codes["document"][i] != codes["document"][j]:
            continue
        alike = {name for name, code in codes.items() if code is not None and code[i] == code[j]}
        unshared = [effect == "residual" or not _factors(effect) <= alike for effect in effects]
        for row, shared in enumerate(sets):
            if shared <= alike:
                left[row] += unshared
                right[row] += (ratings.score[i] - ratings.score[j]) ** 2 / 2
    return dict(zip(effects, np.linalg.solve(left, right).tolist(), strict=True))
