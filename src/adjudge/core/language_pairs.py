"""Language pairs are kept apart: a table with several of them is never analysed as one."""

from __future__ import annotations

from typing import TypeVar

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.problems import NO_LANGUAGES, NO_SUCH_PAIR, SEVERAL_PAIRS
from adjudge.core.tables import Table

AnyOf = TypeVar("AnyOf", bound=Table)


def language_pairs(table: Table) -> dict[str, int]:
    """The language pairs of a table with their numbers of rows, in order of appearance; empty if unknown."""
    if not {"source_lang", "target_lang"} <= set(table.frame.columns):
        return {}
    counts = table.frame.group_by("source_lang", "target_lang", maintain_order=True).len()
    return {f"{source or '?'}-{target or '?'}": n for source, target, n in counts.iter_rows()}


def choose_language_pair(table: AnyOf, pair: str | None, *, source: str | None = None) -> AnyOf:
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
    shown = ", ".join(f"{name} ({counted(rows, 'row')})" for name, rows in pairs.items())
    example = next(iter(pairs), None)
    if pair is None:
        if len(pairs) < 2:
            return table
        raise SEVERAL_PAIRS(source=place, pairs=shown, n=len(pairs), example=example)
    if pair.lower() not in map(str.lower, pairs):
        entry = NO_SUCH_PAIR if pairs else NO_LANGUAGES
        raise entry(source=place, pair=pair, pairs=shown, example=example)
    name = pl.concat_str(pl.col("source_lang").fill_null("?"), pl.lit("-"), pl.col("target_lang").fill_null("?"))
    return table.with_frame(table.frame.filter(name.str.to_lowercase() == pair.lower()))
