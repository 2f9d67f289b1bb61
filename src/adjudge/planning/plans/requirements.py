"""What the texts must hold before anything is planned: the systems, and all their outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.checking.mistakes import Mistakes
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import Texts
from adjudge.io.campaigns.languages import language_problems
from adjudge.planning.designs.catalogue import (
    ABSENT_SYSTEMS,
    MISSING_OUTPUTS,
    NEVER_SHOWN,
    NOTHING_TO_RANK,
    TOO_FEW_SYSTEMS,
)
from adjudge.planning.designs.design import Design
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
    found = (*systems, *campaign.ranked_references)
    mistakes = Mistakes()
    mistakes.of(lambda: _require_present(campaign, found, texts, places))
    mistakes.of(lambda: require_enough(campaign, found, places))
    if mistakes.problems:
        raise mistakes.error()
    return found


def _require_present(campaign: Campaign, systems: Sequence[str], texts: Texts, places: Places) -> None:
    absent = [name for name in systems if name not in texts.frame.columns]
    if absent:
        place = places.of(_key_of(campaign, absent[0]), absent[0])
        raise ABSENT_SYSTEMS(place=place, systems=absent, known=", ".join(texts.systems) or "none")


def _key_of(campaign: Campaign, system: str) -> str:
    return "references" if system in campaign.references else "systems"


def require_enough(campaign: Campaign, systems: Sequence[str], places: Places) -> None:
    """That there are as many systems as the protocol compares, and one in any case.

    Args:
        campaign: its protocol.
        systems: what is judged.
        places: for messages.

    Raises:
        InputError: AJ651.
    """
    needed = min(campaign.judging.outputs, 2)
    if len(systems) < needed:
        place = places.of_first(("systems",), ("protocol",), ("texts",))
        told = {"systems": list(systems), "needed": needed, "missing": needed - len(systems)}
        raise TOO_FEW_SYSTEMS(place=place, protocol=campaign.protocol, **told)


def in_one_pair(campaign: Campaign, texts: Texts, places: Places) -> Texts:
    """The texts, which must be of one language pair, that of the campaign.

    Args:
        campaign: its languages.
        texts: the test set.
        places: for messages.

    Raises:
        InputError: AJ687.
    """
    problems = list(language_problems(campaign, texts.frame, "the table of texts", places.of))
    if problems:
        raise InputError(*problems)
    return texts


def nothing_to_rank(campaign: Campaign, systems: Sequence[str]) -> Iterator[Finding]:
    """That a single system has nobody to be compared with.

    Args:
        campaign: its references.
        systems: what is judged, ranked references among them.
    """
    if len(systems) == 1:
        references = [name for name in campaign.references if name not in systems]
        yield NOTHING_TO_RANK(systems=len(systems), references=references, _system=systems[0])


def unshown_references(campaign: Campaign, design: Design) -> Iterator[Finding]:
    """That references are to be control items, but no share of the items is theirs.

    Args:
        campaign: its references and control items.
        design: published builders have shares of their own.
    """
    controls = [name for name, reference in campaign.references.items() if reference.role == "control"]
    if controls and not campaign.controls.references and not design.own_controls:
        yield NEVER_SHOWN(references=controls)


def require_outputs(campaign: Campaign, sample: Sample, systems: Sequence[str], places: Places) -> None:
    """That no output is missing where it may be judged.

    Args:
        campaign: its references.
        sample: what may be judged.
        systems: what is judged.
        places: for messages.

    Raises:
        InputError: AJ652 for every system that misses any.
    """
    problems = list(_missing(campaign, sample, systems, places))
    if problems:
        raise MISSING_OUTPUTS.error(*problems)


def _missing(campaign: Campaign, sample: Sample, systems: Sequence[str], places: Places) -> Iterator[Problem]:
    judged = sample.segments.select("document", "segment")
    frame = sample.texts.frame.join(judged, on=["document", "segment"], how="semi", maintain_order="left")
    for system in systems:
        missing = frame.filter(pl.col(system).is_null()).select("document", "segment")
        if missing.is_empty():
            continue
        place = places.of_first((_key_of(campaign, system), system), ("texts",)) if places.toml else "the texts"
        names = [f"document {document}, segment {segment}" for document, segment in missing.iter_rows()]
        yield MISSING_OUTPUTS.problem(place=place, system=system, segments=names, total=frame.height)
