"""Sections of a report about its rankings: the main one, pairs, raw against z, side by side, what it contradicts."""

from __future__ import annotations

from dataclasses import replace

from adjudge.auditing.report.group import ReportedGroup
from adjudge.auditing.report.raw_and_z import RawAndZ
from adjudge.core.catalogue import counted
from adjudge.ranking.orders import Rankings
from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.raw_and_z import raw_and_z_chart
from adjudge.reporting.figures import CaptionedTable, figure
from adjudge.reporting.page_sections import (
    RankingSection,
    opponents_section,
    ranking_section,
    say_without_pairs,
    side_by_side,
)
from adjudge.reporting.printed_tables import Heading, PrintedTable, decimals_of, number, printable
from adjudge.reporting.report.blocks import Beside, Block, Missing, Part, Section, Words
from adjudge.reporting.report.not_separated import not_separated_table, say_not_separated
from adjudge.reporting.wording import say_names

#: Rows of a table as long as the number of pairs.
_MOST_PAIRS = 60


def ranking_sections(group: ReportedGroup) -> list[Section]:
    """The sections about the rankings of a group; the reason, if there is none."""
    if group.main is None:
        problem = next(one.problem for one in group.not_made if ":" in one.part)
        return [Section("ranking", "Ranking", (Missing(problem),))]
    made = [ranking_section(i, name, result, None) for i, (name, result) in enumerate(group.rankings.items(), 1)]
    main = made[0]
    sections = [
        Section("ranking", f"Ranking by {main.name}", _ranking(main)),
        Section("pairs", "Pair by pair", _pairs(main, group.main)),
        *([_raw_and_z(group.raw_and_z)] if group.raw_and_z is not None else []),
        *_side_by_side(group, made),
    ]
    return [*sections, *_contradictions(group, main)]


def _ranking(made: RankingSection) -> tuple[Block, ...]:
    right: list[Block] = [replace(made.chart, numbers=made.numbers)] if made.chart is not None else []
    right.append(Words(made.caption, small=True))
    right += [made.line_shares] if made.line_shares is not None else []
    return (Words(made.verdict), Beside((made.table,), tuple(right)))


def _pairs(made: RankingSection, result: RankingResult) -> tuple[Block, ...]:
    table = not_separated_table(result)
    found = CaptionedTable("not-separated", "Pairs that are not separated, neighbours first.", table, _MOST_PAIRS)
    drawn: Block = Words(say_without_pairs()) if made.pairs is None else made.pairs
    said = (
        "p-value of the system in the row against the system of the given rank. The stronger the colour, the smaller "
        "the p-value. In a pale cell the difference is not significant, which is not evidence of equal quality."
    )
    explained: list[Block] = [] if made.pairs is None else [Words(said, small=True)]
    apart: list[Block] = [found] if table.rows else []
    return (*explained, drawn, Part("not-separated", "Not separated", (Words(say_not_separated(result)), *apart)))


def _raw_and_z(found: RawAndZ) -> Section:
    moved = [one for one in found.systems if one.raw_rank != one.z_rank]
    said = (
        f"Kendall's tau of the order by raw means and the order by z-scores is {found.kendall:.3f} "
        f"(ranking by {found.ranking}); {_how_many_move(len(moved))}. With good "
        "annotators and a good design both orders agree."
    )
    drawn = figure(
        raw_and_z_chart(found),
        name="raw-and-z",
        title="Raw against standardised means",
        caption="Mean raw score (to the right) and mean z-score (upwards) of every system. The line goes from the "
        "lowest to the highest z-score; where it turns back, the two orders differ. Triangles mark systems that "
        "standardisation moves up (▲) or down (▼).",
    )
    return Section("raw-and-z", "Raw against z", (Words(said), Beside((drawn,), (_raw_and_z_table(found),))))


def _how_many_move(number: int) -> str:
    return f"{counted(number, 'system changes/systems change')} places" if number else "no system changes places"


def _raw_and_z_table(found: RawAndZ) -> CaptionedTable:
    digits = decimals_of([one.raw for one in found.systems])
    headings = (
        Heading("system", "text", "name of the system"),
        Heading("raw", meaning="mean raw score"),
        Heading("z", meaning="mean standardised score"),
        Heading("raw rank", meaning="place by the raw mean"),
        Heading("z rank", meaning="place by the standardised mean"),
    )
    rows = [
        (printable(one.system), number(one.raw, digits), number(one.z, 3), str(one.raw_rank), str(one.z_rank))
        for one in found.systems
    ]
    return CaptionedTable("raw-and-z-table", "Systems by their z-score.", PrintedTable(headings, tuple(rows)))


def _side_by_side(group: ReportedGroup, made: list[RankingSection]) -> list[Section]:
    """The other rankings beside the main one, and those that could not be made."""
    word = "recipe" if group.kind == "ratings" else "method"
    refused = {one.part.partition(":")[2]: one.problem for one in group.not_made if ":" in one.part}
    found = side_by_side(Rankings(group.rankings), None)
    if found is None and not refused:
        return []
    blocks: list[Block] = []
    if found is not None:
        blocks += [Words(sentence) for sentence in found.departures]
        blocks += [found.chart, found.ranks, *found.agreement]
        blocks += [Part(f"by-{i}", f"Ranking by {one.name}", _ranking(one)) for i, one in enumerate(made[1:], 2)]
    if refused:
        reasons = "; ".join(f"{name}: {problem.what}" for name, problem in refused.items())
        blocks.append(Words(f"No ranking could be made by {say_names(refused)} ({reasons}).", small=True))
    return [Section("side-by-side", f"Other {word}s side by side", tuple(blocks))]


def _contradictions(group: ReportedGroup, main: RankingSection) -> list[Section]:
    if group.kind != "comparisons":
        return []
    opponents = opponents_section(group.rankings)
    contradicted = Section(
        "contradictions", "What the order contradicts", (Words(main.contradicted), *main.contradictions)
    )
    met = [Section("opponents", "Who was compared with whom", (opponents,))] if opponents is not None else []
    return [contradicted, *met]
