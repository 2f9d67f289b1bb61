"""A plan collected by simulated annotators: the same response model as `simulate`, on the sessions of a plan.

Every item of the plan becomes one judgement, but tutorial items, which have no true quality. The texts of a plan are
not read: how difficult they are, and how good each output is, is drawn. So a plan can be tried before anybody is paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from adjudge.core.seeds import Seeds
from adjudge.core.tables import Comparisons, Ratings
from adjudge.planning.plans.result import PlannedWork
from adjudge.planning.simulation.annotators import Annotators, draw_annotators, score
from adjudge.planning.simulation.checks import check_spec
from adjudge.planning.simulation.rankings import ranks_of
from adjudge.planning.simulation.session_copies import KIND_NAMES, Items
from adjudge.planning.simulation.simulate import SimulatedCampaign
from adjudge.planning.simulation.spec import SimulationSpec
from adjudge.planning.simulation.truth import Floats, Ints, Truth, World, draw_systems, world_of

_SEGMENT = ("document", "segment")
_HUMAN = 90.0  # the default of `SystemModel.human`


@dataclass(frozen=True, eq=False)
class _Collected:
    """The rows of a plan that are judged, as numbers.

    Args:
        rows: in the order of sessions and positions, without tutorial items.
        sessions: names of the sessions, in order.
        people: names of the annotators; a session without one stands for somebody of its own.
        session: of every row.
        who: annotator of every row.
        system: number of its system; 0 for references shown as control items.
        segment: number of its segment in the planned texts.
    """

    rows: pl.DataFrame
    sessions: list[str]
    people: list[str]
    session: Ints
    who: Ints
    system: Ints
    segment: Ints


def collect(work: PlannedWork, spec: SimulationSpec | None = None, *, seed: int = 0) -> SimulatedCampaign:
    """Simulate the judgements of a plan.

    Args:
        work: the plan.
        spec: what is true and how annotators respond; the numbers of systems, documents, sessions and annotators are
            those of the plan. Ranked references are human translations. The preset `wmt20` if left out.
        seed: a non-negative integer.

    Returns:
        Ratings or comparisons, as the protocol of the plan asks for, with the truth behind them.

    Raises:
        UsageError: AJ041 for every parameter that cannot be used.
    """
    spec = spec or SimulationSpec()
    seeds = Seeds(seed)
    world = _world(work, spec, seeds)
    given = _numbered(work, world)
    spec = _as_planned(spec, work, given)
    _check(spec)
    people = draw_annotators(spec.annotators, seeds)
    truth = _truth(work, world, people, given, spec=spec, seeds=seeds)
    if work.campaign.judging.answer == "score":
        return SimulatedCampaign(_ratings(given, world, people, spec, seeds), None, truth, spec, seed)
    return SimulatedCampaign(None, _comparisons(given, world, people, spec, seeds), truth, spec, seed)


def _check(spec: SimulationSpec) -> None:
    """Refuse parameters that cannot be used. How sessions are made is the plan's, so those parameters are idle."""
    check_spec(replace(spec, sessions=SimulationSpec().sessions, annotators=replace(spec.annotators, count=1)))


def _world(work: PlannedWork, spec: SimulationSpec, seeds: Seeds) -> World:
    """True qualities: machine systems as the parameters say, human translations at the human quality."""
    ranked = set(work.campaign.ranked_references)
    machines = [name for name in work.systems if name not in ranked]
    humans = [name for name in work.systems if name in ranked]
    model = replace(spec.systems, count=max(len(machines), 1), names=(), human=None)
    if len(model.qualities) != len(machines):
        model = replace(model, qualities=())
    quality = draw_systems(model, seeds)[1][: len(machines)]
    human = _HUMAN if spec.systems.human is None else spec.systems.human
    lengths = work.texts.frame.group_by("document", maintain_order=True).len()["len"].to_numpy().astype(np.int64)
    return world_of(
        [*machines, *humans],
        np.append(quality, np.full(len(humans), human)),
        lengths,
        humans=len(humans),
        texts=spec.texts,
        seeds=seeds,
    )


def _numbered(work: PlannedWork, world: World) -> _Collected:
    texts = work.texts.frame.select(_SEGMENT).with_row_index("_segment")
    rows = work.batches.frame.filter(pl.col("kind") != "tutorial")
    rows = rows.join(texts, on=_SEGMENT, how="left", nulls_equal=True, maintain_order="left")
    own = pl.col("annotator") if "annotator" in rows.columns else pl.lit(None, pl.String)
    rows = rows.with_columns(_who=pl.coalesce(own, pl.col("session")))
    sessions, people = (rows[name].unique(maintain_order=True).to_list() for name in ("session", "_who"))
    return _Collected(
        rows,
        sessions,
        sorted(people),
        _places(rows["session"], sessions),
        _places(rows["_who"], sorted(people)),
        _places(rows["system"], world.names),
        rows["_segment"].to_numpy().astype(np.int64),
    )


def _places(values: pl.Series, names: Sequence[str]) -> Ints:
    """The place of every value among the names; 0 if it is none of them."""
    found = values.replace_strict(list(names), list(range(len(names))), default=0, return_dtype=pl.Int64)
    return found.to_numpy().astype(np.int64)


def _as_planned(spec: SimulationSpec, work: PlannedWork, given: _Collected) -> SimulationSpec:
    """The parameters with the sizes of the plan, so that the truth tells what was simulated."""
    documents = work.texts.frame["document"].n_unique()
    return replace(
        spec,
        systems=replace(spec.systems, count=max(len(work.systems) - len(work.campaign.ranked_references), 1)),
        texts=replace(spec.texts, documents=documents),
        annotators=replace(spec.annotators, count=len(given.people)),
        sessions=replace(spec.sessions, count=len(given.sessions)),
        rankings=replace(spec.rankings, size=min(max(work.campaign.judging.outputs, 2), len(work.systems))),
        protocol="ratings" if work.campaign.judging.answer == "score" else "rankings",
    )


def _items(given: _Collected) -> Items:
    rows = given.rows.with_row_index("_row").with_columns(
        _showing=pl.struct("session", "showing").rle_id().cast(pl.Int64),
        _kind=pl.col("kind").replace_strict(list(KIND_NAMES), list(range(len(KIND_NAMES))), default=0),
    )
    if "original" not in rows.columns:
        rows = rows.with_columns(original=pl.lit(None, pl.String))
    key = ["showing", "system", *_SEGMENT]
    first = rows.filter(pl.col("original").is_null()).select(*key, _of="_row").unique(key)
    linked = rows.join(first, left_on=["original", *key[1:]], right_on=key, how="left", maintain_order="left")
    return Items(
        session=given.session,
        position=rows["position"].to_numpy().astype(np.int64),
        showing=rows["_showing"].to_numpy().astype(np.int64),
        system=given.system,
        segment=given.segment,
        kind=rows["_kind"].to_numpy().astype(np.int64),
        original=linked.select(pl.coalesce("_of", "_row")).to_series().to_numpy().astype(np.int64),
    )


def _ratings(given: _Collected, world: World, people: Annotators, spec: SimulationSpec, seeds: Seeds) -> Ratings:
    scores = score(_items(given), given.who, people, world, spec=spec, seeds=seeds)
    kept = [name for name in Ratings.names() if name in given.rows.columns]
    return Ratings.check(given.rows.select(kept).with_columns(score=pl.Series(scores)))


def _comparisons(
    given: _Collected, world: World, people: Annotators, spec: SimulationSpec, seeds: Seeds
) -> Comparisons:
    """Outputs of one item are put in order by what is perceived (see `rankings`)."""
    perceived = _perceived(given, world, people, spec, seeds)
    size = given.rows.group_by("session", "item", maintain_order=True).len()["len"]
    width = int(size[0])
    ranks = ranks_of(perceived.reshape(-1, width), spec.rankings.tie)
    one, two = np.triu_indices(width, k=1)
    start = np.arange(len(ranks))[:, None] * width
    first, second = (start + one).ravel(), (start + two).ravel()
    difference = (ranks[:, two] - ranks[:, one]).ravel()
    system = given.rows["system"]
    frame = given.rows[first].select(
        name
        for name in ("annotator", "session", *_SEGMENT, "domain", "source_lang", "target_lang")
        if name in given.rows
    )
    ranking = given.rows["session"] + "-" + given.rows["item"]
    return Comparisons.check(
        frame.with_columns(
            ranking=ranking.gather(first),
            system_a=system.gather(first),
            system_b=system.gather(second),
            outcome=pl.Series(["b", "tie", "a"]).gather(np.sign(difference) + 1),
        )
    )


def _perceived(given: _Collected, world: World, people: Annotators, spec: SimulationSpec, seeds: Seeds) -> Floats:
    count, person = len(given.who), spec.annotators
    perceived = world.outputs[given.system, given.segment]
    perceived = perceived + seeds.stream("taste").normal(0.0, person.taste, count)
    perceived += seeds.stream("noise").normal(0.0, person.noise, count)
    slips = seeds.stream("slips").random(count) < people.slip[given.who]
    return np.where(slips, 100.0 * seeds.stream("slip-scores").random(count), perceived)


def _truth(
    work: PlannedWork, world: World, people: Annotators, given: _Collected, *, spec: SimulationSpec, seeds: Seeds
) -> Truth:
    pairs = given.rows.select("session", annotator="_who").unique(maintain_order=True)
    judged = np.array([pairs["annotator"].to_list().count(name) for name in given.people])
    quality = pl.Series(world.quality)
    systems = pl.DataFrame(
        {
            "system": world.names,
            "quality": quality,
            "rank": quality.rank("min", descending=True).cast(pl.Int64),
            "on_these_texts": world.outputs.mean(axis=1),
        }
    )
    documents = work.texts.frame["document"].unique(maintain_order=True)
    return Truth(
        systems=systems.sort("rank", "system"),
        annotators=people.to_frame(judged).with_columns(annotator=pl.Series(given.people)),
        sessions=pl.DataFrame({"session": pairs["session"], "annotator": pairs["annotator"]}),
        documents=pl.DataFrame(
            {"document": documents, "segments": world.lengths, "difficulty": world.document_difficulty}
        ),
        segments=work.texts.frame.select(_SEGMENT).with_columns(difficulty=pl.Series(world.segment_difficulty)),
        spec=spec,
        seed=seeds.seed,
    )
