"""The result of `adjudge.report`: one entry for each group of rows, with everything that is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.auditing.report.group import ReportedGroup
from adjudge.core.catalogue import counted
from adjudge.core.results import Result
from adjudge.ranking.result import RankingResult


@dataclass(frozen=True, repr=False)
class ReportResult(Result):
    """All analyses of a human evaluation.

    Args:
        by: what groups are told apart by: a column, `language`, `table` where ratings and comparisons were given; None
            if there is one group.
        groups: in order of appearance; at least one.
    """

    schema: ClassVar[str] = "adjudge.report/1"

    by: str | None
    groups: tuple[ReportedGroup, ...]

    def group(self, name: str) -> ReportedGroup:
        """The group of this name.

        Raises:
            KeyError: if there is none.
        """
        for group in self.groups:
            if group.name == name:
                return group
        raise KeyError(name)

    def to_frame(self) -> pl.DataFrame:
        """One row per group, ranking and system; no row for a group that cannot be ranked."""
        frames = [
            result.to_frame().select(pl.lit(group.name).alias("group"), pl.lit(name).alias("ranking"), pl.all())
            for group in self.groups
            for name, result in group.rankings.items()
        ]
        return pl.concat(frames) if frames else pl.DataFrame(schema={"group": pl.String, "ranking": pl.String})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "by": self.by,
            "findings": [finding.to_dict() for finding in self.findings],
            "parts": [group.to_dict() for group in self.groups],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        groups = tuple(ReportedGroup.from_dict(one) for one in data["parts"])
        return cls(**cls._common_parts(data), by=data["by"], groups=groups)

    def summary(self) -> str:
        """One sentence for each group: what was ranked, and how many findings there are."""
        return " ".join(_say(group) for group in self.groups)


def _say(group: ReportedGroup) -> str:
    lead = f"{group.name}: " if group.name else ""
    main: RankingResult | None = group.main
    ranked = "The systems cannot be ranked." if main is None else main.summary()
    found = group.check
    serious = f"{counted(found.count('error'), 'error')} and {counted(found.count('warning'), 'warning')}"
    return f"{lead}{ranked} The linter found {serious}."
