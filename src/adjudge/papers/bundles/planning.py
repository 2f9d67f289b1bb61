"""Which analyses a bundle holds: one ranking for each recipe or method, and the checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.files import recipe_to_toml
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import AnyTable, Comparisons, PairCounts, Spans
from adjudge.io.bundles.names import safe_name, unused_name
from adjudge.io.recipes import load_recipe
from adjudge.papers.bundles.calls import AnalysisCall
from adjudge.ranking.comparisons.registry import require_taken, settings_for
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.kinds import parse_kinds
from adjudge.scoring.weights.built_in import MQM, find_weights
from adjudge.scoring.weights.rules import Weights


@dataclass(frozen=True)
class Choices:
    """What was asked for; see `adjudge.bundle`."""

    recipes: tuple[str | Path | Recipe, ...]
    methods: tuple[str, ...]
    weights: Weights | str | Path | None
    by: str | None
    seed: int
    hide: tuple[str, ...]
    level: float | None
    correction: CorrectionName | None
    claims: Claims | None
    keep_kinds: str | Sequence[str]
    settings: ComparisonSettings | None


def plan_calls(judged: AnyTable, choices: Choices, folder: Path) -> list[AnalysisCall]:
    """The analyses of these judgements; recipes and weights are written into the folder of the bundle.

    What does not belong to the kind of judgements goes into the calls all the same: `rank` refuses it.

    Args:
        judged: what was read.
        choices: what was asked for.
        folder: of the bundle.

    Raises:
        AdjudgeError: for unknown recipes, methods, kinds or weights.
    """
    common = AnalysisCall(
        "rank",
        "",
        seed=choices.seed,
        weights=_weights(judged, choices, folder),
        by=choices.by,
        hide=choices.hide,
        level=choices.level,
        correction=choices.correction,
        claims=None if choices.claims is None else choices.claims.to_dict(),
        keep_kinds=parse_kinds(choices.keep_kinds),
    )
    recipes = _written_recipes(choices.recipes, folder)
    if isinstance(judged, Comparisons | PairCounts):
        common = replace(common, recipe=next(iter(recipes.values()), None))
        calls = {
            method: replace(common, method=method, settings=_settings(choices.settings, method))
            for method in _methods(choices)
        }
    else:
        common = replace(common, method=next(iter(choices.methods), None), settings=_settings(choices.settings, None))
        named = recipes or {RECOMMENDED: RECOMMENDED}
        calls = {name: replace(common, recipe=path) for name, path in named.items()}
    planned = [replace(call, result=f"results/ranking-{_stem(name)}.json") for name, call in calls.items()]
    return [*planned, AnalysisCall("check", "results/check.json", seed=choices.seed)]


def _stem(name: str) -> str:
    return name.removesuffix(".toml")


def _methods(choices: Choices) -> tuple[str, ...]:
    """The methods, each once; settings that none of them takes are refused."""
    methods = tuple(dict.fromkeys(choices.methods)) or (RECOMMENDED,)
    if choices.settings is not None:
        require_taken(methods, choices.settings)
    return methods


def _settings(settings: ComparisonSettings | None, method: str | None) -> dict[str, Any] | None:
    """The settings that were chosen, of several methods those that this one takes."""
    if settings is None:
        return None
    taken = settings if method is None else settings_for(method, settings)
    return taken.to_dict(taken.given) or (None if method else {})


def _written_recipes(recipes: Sequence[str | Path | Recipe], folder: Path) -> dict[str, str]:
    """Recipes as files of the bundle: their paths by the names of the files, the rule by its own name."""
    paths: dict[str, str] = {}
    found = [one if isinstance(one, Recipe) else load_recipe(one) for one in recipes]
    for number, recipe in enumerate(found):
        if recipe in found[:number]:
            continue
        if isinstance(recipe, str):
            paths[recipe] = recipe
            continue
        name = unused_name(recipe.name, ".toml", [*paths, f"{RECOMMENDED}.toml"])
        paths[name] = _write(folder, name, recipe_to_toml(recipe))
    return paths


def _weights(judged: AnyTable, choices: Choices, folder: Path) -> str | None:
    """The weights of marked errors as a file of the bundle, also those that are used if none are named."""
    weights = choices.weights
    if weights is None and not isinstance(judged, Spans):
        return None
    found = MQM if weights is None else weights if isinstance(weights, Weights) else find_weights(str(weights))
    return _write(folder, f"weights/{safe_name(found.name)}.toml", found.to_toml())


def _write(folder: Path, name: str, text: str) -> str:
    place = folder / "recipes" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())
    return f"recipes/{name}"
