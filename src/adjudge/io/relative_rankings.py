"""Relative rankings of WMT: five systems to a line (2010 to 2014), or one pair to a line (2015).

A ranking of n systems is n(n-1)/2 comparisons; they keep the id of the ranking, because they are not independent
(Lopez 2012, section 2).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Comparisons
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.formats import Format
from adjudge.io.source import Source

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


def _read_five(source: Source) -> tuple[AnyTable, ...]:
    rows = read_rows(source).with_columns(
        documentId=pl.when(pl.col("documentId") != "-1").then(pl.col("documentId")),
        ranking=pl.col(LINE).cast(pl.String),
    )
    ranks = {i: pl.col(f"system{i}rank").cast(pl.Int64, strict=False) for i in _PLACES}
    pairs = [
        rows.filter((ranks[a] != _NOT_RANKED) & (ranks[b] != _NOT_RANKED)).select(
            **_common("documentId", "judgeId"),
            ranking=pl.col("ranking"),
            system_a=pl.col(f"system{a}Id"),
            system_b=pl.col(f"system{b}Id"),
            outcome=_outcome(ranks[a], ranks[b]),
            **{LINE: pl.col(LINE)},
        )
        for a, b in combinations(_PLACES, 2)
    ]
    table = Comparisons.check(pl.concat(pairs).sort(LINE, maintain_order=True), source=source.name)
    empty = rows.height - table.frame["ranking"].n_unique()
    return (table.with_findings(*_empty_rankings(empty, rows.height)),)


def _read_pairs(source: Source) -> tuple[AnyTable, ...]:
    # The release of 2015 ends its lines with two carriage returns.
    rows = read_rows(Source(source.path, source.data.replace(b"\r\r\n", b"\n")))
    first, second = (pl.col(f"system{i}rank").str.strip_chars().cast(pl.Int64, strict=False) for i in (1, 2))
    frame = rows.select(
        **_common(None, "judgeID"),
        ranking=pl.col("rankingID").str.strip_chars(),
        system_a=pl.col("system1Id"),
        system_b=pl.col("system2Id"),
        outcome=_outcome(first, second),
        **{LINE: pl.col(LINE)},
    )
    return (Comparisons.check(frame, source=source.name),)


def _common(document: str | None, judge: str) -> dict[str, pl.Expr]:
    return {
        "annotator": pl.col(judge),
        "document": pl.col(document) if document else pl.lit(None, dtype=pl.String),
        "segment": pl.col("segmentId"),
        "source_lang": pl.col("srclang"),
        "target_lang": pl.col("trglang"),
    }


def _outcome(rank_a: pl.Expr, rank_b: pl.Expr) -> pl.Expr:
    """Lower rank is better; a rank that is no number leaves the outcome missing, which the checks report."""
    return (
        pl.when(rank_a < rank_b)
        .then(pl.lit("a"))
        .when(rank_b < rank_a)
        .then(pl.lit("b"))
        .when(rank_a == rank_b)
        .then(pl.lit("tie"))
    )


def _empty_rankings(empty: int, total: int) -> list[Finding]:
    if not empty:
        return []
    text = f"{empty:,} of {total:,} rankings rank fewer than two systems and give no comparison."
    return [Finding("AJ103", "note", text, {"empty": empty, "rankings": total})]


FORMATS = (
    Format(
        "wmt-rankings",
        "WMT relative rankings, five systems to a line (2010-2014)",
        ("comparisons",),
        lambda source: read_header(source) == _FIVE_HEADER,
        _read_five,
    ),
    Format(
        "wmt-ranking-pairs",
        "WMT relative rankings, one pair to a line (2015)",
        ("comparisons",),
        lambda source: read_header(source) == _PAIR_HEADER,
        _read_pairs,
    ),
)
