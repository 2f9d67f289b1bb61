"""The same judgements in two files: pooled, they would count as twice the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Self

import polars as pl

from adjudge.core.checking.identity import OUTPUT
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.suspicions.copies import ENOUGH_AGAIN, FINE
from adjudge.core.tables import Table
from adjudge.io import catalogue

#: What a reader adds and a judgement does not have of itself.
_ADDED: Final = ("collection", "position")
_WHO: Final = ("annotator", "session")
_ITEM: Final = (*OUTPUT, "system_a", "system_b", "kind")
#: What tells one act of judging an item from a second look at it. A position may be counted by a reader.
_WHEN: Final[tuple[str, ...]] = ("started", "showing", "ranking", "position")
_VALUE: Final = ("score", "outcome", "start", "end", "severity", "category")
#: Shares of equal scores that nobody reaches who judges again, on a fine and on a coarse scale.
_TOO_MANY: Final = {True: 0.7, False: 0.98}


@dataclass(frozen=True, eq=False)
class _Judgements:
    """The rows of a file as hashes.

    Args:
        rows: everything but what a reader adds.
        named: of rows that say who judged what: hashes of the act by `all` that tells it from a second look and by the
            `first` of that, null where it is unknown, of the `judgement` (who and what), and the `value`.
    """

    rows: pl.Series
    named: pl.DataFrame

    @classmethod
    def of(cls, frame: pl.DataFrame, columns: list[str], when: list[str]) -> Self:
        """Of the columns that all files have, and what tells acts apart in all of them."""
        who, item, value = ([name for name in names if name in columns] for names in (_WHO, _ITEM, _VALUE))
        about = [name for name in ("segment", "document", "ranking") if name in columns]
        rows = frame.filter(*(pl.any_horizontal(pl.lit(value=False), *_known(names)) for names in (who, about)))
        hashes = {"judgement": rows.select(*who, *item).hash_rows(), "value": rows.select(value).hash_rows()}
        for name, told_by in (("all", when), ("first", when[:1])):
            act = rows.select(*who, *item, *told_by).hash_rows().alias("_act")
            known = pl.all_horizontal(pl.lit(bool(when)), *_known(told_by))
            hashes[name] = rows.with_columns(act).select(pl.when(known).then("_act")).to_series()
        return cls(frame.select(columns).hash_rows(), pl.DataFrame(hashes))


def _known(names: Iterable[str]) -> list[pl.Expr]:
    return [pl.col(name).is_not_null() for name in names]


def require_distinct_judgements(tables: Mapping[Path, Table]) -> tuple[Finding, ...]:
    """Refuse files that hold the same judgements, and say where two files seem to.

    Args:
        tables: tables of one kind.

    Returns:
        A warning for every two files with nearly the same scores of the same items by the same people.

    Raises:
        InputError: AJ023 if all rows of a file are in another one, or if two files have the same score for all acts
            of judging that both name.
    """
    frames = {path: table.frame for path, table in tables.items()}
    columns = [name for name in next(iter(frames.values())).columns if all(name in f.columns for f in frames.values())]
    when = [name for name in _WHEN if name in columns and all(f[name].n_unique() > 1 for f in frames.values())]
    columns = [name for name in columns if name not in _ADDED]
    judged = {path: _Judgements.of(frame, columns, when) for path, frame in frames.items()}
    problems: list[Problem] = []
    findings: list[Finding] = []
    for one, other in combinations(judged, 2):
        fewer, more = sorted((judged[one], judged[other]), key=lambda file: len(file.rows))
        same, certain = _same(fewer, more, timed=when[:1] == ["started"])
        values: dict[str, Any] = {"rows": same, "total": len(fewer.rows), "one": one.name, "other": other.name}
        if certain:
            problems.append(catalogue.SAME_JUDGEMENTS.problem(**values))
        elif same:
            findings.append(catalogue.SHARED_JUDGEMENTS(**values))
    if problems:
        raise InputError(*problems)
    return tuple(findings)


def _same(fewer: _Judgements, more: _Judgements, *, timed: bool) -> tuple[int, bool]:
    """How many judgements two files seem to share, 0 if they may be second looks, and whether it is certain."""
    values = pl.concat([fewer.named["value"], more.named["value"]])
    fine = values.n_unique() > FINE
    enough = ENOUGH_AGAIN[fine]
    if not fewer.named.height or not more.named.height:
        # Equal rows may be two judgements, unless the files are equal as a whole.
        equal_files = len(fewer.rows) == len(more.rows) and fewer.rows.sort().equals(more.rows.sort())
        return (len(fewer.rows), True) if equal_files and len(fewer.rows) >= ENOUGH_AGAIN[True] else (0, False)
    is_part = _count_in_both(fewer.rows, more.rows) == len(fewer.rows) >= ENOUGH_AGAIN[True]
    if is_part and fewer.named["value"].n_unique() > 1:
        return len(fewer.rows), True
    at_once = _in_both(fewer.named, more.named, "first")[1] if timed else 0
    if at_once >= ENOUGH_AGAIN[True]:
        return at_once, True
    for key in ("all", "first", "judgement"):
        both, equal = _in_both(fewer.named, more.named, key)
        # Who judges the same plan again meets nearly all acts again; a few that have the same names are copies.
        few = fine or both >= ENOUGH_AGAIN[True] or 2 * both < len(fewer.rows)
        if key != "judgement" and both == equal > 0 and few:
            return equal, both >= enough
        if both >= enough and equal >= _TOO_MANY[fine] * both:
            return equal, False
    return 0, False


def _in_both(fewer: pl.DataFrame, more: pl.DataFrame, key: str) -> tuple[int, int]:
    """Judgements that both files name, and those of them with the same value; each as often as it is in both.

    None where all have one value: who always says the same does so again.
    """
    known = [frame.drop_nulls(key) for frame in (fewer, more)]
    both = known[0].filter(known[0][key].is_in(known[1][key].implode()))
    if both["value"].n_unique() < 2:
        return 0, 0
    return (
        _count_in_both(*(frame[key] for frame in known)),
        _count_in_both(*(frame.select(key, "value").hash_rows() for frame in known)),
    )


def _count_in_both(fewer: pl.Series, more: pl.Series) -> int:
    counts = [series.rename("row").value_counts(name=f"n{i}") for i, series in enumerate((fewer, more))]
    return int(counts[0].join(counts[1], on="row").select(pl.min_horizontal("n0", "n1").sum()).item())
