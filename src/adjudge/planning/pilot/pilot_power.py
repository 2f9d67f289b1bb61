"""What would be separated with more documents, more segments, or more annotators, predicted from a pilot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.arguments import require_seed, require_whole_number
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Recipe, plain_name
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.selection import require_blind
from adjudge.core.signature import Signature
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import RatedRows, fit_at
from adjudge.kernels.threads import one_thread
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.catalogue import BAD_DRAWS, NOT_RATINGS
from adjudge.planning.pilot.extension import Added, add_to
from adjudge.planning.pilot.findings import of_prediction, of_reading
from adjudge.planning.pilot.outlooks import of_pilot, outlook
from adjudge.planning.pilot.result import Outlook, PilotResult
from adjudge.planning.pilot.scenarios import Scenario, asked_for
from adjudge.planning.pilot.verdicts import RepeatedTest
from adjudge.planning.pilot.worlds import draw_worlds, score_added
from adjudge.ranking.ratings.pipeline import analyse

Floats = NDArray[np.float64]

#: Simulated campaigns, unless another number is given.
DRAWS: Final = 200
FEWEST_DRAWS: Final = 20


def pilot_power(
    ratings: AnyTable,
    *,
    more_segments: int | None = None,
    more_documents: int | None = None,
    more_annotators: int | None = None,
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
        more_segments: segments that are added, in documents as long as those of the pilot.
        more_documents: documents that are added.
        more_annotators: annotators that are added. Without any of the three: twice and four times the documents,
            and one more annotator.
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
        >>> result = pilot_power(pilot, more_documents=40, draws=20)
        >>> [one.label for one in result.outlooks]
        ['the pilot', '40 more documents']
    """
    if not isinstance(ratings, Ratings | Spans):
        raise NOT_RATINGS(held=ratings.noun)
    require_blind(ratings)
    seed, scenario = require_seed(seed), asked_for(more_documents, more_segments, more_annotators)
    require_whole_number("draws", draws)
    if draws < FEWEST_DRAWS:
        raise BAD_DRAWS(draws=draws, least=FEWEST_DRAWS)
    analysis = analyse(ratings, recipe, pair=pair, seed=seed, level=level)
    with one_thread():
        base = AnalysedPilot.of(analysis)
        scenarios = base.scenarios(scenario)
        outlooks, observed = _predict(base, scenarios, draws, Seeds(seed), progress)
    choices = {"pilot": plain_name(analysis.recipe.name), **analysis.recipe.choices(), **analysis.origin.choices()}
    added = {
        "more_documents": more_documents,
        "more_segments": more_segments,
        "more_annotators": more_annotators,
    }
    choices |= {name.replace("_", "-"): str(value) for name, value in added.items() if value is not None}
    return PilotResult(
        signature=Signature.of({**choices, "draws": draws, "seed": seed}),
        settings={"recipe": analysis.recipe.to_dict(), **added, "draws": draws, "seed": seed}
        | analysis.origin.to_dict(),
        findings=(*of_reading(analysis), *of_prediction(base, scenarios, observed, draws)),
        outlooks=outlooks,
        components=base.components(),
    )


def _predict(
    base: AnalysedPilot,
    scenarios: Sequence[Scenario],
    draws: int,
    seeds: Seeds,
    progress: Callable[[float], None] | None,
) -> tuple[tuple[Outlook, ...], Floats]:
    """What is expected, and the spreads of the true means that were drawn."""
    outlooks, spreads = [of_pilot(base)], np.zeros(0)
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
        outlooks.append(outlook(base, scenario, len(rows.y), found))
    return tuple(outlooks), spreads


def _together(rows: RatedRows, added: Added) -> RatedRows:
    """The pilot's judgements and those to come; their scores are put in later."""
    parts = (added.system, added.annotator, added.document, added.segment)
    codes = (np.concatenate([old, new]) for old, new in zip(rows[1:], parts, strict=True))
    return RatedRows(np.concatenate([rows.y, np.resize(rows.y, len(added))]), *codes)
