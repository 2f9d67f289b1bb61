"""A datasheet as Markdown: the counts, every question with its answer, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.auditing.datasheet.result import DatasheetResult, Entry
from adjudge.core.datasheet.heds import SECTIONS, SHEET, SOURCE
from adjudge.core.datasheet.question import CRITERIA
from adjudge.reporting.datasheet.counts import count_rows
from adjudge.reporting.printed_tables import MISSING, printable

#: What Markdown, or HTML within it, would take for markup.
_MARKUP: Final = re.compile(r"([\\`*_\[\]|~$])")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def datasheet_markdown(result: DatasheetResult) -> str:
    """The sheet as Markdown. Names and answers stand in it as they are: no markup in them takes effect.

    Args:
        result: any datasheet.
    """
    numbers = f"Numbers of questions and options are those of {SHEET} ({plain(SOURCE)}), the words are Adjudge's."
    lines = [
        f"# Human evaluation datasheet ({SHEET})",
        "",
        f"{plain(result.summary())} {numbers}",
        "",
        "## Counts",
        "",
        *_table(("", ""), [(name, value) for name, value in count_rows(result.facts)]),
    ]
    for section, title in SECTIONS.items():
        lines += ["", f"## {section}. {title}"]
        lines += _section(result, section)
    lines += ["", "## Open questions", "", *_gaps(result)]
    if result.findings:
        lines += ["", "## Findings", ""]
        lines += [f"- {one.severity} {one.code}: {plain(one.text)}" for one in result.findings]
    return "\n".join([*lines, "", f"Signature: {plain(str(result.signature))}", ""])


def plain(text: str) -> str:
    r"""Text without any effect in Markdown: marks are escaped, lines are joined by `<br>`.

    Example:
        >>> print(plain("a|b <i>*c*"))
        a\|b &lt;i&gt;\*c\*
    """
    lines = [printable(line).strip() for line in text.splitlines()]
    escaped = (_MARKUP.sub(r"\\\1", line) for line in lines)
    return "<br>".join("".join(_ENTITIES.get(char, char) for char in line) for line in escaped)


def _section(result: DatasheetResult, section: int) -> Iterator[str]:
    """The questions of one section; those on criteria for each of them."""
    entries = [entry for entry in result.entries if entry.question.section == section]
    if section != CRITERIA:
        yield ""
        yield from _entries(entries)
        return
    for criterion in result.criteria:
        yield from ("", f"### Criterion: {plain(criterion or 'without a name')}", "")
        yield from _entries([entry for entry in entries if entry.criterion == criterion])


def _entries(entries: Sequence[Entry]) -> list[str]:
    rows = [
        (one.number, one.question.words, one.words or MISSING, ", ".join(one.sources) or MISSING, _status(one))
        for one in entries
    ]
    return _table(("", "question", "answer", "from", "status"), rows)


def _status(entry: Entry) -> str:
    return entry.status if entry.status != "in part" else f"in part; missing: {entry.lacks}"


def _gaps(result: DatasheetResult) -> list[str]:
    if not result.gaps:
        return ["None."]
    several = len(result.criteria) > 1
    rows = [(_place(one, several=several), one.question.words, one.lacks) for one in result.gaps]
    return _table(("", "question", "what is missing, or why"), rows)


def _place(entry: Entry, *, several: bool) -> str:
    named = several and entry.question.per_criterion
    return f"{entry.number} ({entry.criterion or 'without a name'})" if named else entry.number


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    head = f"| {' | '.join(heads)} |"
    return [head, f"|{'---|' * len(heads)}", *(f"| {' | '.join(map(plain, row))} |" for row in rows)]
