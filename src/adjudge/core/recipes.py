"""Recipes: every choice from raw rows to the printed table, as data.

A recipe has a name, a TOML form (`adjudge.core.recipe_files`) and a signature. Any recipe but `recommended` does
exactly what it says or refuses; `recommended` is a rule that picks a recipe for the data at hand.
"""

from __future__ import annotations

import difflib
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from adjudge.core.errors import Problem, RecipeError

Unit = Literal["session", "annotator", "none"]
Basis = Literal["all", "counting"]
TestName = Literal["rank-sum", "permutation"]
Alternative = Literal["greater", "two-sided"]
Correction = Literal["none", "holm"]
ClusterRule = Literal["wins", "stated"]


@dataclass(frozen=True)
class Filters:
    """Which rows are kept before anything is computed.

    Args:
        revisions: `keep-last` keeps an annotator's last judgement of an item in one showing; `keep-all` keeps all.
        zero_spread: what happens to units whose scores are all equal, for which no z-score exists.
        after_degraded: whether untouched rows seen after a degraded item of the same showing count in the
            averages; Knowles and Lo (2024, section 5.4) show that they must not.
    """

    revisions: Literal["keep-all", "keep-last"] = "keep-all"
    zero_spread: Literal["drop", "refuse"] = "drop"
    after_degraded: Literal["keep", "drop"] = "keep"


@dataclass(frozen=True)
class Standardise:
    """How raw scores become z-scores: (x - mean) / sd with n - 1, Knowles (2021, equation 1).

    Args:
        unit: whose mean and sd are used.
        basis: the rows they are computed from: all kinds, or only the rows that count in the averages.
    """

    unit: Unit = "annotator"
    basis: Basis = "all"


@dataclass(frozen=True)
class Aggregate:
    """Which rows enter the averages; first per system, document and segment, then per system.

    Args:
        kinds: kinds of items that count.
        scope: judgements of segments, or of whole documents; the others are left out before anything else.
    """

    kinds: tuple[str, ...] = ("system", "repeat")
    scope: Literal["segment", "document"] = "segment"


@dataclass(frozen=True)
class Test:
    """How two systems are compared.

    Args:
        name: `rank-sum` on segment means, or `permutation`: random sign flips of whole documents.
        alternative: `greater` (one-sided, row better than column) or `two-sided`.
        correction: for the family of all pairs.
        level: a corrected p below it is significant.
        draws: number of random sign assignments of the permutation test.
    """

    __test__ = False  # the name is not a test case

    name: TestName = "rank-sum"
    alternative: Alternative = "greater"
    correction: Correction = "none"
    level: float = 0.05
    draws: int = 10_000


@dataclass(frozen=True)
class Clusters:
    """Where lines are drawn between systems.

    Args:
        rule: `stated`: below a system that beats every lower one; `wins`: below a system whose wins over all
            others, also higher ones, equal the number of systems below it (the rule of the official WMT files).
    """

    rule: ClusterRule = "stated"


@dataclass(frozen=True)
class Recipe:
    """Every choice from raw rows to the printed table.

    Args:
        name: short name, as on the command line.
        title: one line saying what it is.
        source: who published it.
        filters: rows kept.
        standardise: raw scores to z-scores.
        aggregate: rows that count.
        test: comparison of two systems.
        clusters: lines between systems.
    """

    name: str
    title: str = ""
    source: str = ""
    filters: Filters = field(default_factory=Filters)
    standardise: Standardise = field(default_factory=Standardise)
    aggregate: Aggregate = field(default_factory=Aggregate)
    test: Test = field(default_factory=Test)
    clusters: Clusters = field(default_factory=Clusters)

    def to_dict(self) -> dict[str, Any]:
        """Every choice as plain data."""
        data = asdict(self)
        data["aggregate"]["kinds"] = list(self.aggregate.kinds)
        return data

    def choices(self) -> dict[str, str]:
        """The parts of the signature that the recipe decides."""
        test = f"{self.test.name}.{self.test.alternative}"
        if self.test.name == "permutation":
            test += f".{self.test.draws}"
        return {
            "z": self.standardise.unit,
            "basis": self.standardise.basis if self.standardise.unit != "none" else "none",
            "qc": "none",
            "revisions": self.filters.revisions,
            "spread0": self.filters.zero_spread,
            "degraded": self.filters.after_degraded,
            "kinds": "+".join(self.aggregate.kinds),
            "unit": "document" if self.test.name == "permutation" else self.aggregate.scope,
            "test": test,
            "level": f"{self.test.level:g}",
            "corr": self.test.correction,
            "rule": self.clusters.rule,
        }


RECOMMENDED: Final = "recommended"

BUILT_IN: Final[dict[str, Recipe]] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "wmt-da",
            "official WMT direct assessment on MTurk, 2018 to 2022",
            "Knowles 2021, section 3; WMT findings papers 2018-2022",
            standardise=Standardise("annotator", "all"),
            test=Test("rank-sum", "greater"),
            clusters=Clusters("wins"),
        ),
        Recipe(
            "wmt-appraise-da",
            "the same with the session as unit, as WMT did with Appraise data",
            "Knowles 2021, footnote 12; Knowles and Lo 2022, section 3.1",
            standardise=Standardise("session", "all"),
            test=Test("rank-sum", "greater"),
            clusters=Clusters("wins"),
        ),
    )
}


def recipe_names() -> list[str]:
    """All names that `--recipe` takes, the default first."""
    return [RECOMMENDED, *BUILT_IN]


def built_in_recipe(name: str) -> Recipe:
    """A recipe by name.

    Raises:
        RecipeError: AJ030 if there is none of that name.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    near = difflib.get_close_matches(name, recipe_names(), 1)
    raise RecipeError(
        Problem(
            "AJ030",
            f"there is no recipe '{name}'",
            f"one of {', '.join(recipe_names())}, or a recipe file ending in .toml",
            "1 recipe",
            f"did you mean '{near[0]}'?" if near else "choose one of these names",
        )
    )
