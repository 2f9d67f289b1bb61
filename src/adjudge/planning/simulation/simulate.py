"""A campaign whose truth is known: systems, texts, annotators and sessions drawn from a model.

Use it to try a design before it costs money, and to see whether an analysis finds what is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

import numpy as np
import polars as pl

from adjudge.core.seeds import Seeds
from adjudge.core.tables import Comparisons, Ratings
from adjudge.planning.simulation.annotators import Annotators, assign_sessions, draw_annotators, score
from adjudge.planning.simulation.catalogue import BAD_SEED
from adjudge.planning.simulation.checks import check_spec
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.rankings import rank_outputs, to_comparisons
from adjudge.planning.simulation.session_copies import KIND_NAMES, Items, build_items
from adjudge.planning.simulation.sessions import build_displays
from adjudge.planning.simulation.spec import SimulationSpec
from adjudge.planning.simulation.truth import Ints, Truth, World, document_names, draw_world, frames_of, segment_numbers


@dataclass(frozen=True, eq=False)
class SimulatedCampaign:
    """Simulated judgements and the truth behind them.

    Args:
        ratings: the scores, if the protocol is `ratings`.
        comparisons: the comparisons, if the protocol is `rankings`.
        truth: the known answer.
        spec: the parameters.
        seed: the seed.
    """

    ratings: Ratings | None
    comparisons: Comparisons | None
    truth: Truth
    spec: SimulationSpec
    seed: int

    @property
    def table(self) -> Ratings | Comparisons:
        """The judgements, of whichever protocol."""
        if self.ratings is not None:
            return self.ratings
        if self.comparisons is None:
            msg = "a campaign without judgements"
            raise ValueError(msg)
        return self.comparisons


def simulate(spec: SimulationSpec | str = "wmt20", *, seed: int = 0) -> SimulatedCampaign:
    """Simulate a campaign.

    Every part of the model has its random stream: the same seed gives the same data, and
    switching one part off leaves the draws of the others as they are.

    Args:
        spec: the parameters, or the name of a preset (`wmt18`, `wmt20`, `wmt22`, `balanced`).
        seed: a non-negative integer.

    Returns:
        The judgements with their truth.

    Raises:
        UsageError: AJ041 for every parameter that cannot be used.

    Definition:
        Beside this module: the response model is in `annotators`, the true qualities in `truth`, the sessions in
        `sessions`, the rankings in `rankings`.

    Example:
        >>> campaign = simulate("balanced", seed=1)
        >>> campaign.ratings.frame["kind"].unique().sort().to_list()
        ['degraded', 'repeat', 'system']
    """
    if isinstance(spec, str):
        spec = preset(spec)
    check_spec(spec)
    if not isinstance(seed, Integral) or seed < 0:
        raise BAD_SEED(seed=seed)
    seeds = Seeds(seed)
    world = draw_world(spec, seeds)
    people = draw_annotators(spec.annotators, seeds)
    if spec.protocol == "rankings":
        return _simulate_rankings(spec, world, people, seeds)
    return _simulate_ratings(spec, world, people, seeds)


def _simulate_ratings(spec: SimulationSpec, world: World, people: Annotators, seeds: Seeds) -> SimulatedCampaign:
    assigned = assign_sessions(spec.sessions.count, spec.annotators, seeds)
    items = build_items(spec, build_displays(spec, world, seeds), world, seeds)
    names = _numbered("s", spec.sessions.count)
    if spec.sessions.calibration:
        assigned = np.concatenate([assigned, np.arange(len(people))])
        names += _numbered("c", len(people))
    who = assigned[items.session]
    frame = _rating_frame(items, world, names).with_columns(
        annotator=_named(people, who, spec), score=score(items, who, people, world, spec=spec, seeds=seeds)
    )
    if spec.texts.domains:
        domain = world.document_of[items.segment] % len(spec.texts.domains)
        frame = frame.with_columns(domain=pl.Series(spec.texts.domains).gather(domain))
    truth = _truth(spec, world, people, names, assigned, seeds=seeds)
    return SimulatedCampaign(Ratings.check(frame), None, truth, spec, seeds.seed)


def _simulate_rankings(spec: SimulationSpec, world: World, people: Annotators, seeds: Seeds) -> SimulatedCampaign:
    assigned = assign_sessions(spec.rankings.sessions, spec.annotators, seeds)
    segment, systems, ranks = rank_outputs(assigned, world, people, spec, seeds)
    names = _numbered("s", len(assigned))
    frame = to_comparisons(segment, systems, ranks, world)
    session = np.arange(spec.rankings.count) // spec.rankings.per_session
    session = np.repeat(session, len(frame) // spec.rankings.count)
    frame = frame.with_columns(
        annotator=_named(people, assigned[session], spec), session=pl.Series(names).gather(session)
    )
    truth = _truth(spec, world, people, names, assigned, seeds=seeds)
    return SimulatedCampaign(None, Comparisons.check(frame), truth, spec, seeds.seed)


def _rating_frame(items: Items, world: World, sessions: list[str]) -> pl.DataFrame:
    """Everything about the items but who scored them and how."""
    first = np.flatnonzero(np.diff(items.session, prepend=-1))
    # Showings are numbered within their session: s0001-1, s0001-2, ...
    base = np.repeat(items.showing[first], np.diff(first, append=len(items.session)))
    session = pl.Series(sessions).gather(items.session)
    documents = pl.Series(document_names(len(world.lengths)))
    return pl.DataFrame(
        {
            "session": session,
            "system": pl.Series(world.names).gather(items.system),
            "document": documents.gather(world.document_of[items.segment]),
            "segment": pl.Series(segment_numbers(world).astype(str)).gather(items.segment),
            "kind": pl.Series(KIND_NAMES).gather(items.kind),
            "position": items.position,
            "showing": session + "-" + pl.Series(items.showing - base + 1).cast(pl.String),
        }
    )


def _numbered(letter: str, count: int) -> list[str]:
    return [f"{letter}{i:0{max(4, len(str(count)))}d}" for i in range(1, count + 1)]


def _named(people: Annotators, who: Ints, spec: SimulationSpec) -> pl.Series:
    if spec.annotator_ids:
        return pl.Series(people.names).gather(who)
    return pl.Series([None], dtype=pl.String).new_from_index(0, len(who))


def _truth(
    spec: SimulationSpec,
    world: World,
    people: Annotators,
    sessions: list[str],
    assigned: Ints,
    *,
    seeds: Seeds,
) -> Truth:
    systems, documents, segments = frames_of(world)
    judged = np.bincount(assigned, minlength=len(people))
    return Truth(
        systems=systems,
        annotators=people.to_frame(judged),
        sessions=pl.DataFrame({"session": sessions, "annotator": pl.Series(people.names).gather(assigned)}),
        documents=documents,
        segments=segments,
        spec=spec,
        seed=seeds.seed,
    )
