"""Stability of several rankings, such as those of all language pairs: how many of them each scenario changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import polars as pl

from adjudge.auditing.stability.result import StabilityResult
from adjudge.auditing.stability.stability import stability
from adjudge.core.arguments import require_text
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.groups import LANGUAGE, groups_of
from adjudge.core.tables import Table
from adjudge.ranking.catalogue import NOT_RANKED
from adjudge.ranking.rank import as_table, chosen_rows


@dataclass(frozen=True)
class ChangedShare:
    """In how many rankings a scenario changes the order, the clusters, or both (Knowles 2021, Tables 2 and 3).

    Args:
        scenario: its name.
        rankings: that it could be run on.
        rank_changed: of these, with another order.
        cluster_changed: with other clusters.
        both_changed: with both.
        kendall: mean of Kendall's tau.
    """

    scenario: str
    rankings: int
    rank_changed: int
    cluster_changed: int
    both_changed: int
    kendall: float


@dataclass(frozen=True, eq=False)
class GroupedStability:
    """Stability by the value of a column.

    Args:
        by: the column, or `language`.
        groups: results by value.
        refused: what is wrong with the groups that cannot be ranked, by value.
    """

    schema: ClassVar[str] = "adjudge.stability-by/1"

    by: str
    groups: Mapping[str, StabilityResult]
    refused: Mapping[str, tuple[Problem, ...]]

    @property
    def shares(self) -> tuple[ChangedShare, ...]:
        """One entry for every scenario that ran on more than one group, or on the only one."""
        names = dict.fromkeys(one.name for result in self.groups.values() for one in result.scenarios)
        found = []
        for name in names:
            changes = [one.change for result in self.groups.values() for one in result.scenarios if one.name == name]
            if len(changes) > 1 or len(self.groups) == 1:
                found.append(
                    ChangedShare(
                        name,
                        rankings=len(changes),
                        rank_changed=sum(change.rank_changed for change in changes),
                        cluster_changed=sum(change.cluster_changed for change in changes),
                        both_changed=sum(change.both_changed for change in changes),
                        kendall=sum(change.kendall for change in changes) / len(changes),
                    )
                )
        return tuple(found)

    def to_frame(self) -> pl.DataFrame:
        """One row per group and scenario."""
        frames = [
            result.to_frame().select(pl.lit(value).alias(self.by), pl.all()) for value, result in self.groups.items()
        ]
        return pl.concat(frames)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "schema": self.schema,
            "by": self.by,
            "groups": {value: result.to_dict() for value, result in self.groups.items()},
            "refused": {value: [one.to_dict() for one in problems] for value, problems in self.refused.items()},
            "shares": [asdict(share) for share in self.shares],
        }


def stability_by(
    table: object,
    by: str,
    recipe: str | Recipe | None = None,
    *,
    pair: str | None = None,
    where: Where | None = None,
    progress: Callable[[float], None] | None = None,
    **choices: Any,  # noqa: ANN401 - those of `stability`, which refuses what it does not know
) -> GroupedStability:
    """`stability` for each value of a column, and how many of the rankings each scenario changes.

    Args:
        table: as for `stability`.
        by: a column of text, such as `domain`; `language` for the language pair.
        recipe: as for `stability`.
        pair: the language pair, needed if the table holds several and they are not the groups.
        where: the rows to use, as for `rank`.
        progress: called with the share of the work that is done.
        **choices: all other arguments of `stability`.

    Returns:
        Results by value, and what is wrong with the groups that have none.

    Raises:
        AdjudgeError: AJ055 if rows cannot be grouped by this column; if no group can be ranked, the error of the first.
    """
    require_text("by", by, example="language")
    comparisons = recipe is None and choices.get("method") is not None
    held = chosen_rows(as_table(table, columns=None, scale=None, comparisons=comparisons), where)
    if not isinstance(held, Table):
        raise NOT_RANKED(held=held.noun)
    if by != LANGUAGE or pair is not None:
        held = choose_language_pair(held, pair)
    parts = groups_of(held, by)
    groups: dict[str, StabilityResult] = {}
    errors: dict[str, AdjudgeError] = {}
    for number, (value, rows) in enumerate(parts.items()):

        def report(share: float, before: int = number) -> None:
            if progress is not None:
                progress((before + share) / len(parts))

        try:
            groups[value] = stability(rows, recipe, progress=report, **choices)
        except AdjudgeError as error:
            errors[value] = error
    if not groups:
        raise next(iter(errors.values()))
    return GroupedStability(by, groups, {value: error.problems for value, error in errors.items()})
