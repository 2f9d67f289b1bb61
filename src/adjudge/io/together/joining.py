"""Several files as one table: collections side by side, and supplements that complete the ratings they came with."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.checking.identity import TEXT, present
from adjudge.core.checking.outcomes import unmistakable_outcomes
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Comparisons, Ratings, Supplement, Table
from adjudge.io import catalogue
from adjudge.io.together.overlap import require_distinct_judgements
from adjudge.io.wmt import account_maps, direct_assessment

#: Kind of supplement -> what it does to ratings.
_COMPLETIONS: Final[dict[str, Callable[[Ratings, pl.DataFrame], Ratings]]] = {
    direct_assessment.MOMENTS: direct_assessment.restore_raw,
    account_maps.ACCOUNTS: account_maps.name_annotators,
}


@dataclass(frozen=True)
class Reading:
    """What a file holds.

    Args:
        path: the file.
        format: name of its format.
        tables: the tables in it, the main one first.
        answerable: findings of its tables that a further file would settle, by the kind of that file.
    """

    path: Path
    format: str
    tables: tuple[AnyTable, ...]
    answerable: Mapping[str, Finding] = field(default_factory=dict)

    @property
    def main(self) -> AnyTable:
        """The table most people want of this file."""
        return self.tables[0]


def require_distinct_files(paths: Sequence[str | Path]) -> None:
    """Refuse no file at all, and the same file twice (AJ023)."""
    if not paths:
        raise catalogue.NO_FILES()  # noqa: RSE102 - an entry, not a class
    names = [os.path.realpath(path) for path in paths]
    twice = [path for path in names if names.count(path) > 1]
    if twice:
        raise catalogue.SAME_FILE_TWICE(name=Path(twice[0]).name)


def by_kind(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Readings whose main tables are of one kind, in order of appearance; supplements go with the ratings."""
    groups: dict[type, list[Reading]] = {}
    for reading in readings:
        if isinstance(reading.main, Table):
            groups.setdefault(type(reading.main), []).append(reading)
    if not groups:
        return [list(readings)]
    completed = groups.get(Ratings) or next(iter(groups.values()))
    completed += (reading for reading in readings if not isinstance(reading.main, Table))
    return list(groups.values())


def join(readings: Sequence[Reading]) -> AnyTable:
    """The main tables of all files as one.

    Raises:
        AdjudgeError: AJ023 if they do not fit together.
    """
    judged = [reading for reading in readings if isinstance(reading.main, Table)]
    if not judged and len(readings) == 1:
        return readings[0].main
    if len({type(reading.main) for reading in judged}) != 1:
        raise _unlike(judged or readings)
    supplements = [reading.main for reading in readings if isinstance(reading.main, Supplement)]
    settled = [
        f for reading in judged for kind, f in reading.answerable.items() if kind in {s.kind for s in supplements}
    ]
    tables = {reading.path: _without(reading.main, settled) for reading in judged if isinstance(reading.main, Table)}
    if len(tables) == 1:
        return _completed(next(iter(tables.values())), supplements)
    return _completed(_concat(tables), supplements)


def _without(table: Table, settled: Sequence[Finding]) -> Table:
    """The table without findings that a file given along settles."""
    return replace(table, findings=tuple(finding for finding in table.findings if finding not in settled))


def _unlike(readings: Sequence[Reading]) -> AdjudgeError:
    held = "; ".join(f"{reading.path.name}: {reading.main.noun}" for reading in readings)
    return catalogue.UNLIKE_FILES(held=held)


def _concat(tables: Mapping[Path, Table]) -> Table:
    """Several tables below each other, each as one collection unless its rows name theirs."""
    kind = type(next(iter(tables.values())))
    shared = require_distinct_judgements(tables)
    frames = [table.frame for table in tables.values()]
    if "collection" in kind.names():
        frames = [_collected(frame, name) for frame, name in zip(frames, _collection_names([*tables]), strict=True)]
    frame = pl.concat(frames, how="diagonal")
    defaulted = [column for column in kind.columns if column.default and column.name in frame.columns]
    frame = frame.with_columns(pl.col(column.name).fill_null(column.default) for column in defaulted)
    if kind is Comparisons:
        frame = unmistakable_outcomes(frame)  # they were translated once; the check must not read them anew
    findings = {finding.text: finding for table in tables.values() for finding in table.findings}
    source = ", ".join(path.name for path in tables)
    return kind(kind.check(frame, source=source).frame, (*shared, *_same_segments(frames), *findings.values()))


def _same_segments(frames: Sequence[pl.DataFrame]) -> list[Finding]:
    """Segments of several files that only their names say to be the same text."""
    if not all({"annotator", "segment"} <= set(frame.columns) for frame in frames):
        return []
    unnamed = (frame.filter(pl.col("document").is_null()) if "document" in frame.columns else frame for frame in frames)
    texts = pl.concat(
        [frame.select(present(TEXT, frame)).drop_nulls("segment").unique() for frame in unnamed], how="diagonal"
    )
    shared = texts.filter(texts.is_duplicated())["segment"].unique()
    return [catalogue.SAME_SEGMENTS(shared=len(shared), _example=shared.min())] if len(shared) else []


def _collected(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    named = pl.col("collection") if "collection" in frame.columns else pl.lit(None, dtype=pl.String)
    return frame.with_columns(collection=pl.coalesce(named, pl.lit(name)))


def _collection_names(paths: Sequence[Path]) -> list[str]:
    """The names of files without their ending; with their folder, or all of the path, where that is not enough."""
    stems = [Path(path.name.removesuffix(".gz")).stem for path in paths]
    for names in (stems, [f"{path.parent.name}/{stem}" for path, stem in zip(paths, stems, strict=True)]):
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in paths]


def _completed(table: Table, supplements: Sequence[Supplement]) -> Table:
    """Apply supplements to the ratings they came with; anything else given along is a mistake."""
    for supplement in supplements:
        if supplement.kind not in _COMPLETIONS or not isinstance(table, Ratings):
            raise catalogue.NOT_JOINED(kind=supplement.kind, owner=table.noun)
    for kind, complete in _COMPLETIONS.items():
        frames = [supplement.frame for supplement in supplements if supplement.kind == kind]
        if frames and isinstance(table, Ratings):
            table = complete(table, pl.concat(frames))
    return table
