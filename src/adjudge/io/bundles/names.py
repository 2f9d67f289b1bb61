"""Names in a bundle: those that we write can be unpacked everywhere, those of others must stay inside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

#: What some file system forbids in a name.
_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|]')
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_LONGEST: Final = 1000


def safe_name(name: str) -> str:
    """A name of one file that every file system takes; a name that is already safe is left alone.

    Example:
        >>> safe_name("Hansard-A.csv.gz"), safe_name("a:b?.csv"), safe_name(".."), safe_name("nul.csv")
        ('Hansard-A.csv.gz', 'a_b_.csv', '._', '_nul.csv')
    """
    safe = _FORBIDDEN.sub("_", name)
    if safe[-1:] in {".", " ", ""}:
        safe = f"{safe[:-1]}_"
    return f"_{safe}" if _DEVICES.match(safe) else safe


def folded(path: str) -> str:
    """What two names have in common that some file system takes for one: upper and lower case, composed accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def unused_name(name: str, ending: str, taken: Collection[str]) -> str:
    """The name with its ending, with a number if it is taken.

    Example:
        >>> unused_name("wmt-da", ".toml", ["wmt-da.toml"])
        'wmt-da-2.toml'
    """
    used = {folded(one) for one in taken}
    stem = safe_name(name)
    number = 1
    while folded(found := f"{stem}{'' if number == 1 else f'-{number}'}{ending}") in used:
        number += 1
    return found


def why_unsafe(path: str) -> str | None:
    """Why a path in a bundle cannot be unpacked safely; None if it can."""
    if not path or len(path) > _LONGEST:
        return "is no name of a file"
    if path.startswith("/") or _DRIVE.match(path):
        return "names a place outside of the bundle"
    if "\\" in path or any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in path):
        return "has a backslash or a control character"
    parts = path.split("/")
    if ".." in parts:
        return "leads out of the bundle"
    return "is no name of a file" if {"", "."} & set(parts) else None
