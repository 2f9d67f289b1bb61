"""Which language codes there are: ISO 639-1, 639-2 and 639-3, with a script or a region behind them."""

from __future__ import annotations

import difflib
import re
from functools import cache
from importlib.resources import files
from typing import Final

from adjudge.core.datasheet.languages import NAMES, language_number

#: A script (zh_Hant), a region (pt-BR, es-419), or both; WMT writes `_`, the standard (BCP 47) `-`.
_BEHIND: Final = re.compile(r"([A-Za-z]{4})?[-_]?([A-Za-z]{2}|\d{3})?")


def is_language(code: str) -> bool:
    """Whether a code is one of ISO 639, with nothing but a script and a region behind it.

    Example:
        >>> is_language("deu"), is_language("zh_Hant_TW"), is_language("xx"), is_language("German")
        (True, True, False, False)
    """
    language, _, behind = code.replace("_", "-").partition("-")
    return language.lower() in _codes() and _BEHIND.fullmatch(behind) is not None


def nearest_language(code: str) -> str | None:
    """The code that may be meant: of a language that is named in full, or one that is written nearly the same."""
    number = language_number(code)
    if number is not None:
        return next((known for known in sorted(_codes(), key=len) if language_number(known) == number), None)
    names = difflib.get_close_matches(code.title(), NAMES, 1, 0.8)
    if names:
        return nearest_language(names[0])
    return next(iter(difflib.get_close_matches(code.lower(), _codes(), 1, 0.75)), None)


@cache
def _codes() -> frozenset[str]:
    """The codes of the tables of ISO 639-3 (SIL International), and those of 639-1 and 639-2 in them."""
    text = files("adjudge.core.campaign").joinpath("iso639.txt").read_text(encoding="ascii")
    return frozenset(text.split())
