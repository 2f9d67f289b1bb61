"""The choices behind a ranking in plain words, and those in which two rankings differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge.ranking.result import RankingResult

#: What a choice is about: which judgements count, how they are analysed, or what the program did by itself.
Concern = Literal["judgements", "analysis", "program"]


@dataclass(frozen=True)
class _Choice:
    """What a choice is called.

    Args:
        title: a few words.
        concern: what it is about.
        rows: whether it changes which rows count, and so the counts of systems.
    """

    title: str
    concern: Concern = "analysis"
    rows: bool = False


#: By the key of the choice in the settings of a ranking; those of recipes have the section before a dot.
_CHOICES: Final = {
    "kind": _Choice("kind of judgements", "judgements", rows=True),
    "pair": _Choice("language pair", "judgements", rows=True),
    "where": _Choice("rows chosen", "judgements", rows=True),
    "keep_kinds": _Choice("kinds of rows asked for", "judgements", rows=True),
    "merge": _Choice("unlike collections pooled", "judgements", rows=True),
    "recipe": _Choice("recipe"),
    "method": _Choice("method"),
    "filters.quality": _Choice("quality control", rows=True),
    "filters.quality_unit": _Choice("unit of quality control", rows=True),
    "filters.quality_level": _Choice("level of quality control", rows=True),
    "filters.revisions": _Choice("second judgements of an item", rows=True),
    "filters.zero_spread": _Choice("units whose scores are all equal", rows=True),
    "filters.after_degraded": _Choice("rows after a degraded item", rows=True),
    "filters.documents": _Choice("documents that are not given", rows=True),
    "standardise.unit": _Choice("scores standardised within"),
    "standardise.basis": _Choice("rows that standardise"),
    "standardise.anchor": _Choice("anchor system"),
    "standardise.centre": _Choice("centre and spread"),
    "standardise.scores": _Choice("scores before they are standardised"),
    "standardise.ticks": _Choice("tick marks"),
    "aggregate.kinds": _Choice("kinds of rows that count", rows=True),
    "aggregate.scope": _Choice("what was judged", rows=True),
    "aggregate.estimate": _Choice("estimate of systems"),
    "test.name": _Choice("test"),
    "test.alternative": _Choice("alternative of the test"),
    "test.unit": _Choice("unit of the test"),
    "test.second_unit": _Choice("second unit of the test"),
    "test.errors": _Choice("standard errors"),
    "test.correction": _Choice("correction for the number of pairs"),
    "test.level": _Choice("significance level"),
    "test.draws": _Choice("random draws of the test", "program"),
    "clusters.rule": _Choice("rule for lines"),
    "clusters.hide": _Choice("systems without a part in the lines"),
    "weights": _Choice("weights of errors"),
    "margin": _Choice("margin of equivalence"),
    "post_edited": _Choice("post-edited systems"),
    "reference": _Choice("human reference", rows=True),
    "rank_reference": _Choice("reference ranked like a system", rows=True),
    "reference_use": _Choice("use of the reference", rows=True),
    "arcs": _Choice("weight of a majority"),
    "time_limit": _Choice("seconds for the exact search", "program"),
    "runs": _Choice("random runs", "program"),
    "bootstrap": _Choice("bootstrap replicates", "program"),
    "covariates": _Choice("covariates"),
    "both_bad": _Choice("comparisons that call both outputs bad", rows=True),
    "seed": _Choice("seed", "program"),
    "version": _Choice("version of Adjudge", "program"),
}
#: Keys of a recipe that say nothing about the figures, or that `RankingResult.test` says more exactly.
_TEXTS: Final = frozenset({"title", "source", "test", "clusters.rule"})
#: Settings of comparisons that were asked for; the test says what became of them.
_ASKED: Final = frozenset({"unit", "level", "correction"})


@dataclass(frozen=True)
class ChoiceDifference:
    """A choice that two rankings made differently.

    Args:
        key: of the choice, such as `standardise.unit`.
        title: what it is called.
        concern: what it is about.
        a: the choice of the first ranking, as text; None if it does not apply there.
        b: the choice of the second.
    """

    key: str
    title: str
    concern: Concern
    a: str | None
    b: str | None

    @property
    def rows(self) -> bool:
        """Whether it changes which rows count."""
        return _CHOICES.get(self.key, _Choice(self.key)).rows


def choice_title(key: str) -> str:
    """What a choice is called; a key of another version stands for itself."""
    return _CHOICES[key].title if key in _CHOICES else key


def choices_of(ranking: RankingResult) -> dict[str, str]:
    """Every choice that applies to a ranking, as text by its key."""
    test, settings = ranking.test, dict(ranking.settings)
    recipe = settings.pop("recipe", None)
    found: dict[str, Any] = {"kind": ranking.kind} | {key: settings[key] for key in settings if key not in _ASKED}
    if isinstance(recipe, Mapping):
        found |= {"recipe": recipe.get("name")} | _of_recipe(recipe)
    found |= {f"test.{name}": getattr(test, name) for name in ("name", "alternative", "unit", "second_unit")}
    found |= {"test.correction": test.correction, "test.level": test.level, "test.errors": test.errors}
    found |= {"clusters.rule": ranking.line_rule, "version": ranking.signature.version}
    return {key: _as_text(value) for key, value in found.items() if value not in (None, "", [], (), {})}


def _of_recipe(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The choices of a recipe that it reads."""
    found: dict[str, Any] = {}
    for section, values in recipe.items():
        if section not in _TEXTS and isinstance(values, Mapping):
            found |= {f"{section}.{key}": value for key, value in values.items() if f"{section}.{key}" not in _TEXTS}
    idle: set[str] = set()
    if found.get("standardise.unit") == "none":
        idle |= {f"standardise.{key}" for key in ("basis", "anchor", "centre", "scores")}
    if found.get("filters.quality") == "none":
        idle |= {"filters.quality_unit", "filters.quality_level"}
    return {key: value for key, value in found.items() if key not in idle}


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def choice_differences(a: RankingResult, b: RankingResult) -> tuple[ChoiceDifference, ...]:
    """The choices that differ, in the order of an analysis.

    Rankings of different kinds of judgements have few choices in common: of those only one has, only the recipe or
    method is named.
    """
    first, second = choices_of(a), choices_of(b)
    keys = dict.fromkeys((*_CHOICES, *first, *second))
    if a.kind != b.kind:
        keys = {key: None for key in keys if key in ("recipe", "method") or (key in first and key in second)}
    return tuple(
        ChoiceDifference(
            key,
            title=choice_title(key),
            concern=_CHOICES.get(key, _Choice(key)).concern,
            a=first.get(key),
            b=second.get(key),
        )
        for key in keys
        if first.get(key) != second.get(key)
    )
