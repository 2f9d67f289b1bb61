"""What a ranking says in a datasheet: aggregation, tests, power and exclusions, in the words of its caption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudge.core.catalogue import counted
from adjudge.core.datasheet.answer import Answer
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankedPair, RankingResult
from adjudge.reporting.comparison_wording import say_method
from adjudge.reporting.paper import scoring_phrases as phrases
from adjudge.reporting.wording import say_lines, say_test

EVALUATORS_EXCLUDED: Final = 4
JUDGEMENTS_EXCLUDED: Final = 5
#: What becomes of undamaged outputs that were seen after a degraded item.
_AFTER_DEGRADED: Final = {
    "drop": ("Ratings after a degraded item of the same showing are left out.",),
    "drop-copies": ("All ratings of a showing that holds a degraded item are left out.",),
}
_EFFECTS: Final = {
    "ratings": "the chance that an output of the higher system has the higher score, ties halved",
    "comparisons": "the share of comparisons in which the higher system is preferred, ties halved",
}
_BEFORE: Final = "the analysis before the campaign, or N/A if there was none"


def answers_of_ranking(result: RankingResult) -> Iterator[Answer]:
    """Answers to questions on power, exclusions, aggregation and tests."""
    yield from _power(result)
    yield from _exclusions(result)
    yield Answer("4.3.9", "ranking", say_aggregation(result))
    test, effect = say_test(result), _EFFECTS[result.kind]
    yield Answer("4.3.10", "ranking", f"Pairs: {test}. Effect size: {effect}. {say_lines(result)}")


def say_aggregation(result: RankingResult) -> str:
    """How judgements become scores of systems, in a few sentences."""
    if isinstance(result, ComparisonRankingResult):
        return say_method(result)
    recipe: Mapping[str, Any] = result.settings["recipe"]
    said = [*phrases.say_weights(result.settings.get("weights")), phrases.say_rows(recipe)]
    said += [
        *_say_filter(recipe["filters"]),
        *_AFTER_DEGRADED.get(recipe["filters"]["after_degraded"], ()),
        *phrases.say_standardised(recipe),
        phrases.say_estimate(recipe),
    ]
    title = ": ".join(part for part in (recipe["name"], recipe["title"]) if part)
    source = f" ({recipe['source']})" if recipe["source"] else ""
    return " ".join([f"Recipe {title}{source}.", *said])


def _say_filter(filters: Mapping[str, Any]) -> list[str]:
    if filters["quality"] == "none":
        return []
    failed = f"{filters['quality_unit']}s that fail a check by {filters['quality']} items"
    return [f"Ratings of {failed} are left out (level {filters['quality_level']:g})."]


def _exclusions(result: RankingResult) -> Iterator[Answer]:
    """That the recipe excludes by control items; whether anybody else was is not in it."""
    filters = result.settings.get("recipe", {}).get("filters", {"quality": "none"})
    if filters["quality"] == "none":
        return
    code = EVALUATORS_EXCLUDED if filters["quality_unit"] == "annotator" else JUDGEMENTS_EXCLUDED
    lacks = "native speakers, and manual checks"
    yield Answer("3.3.3.1", "ranking", "", (code,), lacks=lacks)
    yield Answer("3.3.3.2", "ranking", " ".join(_say_filter(filters)), lacks="all other methods")


def _power(result: RankingResult) -> Iterator[Answer]:
    """Power of pairs that are not separated; nothing where it was not computed."""
    known = [pair for pair in result.pairs if pair.power is not None]
    if not known:
        return
    text = (
        "Computed from the judgements, not before they were collected: the chance that the test finds an effect of "
        ".53, that of closely performing systems in Graham et al. (2020), for pairs that it does not separate."
    )
    yield Answer("3.1.3.1", "ranking", text, lacks=_BEFORE)
    yield Answer("3.1.3.2", "ranking", _say_power(known, len(result.pairs)), lacks=_BEFORE)
    yield Answer("3.1.3.3", "ranking", f"Adjudge, {result.signature}", lacks=_BEFORE)


def _say_power(known: list[RankedPair], pairs: int) -> str:
    powers = sorted(pair.power for pair in known if pair.power is not None)
    smallest = sorted(pair.smallest for pair in known if pair.smallest is not None)
    said = f"{_range(powers, 3)} in {len(known):,} of {counted(pairs, 'pair')} of systems"
    found = f"; effects found four times in five: {_range(smallest, 3)} or larger" if smallest else ""
    return f"{said}{found}."


def _range(values: list[float], digits: int) -> str:
    ends = dict.fromkeys(f"{value:.{digits}f}".removeprefix("0") for value in (values[0], values[-1]))
    return " to ".join(ends)
