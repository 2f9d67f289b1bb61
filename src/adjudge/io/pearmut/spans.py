"""Error spans of Pearmut: both ends included, counted in UTF-16 units of the output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge.io.json_files.values import as_text

_MISSING: Final = "missing"


def read_marks(spans: object, output: str | None) -> list[dict[str, Any]]:
    """The marks of one judgement, and one of severity `no-error` if there are none.

    Args:
        spans: the field `error_spans`.
        output: the text they were marked in, if the log holds it.

    Raises:
        TypeError: if they cannot be read.
        KeyError: if a mark lacks something.
    """
    if not isinstance(spans, list):
        raise TypeError
    offsets = _code_points(output) if output is not None else None
    return [_mark(span, offsets) for span in spans] or [{"severity": "no-error"}]


def is_shifted(output: str | None) -> bool:
    """Whether versions of Pearmut count differently in this output: they do not agree on line breaks and tags."""
    return output is not None and ("\n" in output or "<" in output)


def _mark(span: Mapping[str, Any], offsets: list[int] | None) -> dict[str, Any]:
    start, end = span["start_i"], span["end_i"]
    severity, category = as_text(span.get("severity")), as_text(span.get("category"))
    if any(isinstance(place, bool) or not isinstance(place, int) or place < 0 for place in (start, end)):
        raise TypeError
    if not severity:
        raise TypeError
    held = {"severity": severity.lower(), "category": category}
    if offsets is None:
        return held | {"start": start, "end": end + 1}
    if start >= len(offsets) - 1:  # behind the text stands the token for something that is missing
        return held | {"start": None, "end": None, "category": category or _MISSING}
    return held | {"start": offsets[start], "end": offsets[min(end + 1, len(offsets) - 1)]}


def _code_points(text: str) -> list[int]:
    """For each UTF-16 unit of a text, and its end, how many code points stand before it."""
    offsets = [place for place, character in enumerate(text) for _ in range(1 + (ord(character) > 0xFFFF))]
    return [*offsets, len(text)]
