"""What ratings answer beyond their counts: controls, training, and the scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import counted, exact
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.core.datasheet.question import NOT_APPLICABLE
from adjudge.core.scale import Scale, parse_scale

SUBJECTIVE: Final = 2
AUTOMATIC_CHECKS: Final = 2
_CONTROLS: Final = {"degraded": "degraded items", "repeat": "repeated items", "reference": "references as controls"}
_TRAINING: Final = {"tutorial": "tutorial items", "calibration": "a calibration set"}


def answers_of_controls(frame: pl.DataFrame) -> Iterator[Answer | Unknown]:
    """Answers on quality control and training, from the kinds of items.

    Args:
        frame: all ratings of the experiment.
    """
    held = frame.filter(pl.col("score").is_not_null())
    controls = [_items(held, kind, words) for kind, words in _CONTROLS.items() if kind in held["kind"]]
    if controls:
        lacks = "native speakers, manual checks, and who or what is excluded"
        yield Answer("3.3.3.1", "data", "", (AUTOMATIC_CHECKS,), lacks=lacks)
        text = f"Among the items are {'; '.join(controls)}."
        yield Answer("3.3.3.2", "data", text, lacks="how failures are decided, and all other methods")
    else:
        yield Unknown("3.3.3.1", "the data marks no items as controls (column 'kind')")
    training = [_items(held, kind, words) for kind, words in _TRAINING.items() if kind in held["kind"]]
    if training:
        text = f"Among the items are {'; '.join(training)}."
        yield Answer("3.2.4", "data", text, lacks="instructions, and training outside of the data")
    else:
        yield Unknown("3.2.4", "the data marks no items of a tutorial or a calibration set (column 'kind')")


def _items(held: pl.DataFrame, kind: str, words: str) -> str:
    rows = held.filter(pl.col("kind") == kind)
    people = rows["annotator"].drop_nulls().n_unique() if "annotator" in rows.columns else 0
    by = f" by {counted(people, 'evaluator')}" if people else ""
    return f"{words} ({counted(rows.height, 'rating')}{by})"


def answers_of_ratings(frame: pl.DataFrame, criterion: str | None) -> Iterator[Answer | Unknown]:
    """Answers to section 4 for one criterion.

    Args:
        frame: judgements of systems on the criterion.
        criterion: its name; None if the data has none.
    """
    yield Answer("4.2.1", "data", "", (SUBJECTIVE,), criterion, exact=True)
    lacks = "whether outputs of several systems were shown at the same time (relative) or not (absolute)"
    yield Answer("4.2.2", "data", "Every output has a score of its own.", (), criterion, lacks=lacks)
    yield from _scale(frame, criterion)
    yield Unknown("4.3.5", "the data holds scores, not what they were entered with")
    yield Answer("4.3.6", "data", NOT_APPLICABLE, (), criterion, exact=True)
    lacks = "whether evaluators agreed with a statement (1) or estimated quality directly (2)"
    yield Answer("4.3.8", "data", "A score for each output.", (), criterion, lacks=lacks)


def _scale(rows: pl.DataFrame, criterion: str | None) -> Iterator[Answer | Unknown]:
    written = rows["scale"] if "scale" in rows.columns else pl.Series([None] * rows.height, dtype=pl.String)
    scales = {parse_scale(text) for text in written.unique().to_list()}
    if len(scales) != 1 or None in scales:
        why = "the data holds standardised scores" if scales == {None} else f"the data holds {len(scales)} scales"
        yield from (Unknown(number, why) for number in ("4.3.3", "4.3.4"))
        return
    [scale] = scales
    assert scale is not None  # noqa: S101 - as tested above
    yield _size(rows["score"], scale, criterion)
    bounds = f"{exact(scale.low)} to {exact(scale.high)}"
    lacks = "whether this is the scale: the data names none" if written.null_count() else ""
    yield Answer("4.3.4", "data", bounds, (), criterion, exact=True, lacks=lacks)


def _size(scores: pl.Series, scale: Scale, criterion: str | None) -> Answer:
    """How many values there are, if all of them were given; else what is known of it."""
    different = scores.n_unique()
    if not (scores == scores.round(0)).all():
        text = f"{counted(different, 'different value')} were given, not only whole numbers."
        return Answer("4.3.3", "data", text, (), criterion, lacks="how many values could be given")
    possible = int(scale.high) - int(scale.low) + 1
    if different == possible:
        return Answer("4.3.3", "data", str(possible), (), criterion, exact=True)
    text = f"{possible:,} if all whole numbers can be given; {different:,} of them were."
    return Answer("4.3.3", "data", text, (), criterion, lacks="how many values could be given")
