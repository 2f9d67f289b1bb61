"""Rankings as tables: one description of headings, cells and lines, set as terminal text, CSV or LaTeX.

The same description feeds the HTML page, so that a number reads the same wherever it is printed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.ratings.resampling import ResampledRankings
from adjudge.ranking.result import RankedSystem, RankingResult
from adjudge.reporting.comparison_wording import say_contradicted, say_method
from adjudge.reporting.places import cycles, shared_places
from adjudge.reporting.wording import say_lines, say_test

MISSING: Final = "—"
#: A reader cannot compare longer strings of letters by eye.
MOST_LETTERS: Final = 8
Kind = Literal["text", "number", "range"]


@dataclass(frozen=True)
class Heading:
    """The head of a column.

    Args:
        text: what stands above the column.
        kind: `text` is set flush left; `number` and `range` flush right with proper signs and dashes.
        meaning: what the column holds, for readers who do not know.
        name: of the column in a file, where `text` would stand above several columns.
    """

    text: str
    kind: Kind = "number"
    meaning: str = ""
    name: str = ""


@dataclass(frozen=True)
class PrintedTable:
    """A table as it is printed, before any markup.

    Args:
        headings: one for each column.
        rows: cells as text, with ASCII hyphens for minus signs and ranges.
        lines: indices of the rows that a line stands above.
    """

    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: frozenset[int] = frozenset()


@dataclass(frozen=True)
class _Column:
    heading: Heading
    cell: Callable[[RankedSystem], str]


_RANK = Heading("rank", "range", "place in the order")
_SHARED_RANK = Heading(
    "rank", "range", "place in the order; neighbours that other optimal orders swap share their places"
)
_CYCLE = Heading("cycle", meaning="systems of one number beat each other in turn; no order of them fits")
_RANGE = _Column(
    Heading("range", "range", "ranks that the pairwise tests leave open"),
    lambda s: _range(s.rank_low, s.rank_high),
)
_RANGE_OF_RUNS = replace(_RANGE, heading=Heading("range", "range", "ranks that hold 95% of the runs"))
_SET = _Column(
    Heading("95% set", "range", "ranks that a simultaneous 95% confidence set leaves open"),
    lambda s: _range(s.set_low, s.set_high) if s.set_low is not None and s.set_high is not None else MISSING,
)
_LETTERS = _Column(
    Heading("letters", "text", "systems that share a letter do not differ significantly"), lambda s: s.letters
)
_SYSTEM = _Column(Heading("system", "text", "name of the system"), lambda s: printable(s.system))
_RAW = _Column(Heading("raw", meaning="mean raw score"), lambda s: number(s.raw, 1))
_Z = _Column(Heading("z", meaning="mean standardised score"), lambda s: number(s.z, 3))
_SCORE = _Column(Heading("score", meaning="what the order is by"), lambda s: number(s.score, 3))
_SEGMENTS = _Column(Heading("n", meaning="distinct segments"), lambda s: MISSING if s.n is None else f"{s.n:,}")
_JUDGEMENTS = _Column(Heading("N", meaning="judgements"), lambda s: f"{s.judgements:,}")


def ranking_table(result: RankingResult) -> PrintedTable:
    """A ranking as a table in rank order, with a line between clusters."""
    systems = result.systems
    sets = [_SET] if any(s.set_low is not None for s in systems) else []
    segments = [_SEGMENTS] if any(s.n is not None for s in systems) else []
    numbers = cycles(result)
    cycle = [_Column(_CYCLE, lambda s: str(numbers.get(s.system, "")))] if numbers else []
    columns = [
        _ranks(result),
        _RANGE_OF_RUNS if _rule(result) == "ranges" else _RANGE,
        *sets,
        _SYSTEM,
        *_scores(result),
        *segments,
        _JUDGEMENTS,
        *cycle,
        *_letters(result),
    ]
    return PrintedTable(
        tuple(column.heading for column in columns),
        tuple(tuple(column.cell(system) for column in columns) for system in systems),
        frozenset(i for i in range(1, len(systems)) if systems[i].cluster != systems[i - 1].cluster),
    )


def _ranks(result: RankingResult) -> _Column:
    """Ranks, or the places that neighbours share."""
    places = dict(zip(result.order(), shared_places(result), strict=True))
    shared = any(low < high for low, high in places.values())
    return _Column(_SHARED_RANK if shared else _RANK, lambda s: _range(*places[s.system]))


def _scores(result: RankingResult) -> list[_Column]:
    """Raw and standardised scores of ratings; comparisons have neither, so what orders them stands instead."""
    systems = result.systems
    if result.kind == "comparisons":
        return [_SCORE] if any(s.score is not None for s in systems) else []
    known = [
        column for column, name in ((_RAW, "raw"), (_Z, "z")) if any(getattr(s, name) is not None for s in systems)
    ]
    estimated = any(s.score not in {s.raw, s.z} for s in systems)
    return [*known, _SCORE] if estimated else known


def _letters(result: RankingResult) -> list[_Column]:
    """Letters, unless there are none or more in a cell than one can read; a letter may have a number (`a2`)."""
    longest = max(sum(char.isalpha() for char in s.letters) for s in result.systems)
    return [_LETTERS] if 0 < longest <= MOST_LETTERS else []


def _rule(result: RankingResult) -> str:
    return dict(result.signature.choices).get("rule", "")


def compare_rankings(
    results: Mapping[str, RankingResult], *, truth: Sequence[str] | None = None, shared: bool = True
) -> PrintedTable:
    """Several rankings of the same systems side by side: rank and open range of ranks under each.

    Args:
        results: rankings by the name of their recipe; the first gives the order of the rows.
        truth: the true order if it is known; it then gives the order of the rows.
        shared: print places that neighbours share, not ranks; False for programs, which expect numbers.

    Returns:
        One row per system; a system that a ranking does not hold has a dash there.
    """
    true = {name: str(place) for place, name in enumerate(truth or (), 1)}
    held = [_places_and_ranges(result, shared=shared) for result in results.values()]
    numbers = next(filter(None, map(cycles, results.values())), {})  # the same in all exact orders
    names = list(dict.fromkeys([*true, *(name for cells in held for name in cells)]))
    headings = [Heading("system", "text")]
    headings += [Heading("truth", meaning="true rank")] if truth is not None else []
    for name in map(printable, results):
        headings += [Heading(name, "range", "rank under this recipe"), replace(_RANGE.heading, name=f"{name} range")]
    headings += [_CYCLE] if numbers else []
    rows = []
    for name in names:
        row = [printable(name)] + ([true.get(name, MISSING)] if truth is not None else [])
        for cells in held:
            row += cells.get(name, (MISSING, MISSING))
        rows.append((*row, *([str(numbers.get(name, ""))] if numbers else [])))
    return PrintedTable(tuple(headings), tuple(rows))


def _places_and_ranges(result: RankingResult, *, shared: bool) -> dict[str, tuple[str, str]]:
    rank = _ranks(result).cell if shared else lambda s: str(s.rank)
    return {s.system: (rank(s), _RANGE.cell(s)) for s in result.systems}


def pairs_table(result: RankingResult) -> PrintedTable:
    """Every pair in rank order; ties state the power of the test and the smallest effect it could find."""
    headings = (
        Heading("better", "text", "the higher ranked system"),
        Heading("worse", "text", "the lower ranked system"),
        Heading("difference", meaning="estimated difference in the unit of the score"),
        Heading("effect", meaning="P(better scores above worse), ties halved"),
        Heading("95%", "range", "interval of the effect, documents as the unit"),
        Heading("p", meaning="corrected p-value of the recipe's test"),
        Heading("power", meaning="of a tie: chance to find an effect of .53"),
        Heading("smallest", meaning="of a tie: smallest effect found four times in five"),
    )
    rows = tuple(
        (
            printable(pair.a),
            printable(pair.b),
            number(pair.difference, 3),
            number(pair.effect, 3),
            f"{number(pair.effect_low, 3)}-{number(pair.effect_high, 3)}",
            ("*" if pair.significant else "") + (f"{pair.p:.3f}" if pair.p >= 0.001 else "<.001"),
            "" if pair.significant else number(pair.power, 2),
            "" if pair.significant else number(pair.smallest, 3),
        )
        for pair in result.pairs
    )
    return PrintedTable(headings, rows)


def resampled_table(resampled: ResampledRankings) -> PrintedTable:
    """How often ranks and lines came back, as a table in rank order."""
    headings = (
        Heading("system", "text"),
        Heading("same rank", meaning="share of draws in which it holds its rank"),
        Heading("95% of ranks", "range", "ranks it holds in the middle 95% of draws"),
        Heading("line below", meaning="share of draws with a line there and the same systems above it"),
    )
    rows = tuple(
        (printable(system), f"{same:.2f}", _range(low, high), f"{line:.2f}")
        for system, same, low, high, line in resampled.to_frame().iter_rows()
    )
    return PrintedTable(headings, rows)


def ranking_csv(result: RankingResult) -> str:
    """A ranking as CSV with full precision; missing values are empty fields.

    An exact order has the columns `place_low` and `place_high`, the places that a system shares with its neighbours,
    and `cycle`.
    """
    frame = result.to_frame()
    if isinstance(result, ComparisonRankingResult) and result.optimum is not None:
        numbers = cycles(result)
        low, high = zip(*shared_places(result), strict=True)
        cycle = pl.Series([numbers.get(name) for name in result.order()], dtype=pl.Int64)
        frame = frame.with_columns(place_low=pl.Series(low), place_high=pl.Series(high), cycle=cycle)
    return frame.write_csv()


def table_csv(table: PrintedTable) -> str:
    """Any printed table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([heading.name or heading.text for heading in table.headings])
    writer.writerows(table.rows)
    return out.getvalue()


def ranking_latex(result: RankingResult, *, label: str = "tab:ranking") -> str:
    r"""A ranking as a LaTeX table in the style of booktabs, with a rule between clusters.

    Args:
        result: any ranking.
        label: for `\ref`.

    Returns:
        A `table` environment; its caption states n, N, the test, the meaning of the rules and the signature.
    """
    table = ranking_table(result)
    body = []
    for i, row in enumerate(table.rows):
        body += ["\\midrule"] if i in table.lines else []
        cells = [_latex_cell(cell, head.kind) for cell, head in zip(row, table.headings, strict=True)]
        body.append(" & ".join(cells) + r" \\")
    alignment = "".join("l" if head.kind == "text" else "r" for head in table.headings)
    heads = [_LATEX_HEADS.get(head.text) or latex_escape(head.text.capitalize()) for head in table.headings]
    return "\n".join(
        [
            "% needs \\usepackage{booktabs}",
            "\\begin{table}",
            "\\centering",
            f"\\begin{{tabular}}{{{alignment}}}",
            "\\toprule",
            " & ".join(heads) + r" \\",
            "\\midrule",
            *body,
            "\\bottomrule",
            "\\end{tabular}",
            f"\\caption{{{_latex_caption(result)}}}",
            f"\\label{{{label}}}",
            "\\end{table}",
            "",
        ]
    )


def rankings_latex(results: Mapping[str, RankingResult]) -> str:
    r"""Several rankings as LaTeX tables, each with a label of its own such as `tab:ranking-mfas`.

    Args:
        results: rankings by name; a single one keeps the label `tab:ranking`.
    """
    if len(results) == 1:
        return "".join(map(ranking_latex, results.values()))
    labels = {name: re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") for name in results}
    return "\n".join(ranking_latex(result, label=f"tab:ranking-{labels[name]}") for name, result in results.items())


def latex_escape(text: str) -> str:
    """Text that LaTeX prints as it stands."""
    return _LATEX_SPECIAL.sub(lambda match: _LATEX_ESCAPES[match[0]], printable(text))


def printable(text: str) -> str:
    """A name without characters that could move the cursor, break a line or colour a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def caption(result: RankingResult) -> str:
    """What the numbers and lines of a ranking mean: n, N, method, test and rule, in a few sentences."""
    known = [s.n for s in result.systems if s.n is not None] or [0]
    fewest, most = min(known), max(known)
    segments = counted(most, "segment") if fewest == most else f"{fewest:,} to {counted(most, 'segment')}"
    size = f"n = {segments} each, " if most else ""
    said = [f"{counted(len(result.systems), 'system')}, {size}N = {_judgements(result)} in all."]
    if isinstance(result, ComparisonRankingResult):
        said += [say_method(result), say_contradicted(result)]
    test = say_test(result.signature)
    if test:
        said.append(f"Pairs of systems{', but not lines' if _rule(result) == 'ranges' else ''}: {test}.")
    return " ".join([*said, say_lines(result.signature)])


def _judgements(result: RankingResult) -> str:
    """How many there are; a comparison is one of both systems."""
    total = sum(s.judgements for s in result.systems)
    return counted(total, "judgement") if result.kind == "ratings" else counted(total // 2, "comparison")


_LATEX_HEADS: Final = {"raw": "Ave.", "z": "Ave.\\ $z$", "n": "$n$", "N": "$N$"}
_LATEX_ESCAPES: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "--": "-{}-",  # two hyphens would become a dash
    **{char: f"\\{char}" for char in "_&%#${}"},
}
_LATEX_SPECIAL: Final = re.compile("|".join(re.escape(key) for key in _LATEX_ESCAPES))


def _latex_cell(cell: str, kind: Kind) -> str:
    if cell == MISSING:
        return "---"
    if kind == "number" and cell.startswith("-"):
        return f"${cell}$"
    return cell.replace("-", "--") if kind == "range" else latex_escape(cell)


def _latex_caption(result: RankingResult) -> str:
    words = latex_escape(caption(result)).replace("n =", "$n$ =").replace("N =", "$N$ =")
    signature = latex_escape(str(result.signature)).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    return f"{words} Signature: \\texttt{{{signature}}}."


def number(value: float | None, digits: int) -> str:
    """A number with a fixed number of decimals; a dash if there is none."""
    if value is None:
        return MISSING
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text  # no "-0.000"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
