"""A published order: a list of names, clusters of names, or a file of results of a WMT release."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.core.tables import Supplement
from adjudge.io.detecting import find_format
from adjudge.io.reading import read
from adjudge.io.source import open_source

#: Files of a release whose rows are in the order of the ranking.
_ORDERED: Final = frozenset({"clusters", "system-ranking", "trueskill-ranking"})
#: What may be given for a published order.
Given = str | PathLike[str] | Sequence[str] | Sequence[Sequence[str]] | Supplement


@dataclass(frozen=True)
class PublishedOrder:
    """What was printed of a ranking.

    Args:
        clusters: names, best first; one cluster if no lines are known, none if there is no order.
        lines: whether it says where lines are; a plain list of names does not.
        scores: what the order is by, by name, if it is given.
        counts: segments and judgements by name, if they are given.
    """

    clusters: tuple[tuple[str, ...], ...]
    lines: bool
    scores: dict[str, float]
    counts: dict[str, tuple[int, int]]

    @property
    def names(self) -> tuple[str, ...]:
        """All systems, best first."""
        return tuple(name for cluster in self.clusters for name in cluster)


def published_orders(given: Given, pair: str | None = None) -> dict[str, PublishedOrder]:
    """Published orders by their language pairs; the empty name if the pair is not given.

    Args:
        given: a path; names, best first; clusters of names; or results of a release that were read.
        pair: the language pair to choose from a file of several; all of them if None.

    Raises:
        AdjudgeError: if the file cannot be read.
    """
    if isinstance(given, Supplement):
        return _of_release(given, pair)
    if isinstance(given, str | PathLike):
        source = open_source(Path(given))
        if source.is_json or find_format(source) is not None:
            found = read(Path(given))
            return _of_release(found, pair) if isinstance(found, Supplement) else {}
        return _by_pair({"": _of_list(source.data.decode())})
    parts: list[Any] = list(given)
    if all(isinstance(part, str) for part in parts):
        return _by_pair({"": _order([parts], lines=False)})
    return _by_pair({"": _order(parts, lines=True)})


def _by_pair(orders: dict[str, PublishedOrder]) -> dict[str, PublishedOrder]:
    return {pair: order for pair, order in orders.items() if order.clusters}


def _order(clusters: Iterable[Sequence[str]], *, lines: bool, **known: Any) -> PublishedOrder:  # noqa: ANN401
    kept = tuple(tuple(cluster) for cluster in clusters if cluster)
    return PublishedOrder(kept, lines, known.get("scores", {}), known.get("counts", {}))


def _of_list(text: str) -> PublishedOrder:
    """One system a line; a blank line or --- stands between clusters."""
    clusters: list[list[str]] = [[]]
    for line in map(str.strip, text.split("\n")):
        if line and set(line) - {"-"}:
            clusters[-1].append(line)
        else:
            clusters.append([])
    held = [cluster for cluster in clusters if cluster]
    return _order(held, lines=len(held) > 1)


def _of_release(table: Supplement, pair: str | None) -> dict[str, PublishedOrder]:
    """The systems of each language pair in the order of the file."""
    frame = table.frame
    if table.kind not in _ORDERED:
        return {}
    name = pl.lit("")
    if "source_lang" in frame.columns:
        name = pl.concat_str("source_lang", pl.lit("-"), "target_lang")
        if pair is not None:
            frame = frame.filter(name.str.to_lowercase() == pair.lower())
    parts = frame.with_columns(name.alias("_pair")).partition_by("_pair", maintain_order=True, as_dict=True)
    return _by_pair({str(key): _of_rows(rows) for (key,), rows in parts.items()})


def _of_rows(rows: pl.DataFrame) -> PublishedOrder:
    """The order of the rows, with clusters, scores and counts where the file holds them."""
    names, held = rows["system"].to_list(), set(rows.columns)
    numbers = [0] * len(names)
    if "cluster" in held:
        numbers = rows["cluster"].to_list()
    elif "line_below" in held:
        numbers = rows["line_below"].cast(pl.Int64).shift(1, fill_value=0).cum_sum().to_list()
    clusters: dict[int, list[str]] = {}
    for system, number in zip(names, numbers, strict=True):
        clusters.setdefault(number, []).append(system)
    score = next((column for column in ("score", "z") if column in held), None)
    return _order(
        clusters.values(),
        lines=bool(held & {"cluster", "line_below"}),
        scores={} if score is None else dict(zip(names, rows[score].to_list(), strict=True)),
        counts=dict(zip(names, zip(rows["n"], rows["judgements"], strict=True), strict=True))
        if {"n", "judgements"} <= held
        else {},
    )
