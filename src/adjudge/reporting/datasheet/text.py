"""A datasheet as plain text for a terminal: the counts, what is answered, and the numbers of open questions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from adjudge.auditing.datasheet.result import DatasheetResult, Entry
from adjudge.core.datasheet.heds import SECTIONS
from adjudge.core.datasheet.question import CRITERIA
from adjudge.reporting.datasheet.counts import count_rows
from adjudge.reporting.printed_tables import printable

_WIDTH: Final = 100
_INDENT: Final = " " * 10


def datasheet_text(result: DatasheetResult) -> str:
    """The sheet as text; a question that is open has only its number.

    Args:
        result: any datasheet.
    """
    lines = [line for name, value in count_rows(result.facts) for line in _wrapped(f"{name}:", value)]
    for section, title in SECTIONS.items():
        lines += ["", f"{section}. {title}"]
        for criterion in result.criteria if section == CRITERIA else (None,):
            entries = [one for one in result.entries if one.question.section == section and one.criterion == criterion]
            if criterion is not None:
                lines.append(f"Criterion {printable(criterion)}:")
            lines += [line for entry in entries if entry.status != "open" for line in _answer(entry)]
            blank = [entry.number for entry in entries if entry.status == "open"]
            lines += _wrapped("open:", ", ".join(blank)) if blank else []
    return "\n".join(lines) + "\n"


def _answer(entry: Entry) -> Iterator[str]:
    source = " and ".join(entry.sources)
    yield from _wrapped(entry.number, f"{entry.question.words}: {entry.words} [{source}]")
    if entry.lacks:
        yield from _wrapped("", f"missing: {entry.lacks}")


def _wrapped(head: str, text: str) -> list[str]:
    """Text behind its head, on lines that are not too long."""
    first = f"{head} ".ljust(len(_INDENT))
    return textwrap.wrap(
        printable(text.replace("\n", " ")),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=_INDENT,
        break_on_hyphens=False,
    ) or [head]
