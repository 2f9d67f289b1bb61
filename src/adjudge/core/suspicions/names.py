"""Names that a reader takes for one and the data for two: case, blanks, Unicode forms, letters that look alike."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans

LOOK_ALIKE: Final = FindingEntry(
    "AJ170",
    "warning",
    "Two names differ only in case, blanks, Unicode form or letters that look alike.",
    text="{_n:count pair} of {_noun}s {_n:has/have} names that differ only in {_in}: {_shown:names}. "
    "{_n:They count/Each counts} as {_n:two/two different} {_noun}s.",
    todo="if they are the same {_noun}, write the name in one way",
    needs="any judgements",
)
#: Capital and small letters of the Cyrillic and Greek alphabets that print like a Latin one, and what prints like "-".
_CAPITALS: Final = str.maketrans("АВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYXQWABEZHIKMNOPTYX")
_SMALL: Final = str.maketrans("аеѕіјорсухԁһԛԝαικνορτυχγ", "aesijopcyxdhqwaikvoptuxy")
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_COLUMNS: Final = {"system": ("system", "system_a", "system_b"), "annotator": ("annotator",), "document": ("document",)}


def _look_alikes(frame: pl.DataFrame) -> Iterator[Finding]:
    """Names that a reader takes for one and the data for two.

    They are equal but for case, blanks, invisible characters, Unicode forms, or Cyrillic and Greek letters that print
    like Latin ones. In ids of documents, case counts.
    """
    for noun, columns in _COLUMNS.items():
        series = [frame[name].unique() for name in columns if name in frame.columns]
        names = sorted({str(name) for one in series for name in one.drop_nulls()})
        pairs = list(_pairs_alike(names, fold_case=noun != "document"))
        if pairs:
            shown = [f"{_told_apart(a, b)} and {_told_apart(b, a)}" for a, b in pairs]
            differ = sorted({_difference(a, b) for a, b in pairs})
            numbers: dict[str, Any] = {f"{noun}s": sorted({name for pair in pairs for name in pair})}
            yield LOOK_ALIKE(**numbers, _n=len(pairs), _noun=noun, _in=" or ".join(differ), _shown=shown)


def _pairs_alike(names: Iterable[str], *, fold_case: bool) -> Iterator[tuple[str, str]]:
    """Neighbouring names of each group that looks alike. Ids of documents may use both cases on purpose."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[_folded(name, fold_case=fold_case)].append(name)
    for group in groups.values():
        yield from pairwise(group)


def _folded(name: str, *, fold_case: bool = True) -> str:
    """What a reader sees of a name: no blanks, no marks that do not print, one form of each letter."""
    plain = unicodedata.normalize("NFKC", name)
    lower = plain.translate(_CAPITALS).casefold().translate(_SMALL).translate(_DASHES)
    seen = "".join(c for c in lower if not c.isspace() and unicodedata.category(c) != "Cf")
    if fold_case:
        return seen
    # Case is part of the name, but look-alikes are folded in lower case only: both are kept side by side.
    return seen + "\0" + "".join("A" if c.isupper() else "a" for c in plain if not c.isspace())


def _difference(a: str, b: str) -> str:
    """In which way two names that look alike differ."""
    if unicodedata.normalize("NFC", a) == unicodedata.normalize("NFC", b):
        return "Unicode form"
    if a.casefold() == b.casefold():
        return "case"
    without = ["".join(c for c in name if not c.isspace() and unicodedata.category(c) != "Cf") for name in (a, b)]
    if without[0] == without[1]:
        return "blanks or invisible characters"
    return "letters that look alike"


def _told_apart(name: str, other: str) -> str:
    """The name in quotes; with escapes where it would print like the other one."""
    return repr(name) if name.casefold() != other.casefold() and name.isascii() else ascii(name)


CHECKS: Final = (Check(LOOK_ALIKE, _look_alikes, (Ratings, Comparisons, PairCounts, Spans)),)
