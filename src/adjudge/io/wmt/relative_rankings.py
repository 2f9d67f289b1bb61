"""Relative rankings of WMT: five systems to a line (2010 to 2014), or one pair to a line (2015).

A ranking of n systems is n(n-1)/2 comparisons; they keep the id of the ranking, because they are not independent
(Lopez 2012, section 2). Names of systems with identical outputs may be joined by `+`; see `joined_names`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.checking.checks import Checked, check_types, check_values
from adjudge.core.columns import LINE, Column
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Comparisons
from adjudge.io import catalogue
from adjudge.io.delimited import has_header, read_rows, split_line
from adjudge.io.formats import Format, checked
from adjudge.io.source import Source
from adjudge.io.wmt.catalogue import UNRANKED_PAIRS
from adjudge.io.wmt.joined_names import expand_comparisons, split_joined, warn_of_joined

_PLACES: Final = range(1, 6)
_FIVE_HEADER: Final = [
    *["srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeId"],
    *[f"system{i}{what}" for i in _PLACES for what in ("Number", "Id")],
    *[f"system{i}rank" for i in _PLACES],
]
_PAIR_HEADER: Final = [
    *["srclang", "trglang", "srcIndex", "segmentId", "judgeID"],
    *["system1Id", "system1rank", "system2Id", "system2rank", "rankingID"],
]
_NOT_RANKED: Final = -1
_TEXTS: Final = {"system": pl.String, "segment": pl.String}


def _read_five(source: Source) -> tuple[AnyTable, ...]:
    rows = _with_ranks(source, read_rows(source, _FIVE_HEADER), _PLACES)
    ranked = {i: pl.col(f"system{i}rank") != _NOT_RANKED for i in _PLACES}
    pairs = [
        rows.filter(ranked[a] & ranked[b]).select(
            **_common("judgeId"),
            document=pl.when(pl.col("documentId") != "-1").then(pl.col("documentId")),
            ranking=pl.col(LINE).cast(pl.String),
            system_a=pl.col(f"system{a}Id"),
            system_b=pl.col(f"system{b}Id"),
            outcome=_outcome(pl.col(f"system{a}rank"), pl.col(f"system{b}rank")),
        )
        for a, b in combinations(_PLACES, 2)
    ]
    frame, notes = expand_comparisons(pl.concat(pairs).sort(LINE, maintain_order=True), source)
    table = checked(Comparisons, frame, source)
    empty = rows.height - table.frame["ranking"].n_unique()
    if empty:
        notes.append(catalogue.EMPTY_RANKINGS(empty=empty, rankings=rows.height))
    return (table.with_findings(*notes),)


def _read_pairs(source: Source) -> tuple[AnyTable, ...]:
    """Names as they are; a warning says if they look like several systems."""
    frame, notes = _pairs(source)
    return (checked(Comparisons, frame, source).with_findings(*notes, *warn_of_joined(frame, source)),)


def _read_collapsed(source: Source) -> tuple[AnyTable, ...]:
    frame, notes = _pairs(source)
    expanded, more = expand_comparisons(frame, source)
    return (checked(Comparisons, expanded, source).with_findings(*notes, *more),)


def _pairs(source: Source) -> tuple[pl.DataFrame, list[Finding]]:
    rows = _with_ranks(source, read_rows(source, _PAIR_HEADER), (1, 2))
    ranked = rows.filter(pl.all_horizontal(pl.col(f"system{i}rank") != _NOT_RANKED for i in (1, 2)))
    frame = ranked.select(
        **_common("judgeID"),
        document=pl.lit(None, dtype=pl.String),
        ranking=pl.col("rankingID").str.strip_chars(),  # the release of 2015 ends its lines with two carriage returns
        system_a=pl.col("system1Id"),
        system_b=pl.col("system2Id"),
        outcome=_outcome(pl.col("system1rank"), pl.col("system2rank")),
    )
    empty = rows.height - ranked.height
    return frame, [UNRANKED_PAIRS(empty=empty, rankings=rows.height)] if empty else []


def _is_collapsed(source: Source) -> bool:
    """Whether some name stands for several systems; all lines are looked at, because joins may be rare."""
    if not has_header(source, _PAIR_HEADER) or b"+" not in source.data:
        return False
    places = [_PAIR_HEADER.index(name) for name in ("system1Id", "system2Id", "segmentId", "srclang", "trglang")]
    rows = [row for row in map(split_line, source.data.decode().split("\n")[1:]) if len(row) == len(_PAIR_HEADER)]
    first, second, *where = ([row[i] for row in rows] for i in places)
    held = dict(zip(("segment", "source_lang", "target_lang"), (values * 2 for values in where), strict=True))
    names = pl.DataFrame({"system": first + second, **held}, schema_overrides=_TEXTS)
    joined, _ = split_joined(names["system"].unique(), names)
    return bool(joined)


def _with_ranks(source: Source, rows: pl.DataFrame, places: Iterable[int]) -> pl.DataFrame:
    """The rows with whole numbers as ranks; those that have none are reported and left out."""
    ranks = [Column(f"system{i}rank", "integer", "1 is best, -1 is not ranked", nullable=False) for i in places]
    state = Checked(rows, "rankings", source.name)
    check_types(state, ranks)
    check_values(state, ranks)
    for rank in ranks:
        wrong = (~((state.frame[rank.name] > 0) | (state.frame[rank.name] == _NOT_RANKED))).fill_null(value=False)
        if wrong.any():
            value = state.frame[rank.name].filter(wrong)[0]
            state.report(catalogue.BAD_RANK, wrong, column=rank.name, value=value)
    source.report(*state.problems)
    return state.frame.drop_nulls([rank.name for rank in ranks])


def _common(judge: str) -> dict[str, pl.Expr]:
    return {
        "annotator": pl.col(judge),
        "segment": pl.col("segmentId"),
        "source_lang": pl.col("srclang"),
        "target_lang": pl.col("trglang"),
        LINE: pl.col(LINE),
    }


def _outcome(rank_a: pl.Expr, rank_b: pl.Expr) -> pl.Expr:
    """Lower rank is better."""
    better = pl.when(rank_a < rank_b).then(pl.lit("a")).otherwise(pl.lit("b"))
    return pl.when(rank_a == rank_b).then(pl.lit("tie")).otherwise(better)


FORMATS = (
    Format(
        "wmt-rankings",
        "WMT relative rankings, five systems to a line (2010-2014)",
        gives=("comparisons",),
        detect=lambda source: has_header(source, _FIVE_HEADER),
        read=_read_five,
        author="organisers of WMT10 to WMT14; Appraise for WMT15",
        tried=("alopez/wmt-ranking: raw_data/wmt10/data_RNK.csv, raw_data/wmt12/wmt12.RNK_results.csv",),
    ),
    Format(
        "wmt-ranking-pairs",
        "WMT relative rankings, one pair to a line (2015); names are read as they are",
        gives=("comparisons",),
        detect=lambda source: has_header(source, _PAIR_HEADER) and not _is_collapsed(source),
        read=_read_pairs,
        author="organisers of WMT15",
        tried=("mjpost/wmt15: data/wmt15.eng-fin.csv, data/wmt15.fre-eng.csv",),
    ),
    Format(
        "wmt-collapsed-pairs",
        "WMT relative rankings, one pair to a line, systems with identical outputs joined by + (2015)",
        gives=("comparisons",),
        detect=_is_collapsed,
        read=_read_collapsed,
        author="organisers of WMT15",
        tried=("mjpost/wmt15: data/collapsed/wmt15.deu-eng.csv and five more language pairs",),
    ),
)
