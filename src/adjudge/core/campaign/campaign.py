"""A campaign as data: what `campaign.toml` holds after it was checked."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from adjudge.core.campaign.sections import (
    AnnotatorSection,
    CalibrationSection,
    ControlSection,
    Name,
    ReferenceSection,
    SamplingSection,
    Section,
    TextSection,
    WorkSection,
)
from adjudge.core.protocols.protocol import Pace, Protocol
from adjudge.core.protocols.registry import PROTOCOLS


class Campaign(Section):
    """Everything that is decided before the first judgement.

    Args:
        name: of the campaign.
        source_lang: code of the language of the sources.
        target_lang: code of the language of the outputs.
        protocol: how outputs are judged, the name of a protocol.
        design: who judges what, the name of a design.
        seed: the same seed gives the same plan on every machine.
        version: of the program that wrote the file; plans write it, people need not.
        instructions: version of the instructions that annotators get.
        texts: the test set.
        systems: the systems: their files of lines by name; or, if `texts.file` holds the outputs, a list of those that
            take part. Left out, all systems of that file take part.
        references: human translations and what they are for.
        sampling: which texts are judged.
        annotators: who judges.
        work: how the work is cut up.
        controls: items that do not count.
        calibration: a set that every annotator judges first.
    """

    name: Name
    source_lang: str
    target_lang: str
    protocol: str = "da-sqm"
    design: str = "blocks"
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    version: str | None = None
    instructions: str | None = None
    texts: TextSection
    systems: dict[Name, str] | tuple[Name, ...] | None = None
    references: dict[Name, ReferenceSection] = Field(default={})
    sampling: SamplingSection = SamplingSection()
    annotators: AnnotatorSection
    work: WorkSection = WorkSection()
    controls: ControlSection = ControlSection()
    calibration: CalibrationSection = CalibrationSection()

    @property
    def judging(self) -> Protocol:
        """The protocol itself."""
        return PROTOCOLS.find(self.protocol)

    @property
    def pace(self) -> Pace:
        """How long judging takes: what the campaign says, else what the protocol knows."""
        own, work = self.judging.pace, self.work
        if work.seconds_per_item is None and work.seconds_per_word is None:
            return own
        item = own.per_item if work.seconds_per_item is None else work.seconds_per_item
        word = own.per_word if work.seconds_per_word is None else work.seconds_per_word
        return Pace(item, word, "the campaign file")

    @property
    def annotator_names(self) -> tuple[str, ...]:
        """The annotators, in the order of the file."""
        if self.annotators.names is not None:
            return self.annotators.names
        count = self.annotators.count or 0
        return tuple(f"a{number:0{max(2, len(str(count)))}d}" for number in range(1, count + 1))

    @property
    def hours(self) -> dict[str, float] | None:
        """Hours by annotator; None if they take as long as it takes."""
        given = self.annotators.hours
        if given is None:
            return None
        return {name: given[name] if isinstance(given, dict) else given for name in self.annotator_names}

    @property
    def ranked_references(self) -> tuple[str, ...]:
        """References that are judged like systems."""
        return tuple(name for name, reference in self.references.items() if reference.role == "system")
