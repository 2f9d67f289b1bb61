"""Relative rankings: annotators order the outputs of a few systems for one segment, ties allowed.

The perceived quality is p = T + taste + noise (see the module `annotators`; leniency and curves cancel in
an order). Outputs are taken from best to worst; one that is less than `tie` points below the first of the
current group joins it, otherwise it opens the next. A ranking of n systems gives n(n-1)/2 comparisons (Lopez
2012, section 2).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.annotators import Annotators
from adjudge.planning.simulation.spec import SimulationSpec
from adjudge.planning.simulation.truth import Floats, Ints, World, document_names, segment_numbers


def rank_outputs(
    who: Ints, world: World, people: Annotators, spec: SimulationSpec, seeds: Seeds
) -> tuple[Ints, Ints, Ints]:
    """Draw segments and systems, and rank them.

    Args:
        who: the annotator of every session.
        world: the true qualities.
        people: the annotators.
        spec: checked parameters.
        seeds: the seed of the campaign.

    Returns:
        The segment of every ranking, its systems, and their ranks (0 = best; rankings by places).
    """
    model, person = spec.rankings, spec.annotators
    number = np.arange(model.count)
    first = seeds.stream("ranking-segments").integers(0, world.segments, model.sessions)
    segment = (first[number // model.per_session] + number % model.per_session) % world.segments
    # The systems with the smallest random keys: a draw without replacement for all rankings at once.
    keys = seeds.stream("ranking-systems").random((model.count, len(world.quality)))
    systems = np.argsort(keys, axis=1)[:, : model.size]
    shape = systems.shape
    perceived = world.outputs[systems, segment[:, None]]
    perceived += seeds.stream("taste").normal(0.0, person.taste, shape)
    perceived += seeds.stream("noise").normal(0.0, person.noise, shape)
    slips = seeds.stream("slips").random(model.count) < people.slip[who[number // model.per_session]]
    anyhow = 100.0 * seeds.stream("slip-scores").random(shape)
    return segment, systems, ranks_of(np.where(slips[:, None], anyhow, perceived), model.tie)


def ranks_of(perceived: Floats, tie: float) -> Ints:
    """Ranks with ties, 0 = best: one row for each ranking, one column for each output."""
    order = np.argsort(-perceived, axis=1)
    falling = np.take_along_axis(perceived, order, axis=1)
    leader = falling[:, 0].copy()
    rank = np.zeros(len(falling), dtype=np.int64)
    ranks = np.zeros_like(order)
    for place in range(1, falling.shape[1]):
        opens = leader - falling[:, place] >= tie
        rank += opens
        leader = np.where(opens, falling[:, place], leader)
        np.put_along_axis(ranks, order[:, [place]], rank[:, None], axis=1)
    return ranks


def to_comparisons(segment: Ints, systems: Ints, ranks: Ints, world: World) -> pl.DataFrame:
    """All pairs of every ranking as rows of `Comparisons`, without who gave them.

    Args:
        segment: segment of every ranking.
        systems: its systems.
        ranks: their ranks.
        world: names of systems and documents.
    """
    one, two = np.triu_indices(systems.shape[1], k=1)
    ranking = np.repeat(np.arange(len(systems)), len(one))
    difference = (ranks[:, two] - ranks[:, one]).ravel()
    name = pl.Series(world.names)
    document = pl.Series(document_names(len(world.lengths)))
    digits = max(4, len(str(len(systems))))
    return pl.DataFrame(
        {
            "document": document.gather(world.document_of[segment][ranking]),
            "segment": pl.Series(segment_numbers(world)[segment][ranking]).cast(pl.String),
            "ranking": pl.Series([f"r{i:0{digits}d}" for i in range(1, len(systems) + 1)]).gather(ranking),
            "system_a": name.gather(systems[:, one].ravel()),
            "system_b": name.gather(systems[:, two].ravel()),
            "outcome": pl.Series(["b", "tie", "a"]).gather(np.sign(difference) + 1),
        }
    )
