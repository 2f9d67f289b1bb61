"""Tables of two rankings that were compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.ranking.comparing.result import (
    ComparedLine,
    ComparedPair,
    ComparedRanking,
    ComparedSystem,
    RankingComparisonResult,
)
from adjudge.ranking.comparing.several import RankingComparisons
from adjudge.ranking.comparing.sides import Pair
from adjudge.reporting.printed_tables import (
    MISSING,
    Heading,
    PrintedTable,
    decimals_of,
    number,
    printable,
    starred_p,
    whole,
)

_MOVES: Final = {
    "open": "not established",
    "one-sided": "separated in one",
    "contradiction": "contradiction",
}
#: z-scores, shares and strengths have three decimals, as in the tables of rankings.
_SMALL: Final = 10
_KINDS: Final = {"ratings": "ranking of ratings by", "comparisons": "ranking of comparisons by", "published": ""}


def say_side(side: ComparedRanking) -> str:
    """A ranking in a few words: where it comes from, how it was made, how large it is."""
    how = f"{_KINDS[side.kind]} {side.name}".strip()
    size = [counted(side.systems, "system")]
    if side.judgements is not None:
        size.append(counted(side.judgements, "comparison" if side.kind == "comparisons" else "judgement"))
    return printable(f"{side.source}, {how}: {', '.join(size)}")


def sides_table(result: RankingComparisonResult) -> PrintedTable:
    """Where the two rankings come from, with their signatures."""
    headings = (
        Heading("", "text", ""),
        Heading("from", "text", "the file"),
        Heading("by", "text", "recipe or method"),
        Heading("systems", meaning="all that it holds"),
        Heading("judgements", meaning="that counted"),
        Heading("separates by", "text", "what says that one system is better than another"),
        Heading("signature", "text", "every choice, version and seed"),
    )
    rows = [
        (
            label,
            printable(side.source),
            printable(side.name),
            f"{side.systems:,}",
            whole(side.judgements),
            side.evidence,
            MISSING if side.signature is None else printable(side.signature),
        )
        for label, side in (("A", result.a), ("B", result.b))
    ]
    return PrintedTable(headings, tuple(rows))


def systems_table(result: RankingComparisonResult) -> PrintedTable:
    """Systems in both in the order of A, with the lines of A; below them those that only one ranking holds."""
    digits = {side: _digits(getattr(row, f"score_{side}") for row in result.systems) for side in ("a", "b")}
    columns = [
        Heading("place A", meaning="place in A among the systems in both"),
        Heading("place B", meaning="place in B among them"),
        Heading("system", "text", "the system"),
        Heading("moves", "text", "from A to B, and whether one of the rankings separates the systems concerned"),
        Heading("cluster A", meaning="cluster in A among the systems in both"),
        Heading("cluster B", meaning="cluster in B among them"),
        *_headings("score", "what {} orders by"),
        *_headings("n", "distinct segments in {}"),
        *_headings("N", "judgements in {} that counted"),
    ]
    rows = [_system_row(row, digits) for row in result.systems]
    known = [i for i, row in enumerate(result.systems) if any(cell != MISSING for cell in rows[i][6:])]
    kept = [i for i in range(len(columns)) if i < 6 or any(rows[k][i] != MISSING for k in known)]
    lines = {i for i, row in enumerate(result.systems) if i and _line_above(result.systems[i - 1], row)}
    return PrintedTable(
        tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows), frozenset(lines)
    )


def _headings(name: str, meaning: str) -> list[Heading]:
    return [Heading(f"{name} {side}", meaning=meaning.format(side)) for side in "AB"]


def _line_above(before: ComparedSystem, row: ComparedSystem) -> bool:
    return before.cluster_a != row.cluster_a or before.in_both != row.in_both


def _digits(scores: Iterable[float | None]) -> int:
    known = [score for score in scores if score is not None]
    return max(3, decimals_of(known)) if max(map(abs, known), default=0.0) <= _SMALL else decimals_of(known)


def _system_row(row: ComparedSystem, digits: dict[str, int]) -> tuple[str, ...]:
    return (
        whole(row.place_a),
        whole(row.place_b),
        printable(row.system),
        say_move(row),
        whole(row.cluster_a),
        whole(row.cluster_b),
        number(row.score_a, digits["a"]),
        number(row.score_b, digits["b"]),
        *(whole(value) for value in (row.n_a, row.n_b, row.judgements_a, row.judgements_b)),
    )


def say_move(row: ComparedSystem) -> str:
    """A move in a few words; a dash for a system that keeps its place."""
    if row.rank_a is None or row.rank_b is None:
        side, rank = ("A", row.rank_a) if row.rank_b is None else ("B", row.rank_b)
        return f"only in {side}, rank {rank}"
    if row.place_a is None or row.place_b is None or not row.moved:
        return MISSING
    places = row.place_a - row.place_b
    return f"{'up' if places > 0 else 'down'} {abs(places)}, {_MOVES[row.move]}"


def lines_table(result: RankingComparisonResult) -> PrintedTable:
    """Lines of both rankings, from the best systems to the worst."""
    headings = (
        Heading("from A to B", "text", "whether the line is in both"),
        Heading("above", meaning="systems above it"),
        Heading("in A between", "text", "the two systems it stands between in A"),
        Heading("in B between", "text", "the two systems it stands between in B"),
        Heading("why", "text", "what takes the line away"),
    )
    rows = [
        (line.change, f"{line.above:,}", _between(line.a), _between(line.b), _why_line(line)) for line in result.lines
    ]
    return PrintedTable(headings, tuple(rows))


def _between(pair: Pair | None) -> str:
    return MISSING if pair is None else printable(f"{pair[0]} / {pair[1]}")


def _why_line(line: ComparedLine) -> str:
    if line.change == "kept":
        return MISSING
    other = "B" if line.change == "lost" else "A"
    if line.same_above:
        return f"the same systems are above in {other}, without a line"
    return f"other systems are above in {other}"


def pairs_table(result: RankingComparisonResult) -> PrintedTable:
    """Pairs of which the rankings say something else, contradictions first."""
    headings = (
        Heading("from A to B", "text", "contradiction: separated in opposite directions; lost or gained: in one only"),
        Heading("better in A", "text", "the system that A separates as better"),
        Heading("than", "text", "the other system"),
        Heading("better in B", "text", "the system that B separates as better"),
        Heading("p A", meaning="corrected p-value in A; a star if it is significant"),
        Heading("p B", meaning="corrected p-value in B; a star if it is significant"),
    )
    rows = sorted(result.pairs, key=lambda pair: pair.change != "reversed")
    return PrintedTable(headings, tuple(_pair_row(pair) for pair in rows))


def _pair_row(pair: ComparedPair) -> tuple[str, ...]:
    best = pair.better_a or pair.better_b or pair.upper
    other = pair.lower if best == pair.upper else pair.upper
    return (
        "contradiction" if pair.change == "reversed" else pair.change,
        MISSING if pair.better_a is None else printable(pair.better_a),
        printable(other),
        MISSING if pair.better_b is None else printable(pair.better_b),
        *(
            MISSING if p is None else starred_p(p, significant=better is not None)
            for p, better in ((pair.p_a, pair.better_a), (pair.p_b, pair.better_b))
        ),
    )


def choices_table(result: RankingComparisonResult) -> PrintedTable:
    """Choices that differ."""
    headings = (
        Heading("concerns", "text", "the judgements, their analysis, or the program"),
        Heading("choice", "text", "what was chosen"),
        Heading("A", "text", "the choice of A; a dash if it does not apply"),
        Heading("B", "text", "the choice of B; a dash if it does not apply"),
    )
    rows = [
        (choice.concern, choice.title, *(MISSING if one is None else printable(one) for one in (choice.a, choice.b)))
        for choice in result.choices
    ]
    return PrintedTable(headings, tuple(rows))


def single_choices_table(result: RankingComparisonResult) -> PrintedTable:
    """What each choice of the other side does to the judgements at hand."""
    headings = (
        Heading("choice", "text", "what is chosen as on the other side, everything else staying as it was"),
        Heading("chosen", "text", "how"),
        Heading("moved", meaning="systems that it moves"),
        Heading("lines", meaning="lines that it draws or takes away"),
        Heading("tau", meaning="Kendall's tau of the order with that of the other side"),
        Heading("gives the other", "text", "whether order and lines are those of the other side"),
    )
    rows = [
        (
            one.choice,
            printable(one.value),
            whole(one.moved),
            whole(one.lines),
            number(one.kendall, 3),
            printable(f"cannot be made alone: {one.reason}") if one.reason else "yes" if one.reaches else "no",
        )
        for one in result.why
    ]
    return PrintedTable(headings, tuple(rows))


def rankings_table(results: RankingComparisons) -> PrintedTable:
    """One row for each of several rankings."""
    headings = (
        Heading("ranking", "text", "its name on both sides"),
        Heading("systems", meaning="in both"),
        Heading("moved", meaning="systems at another place"),
        Heading("tau", meaning="Kendall's tau of the two orders"),
        Heading("kept", meaning="lines in both"),
        Heading("lost", meaning="lines of A only"),
        Heading("gained", meaning="lines of B only"),
        Heading("contradicted", meaning="pairs separated in opposite directions"),
        Heading("only A", meaning="systems that only A holds"),
        Heading("only B", meaning="systems that only B holds"),
    )
    rows = [
        (
            printable(name),
            f"{len(one.common):,}",
            f"{len(one.moved):,}",
            f"{one.kendall:.3f}",
            *_line_counts(one),
            f"{one.turned.contradicted:,}",
            f"{len(one.only_a):,}",
            f"{len(one.only_b):,}",
        )
        for name, one in results.items()
    ]
    return PrintedTable(headings, tuple(rows))


def _line_counts(result: RankingComparisonResult) -> list[str]:
    """Lines kept, lost and gained; dashes if one side does not say where lines are."""
    kept, lost, gained = (len(result.lines_of(change)) for change in ("kept", "lost", "gained"))
    return [f"{count:,}" if result.lines_known else MISSING for count in (kept, lost, gained)]
