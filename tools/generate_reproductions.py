"""Fill the pages on reproduced papers with published and computed figures, from the released data.

What a paper claims, where its data is and which errors it has is written by hand; between `<!-- begin NAME -->` and
`<!-- end NAME -->` this script writes. Run `python tools/generate_reproductions.py DATA` (or set ADJUDGE_DATA) after a
change that moves a figure; a test fails until you do. Without the data the pages stay as they are.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.papers.figures import Figure, ReproductionResult, Status, Value
from adjudge.papers.registry import PAPERS, reproduce

FOLDER: Final = Path(__file__).parents[1] / "docs" / "reference" / "reproductions"
#: As the pages call them, in this order.
STATUSES: Final[dict[Status, str]] = {
    "equal": "equal",
    "explained": "explained",
    "different": "unexplained",
    "absent": "absent",
}
#: Significant digits of a value on a page; values are compared with all of theirs.
DIGITS: Final = 6


def results(reproduced: Mapping[str, ReproductionResult]) -> Iterator[str]:
    """One row per paper, for the overview."""
    yield f"| paper | figures | {' | '.join(STATUSES.values())} |\n|---|{'--:|' * (len(STATUSES) + 1)}"
    for name, result in reproduced.items():
        counts = (len(result.rows), *map(result.count, STATUSES))
        yield f"| [`{name}`]({name}.md) | {' | '.join(map(str, counts))} |"
    totals = [sum(len(result.rows) for result in reproduced.values())]
    totals += [sum(result.count(status) for result in reproduced.values()) for status in STATUSES]
    yield f"| all | {' | '.join(f'{total:,}' for total in totals)} |"


def counts(result: ReproductionResult) -> Iterator[str]:
    """How many figures come out, part by part."""
    yield f"**{result.summary()}.**\n"
    yield f"| part | figures | {' | '.join(STATUSES.values())} |\n|---|{'--:|' * (len(STATUSES) + 1)}"
    for table in result.tables:
        rows = result.of_table(table)
        numbers = [len(rows), *(sum(row.status == status for row in rows) for status in STATUSES)]
        yield f"| {_cell(table)} | {' | '.join(map(str, numbers))} |"


def not_equal(result: ReproductionResult) -> Iterator[str]:
    """Both values and the reason of every figure that has another value; what is absent by its reason."""
    rows = [row for row in result.rows if row.status in {"explained", "different"}]
    if rows:
        yield "| part | figure | published | computed | reason |\n|---|---|--:|--:|---|"
    for reason, same in _runs(rows):
        for i, row in enumerate(same):
            note = (reason or "unexplained") if i == 0 else "the same"
            yield f"| {' | '.join((_cell(row.table), _cell(row.figure), *_values(row), _cell(note)))} |"
    if not rows:
        yield "No figure that can be computed has another value."
    yield from _absent(result)


def _absent(result: ReproductionResult) -> Iterator[str]:
    missing = [row for row in result.rows if row.status == "absent"]
    if missing:
        yield "\nFigures that cannot be computed:\n"
    reasons = dict.fromkeys(row.reason for row in missing)
    for reason in reasons:
        parts = [row.table for row in missing if row.reason == reason]
        named = ", ".join(f"{table} ({parts.count(table)})" for table in dict.fromkeys(parts))
        yield f"- {named}: {_cell(reason or '')}"


def figures(result: ReproductionResult) -> Iterator[str]:
    """Every figure, one block per part that opens on a click."""
    for table in result.tables:
        rows = result.of_table(table)
        equal = sum(row.status == "equal" for row in rows)
        summary = f"{_cell(table)}: {equal} of {counted(len(rows), 'figure')} equal"
        yield f'<details markdown="1"><summary>{summary}</summary>\n'
        yield "| figure | published | computed | |\n|---|--:|--:|---|"
        for row in rows:
            status = "" if row.status == "equal" else STATUSES[row.status]
            yield f"| {' | '.join((_cell(row.figure), *_values(row), status))} |"
        yield "\n</details>\n"


def _runs(rows: Sequence[Figure]) -> Iterator[tuple[str | None, list[Figure]]]:
    for reason, same in groupby(rows, key=lambda row: row.reason):
        yield reason, list(same)


def _values(row: Figure) -> tuple[str, str]:
    return _shown(row.published), _shown(row.computed)


def _shown(value: Value) -> str:
    """A value as on a page; nothing to show is a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    return _cell(str(value))


def _cell(text: str) -> str:
    """Text that cannot end a cell or begin markup."""
    return re.sub(r"([|*<_#])", r"\\\1", text)


PARTS: Final[dict[str, Callable[[ReproductionResult], Iterator[str]]]] = {
    "counts": counts,
    "not equal": not_equal,
    "figures": figures,
}


def replaced(page: str, texts: Mapping[str, str]) -> str:
    """The page with these texts in its generated parts."""

    def fill(match: re.Match[str]) -> str:
        return f"<!-- begin {match['name']} -->\n{texts[match['name']].strip()}\n<!-- end {match['name']} -->"

    return re.sub(r"<!-- begin (?P<name>.+?) -->\n.*?<!-- end (?P=name) -->", fill, page, flags=re.DOTALL)


def filled(page: str, result: ReproductionResult) -> str:
    """The page of a paper with its figures as they are computed now."""
    return replaced(page, {name: "\n".join(part(result)) for name, part in PARTS.items()})


def filled_overview(page: str, reproduced: Mapping[str, ReproductionResult]) -> str:
    """The overview with the counts as they are now."""
    return replaced(page, {"results": "\n".join(results(reproduced))})


def main() -> None:
    """Rewrite the pages."""
    data = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ADJUDGE_DATA")
    if data is None:
        sys.exit("name the folder of the data, or set ADJUDGE_DATA")
    reproduced = {name: reproduce(name, data) for name in PAPERS}
    for name, result in reproduced.items():
        path = FOLDER / f"{name}.md"
        path.write_text(filled(path.read_text(encoding="utf-8"), result), encoding="utf-8")
    index = FOLDER / "index.md"
    index.write_text(filled_overview(index.read_text(encoding="utf-8"), reproduced), encoding="utf-8")


if __name__ == "__main__":
    main()
