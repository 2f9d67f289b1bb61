"""Names that a reader takes for one and the data for two: case, blanks, Unicode forms, look-alikes, zeros."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
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
SEGMENTS_ALIKE: Final = LOOK_ALIKE.variant(
    "{_n:count pair} of segments {_n:has/have} names with the same number in one document, and no system has both: "
    "{_shown:names 6}. {_n:They count/Each counts} as two different segments.",
    todo="if they are the same segment, write its name in one way",
)
#: A number, perhaps with a word or zeros before it: `1`, `01`, `1.0`, `seg1`, `Segment 001`.
_NUMBERED: Final = re.compile(r"(\D*?)[\s_\-:#.]*0*(\d+)(?:\.0+)?")
#: Capital and small letters of the Cyrillic and Greek alphabets that print like a Latin one, and what prints like "-".
_CAPITALS: Final = str.maketrans("АВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYXQWABEZHIKMNOPTYX")
_SMALL: Final = str.maketrans("аеѕіјорсухԁһԛԝαικνορτυχγ", "aesijopcyxdhqwaikvoptuxy")
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_COLUMNS: Final = {"system": ("system", "system_a", "system_b"), "annotator": ("annotator",), "document": ("document",)}


def _look_alikes(frame: pl.DataFrame) -> Iterator[Finding]:
    """Names that a reader takes for one and the data for two.

    They are equal but for case, blanks, invisible characters, Unicode forms, or Cyrillic and Greek letters that print
    like Latin ones. In ids of documents, case counts. Segments of one document are looked at, too, if no system has
    both of two names with the same number, such as `1` and `01`, or `1` and `seg1`.
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
    alike = _segments_alike(frame)
    if alike:
        where = [f"{a!r} and {b!r}" + ("" if document is None else f" in {document}") for document, a, b in alike]
        yield SEGMENTS_ALIKE(
            segments=sorted({name for _, *pair in alike for name in pair}), _n=len(alike), _shown=where
        )


def _segments_alike(frame: pl.DataFrame) -> list[tuple[str | None, str, str]]:
    """Document and names of each two segments with one number that no system has both of."""
    if "segment" not in frame.columns:
        return []
    read = {name: match for name in frame["segment"].unique() if name and (match := _NUMBERED.fullmatch(name))}
    often = Counter(match[2] for match in read.values())
    alike = [name for name, match in read.items() if often[match[2]] > 1]
    held: dict[tuple[str | None, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    sides = [name for name in _COLUMNS["system"] if name in frame.columns and alike]
    document = pl.col("document") if "document" in frame.columns else pl.lit(None)
    for side in sides:
        rows = frame.filter(pl.col("segment").is_in(alike)).select(document, "segment", side).unique()
        for place, segment, system in rows.iter_rows():
            held[place, read[segment][2]][segment].add(system)
    found = [
        (place, a, b)
        for (place, _), names in held.items()
        for a, b in combinations(sorted(names), 2)
        if not names[a] & names[b] and _one_word(read[a][1], read[b][1])
    ]
    return sorted(found, key=lambda one: (one[0] or "", *one[1:]))


def _one_word(a: str, b: str) -> bool:
    """Whether the words before two numbers are the same, or only one of them has a word."""
    return not (a and b) or _folded(a) == _folded(b)


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
