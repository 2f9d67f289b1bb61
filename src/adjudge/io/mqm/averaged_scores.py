"""MQM scores of segments, averaged over annotators (`avg_seg_scores`): three words a line, or eight columns with texts.

Releases up to 2021 have a header with blanks between the names, and tabs or blanks between the values. That of 2022 is
tab-separated and holds source, reference and output; a tab inside an output moves the columns of its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, MetricScores
from adjudge.io import catalogue as io_catalogue
from adjudge.io.delimited import read_words, report_uneven
from adjudge.io.formats import Format, build_all, checked, is_number
from adjudge.io.mqm.catalogue import TABS_IN_OUTPUTS
from adjudge.io.mqm.quoting import header_names
from adjudge.io.mqm.texts import read_outputs
from adjudge.io.source import Source

_AUTHOR: Final = "google/wmt-mqm-human-evaluation"
_WORDS: Final = ["system", "mqm_avg_score", "seg_id"]
_COLUMNS: Final = ["sys", "hyp", "domain", "doc", "source", "ref", "score", "seg_id"]
_MISSING: Final = "None"


def _read_words(source: Source) -> tuple[AnyTable, ...]:
    rows = read_words(source, _WORDS).rename({"mqm_avg_score": "score", "seg_id": "segment"})
    return (_scores(source, rows, []),)


def _scores(source: Source, rows: pl.DataFrame, columns: Sequence[str], *notes: Finding) -> MetricScores:
    missing = pl.col("score") == _MISSING
    frame = rows.select(
        "system",
        *columns,
        "segment",
        metric=pl.lit("mqm"),
        score=pl.when(~missing).then(pl.col("score")),
        **{LINE: pl.col(LINE)},
    )
    n = int(rows.select(missing.sum()).item())
    unrated = [io_catalogue.UNRATED_SEGMENTS(missing=n, _rows=rows.height)] if n else []
    return checked(MetricScores, frame, source).with_findings(*unrated, *notes)


def _read_with_texts(source: Source) -> tuple[AnyTable, ...]:
    if header_names(source) != _COLUMNS:
        raise io_catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=", ".join(_COLUMNS))
    lines = [(line, text.split("\t")) for line, text in source.lines()[1:]]
    domains = {fields[2] for _, fields in lines if len(fields) == len(_COLUMNS)}
    joined = [(line, _join_output(fields, domains)) for line, fields in lines]
    wrong = [(line, len(fields)) for line, fields in joined if len(fields) != len(_COLUMNS)]
    if wrong:
        report_uneven(source, [line for line, _ in wrong], wrong[0][1], _COLUMNS, total=len(lines))
    even = [(line, fields) for line, fields in joined if len(fields) == len(_COLUMNS)]
    repaired = sum(len(fields) > len(_COLUMNS) for _, fields in lines) - sum(n > len(_COLUMNS) for _, n in wrong)
    notes = [TABS_IN_OUTPUTS(rows=repaired, _source=source.name)] if repaired else []
    columns = {name: [fields[i] for _, fields in even] for i, name in enumerate(_COLUMNS)}
    rows = pl.DataFrame(columns, schema=dict.fromkeys(_COLUMNS, pl.String)).with_columns(
        pl.Series(LINE, [line for line, _ in even], dtype=pl.Int64)
    )
    rows = rows.rename({"sys": "system", "hyp": "target", "doc": "document", "ref": "reference", "seg_id": "segment"})
    return build_all(
        lambda: _scores(source, rows, ["document"], *notes),
        lambda: read_outputs(source, rows),
    )


def _join_output(fields: list[str], domains: set[str]) -> list[str]:
    """The fields with tabs inside the output put back, if all behind it then fit their columns."""
    extra = len(fields) - len(_COLUMNS)
    if extra <= 0:
        return fields
    behind = fields[2 + extra :]
    score, segment = behind[-2:]
    fits = behind[0] in domains and segment.isdecimal() and (score == _MISSING or is_number(score))
    return [fields[0], "\t".join(fields[1 : 2 + extra]), *behind] if fits else fields


FORMATS = (
    Format(
        "mqm-scores",
        "MQM segment scores averaged over annotators",
        gives=("metric scores",),
        detect=lambda source: source.first_line.split() == _WORDS,
        read=_read_words,
        author=_AUTHOR,
        tried=(
            "mqm_newstest2020_ende.avg_seg_scores.tsv",
            "mqm_newstest2020_zhen.avg_seg_scores.tsv",
            "mqm_newstest2021_ende.avg_seg_scores.tsv",
            "mqm_newstest2021_zhen.avg_seg_scores.tsv",
            "mqm_ted_zhen.avg_seg_scores.tsv",
        ),
    ),
    Format(
        "mqm-scores-with-texts",
        "MQM segment scores averaged over annotators, with texts",
        gives=("metric scores", "texts"),
        detect=lambda source: header_names(source) == _COLUMNS,
        read=_read_with_texts,
        author=f"{_AUTHOR} (WMT22)",
    ),
)
