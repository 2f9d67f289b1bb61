"""The result of ranking by comparisons: the order, what it contradicts, and what a model or an exact search adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal, Self

from adjudge.ranking.result import Kind, RankingResult

#: `net`: wins minus losses, every judgement counts the same (Lopez 2012). `normalised`: twice that over the meetings.
ArcWeights = Literal["net", "normalised"]


@dataclass(frozen=True)
class Violation:
    """A majority that the order contradicts.

    Args:
        winner: the system preferred more often, which stands below.
        loser: the system above it.
        weight: of the arc between them.
    """

    winner: str
    loser: str
    weight: float


@dataclass(frozen=True)
class Tournament:
    """The graph of majorities, and how an order fits it.

    Args:
        arcs: how a majority weighs.
        cost: weight of all violations.
        total: weight of all arcs.
        violations: in the order of the ranking.
        acyclic: whether some order contradicts nothing.
        groups: systems that beat each other in cycles, in rank order of their highest system; every order of them
            contradicts some majority.
        cycles: one shortest cycle of each group, each system beating the next and the last the first.
        condorcet: the system that beats every other one, if there is one.
        never_met: pairs without any comparison.
    """

    arcs: ArcWeights
    cost: float
    total: float
    violations: tuple[Violation, ...]
    acyclic: bool
    groups: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]
    condorcet: str | None
    never_met: int


@dataclass(frozen=True)
class Packing:
    """A cycle with a weight that no order can avoid contradicting.

    Args:
        cycle: each system beats the next, and the last the first.
        weight: taken from every arc of the cycle.
    """

    cycle: tuple[str, ...]
    weight: float


@dataclass(frozen=True)
class Optimum:
    """What the exact search found.

    Args:
        bound: no order costs less.
        proven: whether the order was shown to be optimal.
        time_limit: in seconds.
        optimal_orders: how many orders cost as little; None if not counted.
        places: best and worst place of each system over all optimal orders, in rank order; None if not decided.
        packing: cycles that share no weight; their sum is a bound that anybody can check by adding.
        packing_bound: that sum.
    """

    bound: float
    proven: bool
    time_limit: float
    optimal_orders: int | None
    places: tuple[tuple[int, int], ...] | None
    packing: tuple[Packing, ...]
    packing_bound: float


@dataclass(frozen=True)
class Strength:
    """A system's parameter in a model, on the logit scale with mean zero.

    Args:
        system: its name.
        strength: the estimate.
        error: its standard error.
        low: lower end of the 95% interval; None for a system of a single unit.
        high: upper end.
    """

    system: str
    strength: float
    error: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class FittedModel:
    """A model of the comparisons.

    Args:
        strengths: in rank order.
        unit: what dependent votes have in common; None if votes are taken as independent.
        units: how many there are.
        tie: the parameter of ties, if the model has one.
        log_likelihood: of the fit; None for a quasi-likelihood.
        effects: covariates with estimate, standard error and interval.
        reliability: of each annotator, 1 is usual, 0 is chance.
        replicates: bootstrap replicates behind the intervals; 0 if they come from a formula.
        lost: replicates without a finite fit, not used.
        misfit: p-value of the test that pairs fit the strengths; None if there are too few comparisons of pairs.
        tastes: standard deviation of the tastes of annotators for systems, on the logit scale, which intervals and
            tests allow for; None if it was not estimated.
    """

    strengths: tuple[Strength, ...]
    unit: str | None
    units: int
    tie: float | None = None
    log_likelihood: float | None = None
    effects: Mapping[str, Mapping[str, float]] | None = None
    reliability: Mapping[str, float] | None = None
    replicates: int = 0
    lost: int = 0
    misfit: float | None = None
    tastes: float | None = None


@dataclass(frozen=True)
class Opponents:
    """Whom a system met.

    Args:
        system: its name.
        comparisons: in how many it took part, without the reference.
        opponents: how many other systems it met.
        tied: share of its comparisons that are ties.
        won: share of its decided comparisons that it won.
        met: the same share of its opponents, weighted by how often it met them.
        even: the same share of all other systems, as if it had met each equally often; with `met` above it a system
            met hard opponents.
        common: share of decided comparisons won, meaned over the opponents that every other system met as well; None
            if there are none.
    """

    system: str
    comparisons: int
    opponents: int
    tied: float
    won: float
    met: float
    even: float
    common: float | None


@dataclass(frozen=True, repr=False)
class ComparisonRankingResult(RankingResult):
    """A ranking from comparisons.

    Args:
        method: its name.
        tournament: the majorities, and what the order contradicts.
        opponents: in rank order.
        optimum: of the exact search only.
        model: of a model only.
        line_shares: of TrueSkill only: the share of repetitions that draws a line below each system.
    """

    kind: ClassVar[Kind] = "comparisons"

    method: str
    tournament: Tournament
    opponents: tuple[Opponents, ...]
    optimum: Optimum | None = None
    model: FittedModel | None = None
    line_shares: tuple[float, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; the keys of the tournament and of the exact search stand at the top."""
        exact = {} if self.optimum is None else asdict(self.optimum)
        return (
            super().to_dict()
            | {"method": self.method}
            | asdict(self.tournament)
            | exact
            | {"opponents": [asdict(row) for row in self.opponents]}
            | {"model": None if self.model is None else asdict(self.model), "line_shares": self.line_shares}
        )

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            method=data["method"],
            tournament=_tournament(data),
            opponents=tuple(Opponents(**row) for row in data["opponents"]),
            optimum=_optimum(data) if "bound" in data else None,
            model=None if data["model"] is None else _model(data["model"]),
            line_shares=None if data["line_shares"] is None else tuple(data["line_shares"]),
        )


def _tournament(data: Mapping[str, Any]) -> Tournament:
    return Tournament(
        arcs=data["arcs"],
        cost=data["cost"],
        total=data["total"],
        violations=tuple(Violation(**row) for row in data["violations"]),
        acyclic=data["acyclic"],
        groups=tuple(map(tuple, data["groups"])),
        cycles=tuple(map(tuple, data["cycles"])),
        condorcet=data["condorcet"],
        never_met=data["never_met"],
    )


def _optimum(data: Mapping[str, Any]) -> Optimum:
    return Optimum(
        bound=data["bound"],
        proven=data["proven"],
        time_limit=data["time_limit"],
        optimal_orders=data["optimal_orders"],
        places=None if data["places"] is None else tuple((low, high) for low, high in data["places"]),
        packing=tuple(Packing(tuple(row["cycle"]), row["weight"]) for row in data["packing"]),
        packing_bound=data["packing_bound"],
    )


def _model(data: Mapping[str, Any]) -> FittedModel:
    return FittedModel(**{**data, "strengths": tuple(Strength(**row) for row in data["strengths"])})
