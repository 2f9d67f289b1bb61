"""TOML text to plain data, with words for what Python's reader has none for: depth and size."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from adjudge.core.campaign.lines import given_twice
from adjudge.core.catalogue import ErrorEntry
from adjudge.core.problems import BAD_RECIPE_FILE

#: Bytes of a recipe, weights or answers, a few hundred lines at most. Python's reader takes minutes for megabytes.
MOST_BYTES: Final = 1_000_000
#: Parts of a dotted key; the reader's time grows with their square.
MOST_PARTS: Final = 20

_LONG_KEY: Final = re.compile(rf"(?:[^\s.=\"'\[\]{{}}#]+\s*\.\s*){{{MOST_PARTS}}}")


def parse_toml(text: str, *, source: str, broken: ErrorEntry = BAD_RECIPE_FILE) -> dict[str, Any]:
    """The data of a TOML text.

    Args:
        text: TOML.
        source: name of the file, for messages.
        broken: the error for what cannot be read, a template over `source` and `reason`.

    Raises:
        AdjudgeError: that error, AJ031 unless told, if it is no TOML, too long, or nested too deeply.
    """
    if len(text) > MOST_BYTES:
        raise broken(source=source, reason=f"{len(text):,} characters, more than {MOST_BYTES:,}")
    if _LONG_KEY.search(text):
        raise broken(source=source, reason=f"a key of more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise broken(source=source, reason=given_twice(text, str(error)) or error) from None
    except RecursionError:
        raise broken(source=source, reason="lists or tables are nested too deeply") from None
