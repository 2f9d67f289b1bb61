"""Analyses of a bundle, run on the files of its folder and on nothing else; the same when it is written and read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.auditing.checks.check import check
from adjudge.auditing.checks.result import CheckResult
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.files import recipe_from_dict, recipe_to_toml
from adjudge.core.tables import AnyTable, Table
from adjudge.io.bundles.manifest import ReadingCall
from adjudge.io.bundles.names import unused_name
from adjudge.io.own.formulas import safe_frame
from adjudge.io.reading import read
from adjudge.io.recipes import load_recipe
from adjudge.papers.bundles.calls import AnalysisCall
from adjudge.ranking.grouped import GroupedRankings, rank_by
from adjudge.ranking.rank import Progress, rank
from adjudge.ranking.result import RankingResult
from adjudge.scoring.weights.files import load_weights

Outcome = RankingResult | GroupedRankings | CheckResult
RANKINGS: Final = "tables/ranking.csv"


def read_judgements(reading: ReadingCall, folder: Path) -> AnyTable:
    """The judgements of a bundle, of one language pair unless all are kept.

    Raises:
        AdjudgeError: what is wrong with the files.
    """
    paths = [folder / path for path in reading.files]
    found = read(
        *paths,
        format=reading.format,
        pair=reading.pair,
        scale=reading.scale,
        columns=reading.columns,
        table=reading.table,
        where=reading.where or None,
    )
    if not isinstance(found, Table) or (reading.all_pairs and reading.pair is None):
        return found
    return choose_language_pair(found, reading.pair, source=", ".join(path.name for path in paths))


def run(call: AnalysisCall, table: AnyTable, folder: Path, progress: Progress | None = None) -> Outcome:
    """Run one analysis.

    Args:
        call: what to run.
        table: the judgements.
        folder: of the bundle, for recipes and weights.
        progress: called with the share of the work that is done.

    Raises:
        AdjudgeError: if the data cannot support it.
    """
    if call.analysis == "check":
        return check(table, seed=call.seed, progress=progress)
    recipe = call.recipe if call.recipe in {None, RECOMMENDED} else load_recipe(folder / str(call.recipe))
    arguments: dict[str, Any] = call.arguments() | {"progress": progress}
    arguments["weights"] = None if call.weights is None else load_weights(folder / call.weights)
    if call.by is not None:
        return rank_by(table, call.by, recipe, **arguments)
    return rank(table, recipe, **arguments)


def as_json(outcome: Outcome) -> str:
    """A result as text; numbers are written so that reading them back gives the same bits."""
    return json.dumps(outcome.to_dict(), ensure_ascii=False, indent=1) + "\n"


def rankings_of(outcome: Outcome) -> dict[str, RankingResult]:
    """The rankings of a result by the value of their group; a single one under the empty name."""
    if isinstance(outcome, GroupedRankings):
        return dict(outcome.rankings)
    return {"": outcome} if isinstance(outcome, RankingResult) else {}


def derived_files(outcomes: Sequence[tuple[AnalysisCall, Outcome]]) -> dict[str, bytes]:
    """What a bundle holds besides results and follows from them: the recipes that a rule picked, and a table."""
    files: dict[str, bytes] = {}
    taken = [call.recipe.removeprefix("recipes/") for call, _ in outcomes if call.recipe]
    for call, outcome in outcomes:
        if call.recipe != RECOMMENDED:
            continue
        picked: dict[str, str] = {}
        for value, ranking in rankings_of(outcome).items():
            picked.setdefault(recipe_to_toml(recipe_from_dict(ranking.settings["recipe"])), value)
        for recipe, value in picked.items():
            name = unused_name(RECOMMENDED if len(picked) == 1 else f"{RECOMMENDED}-{value}", ".toml", taken)
            taken.append(name)
            files[f"recipes/{name}"] = recipe.encode()
    return files | {RANKINGS: _table(outcomes).encode()}


def _table(outcomes: Sequence[tuple[AnalysisCall, Outcome]]) -> str:
    """All rankings as one table, a row for each system."""
    frames = [
        ranking.to_frame().select(
            pl.lit(Path(call.result).stem).alias("analysis"),
            *([pl.lit(value).alias(call.by)] if call.by else []),
            pl.exclude(call.by or ""),
        )
        for call, outcome in outcomes
        for value, ranking in rankings_of(outcome).items()
    ]
    return safe_frame(pl.concat(frames, how="diagonal_relaxed")).write_csv()
