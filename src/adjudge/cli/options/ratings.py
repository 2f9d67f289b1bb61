"""Options of `adjudge rank` for ratings and marked errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from adjudge.cli.options.gathered import gathered
from adjudge.cli.options.listing import list_option

if TYPE_CHECKING:
    from adjudge.core.recipes.recipe import Recipe
    from adjudge.ranking.ratings.claims import Claims
    from adjudge.scoring.weights.rules import Weights


@dataclass(frozen=True)
class RatingOptions:
    """What was asked for; see the help of each option."""

    recipes: tuple[str, ...]
    hide: tuple[str, ...]
    post_edited: tuple[str, ...]
    margin: float | None
    merge: bool
    weights: str | None

    def load_recipes(self) -> dict[str, str | Recipe]:
        """Recipes by the names or files that were typed; `recommended` if there are none."""
        from adjudge.core.recipes.built_in import RECOMMENDED
        from adjudge.io.recipes import load_recipe

        return {name: load_recipe(name) for name in self.recipes or (RECOMMENDED,)}

    def claims(self) -> Claims | None:
        """What the organiser knows and the data does not say; None if nothing was typed."""
        from adjudge.ranking.ratings.claims import Claims

        if self.margin is None and not self.post_edited and not self.merge:
            return None
        return Claims(margin=self.margin, post_edited=self.post_edited, merge=self.merge)

    def load_weights(self) -> Weights | None:
        """What marked errors cost; None if nothing was typed."""
        from adjudge.scoring.weights.built_in import find_weights

        return None if self.weights is None else find_weights(self.weights)


rating_options = gathered(
    RatingOptions,
    "ratings",
    click.option(
        "--recipe",
        "recipes",
        multiple=True,
        metavar="NAME|FILE",
        help="Ratings: how to rank, a name (--recipes lists them) or a recipe file (.toml); recommended by default. "
        "Repeat it to compare several.",
    ),
    list_option("--recipes", "recipes", "Ratings: list the recipes and exit."),
    click.option(
        "--hide",
        multiple=True,
        metavar="SYSTEM",
        help="Ratings: ignore a system, such as a human translation, when lines are drawn. Repeatable.",
    ),
    click.option(
        "--post-edited",
        multiple=True,
        metavar="SYSTEM",
        help="Ratings: a system whose output is post-edited machine translation. Repeatable.",
    ),
    click.option(
        "--margin",
        type=float,
        metavar="POINTS",
        help="Ratings: the largest difference that counts as equivalent, in the unit of what systems are ranked by: "
        "points of the scale, or standard deviations where a recipe makes z-scores. Fix it in advance.",
    ),
    click.option("--merge", is_flag=True, help="Ratings: pool files that hold different kinds of items."),
    click.option(
        "--weights",
        metavar="NAME|FILE",
        help="Marked errors: rank by them, with the weights of this name, such as mqm (--list-weights lists them), or "
        "those of a file (.toml, or a list as mt-metrics-eval takes it).",
    ),
    list_option("--list-weights", "error_weights", "Marked errors: list the published weights and exit."),
)
