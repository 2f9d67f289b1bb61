"""Stability of rankings as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.stability.grouped import GroupedStability
from adjudge.auditing.stability.kept_lines import KeptShare
from adjudge.auditing.stability.result import ScenarioResult, StabilityResult
from adjudge.core.catalogue import listed
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable, rank_range

_CHANGED, _SAME = "changed", "same"
#: Columns of the table of orders, so that it fits on a terminal.
MOST_ORDERS: Final = 8
MOST_OTHERS: Final = 5
#: Headings of the shares of scenarios that keep a line, and what was done in these.
_LINES_BY_KIND: Final = {
    "remove": ("removed", "systems or other units removed"),
    "divide": ("divided", "scores divided or multiplied"),
    "recipe": ("{}", "other {}"),
    "resample": ("drawn again", "units drawn again, each with its share of samples"),
}
_SAME_ABOVE: Final = "with the same systems above it, among those that are left"


def scenarios_table(result: StabilityResult) -> PrintedTable:
    """One row per scenario that changes one ranking into another."""
    headings = (
        Heading("scenario", "text", "what was changed"),
        Heading("order", "text", "whether the order of the systems is another one"),
        Heading("clusters", "text", "whether the clusters are others"),
        Heading("Kendall", meaning="Kendall's tau of the two orders"),
        Heading("moved", "text", "systems at another rank"),
        Heading("lines", "text", "lines lost (-) and gained (+)"),
    )
    rows = [
        (
            printable(one.name),
            _CHANGED if one.change.rank_changed else _SAME,
            _CHANGED if one.change.cluster_changed else _SAME,
            number(one.change.kendall, 3),
            printable(listed([f"{m.system} {m.before}-{m.after}" for m in one.change.moved], 2)) or MISSING,
            _lines(one),
        )
        for one in result.scenarios
        if one.repeats is None
    ]
    return PrintedTable(headings, tuple(rows))


def _lines(one: ScenarioResult) -> str:
    lost, gained = len(one.change.lines_lost), len(one.change.lines_gained)
    return " ".join(part for part, n in ((f"-{lost}", lost), (f"+{gained}", gained)) if n) or MISSING


def comparable_orders(result: StabilityResult) -> list[ScenarioResult]:
    """Scenarios whose orders can stand side by side: those about human translations, else other recipes."""
    human = [one for one in result.scenarios if one.name.split(":")[:2][-1:] == ["human"] and one.kind != "resample"]
    if human:
        return human[:MOST_ORDERS]
    whole = [one for one in result.scenarios if one.kind == "recipe" and one.change.changed]
    return whole[:MOST_OTHERS]


def reference_places(result: StabilityResult, left_out: Sequence[str]) -> list[tuple[str, int, bool]]:
    """System, rank and whether a line stands below it, in the reference without some systems."""
    return _places([[name for name in cluster if name not in left_out] for cluster in result.clusters])


def scenario_places(one: ScenarioResult) -> list[tuple[str, int, bool]]:
    """The same in a scenario."""
    return _places(one.clusters)


def _places(clusters: Sequence[Sequence[str]]) -> list[tuple[str, int, bool]]:
    held = [cluster for cluster in clusters if cluster]
    order = [name for cluster in held for name in cluster]
    ends = {cluster[-1] for cluster in held[:-1]}
    return [(name, rank, name in ends) for rank, name in enumerate(order, 1)]


def orders_table(result: StabilityResult) -> PrintedTable:
    """Ranks of every system in several scenarios, the reference first; `_` marks a line below the system."""
    chosen = comparable_orders(result)
    left_out = chosen[0].left_out if chosen else ()
    columns = [("reference", reference_places(result, left_out))]
    columns += [(one.name, scenario_places(one)) for one in chosen]
    headings = [Heading("system", "text")]
    headings += [
        Heading(_short(name), "text", f"ranks in {name}; _ marks a line below", is_name=True) for name, _ in columns
    ]
    ranks = [{name: f"{rank}{'_' if line else ''}" for name, rank, line in places} for _, places in columns]
    names = [name for name, _, _ in columns[0][1]]
    rows = [(printable(name), *(column.get(name, MISSING) for column in ranks)) for name in names]
    return PrintedTable(tuple(headings), tuple(rows) if len(columns) > 1 else ())


def _short(name: str) -> str:
    """`divide:human:1.25` to `/1.25`, as a head of a narrow column."""
    verb, _, rest = name.partition(":")
    sign = {"divide": "/", "multiply": "x"}.get(verb)
    return f"{sign}{rest.rpartition(':')[2]}" if sign else name


def kept_lines_table(result: StabilityResult) -> PrintedTable:
    """How many of the scenarios keep each line of the reference, overall and by kind."""
    lines = result.lines
    kinds = [kind for kind in _LINES_BY_KIND if any(kind in line.by_kind for line in lines)]
    headings = [Heading("line below", "text", "the system above the line")]
    headings += (
        [Heading("kept", meaning=f"share of the scenarios that draw it {_SAME_ABOVE}")] if len(kinds) > 1 else []
    )
    for kind in kinds:
        text, meaning = _LINES_BY_KIND[kind]
        word = "recipes" if result.kind == "ratings" else "methods"
        headings.append(Heading(text.format(word), meaning=f"share of the scenarios with {meaning.format(word)}"))
    rows = [
        (
            printable(line.upper),
            *((_kept(line.overall),) if len(kinds) > 1 else ()),
            *(_kept(line.by_kind[kind]) for kind in kinds),
        )
        for line in lines
    ]
    return PrintedTable(tuple(headings), tuple(rows))


def _kept(kept: KeptShare) -> str:
    """A share, and of how many; a dash if no scenario can say."""
    return MISSING if kept.share is None else f"{kept.share:.0%} of {kept.scenarios:,}"


def weak_orderings_table(result: StabilityResult) -> PrintedTable:
    """Pairs of systems that some of the recipes or methods put the other way round."""
    headings = (
        Heading("system", "text", "the higher one in the reference"),
        Heading("above", "text", "the lower one"),
        Heading("same order", meaning="share of the other rankings with the same order"),
        Heading("significant", meaning="share in which the difference is significant"),
        Heading("reversed", meaning="share in which the other one is significantly better"),
    )
    pairs = result.multiverse.orderings if result.multiverse is not None else ()
    weak = sorted((pair for pair in pairs if pair.share < 1), key=lambda pair: pair.share)
    rows = [
        (printable(p.a), printable(p.b), f"{p.share:.0%}", f"{p.significant:.0%}", f"{p.reversed:.0%}") for p in weak
    ]
    return PrintedTable(headings, tuple(rows))


def repeats_table(result: StabilityResult) -> PrintedTable:
    """Samples drawn again, one row per unit."""
    headings = (
        Heading("drawn", "text", "what was drawn with replacement"),
        Heading("units", meaning="how many there are"),
        Heading("samples"),
        Heading("stable", meaning="probability that a repeat keeps every significant ordering"),
        Heading("halves", meaning="the same between studies of half the size, from disjoint halves of the units"),
        Heading("other order", meaning="share of samples with another order"),
        Heading("other clusters", meaning="share of samples with other clusters"),
        Heading("Kendall", meaning="mean of Kendall's tau with the reference"),
    )
    rows = [
        (
            f"{r.unit}s",
            f"{r.units:,}",
            f"{r.draws - r.lost:,}",
            number(r.stable, 2),
            number(r.stable_halves, 2),
            f"{r.rank_changed:.0%}",
            f"{r.cluster_changed:.0%}",
            number(r.kendall, 3),
        )
        for one in result.scenarios
        if (r := one.repeats) is not None
    ]
    return PrintedTable(headings, tuple(rows))


def ranks_table(result: StabilityResult) -> PrintedTable:
    """The ranks of every system over all samples of each unit."""
    drawn = [one.repeats for one in result.scenarios if one.repeats is not None]
    headings = [Heading("system", "text"), Heading("rank")]
    for repeats in drawn:
        headings += [
            Heading(f"by {repeats.unit}s", "range", f"95% of its ranks over samples of {repeats.unit}s"),
            Heading("same", meaning=f"share of samples of {repeats.unit}s with the same rank", name=repeats.unit),
        ]
    rows = []
    for rank, system in enumerate(result.order if drawn else (), 1):
        cells = [printable(system), str(rank)]
        for repeats in drawn:
            row = next((one for one in repeats.ranks if one.system == system), None)
            cells += [rank_range(row.low, row.high), f"{row.same:.0%}"] if row else [MISSING, MISSING]
        rows.append(tuple(cells))
    return PrintedTable(tuple(headings), tuple(rows))


def shares_table(grouped: GroupedStability) -> PrintedTable:
    """In how many rankings each scenario changes the order, the clusters and both, as in Knowles (2021, Table 2)."""
    headings = (
        Heading("scenario", "text", "what was changed"),
        Heading("order", meaning="rankings with another order, of those it could be run on"),
        Heading("clusters", meaning="rankings with other clusters"),
        Heading("both", meaning="rankings with both"),
        Heading("Kendall", meaning="mean of Kendall's tau"),
    )
    rows = [
        (
            printable(one.scenario),
            *(f"{n}/{one.rankings}" for n in (one.rank_changed, one.cluster_changed, one.both_changed)),
            number(one.kendall, 3),
        )
        for one in grouped.shares
    ]
    return PrintedTable(headings, tuple(rows))


def refused_table(result: StabilityResult) -> PrintedTable:
    """Scenarios that could not be run, and why."""
    headings = (Heading("scenario", "text"), Heading("code", "text"), Heading("reason", "text", "why it was not run"))
    rows = [(printable(one.name), one.code or MISSING, printable(one.reason)) for one in result.refused]
    return PrintedTable(headings, tuple(rows))
