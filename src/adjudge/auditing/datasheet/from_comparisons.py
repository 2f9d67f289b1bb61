"""What comparisons answer beyond their counts: outputs were ranked, or one of two was preferred."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.datasheet.facts import Spread
from adjudge.auditing.datasheet.from_ratings import SUBJECTIVE
from adjudge.core.catalogue import counted
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.core.datasheet.question import NOT_APPLICABLE

RELATIVE: Final = 2
RELATIVE_ESTIMATION: Final = 3
NO_INSTRUMENT: Final = 4
_OUTCOMES: Final = {"a": "the first is better", "b": "the second is better", "tie": "tie"}


def answers_of_comparisons(frame: pl.DataFrame, criterion: str | None) -> Iterator[Answer | Unknown]:
    """Answers to section 4 for one criterion.

    Args:
        frame: comparisons on the criterion.
        criterion: its name; None if the data has none.
    """
    yield Answer("4.2.1", "data", "", (SUBJECTIVE,), criterion, exact=True)
    yield Answer("4.2.2", "data", "", (RELATIVE,), criterion, exact=True)
    yield Answer("4.3.8", "data", "", (RELATIVE_ESTIMATION,), criterion, exact=True)
    ranked = "ranking" in frame.columns and frame["ranking"].null_count() == 0
    yield from _ranked(frame, criterion) if ranked else _preferred(frame, criterion)


def _ranked(frame: pl.DataFrame, criterion: str | None) -> Iterator[Answer]:
    """Evaluators put several outputs in order: there is no rating instrument."""
    for number in ("4.3.3", "4.3.4"):
        yield Answer(number, "data", NOT_APPLICABLE, (), criterion, exact=True)
    yield Answer("4.3.5", "data", "", (NO_INSTRUMENT,), criterion, exact=True)
    sides = pl.concat([frame.select("ranking", system=side) for side in ("system_a", "system_b")])
    sizes = sides.group_by("ranking").agg(systems=pl.col("system").n_unique())
    outputs = Spread.of(sizes["systems"])
    ties = int((frame["outcome"] == "tie").sum())
    text = (
        f"Evaluators ranked {outputs} outputs at a time: {counted(sizes.height, 'ranking')}, from which "
        f"{counted(frame.height, 'comparison')} of two outputs follow, {ties:,} of them ties."
    )
    yield Answer("4.3.6", "data", text, (), criterion)


def _preferred(frame: pl.DataFrame, criterion: str | None) -> Iterator[Answer | Unknown]:
    """Evaluators preferred one of two outputs, or something that was reduced to that."""
    given = [words for outcome, words in _OUTCOMES.items() if outcome in frame["outcome"]]
    if "both_bad" in frame.columns and (frame["both_bad"] == "yes").any():
        given.append("both are bad")
    lacks = "whether other answers could be given"
    yield Answer("4.3.3", "data", f"{counted(len(given), 'answer')} were given.", (), criterion, lacks=lacks)
    yield Answer("4.3.4", "data", f"{'; '.join(given).capitalize()}.", (), criterion, lacks=lacks)
    why = "the data holds which output was preferred, not how that was entered"
    yield from (Unknown(number, why) for number in ("4.3.5", "4.3.6"))
