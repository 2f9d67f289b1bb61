"""Who judges, and how a true quality becomes a score.

The score that annotator a gives to an item with true quality T (see the module `truth`) is, step by step,

    p = T + taste + halo + noise                          what the annotator perceives
    x = midpoint + leniency[a] + spread[a] * (p - midpoint) - context * [after a degraded segment]
    v = clip(x, 0, 100) / 100
    v = v^skew[a];  v = v^k / (v^k + (1 - v)^k)           with k = extremity[a] >= 1: curve, then S-shape
    y = clip(100 v, low[a], high[a])                      the range the annotator uses
    y = nearest tick mark + jitter                        if a uses the marks only
    y = uniform over low[a]..high[a]                      with probability slip[a]
    score = round(y), within 0..100

Taste is an annotator's own opinion of one item and halo that of a whole display; both are the same in a
control copy. Noise is new for every rating. A degraded item has its true quality lowered by max(0,
N(degraded_drop, degraded_sd)). Leniency and spread are the two terms that z-scores are meant to remove
(Knowles 2021, section 4); range, shape and discretisation are the three further differences of Knowles and Lo
(2024, section 4.1); the context term is their section 5.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.session_copies import DEGRADED, REFERENCE, Items
from adjudge.planning.simulation.spec import AnnotatorModel, SimulationSpec, TextModel
from adjudge.planning.simulation.truth import Floats, Ints, World

_NARROWEST_END = 40.0


@dataclass(frozen=True)
class Annotators:
    """The annotators' own parameters, one array each; symbols as in the formula of this module.

    Args:
        leniency: shift, points.
        spread: stretch factor.
        low: lowest score used, points.
        high: highest score used, points.
        skew: exponent of the response curve.
        extremity: steepness of the S-shaped curve, at least 1.
        ticks: tick marks the annotator keeps to: 0 (none), 5 or 7.
        slip: probability of a careless score.
    """

    leniency: Floats
    spread: Floats
    low: Floats
    high: Floats
    skew: Floats
    extremity: Floats
    ticks: Ints
    slip: Floats

    def __len__(self) -> int:
        return len(self.leniency)

    @property
    def names(self) -> list[str]:
        """Pseudonyms: `a001`, `a002`, ..."""
        return [f"a{i:0{max(3, len(str(len(self))))}d}" for i in range(1, len(self) + 1)]

    def to_frame(self, judged: Ints) -> pl.DataFrame:
        """One row per annotator with all parameters and the number of sessions they did."""
        columns = ("leniency", "spread", "low", "high", "skew", "extremity", "ticks", "slip")
        return pl.DataFrame(
            {"annotator": self.names, "sessions": judged} | {name: getattr(self, name) for name in columns}
        )


def draw_annotators(model: AnnotatorModel, seeds: Seeds) -> Annotators:
    """Draw the annotators' parameters; every parameter has its own stream.

    Args:
        model: how annotators differ.
        seeds: the seed of the campaign.
    """
    count = model.count

    def normal(name: str, sd: float) -> Floats:
        return seeds.stream(f"annotators-{name}").normal(0.0, sd, count)

    def exponential(name: str, mean: float) -> Floats:
        return seeds.stream(f"annotators-{name}").standard_exponential(count) * mean

    uses_ticks = seeds.stream("annotators-ticks").random(count) < model.tick_share
    careless = seeds.stream("annotators-careless").random(count) < model.careless_share
    return Annotators(
        leniency=normal("leniency", model.leniency),
        # Mean 1, so that spread alone moves no mean.
        spread=np.exp(normal("spread", model.spread) - model.spread**2 / 2),
        low=np.minimum(exponential("low", model.low), _NARROWEST_END),
        high=100.0 - np.minimum(exponential("high", model.high), _NARROWEST_END),
        skew=np.exp(normal("skew", model.skew)),
        extremity=1.0 + exponential("extremity", model.extremity),
        ticks=np.where(uses_ticks, model.ticks, 0),
        slip=np.where(careless, model.careless_slip, model.slip),
    )


def assign_sessions(sessions: int, model: AnnotatorModel, seeds: Seeds) -> Ints:
    """The annotator of every session: at least one session each, the rest by log-normal shares.

    Args:
        sessions: number of sessions, at least the number of annotators.
        model: number of annotators and how unequal their work is.
        seeds: the seed of the campaign.
    """
    weight = np.exp(seeds.stream("workload").normal(0.0, model.workload, model.count))
    rng = seeds.stream("assignment")
    counts = 1 + rng.multinomial(sessions - model.count, weight / weight.sum())
    return rng.permutation(np.repeat(np.arange(model.count), counts))


def score(items: Items, who: Ints, people: Annotators, world: World, *, spec: SimulationSpec, seeds: Seeds) -> Ints:
    """The integer scores of all items, by the formula of this module.

    Args:
        items: what is judged.
        who: the annotator of every item.
        people: the annotators.
        world: the true qualities.
        spec: checked parameters.
        seeds: the seed of the campaign.
    """
    model = spec.annotators
    perceived = true_quality(items, world, spec.texts, seeds)
    perceived += seeds.stream("taste").normal(0.0, model.taste, len(who))[items.original]
    impression = seeds.stream("halo").normal(0.0, model.halo, int(items.showing[-1]) + 1)
    perceived += impression[items.showing[items.original]]
    perceived += seeds.stream("noise").normal(0.0, model.noise, len(who))
    felt = model.midpoint + people.leniency[who] + people.spread[who] * (perceived - model.midpoint)
    felt -= model.context * items.after_degraded
    given = np.clip(100.0 * _curve(felt, who, people), people.low[who], people.high[who])
    given = _to_ticks(given, people.ticks[who], model.tick_jitter, seeds)
    slips = seeds.stream("slips").random(len(who)) < people.slip[who]
    anywhere = seeds.stream("slip-scores").random(len(who))
    given = np.where(slips, people.low[who] + (people.high - people.low)[who] * anywhere, given)
    return np.clip(np.rint(given), 0, 100).astype(np.int64)


def true_quality(items: Items, world: World, texts: TextModel, seeds: Seeds) -> Floats:
    """The true quality of what is shown: of the output, of the reference, or of the damaged output."""
    quality = np.where(
        items.kind == REFERENCE, world.references[items.segment], world.outputs[items.system, items.segment]
    )
    damage = seeds.stream("damage").normal(texts.degraded_drop, texts.degraded_sd, len(quality))
    return np.asarray(quality - np.where(items.kind == DEGRADED, np.maximum(damage, 0.0), 0.0))


def _curve(felt: Floats, who: Ints, people: Annotators) -> Floats:
    """The response curve on 0..1."""
    share = np.clip(felt, 0.0, 100.0) / 100.0
    if np.any(people.skew != 1.0):
        share = share ** people.skew[who]
    if np.any(people.extremity != 1.0):
        steepness = people.extremity[who]
        up = share**steepness
        share = up / (up + (1.0 - share) ** steepness)
    return share


def _to_ticks(given: Floats, ticks: Ints, jitter: float, seeds: Seeds) -> Floats:
    """Scores of those who keep to tick marks; jitter beyond an end of the scale is mirrored."""
    error = seeds.stream("tick-jitter").normal(0.0, jitter, len(given))
    step = 100.0 / np.maximum(ticks - 1, 1)
    near = np.abs(np.rint(given / step) * step + error)
    return np.where(ticks > 0, 100.0 - np.abs(100.0 - near), given)
