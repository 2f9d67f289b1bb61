"""A file of answers to fill in: the gaps of a datasheet as commented TOML."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Final

from adjudge.auditing.datasheet.result import DatasheetResult, Entry
from adjudge.core.datasheet.heds import SECTIONS, SHEET
from adjudge.reporting.printed_tables import printable

_WIDTH: Final = 110
#: Options that are listed in the file; the languages are too many, and are known by name.
_MOST_OPTIONS: Final = 25
_HEAD: Final = f"""\
# Answers for a datasheet ({SHEET}). What the judgements answer is not asked here.
# Take the # away from a line and write the answer: a text in quotes, the number of an option, a list of numbers,
# or both, {{ options = [9], text = "..." }}. "N/A" if a question does not apply. The guidance of each question is on
# https://nlp-heds.github.io under its number.
"""


def blank_answers(result: DatasheetResult) -> str:
    """TOML text that lists exactly the gaps of a datasheet, with what is missing; all lines are comments but sections.

    Args:
        result: any datasheet.
    """
    lines = [_HEAD, "[answers]"]
    section = 0
    for entry in result.gaps:
        if entry.criterion is not None and len(result.criteria) > 1:
            continue  # it has a section of its own
        if entry.question.section != section:
            section = entry.question.section
            lines += ["", f"# {section}. {SECTIONS[section]}"]
        lines += _lines(entry)
    for criterion in result.criteria if len(result.criteria) > 1 else ():
        lines += _of_criterion(result, criterion)
    return "\n".join(lines) + "\n"


def _of_criterion(result: DatasheetResult, criterion: str | None) -> Iterator[str]:
    gaps = [entry for entry in result.gaps if entry.criterion == criterion]
    if criterion is not None and gaps:
        yield from ("", f"[criteria.{_quoted(criterion)}]")
        for entry in gaps:
            yield from _lines(entry)


def _lines(entry: Entry) -> Iterator[str]:
    """A question, what is known and missing, its options, and a line for the answer."""
    yield ""
    yield from _comment(f"{entry.number} {entry.question.words}")
    if entry.words:
        yield from _comment(f"from the {' and the '.join(entry.sources)}: {entry.words}")
    yield from _comment(f"missing: {entry.lacks}")
    options = entry.question.options
    if 0 < len(options) <= _MOST_OPTIONS:
        yield from _comment("; ".join(f"{one.code} {one.words}" for one in options))
    yield f"# {_quoted(entry.number)} = {_example(entry)}"


def _example(entry: Entry) -> str:
    return {"text": '""', "whole": "0", "one": "1", "several": "[]"}[entry.question.kind]


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(printable(text), _WIDTH, break_on_hyphens=False)]


def _quoted(text: str) -> str:
    # JSON and TOML agree on text, but for one control character that TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
