"""Lines of the reference, and how many other rankings still draw each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from adjudge.auditing.stability.verdict import Verdict

if TYPE_CHECKING:
    from adjudge.auditing.stability.result import ScenarioResult


@dataclass(frozen=True)
class KeptShare:
    """In how many scenarios a line is still drawn.

    Args:
        share: the mean over scenarios of 1 if it is drawn, 0 if not, and the share of samples for samples drawn again;
            None if no scenario can say.
        scenarios: those that can say, because systems of both sides of the line are left.
    """

    share: float | None
    scenarios: int


@dataclass(frozen=True)
class LineOverScenarios:
    """A line of the reference over all scenarios.

    Args:
        upper: the system above it.
        lower: the system below it.
        overall: over all scenarios.
        by_kind: over those of each kind: `remove`, `divide`, `recipe`, `resample`.
    """

    upper: str
    lower: str
    overall: KeptShare
    by_kind: Mapping[str, KeptShare]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        kinds = {kind: asdict(kept) for kind, kept in self.by_kind.items()}
        return {"upper": self.upper, "lower": self.lower, **asdict(self.overall), "by_kind": kinds}


def is_drawn(above: frozenset[str], reference: Verdict, other: Verdict) -> bool | None:
    """Whether another ranking draws a line of the reference.

    A line is the same if the same systems are above it, among the systems that both rankings hold.

    Args:
        above: the systems above the line in the reference.
        reference: where the line is drawn.
        other: the other ranking.

    Returns:
        None if the other ranking lacks all systems of one side, and has no such line to draw.
    """
    if reference.places.keys() == other.places.keys():
        return above in other.lines
    common = reference.places.keys() & other.places.keys()
    kept = above & common
    if not kept or len(kept) == len(common):
        return None
    rest = other if len(common) == len(other.order) else other.without(other.places.keys() - common)
    return kept in rest.lines


def lines_over_scenarios(
    clusters: Sequence[Sequence[str]], scenarios: Sequence[ScenarioResult]
) -> tuple[LineOverScenarios, ...]:
    """How many scenarios keep each line of the reference.

    Every scenario counts once, however many samples it draws; a removal that was asked for under two names, such as
    that of the best system and of the system by its name, counts once.

    Checked against: the same by sets of names (tests/laws/test_stability.py).

    Args:
        clusters: of the reference, best first.
        scenarios: what became of it.
    """
    reference = Verdict.in_clusters(clusters)
    counted = _counted_once(scenarios)
    others = [Verdict.in_clusters(one.clusters) for one in counted]
    found = []
    for above, (upper, lower) in reference.lines.items():
        kept: dict[str, list[float | None]] = {}
        for one, other in zip(counted, others, strict=True):
            kept.setdefault(one.kind, []).append(_kept(one, above, reference, other, (upper, lower)))
        by_kind = {kind: _share(values) for kind, values in kept.items()}
        overall = _share(value for values in kept.values() for value in values)
        found.append(LineOverScenarios(upper, lower, overall, by_kind))
    return tuple(found)


def _kept(
    one: ScenarioResult, above: frozenset[str], reference: Verdict, other: Verdict, line: tuple[str, str]
) -> float | None:
    if one.repeats is None:
        drawn = is_drawn(above, reference, other)
        return None if drawn is None else float(drawn)
    shares = {(kept.upper, kept.lower): kept.share for kept in one.repeats.shares.lines}
    return shares.get(line)


def _share(values: Iterable[float | None]) -> KeptShare:
    known = [value for value in values if value is not None]
    return KeptShare(sum(known) / len(known) if known else None, len(known))


def _counted_once(scenarios: Sequence[ScenarioResult]) -> list[ScenarioResult]:
    """Without removals of the same systems with the same outcome under another name."""
    found: dict[object, ScenarioResult] = {}
    for one in scenarios:
        same = (one.left_out, one.clusters) if one.kind == "remove" and one.left_out else one.name
        found.setdefault(same, one)
    return list(found.values())
