"""Language pairs are kept apart: a table with several of them is never analysed as one."""

from __future__ import annotations

from typing import TypeVar

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import Table

AnyOf = TypeVar("AnyOf", bound=Table)


def language_pairs(table: Table) -> dict[str, int]:
    """The language pairs of a table with their numbers of rows, in order of appearance; empty if unknown."""
    if not {"source_lang", "target_lang"} <= set(table.frame.columns):
        return {}
    counts = table.frame.group_by("source_lang", "target_lang", maintain_order=True).len()
    return {f"{source or '?'}-{target or '?'}": n for source, target, n in counts.iter_rows()}


def choose_pair(table: AnyOf, pair: str | None, *, source: str | None = None) -> AnyOf:
    """Keep the rows of one language pair.

    Args:
        table: any table.
        pair: `src-tgt` as written in the data, upper or lower case; None if the data should hold only one.
        source: name of the file, for messages.

    Raises:
        InputError: AJ018 if there are several pairs and none was chosen, AJ019 if the chosen one is absent.
    """
    pairs = language_pairs(table)
    place = source or "the data"
    listed = ", ".join(f"{name} ({counted(rows, 'row')})" for name, rows in pairs.items())
    if pair is None:
        if len(pairs) < 2:
            return table
        raise InputError(
            Problem(
                "AJ018",
                f"{place} holds several language pairs: {listed}",
                "one language pair",
                f"{len(pairs)} language pairs",
                f"choose one, for example --pair {next(iter(pairs))}",
            )
        )
    matching = [name for name in pairs if name.lower() == pair.lower()]
    if not matching:
        known = f"; it holds {listed}" if pairs else "; it does not name its languages"
        raise InputError(
            Problem(
                "AJ019",
                f"{place} has no language pair '{pair}'{known}",
                "a language pair of the data, written as there" if pairs else "no --pair for this file",
                f"0 of {counted(len(table), 'row')}",
                f"use --pair {next(iter(pairs))}" if pairs else "leave --pair out",
            )
        )
    name = pl.concat_str(pl.col("source_lang").fill_null("?"), pl.lit("-"), pl.col("target_lang").fill_null("?"))
    return table.with_frame(table.frame.filter(name.str.to_lowercase() == pair.lower()))
