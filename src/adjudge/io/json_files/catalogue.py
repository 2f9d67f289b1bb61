"""Errors on JSON files of other tools."""

from __future__ import annotations

from typing import Final

from adjudge.io.catalogue import BAD_JSON_LINE, STRAY_QUOTE

BAD_VOTE: Final = BAD_JSON_LINE.variant(
    "{source}, line {line} is not one JSON object",
    expected='one object to a line with "model_a", "model_b" and "winner"',
)
BAD_LIST: Final = STRAY_QUOTE.variant(
    "{source} holds {wrong:count entry/entries} that {wrong:is no object/are no objects}",
    expected='a list of objects with "model_a", "model_b" and "winner"',
    count="{wrong:,} of {total:count entry/entries}",
    todo="correct these entries",
)
