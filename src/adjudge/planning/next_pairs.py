"""Which comparisons to collect next: pairs by what they tell about the order, given to people who can judge them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar, Final, Literal, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem, UsageError
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.seeds import Seeds
from adjudge.core.signature import Signature
from adjudge.core.tables import AnyTable, Comparisons, PairCounts
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import Groups, unbeatable_groups
from adjudge.kernels.paired_comparison.information import Belief, choose_pairs, fair_share, order_uncertainty
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.planning.pair_assignment import Assignment, Desk, Segment
from adjudge.planning.strength_belief import Known, known_of
from adjudge.ranking.comparisons.tally import Tally, Unit, tally

Floats = NDArray[np.float64]
#: `order`: it tells most about the order. `connect`: without it some strengths are not even finite.
Purpose = Literal["order", "connect"]
#: How many names a message lists.
_SHOWN: Final = 8


@dataclass(frozen=True)
class NextPair:
    """One comparison to collect.

    Args:
        system_a: the system to show first, drawn at random.
        system_b: the system to show second.
        annotator: who should judge it; None if annotators are unknown or nobody is left.
        document: the document of the segment.
        segment: on which segment; None if segments are unknown or none is left.
        seen: how many of the two outputs this annotator has judged before, each against another one.
        purpose: why this pair.
        gain: bits of uncertainty about the order that it is expected to take away after all before it; None for a pair
            that connects.
    """

    system_a: str
    system_b: str
    annotator: str | None
    document: str | None
    segment: str | None
    seen: int | None
    purpose: Purpose
    gain: float | None


@dataclass(frozen=True)
class NextPairsResult(Result):
    """Comparisons to collect, the most useful first.

    Args:
        pairs: in the order of choice; a pair may occur several times.
        uncertainty: bits missing to know which of every two systems is better; None without finite strengths.
    """

    schema: ClassVar[str] = "adjudge.next-pairs/1"

    pairs: tuple[NextPair, ...]
    uncertainty: float | None

    def to_frame(self) -> pl.DataFrame:
        """One row per comparison."""
        types = dict.fromkeys(NextPair.__dataclass_fields__, pl.String) | {"seen": pl.Int64, "gain": pl.Float64}
        return pl.DataFrame([asdict(pair) for pair in self.pairs], schema=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "pairs": [asdict(pair) for pair in self.pairs],
            "uncertainty": self.uncertainty,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> NextPairsResult:
        """Read back what `to_dict` wrote."""
        return cls(
            **cls._common_parts(data),
            pairs=tuple(NextPair(**pair) for pair in data["pairs"]),
            uncertainty=data["uncertainty"],
        )

    def summary(self) -> str:
        """How many comparisons of what, and what they are worth."""
        times = Counter(frozenset((pair.system_a, pair.system_b)) for pair in self.pairs)
        text = f"{counted(len(self.pairs), 'comparison')} of {counted(len(times), 'pair')} of systems"
        text += f", at most {max(times.values())} of each." if len(times) > 1 else "."
        if self.uncertainty is None:
            return f"{text} The first of them connect systems whose strengths are not finite yet."
        gain = sum(pair.gain or 0.0 for pair in self.pairs)
        return (
            f"{text} They are expected to settle {gain:.3g} of {self.uncertainty:.3g} bits still open about the order."
        )


def next_pairs(
    table: AnyTable,
    count: int,
    *,
    systems: Sequence[str] = (),
    annotators: Sequence[str] | None = None,
    segments: Sequence[Segment] | None = None,
    seed: int = 0,
) -> NextPairsResult:
    """Choose the comparisons to collect next.

    Definition: pairs by `choose_pairs`, from what `strength_belief` knows of
    the strengths; no pair gets more than its `fair_share` of the batch while others can be judged. If some systems
    never lost to the others, strengths are not finite: then each group is first joined to the next by one comparison,
    and the rest is chosen as if these comparisons had ended in ties and all votes were independent. Annotators and
    segments by `adjudge.planning.pair_assignment.Desk`: work is spread evenly, nobody judges the same pair on a segment
    twice, nor an output twice if that can be avoided.

    Args:
        table: `Comparisons` or `PairCounts` collected so far, of one language pair. The reference of WMT10 and WMT11 is
            left out.
        count: how many comparisons.
        systems: further systems, which the table does not hold.
        annotators: who can judge; those of the table if left out.
        segments: document and segment of what can be judged; those of the table if left out.
        seed: decides between equals, and which system is shown first.

    Returns:
        Comparisons in the order of choice.

    Raises:
        InputError: the table does not hold comparisons of at least two systems.
        UsageError: the count is not positive, or a further system is in the table already.
    """
    table = _as_comparisons(table)
    if count < 1:
        problem = Problem("AJ040", f"count is {count}", "at least 1 comparison", "1 argument", "ask for 1 or more")
        raise UsageError(problem)
    tallied = tally(table, idle=True)
    _require_new(systems, tallied)
    field = _with_newcomers(tallied.without_reference(), systems)
    names, share = field.systems, fair_share(count, len(field.systems))
    rng = Seeds(seed).stream("next-pairs")
    desk = Desk(table.frame, annotators, segments, rng)
    batch = _choose(field, count, share, desk)
    places = [desk.give(frozenset((names[a], names[b]))) for a, b, _ in batch.choices]
    pairs = _to_rows(batch.choices, places, names, rng)
    settings = {
        "count": count,
        "systems": list(systems),
        "annotators": None if annotators is None else list(annotators),
        "segments": None if segments is None else [list(segment) for segment in segments],
        "seed": seed,
    }
    choices = {"next": "order-information", "model": "bradley-terry", "unit": batch.unit or "none"}
    signature = Signature.of(choices | {"count": count, "share": share, "seed": seed})
    found = (*table.findings, *batch.findings, *_assignment_findings(pairs, count))
    return NextPairsResult(signature, settings, found, pairs, batch.uncertainty)


def _as_comparisons(table: AnyTable) -> Comparisons | PairCounts:
    if isinstance(table, Comparisons | PairCounts):
        return table
    raise InputError(
        Problem(
            "AJ020",
            f"the table holds {table.noun}",
            "comparisons of two systems, or counts of them",
            counted(len(table), "row"),
            "give a file of comparisons",
        )
    )


def _require_new(systems: Sequence[str], tallied: Tally) -> None:
    """Refuse a further system that is none: it would be chosen by what is known of it, as all others are."""
    known = [name for name in dict.fromkeys(systems) if name in tallied.systems]
    if known:
        raise UsageError(
            Problem(
                "AJ040",
                f"not a further system, the data holds it already: {', '.join(known[:_SHOWN])}",
                "names of systems that the data does not hold",
                f"{len(known)} of {counted(len(set(systems)), 'name')}",
                "leave it out of --system: all systems of the data take part, but not the reference",
            )
        )


def _with_newcomers(tallied: Tally, systems: Sequence[str]) -> Tally:
    """The same with further systems, which nobody has judged."""
    if not systems:
        return tallied
    names = tuple(sorted({*tallied.systems, *systems}))
    old = np.ix_(*[[names.index(name) for name in tallied.systems]] * 2)
    wins, ties = np.zeros((2, len(names), len(names)))
    wins[old], ties[old] = tallied.wins, tallied.ties
    return Tally(names, wins, ties)


Choice = tuple[int, int, float | None]


class Batch(NamedTuple):
    """Pairs with their gains (None for one that connects), and what they were chosen from.

    Args:
        choices: in order.
        uncertainty: bits open now; None without finite strengths.
        unit: what dependent votes were taken to have in common.
        findings: what to say about it.
    """

    choices: list[Choice]
    uncertainty: float | None
    unit: Unit | None
    findings: tuple[Finding, ...]


def _choose(field: Tally, count: int, share: int, desk: Desk) -> Batch:
    """Pairs that connect, if some must, and then those of the largest gain."""
    groups = unbeatable_groups(field.wins, field.ties)
    bridges = _bridges(field.wins, field.ties, groups)[:count]
    connecting: list[Choice] = [(a, b, None) for a, b in bridges]
    warning = _connection(groups, len(bridges), field.systems)
    if len(bridges) == count:
        return Batch(connecting, None, None, (warning,))
    known = _known_if_tied(field, bridges, warning) if bridges else known_of(field)
    first, second = np.triu_indices(len(field.systems), 1)
    room = _room(list(zip(first, second, strict=True)), bridges, field.systems, desk)
    best, gains = choose_pairs(known.belief, first, second, count - len(bridges), share=share, room=room)
    telling = [(int(first[i]), int(second[i]), float(gain)) for i, gain in zip(best, gains, strict=True)]
    uncertainty = None if bridges else order_uncertainty(known.belief)
    return Batch([*connecting, *telling], uncertainty, known.unit, known.findings)


def _known_if_tied(field: Tally, bridges: Sequence[tuple[int, int]], warning: Finding) -> Known:
    """What would be known if the pairs that connect had ended in ties; ties that nobody gave have no unit."""
    ties = field.ties.copy()
    for a, b in bridges:
        ties[a, b] += 1
        ties[b, a] += 1
    fit = fit_bradley_terry(field.wins, ties)
    return Known(Belief(fit.strengths, model_covariance(fit)), None, (warning,))


def _room(
    pairs: Sequence[tuple[int, int]], bridges: Sequence[tuple[int, int]], names: Sequence[str], desk: Desk
) -> Floats:
    """How often each pair can still be judged by somebody on a segment where they have not judged it."""
    room = []
    for a, b in pairs:
        left = desk.room(frozenset((names[a], names[b])))
        taken = sum({a, b} == {*bridge} for bridge in bridges)
        room.append(np.inf if left is None else max(0, left - taken))
    return np.array(room)


def _bridges(wins: Floats, ties: Floats, groups: Groups) -> list[tuple[int, int]]:
    """Pairs that join each group to the next.

    The weakest system of the better group and the strongest of the other contradict the gap between them most easily.
    Of groups that never met nobody knows which is better: their middle systems tell most.
    """
    ordered = []
    for group in groups:
        grid = np.ix_(group, group)
        strengths = fit_bradley_terry(wins[grid], ties[grid]).strengths if len(group) > 1 else np.zeros(1)
        ordered.append([group[i] for i in np.argsort(-strengths, kind="stable")])
    met = wins + wins.T + ties
    return [
        (upper[-1], lower[0]) if met[np.ix_(upper, lower)].any() else (upper[len(upper) // 2], lower[len(lower) // 2])
        for upper, lower in pairwise(ordered)
    ]


def _connection(groups: Groups, bridges: int, names: Sequence[str]) -> Finding:
    listed = "; ".join(", ".join(names[i] for i in group[:_SHOWN]) for group in groups[:_SHOWN])
    more = "; ..." if len(groups) > _SHOWN or any(len(group) > _SHOWN for group in groups) else ""
    return Finding(
        "AJ320",
        "warning",
        f"No finite strengths exist yet: the systems fall into {len(groups)} groups that never lost to a later one "
        f"({listed}{more}). Comparisons that can connect them come first ({bridges}); the others are chosen as if "
        "these had ended in ties.",
        {"groups": [[names[i] for i in group] for group in groups], "connecting": bridges},
        "Ford 1957",
        "collect these first and choose again",
    )


def _to_rows(
    chosen: Sequence[Choice], places: Sequence[Assignment], names: Sequence[str], rng: np.random.Generator
) -> tuple[NextPair, ...]:
    """Pairs with their places; which system is shown first is drawn, so that position favours nobody."""
    rows = []
    for (a, b, gain), place, turned in zip(chosen, places, rng.random(len(chosen)) < 0.5, strict=True):
        shown = (b, a) if turned else (a, b)
        purpose: Purpose = "connect" if gain is None else "order"
        rows.append(NextPair(names[shown[0]], names[shown[1]], *place, purpose, gain))
    return tuple(rows)


def _assignment_findings(pairs: Sequence[NextPair], count: int) -> list[Finding]:
    """By which rule annotators were found, and whether there was enough to judge."""
    placed = [pair for pair in pairs if pair.annotator is not None or pair.segment is not None]
    recorded = [pair for pair in placed if pair.seen is not None]
    again = sum(bool(pair.seen) for pair in recorded)
    numbers = {"asked": count, "proposed": len(pairs), "placed": len(placed), "seen_before": again}
    findings = []
    if len(pairs) < count or 0 < len(placed) < len(pairs):
        lack = f"{len(placed):,} of {counted(count, 'comparison')} found a place: all else was judged by everybody."
        findings.append(Finding("AJ321", "warning", lack, numbers, todo="add annotators or segments"))
    if pairs:
        findings.append(Finding("AJ321", "note", _rule(len(placed), len(recorded), again), numbers))
    return findings


def _rule(placed: int, recorded: int, again: int) -> str:
    if not placed:
        return "Annotators and segments are unknown: only pairs of systems are proposed."
    if not recorded:
        return "Who judged which segment is not recorded: nobody can tell what was seen; work is only spread evenly."
    if not again:
        return f"{counted(recorded, 'comparison')}: the annotator has judged neither output of the segment before."
    return (
        f"{again:,} of {counted(recorded, 'comparison')}: the annotator has judged one or both outputs of the segment "
        "before, never against each other; neither in the rest."
    )
