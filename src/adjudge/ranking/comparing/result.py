"""The result of comparing two rankings: systems that moved, lines gained and lost, and what differs behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal, Self

import polars as pl

from adjudge.core.catalogue import counted, listed
from adjudge.core.results import Result
from adjudge.ranking.comparing.choices import ChoiceDifference
from adjudge.ranking.comparing.sides import Evidence, Pair
from adjudge.ranking.comparing.single_choices import SingleChoice

#: What a system that moved says: `open`: neither ranking separates it from those it changed places with; `one-sided`:
#: one of them separates it from at least one; `contradiction`: both do, in opposite directions; `none`: no move.
Move = Literal["none", "open", "one-sided", "contradiction"]


@dataclass(frozen=True)
class ComparedRanking:
    """One of the two rankings.

    Args:
        source: the file it comes from, or `A` or `B`.
        name: its recipe or method; `published order` if it is one.
        kind: `ratings`, `comparisons`, or `published`.
        systems: how many it holds.
        judgements: how many counted; None if they are not known.
        evidence: what says that one system is better than another: `tests`, `lines`, or `none`.
        signature: every choice in one line; None of a published order.
    """

    source: str
    name: str
    kind: Literal["ratings", "comparisons", "published"]
    systems: int
    judgements: int | None
    evidence: Evidence
    signature: str | None


@dataclass(frozen=True)
class ComparedSystem:
    """A system in both rankings, or in one of them.

    Args:
        system: its name.
        place_a: its place in A among the systems that both hold, from 1; None if only one holds it.
        place_b: its place in B, likewise.
        cluster_a: its cluster in A among these systems; None also if the lines are not known.
        cluster_b: its cluster in B, likewise.
        rank_a: its rank among all systems of A; None if A does not hold it.
        rank_b: its rank among all systems of B, likewise.
        score_a: what A orders by; None if it is not known.
        score_b: what B orders by, likewise.
        n_a: distinct segments in A; None if they are not known.
        n_b: distinct segments in B, likewise.
        judgements_a: judgements in A that counted; None if they are not known.
        judgements_b: judgements in B, likewise.
        move: what its move says; `none` if it keeps its place.
    """

    system: str
    place_a: int | None
    place_b: int | None
    cluster_a: int | None
    cluster_b: int | None
    rank_a: int | None
    rank_b: int | None
    score_a: float | None
    score_b: float | None
    n_a: int | None
    n_b: int | None
    judgements_a: int | None
    judgements_b: int | None
    move: Move = "none"

    @property
    def in_both(self) -> bool:
        """Whether both rankings hold it."""
        return self.place_a is not None and self.place_b is not None

    @property
    def moved(self) -> bool:
        """Whether it has another place in B."""
        return self.place_a != self.place_b

    @property
    def other_counts(self) -> bool:
        """Whether segments or judgements are known of both and differ."""
        counts = ((self.n_a, self.n_b), (self.judgements_a, self.judgements_b))
        return any(a is not None and b is not None and a != b for a, b in counts)


@dataclass(frozen=True)
class ComparedLine:
    """A line, which is the set of systems above it, among those that both rankings hold.

    Args:
        above: how many systems are above it.
        a: the two systems that it stands between in A; None if A does not draw it.
        b: the two systems that it stands between in B; None if B does not draw it.
        same_above: whether the same systems are the best ones of the other ranking, too, where only one draws it.
    """

    above: int
    a: Pair | None
    b: Pair | None
    same_above: bool

    @property
    def change(self) -> Literal["kept", "lost", "gained"]:
        """From A to B."""
        return "gained" if self.a is None else "lost" if self.b is None else "kept"


@dataclass(frozen=True)
class ComparedPair:
    """Two systems of which the rankings say something else.

    Args:
        upper: the higher one in A.
        lower: the lower one in A.
        better_a: which of them is separated as the better one in A; None if they are not separated.
        better_b: which of them is in B, likewise.
        p_a: corrected p-value in A; None if it is not known.
        p_b: corrected p-value in B, likewise.
    """

    upper: str
    lower: str
    better_a: str | None
    better_b: str | None
    p_a: float | None
    p_b: float | None

    @property
    def change(self) -> Literal["reversed", "lost", "gained"]:
        """From A to B; `reversed` is a contradiction."""
        if self.better_a is not None and self.better_b is not None:
            return "reversed"
        return "gained" if self.better_a is None else "lost"


@dataclass(frozen=True)
class TurnedPairs:
    """Pairs that the two orders put the other way round.

    Args:
        open: neither ranking separates them.
        one_sided: one ranking separates them, and the other does not.
        contradicted: both separate them, in opposite directions.
    """

    open: int
    one_sided: int
    contradicted: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.open + self.one_sided + self.contradicted


@dataclass(frozen=True, repr=False)
class RankingComparisonResult(Result):
    """Two rankings compared.

    Args:
        a: the first ranking.
        b: the second ranking.
        systems: those in both in the order of A, then those of A only, then those of B only.
        kendall: Kendall's tau of the two orders of the systems in both.
        spearman: Spearman's rho of them.
        turned: pairs that the two orders put the other way round.
        lines: drawn by one of them or both, best systems first; empty if the lines of one are not known.
        lines_known: whether both say where lines are.
        pairs: contradictions, and where both rankings have tests, also pairs that are significant in one only.
        choices: that differ; empty if one of them is a published order.
        why: A, or the side whose judgements are at hand, with single choices of the other; empty if not asked for.
    """

    schema: ClassVar[str] = "adjudge.comparison/1"

    a: ComparedRanking
    b: ComparedRanking
    systems: tuple[ComparedSystem, ...]
    kendall: float
    spearman: float
    turned: TurnedPairs
    lines: tuple[ComparedLine, ...]
    lines_known: bool
    pairs: tuple[ComparedPair, ...]
    choices: tuple[ChoiceDifference, ...] = ()
    why: tuple[SingleChoice, ...] = ()

    @property
    def common(self) -> tuple[ComparedSystem, ...]:
        """Systems in both, in the order of A."""
        return tuple(row for row in self.systems if row.in_both)

    @property
    def only_a(self) -> tuple[str, ...]:
        """Systems that only A holds, best first."""
        return tuple(row.system for row in self.systems if row.rank_b is None)

    @property
    def only_b(self) -> tuple[str, ...]:
        """Systems that only B holds, best first."""
        return tuple(row.system for row in self.systems if row.rank_a is None)

    @property
    def moved(self) -> tuple[ComparedSystem, ...]:
        """Systems with another place in B, in the order of A."""
        return tuple(row for row in self.systems if row.moved)

    @property
    def contradictions(self) -> tuple[ComparedPair, ...]:
        """Pairs that are separated in opposite directions."""
        return tuple(pair for pair in self.pairs if pair.change == "reversed")

    def lines_of(self, change: Literal["kept", "lost", "gained"]) -> tuple[ComparedLine, ...]:
        """The lines that are kept, lost or gained from A to B."""
        return tuple(line for line in self.lines if line.change == change)

    @property
    def differs(self) -> bool:
        """Whether the order of the systems in both, or a line between them, is another one."""
        return bool(self.moved) or any(line.change != "kept" for line in self.lines)

    def to_frame(self) -> pl.DataFrame:
        """One row per system; places are null for systems that only one ranking holds."""
        numbers = dict.fromkeys(("score_a", "score_b"), pl.Float64)
        types = {name: pl.Int64 for name in ComparedSystem.__dataclass_fields__ if name.endswith(("_a", "_b"))}
        return pl.DataFrame([asdict(row) for row in self.systems], schema_overrides={**types, **numbers})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "a": asdict(self.a),
            "b": asdict(self.b),
            "kendall": self.kendall,
            "spearman": self.spearman,
            "differs": self.differs,
            "turned": asdict(self.turned),
            "systems": [asdict(row) for row in self.systems],
            "lines_known": self.lines_known,
            "lines": [_line_data(line) for line in self.lines],
            "pairs": [asdict(pair) | {"change": pair.change} for pair in self.pairs],
            "choices": [asdict(choice) for choice in self.choices],
            "why": [one.to_dict() for one in self.why],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            a=ComparedRanking(**data["a"]),
            b=ComparedRanking(**data["b"]),
            systems=tuple(ComparedSystem(**row) for row in data["systems"]),
            kendall=data["kendall"],
            spearman=data["spearman"],
            turned=TurnedPairs(**data["turned"]),
            lines=tuple(_line(line) for line in data["lines"]),
            lines_known=data["lines_known"],
            pairs=tuple(ComparedPair(**_without(pair, "change")) for pair in data["pairs"]),
            choices=tuple(ChoiceDifference(**choice) for choice in data["choices"]),
            why=tuple(SingleChoice.from_dict(one) for one in data["why"]),
        )

    def summary(self) -> str:
        """What moved and which lines changed, in a few sentences."""
        moved = [f"{row.system} from {row.place_a} to {row.place_b}" for row in _largest_first(self.moved)]
        moves = f"{counted(len(moved), 'system moves/systems move')}: {listed(moved, 5)}." if moved else "None moves."
        shared = counted(len(self.common), "system")
        agreement = f"Kendall's tau {self.kendall:.3f}, Spearman's rho {self.spearman:.3f}"
        said = [f"{shared} in both; {agreement}.", moves, self._say_lines()]
        if self.a.evidence == self.b.evidence == "tests":
            lost, gained = (sum(pair.change == change for pair in self.pairs) for change in ("lost", "gained"))
            said.append(f"Pairs that are significant in A only: {lost:,}; in B only: {gained:,}.")
        if self.turned.contradicted:
            said.append(f"Contradictions: {counted(self.turned.contradicted, 'pair')}.")
        return " ".join([*said, *self._say_why()])

    def _say_why(self) -> list[str]:
        """Whether the choices explain everything, if they were tried."""
        if not self.why or self.why[-1].reason is not None:
            return []
        if self.why[-1].reaches:
            return ["The same ratings with all choices of the other side give its order and lines."]
        return [
            "The same ratings with all choices of the other side do not give its order and lines: data differ, too."
        ]

    def _say_lines(self) -> str:
        if not self.lines_known:
            return "Lines are not compared: one of the two does not say where they are."
        kept, lost, gained = (len(self.lines_of(change)) for change in ("kept", "lost", "gained"))
        return f"Lines from A to B: {kept} kept, {lost} lost, {gained} gained."


def _largest_first(moved: tuple[ComparedSystem, ...]) -> list[ComparedSystem]:
    return sorted(moved, key=lambda row: -abs((row.place_b or 0) - (row.place_a or 0)))


def _line_data(line: ComparedLine) -> dict[str, Any]:
    ends = {side: None if between is None else list(between) for side, between in (("a", line.a), ("b", line.b))}
    return {"above": line.above, **ends, "same_above": line.same_above, "change": line.change}


def _line(data: Mapping[str, Any]) -> ComparedLine:
    ends = {side: None if data[side] is None else (data[side][0], data[side][1]) for side in ("a", "b")}
    return ComparedLine(data["above"], ends["a"], ends["b"], data["same_above"])


def _without(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}
