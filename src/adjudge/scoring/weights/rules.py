"""Weights of errors as data: a list of rules of which the first that fits an error gives its weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import polars as pl

#: How the category of a rule is compared with that of an error.
Match = Literal["start", "path", "anywhere"]
MATCHES: Final[tuple[Match, ...]] = ("start", "path", "anywhere")
#: Levels of a category are joined by it.
LEVELS: Final = "/"


@dataclass(frozen=True)
class Rule:
    """The weight of some errors.

    Args:
        weight: points taken off for each of them.
        severity: the severity they have, in lower case; None for any.
        category: their category, such as `Fluency/Punctuation`; None for any.
        match: whether their category begins with it (`start`), begins with all of its levels (`path`), or holds it
            (`anywhere`).
    """

    weight: float
    severity: str | None = None
    category: str | None = None
    match: Match = "start"

    def fits(self) -> pl.Expr:
        """Whether the rule applies to a row of spans; upper and lower case are the same."""
        fits = pl.lit(value=True)
        if self.severity is not None:
            fits &= pl.col("severity").str.to_lowercase() == self.severity.lower()
        if self.category is not None:
            fits &= self._fits_category(pl.col("category").fill_null("").str.to_lowercase(), self.category.lower())
        return fits

    def _fits_category(self, category: pl.Expr, wanted: str) -> pl.Expr:
        if self.match == "anywhere":
            return category.str.contains(wanted, literal=True)
        if self.match == "path":
            return (category + LEVELS).str.starts_with(wanted + LEVELS)
        return category.str.starts_with(wanted)

    def covers(self, other: Rule) -> bool:
        """Whether every error that the other rule fits is one that this rule fits."""
        if self.severity is not None and (other.severity or "").lower() != self.severity.lower():
            return False
        if self.category is None or other.category is None:
            return self.category is None
        mine, theirs = self.category.lower(), other.category.lower()
        if self.match == "anywhere":
            return mine in theirs
        if other.match == "anywhere":
            return False
        if self.match == "start":
            return theirs.startswith(mine)
        ends = LEVELS if other.match == "path" else ""
        return (theirs + ends).startswith(mine + LEVELS)


@dataclass(frozen=True)
class Weights:
    """How errors become points: the first rule that fits an error gives its weight.

    Args:
        name: short name, as in signatures and messages.
        rules: from the most special to the most general.
        title: one line for lists.
    """

    name: str
    rules: tuple[Rule, ...]
    title: str = ""

    def cost(self) -> pl.Expr:
        """The weight of each row of spans; missing if no rule fits."""
        return pl.coalesce(pl.when(rule.fits()).then(pl.lit(float(rule.weight))) for rule in self.rules)

    def to_toml(self) -> str:
        """The weights as TOML text; `weights_from_toml` is the inverse."""
        from adjudge.scoring.weights.files import weights_to_toml

        return weights_to_toml(self)
