r"""Characters that a terminal cannot show: signs become ASCII, letters become escapes such as `\u0414`.

Only the standard library is imported here: the command line prepares its streams before anything else is loaded.
"""

from __future__ import annotations

import codecs
from typing import Final

#: Name of the handler of encoding errors, for `open(..., errors=SHOWN)` and `stream.reconfigure(errors=SHOWN)`.
SHOWN: Final = "adjudge.shown"

_SIGNS: Final = {
    **dict.fromkeys(
        "\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{NON-BREAKING HYPHEN}\N{BOX DRAWINGS LIGHT HORIZONTAL}", "-"
    ),
    **dict.fromkeys("\N{BOX DRAWINGS HEAVY HORIZONTAL}\N{BOX DRAWINGS DOUBLE HORIZONTAL}", "-"),
    **dict.fromkeys("\N{BOX DRAWINGS LIGHT VERTICAL}\N{BOX DRAWINGS HEAVY VERTICAL}", "|"),
    **dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
    **dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{NO-BREAK SPACE}": " ",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{REPLACEMENT CHARACTER}": "?",
}


def shown(text: str, encoding: str | None) -> str:
    r"""Text in characters that a stream of this encoding can show.

    Args:
        text: any text.
        encoding: of the stream; None for one that takes any text.

    Example:
        >>> print(shown("Д \N{EM DASH} 1", "ascii"))
        \u0414 - 1
    """
    return text.encode(encoding, SHOWN).decode(encoding) if encoding else text


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_SIGNS.get(char) or _escaped(char) for char in missing), error.end


def _escaped(char: str) -> str:
    if char in _BOX:
        return "+"
    return char.encode("ascii", "backslashreplace").decode()


#: Corners and crossings of tables.
_BOX: Final = frozenset(map(chr, range(0x2500, 0x2580)))

codecs.register_error(SHOWN, _replace)
