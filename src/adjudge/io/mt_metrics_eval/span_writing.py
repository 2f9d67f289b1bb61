"""Writing error spans for mt-metrics-eval: rating files, and ratings that stand alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import Spans, Table, Texts
from adjudge.io.mt_metrics_eval.catalogue import LOST_COLUMNS, NO_PLACE, NO_SPANS, NO_TEXTS, SEVERAL_RATERS
from adjudge.io.mt_metrics_eval.places import PLACE, Places, find_places
from adjudge.io.mt_metrics_eval.score_writing import require_writable
from adjudge.io.mt_metrics_eval.scores import MISSING
from adjudge.io.writers import FileContent, Writer

STANDALONE: Final = ".ratings.jsonl"
_RATING: Final = ["annotator", "system", PLACE]
_LOST: Final = ("session", "comment", "showing", "started", "collection")
_NOWHERE: Final = -1


def placed_spans(table: Table, places: Places) -> tuple[pl.DataFrame, list[Finding]]:
    """Spans with their lines, and what a file of them cannot hold."""
    frame = places.of(table.frame)
    absent = [name for name in ("annotator", "start", "end", "category") if name not in frame.columns]
    types = {"start": pl.Int64, "end": pl.Int64}
    frame = frame.with_columns(pl.lit(None, dtype=types.get(name, pl.String)).alias(name) for name in absent)
    lost = [name for name in _LOST if name in frame.columns and frame[name].null_count() < frame.height]
    nowhere = frame.filter((pl.col("severity") != "no-error") & pl.col("start").is_null()).height
    notes = [LOST_COLUMNS(columns=lost)] if lost else []
    return frame, notes + ([NO_PLACE(marks=nowhere)] if nowhere else [])


def require_spans(table: Table) -> Spans:
    """The spans of one language pair.

    Raises:
        InputError: AJ018 or AJ020.
    """
    if not isinstance(table, Spans):
        raise NO_SPANS(held=table.noun)
    require_writable("system", table.frame["system"])
    return choose_language_pair(table, None)


def _errors(rows: pl.DataFrame) -> list[dict[str, Any]]:
    """The marks of one rating as mt-metrics-eval writes them."""
    return [
        {
            "start": _NOWHERE if row["start"] is None else row["start"],
            "end": _NOWHERE if row["end"] is None else row["end"],
            "category": row["category"],
            "severity": row["severity"],
            "score": None,
            "is_source_error": False,
        }
        for row in rows.iter_rows(named=True)
        if row["severity"] != "no-error"
    ]


def rating_lines(frame: pl.DataFrame, lines: int) -> bytes:
    """`SYSTEM`, errors or None, and the rater, in one block for each system.

    Raises:
        InputError: AJ022 if a segment has more than one rating.
    """
    ratings = frame.select(_RATING).unique()
    several = ratings.group_by("system", PLACE).len().filter(pl.col("len") > 1).height
    if several:
        raise SEVERAL_RATERS(n=several)
    held = {
        (system, place): (rater, _errors(rows))
        for (rater, system, place), rows in frame.group_by(_RATING, maintain_order=True)
    }
    systems = frame["system"].unique(maintain_order=True)
    return "".join(
        _line(system, held.get((system, place))) for system in systems for place in range(1, lines + 1)
    ).encode()


def _line(system: str, rating: tuple[Any, list[dict[str, Any]]] | None) -> str:
    if rating is None:
        return f"{system}\t{MISSING}\n"
    rater, errors = rating
    ending = "" if rater is None else f"\t{rater}"
    return f"{system}\t{json.dumps({'errors': errors})}{ending}\n"


def _write_ratings(table: Table, _: Sequence[Table]) -> FileContent:
    spans = require_spans(table)
    require_writable("annotator", spans.frame["annotator"].drop_nulls())
    places = find_places([spans])
    frame, notes = placed_spans(spans, places)
    return FileContent(rating_lines(frame, places.lines), (*notes, *places.findings))


def _write_standalone(table: Table, others: Sequence[Table]) -> FileContent:
    spans = require_spans(table)
    texts = next((choose_language_pair(other, None) for other in others if isinstance(other, Texts)), None)
    places = find_places([texts, spans] if texts else [spans])
    frame, notes = placed_spans(spans, places)
    shown = _shown(texts, places) if texts else {}
    lines = "".join(json.dumps(line) + "\n" for line in _standalone(frame, shown))
    notes += [] if shown else [NO_TEXTS()]
    return FileContent(lines.encode(), (*notes, *places.findings))


def _shown(texts: Texts, places: Places) -> dict[int, dict[str, str | None]]:
    """Source and outputs of every line."""
    return {row[PLACE]: row for row in places.of(texts.frame).iter_rows(named=True)}


def _standalone(frame: pl.DataFrame, shown: dict[int, dict[str, str | None]]) -> Iterator[dict[str, Any]]:
    for (rater, system, place), rows in frame.group_by(_RATING, maintain_order=True):
        first = rows.row(0, named=True)
        held = shown.get(int(str(place)), {})
        yield {
            "source": held.get("source") or "",
            "hypothesis": held.get(str(system)) or "",
            "errors": _errors(rows),
            "document_id": first["document"],
            "segment_id": int(str(place)) - 1,
            "system_id": system,
            "rater_id": rater,
            "src_lang": first.get("source_lang"),
            "tgt_lang": first.get("target_lang"),
        }


WRITERS: Final = (
    Writer(".seg.rating", "error spans for mt-metrics-eval", "mtme-ratings", _write_ratings),
    Writer(STANDALONE, "standalone ratings for mt-metrics-eval", "mtme-standalone", _write_standalone),
)
