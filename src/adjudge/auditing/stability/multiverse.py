"""Every defensible recipe or method on the same judgements: how many of them keep each line and each ordering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, Final, Self

from adjudge.auditing.stability.kept_lines import is_drawn
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Recipe


@dataclass(frozen=True)
class KeptLine:
    """A line of the reference.

    Args:
        upper: the system above it.
        lower: the system below it.
        share: of the rankings that draw a line with the same systems above it.
    """

    upper: str
    lower: str
    share: float


@dataclass(frozen=True)
class KeptOrdering:
    """Two systems of the reference.

    Args:
        a: the higher one.
        b: the lower one.
        share: of the rankings that put `a` above `b`.
        significant: of the rankings in which `a` is significantly better than `b`.
        reversed: of the rankings in which `b` is significantly better than `a`.
    """

    a: str
    b: str
    share: float
    significant: float
    reversed: float


@dataclass(frozen=True)
class Multiverse:
    """What several rankings of the same judgements say together.

    Args:
        rankings: how many there are, the reference not counted.
        lines: of the reference.
        orderings: all pairs of systems of the reference.
    """

    rankings: int
    lines: tuple[KeptLine, ...]
    orderings: tuple[KeptOrdering, ...]

    @classmethod
    def of(cls, reference: Verdict, others: Sequence[Verdict]) -> Self:
        """Count over the rankings; a ranking without a system says nothing about its pairs."""
        return cls(len(others), _lines(reference, others), _orderings(reference, others))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self) | {
            "lines": [asdict(line) for line in self.lines],
            "orderings": [asdict(pair) for pair in self.orderings],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        return cls(
            data["rankings"],
            tuple(KeptLine(**line) for line in data["lines"]),
            tuple(KeptOrdering(**pair) for pair in data["orderings"]),
        )


def _lines(reference: Verdict, others: Sequence[Verdict]) -> tuple[KeptLine, ...]:
    """Each line with the share of the rankings that draw it, of those with systems on both sides of it."""
    rows = []
    for above, (upper, lower) in reference.lines.items():
        drawn = [kept for other in others if (kept := is_drawn(above, reference, other)) is not None]
        rows.append(KeptLine(upper, lower, sum(drawn) / max(len(drawn), 1)))
    return tuple(rows)


def _orderings(reference: Verdict, others: Sequence[Verdict]) -> tuple[KeptOrdering, ...]:
    rows = []
    for a, b in combinations(reference.order, 2):
        both = [other for other in others if a in other.places and b in other.places]
        n = max(len(both), 1)
        rows.append(
            KeptOrdering(
                a,
                b,
                share=sum(other.places[a] < other.places[b] for other in both) / n,
                significant=sum((a, b) in other.orderings for other in both) / n,
                reversed=sum((b, a) in other.orderings for other in both) / n,
            )
        )
    return tuple(rows)


#: Single choices that can be made otherwise: the word for them, the section of the recipe, its key, and the values.
_CHOICES: Final[tuple[tuple[str, str, str, tuple[Any, ...]], ...]] = (
    ("unit", "standardise", "unit", ("annotator", "session", "none")),
    ("basis", "standardise", "basis", ("all", "counting", "calibration")),
    ("centre", "standardise", "centre", ("mean-sd", "median-iqr", "shrunken-sd")),
    ("test", "test", "name", ("rank-sum", "signed-rank", "sign", "permutation", "bootstrap", "mixed")),
    ("test-unit", "test", "unit", ("segment", "document")),
    ("correction", "test", "correction", ("none", "holm", "bh", "by")),
    ("rule", "clusters", "rule", ("stated", "wins", "strict")),
    ("after-degraded", "filters", "after_degraded", ("keep", "drop", "drop-copies")),
    ("estimate", "aggregate", "estimate", ("means", "mixed")),
    ("kinds", "aggregate", "kinds", (("system",), ("system", "repeat"))),
)


def recipe_universe(chosen: Recipe) -> dict[str, Recipe]:
    """Recipes that can be defended beside the one chosen, by name.

    They are the built-in ones, and the chosen one with a single choice made otherwise; another test takes the
    correction by Holm where the chosen one is its own. What the data do not support is refused when it is run. Those
    that differ from the chosen recipe, or from an earlier one, in the name only are left out, and so are recipes with
    p-values that ignore the direction: these were published, but nobody defends them.

    Args:
        chosen: the recipe of the reference.
    """
    hide = chosen.clusters.hide
    made = {name: replace(one, clusters=replace(one.clusters, hide=hide)) for name, one in _defensible()}
    for word, section, key, values in _CHOICES:
        if word in _idle(chosen):
            continue
        for value in values:
            part = replace(getattr(chosen, section), **{key: value} | _along(chosen, word))
            shown = "+".join(value) if isinstance(value, tuple) else value
            made[f"{word}={shown}"] = replace(chosen, **{section: part})
    return _distinct(chosen, made)


def _defensible() -> list[tuple[str, Recipe]]:
    return [(name, one) for name, one in RECIPES.items() if one.test.alternative != "halved"]


def _idle(chosen: Recipe) -> set[str]:
    """Choices that the recipe does not read."""
    raw = {"basis", "centre"} if chosen.standardise.unit == "none" else set()
    return raw | ({"test-unit"} if chosen.test.kind.unit is not None else set())


def _along(chosen: Recipe, word: str) -> dict[str, Any]:
    """Choices that only make sense with the one that is changed."""
    if word == "centre":
        return {"scores": "given"}  # normal scores are for one spread only
    if word == "test" and chosen.test.kind.by_model:
        return {"alternative": "two-sided", "correction": "holm"}
    return {}


def _distinct(chosen: Recipe, made: Mapping[str, Recipe]) -> dict[str, Recipe]:
    """Recipes that differ from the chosen one, and from each other, in more than the name."""
    seen = [_choices(chosen)]
    found: dict[str, Recipe] = {}
    for name, recipe in made.items():
        if (choices := _choices(recipe)) not in seen:
            seen.append(choices)
            found[name] = recipe
    return found


def _choices(recipe: Recipe) -> dict[str, Any]:
    return {name: value for name, value in recipe.to_dict().items() if name not in ("name", "title", "source")}
