"""What a plan stands on: design, systems, texts and hours. Everything that is wrong with them is found at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.checking.mistakes import Mistakes
from adjudge.core.errors import Problem
from adjudge.core.protocols.registry import PROTOCOLS
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Texts
from adjudge.planning.designs.catalogue import ONE_BY_ONE
from adjudge.planning.designs.design import Design
from adjudge.planning.designs.places import Places
from adjudge.planning.designs.registry import DESIGNS
from adjudge.planning.plans.hours import units_that_fit
from adjudge.planning.plans.requirements import in_one_pair, require_enough, require_outputs, systems_of
from adjudge.planning.sampling.documents import first_written_in_source, with_documents
from adjudge.planning.sampling.room import limit_of, require_room
from adjudge.planning.sampling.sample import Sample, sample_units

#: Keys of a campaign file that numbers of systems, and sizes of texts and work, depend on.
_OF_SYSTEMS: Final = frozenset({"systems", "references", "protocol"})
_OF_SIZES: Final = frozenset(
    {"source_lang", "design", "protocol", "sampling", "annotators", "work", "controls", "calibration"}
)


@dataclass(frozen=True, eq=False)
class Groundwork:
    """What a plan stands on.

    Args:
        design: the design.
        systems: what is judged.
        sample: what may be judged, in the order of drawing.
        count: how many units of it are judged.
        seconds: of each annotator; None if they take as long as it takes.
    """

    design: Design
    systems: tuple[str, ...]
    sample: Sample
    count: int
    seconds: dict[str, float] | None


def groundwork_of(campaign: Campaign, texts: Texts, places: Places, *, tutorial: pl.DataFrame | None) -> Groundwork:
    """Check and measure everything before work is divided.

    Args:
        campaign: all choices.
        texts: the test set.
        places: for messages.
        tutorial: tutorial items.

    Raises:
        AdjudgeError: AJ650 to AJ655, AJ687: everything that is wrong.
    """
    mistakes = Mistakes()
    design = mistakes.of(lambda: design_of(campaign, places))
    systems = mistakes.of(lambda: systems_of(campaign, texts, places))
    sound = mistakes.of(lambda: in_one_pair(campaign, texts, places))
    sample = _sampled(mistakes, campaign, sound, design, places, tutorial=tutorial)
    fitting = None
    if sample is not None and systems is not None:
        mistakes.of(lambda: require_outputs(campaign, sample, systems, places))
        fitting = mistakes.of(lambda: units_that_fit(campaign, sample.units, len(systems), places, tutorial=tutorial))
    if mistakes.problems or design is None or systems is None or sample is None or fitting is None:
        raise mistakes.error()
    return Groundwork(design, systems, sample, *fitting)


def other_mistakes(
    campaign: Campaign,
    sources: Texts | None,
    systems: Sequence[str] | None,
    places: Places,
    *,
    tutorial: pl.DataFrame | None,
    broken: frozenset[str],
) -> list[Problem]:
    """What else is wrong with a campaign that has mistakes, as far as it does not depend on them.

    Args:
        campaign: all choices.
        sources: the texts without outputs; None if anything is wrong with them.
        systems: what is judged; None if it is not known.
        places: for messages.
        tutorial: tutorial items.
        broken: keys of the top level and sections with mistakes.
    """
    mistakes = Mistakes()
    design = None if "design" in broken else mistakes.of(lambda: design_of(campaign, places))
    if systems is not None and not broken & _OF_SYSTEMS:
        mistakes.of(lambda: require_enough(campaign, systems, places))
    if not broken & _OF_SIZES:
        sample = _sampled(mistakes, campaign, sources, design, places, tutorial=tutorial)
        if sample is not None and systems and not broken & _OF_SYSTEMS:
            mistakes.of(lambda: units_that_fit(campaign, sample.units, len(systems), places, tutorial=tutorial))
    return mistakes.problems


def design_of(campaign: Campaign, places: Places) -> Design:
    """The design of a campaign. Published builders show one output at a time.

    Args:
        campaign: its name, and the protocol.
        places: for messages.

    Raises:
        UsageError: AJ655.
    """
    place = places.of("design")
    design = DESIGNS.find(campaign.design, place=place)
    outputs = campaign.judging.outputs if campaign.protocol in PROTOCOLS else 1  # an unknown one is told elsewhere
    if design.own_controls and outputs > 1:
        known = ", ".join(name for name, other in DESIGNS.items() if not other.own_controls)
        told = {"protocol": campaign.protocol, "outputs": outputs, "known": known}
        raise ONE_BY_ONE(place=place, design=design.name, **told)
    return design


def _sampled(
    mistakes: Mistakes,
    campaign: Campaign,
    texts: Texts | None,
    design: Design | None,
    places: Places,
    *,
    tutorial: pl.DataFrame | None,
) -> Sample | None:
    """The units; None without texts, a design, or room for any text. What is known without them is checked anyway."""
    limit = None
    unit = campaign.sampling.unit if design is None else design.unit or campaign.sampling.unit
    if design is not None:
        own, items = design.own_controls, 0 if tutorial is None else tutorial.height
        limit = mistakes.of(lambda: limit_of(campaign, unit, places, tutorial=items, own_sessions=own))
    if texts is None:
        return None
    if limit is None:
        mistakes.of(lambda: first_written_in_source(campaign, with_documents(texts.frame)[0], places))
        return None
    seeds = Seeds(campaign.seed)
    sample = mistakes.of(lambda: sample_units(campaign, texts, seeds, unit=unit, limit=limit, places=places))
    if sample is not None:
        mistakes.of(lambda: require_room(campaign, unit, sample.units, limit, places))
    return sample
