"""A check looks at a table of judgements for one kind of finding."""

from __future__ import annotations

import inspect
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
        look: gives the findings of the rows, and of the facts that it asks for; none if all is well. Its docstring
            explains the check to users: what is looked for, how, and from where on it is said.
        table: the kind of table it looks at, or several.
        columns: columns that it needs; rows without a value in one of them are not looked at.
        kinds: kinds of items that there must be, such as `degraded`.
        facts: names of what it needs beside the rows (`adjudge.auditing.checks.facts`), passed on in this order.
        whole: look once at all language pairs together, not at each on its own.
    """

    entry: FindingEntry
    look: Callable[..., Iterable[Finding]]
    table: type[Table] | tuple[type[Table], ...]
    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    whole: bool = False

    @property
    def name(self) -> str:
        """The code: a check is known by what it finds."""
        return self.entry.code

    @property
    def title(self) -> str:
        """One line for lists."""
        return self.entry.title

    @property
    def explanation(self) -> str:
        """What is looked for and how, as the function itself says it."""
        return inspect.cleandoc(self.look.__doc__ or "")

    def missing(self, frame: pl.DataFrame) -> list[str]:
        """What the check needs and the rows do not hold: columns without any value, kinds of items."""
        names = [name for name in self.columns if name not in frame.columns or frame[name].null_count() == frame.height]
        columns = [f"values of {name!r}" for name in names]
        return columns + [f"items of the kind {kind!r}" for kind in self.kinds if kind not in frame["kind"]]

    def rows(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The rows that it looks at."""
        gaps = [name for name in self.columns if frame[name].null_count()]
        return frame.drop_nulls(gaps) if gaps else frame
