"""Systems with identical outputs: since WMT15 one judgement is collected for them and their names are joined by `+`.

WMT gave the judgement to each of these systems, and a tie to every two of them. A real name may hold a plus sign too,
so a name is taken apart only if nothing in the file speaks against it:

- every part occurs in the file under another name too, alone or in another join;
- no part is judged under two names on the same segment: one system has one output there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.io.source import Source
from adjudge.io.wmt import catalogue

SIGN: Final = "+"
#: What one output belongs to.
_PLACE: Final = ("source_lang", "target_lang", "document", "segment")
_SIDES: Final = ("system_a", "system_b")
_ASKED: Final = "the format asked for reads names as they are"
_STRANGER: Final = "not every part of {them} occurs elsewhere in the file"
_TWICE: Final = "parts of {them} are judged on the same segments under another name"


def split_joined(names: Iterable[str], places: pl.DataFrame) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Which names stand for several systems.

    Args:
        names: all names of the file.
        places: one row per name (`system`) and segment on which it was judged, with the columns that say where.

    Returns:
        The names that are taken apart, with their parts; and those that look like it and are not, with the reason.
    """
    names = set(names)
    parts = {name: name.split(SIGN) for name in names if SIGN in name}
    seen = Counter(part for name in names for part in parts.get(name, [name]))
    # A name none of whose parts is known, such as `CAT+`, does not even look like a join.
    parts = {name: of for name, of in parts.items() if "" not in of and any(seen[part] > 1 for part in of)}
    strangers = {name for name, of in parts.items() if any(seen[part] < 2 for part in of)}
    twice = _judged_twice(parts, places) - strangers
    kept = dict.fromkeys(strangers, _STRANGER) | dict.fromkeys(twice, _TWICE)
    return {name: of for name, of in parts.items() if name not in kept}, kept


def _judged_twice(parts: dict[str, list[str]], places: pl.DataFrame) -> set[str]:
    """Joined names of which a part has two outputs for a segment, so that they cannot be joins."""
    if not parts:
        return set()
    where = [name for name in _PLACE if name in places.columns]
    held = places.select(*where, "system").unique()
    taken = pl.col("system").replace_strict(parts, default=pl.concat_list("system"), return_dtype=pl.List(pl.String))
    held = held.with_columns(_part=taken).explode("_part")
    twice = held.filter(pl.struct(*where, "_part").is_duplicated())
    return set(twice["system"].to_list()) & set(parts)


def expand_ratings(frame: pl.DataFrame, source: Source) -> tuple[pl.DataFrame, list[Finding]]:
    """One row for each system whose output was judged, in place of one row for all that share the output."""
    joined, kept = split_joined(frame["system"].drop_nulls().unique(), frame)
    expanded = _exploded(frame, "system", joined)
    rows = int(frame["system"].is_in(list(joined)).sum())
    new = expanded.height - frame.height + rows
    return expanded, [*_expanded(source, joined, rows, new), *_left(source, kept)]


def expand_comparisons(frame: pl.DataFrame, source: Source) -> tuple[pl.DataFrame, list[Finding]]:
    """Every comparison for each system behind a joined name, and ties between the systems behind one name.

    The ties are added once for each ranking. A ranking in which all outputs are identical is not in such a file.
    """
    joined, kept = _split_pairs(frame)
    if not joined:
        return frame, _left(source, kept)
    concerned = frame.filter(pl.any_horizontal(pl.col(side).is_in(list(joined)) for side in _SIDES)).height
    expanded = frame
    for side in _SIDES:
        expanded = _exploded(expanded, side, joined)
    ties = _ties(frame, joined)
    together = pl.concat([expanded, ties]).sort(LINE, maintain_order=True)
    new = together.height - frame.height + concerned
    return together, [*_expanded(source, joined, concerned, new, ties.height), *_left(source, kept)]


def warn_of_joined(frame: pl.DataFrame, source: Source) -> list[Finding]:
    """What to say about comparisons whose names are left as they are."""
    joined, kept = _split_pairs(frame)
    return _left(source, kept | dict.fromkeys(joined, _ASKED))


def _split_pairs(frame: pl.DataFrame) -> tuple[dict[str, list[str]], dict[str, str]]:
    places = pl.concat(frame.rename({side: "system"}).select(*_where(frame), "system") for side in _SIDES)
    return split_joined(places["system"].drop_nulls().unique(), places)


def _where(frame: pl.DataFrame) -> list[str]:
    return [name for name in _PLACE if name in frame.columns]


def _exploded(frame: pl.DataFrame, column: str, joined: dict[str, list[str]]) -> pl.DataFrame:
    if not joined:
        return frame
    parts = pl.col(column).replace_strict(joined, default=pl.concat_list(column), return_dtype=pl.List(pl.String))
    return frame.with_columns(parts).explode(column)


def _ties(frame: pl.DataFrame, joined: dict[str, list[str]]) -> pl.DataFrame:
    """A tie between every two systems behind one name, once for each ranking, at the place of its first row."""
    pairs = pl.DataFrame(
        [(name, *pair) for name, of in joined.items() for pair in combinations(of, 2)],
        schema={"_name": pl.String, "_a": pl.String, "_b": pl.String},
        orient="row",
    )
    shown = pl.concat(frame.with_columns(_name=pl.col(side)) for side in _SIDES)
    shown = shown.filter(pl.col("_name").is_in(list(joined))).sort(LINE, maintain_order=True)
    shown = shown.unique(["ranking", "_name", *_where(frame)], keep="first", maintain_order=True)
    ties = shown.join(pairs, on="_name", how="inner", maintain_order="left_right")
    return ties.with_columns(system_a="_a", system_b="_b", outcome=pl.lit("tie")).select(frame.columns)


def _expanded(
    source: Source, joined: dict[str, list[str]], rows: int, expanded: int, ties: int = 0
) -> Sequence[Finding]:
    if not joined:
        return []
    entry = catalogue.JOINED_SYSTEMS
    return [
        entry(names=sorted(joined), rows=rows, expanded=expanded, ties=ties or None, _sign=SIGN, _source=source.name)
    ]


def _left(source: Source, kept: dict[str, str]) -> list[Finding]:
    found = []
    for reason in sorted(set(kept.values())):
        names = sorted(name for name, why in kept.items() if why == reason)
        words = reason.format(them="it" if len(names) == 1 else "them")
        found.append(catalogue.JOINED_NAMES(names=names, _reason=words, _source=source.name))
    return found
