"""The rankings of a report: the main one, and others that readers know beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import polars as pl

from adjudge.auditing.report.choices import Judgements, ReportChoices
from adjudge.auditing.report.made import Made
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.ranking.comparisons.registry import require_taken, settings_for
from adjudge.ranking.rank import rank
from adjudge.ranking.result import Kind, RankingResult

#: Beside the main ranking, if nothing is asked for: the first of each row that the data allow.
OTHER_RECIPES: Final = (("wmt-da", "wmt-appraise-da"), ("wmt25-esa",))
EXACT: Final = ("mfas",)
OTHER_METHODS: Final = (EXACT, ("expected-wins",))
#: An exact order of more systems may take minutes.
MOST_SYSTEMS_EXACTLY: Final = 30


def rank_side_by_side(
    table: Judgements, kind: Kind, choices: ReportChoices, made: Made
) -> Iterator[tuple[str, RankingResult]]:
    """The main ranking and those beside it, each by its name.

    Of several recipes that stand for one another, such as that of WMT by annotator or by session, the first that the
    data allow is taken. Without a main ranking there is none beside it.

    Args:
        table: judgements.
        kind: of them.
        choices: which rankings, and how.
        made: keeps why one could not be made.

    Raises:
        UsageError: if an argument does not belong to this kind of table.
    """
    compared = kind == "comparisons"
    word = "method" if compared else "recipe"
    # What belongs to the other kind of table goes to `rank` all the same, which refuses it.
    wrong = {"recipe": next(iter(choices.recipes))} if compared and choices.recipes else {}
    wrong |= {"method": choices.methods[0]} if not compared and choices.methods else {}
    for number, row in enumerate(_asked_for(table, choices, compared=compared)):
        for name, given in row.items():
            chosen = {word: given or name, **wrong, **_taken(name, choices.ranking, compared=compared)}
            result = made.of(f"{word}:{name}", partial(rank, table, seed=choices.seed, **chosen))
            if result is not None:
                yield name, result
                break
        else:
            if number == 0:
                return


def _asked_for(table: Judgements, choices: ReportChoices, *, compared: bool) -> list[Mapping[str, Any]]:
    """Recipes or methods by name: those asked for, or the usual ones; of each row one is made."""
    asked: Mapping[str, Any] = dict.fromkeys(choices.methods) if compared else choices.recipes
    rows: list[Mapping[str, Any]] = [{name: given} for name, given in asked.items()]
    if not asked:
        others = OTHER_METHODS if compared else OTHER_RECIPES
        exact = _systems(table) <= MOST_SYSTEMS_EXACTLY
        rows = [{RECOMMENDED: None}, *(dict.fromkeys(row) for row in others if exact or row != EXACT)]
    if compared and choices.ranking.get("settings") is not None:
        require_taken([name for row in rows for name in row], choices.ranking["settings"])
    return rows


def _taken(method: str, ranking: Mapping[str, Any], *, compared: bool) -> Mapping[str, Any]:
    """Arguments of `rank`; of the settings of comparisons those that the method takes."""
    settings = ranking.get("settings")
    if settings is None or not compared:
        return ranking
    return {**ranking, "settings": settings_for(method, settings)}


def _systems(table: Judgements) -> int:
    columns = [name for name in ("system", "system_a", "system_b") if name in table.frame.columns]
    return pl.concat([table.frame[name].alias("system") for name in columns]).n_unique()
