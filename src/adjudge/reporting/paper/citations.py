"""What to cite: the sources of everything that a set of results used, in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.core.bibliography.citing import software, sources_in
from adjudge.core.bibliography.source import Source
from adjudge.core.results import Result
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult
from adjudge.scoring.weights.built_in import WEIGHTS

#: The tests of pairs, for ratings and for comparisons; a plain sign test needs no source.
TESTS: Final = {
    "rank-sum": "Wilcoxon 1945; Mann and Whitney 1947",
    "signed-rank": "Wilcoxon 1945",
    "sign": "",
    "permutation": "Phipson and Smyth 2010",
    "bootstrap": "",
    "mixed": "Bates et al. 2015",
    "model-flips": "Hemerik et al. 2020; Bell and McCaffrey 2002; Bates et al. 2015",
    "flips": "",
    "score-flips": "Hemerik et al. 2020; Bell and McCaffrey 2002",
    "wald": "",
}
CORRECTIONS: Final = {
    "none": "",
    "step-down": "Westfall and Young 1993",
    "holm": "Holm 1979",
    "bh": "Benjamini and Hochberg 1995",
    "by": "Benjamini and Yekutieli 2001",
}
#: Where standard errors of a model come from.
ERRORS: Final = {
    "jackknife": "Bell and McCaffrey 2002",
    "sandwich": "Liang and Zeger 1986",
    "bootstrap": "",
    "model": "",
}
COEFFICIENTS: Final = {
    "alpha_interval": "Krippendorff 2019",
    "alpha_ordinal": "Krippendorff 2019",
    "icc_2_1": "Shrout and Fleiss 1979",
    "icc_2_k": "Shrout and Fleiss 1979",
    "ac2": "Gwet 2014",
}
#: Sets of ranks that hold for all systems at once, by the step-down of the same idea.
RANK_SETS: Final = "Mogstad et al. 2024; Romano and Wolf 2005"
LETTERS: Final = "Piepho 2004"


def sources_of(*results: Result) -> list[Source]:
    """The sources of recipe or method, weights, test, correction, sets of ranks, letters, coefficients and findings.

    Args:
        *results: rankings, annotators, checks and any other results of one evaluation.

    Returns:
        Each source once, in the order of the analysis, and Adjudge itself at the end.
    """
    named = [text for result in results for text in _named(result)]
    found = {source.key: source for text in named for source in sources_in(text)}
    return [*found.values(), *(software(result.signature.version) for result in results[:1])]


def _named(result: Result) -> Iterator[str]:
    """Texts that name sources, in the order of the analysis."""
    if isinstance(result, RankingResult):
        yield from _of_ranking(result)
    if isinstance(result, AnnotatorsResult):
        yield from (COEFFICIENTS.get(one.name, "") for one in result.agreement.coefficients if one.value is not None)
    yield from (finding.source or "" for finding in result.findings)


def _of_ranking(result: RankingResult) -> Iterator[str]:
    weights = str(result.settings.get("weights"))
    yield WEIGHTS[weights].title if weights in WEIGHTS else ""
    yield result.settings.get("recipe", {}).get("source", "")
    if isinstance(result, ComparisonRankingResult):
        yield METHODS[result.method].source if result.method in METHODS else ""
    yield from (TESTS.get(result.test.name, ""), ERRORS.get(result.test.errors or "", ""))
    yield CORRECTIONS.get(result.test.correction, "")
    if any(system.set_low is not None for system in result.systems):
        yield RANK_SETS
    if any(system.letters for system in result.systems):
        yield LETTERS
