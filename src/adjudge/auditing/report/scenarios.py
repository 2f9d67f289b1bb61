"""The study of stability in a report: scenarios by the size of the data, and the recipe of its ranking."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adjudge.auditing.report.catalogue import FEWER_SCENARIOS, OTHER_LINES
from adjudge.auditing.report.choices import ReportChoices
from adjudge.auditing.stability.result import StabilityResult
from adjudge.auditing.stability.stability import stability
from adjudge.core.findings import Finding
from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.tables import Table
from adjudge.ranking.orders import systems_above_lines
from adjudge.ranking.result import RankingResult

#: The scenarios of Knowles (2021), whatever the size.
FEW: Final = ("remove:human", "remove:best", "remove:worst", "divide:human")
#: Judgements up to which all recipes or methods are tried as well.
SMALL: Final = 50_000


def study_stability(table: Table, main: RankingResult, choices: ReportChoices) -> StabilityResult:
    """Scenarios for the main ranking of a report.

    Args:
        table: the judgements.
        main: their ranking; scenarios take the recipe that it was made by, with every choice, or its method.
        choices: those of the report.
    """
    compared = main.kind == "comparisons"
    fewer = not choices.scenarios and len(table) > SMALL
    asked = choices.scenarios or (FEW if fewer else (*FEW, "method" if compared else "recipe"))
    result = stability(
        table,
        None if compared else recipe_from_dict(main.settings["recipe"]),
        method=main.settings["method"] if compared else None,
        scenarios=asked,
        draws=choices.draws,
        seed=choices.seed,
        workers=choices.workers,
    )
    said = [FEWER_SCENARIOS(judgements=len(table), run=list(asked))] if fewer else []
    return replace(result, findings=(*said, *_other_lines(main, result), *result.findings))


def _other_lines(main: RankingResult, result: StabilityResult) -> list[Finding]:
    """That what scenarios are compared with is not quite the ranking of the report."""
    above = systems_above_lines(main), frozenset(cluster[-1] for cluster in result.clusters[:-1])
    same = list(result.order) == main.order()
    if same and above[0] == above[1]:
        return []
    return [OTHER_LINES(order="the same" if same else "another one", lines=len(above[0] ^ above[1]))]
