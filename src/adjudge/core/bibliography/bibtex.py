"""Sources as BibTeX, in ASCII, so that every version of BibTeX and LaTeX reads them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from adjudge.core.bibliography.source import Source

_SPECIAL: Final = {char: f"\\{char}" for char in "&%$#_"} | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
#: Combining characters as accents of LaTeX.
_ACCENTS: Final = {
    "\N{COMBINING ACUTE ACCENT}": "'",
    "\N{COMBINING GRAVE ACCENT}": "`",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^",
    "\N{COMBINING DIAERESIS}": '"',
    "\N{COMBINING TILDE}": "~",
    "\N{COMBINING CARON}": "v",
    "\N{COMBINING CEDILLA}": "c",
    "\N{COMBINING BREVE}": "u",
    "\N{COMBINING OGONEK}": "k",
    "\N{COMBINING RING ABOVE}": "r",
}
#: Addresses, which `url` and `doi` print as they stand.
_VERBATIM: Final = ("url", "doi")


def bibtex(sources: Iterable[Source]) -> str:
    """BibTeX entries, sorted by key, each once; titles keep the capitals that are protected by braces.

    Example:
        >>> from adjudge.core.bibliography.citing import sources_in
        >>> print(bibtex(sources_in("Ford 1957")).splitlines()[0])
        @article{ford-1957-solution,
    """
    by_key = {source.key: source for source in sources}
    return "\n".join(_entry(by_key[key]) for key in sorted(by_key))


def _entry(source: Source) -> str:
    year = {} if source.year is None else {"year": str(source.year)}
    fields = {"author": " and ".join(source.authors), "title": source.title, **year, **source.fields}
    lines = [f"  {name} = {{{_value(name, value)}}},\n" for name, value in fields.items()]
    return f"@{source.kind}{{{source.key},\n{''.join(lines)}}}\n"


def _value(name: str, value: str) -> str:
    if name in _VERBATIM:
        return value
    if name == "pages":
        return value.replace("-", "--")
    return "".join(_ascii(char) for char in re.sub(r"\s+", " ", value))


def _ascii(char: str) -> str:
    """A character as LaTeX prints it; braces stay, they protect capitals."""
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char
    parts = unicodedata.normalize("NFD", char)
    said = {"i": r"\i", "j": r"\j"}.get(parts[0], parts[0])
    for accent in parts[1:]:
        said = f"\\{_ACCENTS[accent]}{{{said}}}"
    return f"{{{said}}}"
