"""The same judgements in two files: pooled, they would count as twice the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import Table
from adjudge.io import catalogue

#: What a reader adds and a judgement does not have of itself.
_ADDED: Final = ("collection", "position")
#: Fewer equal rows than this may be chance.
_ENOUGH: Final = 10
#: From this share on equal rows are said; on a scale of five points two rounds of the same items agree in half.
_MANY: Final = 0.5


def require_distinct_judgements(tables: Mapping[Path, Table]) -> tuple[Finding, ...]:
    """Refuse files that hold the same judgements, and say where many rows of two files are equal.

    Args:
        tables: tables of one kind.

    Returns:
        A warning for every two files that share many rows.

    Raises:
        InputError: AJ023 if all rows of a file are in another one, or if rows with the same start time are.
    """
    frames = {path: table.frame for path, table in tables.items()}
    columns = [name for name in next(iter(frames.values())).columns if name not in _ADDED]
    columns = [name for name in columns if all(name in frame.columns for frame in frames.values())]
    problems: list[Problem] = []
    findings: list[Finding] = []
    hashes = {path: frame.select(columns).hash_rows() for path, frame in frames.items()}
    for one, other in combinations(frames, 2):
        for entry, values in _shared(frames[one], hashes[one], hashes[other]):
            values |= {"one": one.name, "other": other.name}
            if entry == "error":
                problems.append(catalogue.SAME_JUDGEMENTS.problem(**values))
            else:
                findings.append(catalogue.SHARED_JUDGEMENTS(**values))
    if problems:
        raise InputError(*problems)
    return tuple(findings)


def _shared(frame: pl.DataFrame, one: pl.Series, other: pl.Series) -> Iterator[tuple[str, dict[str, Any]]]:
    """How many rows of the smaller file are in the larger one, and whether that is an error or a warning."""
    fewer, more = sorted((one, other), key=len)
    if len(fewer) < _ENOUGH:
        return
    if not _says_what(frame):
        # Equal rows may be two judgements, unless the files are equal as a whole.
        if len(fewer) == len(more) and fewer.sort().equals(more.sort()):
            yield "error", {"rows": len(fewer), "total": len(fewer)}
        return
    equal = _in_both(fewer, more)
    timed = "started" in frame.columns and frame["started"].null_count() == 0
    if (equal == len(fewer) and _varied(frame)) or (timed and equal >= _ENOUGH):
        yield "error", {"rows": equal, "total": len(fewer)}
    elif equal > _MANY * len(fewer):
        yield "warning", {"rows": equal, "total": len(fewer)}


def _in_both(fewer: pl.Series, more: pl.Series) -> int:
    """Rows of the smaller file that the larger one has as well, each as often as it occurs in both."""
    counts = [series.rename("row").value_counts(name=f"n{i}") for i, series in enumerate((fewer, more))]
    return int(counts[0].join(counts[1], on="row").select(pl.min_horizontal("n0", "n1").sum()).item())


def _says_what(frame: pl.DataFrame) -> bool:
    """Whether every row says who judged which item; otherwise equal rows are natural."""
    who = [name for name in ("annotator", "session") if name in frame.columns]
    item = [name for name in ("segment", "document", "ranking") if name in frame.columns]
    return all(any(frame[name].null_count() == 0 for name in names) for names in (who, item))


def _varied(frame: pl.DataFrame) -> bool:
    """Whether rows differ in what was judged: one score for everything says nothing about copies."""
    judged = next((name for name in ("score", "outcome", "severity") if name in frame.columns), None)
    return judged is not None and frame[judged].n_unique() > 1
