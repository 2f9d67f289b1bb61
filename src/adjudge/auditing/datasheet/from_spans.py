"""What marked errors answer beyond their counts: severities and categories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.datasheet.from_ratings import SUBJECTIVE
from adjudge.core.catalogue import counted, listed
from adjudge.core.datasheet.answer import Answer, Unknown

ANNOTATION: Final = 6
_FAULTLESS: Final = "no-error"
#: Severities that an answer names.
_MOST: Final = 12


def answers_of_spans(frame: pl.DataFrame, criterion: str | None) -> Iterator[Answer | Unknown]:
    """Answers to section 4.

    Args:
        frame: marked errors.
        criterion: name of the criterion, which marked errors do not have.
    """
    marked = frame.filter(pl.col("severity").str.to_lowercase() != _FAULTLESS)
    severities = listed(marked["severity"].unique().sort().to_list(), _MOST)
    categories = marked["category"].drop_nulls().n_unique() if "category" in frame.columns else 0
    kinds = f" and {counted(categories, 'category/categories')}" if categories else ""
    yield Answer("4.2.1", "data", "", (SUBJECTIVE,), criterion, exact=True)
    lacks = "whether outputs of several systems were shown at the same time (relative) or not (absolute)"
    yield Answer("4.2.2", "data", "Errors were marked in single outputs.", (), criterion, lacks=lacks)
    why = "errors were marked; whether evaluators gave a score as well is not known, and without one it is N/A"
    yield from (Unknown(number, why) for number in ("4.3.3", "4.3.4", "4.3.5"))
    text = f"Evaluators marked {counted(marked.height, 'error')}, with the severities {severities}{kinds}."
    yield Answer("4.3.6", "data", text, (), criterion)
    yield Answer("4.3.8", "data", "", (ANNOTATION,), criterion, exact=True)
