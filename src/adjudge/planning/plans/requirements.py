"""What the texts must hold before anything is planned: the systems, and all their outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.errors import Problem
from adjudge.core.tables import Texts
from adjudge.planning.designs.catalogue import ABSENT_SYSTEMS, MISSING_OUTPUTS, TOO_FEW_SYSTEMS
from adjudge.planning.designs.places import Places
from adjudge.planning.sampling.sample import Sample


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


def require_outputs(sample: Sample, systems: Sequence[str], places: Places) -> None:
    """That no output is missing where it may be judged.

    Args:
        sample: what may be judged.
        systems: what is judged.
        places: for messages.

    Raises:
        InputError: AJ652 for every system that misses any.
    """
    problems = list(_missing(sample, systems, places))
    if problems:
        raise MISSING_OUTPUTS.error(*problems)


def _missing(sample: Sample, systems: Sequence[str], places: Places) -> Iterator[Problem]:
    judged = sample.segments.select("document", "segment")
    frame = sample.texts.frame.join(judged, on=["document", "segment"], how="semi", maintain_order="left")
    for system in systems:
        missing = frame.filter(pl.col(system).is_null()).select("document", "segment")
        if missing.is_empty():
            continue
        place = places.of("systems", system) if places.toml else "the texts"
        names = [f"document {document}, segment {segment}" for document, segment in missing.iter_rows()]
        yield MISSING_OUTPUTS.problem(place=place, system=system, segments=names, total=frame.height)
