"""How reliable the scores of systems would be with other numbers of annotators and segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from adjudge.kernels.agreement.coefficient import Reason, ratio
from adjudge.kernels.generalisability.components import EFFECTS, ComponentEstimates, Effect, Floats

#: `same`: the annotators rate all segments. `different`: every segment has annotators of its own.
Crew = Literal["same", "different"]


class Design(NamedTuple):
    """A study to predict.

    Args:
        annotators: ratings of each item.
        segments: segments, the same for all systems.
        crew: whether the annotators are the same for all segments.
    """

    annotators: int
    segments: int
    crew: Crew = "same"


@dataclass(frozen=True, eq=False)
class DecisionStudy:
    """Generalisability and dependability of system means in other designs.

    Definition (Cronbach et al. 1972; Brennan 2001, chapter 4): with every system's n_s segments rated by n_r annotators
    each, relative error d (what changes the differences of systems) and absolute error D (what changes their scores),

        generalisability = s_p / (s_p + d),   dependability = s_p / (s_p + D),

    s_p the variance of systems, d the sum of the variances of all crossings with the system, each divided by the number
    of its levels behind a mean, D the same with all other effects too. Levels: segments n_s; documents n_s / L, with L
    = sum l^2 / sum l for the documents' lengths l here; annotators n_r (`same` crew) or n_s n_r (`different`);
    crossings of segment and annotator and the residual n_s n_r; documents by annotators n_r n_s / L (`same`) or n_s
    n_r. Variances are those
    of `non_negative_at`; effects that could not be estimated are not there.

    Columns of `at`: for each design generalisability, then dependability.

    Checked against: the formulas for systems x segments x annotators written out, and systems drawn from the model
    whose means correlate over two studies as predicted (tests/recovery).

    Edge cases: not defined without a variance of systems: one system only.

    Args:
        estimates: variance components.
        designs: the studies.
    """

    estimates: ComponentEstimates
    designs: Sequence[Design]

    @property
    def documents(self) -> int:
        """Number of documents, or else of segments."""
        return self.estimates.documents

    @property
    def reason(self) -> Reason | None:
        """Why there is no value."""
        return self.estimates.reason or (None if "system" in self.estimates.kept else "one system")

    @cached_property
    def length(self) -> float:
        """Segments of a document, weighted by length; 1 if documents are unknown."""
        ratings = self.estimates.ratings
        if ratings.document is None:
            return 1.0
        home = np.zeros(int(ratings.segment.max()) + 1, dtype=np.intp)
        home[ratings.segment] = ratings.document
        sizes = np.bincount(home).astype(np.float64)
        return float((sizes**2).sum() / sizes.sum())

    def at(self, weights: Floats) -> Floats:
        """Coefficients for each row of document weights."""
        variances = self.estimates.non_negative_at(weights)
        undefined = np.isnan(variances[:, EFFECTS.index("system")])
        variances = np.nan_to_num(variances)
        columns: list[Floats] = []
        for design in self.designs:
            levels = np.array([self.levels(effect, design) for effect in EFFECTS])
            parts = variances / levels
            system = parts[:, 0]
            crossing = np.array([effect.startswith("system:") or effect == "residual" for effect in EFFECTS])
            relative, absolute = parts[:, crossing].sum(axis=1), parts[:, 1:].sum(axis=1)
            scale = np.abs(parts).sum(axis=1)
            columns += [
                np.where(undefined, np.nan, ratio(system, system + error, scale)) for error in (relative, absolute)
            ]
        return np.array(columns).T

    def levels(self, effect: Effect, design: Design) -> float:
        """Levels of an effect behind the mean of a system."""
        cells, documents = design.annotators * design.segments, max(1.0, design.segments / self.length)
        people = design.annotators if design.crew == "same" else cells
        factors = set(effect.split(":")) - {"system"}
        if effect == "residual" or factors == {"segment", "annotator"}:
            return cells
        if factors == {"document", "annotator"}:
            return documents * design.annotators if design.crew == "same" else cells
        counts: dict[str, float] = {"annotator": people, "document": documents, "segment": design.segments}
        return counts[factors.pop()] if factors else 1.0
