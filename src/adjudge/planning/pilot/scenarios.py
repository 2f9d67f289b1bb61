"""What is added to a pilot: documents, segments, annotators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from adjudge.core.arguments import require_whole_number
from adjudge.core.catalogue import counted
from adjudge.planning.pilot.catalogue import NOTHING_ADDED, TWO_SIZES

#: More of anything than this is no plan; memory would end first.
MOST_ADDED: Final = 100_000
MOST_ANNOTATORS: Final = 1_000


@dataclass(frozen=True)
class Scenario:
    """What is added to the pilot.

    Documents, or segments in documents of the lengths of the pilot's, are judged as the pilot's were: by the same
    annotators, who judge the same systems in them. Annotators alone judge the pilot's documents again, each as much as
    an annotator of the pilot did on average. Both together: the new annotators take an equal share of the new
    documents, and nothing is judged again.

    Args:
        documents: further documents.
        segments: further segments.
        annotators: further annotators.
        instead: nothing is added, but as many other documents take the place of the pilot's, whose scores are dropped.
    """

    documents: int = 0
    segments: int = 0
    annotators: int = 0
    instead: bool = False

    @property
    def again(self) -> bool:
        """Whether outputs of the pilot are judged again."""
        return self.annotators > 0 and not (self.documents or self.segments)

    @property
    def label(self) -> str:
        """In words: `40 more documents and 1 more annotator`."""
        if self.instead:
            return "a campaign like the pilot"
        nouns = ((self.documents, "document"), (self.segments, "segment"), (self.annotators, "annotator"))
        return " and ".join(counted(number, f"more {noun}") for number, noun in nouns if number) or "the pilot"


#: What the pilot would be if it were a prediction, too.
LIKE_PILOT: Final = Scenario(instead=True)


def asked_for(documents: int | None, segments: int | None, annotators: int | None) -> Scenario | None:
    """The scenario of the arguments of `pilot_power`; None if nothing was asked for.

    Raises:
        UsageError: AJ040 if a number cannot be used; AJ631 if nothing is added, or both documents and segments.
    """
    sizes = {"documents": documents, "segments": segments, "annotators": annotators}
    for name, size in sizes.items():
        require_whole_number(f"more_{name}", size, most=MOST_ANNOTATORS if name == "annotators" else MOST_ADDED)
    given = {name: int(size) for name, size in sizes.items() if size is not None}
    if not given:
        return None
    if min(given.values()) < 0 or not any(given.values()):
        raise NOTHING_ADDED(given=", ".join(f"{size} {name}" for name, size in given.items()))
    if given.get("documents") and given.get("segments"):
        raise TWO_SIZES(documents=documents, segments=segments)
    return Scenario(given.get("documents", 0), given.get("segments", 0), given.get("annotators", 0))


def ladder(units: int, *, unit: str, annotators: bool) -> tuple[Scenario, ...]:
    """Twice and four times the documents of the pilot, and one more annotator.

    Args:
        units: documents, or segments, of the pilot.
        unit: which of the two.
        annotators: whether another annotator can be imagined.
    """
    sizes = [times * units for times in (1, 3)]
    more = [Scenario(documents=size) if unit == "document" else Scenario(segments=size) for size in sizes]
    return (*more, *([Scenario(annotators=1)] if annotators else []))
