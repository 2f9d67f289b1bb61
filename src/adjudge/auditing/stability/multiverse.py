"""Every defensible recipe or method on the same judgements: how many of them keep each line and each ordering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, Self

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
    n = max(len(others), 1)
    return tuple(
        KeptLine(upper, lower, sum(above in other.lines for other in others) / n)
        for above, (upper, lower) in reference.lines.items()
    )


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


def recipe_universe(chosen: Recipe) -> dict[str, Recipe]:
    """Recipes that can be defended beside the one chosen, by name: the built-in ones, and the chosen one with a single
    choice made otherwise. What the data do not support is refused when it is run.

    A variation that equals the chosen recipe is left out. Recipes that only repeat the slip of a paper (p-values that
    ignore the direction) are among the built-in ones: they were published.

    Args:
        chosen: the recipe of the reference.
    """
    standardise, test, clusters = chosen.standardise, chosen.test, chosen.clusters
    made: dict[str, Recipe] = {name: recipe for name, recipe in RECIPES.items()}
    by_model = test.kind.by_model
    for unit in ("annotator", "session", "none"):
        made[f"unit={unit}"] = replace(chosen, standardise=replace(standardise, unit=unit))
    if standardise.unit != "none":
        for basis in ("all", "counting", "calibration"):
            made[f"basis={basis}"] = replace(chosen, standardise=replace(standardise, basis=basis))
        for centre in ("mean-sd", "median-iqr", "shrunken-sd"):
            plain = replace(standardise, centre=centre, scores="given")
            made[f"centre={centre}"] = replace(chosen, standardise=plain)
    for name in ("rank-sum", "signed-rank", "sign", "permutation", "bootstrap", "mixed"):
        alternative = "two-sided" if by_model else test.alternative
        correction = "holm" if test.correction == "step-down" else test.correction
        other = replace(test, name=name, alternative=alternative, correction=correction)
        made[f"test={name}"] = replace(chosen, test=other)
    for unit in ("segment", "document"):
        made[f"test-unit={unit}"] = replace(chosen, test=replace(test, unit=unit))
    for correction in ("none", "holm", "bh", "by"):
        made[f"correction={correction}"] = replace(chosen, test=replace(test, correction=correction))
    for rule in ("stated", "wins", "strict"):
        made[f"rule={rule}"] = replace(chosen, clusters=replace(clusters, rule=rule))
    for after in ("keep", "drop", "drop-copies"):
        made[f"after-degraded={after}"] = replace(chosen, filters=replace(chosen.filters, after_degraded=after))
    for estimate in ("means", "mixed"):
        made[f"estimate={estimate}"] = replace(chosen, aggregate=replace(chosen.aggregate, estimate=estimate))
    for kinds in (("system",), ("system", "repeat")):
        made[f"kinds={'+'.join(kinds)}"] = replace(chosen, aggregate=replace(chosen.aggregate, kinds=kinds))
    return _distinct(chosen, made)


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
