"""Worlds in which the pilot's scores could have come about: true means, and effects of annotators and texts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.row_space import sums_by
from adjudge.planning.pilot.belief import Belief
from adjudge.planning.pilot.extension import Added
from adjudge.planning.pilot.fitted import FittedPilot

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Worlds:
    """Drawn given the scores of the pilot; columns are draws.

    Args:
        means: true means of the systems.
        scales: factor of all variances.
        effects: of annotators, documents, segments, cells (document by system), tastes (annotator by system).
        errors: residuals of the pilot's judgements; None unless they are judged again.
    """

    means: Floats
    scales: Floats
    effects: tuple[Floats, Floats, Floats, Floats, Floats]
    errors: Floats | None

    def __len__(self) -> int:
        return len(self.scales)

    def some(self, draws: slice) -> Worlds:
        """Some of the draws."""
        annotators, documents, segments, cells, tastes = (effect[:, draws] for effect in self.effects)
        errors = None if self.errors is None else self.errors[:, draws]
        effects = (annotators, documents, segments, cells, tastes)
        return Worlds(self.means[:, draws], self.scales[draws], effects, errors)


def draw_worlds(pilot: FittedPilot, count: int, rng: np.random.Generator, *, again: bool) -> Worlds:
    """Worlds given the pilot.

    Definition: scores y* are drawn from the fitted model; an effect given the pilot is its prediction from y, plus its
    drawn value less its prediction from y* (Matheron; Hoffman and Ribak 1991). Predictions are those of the mixed model
    with tastes. True means come from `Belief`, and effects follow them: with theta for b, the prediction changes by
    ratio Z'H^-1 X (b - theta). All variances are multiplied by nu / chi^2(nu), because they are estimates.

    Checked against: means and variances of the dense posterior (tests/unit/planning/pilot).

    Args:
        pilot: as fitted.
        count: how many worlds.
        rng: source of random draws.
        again: whether outputs of the pilot are to be judged again.
    """
    fit = pilot.many.fit
    scales = pilot.freedom / rng.chisquare(pilot.freedom, count)
    drawn = [
        np.sqrt(variance) * rng.standard_normal((levels, count))
        for variance, levels in zip((*pilot.variances[:4], pilot.taste), pilot.levels, strict=True)
    ]
    drawn[3] *= pilot.of_cells[:, None]
    own = pilot.factors[fit.rows.system][:, None]
    errors = np.sqrt(pilot.variances[4]) * own * rng.standard_normal((len(fit.rows.y), count))
    scores = errors + sum(effect.take(code, axis=0) for effect, code in zip(drawn, pilot.codes, strict=True))
    if pilot.impression > 0:
        levels = int(pilot.impressions.max()) + 1
        impressions = np.sqrt(pilot.impression) * rng.standard_normal((levels, count))
        scores = scores + own * impressions.take(pilot.impressions, axis=0)
    centre = pilot.weights.T @ fit.rows.y
    belief = Belief(centre, pilot.covariance(pilot.factors), fit.design.scale)
    means = belief.draw(scales, rng)[0]
    # The draw as it would be if all means were as likely; moving the means to those drawn moves everything else.
    moved = means - (centre[:, None] - np.sqrt(scales) * (pilot.weights.T @ scores))
    # H^-1 X = M_t (X'H^-1 X), with (X'H^-1 X)^-1 the covariance of the estimates over s^2.
    of_means = pilot.weights @ np.linalg.inv(pilot.covariance(np.ones_like(pilot.factors)) / fit.variance)
    residuals = pilot.residuals(fit.rows.y[:, None]) - np.sqrt(scales) * pilot.residuals(scores) - of_means @ moved
    found = []
    known = pilot.taste if pilot.predicts_tastes else 0.0
    for effect, variance, code in zip(drawn, (*pilot.variances[:4], known), pilot.codes, strict=True):
        sums = sums_by(code, residuals, len(effect))
        found.append(np.sqrt(scales) * effect + variance / fit.variance * sums)
    return Worlds(
        means=means,
        scales=scales,
        effects=(found[0], found[1], found[2], found[3], found[4]),
        errors=np.sqrt(scales) * errors + residuals if again else None,
    )


def score_added(pilot: FittedPilot, worlds: Worlds, added: Added, rng: np.random.Generator) -> Floats:
    """Scores of the judgements to come, judgements x draws.

    Definition: the model. What is new has new effects. If an output of the pilot is judged again, the parts of system
    by document and of the residual that annotators share (`Shared`) are those of the pilot, the others are new.

    Args:
        pilot: as fitted.
        worlds: drawn.
        added: judgements to come.
        rng: source of random draws.
    """
    p, rows = pilot.many.fit.design.systems, pilot.many.fit.rows
    roots = np.sqrt(worlds.scales)
    sds = np.sqrt(np.append(pilot.variances, pilot.taste))
    cell = added.document * p + added.system
    own = pilot.factors[added.system][:, None]

    def fresh(sd: float, levels: int) -> Floats:
        return np.asarray(sd * roots * rng.standard_normal((levels, len(roots))))

    def extended(place: int, sd: float, levels: int) -> Floats:
        return np.vstack([worlds.effects[place], fresh(sd, levels)])

    scores = worlds.means.take(added.system, axis=0)
    scores += extended(0, sds[0], added.annotators).take(added.annotator, axis=0)
    scores += extended(1, sds[1], added.documents).take(added.document, axis=0)
    scores += extended(2, sds[2], added.segments).take(added.segment, axis=0)
    scores += extended(4, sds[5], added.annotators * p).take(added.annotator * p + added.system, axis=0)
    who = np.unique(added.annotator * (int(cell.max()) + 1) + cell, return_inverse=True)[1]
    if pilot.impression > 0:
        scores += own * fresh(math.sqrt(pilot.impression), int(who.max()) + 1).take(who, axis=0)
    if worlds.errors is None:
        of_cells = fresh(sds[3], (int(added.document.max()) + 1) * p).take(cell, axis=0)
        return np.asarray(scores + own * (of_cells + fresh(sds[4], len(added))))
    shared = pilot.shared
    left = np.sqrt(shared.cell * (1 - shared.cell))
    known = shared.cell * worlds.effects[3] + pilot.of_cells[:, None] * left * fresh(sds[3], len(pilot.of_cells))
    of_annotator = np.sqrt(1 - shared.cell) * fresh(sds[3], int(who.max()) + 1)
    scores += known.take(cell, axis=0) + own * of_annotator.take(who, axis=0)
    outputs, output = np.unique(rows.segment * p + rows.system, return_inverse=True)
    counts = np.bincount(output)
    weight = shared.output / (1 + (counts - 1) * shared.output)  # of the sum of the pilot's errors of an output
    left = np.sqrt(shared.output * (1 - counts * weight))
    factors = pilot.factors[outputs % p]
    known = weight[:, None] * sums_by(output.astype(np.intp), worlds.errors, len(outputs))
    known += (factors * left)[:, None] * fresh(sds[4], len(outputs))
    again = np.searchsorted(outputs, added.segment * p + added.system)
    return np.asarray(scores + known.take(again, axis=0) + np.sqrt(1 - shared.output) * own * fresh(sds[4], len(added)))
