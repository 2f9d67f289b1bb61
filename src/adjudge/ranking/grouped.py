"""`adjudge.rank_by`: one ranking for each group of rows, such as each domain or each language pair."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from adjudge.core.arguments import require_text
from adjudge.core.errors import AdjudgeError, InputError, Problem, UsageError
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.catalogue import NONE_RANKED, WITHIN_GROUPS
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.groups import LANGUAGE, groups_of
from adjudge.core.tables import Supplement, Table
from adjudge.ranking.catalogue import NOT_RANKED
from adjudge.ranking.rank import as_table, chosen_rows, rank
from adjudge.ranking.result import RankingResult

#: Why groups cannot be ranked, in one error.
MOST_REASONS: Final = 5


@dataclass(frozen=True, eq=False)
class GroupedRankings(Mapping[str, RankingResult]):
    """Rankings by the value of a column; a mapping from values to rankings.

    Args:
        by: the column, or `language`.
        rankings: by value, in order of appearance; rows without a value under the empty name.
        refused: what is wrong with the groups that cannot be ranked, by value.
        findings: what a reader should know about the rankings together.
    """

    schema: ClassVar[str] = "adjudge.rankings-by/1"

    by: str
    rankings: Mapping[str, RankingResult]
    refused: Mapping[str, tuple[Problem, ...]]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "schema": self.schema,
            "by": self.by,
            "groups": {value: ranking.to_dict() for value, ranking in self.rankings.items()},
            "refused": {value: [one.to_dict() for one in problems] for value, problems in self.refused.items()},
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def __getitem__(self, value: str) -> RankingResult:
        return self.rankings[value]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rankings)

    def __len__(self) -> int:
        return len(self.rankings)


def rank_by(
    table: object,
    by: str,
    recipe: str | Recipe | None = None,
    *,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    progress: Callable[[float], None] | None = None,
    **choices: Any,  # noqa: ANN401 - those of `rank`, which refuses what it does not know
) -> GroupedRankings:
    """One ranking for each value of a column, each the same as `rank` gives with `where={by: value}`.

    A group that cannot be ranked, because it holds too few rows or systems, is named with the reason; the others are
    ranked.

    Args:
        table: as for `rank`.
        by: a column of text, such as `domain`, `origin`, `criterion` or `scope`; `language` for the language pair.
        recipe: as for `rank`.
        pair: the language pair, needed if the table holds several and they are not the groups.
        where: the rows to rank, as for `rank`.
        columns: as for `rank`.
        scale: as for `rank`.
        progress: called with the share of the work that is done.
        **choices: all other arguments of `rank`.

    Returns:
        Rankings by value, and what is wrong with the groups that have none.

    Raises:
        AdjudgeError: AJ055 if rows cannot be grouped by this column, AJ057 if no group can be ranked.

    Example:
        >>> import polars as pl, adjudge
        >>> rows = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "score": [80, 70, 40, 30]}
        >>> frames = [pl.DataFrame(rows).with_columns(domain=pl.lit(name)) for name in ("news", "law")]
        >>> {domain: ranking.order() for domain, ranking in adjudge.rank_by(pl.concat(frames), "domain").items()}
        {'news': ['a', 'b'], 'law': ['a', 'b']}
    """
    require_text("by", by, example="domain")
    comparisons = recipe is None and bool({"method", "settings"} & set(choices))
    held = as_table(table, columns=columns, scale=scale, comparisons=comparisons)
    groups = rows_by(held, by, pair=pair, where=where)
    rankings: dict[str, RankingResult] = {}
    refused: dict[str, AdjudgeError] = {}
    for done, (value, rows) in enumerate(groups.items(), 1):
        try:
            rankings[value] = rank(rows, recipe, **choices)
        except AdjudgeError as error:
            refused[value] = error
        if progress is not None:
            progress(done / len(groups))
    if not rankings:
        raise _none_ranked(by, list(refused.values()))
    problems = {value: error.problems for value, error in refused.items()}
    return GroupedRankings(by, rankings, problems, within_groups(rankings))


def rows_by(
    table: Table | Supplement,
    by: str,
    *,
    pair: str | None = None,
    where: Where | None = None,
    source: str | None = None,
) -> Mapping[str, Table]:
    """The rows of each group that `rank_by` ranks.

    Args:
        table: a table, the rows of which may be chosen already.
        by: as for `rank_by`.
        pair: as for `rank_by`.
        where: as for `rank_by`.
        source: the file, for messages.

    Raises:
        AdjudgeError: AJ055 if rows cannot be grouped by this column, or were chosen by what they may not.
    """
    held = chosen_rows(table, where)
    if not isinstance(held, Table):
        raise NOT_RANKED(held=held.noun)
    if by != LANGUAGE or pair is not None:
        held = choose_language_pair(held, pair)
    return groups_of(held, by, source=source)


def _none_ranked(by: str, errors: Sequence[AdjudgeError]) -> AdjudgeError:
    """The error that no group can be ranked, with the first reasons; an option that no group takes stands alone."""
    reasons = dict.fromkeys(problem for error in errors for problem in error.problems)
    if isinstance(errors[0], UsageError) and all(error.problems == errors[0].problems for error in errors):
        return errors[0]
    return InputError(NONE_RANKED.problem(n=len(errors), column=by), *list(reasons)[:MOST_REASONS])


def within_groups(rankings: Mapping[str, RankingResult]) -> tuple[Finding, ...]:
    """That what holds within each ranking does not hold for all of them at once; nothing for a single one."""
    if len(rankings) < 2:
        return ()
    level = next(iter(rankings.values())).test.level / len(rankings)
    digits = 2 - math.ceil(math.log10(level))  # two digits that count, and never more than the share
    return (WITHIN_GROUPS(groups=len(rankings), _level=math.floor(level * 10**digits + 1e-9) / 10**digits),)
