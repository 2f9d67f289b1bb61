"""From a campaign and its texts to who judges what."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Batches, Texts
from adjudge.planning.designs.catalogue import (
    ABSENT_SYSTEMS,
    IDLE,
    LONG_DOCUMENTS,
    MISSING_OUTPUTS,
    OVER_HOURS,
    TOO_FEW_SYSTEMS,
)
from adjudge.planning.designs.design import DesignInput
from adjudge.planning.designs.places import Places
from adjudge.planning.designs.registry import DESIGNS
from adjudge.planning.plans.hours import units_that_fit
from adjudge.planning.plans.items import batches_of, check_complete
from adjudge.planning.plans.result import ALTERED, PlannedWork
from adjudge.planning.sampling.room import session_room
from adjudge.planning.sampling.sample import Sample, sample_units

Progress = Callable[[float], None]


def plan_work(
    campaign: Campaign,
    texts: Texts,
    *,
    toml: str | None = None,
    source: str = "campaign.toml",
    tutorial: pl.DataFrame | None = None,
    progress: Progress | None = None,
) -> PlannedWork:
    """Plan who judges what, in which order.

    Args:
        campaign: all choices.
        texts: the test set, with a column for each system and each reference that is judged.
        toml: the text of the campaign file, for the lines of messages.
        source: its name.
        tutorial: tutorial items, see `DesignInput`.
        progress: called with the share of the work that is done.

    Raises:
        AdjudgeError: AJ650 to AJ656, see the codes: what cannot be planned, and why.
    """
    places = Places(toml, source)
    tell = progress or (lambda share: None)  # noqa: ARG005 - nobody listens
    design = DESIGNS.find(campaign.design)
    systems = systems_of(campaign, texts, places)
    seeds = Seeds(campaign.seed)
    sample = sample_units(campaign, texts, seeds, unit=design.unit, places=places)
    _require_outputs(sample, systems, places)
    _require_room(campaign, sample, places)
    count, seconds = units_that_fit(campaign, sample.units, len(systems), places)
    sample = sample.first(count)
    given = DesignInput(campaign, systems, sample.units, sample.segments, seconds, seeds, tutorial)
    tell(0.1)
    built = design.build(given)
    showings = built.showings
    tell(0.8)
    altered, findings = pl.DataFrame(schema=ALTERED), list[Finding]()
    batches = batches_of(campaign, showings, sample.units, sample.segments)
    check_complete(design, given, batches)
    findings = [*sample.findings, *built.findings, *_loads(given, batches), *findings]
    tell(1.0)
    return PlannedWork(
        campaign=campaign,
        systems=systems,
        batches=batches.with_findings(*findings),
        texts=sample.texts,
        units=sample.units,
        segments=sample.segments,
        showings=showings,
        altered=altered,
        context=sample.context,
    )


def systems_of(campaign: Campaign, texts: Texts, places: Places) -> tuple[str, ...]:
    """What is judged: systems in the order of the campaign (of the texts, if it names none), then ranked references.

    Args:
        campaign: systems and references.
        texts: their outputs.
        places: for messages.

    Raises:
        InputError: AJ651 if outputs of any are absent, or there are fewer systems than the protocol compares.
    """
    references = campaign.references
    named = campaign.systems
    systems = tuple(name for name in texts.systems if name not in references) if named is None else tuple(named)
    ranked = campaign.ranked_references
    absent = [name for name in (*systems, *ranked) if name not in texts.frame.columns]
    if absent:
        first = ("systems", absent[0]) if absent[0] in systems else ("references", absent[0])
        known = ", ".join(texts.systems) or "none"
        raise ABSENT_SYSTEMS(place=places.of(*first), systems=absent, known=known)
    found = (*systems, *ranked)
    needed = min(campaign.judging.outputs, 2)
    if len(found) < needed:
        place = places.of("systems")
        raise TOO_FEW_SYSTEMS(place=place, systems=list(found), needed=needed, protocol=campaign.protocol)
    return found


def _require_outputs(sample: Sample, systems: Sequence[str], places: Places) -> None:
    """That no output is missing where it may be judged."""
    judged = sample.segments.select("document", "segment")
    frame = sample.texts.frame.join(judged, on=["document", "segment"], how="semi", maintain_order="left")
    problems = []
    for system in systems:
        missing = frame.filter(pl.col(system).is_null()).select("document", "segment")
        if missing.is_empty():
            continue
        place = places.of("systems", system) if places.toml else "the texts"
        names = [f"document {document}, segment {segment}" for document, segment in missing.iter_rows()]
        problems.append(MISSING_OUTPUTS.problem(place=place, system=system, segments=names, total=frame.height))
    if problems:
        raise MISSING_OUTPUTS.error(*problems)


def _require_room(campaign: Campaign, sample: Sample, places: Places) -> None:
    """That every unit fits into a session."""
    room = session_room(campaign)
    long = sample.units.filter(pl.col("length") > room)
    if not long.is_empty():
        place = places.of("work", "session_items")
        raise LONG_DOCUMENTS(place=place, documents=long["document"].to_list(), room=room)


def _loads(given: DesignInput, batches: Batches) -> list[Finding]:
    """Annotators without work, and those with more work than hours."""
    if "annotator" not in batches.frame.columns:
        return []
    found = []
    busy = set(batches.frame["annotator"])
    idle = [name for name in given.annotators if name not in busy]
    if idle:
        found.append(IDLE(annotators=idle))
    hours = given.campaign.hours
    if hours is not None:
        above = _above_hours(given, batches, hours)
        if above:
            found.append(OVER_HOURS(annotators=sorted(above), most=max(above.values())))
    return found


def _above_hours(given: DesignInput, batches: Batches, hours: dict[str, float]) -> dict[str, float]:
    """By which share the work of an annotator is above their hours, where that is a twentieth or more."""
    pace = given.campaign.pace
    segments = given.segments.select("document", "segment", "words")
    rows = batches.frame.join(segments, on=["document", "segment"], how="left")
    spent = rows.group_by("annotator").agg(words=pl.col("words").sum(), items=pl.struct("session", "item").n_unique())
    seconds = {name: pace.per_item * items + pace.per_word * words for name, words, items in spent.iter_rows()}
    above = {name: value / (3600 * hours[name]) - 1 for name, value in seconds.items() if name in hours}
    return {name: share for name, share in above.items() if share >= 0.05}
