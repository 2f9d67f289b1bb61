"""Comparisons of several rankings by name, such as those of language pairs or of recipes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.catalogue import counted, listed
from adjudge.core.errors import Problem
from adjudge.core.results import Result
from adjudge.ranking.comparing.result import RankingComparisonResult


@dataclass(frozen=True, repr=False)
class RankingComparisons(Result, Mapping[str, RankingComparisonResult]):
    """Rankings of the same names compared; a mapping from names to comparisons.

    Args:
        comparisons: by name; the empty name if each side held a single ranking.
        refused: why rankings of the same name could not be compared, by name.
        only_a: names of rankings that only A holds.
        only_b: names of rankings that only B holds.
    """

    schema: ClassVar[str] = "adjudge.comparisons/1"

    comparisons: Mapping[str, RankingComparisonResult]
    refused: Mapping[str, tuple[Problem, ...]]
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> RankingComparisonResult:
        return self.comparisons[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.comparisons)

    def __len__(self) -> int:
        return len(self.comparisons)

    @property
    def differs(self) -> bool:
        """Whether an order or a line is another one in any of them, or one could not be compared."""
        return bool(self.refused) or any(one.differs for one in self.comparisons.values())

    def to_frame(self) -> pl.DataFrame:
        """One row per ranking and system."""
        frames = [
            one.to_frame().select(pl.lit(name).alias("ranking"), pl.all()) for name, one in self.comparisons.items()
        ]
        return pl.concat(frames)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "differs": self.differs,
            "comparisons": {name: one.to_dict() for name, one in self.comparisons.items()},
            "refused": {name: [one.to_dict() for one in problems] for name, problems in self.refused.items()},
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            comparisons={name: RankingComparisonResult.from_dict(one) for name, one in data["comparisons"].items()},
            refused={name: tuple(map(Problem.from_dict, problems)) for name, problems in data["refused"].items()},
            only_a=tuple(data["only_a"]),
            only_b=tuple(data["only_b"]),
        )

    def summary(self) -> str:
        """How many rankings differ."""
        order = [name for name, one in self.comparisons.items() if one.moved]
        lines = [name for name, one in self.comparisons.items() if any(row.change != "kept" for row in one.lines)]
        changes = f"Another order in {_named(order)}; other lines in {_named(lines)}."
        said = [f"{counted(len(self), 'ranking')} compared. {changes}"]
        if self.refused:
            said.append(f"Not compared: {listed(list(self.refused), 5)}.")
        for side, names in (("A", self.only_a), ("B", self.only_b)):
            if names:
                said.append(f"Only {side} holds {listed(list(names), 5)}.")
        return " ".join(said)


def _named(names: list[str]) -> str:
    return f"{len(names)} ({listed(names, 5)})" if names else "none"
