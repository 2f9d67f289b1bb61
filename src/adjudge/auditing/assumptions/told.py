"""What a ranking tells about its assumptions by its own choices: corrections, units, models, what it leaves out."""

from __future__ import annotations

from typing import Any

from adjudge.auditing.assumptions.assumption import Told
from adjudge.core.catalogue import counted
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.result import RankingResult


def pairs_corrected(ranking: RankingResult) -> Told | None:
    """Whether the tests of pairs are corrected for their number; None if there are fewer than two."""
    if len(ranking.pairs) < 2:
        return None
    name = ranking.test.correction
    said = CORRECTIONS[name].title if name in CORRECTIONS else f"corrected by {name}"
    if name == "none":
        return Told(
            f"The {counted(len(ranking.pairs), 'test')} of pairs are not corrected for their number.", passes=False
        )
    return Told(f"The {counted(len(ranking.pairs), 'test')} of pairs are {said}.", passes=True)


def units_of_the_test(ranking: RankingResult) -> Told | None:
    """What the test takes as independent; None for segments, where the findings of the ranking know more."""
    unit = ranking.test.unit
    if ranking.kind == "comparisons":
        if unit is None:
            return Told("The test takes every comparison as independent of the others.", passes=False)
        return Told(f"The test takes comparisons of one {unit} as dependent.", passes=True)
    if unit == "rating" and ranking.judgements > sum(system.n or 0 for system in ranking.systems):
        return Told(
            "The test takes every judgement as a unit, also where several are of one translation.", passes=False
        )
    if unit in (None, "segment", "rating"):
        return None
    return Told(f"The test takes {unit}s as its units.", passes=True)


def not_by_session(ranking: RankingResult) -> str | None:
    """That scores are not standardised by session."""
    unit = _choice(ranking, "standardise", "unit")
    if unit in (None, "session"):
        return None
    return f"This ranking {'does not standardise scores' if unit == 'none' else f'standardises scores by {unit}'}."


def not_standardised(ranking: RankingResult) -> str | None:
    """That scores are raw."""
    raw = _choice(ranking, "standardise", "unit") == "none"
    return "This ranking does not standardise scores." if raw else None


def difficulty_modelled(ranking: RankingResult) -> str | None:
    """That a model allows for the difficulty of texts."""
    if _choice(ranking, "aggregate", "estimate") != "mixed":
        return None
    return "The model of this ranking allows for the difficulty of texts, as far as systems share them."


def left_out_after_damage(ranking: RankingResult) -> str | None:
    """That what was seen after a degraded item does not count."""
    if _choice(ranking, "filters", "after_degraded") in (None, "keep"):
        return None
    return "This ranking leaves out what was seen after a degraded item."


def order_and_test_alike(ranking: RankingResult) -> str | None:
    """That order and test come from one model."""
    test = ranking.test
    modelled = test.name in RATING_TESTS and RATING_TESTS[test.name].by_model
    if not modelled or test.alternative == "halved":
        return None
    return "Order and test of this ranking come from one model."


def not_halved(ranking: RankingResult) -> str | None:
    """That no two-sided p-value was halved whatever its direction."""
    if ranking.test.alternative == "halved":
        return None
    return "The test of this ranking does not ignore the direction, so it draws no such line."


def opponents_modelled(ranking: RankingResult) -> str | None:
    """That a model allows for the strength of opponents."""
    if not isinstance(ranking, ComparisonRankingResult) or ranking.model is None:
        return None
    return "The model of this ranking allows for the strength of opponents."


def _choice(ranking: RankingResult, section: str, key: str) -> Any:  # noqa: ANN401 - a value of a recipe
    """A choice of the recipe; None if the ranking is not by a recipe."""
    return ranking.settings.get("recipe", {}).get(section, {}).get(key)
