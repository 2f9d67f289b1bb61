"""Which comparisons to collect next: pairs by what they tell about the order, given to people who can judge them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.arguments import require_names, require_seed, require_whole_number
from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.selection import conditions_as_text, require_blind, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import Groups, NoFiniteFit, unbeatable_groups
from adjudge.kernels.paired_comparison.information import Belief, choose_pairs, fair_share, order_uncertainty
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.planning.catalogue import (
    BAD_COUNT,
    CONNECTING,
    KNOWN_SYSTEMS,
    NOT_COMPARISONS,
    SEEN_BEFORE,
    TOO_FEW_TO_JUDGE,
    UNASSIGNED,
    UNRECORDED,
    UNSEEN,
)
from adjudge.planning.pair_assignment import Assigner, Segment
from adjudge.planning.strength_belief import StrengthBelief, believe_strengths
from adjudge.ranking.comparisons.methods.catalogue import TOO_MANY_TIES
from adjudge.ranking.comparisons.methods.finite_fit import name_groups, no_finite_fit
from adjudge.ranking.comparisons.registry import RECOMMENDED
from adjudge.ranking.comparisons.settings import Unit
from adjudge.ranking.comparisons.tally import Tally, count_comparisons
from adjudge.ranking.memory_needs import require_memory_for_comparisons
from adjudge.ranking.rank import as_table, chosen_rows

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: `order`: it tells most about the order. `connect`: without it some strengths are not even finite.
Purpose = Literal["order", "connect"]


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


@dataclass(frozen=True, repr=False)
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
    def _read(cls, data: Mapping[str, Any]) -> Self:
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
            return f"{text} The first of them connect systems for which a model has no finite fit yet."
        gain = sum(pair.gain or 0.0 for pair in self.pairs)
        return (
            f"{text} They are expected to resolve {gain:.3g} of {self.uncertainty:.3g} bits of uncertainty about the "
            "order."
        )


def next_pairs(
    table: object,
    count: int,
    *,
    systems: Sequence[str] = (),
    annotators: Sequence[str] | None = None,
    segments: Sequence[Segment] | None = None,
    seed: int = 0,
) -> NextPairsResult:
    """Choose the comparisons to collect next.

    Definition: pairs by `choose_pairs`, from what `believe_strengths` says of the strengths; no pair gets more than its
    `fair_share` of the batch while others can be judged. If some systems never lost to the others, strengths are not
    finite: then each group is first joined to the next by one comparison, and the rest is chosen as if these
    comparisons had ended in ties and all comparisons were independent. Annotators and segments by `Assigner`: work is
    spread evenly, nobody judges the same pair on a segment twice, nor an output twice if that can be avoided.

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
        InputError: the table does not hold comparisons of at least two systems; AJ034 if their weights differ by too
            many orders of magnitude to compute strengths.
        UsageError: the count is not positive, or a further system is in the table already.
    """
    comparisons = _as_comparisons(table)
    seed, systems = require_seed(seed), require_names("systems", systems)
    annotators = None if annotators is None else require_names("annotators", annotators)
    require_whole_number("count", count)
    if count < 1:
        raise BAD_COUNT(count=count)
    require_memory_for_comparisons(comparisons.frame, RECOMMENDED)
    tally = count_comparisons(comparisons, uncompared=True)
    _require_new(systems, tally)
    tally = _with_newcomers(tally.without_reference(), systems)
    share = fair_share(count, len(tally.systems))
    rng = Seeds(seed).stream("next-pairs")
    assigner = Assigner(comparisons.frame, annotators, segments, rng)
    try:
        batch = _choose(tally, count, share, assigner)
    except NoFiniteFit as error:
        raise no_finite_fit("bradley-terry", tally, error, otherwise=TOO_MANY_TIES) from None
    pairs = _assigned(batch.pairs, tally.systems, assigner, rng)
    settings = {
        "count": count,
        "systems": list(systems),
        "annotators": None if annotators is None else list(annotators),
        "segments": None if segments is None else [list(segment) for segment in segments],
        "seed": seed,
        "where": conditions_as_text(comparisons),
    }
    choices = {"next": "order-information", "model": "bradley-terry", "unit": batch.unit or "none"}
    return NextPairsResult(
        signature=Signature.of(
            choices | selection_choices(comparisons) | {"count": count, "share": share, "seed": seed}
        ),
        settings=settings,
        findings=(*suspect(comparisons), *comparisons.findings, *batch.findings, *_assignment_findings(pairs, count)),
        pairs=pairs,
        uncertainty=batch.uncertainty,
    )


def _as_comparisons(table: object) -> Comparisons | PairCounts:
    held = chosen_rows(as_table(table, columns=None, scale=None, comparisons=True), None)
    if not isinstance(held, Comparisons | PairCounts):
        raise NOT_COMPARISONS(held=held.noun)
    require_blind(held)
    return held


def _require_new(systems: Sequence[str], tally: Tally) -> None:
    """Refuse a further system that is none: it would be chosen by what is known of it, as all others are."""
    known = [name for name in dict.fromkeys(systems) if name in tally.systems]
    if known:
        raise KNOWN_SYSTEMS(systems=known, n=len(known), total=len(set(systems)))


def _with_newcomers(tally: Tally, systems: Sequence[str]) -> Tally:
    """The same with further systems, which nobody has judged."""
    if not systems:
        return tally
    names = tuple(sorted({*tally.systems, *systems}))
    old = np.ix_(*[[names.index(name) for name in tally.systems]] * 2)
    wins, ties = np.zeros((2, len(names), len(names)))
    wins[old], ties[old] = tally.wins, tally.ties
    return Tally(systems=names, wins=wins, ties=ties)


@dataclass(frozen=True)
class ChosenPair:
    """Two systems to be compared.

    Args:
        first: code of one system.
        second: code of the other.
        gain: bits about the order that the comparison is expected to give; None if it connects.
    """

    first: int
    second: int
    gain: float | None = None


@dataclass(frozen=True, eq=False)
class Batch:
    """Pairs to be compared, and what they were chosen from.

    Args:
        pairs: in order.
        uncertainty: bits open now; None without finite strengths.
        unit: what dependent comparisons share; None if they are treated as independent.
        findings: what to know about the choice.
    """

    pairs: tuple[ChosenPair, ...]
    uncertainty: float | None
    unit: Unit | None
    findings: tuple[Finding, ...]


def _choose(tally: Tally, count: int, share: int, assigner: Assigner) -> Batch:
    """Pairs that connect, if some must, and then those of the largest gain."""
    groups = unbeatable_groups(tally.wins, tally.ties)
    bridges = _bridges(tally, groups)[:count]
    if len(bridges) == count:
        findings = (_connecting(groups, count, tally.systems),)
        return Batch(bridges, uncertainty=None, unit=None, findings=findings)
    believed = _if_tied(tally, bridges, groups) if bridges else believe_strengths(tally)
    first, second = np.triu_indices(len(tally.systems), 1)
    room = _room(first, second, bridges, tally.systems, assigner)
    best, gains = choose_pairs(believed.belief, first, second, count - len(bridges), share=share, room=room)
    telling = (ChosenPair(int(first[i]), int(second[i]), float(gain)) for i, gain in zip(best, gains, strict=True))
    return Batch(
        pairs=(*bridges, *telling),
        uncertainty=None if bridges else order_uncertainty(believed.belief),
        unit=believed.unit,
        findings=believed.findings,
    )


def _if_tied(tally: Tally, bridges: Sequence[ChosenPair], groups: Groups) -> StrengthBelief:
    """What would be believed if the pairs that connect had ended in ties; ties that nobody gave have no unit."""
    ties = tally.ties.copy()
    for pair in bridges:
        ties[pair.first, pair.second] += 1
        ties[pair.second, pair.first] += 1
    fit = fit_bradley_terry(tally.wins, ties)
    return StrengthBelief(
        Belief(fit.strengths, model_covariance(fit)), findings=(_connecting(groups, len(bridges), tally.systems),)
    )


def _room(first: Ints, second: Ints, bridges: Sequence[ChosenPair], names: Sequence[str], assigner: Assigner) -> Floats:
    """How often each pair can still be judged by somebody on a segment where they have not judged it."""
    room = []
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        left = assigner.room(frozenset((names[a], names[b])))
        taken = sum({a, b} == {bridge.first, bridge.second} for bridge in bridges)
        room.append(np.inf if left is None else max(0, left - taken))
    return np.array(room)


def _bridges(tally: Tally, groups: Groups) -> tuple[ChosenPair, ...]:
    """Pairs that join each group to the next.

    The weakest system of the better group and the strongest of the other contradict the gap between them most easily.
    Of groups that never met nobody knows which is better: their middle systems tell most.
    """
    ordered = []
    for group in groups:
        grid = np.ix_(group, group)
        strengths = fit_bradley_terry(tally.wins[grid], tally.ties[grid]).strengths if len(group) > 1 else np.zeros(1)
        ordered.append([group[i] for i in np.argsort(-strengths, kind="stable")])
    return tuple(
        ChosenPair(upper[-1], lower[0])
        if tally.meetings[np.ix_(upper, lower)].any()
        else ChosenPair(upper[len(upper) // 2], lower[len(lower) // 2])
        for upper, lower in pairwise(ordered)
    )


def _connecting(groups: Groups, bridges: int, names: Sequence[str]) -> Finding:
    named = [[names[i] for i in group] for group in groups]
    return CONNECTING(groups=named, connecting=bridges, _n=len(named), _groups=name_groups(named))


def _assigned(
    chosen: Sequence[ChosenPair], names: Sequence[str], assigner: Assigner, rng: np.random.Generator
) -> tuple[NextPair, ...]:
    """Pairs with who judges them and on what; which system is shown first is drawn, so that position favours nobody."""
    given = [assigner.assign(frozenset((names[pair.first], names[pair.second]))) for pair in chosen]
    turned = rng.random(len(chosen)) < 0.5
    return tuple(
        NextPair(
            system_a=names[pair.second if turn else pair.first],
            system_b=names[pair.first if turn else pair.second],
            annotator=place.annotator,
            document=place.document,
            segment=place.segment,
            seen=place.seen,
            purpose="connect" if pair.gain is None else "order",
            gain=pair.gain,
        )
        for pair, place, turn in zip(chosen, given, turned, strict=True)
    )


def _assignment_findings(pairs: Sequence[NextPair], count: int) -> list[Finding]:
    """By which rule annotators were found, and whether there was enough to judge."""
    placed = [pair for pair in pairs if pair.annotator is not None or pair.segment is not None]
    recorded = [pair for pair in placed if pair.seen is not None]
    again = sum(bool(pair.seen) for pair in recorded)
    numbers: dict[str, Any] = {"asked": count, "proposed": len(pairs), "placed": len(placed), "seen_before": again}
    findings = []
    if len(pairs) < count or 0 < len(placed) < len(pairs):
        findings.append(TOO_FEW_TO_JUDGE(**numbers))
    if pairs:
        rule = SEEN_BEFORE if again else UNSEEN if recorded else UNRECORDED if placed else UNASSIGNED
        findings.append(rule(**numbers, _recorded=len(recorded)))
    return findings
