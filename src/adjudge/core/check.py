"""A check looks at a table of judgements for one kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.findings import Finding
from adjudge.core.tables import Table


@dataclass(frozen=True)
class Check:
    """One kind of finding, and how to look for it.

    Args:
        entry: code, severity, sentence, source and what to do.
        look: gives the findings of a table; none if all is well.
        table: the kind of table it looks at, or several.
        columns: columns that it needs, with a value in every row.
    """

    entry: FindingEntry
    look: Callable[[pl.DataFrame], Iterable[Finding]]
    table: type[Table] | tuple[type[Table], ...]
    columns: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The code: a check is known by what it finds."""
        return self.entry.code

    @property
    def title(self) -> str:
        """One line for lists."""
        return self.entry.title

    def missing(self, frame: pl.DataFrame) -> list[str]:
        """Columns that the check needs and the data does not have in every row."""
        return [name for name in self.columns if name not in frame.columns or frame[name].null_count()]
