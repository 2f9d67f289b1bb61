"""One analysis of comparisons, as steps that are computed when first asked for and shared where nothing changed.

    comparisons -> tally -> dependence -> ordering -> tests -> result
                     |          |
                majorities, direct tests
                 opponents

Which step depends on what is written once, in `ComparisonSteps`: the arguments of a step are everything it depends on.
An analysis by another method, of other rows or with other settings shares every step whose arguments are the same:
five methods count the comparisons once.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property
from typing import Any

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.language_pairs import language_pairs
from adjudge.core.recipes.recipe import plain_name
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.steps import SharedSteps, Step
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons import findings as observe
from adjudge.ranking.comparisons.both_bad import SettledVotes, settle_both_bad
from adjudge.ranking.comparisons.dependence import Dependence, find_dependence
from adjudge.ranking.comparisons.evidence.opponents import describe_opponents
from adjudge.ranking.comparisons.evidence.tournament import Majorities, contradicted, find_majorities
from adjudge.ranking.comparisons.method import Method, MethodInput, MethodRun, Progress
from adjudge.ranking.comparisons.methods.recommended import Choice, recommend
from adjudge.ranking.comparisons.ordering import Ordering
from adjudge.ranking.comparisons.pair_tests import LEVEL, PairTests, direct_tests, model_tests
from adjudge.ranking.comparisons.registry import RECOMMENDED, find_method, require_taken
from adjudge.ranking.comparisons.result import ComparisonRankingResult, Tournament
from adjudge.ranking.comparisons.result_rows import line_rule_of, ranked_pairs, ranked_systems
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import Tally, count_comparisons, rank_the_reference
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.result import LineRule


@dataclass(frozen=True, eq=False)
class ComparisonAnalysis:
    """A ranking from comparisons that can be asked for each of its steps.

    Args:
        table: comparisons, or counts of them, of one language pair.
        name: of the method, or `recommended`.
        settings: further choices.
        seed: for what is random.
        progress: called with the share of the work that is done, by methods that take long.
        like: an analysis whose steps are taken where they are the same.

    Raises:
        UsageError: AJ033 if there is no such method, AJ040 if it does not take one of the settings.

    Example:
        >>> import polars as pl
        >>> votes = {"system_a": ["x", "y", "x"], "system_b": ["y", "z", "z"], "outcome": ["a", "a", "tie"]}
        >>> first = ComparisonAnalysis(Comparisons.check(pl.DataFrame(votes)), "bojar")
        >>> second = first.with_method("mfas")
        >>> second.tally is first.tally, second.ordering is first.ordering
        (True, False)
    """

    table: Comparisons | PairCounts
    name: str = RECOMMENDED
    settings: ComparisonSettings = field(default_factory=ComparisonSettings)
    seed: int = 0
    progress: Progress | None = field(default=None, repr=False)
    like: InitVar[ComparisonAnalysis | None] = None
    steps: ComparisonSteps = field(init=False, repr=False)

    def __post_init__(self, like: ComparisonAnalysis | None) -> None:
        require_taken([self.name], self.settings)
        object.__setattr__(self, "steps", ComparisonSteps(self, like.steps if like is not None else None))

    def with_method(self, name: str, settings: ComparisonSettings | None = None) -> ComparisonAnalysis:
        """The same comparisons by another method, with the same settings or others."""
        return replace(self, name=name, settings=settings or self.settings, like=self)

    def with_settings(self, settings: ComparisonSettings) -> ComparisonAnalysis:
        """The same comparisons with other settings."""
        return replace(self, settings=settings, like=self)

    def with_table(self, table: Comparisons | PairCounts) -> ComparisonAnalysis:
        """Other comparisons by the same method."""
        return replace(self, table=table, like=self)

    def without(self, rows: pl.Expr) -> ComparisonAnalysis:
        """The same without the rows for which the expression is true."""
        return self.with_table(self.table.with_frame(self.table.frame.filter(~rows.fill_null(value=False))))

    def with_seed(self, seed: int) -> ComparisonAnalysis:
        """The same with other random numbers."""
        return replace(self, seed=seed, like=self)

    @property
    def method(self) -> Method:
        """The method that is used."""
        return self.steps.choice.value.method

    @property
    def tally(self) -> Tally:
        """Counts of all comparisons, those with the reference included."""
        return self.steps.tally.value

    @property
    def dependence(self) -> Dependence:
        """Which comparisons are dependent."""
        return self.steps.dependence.value

    @property
    def ordering(self) -> Ordering:
        """What the method hands over."""
        return self.steps.ordering.value

    @property
    def tests(self) -> PairTests:
        """Every pair of systems tested."""
        return (self.steps.direct if self.method.test == "direct" else self.steps.of_model).value

    def result(self) -> ComparisonRankingResult:
        """Everything, as a ranking; computed once.

        Raises:
            AdjudgeError: if the comparisons cannot support what was asked for.
        """
        return self._result

    @cached_property
    def _result(self) -> ComparisonRankingResult:
        ranked, ordering, tests = self.steps.ranked.value, self.ordering, self.tests
        opponents = self.steps.opponents.value
        return ComparisonRankingResult(
            signature=self._signature(),
            settings=self._settings(),
            findings=self._findings(),
            systems=ranked_systems(ranked, ordering, tests),
            pairs=ranked_pairs(ranked, ordering, tests),
            test=tests.facts,
            line_rule=self._line_rule,
            method=self.method.name,
            tournament=self.steps.tournament.value,
            opponents=tuple(opponents[i] for i in ordering.order),
            optimum=ordering.optimum,
            model=ordering.model,
            line_shares=ordering.line_shares,
        )

    @property
    def _line_rule(self) -> LineRule:
        return line_rule_of(self.ordering, self.tests)

    @property
    def _reference_use(self) -> str:
        if self.tally.reference is None:
            return "none"
        return "opponent" if self.method.reference_is_opponent else "left-out"

    @property
    def _pair(self) -> str | None:
        """The language pair, if known."""
        return next(iter(language_pairs(self.table)), None)

    def _settings(self) -> dict[str, Any]:
        """The choices that matter for the method, as data, and what became of the reference."""
        choices = self.method.complete(self.settings).to_dict(self.method.settings)
        made = {"reference_use": self._reference_use, "pair": self._pair, "where": conditions_as_text(self.table)}
        return {"method": self.method.name, "seed": self.seed, **choices, **made}

    def _signature(self) -> Signature:
        settings, facts = self.method.complete(self.settings), self.tests.facts
        choices = {
            "method": self.method.name,
            "reference": self._reference_use,
            "limit": None if settings.time_limit is None else f"{settings.time_limit:g}s",
            "runs": settings.runs,
            "unit": "+".join(filter(None, (facts.unit or "none", facts.second_unit))),
            "errors": facts.errors
            and "-".join([facts.errors, *([str(facts.draws)] if facts.errors == "bootstrap" else [])]),
            "covariates": "+".join(settings.covariates) or None,
            "arcs": settings.arcs,
            "bothbad": settings.both_bad if settings.both_bad != "tie" else None,
            "test": f"{facts.name}.{facts.alternative}",
            "corr": facts.correction,
            "level": f"{facts.level:g}" if facts.level != LEVEL else None,
            "rule": self._line_rule,
            "pair": self._pair and plain_name(self._pair),
            **selection_choices(self.table),
            "seed": self.seed,
        }
        return Signature.of({key: value for key, value in choices.items() if value is not None})

    def _findings(self) -> tuple[Finding, ...]:
        """What all steps found, in their order."""
        steps, ranked, order = self.steps, self.steps.ranked.value, self.ordering.order
        names = [ranked.systems[i] for i in order]
        majorities = steps.majorities.value
        return (
            *self.table.findings,
            *observe.of_files(self.table.frame),
            *steps.votes.value.findings,
            *steps.choice.value.findings,
            *(self.dependence.findings if "unit" in self.method.takes else ()),
            *(self.dependence.about_annotators if "unit" in self.method.takes else ()),
            *observe.of_annotators(ranked),
            *observe.of_reference(self.tally, self.method),
            *observe.of_tally(ranked),
            *self.ordering.findings,
            *observe.of_majorities(majorities, steps.direct.value if majorities.groups else None),
            *observe.of_tournament(steps.tournament.value, names, self.ordering),
            *observe.of_tests(self.tests, order, ranked.systems, self.dependence),
            *observe.of_opponents(steps.opponents.value, names),
            *observe.of_ties(ranked),
        )


class ComparisonSteps:
    """The steps of an analysis, each with everything it depends on.

    Args:
        analysis: what is computed.
        like: those of another analysis, which are taken where they are the same.
    """

    def __init__(self, analysis: ComparisonAnalysis, like: ComparisonSteps | None) -> None:
        settings = analysis.settings
        self._shared = SharedSteps(like.made if like is not None else ())
        step = self._shared.step
        self.votes = step(settle_both_bad, analysis.table, settings.both_bad)
        counted = step(_count, self.votes, settings.reference)
        self.tally = step(rank_the_reference, counted) if settings.rank_reference else counted
        self.ranked = step(Tally.without_reference, self.tally)
        self.dependence = step(find_dependence, self.ranked, settings.unit)
        self.majorities = step(find_majorities, self.ranked, settings.arcs)
        self.opponents = step(describe_opponents, self.ranked)
        testing = (settings.level, settings.correction)
        self.direct = step(direct_tests, self.ranked, self.dependence, *testing)
        self.choice = step(_choose, analysis.name, self.ranked)
        data = (self.tally, self.ranked, self.dependence)
        run = MethodRun(settings, seeds=Seeds(analysis.seed), progress=analysis.progress)
        self.ordering = step(_order, self.choice, *data, run)
        self.of_model = step(_test_model, self.ordering, *testing, Seeds(analysis.seed))
        self.tournament = step(_contradicted, self.majorities, self.ordering)

    @property
    def made(self) -> list[Step[Any]]:
        """All steps, for an analysis that shares them."""
        return self._shared.made


def _count(settled: SettledVotes, reference: str | None) -> Tally:
    return count_comparisons(settled.table, reference=reference)


def _choose(name: str, ranked: Tally) -> Choice:
    return recommend(ranked) if name == RECOMMENDED else Choice(find_method(name))


def _order(choice: Choice, tally: Tally, ranked: Tally, dependence: Dependence, run: MethodRun) -> Ordering:
    given = MethodInput(
        tally=ranked,
        with_reference=tally,
        dependence=dependence,
        settings=choice.method.complete(run.settings),
        seeds=run.seeds,
        progress=run.progress,
    )
    return choice.method.order(given)


def _test_model(ordering: Ordering, level: float, correction: CorrectionName, seeds: Seeds) -> PairTests:
    if ordering.estimates is None:
        raise TypeError("a method whose model is tested hands over estimates")
    return model_tests(ordering.estimates, level, correction, seeds)


def _contradicted(majorities: Majorities, ordering: Ordering) -> Tournament:
    return contradicted(majorities, ordering.order)
