"""The same ratings ranked with single choices of another recipe: which choice moves systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Self

from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Ratings, Spans
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.comparing.catalogue import NOT_SEPARABLE
from adjudge.ranking.comparing.choices import choice_title
from adjudge.ranking.comparing.sides import Side
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.pipeline import analyse

_SECTIONS: Final = ("filters", "standardise", "aggregate", "test", "clusters")
#: The sign-flip test of a model has its own alternative and correction: these change with its name.
_TOGETHER: Final = ("name", "alternative", "correction")


@dataclass(frozen=True)
class SingleChoice:
    """The judgements of one side, ranked by its recipe with one choice of the other side.

    Args:
        choice: what the choice is called; `all of them` for the whole recipe of the other side.
        value: the choice of the other side.
        moved: systems that it moves in the ranking of these judgements; None if it could not be made alone.
        lines: lines that it draws or takes away there; likewise.
        kendall: Kendall's tau of the order with the ranking of the other side; likewise.
        reaches: whether it gives the order and the lines of the other side.
        reason: why it could not be made alone.
    """

    choice: str
    value: str
    moved: int | None = None
    lines: int | None = None
    kendall: float | None = None
    reaches: bool = False
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        return cls(**data)


def single_choices(
    own: Side, other: Side, *, seed: int, progress: Callable[[float], None] | None = None
) -> tuple[SingleChoice, ...]:
    """The judgements of one side with every choice of the other side that differs, one at a time, then with all.

    What a single choice does can depend on the others, so the moves do not add up.

    Args:
        own: the side whose judgements are at hand.
        other: a ranking from ratings with its recipe.
        seed: for what is random.
        progress: called with the share of the work that is done.

    Raises:
        UsageError: AJ066 if the judgements are no ratings, or one of the sides has no recipe.
    """
    start, goal = _recipe(own), _recipe(other)
    table = own.table
    if not isinstance(table, Ratings | Spans):
        raise NOT_SEPARABLE(reason="neither side is ratings")
    analysis = analyse(table, start, seed=seed)
    changed = {**_changes(start, goal), "all of them": (goal.name, goal)}
    common = set(own.order) & set(other.order)
    before, after = (_Shape.of(side.among(common)) for side in (own, other))
    found = []
    for number, (name, (value, recipe)) in enumerate(changed.items(), 1):
        found.append(_tried(analysis, recipe, SingleChoice(name, value), (before, after)))
        if progress is not None:
            progress(number / len(changed))
    return tuple(found)


@dataclass(frozen=True)
class _Shape:
    """Order and lines of the systems that both sides hold."""

    order: tuple[str, ...]
    lines: frozenset[frozenset[str]] | None

    @classmethod
    def of(cls, side: Side) -> Self:
        return cls(side.order, None if side.clusters is None else frozenset(side.lines))


def _recipe(side: Side) -> Recipe:
    settings = {} if side.ranking is None else side.ranking.settings
    if "recipe" not in settings:
        raise NOT_SEPARABLE(reason=f"{side.source} is no ranking by a recipe")
    return recipe_from_dict(settings["recipe"], source=side.source)


def _changes(start: Recipe, goal: Recipe) -> dict[str, tuple[str, Recipe]]:
    """The first recipe with each choice of the second that differs: value and recipe by the name of the choice."""
    made: dict[str, tuple[str, Recipe]] = {}
    joined = start.test.name != goal.test.name and "step-down" in (start.test.correction, goal.test.correction)
    for section in _SECTIONS:
        ours, theirs = getattr(start, section), getattr(goal, section)
        for field in fields(ours):
            key, value = field.name, getattr(theirs, field.name)
            if getattr(ours, key) == value or (section == "test" and joined and key in _TOGETHER[1:]):
                continue
            together = _TOGETHER if section == "test" and joined and key == "name" else (key,)
            values = {name: getattr(theirs, name) for name in together}
            title = choice_title(f"{section}.{key}")
            shown = " ".join(map(_as_text, values.values()))
            made[title] = (shown, replace(start, **{section: replace(ours, **values)}))
    return made


def _as_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _tried(analysis: Analysis, recipe: Recipe, row: SingleChoice, sides: tuple[_Shape, _Shape]) -> SingleChoice:
    before, after = sides
    try:
        ranked = Side.of_ranking(analysis.with_recipe(recipe).result(), "")
        shape = _Shape.of(ranked.among(before.order))
    except AdjudgeError as error:
        return replace(row, reason=error.problems[0].what)
    held = set(shape.order)
    if held != set(before.order):
        return replace(row, reason="it leaves out systems that both sides hold")
    return replace(
        row,
        moved=sum(a != b for a, b in zip(before.order, shape.order, strict=True)),
        lines=len((before.lines or frozenset()) ^ (shape.lines or frozenset())),
        kendall=kendall_tau(shape.order, after.order),
        reaches=shape == after,
    )
