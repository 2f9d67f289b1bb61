"""Checks of defects in texts: quotation marks around lines, encoding damage, empty outputs, lengths, scripts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.texts.outputs import Outputs, more_than_others, shares
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, PairCounts, Ratings

WRAPPED: Final = FindingEntry(
    "AJ459",
    "warning",
    "Lines are wrapped in quotation marks that do not belong to the text.",
    text="{wrapped:,} of {lines:count line} {wrapped:is/are} wrapped in ASCII quotation marks: {_shown:names}. Systems "
    "handle them differently, and metrics count them.",
    source="Knowles and Lo 2022, appendix B",
    todo="remove the marks from source, reference and outputs alike, and compute metrics again",
    needs="texts",
)
DAMAGED: Final = FindingEntry(
    "AJ460",
    "warning",
    "Texts hold characters of a wrong encoding.",
    text="Characters of a wrong encoding, such as {_example:quoted}, occur in {_shown:names}.",
    source="Knowles and Lo 2022, appendix B",
    todo="find the step that read the file with a wrong encoding, and repeat it as UTF-8",
    needs="texts",
)
EMPTY: Final = FindingEntry(
    "AJ461",
    "warning",
    "Some outputs are empty.",
    text="Outputs are empty although the source is not: {_shown:names}.",
    source="Knowles and Lo 2022, section 2.1",
    todo="ask for the outputs, or count the segments as failures; do not leave them out silently",
    needs="texts",
)
LENGTHS: Final = FindingEntry(
    "AJ462",
    "warning",
    "A system gives far longer or shorter outputs than the others.",
    text="Outputs with less than a third or more than three times the length of the others': {_shown:names}[; other "
    "systems {others:.1%}].",
    source="Knowles and Lo 2022, appendix B",
    todo="look for lines that were cut, joined, shifted or repeated",
    needs="texts of three systems or more",
)
SCRIPTS: Final = FindingEntry(
    "AJ463",
    "warning",
    "A system gives outputs in another script than the others.",
    text="Outputs mostly in another script than {_scripts}: {_shown:names}[; other systems {others:.1%}].",
    source="Knowles and Lo 2022, section 2.1",
    todo="look at the outputs: untranslated text, or a wrong target language",
    needs="texts of two systems or more",
)

#: 844 of 1,405 News lines were wrapped (Knowles and Lo 2022, appendix B); direct speech alone rarely fills whole lines.
MANY_WRAPPED: Final = 0.1
#: Damaged lines below both are a note: web text holds some.
MANY_DAMAGED: Final = 3
DAMAGED_SHARE: Final = 0.01
#: With more lines without an output a system is taken to have been judged on part of the text.
FEW_MISSING: Final = 0.1
#: Lengths outside of this factor, in more than so many lines.
FACTOR: Final = 3.0
ODD_SHARE: Final = 0.02
FEWEST: Final = 3
#: Shorter texts have no length to speak of.
ENOUGH_CHARACTERS: Final = 15
ENOUGH_LETTERS: Final = 10
#: A script with this share of all letters of the outputs belongs to the language.
OWN_SCRIPT: Final = 0.1
#: Between a mark and a mark there is none of them, or they are doubled as in files of comma-separated values.
_QUOTED: Final = r'^"(?:[^"]|"")+"$'
#: The second byte of a letter in Latin-1 or Windows-1252, without marks that may follow a capital letter.
_SECOND: Final = (
    "[\u0080-\u00bf\u20ac\u0192\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u02dc\u2122"
    "\u0161\u203a\u0153\u017e\u0178]"
)
#: U+FFFD, UTF-8 read as Latin-1 or Windows-1252 (two characters where one should be), entities that were escaped twice.
_DAMAGE: Final = (
    f"\ufffd|Ã{_SECOND}|Â[\u0080-\u00bf]|â€[\u0080-\u00bf\u2013-\u2122\u0153]|(?:[ÐÑ]{_SECOND}){{2}}|ï»¿|&amp;[a-z]+;"
)
_SCRIPTS: Final = (
    "Latin",
    "Cyrillic",
    "Greek",
    "Arabic",
    "Hebrew",
    "Devanagari",
    "Bengali",
    "Tamil",
    "Telugu",
    "Gujarati",
    "Gurmukhi",
    "Thai",
    "Georgian",
    "Armenian",
    "Ethiopic",
    "Khmer",
    "Canadian_Aboriginal",
    "Han",
    "Hiragana",
    "Katakana",
    "Hangul",
)
#: Lines that tell the scripts of the outputs.
_SAMPLE: Final = 500


def _wrapped(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """Lines that begin and end with an ASCII quotation mark and hold none in between.

    In the English-Inuktitut News test set 844 of 1,405 lines were wrapped in source, reference or both, which changed
    BLEU by more than five points. Said if a tenth of the lines is wrapped in the source, the reference
    or a system.
    """
    columns = outputs.even.columns
    found = {name: outputs.flags(name, pl.col(name).str.contains(_QUOTED)) for name in columns}
    many = [name for name in columns if found[name].mean() >= MANY_WRAPPED]
    if not many:
        return
    somewhere = np.logical_or.reduce([found[name] for name in many])
    yield WRAPPED(
        wrapped=int(somewhere.sum()),
        lines=outputs.even.height,
        systems=[name for name in many if name in outputs.systems],
        columns=many,
        _shown=[f"{name} ({int(found[name].sum()):,})" for name in many],
    )


def _damaged(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """UTF-8 that was read with another encoding, replacement characters, and entities that were escaped twice.

    Looked for in source, reference and outputs. A warning if some column has three such lines or one in a hundred, a
    note if there are fewer: text from the web holds some.
    """
    lines = {name: outputs.flags(name, pl.col(name).str.contains(_DAMAGE)) for name in outputs.even.columns}
    found = {name: int(flags.sum()) for name, flags in lines.items() if flags.any()}
    if not found:
        return
    worst = max(found, key=lambda name: found[name])
    many = any(n >= MANY_DAMAGED or n >= DAMAGED_SHARE * outputs.even.height for n in found.values())
    example = outputs.even[worst].filter(pl.Series(lines[worst])).str.extract(f"({_DAMAGE})")[0]
    yield DAMAGED(
        severity=None if many else "note",
        lines=found,
        systems=[name for name in found if name in outputs.systems],
        _example=example,
        _shown=[f"{n:,} {'line' if n == 1 else 'lines'} of {name}" for name, n in found.items()],
    )


def _empty(frame: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """Outputs without any text where the source has some.

    A missing value counts as well if the system was judged on the segment, or, where segments cannot be matched, if it
    has an output for nine tenths of the lines; otherwise it is taken to have taken part with some of the text only.
    """
    has_source = outputs.flags("source", pl.col("source").str.len_chars() > 0)
    found = {}
    for name in outputs.systems:
        column = outputs.even[name]
        few = column.null_count() <= FEW_MISSING * len(column)
        missing = column.is_null().to_numpy() & (few | outputs.judged(frame, name))
        empty = has_source & (missing | outputs.flags(name, pl.col(name).str.len_chars() == 0))
        if empty.any():
            found[name] = int(empty.sum())
    if found:
        yield EMPTY(
            systems=list(found), lines=list(found.values()), _shown=[f"{n:,} of {name}" for name, n in found.items()]
        )


def _lengths(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """Outputs whose length differs from the median length of all outputs of the segment by a factor of three.

    Only segments count whose median output has 15 characters or more. Said of a system with such outputs in 2% of the
    segments, three times as often as the others and significantly more (level .001 divided by the number of systems).
    """
    if len(outputs.systems) < 3:
        raise NotCheckableError(LENGTHS.needs)
    lengths = np.stack([outputs.even[name].str.len_chars().cast(pl.Float64).to_numpy() for name in outputs.systems], 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        usual = np.nanmedian(lengths, axis=1) if len(lengths) else lengths[:, 0]
        apart = np.abs(np.log(np.maximum(lengths, 1) / usual[:, None])) > math.log(FACTOR)
    counts_too = (~np.isnan(lengths)) & (usual >= ENOUGH_CHARACTERS)[:, None]
    odd = {
        name: (int((apart & counts_too)[:, i].sum()), int(counts_too[:, i].sum()))
        for i, name in enumerate(outputs.systems)
    }
    yield from _more_often(odd, LENGTHS)


def _scripts(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """Outputs with most of their letters in a script that the outputs of all systems hardly use.

    The scripts of the language are those with a tenth of the letters of the reference, or of all outputs if there is
    none; Chinese characters and kana go together. Outputs with fewer than ten letters do not count. Said of a system
    with such outputs in 2% of the segments, three times as often as the others and significantly more.
    """
    if len(outputs.systems) < 2:
        raise NotCheckableError(SCRIPTS.needs)
    sample = outputs.even.select("reference" if outputs.has_reference else pl.col(outputs.systems)).head(_SAMPLE)
    own = _own_scripts(sample)
    if not own:
        raise NotCheckableError("texts with letters of a known script")
    inside = "[" + "".join(rf"\p{{{name}}}" for name in own) + "]"
    odd = {}
    for name in outputs.systems:
        text = pl.col(name).str
        lines = outputs.even.filter(text.len_chars() >= ENOUGH_LETTERS)
        some = lines.filter(text.contains(rf"[\p{{L}}--{inside}]"))  # fast, and true of few lines
        letters, usual = text.count_matches(r"\p{L}"), text.count_matches(inside)
        foreign = some.filter((letters >= ENOUGH_LETTERS) & (usual * 2 < letters))
        odd[name] = (foreign.height, lines.height)
    yield from _more_often(odd, SCRIPTS, _scripts=" and ".join(own))


def _own_scripts(sample: pl.DataFrame) -> list[str]:
    text = pl.concat([sample[name] for name in sample.columns]).drop_nulls()
    counts = {name: int(text.str.count_matches(rf"\p{{{name}}}").sum()) for name in _SCRIPTS}
    total = sum(counts.values())
    own = [name for name, n in counts.items() if n and n >= OWN_SCRIPT * total]
    kana = ["Han", "Hiragana", "Katakana"]
    return [*own, *(name for name in kana if name not in own)] if set(own) & set(kana) else own


def _more_often(found: dict[str, tuple[int, int]], entry: FindingEntry, **words: str | None) -> Iterator[Finding]:
    rows = shares(found)
    odd = more_than_others(rows, least=ODD_SHARE, fewest=FEWEST)
    if odd:
        rest = [row for row in rows if row not in odd]
        others = sum(row.hits for row in rest) / max(sum(row.lines for row in rest), 1) if rest else None
        yield entry(
            systems=[row.system for row in odd],
            lines=[row.hits for row in odd],
            others=others,
            _shown=[f"{row.system} {row.rate:.1%} ({row.hits:,} of {row.lines:,})" for row in odd],
            **dict[str, Any](words),
        )


_TABLES: Final = (Ratings, Comparisons, PairCounts)
CHECKS: Final = (
    Check(WRAPPED, _wrapped, _TABLES, facts=("outputs",)),
    Check(DAMAGED, _damaged, _TABLES, facts=("outputs",)),
    Check(EMPTY, _empty, _TABLES, facts=("outputs",)),
    Check(LENGTHS, _lengths, _TABLES, facts=("outputs",)),
    Check(SCRIPTS, _scripts, _TABLES, facts=("outputs",)),
)
