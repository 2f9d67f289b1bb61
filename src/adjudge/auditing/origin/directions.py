"""The direction a text was created in: forward if it was first written in the source language (R1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal

import polars as pl

from adjudge.auditing.origin import catalogue as say
from adjudge.core.checking.frames import to_polars
from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores, Ratings

Direction = Literal["forward", "reverse"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("forward", "reverse")
#: The direction of rows of other or unknown origin.
OTHER: Final = "other"
_KEYS: Final = ("document", "segment")
#: What users may give: a file, a frame, a mapping from documents.
Origins = str | PathLike[str] | Mapping[str, str] | Any


@dataclass(frozen=True)
class Directions:
    """Rows with their direction.

    Args:
        table: rows with a column `direction` in the place of `origin`: `forward` or `reverse`.
        source: the language that forward text was first written in; None if the map says `forward`.
        counts: rows by direction, and `other`.
        words: which origin, in lower case, is which direction.
        origins: the map of origins; None if the rows named theirs.
        findings: what was left out.
    """

    table: Ratings
    source: str | None
    counts: Mapping[str, int]
    words: Mapping[str, str]
    origins: pl.DataFrame | None
    findings: tuple[Finding, ...]


def read_map(origin: Origins) -> pl.DataFrame:
    """A map of origins in any form as a frame with `document` or `segment` (or both) and `origin`.

    Raises:
        InputError: AJ065 if it is none, or a text has two origins.
    """
    if isinstance(origin, str | PathLike):
        from adjudge.io.own.origin_maps import read_origins

        frame = read_origins(Path(origin))
    elif isinstance(origin, Mapping):
        frame = pl.DataFrame({"document": list(map(str, origin)), "origin": list(map(str, origin.values()))})
    else:
        try:
            frame = to_polars(origin)
        except TypeError:
            raise say.NOT_A_MAP(value=origin) from None
    keys = [name for name in _KEYS if name in frame.columns]
    if not keys or "origin" not in frame.columns:
        raise say.NO_KEY(columns=", ".join(frame.columns) or "none")
    frame = frame.select(pl.col(*keys, "origin").cast(pl.String)).drop_nulls().unique(maintain_order=True)
    twice = frame.filter(pl.struct(keys).is_duplicated())
    if not twice.is_empty():
        names = twice.select(keys).unique()
        raise say.TWO_ORIGINS(key=keys[-1], example=twice[keys[-1]][0], entries=names.height)
    return frame


def split_directions(ratings: Ratings, origin: Origins = None, *, source: str | None = None) -> Directions:
    """Give every row its direction, by the map or by its column `origin`.

    Text is forward if its origin is the source language or the word `forward`, and reverse if it is the target
    language or the word `reverse`. Without a target language the only other origin is the reverse one. Rows of other
    or unknown origin are left out and counted.

    Args:
        ratings: of one language pair.
        origin: the map; None for the column `origin`.
        source: the source language as origins spell it; that of the data if left out.

    Raises:
        InputError: AJ065 if origins are unknown, or all text is of one direction.
    """
    origins = None if origin is None else read_map(origin)
    frame = ratings.frame if origins is None else with_origin(ratings.frame, origins)
    if "origin" not in frame.columns or frame["origin"].is_null().all():
        raise say.NO_ORIGIN(rows=frame.height)
    source, words = direction_words(frame, source)
    marked = frame.with_columns(direction=_direction(words))
    counts = {name: marked.filter(pl.col("direction") == name).height for name in (*DIRECTIONS, OTHER)}
    if not counts["forward"] or not counts["reverse"]:
        held = next((name for name in DIRECTIONS if counts[name]), "neither")
        target = next((word for word, found in words.items() if found == "reverse" and word != "reverse"), None)
        raise say.ONE_DIRECTION(held=held, source=source, target=target, **counts)
    kept = marked.filter(pl.col("direction") != OTHER).drop("origin")
    _require_one_direction(kept)
    return Directions(ratings.with_frame(kept), source, counts, words, origins, tuple(_left_out(marked)))


def _require_one_direction(frame: pl.DataFrame) -> None:
    """Every text is of one direction (AJ065)."""
    keys = [name for name in _KEYS if name in frame.columns]
    mixed = (
        frame.group_by(keys, maintain_order=True).agg(pl.col("direction").n_unique()).filter(pl.col("direction") > 1)
    )
    if not mixed.is_empty():
        raise say.TWO_DIRECTIONS(key=keys[-1], example=mixed[keys[-1]][0], texts=mixed.height)


def with_origin(frame: pl.DataFrame, origins: pl.DataFrame) -> pl.DataFrame:
    """The rows with the origins of a map in their column `origin`; missing where the map does not name them."""
    keys = [name for name in _KEYS if name in origins.columns and name in frame.columns]
    if not keys:
        raise say.NO_KEY(columns=", ".join(origins.columns))
    rows = frame.drop("origin", strict=False)
    joined = rows.join(origins.select(*keys, "origin"), on=keys, how="left", maintain_order="left")
    if joined["origin"].is_null().all():
        held = rows[keys[-1]].drop_nulls().unique().sort().to_list() or ["nothing"]
        raise say.NO_MATCH(key=keys[-1], held=held, entries=origins.height, named=origins[keys[-1]].to_list())
    return joined


def metric_directions(metrics: MetricScores, directions: Directions) -> pl.DataFrame:
    """Scores of metrics with the `direction` of their text; those of other texts are left out.

    The map of origins decides; without one the texts of the ratings do.
    """
    frame = metrics.frame.drop("origin", strict=False)
    if directions.origins is None:
        places = directions.table.frame
    else:
        places = directions.origins.with_columns(direction=_direction(directions.words))
    keys = [name for name in _KEYS if name in frame.columns and name in places.columns]
    keys = [name for name in keys if not frame[name].is_null().all() and not places[name].is_null().all()]
    if not keys:
        return frame.clear().with_columns(direction=pl.lit(None, pl.String))
    known = places.select(*keys, "direction").drop_nulls().unique()
    single = known.filter(~pl.struct(keys).is_duplicated() & (pl.col("direction") != OTHER))
    return frame.join(single, on=keys, how="inner", maintain_order="left")


def _direction(words: Mapping[str, str]) -> pl.Expr:
    """The direction of the column `origin`."""
    origin = pl.col("origin").str.to_lowercase()
    return origin.replace_strict(words, default=OTHER, return_dtype=pl.String).fill_null(OTHER)


def direction_words(frame: pl.DataFrame, source: str | None) -> tuple[str | None, dict[str, str]]:
    """Which origin, in lower case, is which direction; and the source language, if origins are languages."""
    values = frame["origin"].drop_nulls().unique().sort().to_list()
    lowered = {value.lower() for value in values}
    words: dict[str, str] = {name: name for name in DIRECTIONS}
    if lowered <= set(DIRECTIONS):
        return source, words
    named = source or _language(frame, "source_lang")
    if named is None:
        raise say.UNKNOWN_SOURCE(values=values, rows=frame.height, example=values[0])
    target = _language(frame, "target_lang")
    others = lowered - {named.lower(), *DIRECTIONS}
    if target is None and len(others) == 1:
        target = next(iter(others))
    if target is None and len(others) > 1 and named.lower() in lowered:
        raise say.UNKNOWN_TARGET(values=values, source=named, rows=frame.height)
    words[named.lower()] = "forward"
    if target is not None and target.lower() != named.lower():
        words[target.lower()] = "reverse"
    return named, words


def _language(frame: pl.DataFrame, column: str) -> str | None:
    """The one language of a column."""
    values = frame[column].drop_nulls().unique().to_list() if column in frame.columns else []
    return values[0] if len(values) == 1 else None


def _left_out(marked: pl.DataFrame) -> list[Finding]:
    others = marked.filter(pl.col("direction") == OTHER)
    if others.is_empty():
        return []
    counts = others.group_by("origin").len().sort("len", "origin", descending=[True, False])
    values = {value or "unknown": n for value, n in counts.iter_rows()}
    listed = [f"{value} ({n:,})" for value, n in values.items()]
    return [say.OTHER_ORIGINS(left_out=others.height, rows=marked.height, values=values, _values=listed)]
