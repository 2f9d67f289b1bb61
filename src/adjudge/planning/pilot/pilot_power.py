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
from adjudge.core.tables import Ratings, Spans
from adjudge.kernels.threads import one_thread
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.campaigns import Simulated, simulate_campaigns
from adjudge.planning.pilot.catalogue import BAD_DRAWS, NOT_RATINGS
from adjudge.planning.pilot.findings import of_prediction, of_reading
from adjudge.planning.pilot.outlooks import of_campaigns, of_pilot
from adjudge.planning.pilot.result import Outlook, PilotResult
from adjudge.planning.pilot.scenarios import LIKE_PILOT, Scenario, asked_for
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.ranking.ratings.pipeline import analyse

Floats = NDArray[np.float64]

#: Simulated campaigns, unless another number is given.
DRAWS: Final = 200
FEWEST_DRAWS: Final = 20


def pilot_power(
    ratings: object,
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
    these campaigns. A campaign like the pilot is predicted in the same way, from new judgements only.

    Checked against: what whole campaigns separate, predicted from half of their documents (benchmarks/study_pilot.py,
    tests/recovery).

    Edge cases: ratios of variances are those of the pilot and not estimated again in every campaign; scores of new
    judgements are normal and may lie beyond the ends of the scale.

    Args:
        ratings: the pilot, ratings or marked errors of one language pair, or any frame with their columns.
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
        For the pilot, a campaign like it, and each scenario: how many pairs are separated, how likely each one is,
        how wide intervals are.

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
    held = chosen_rows(as_table(ratings, columns=None, scale=None, comparisons=False), None)
    if not isinstance(held, Ratings | Spans):
        raise NOT_RATINGS(held=held.noun)
    require_blind(held)
    seed, scenario = require_seed(seed), asked_for(more_documents, more_segments, more_annotators)
    require_whole_number("draws", draws)
    if draws < FEWEST_DRAWS:
        raise BAD_DRAWS(draws=draws, least=FEWEST_DRAWS)
    analysis = analyse(held, recipe, pair=pair, seed=seed, level=level)
    with one_thread():
        base = AnalysedPilot.of(analysis)
        scenarios = base.scenarios(scenario)
        (like, *outlooks), spreads = _predict(base, (LIKE_PILOT, *scenarios), draws, Seeds(seed), progress)
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
        findings=(*of_reading(analysis), *of_prediction(base, scenarios, spreads, draws)),
        outlooks=(of_pilot(base), *outlooks),
        like_pilot=like,
        components=base.components(),
    )


def _predict(
    base: AnalysedPilot,
    scenarios: Sequence[Scenario],
    draws: int,
    seeds: Seeds,
    progress: Callable[[float], None] | None,
) -> tuple[list[Outlook], Floats]:
    """What is expected, and the spreads of the true means that were drawn."""
    outlooks, spreads = [], np.zeros(0)
    for number, scenario in enumerate(scenarios):
        parts: list[Simulated] = []
        for part in simulate_campaigns(base, scenario, draws, seeds):
            parts.append(part)
            if progress is not None:
                progress((number + sum(map(len, parts)) / draws) / len(scenarios))
        outlooks.append(of_campaigns(base, scenario, parts))
        spreads = np.concatenate([part.means.std(axis=0, ddof=1) for part in parts])
    return outlooks, spreads  # the same in every scenario
