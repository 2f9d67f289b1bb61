"""`adjudge.stability`: would the ranking survive?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any, Final

from adjudge.auditing.stability.catalogue import NOT_STUDIED, NOTHING_RUN
from adjudge.auditing.stability.changed_rows import ChangedRows, NotApplicableError, change_rows
from adjudge.auditing.stability.changes import compare_verdicts
from adjudge.auditing.stability.multiverse import Multiverse, recipe_universe
from adjudge.auditing.stability.observations import observe, reasons_of
from adjudge.auditing.stability.published import Published, published_verdict
from adjudge.auditing.stability.redrawn import Drawing, draw_again
from adjudge.auditing.stability.repeats import Repeats, typical_change
from adjudge.auditing.stability.result import NotRun, ScenarioResult, StabilityResult
from adjudge.auditing.stability.running import run_all
from adjudge.auditing.stability.scenarios import DEFAULT, TARGETS, UNITS, Names, Scenario, scenarios_of
from adjudge.auditing.stability.studies import ComparisonStudy, RatingStudy, Study
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.arguments import require_names, require_seed, require_text, require_whole_number
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Supplement, Table
from adjudge.ranking.catalogue import NOT_FOR_TABLE
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.registry import RECOMMENDED as RECOMMENDED_METHOD
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.ranking.ratings.pipeline import analyse

Progress = Callable[[float], None]
DRAWS: Final = 100


def stability(
    table: object,
    recipe: str | Recipe | None = None,
    *,
    method: str | None = None,
    scenarios: Sequence[str] = DEFAULT,
    against: str | PathLike[str] | Sequence[str] | Sequence[Sequence[str]] | Supplement | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    workers: int = 2,
    progress: Progress | None = None,
) -> StabilityResult:
    """Put a ranking to the test: remove systems, change their scores, choose other recipes, draw judgements again.

    A scenario that removes systems, or changes their scores, is compared with the full ranking from which the same
    systems are only left out of the table (Knowles 2021, section 5.2): z-scores, models and tests are computed again
    without them there, and with them here.

    Args:
        table: ratings, spans, comparisons, counts of them, or any frame with the columns of one of these.
        recipe: for ratings: a name, or a `Recipe`; `recommended` if left out.
        method: for comparisons: a name; `recommended` if left out.
        scenarios: names, or beginnings of names, such as `remove:human`, `remove:system`, `divide:human:2`,
            `recipe`, `resample:document`; `all`. Those of Knowles (2021) and each single system if left out.
        against: a published order that scenarios are compared with, in place of the ranking of these data: names,
            best first, clusters of names, or a file of either.
        pair: the language pair, needed if the table holds several.
        where: the rows to use, as for `rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame of ratings: the scale of the scores.
        draws: samples of each `resample` scenario.
        seed: for everything that is random.
        workers: rankings at a time; the figures are the same for any number.
        progress: called with the share of the work that is done.

    Returns:
        What changed in every scenario.

    Raises:
        AdjudgeError: AJ061 if there is no such scenario or none can be run; what `rank` raises.

    Example:
        >>> import adjudge
        >>> campaign = adjudge.simulate("balanced", seed=1)
        >>> result = adjudge.stability(campaign.table, "wmt-da", scenarios=["remove:human"])
        >>> result.scenario("remove:human").left_out
        ('human',)
    """
    seed, asked = require_seed(seed), require_names("scenarios", scenarios)
    require_text("pair", pair, example="eng-deu")
    require_whole_number("draws", draws, least=1)
    require_whole_number("workers", workers, most=64, least=1)
    held = as_table(table, columns=columns, scale=scale, comparisons=method is not None)
    study = _study(chosen_rows(held, where), recipe=recipe, method=method, pair=pair, seed=seed)
    universe = _universe(study)
    own = study.verdict
    names = _names(study, universe)
    published = None if against is None else published_verdict(against, own.order, _pair(study))
    run = _Run(
        study,
        reference=own if published is None else published.verdict,
        universe=universe,
        drawing=Drawing(draws, seed, workers),
        published=published,
    )
    asked = asked or DEFAULT
    chosen = scenarios_of(asked, names)
    return _result(run, run.outcomes(chosen, progress), asked, chosen)


def _study(
    held: Table | Supplement,
    *,
    recipe: str | Recipe | None,
    method: str | None,
    pair: str | None,
    seed: int,
) -> Study:
    if isinstance(held, Ratings | Spans):
        if method is not None:
            raise NOT_FOR_TABLE(options="`method=`", _count=1, of="comparisons", held=held.noun)
        return RatingStudy(analyse(held, recipe or RECOMMENDED, pair=pair, seed=seed))
    if isinstance(held, Comparisons | PairCounts):
        if recipe is not None:
            raise NOT_FOR_TABLE(options="`recipe=`", _count=1, of="ratings", held=held.noun)
        chosen = choose_language_pair(held, pair)
        return ComparisonStudy(ComparisonAnalysis(chosen, method or RECOMMENDED_METHOD, seed=seed))
    raise NOT_STUDIED(held=held.noun)


def _universe(study: Study) -> dict[str, Recipe | str]:
    """The recipes or methods of the multiverse, by name."""
    if isinstance(study, RatingStudy):
        return dict(recipe_universe(study.analysis.recipe))
    assert isinstance(study, ComparisonStudy)  # noqa: S101 - there are two kinds
    own = study.analysis.method.name
    return {name: name for name in METHODS if name != own}


def _names(study: Study, universe: dict[str, Recipe | str]) -> Names:
    frame = study.frame
    units: dict[str, Sequence[str]] = {}
    for unit in UNITS:
        if unit in frame.columns:
            known = frame[unit].drop_nulls().unique().sort().to_list()
            units |= {unit: known} if known else {}
    return Names(
        study.verdict.order,
        units,
        list(universe),
        draws=[unit for unit in UNITS if len(units.get(unit, ())) > 1] or [_smallest_unit(study)],
        word="recipe" if study.kind == "ratings" else "method",
        also=list(RECIPES) if study.kind == "ratings" else list(METHODS),
    )


def _smallest_unit(study: Study) -> str:
    """What can be drawn where nobody knows who judged what when."""
    return "segment" if study.kind == "ratings" else "comparison"


def _pair(study: Study) -> str | None:
    if isinstance(study, RatingStudy):
        return study.analysis.origin.pair
    assert isinstance(study, ComparisonStudy)  # noqa: S101 - there are two kinds
    return next(iter(language_pairs(study.table)), None)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one scenario gave: a result, or why there is none.

    Args:
        scenario: which one.
        result: what changed; None if it could not be run.
        verdict: the ranking behind it; None for samples.
        not_run: why not.
        findings: what it did to scores.
    """

    scenario: Scenario
    result: ScenarioResult | None = None
    verdict: Verdict | None = None
    not_run: NotRun | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, eq=False)
class _Run:
    """A study with its reference, put to scenarios.

    Args:
        study: the ranking.
        reference: what scenarios are compared with.
        universe: recipes or methods by name.
        drawing: how samples are drawn.
        published: the published order, if that is the reference.
        known: the reference by what is left out of it.
    """

    study: Study
    reference: Verdict
    universe: dict[str, Recipe | str]
    drawing: Drawing
    published: Published | None
    known: dict[tuple[str, ...], Verdict] = field(default_factory=dict)

    def outcomes(self, chosen: Sequence[Scenario], progress: Progress | None) -> list[Outcome]:
        """Every scenario in order; those that draw samples run one after the other, their samples in parallel."""
        single = [one for one in chosen if one.kind != "resample"]
        drawn = [one for one in chosen if one.kind == "resample"]
        total = len(single) + self.drawing.draws * len(drawn)

        def report(done: int) -> None:
            if progress is not None:
                progress(done / total)

        first = _without_twins(single, self.study)
        found = dict(
            zip(first, run_all(self._single, first, workers=self.drawing.workers, progress=report), strict=True)
        )
        results = {one.name: _renamed(found[_twin(one, first, self.study)], one) for one in single}
        for number, one in enumerate(drawn):
            before = len(single) + number * self.drawing.draws
            results[one.name] = self._drawn(one, lambda done, before=before: report(before + done))  # type: ignore[misc]
        return [results[one.name] for one in chosen]

    def _single(self, scenario: Scenario) -> Outcome:
        try:
            return self._changed(scenario)
        except NotApplicableError as reason:
            return Outcome(scenario, not_run=NotRun(scenario.name, str(reason)))
        except AdjudgeError as error:
            problem = error.problems[0]
            return Outcome(scenario, not_run=NotRun(scenario.name, problem.what, problem.code))

    def _changed(self, scenario: Scenario) -> Outcome:
        study = self.study
        if scenario.kind == "recipe":
            changed, rows = self._with_choice(scenario.target), ChangedRows(study.frame, ())
        else:
            rows = change_rows(scenario, study)
            changed = study.with_frame(rows.frame)
        after = changed.verdict if scenario.kind != "divide" else changed.left_out(rows.left_out)
        change = compare_verdicts(self._reference_without(rows.left_out), after)
        result = ScenarioResult(
            scenario.name, scenario.kind, change, order=after.order, clusters=after.clusters, left_out=rows.left_out
        )
        return Outcome(scenario, result, after, findings=rows.findings)

    def _reference_without(self, names: tuple[str, ...]) -> Verdict:
        """The reference with as many random draws as a scenario has, so that no line changes by chance alone."""
        if self.published:
            return self.reference.without(names)
        if names not in self.known:  # scenarios about human translations share it
            self.known[names] = self.study.as_one_of_many().left_out(names)
        return self.known[names]

    def _with_choice(self, name: str) -> Study:
        if isinstance(self.study, RatingStudy):
            recipe = self.universe.get(name)
            return self.study.with_recipe(recipe if isinstance(recipe, Recipe) else RECIPES.find(name))
        assert isinstance(self.study, ComparisonStudy)  # noqa: S101 - there are two kinds
        return self.study.with_method(name)

    def _drawn(self, scenario: Scenario, report: Callable[[int], None]) -> Outcome:
        try:
            repeats = draw_again(self.study, scenario.target, self.drawing, report, reference=self.reference)
        except NotApplicableError as reason:
            return Outcome(scenario, not_run=NotRun(scenario.name, str(reason)))
        return Outcome(scenario, _of_repeats(scenario, repeats, self.reference))


def _of_repeats(scenario: Scenario, repeats: Repeats, reference: Verdict) -> ScenarioResult:
    """A scenario of samples: what changes in more than half of them."""
    change = typical_change(repeats, reference)
    return ScenarioResult(
        scenario.name,
        scenario.kind,
        change,
        order=reference.order,
        clusters=reference.clusters,
        repeats=repeats,
    )


def _without_twins(scenarios: Sequence[Scenario], study: Study) -> list[Scenario]:
    """Without removals that are those of a single system, if these are asked for, too: they are not ranked twice."""
    names = {one.name for one in scenarios}
    return [one for one in scenarios if _same_as(one, study) not in names]


def _same_as(scenario: Scenario, study: Study) -> str | None:
    """The removal of a single system that does the same: of the best, the worst, or the only human translation."""
    if scenario.kind != "remove" or scenario.target not in TARGETS:
        return None
    order, humans = study.verdict.order, study.humans
    if scenario.target == "human":
        alone = (
            len(humans) == 1 and not study.frame.select((study.of_humans() & ~study.of_systems(humans)).any()).item()
        )
        return f"remove:system:{humans[0]}" if alone else None
    return f"remove:system:{order[0 if scenario.target == 'best' else -1]}"


def _twin(scenario: Scenario, run: Sequence[Scenario], study: Study) -> Scenario:
    name = _same_as(scenario, study)
    return next((one for one in run if one.name == name), scenario)


def _renamed(outcome: Outcome, scenario: Scenario) -> Outcome:
    """The outcome of a twin under the name that was asked for."""
    if outcome.scenario == scenario:
        return outcome
    result = None if outcome.result is None else replace(outcome.result, name=scenario.name)
    not_run = None if outcome.not_run is None else replace(outcome.not_run, name=scenario.name)
    return replace(outcome, scenario=scenario, result=result, not_run=not_run)


def _result(
    run: _Run, outcomes: Sequence[Outcome], asked: Sequence[str], chosen: Sequence[Scenario]
) -> StabilityResult:
    results = tuple(one.result for one in outcomes if one.result is not None)
    refused = tuple(one.not_run for one in outcomes if one.not_run is not None)
    if not results:
        raise NOTHING_RUN(reasons=reasons_of(refused) or list(asked), n=len(chosen))
    recipes = [one.verdict for one in outcomes if one.scenario.kind == "recipe" and one.verdict is not None]
    multiverse = Multiverse.of(run.reference, recipes) if recipes else None
    study, drawing = run.study, run.drawing
    by, settings, signed = _choices(study)
    parts = {
        "stability": "default" if tuple(asked) == DEFAULT else "+".join(dict.fromkeys(asked)),
        **({"against": "published"} if run.published else {}),
        **by,
        **signed,
        "seed": drawing.seed,
    }
    if any(one.kind == "resample" for one in chosen):
        parts["draws"] = drawing.draws
    found = StabilityResult(
        signature=Signature.of({key: str(value).replace(":", ".").replace("|", "_") for key, value in parts.items()}),
        settings={"scenarios": list(asked), **settings, "draws": drawing.draws, "seed": drawing.seed},
        findings=(
            *(run.published.findings if run.published else ()),
            *(finding for one in outcomes for finding in one.findings),
        ),
        kind=study.kind,
        order=run.reference.order,
        clusters=run.reference.clusters,
        scenarios=results,
        refused=refused,
        multiverse=multiverse,
        published=run.published is not None,
        pair=_pair(study),
    )
    return observe(found, study.verdict if run.published else None, run.reference)


def _choices(study: Study) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """What the ranking was made by: for the signature, as settings, and the rows that were chosen."""
    if isinstance(study, RatingStudy):
        recipe, origin = study.analysis.recipe, study.analysis.origin
        return {"recipe": recipe.name, **recipe.choices()}, {"recipe": recipe.to_dict()}, origin.choices()
    assert isinstance(study, ComparisonStudy)  # noqa: S101 - there are two kinds
    table: Table = study.table
    name = study.analysis.method.name
    return {"method": name}, {"method": name, "where": conditions_as_text(table)}, dict(selection_choices(table))
