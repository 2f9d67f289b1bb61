"""What would be separated with more documents, more segments, or more annotators, predicted from a pilot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.arguments import require_seed, require_whole_number
from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Recipe, plain_name
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.selection import require_blind
from adjudge.core.signature import Signature
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import RatedRows, fit_at
from adjudge.kernels.threads import one_thread
from adjudge.planning.pilot import catalogue as say
from adjudge.planning.pilot.extension import Added, add_to
from adjudge.planning.pilot.fitted import FittedPilot
from adjudge.planning.pilot.result import Outlook, PilotResult, PredictedPair
from adjudge.planning.pilot.scenarios import Scenario, asked_for, ladder
from adjudge.planning.pilot.verdicts import RepeatedTest, Verdicts
from adjudge.planning.pilot.worlds import draw_worlds, score_added
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.flips.evidence import MIN_ANNOTATORS
from adjudge.ranking.ratings.model import ModelRanking
from adjudge.ranking.ratings.pipeline import analyse

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: Simulated campaigns, unless another number is given.
DRAWS: Final = 200
FEWEST_DRAWS: Final = 20
#: With fewer documents (or segments) that hold several systems nothing is predicted.
FEWEST_UNITS: Final = 4
#: With fewer units of equal size variances are rough.
FEW_UNITS: Final = 12


def pilot_power(
    ratings: AnyTable,
    *,
    segments: int | None = None,
    documents: int | None = None,
    annotators: int | None = None,
    recipe: str | Recipe = RECOMMENDED,
    level: float | None = None,
    pair: str | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> PilotResult:
    """Predict what a campaign separates of which a pilot has been collected.

    Definition: the judgements of the pilot stay, others are added (`Scenario`). Variance components are those of the
    mixed model of the recipe, fitted to the pilot. For each of `draws` campaigns the true means of the systems are
    drawn from what the pilot says of them (`Belief`: observed differences are shrunken), effects of annotators and
    texts given the pilot (`draw_worlds`), and the scores of the judgements to come from the model; then all pairs are
    tested by the test of the recipe, pilot and new judgements together (`RepeatedTest`). A probability is a share of
    these campaigns.

    Checked against: what whole campaigns separate, predicted from half of their documents (benchmarks/study_pilot.py,
    tests/recovery).

    Edge cases: ratios of variances are those of the pilot and not estimated again in every campaign; scores of new
    judgements are normal and may lie beyond the ends of the scale.

    Args:
        ratings: the pilot, ratings or marked errors of one language pair.
        segments: segments that are added, in documents as long as those of the pilot.
        documents: documents that are added.
        annotators: annotators that are added. Without any of the three: twice and four times the documents, and one
            more annotator.
        recipe: `recommended`, or one that tests by `model-flips`.
        level: of the test, instead of the recipe's.
        pair: the language pair, needed if the table holds several.
        draws: simulated campaigns.
        seed: of all random draws.
        progress: called with the share of the campaigns that are done.

    Returns:
        For the pilot and each scenario: how many pairs are separated, how likely each one is, how wide intervals are.

    Raises:
        InputError: AJ020 if the table holds no ratings.
        UsageError: AJ040 or AJ631 if a number cannot be used, or the pilot says nothing of what is to be added.
        RecipeError: AJ630 if the pilot is too small, AJ632 if the recipe has another test; those of `rank`.

    Example:
        >>> from adjudge.planning.simulation.presets import preset
        >>> from adjudge.planning.simulation.simulate import simulate
        >>> pilot = simulate(preset("balanced").scaled(1500), seed=1).ratings
        >>> result = pilot_power(pilot, documents=40, draws=20)
        >>> [one.label for one in result.outlooks]
        ['the pilot', '40 more documents']
    """
    if not isinstance(ratings, Ratings | Spans):
        raise say.NOT_RATINGS(held=ratings.noun)
    require_blind(ratings)
    seed, scenario = require_seed(seed), asked_for(documents, segments, annotators)
    require_whole_number("draws", draws)
    if draws < FEWEST_DRAWS:
        raise say.BAD_DRAWS(draws=draws, least=FEWEST_DRAWS)
    analysis = analyse(ratings, recipe, pair=pair, seed=seed, level=level)
    with one_thread():
        base = _Base.of(analysis)
        scenarios = base.scenarios(scenario)
        outlooks, observed = _predict(base, scenarios, draws, Seeds(seed), progress)
    choices = {"pilot": plain_name(analysis.recipe.name), **analysis.recipe.choices(), **analysis.origin.choices()}
    added = {"documents": documents, "segments": segments, "annotators": annotators}
    choices |= {name: value for name, value in added.items() if value is not None}
    return PilotResult(
        signature=Signature.of({**choices, "draws": draws, "seed": seed}),
        settings={"recipe": analysis.recipe.to_dict(), **added, "draws": draws, "seed": seed}
        | analysis.origin.to_dict(),
        findings=(*_read_findings(analysis), *_findings(base, scenarios, observed, draws)),
        outlooks=outlooks,
        components=base.components(),
    )


@dataclass(frozen=True, eq=False)
class _Base:
    """The pilot, analysed and fitted.

    Args:
        analysis: by the recipe.
        model: its mixed model.
        fitted: the same with what a prediction needs.
        lasting: whether annotators are known; otherwise sessions, or nothing, stand for them.
    """

    analysis: Analysis
    model: ModelRanking
    fitted: FittedPilot
    lasting: bool

    @classmethod
    def of(cls, analysis: Analysis) -> _Base:
        test = analysis.recipe.test
        if test.name != "model-flips":
            raise say.OTHER_TEST(recipe=analysis.recipe.name, test=test.name)
        model = analysis.plan.model.value
        _require_units(model, test.unit)
        tastes = model.evidence.tastes
        taste = tastes.weight**2 * tastes.variance if tastes is not None else 0.0
        named = analysis.scored.frame["annotator"]
        return cls(
            analysis, model, FittedPilot.of(ManyScores(model.fit.reml), taste), lasting=named.null_count() == 0
        )

    @property
    def unit(self) -> str:
        return self.analysis.recipe.test.unit

    @property
    def rows(self) -> RatedRows:
        return self.model.fit.reml.rows

    @property
    def people(self) -> int:
        """Annotators that the model knows."""
        return self.model.fit.annotators.height

    @property
    def can_hire(self) -> bool:
        return self.lasting and self.people >= 2

    def scenarios(self, wanted: Scenario | None) -> tuple[Scenario, ...]:
        """What was asked for, or the usual steps.

        Raises:
            UsageError: AJ631 if the pilot says nothing of what is asked for.
        """
        if wanted is None:
            return ladder(self.model.fit.reml.design.documents, unit=self.unit, annotators=self.can_hire)
        if wanted.documents and self.unit == "segment":
            raise say.NO_DOCUMENTS(documents=wanted.documents)
        if wanted.annotators and not self.can_hire:
            why = "its annotators are not named" if not self.lasting else "it tells nothing of differences between any"
            raise say.NO_ANNOTATORS(annotators=wanted.annotators, _why=why)
        return (wanted,)

    def components(self) -> tuple[tuple[str, float], ...]:
        """Standard deviations."""
        rows = self.model.fit.components.select("component", "sd").rows()
        taste = [("system:annotator", math.sqrt(self.fitted.taste))] if self.model.evidence.tastes is not None else []
        return (*rows[:-1], *taste, rows[-1])


def _require_units(model: ModelRanking, unit: str) -> None:
    """Refuse a pilot whose documents say nothing of how documents differ."""
    rows, p = model.fit.reml.rows, model.fit.reml.design.systems
    cells = np.unique(rows.document * p + rows.system)
    units = int((np.bincount(cells // p) >= 2).sum())
    if units < FEWEST_UNITS:
        raise say.TOO_SMALL(units=units, unit=unit, least=FEWEST_UNITS, judgements=len(rows.y), systems=p)


def _predict(
    base: _Base,
    scenarios: Sequence[Scenario],
    draws: int,
    seeds: Seeds,
    progress: Callable[[float], None] | None,
) -> tuple[tuple[Outlook, ...], Floats]:
    """What is expected, and the spreads of the true means that were drawn."""
    outlooks, spreads = [_of_pilot(base)], np.zeros(0)
    for number, scenario in enumerate(scenarios):
        added = add_to(base.rows, scenario, seeds.stream(f"added {scenario.label}"), lasting=base.lasting)
        rows = _together(base.rows, added)
        test = RepeatedTest(
            ManyScores(fit_at(base.model.fit.reml.ratios, rows)),
            base.analysis.recipe.test,
            base.people + added.annotators if base.people else 0,
        )
        found, step = [], min(draws, test.campaigns_at_once())
        for start in range(0, draws, step):
            rng = seeds.stream(f"campaigns from {start}")  # the same worlds in every scenario, as far as they go
            count = min(step, draws - start)
            worlds = draw_worlds(base.fitted, count, rng, again=not (scenario.documents or scenario.segments))
            scores = np.vstack([np.tile(base.rows.y[:, None], count), score_added(base.fitted, worlds, added, rng)])
            found.append(test.verdicts(scores, seeds.stream(f"signs from {start}")))
            spreads = np.append(spreads, worlds.means.std(axis=0, ddof=1))
            if progress is not None:
                progress((number + (start + count) / draws) / len(scenarios))
        outlooks.append(_outlook(base, scenario, len(rows.y), found))
    return tuple(outlooks), spreads


def _together(rows: RatedRows, added: Added) -> RatedRows:
    """The pilot's judgements and those to come; their scores are put in later."""
    parts = (added.system, added.annotator, added.document, added.segment)
    codes = (np.concatenate([old, new]) for old, new in zip(rows[1:], parts, strict=True))
    return RatedRows(np.concatenate([rows.y, np.resize(rows.y, len(added))]), *codes)


def _of_pilot(base: _Base) -> Outlook:
    """What the pilot says by itself."""
    places, tests, p = _places(base), base.analysis.tests, len(base.model.fit.systems)
    first, second = np.triu_indices(p, 1)
    evidence = base.model.evidence
    free, units = evidence.free_errors, evidence.effective_units
    from scipy.special import stdtrit

    widths = 2 * free * stdtrit(np.maximum(units - 1, 1.0), 0.975)
    separated = (tests.p < base.analysis.recipe.test.level)[places[first], places[second]]
    found = Verdicts(separated[None], evidence.contributions.differences[None], widths[None])
    return _outlook(base, Scenario(), len(base.rows.y), [found])


def _places(base: _Base) -> NDArray[np.intp]:
    """Where each system of the model stands in the ranking."""
    return base.model.ranks_of(base.analysis.estimate.order)


def _outlook(base: _Base, scenario: Scenario, judgements: int, parts: Sequence[Verdicts]) -> Outlook:
    """Shares over all campaigns, by pairs in the order of the pilot's ranking."""
    separated, differences, widths = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("separated", "differences", "widths")
    )
    places, systems = _places(base), base.model.fit.systems
    first, second = np.triu_indices(len(systems), 1)
    ahead = places[first] < places[second]
    observed = base.model.evidence.contributions.differences
    now = (base.analysis.tests.p < base.analysis.recipe.test.level)[places[first], places[second]]
    probability, width = separated.mean(axis=0), widths.mean(axis=0)
    against = (separated & ((differences < 0) == ahead)).mean(axis=0)
    pairs = []
    for i in np.lexsort([np.maximum(places[first], places[second]), np.minimum(places[first], places[second])]):
        a, b = (first[i], second[i]) if ahead[i] else (second[i], first[i])
        pairs.append(
            PredictedPair(
                systems[a],
                systems[b],
                difference=float(observed[i] if ahead[i] else -observed[i]),
                separated=bool(now[i]),
                probability=float(probability[i]),
                reversed=float(against[i]),
                width=float(width[i]) if math.isfinite(width[i]) else None,
            )
        )
    counts = separated.sum(axis=1)
    middle = float(np.median(width))
    return Outlook(
        label=scenario.label,
        documents=scenario.documents,
        segments=scenario.segments,
        annotators=scenario.annotators,
        judgements=judgements,
        expected=float(counts.mean()),
        low=int(np.quantile(counts, 0.1, method="lower")),
        high=int(np.quantile(counts, 0.9, method="higher")),
        width=middle if math.isfinite(middle) else None,
        pairs=tuple(pairs),
    )


def _read_findings(analysis: Analysis) -> tuple[Finding, ...]:
    return (*analysis.origin.first, *analysis.origin.read, *analysis.origin.picked, *analysis.kept.findings)


def _findings(base: _Base, scenarios: Sequence[Scenario], spreads: Floats, draws: int) -> list[Finding]:
    """What the prediction rests on."""
    findings: list[Finding] = []
    if base.fitted.units < FEW_UNITS:
        findings.append(say.FEW_UNITS(units=base.fitted.units, _unit=base.unit))
    if 0 < base.people < MIN_ANNOTATORS:
        findings.append(say.THESE_ANNOTATORS(annotators=base.people, _fewest=MIN_ANNOTATORS))
    texts = [one for one in scenarios if one.documents or one.segments]
    if texts and base.people and not base.lasting:
        findings.append(say.NEW_SESSIONS())
    elif texts:
        both = any(one.annotators for one in texts)
        taken = "New annotators take an equal share of them." if both else None
        findings.append(say.AS_IN_PILOT(_both=taken))
    if any(one.annotators and one not in texts for one in scenarios):
        findings.append(_again(base))
    observed = float(np.std(base.model.fit.reml.means, ddof=1))
    middle, low, high = np.quantile(spreads, [0.5, 0.25, 0.75]).tolist()
    findings.append(say.SHRUNKEN(observed=observed, true=middle, low=low, high=high))
    return [*findings, say.ROUNDED(draws=draws, error=0.5 / math.sqrt(draws))]


def _again(base: _Base) -> Finding:
    shared, pilot = base.fitted.shared, base.fitted
    cell, residual = pilot.variances[3], pilot.variances[4]
    numbers: dict[str, Any] = {
        "workload": len(base.rows.y) / base.people,
        "share": float((shared.cell * cell + shared.output * residual) / (cell + residual)),
        "pairs": shared.pairs,
    }
    return (say.JUDGED_AGAIN if shared.pairs else say.ASSUMED_AGAIN)(**numbers)
