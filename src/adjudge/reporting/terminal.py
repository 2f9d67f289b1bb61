"""Tables and rankings as text: coloured on a terminal, without escape codes everywhere else."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import IO

from rich.box import HORIZONTALS, Box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.core.findings import Finding
from adjudge.ranking.orders import AnyRanking, Rankings
from adjudge.ranking.ratings.repeating.resampling import ResampledRankings
from adjudge.ranking.result import RankingResult
from adjudge.reporting.characters import shown
from adjudge.reporting.printed_tables import PrintedTable, printable
from adjudge.reporting.ranking_tables import compare_rankings, ranking_table, resampled_table
from adjudge.reporting.shared_findings import findings_by_ranking, say_holders
from adjudge.reporting.wording import say_departures

#: Lines for files and pipes: nothing but hyphens.
_PLAIN = Box(" -- \n    \n -- \n    \n -- \n -- \n    \n -- \n", ascii=True)
_PLAIN_WIDTH = 100
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_ranking(result: RankingResult, *, file: IO[str] | None = None) -> None:
    """Print a ranking with its signature and findings.

    Args:
        result: any ranking.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    out = file or sys.stdout
    _print(_ranking(result, HORIZONTALS, out), _plain(_ranking(result, _PLAIN, out)), out)


def print_comparison(results: Rankings[AnyRanking], *, file: IO[str] | None = None) -> None:
    """Print several rankings of the same systems side by side, with how far each departs from the first.

    Args:
        results: rankings by the name of their recipe.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    words = "".join(f"{sentence}\n" for sentence in say_departures(results.agreements))
    signatures = "".join(f"signature {result.signature}\n" for result in results.values())
    print_table(compare_rankings(results), file=file)
    _write(f"{words}\n{signatures}", file or sys.stdout)
    print_shared_findings(results, file=file)


def print_shared_findings(results: Mapping[str, RankingResult], *, file: IO[str] | None = None) -> None:
    """Print the findings of several rankings, each once under the names of those it concerns.

    Args:
        results: rankings by name.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    for names, findings in findings_by_ranking(results).items():
        _write(f"\n{say_holders(names, len(results))}:", file or sys.stdout)
        print_findings(findings, file=file)


def print_resampled(name: str, resampled: ResampledRankings, *, file: IO[str] | None = None) -> None:
    """Print how often ranks and lines came back on resampled documents.

    Args:
        name: the recipe.
        resampled: its rankings.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    out = file or sys.stdout
    lost = f", {resampled.lost:,} of which could not be ranked and are left out" if resampled.lost else ""
    _write(f"\n{printable(name)} on {resampled.draws:,} bootstrap samples of the documents{lost}:\n", out)
    print_table(resampled_table(resampled), file=file)


def print_findings(findings: Sequence[Finding], *, sources: bool = False, file: IO[str] | None = None) -> None:
    """Print findings below a table, if there are any.

    Args:
        findings: in the order in which they are to be read.
        sources: also say which paper a finding comes from.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    if findings:
        parts: list[RenderableType] = [Text(), _findings(findings, sources=sources)]
        _print(parts, _plain(parts), file or sys.stdout)


def print_table(table: PrintedTable, *, file: IO[str] | None = None) -> None:
    """Print one table.

    Args:
        table: any printed table.
        file: where to; standard output if absent. Only a terminal gets colours.
    """
    out = file or sys.stdout
    _print([_rich(table, HORIZONTALS, out)], _plain([_rich(table, _PLAIN, out)]), out)


def ranking_text(result: RankingResult) -> str:
    """A ranking with its signature and findings as plain text."""
    return _plain(_ranking(result, _PLAIN))


def table_text(table: PrintedTable) -> str:
    """A table as plain text."""
    return _plain([_rich(table, _PLAIN)])


def _print(parts: Sequence[RenderableType], plain: str, file: IO[str]) -> None:
    if not file.isatty():
        _write(plain, file)
        return
    console = Console(file=file, markup=False, emoji=False, highlight=False)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text))  # the terminal wraps a signature: it copies as one line


def _write(text: str, file: IO[str]) -> None:
    file.write(shown(text, getattr(file, "encoding", None)))


def _plain(parts: Sequence[RenderableType]) -> str:
    out = io.StringIO()
    wide = Console(file=out, color_system=None, force_terminal=False, width=10_000, _environ={})
    for part in parts:
        # A table is as wide as its longest name: nothing is cut. Sentences are wrapped.
        width = wide.measure(part).maximum if isinstance(part, Table) and part.box else _PLAIN_WIDTH
        wide.print(part, width=width, soft_wrap=isinstance(part, Text), markup=False, emoji=False, highlight=False)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())


def _ranking(result: RankingResult, box: Box, file: IO[str] | None = None) -> list[RenderableType]:
    signature = Text(f"signature {result.signature}", style="dim")
    parts: list[RenderableType] = [_rich(ranking_table(result), box, file), signature]
    return [*parts, Text(), _findings(result.findings)] if result.findings else parts


def _rich(table: PrintedTable, box: Box, file: IO[str] | None = None) -> Table:
    encoding = getattr(file, "encoding", None)  # what cannot be shown is replaced before columns are set
    out = Table(box=box, header_style="bold", border_style="dim", padding=(0, 1, 0, 0), pad_edge=False)
    for heading in table.headings:
        text = heading.kind == "text"
        head = Text(shown(heading.text, encoding))
        out.add_column(head, justify="left" if text else "right", no_wrap=not text, overflow="fold")
    for i, row in enumerate(table.rows):
        out.add_row(*(Text(shown(cell, encoding)) for cell in row), end_section=i + 1 in table.lines)
    return out


def _findings(findings: Iterable[Finding], *, sources: bool = False) -> Table:
    out = Table.grid(padding=(0, 2, 0, 0))
    for finding in findings:
        severity = Text(finding.severity, style=_STYLES[finding.severity])
        out.add_row(severity, Text(finding.code, style="dim"), Text(printable(finding.text)))
        if finding.todo:
            out.add_row("", "", Text(f"To do: {printable(finding.todo)}", style="dim"))
        if finding.source and sources:
            out.add_row("", "", Text(f"Source: {printable(finding.source)}", style="dim"))
    return out
