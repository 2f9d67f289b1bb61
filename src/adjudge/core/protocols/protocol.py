"""What a protocol is: what an annotator sees at once, and which answer is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

#: What an annotator gives: a score, which of two outputs is better, or the ranks of several.
Answer = Literal["score", "outcome", "ranks"]


@dataclass(frozen=True)
class Tick:
    """A mark on a scale.

    Args:
        at: its place on the scale.
        label: what stands beside it; empty for a mark without words.
    """

    at: float
    label: str = ""


@dataclass(frozen=True)
class Pace:
    """How long judging takes: seconds = per_item + per_word * words of the source * outputs shown.

    Args:
        per_item: seconds for each item, whatever its length.
        per_word: seconds for each word of the source, for every output that is shown.
        source: where the figures come from.
    """

    per_item: float
    per_word: float
    source: str

    def seconds(self, words: float, outputs: int = 1) -> float:
        """Seconds for one item whose source has so many words.

        Args:
            words: words of the source.
            outputs: outputs that are read.
        """
        return self.per_item + self.per_word * words * outputs


#: WMT25 planned 0.8 seconds for a word of the source and a system (error spans, then a score).
WMT25_PACE: Final = Pace(0.0, 0.8, "preparation of the waves of WMT25: 0.8 s for a word of the source and a system")


@dataclass(frozen=True)
class Protocol:
    """How outputs are judged. Planner, server and scorer read the same object.

    Args:
        name: as campaign files take it.
        title: one line for lists.
        source: paper or year that it comes from.
        question: what the annotator is asked.
        answer: what the annotator gives.
        outputs: how many outputs are judged together.
        low: lowest score.
        high: highest score.
        ticks: marks on the scale.
        severities: severities of marked errors; empty if no errors are marked.
        categories: kinds of marked errors; empty if they have none.
        scored: whether a score is asked for beside marked errors.
        pace: how long judging takes, if a campaign does not say.
    """

    name: str
    title: str
    source: str
    question: str
    answer: Answer = "score"
    outputs: int = 1
    low: float = 0.0
    high: float = 100.0
    ticks: tuple[Tick, ...] = ()
    severities: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    scored: bool = True
    pace: Pace = WMT25_PACE

    @property
    def marks_errors(self) -> bool:
        """Whether annotators mark errors in the text."""
        return bool(self.severities)

    @property
    def scale(self) -> str:
        """The scale as tables name it, such as `0..100`."""
        return f"{self.low:g}..{self.high:g}"
