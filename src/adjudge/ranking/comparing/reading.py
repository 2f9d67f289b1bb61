"""What the two arguments of a comparison may be: files, rankings, published orders, judgements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from adjudge.core.checking.frames import to_polars
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Supplement, Table
from adjudge.io.detecting import find_format
from adjudge.io.folders import is_folder
from adjudge.io.own.results import stored_result
from adjudge.io.reading import read
from adjudge.io.source import open_source
from adjudge.ranking.comparing.catalogue import NAMED_TWICE, NO_ORDER, NO_RANKING, NOT_A_SIDE
from adjudge.ranking.comparing.published import PublishedOrder, published_orders
from adjudge.ranking.comparing.sides import Side, names_twice, ranking_name
from adjudge.ranking.comparing.stored import Parts, stored_rankings
from adjudge.ranking.rank import as_table, chosen_rows, rank
from adjudge.ranking.result import RankingResult

#: The rankings of one argument by the parts of their names.
NamedSides = dict[Parts, Side]


@dataclass(frozen=True)
class Reading:
    """How judgements are read and ranked; arguments as of `adjudge.read` and `adjudge.rank`.

    Args:
        recipe: for ratings.
        method: for comparisons.
        hide: for ratings.
        seed: for what is random.
        pair: the language pair.
        where: rows to rank.
        columns: other names of columns.
        scale: of the scores.
        format: of a file.
        table: to take of a file that holds several.
        progress: called with the share of the work that is done.
    """

    recipe: str | Recipe | None = None
    method: str | None = None
    hide: Sequence[str] = ()
    seed: int = 0
    pair: str | None = None
    where: Where | None = None
    columns: Mapping[str, str] | None = None
    scale: str | None = None
    format: str | None = None
    table: str | None = None
    progress: Callable[[float], None] | None = field(default=None, repr=False)


def read_side(given: object, label: str, how: Reading) -> NamedSides:
    """The rankings that one argument stands for, by their names.

    Args:
        given: a path, a ranking, rankings by name, a report as data, names or clusters of names, results of a release,
            a table of judgements or a frame.
        label: `A` or `B`, the name of what is no file.
        how: how judgements are read and ranked.

    Raises:
        AdjudgeError: AJ066 if it is none of these; what `read` and `rank` raise.
    """
    if isinstance(given, str | PathLike):
        return _of_path(Path(given), how)
    if isinstance(given, RankingResult):
        return {(ranking_name(given),): Side.of_ranking(given, label)}
    if isinstance(given, Mapping):
        return _of_mapping(given, label)
    if isinstance(given, Supplement):
        return _published(published_orders(given, how.pair), label, how.pair)
    if isinstance(given, Sequence) and not isinstance(given, bytes):
        _require_names(given, label)
        return _published(published_orders(given, how.pair), label, how.pair)
    return _ranked(_table(given, label, how), label, how)


def _of_path(path: Path, how: Reading) -> NamedSides:
    if not is_folder(path):
        stored = stored_result(path)
        if stored is not None:
            if stored.data is None:
                raise NO_RANKING(source=path.name, held="a page without the data of a report")
            return _stored(stored_rankings(stored.data, path.name), path.name)
        if how.format is None and how.columns is None:
            source = open_source(path)
            if not source.is_json and not source.is_parquet and find_format(source) is None:
                return _published(published_orders(path, how.pair), path.name, how.pair)
    # A file is read whole, because published orders may be of several language pairs; a folder one pair at a time.
    pair = how.pair if is_folder(path) else None
    found = read(path, format=how.format, scale=how.scale, columns=how.columns, table=how.table, pair=pair)
    if isinstance(found, Supplement):
        return _published(published_orders(found, how.pair), path.name, how.pair)
    return _ranked(found, path.name, how)


def _of_mapping(given: Mapping[Any, Any], label: str) -> NamedSides:
    """Rankings by name, or what `to_dict` gave."""
    if given and all(isinstance(one, RankingResult) for one in given.values()):
        return {(str(name),): Side.of_ranking(one, label) for name, one in given.items()}
    return _stored(stored_rankings(given, label), label)


def _stored(rankings: Mapping[Parts, RankingResult], source: str) -> NamedSides:
    return {parts: Side.of_ranking(ranking, source) for parts, ranking in rankings.items()}


def _published(orders: Mapping[str, PublishedOrder], source: str, pair: str | None) -> NamedSides:
    if not orders:
        raise NO_ORDER(source=source, pair=pair)
    for order in orders.values():
        twice = names_twice(order.names)
        if twice:
            name, times = next(iter(twice.items()))
            raise NAMED_TWICE(source=source, system=name, times=times, n=len(twice))
    return {(pair,) if pair else (): Side.of_published(order, source) for pair, order in orders.items()}


def _require_names(given: Sequence[object], label: str) -> None:
    """Names, or clusters of names (AJ066)."""
    clusters = [[part] if isinstance(part, str) else part for part in given]
    if not all(isinstance(one, Sequence) and all(isinstance(name, str) for name in one) for one in clusters):
        raise NOT_A_SIDE(place="first" if label == "A" else "second", type=type(given).__name__)


def _table(given: object, label: str, how: Reading) -> Table | Supplement:
    """A table, or a frame that holds one."""
    try:
        held = given if isinstance(given, Table | Supplement) else to_polars(given)
    except TypeError:  # from narwhals
        raise NOT_A_SIDE(place="first" if label == "A" else "second", type=type(given).__name__) from None
    return as_table(held, columns=how.columns, scale=how.scale, comparisons=how.method is not None)


def _ranked(table: Table | Supplement, source: str, how: Reading) -> NamedSides:
    """Judgements, ranked with the options that belong to them."""
    if not isinstance(table, Ratings | Spans | Comparisons | PairCounts):
        raise NO_RANKING(source=source, held=table.noun)
    chosen = chosen_rows(table, how.where)
    options: dict[str, Any] = {"pair": how.pair, "seed": how.seed, "progress": how.progress}
    if isinstance(table, Ratings | Spans):
        options |= {"recipe": how.recipe, "hide": how.hide}
    else:
        options["method"] = how.method
    ranking = rank(chosen, **options)
    assert isinstance(chosen, Table)  # noqa: S101 - rows of a table
    return {(ranking_name(ranking),): Side.of_ranking(ranking, source, chosen)}
