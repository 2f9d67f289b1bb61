"""Direct assessment as WMT released it: `ad-latest`, `ad-*-good-stnd*`, and the moments in `trk-mean-sd`.

The standardised files hold z in the score column. With the moments of each annotator raw = z * sd + mean.
"""

from __future__ import annotations

import re
from typing import Final

import polars as pl

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.columns import LINE, Column
from adjudge.core.scale import STANDARDISED
from adjudge.core.tables import AnyTable, Ratings
from adjudge.io import catalogue
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, checked, na, supplement, unused
from adjudge.io.source import Source
from adjudge.io.wmt.catalogue import LOST_ANNOTATORS

MOMENTS: Final = "annotator-moments"
_HEADER: Final = [
    *("HITId", "WorkerId", "Input.src", "Input.trg", "Input.item", "hit"),
    *("sys_id", "rid", "type", "sid", "score", "time"),
]
#: Document-level files have the document and its number of sentences in the place of the segment.
_DOCUMENT_HEADER: Final = [*_HEADER[:9], "doc_id", "doc_snts", "score", "time"]
_KINDS: Final = {"SYSTEM": "system", "REPEAT": "repeat", "REF": "reference", "BAD_REF": "degraded"}
_R_PRINT: Final = re.compile(r'\[1\] ("(?P<name>[^"]*)"|(?P<number>\S+))')
_MOMENTS_COLUMNS: Final = (
    Column("annotator", "text", "the person who judged", nullable=False),
    Column("mean", "number", "mean of the annotator's raw scores"),
    Column("sd", "number", "standard deviation of the annotator's raw scores"),
)


def _read(source: Source) -> tuple[AnyTable, ...]:
    return _ratings(source, read_words(source, _HEADER), pl.col("sid"), pl.lit(None, dtype=pl.String), "segment")


def _read_documents(source: Source) -> tuple[AnyTable, ...]:
    """A score for a whole document: the document stands for its segment too."""
    return _ratings(source, read_words(source, _DOCUMENT_HEADER), pl.col("doc_id"), pl.col("doc_id"), "document")


def _ratings(
    source: Source, rows: pl.DataFrame, segment: pl.Expr, document: pl.Expr, scope: str
) -> tuple[AnyTable, ...]:
    frame = rows.select(
        annotator=na("WorkerId"),
        session=na("HITId"),
        system=pl.col("sys_id").str.strip_chars('"'),
        document=document,
        segment=segment,
        kind=pl.col("type").replace(_KINDS),
        score=na("score"),
        showing=na("rid"),
        # The order in the file is the order of presentation (README of the release).
        position=pl.when(na("HITId").is_not_null()).then(pl.int_range(pl.len()).over("HITId", "WorkerId")),
        source_lang=pl.col("Input.src"),
        target_lang=pl.col("Input.trg"),
        **{LINE: pl.col(LINE)},
    )
    if scope == "document":
        frame = frame.with_columns(scope=pl.lit(scope))
    left_out = ("Input.item", "hit", "doc_snts", "time")
    notes = [unused(source, *(name for name in left_out if name in rows.columns))]
    if _is_standardised(rows["score"]):
        frame = frame.with_columns(scale=pl.lit(STANDARDISED))
        notes.append(source.settled_by(MOMENTS, catalogue.STANDARDISED_SCORES(_source=source.name)))
    return (checked(Ratings, frame, source).with_findings(*notes),)


def _is_standardised(scores: pl.Series) -> bool:
    """Raw scores are whole numbers, z-scores are not; single values that are wrong do not turn the verdict."""
    numbers = scores.cast(pl.Float64, strict=False).drop_nulls()
    return 2 * int((numbers == numbers.round()).sum()) < len(numbers)


def _is_moments(source: Source) -> bool:
    first = source.sample[:4]
    # The print-out of the tests of annotators begins alike, but has a line `t` after its second.
    return sum(map(bool, map(_R_PRINT.fullmatch, first[:3]))) > 1 and (len(first) < 3 or first[2].strip() != "t")


def _read_moments(source: Source) -> tuple[AnyTable, ...]:
    """An R print-out: name, mean and sd of one annotator on three lines."""
    lines = [(number, _R_PRINT.fullmatch(line.strip())) for number, line in source.lines()]
    wrong = [number for i, (number, match) in enumerate(lines) if not match or (match["name"] is None) != bool(i % 3)]
    if wrong or len(lines) % 3:
        source.report_lines(catalogue.UNEVEN_MOMENTS, wrong[:1] or [lines[-1][0]], total=len(lines))
        return ()
    values = [match["name"] or match["number"] for _, match in lines if match]
    columns = {"annotator": values[::3], "mean": values[1::3], "sd": values[2::3]}
    frame = pl.DataFrame({**columns, LINE: [number for number, _ in lines[::3]]})
    frame = frame.with_columns(na("mean"), na("sd"))
    return (supplement(MOMENTS, _MOMENTS_COLUMNS, frame, source),)


def restore_raw(ratings: Ratings, moments: pl.DataFrame) -> Ratings:
    """Turn released z-scores back into raw scores: raw = z * sd + mean.

    The release rounded mean and sd before it divided, so the product is a whole number to about 1e-12; it is
    rounded where that holds (checked for every row of WMT22 cs-en and zh-en). Annotators with a standard deviation of 0
    have no z-scores; where the release left their judgements out, AJ137 names them.

    Raises:
        InputError: AJ023 if an annotator has no moments, or two different ones.
    """
    moments = moments.drop_nulls().unique()
    z = pl.col("scale") == STANDARDISED
    needed = ratings.frame.filter(z)["annotator"].unique()
    twice = moments.filter(pl.col("annotator").is_duplicated())["annotator"].unique()
    _require_none(catalogue.NO_MOMENTS, needed.filter(~needed.is_in(moments["annotator"].to_list())))
    _require_none(catalogue.TWO_MOMENTS, needed.filter(needed.is_in(twice.to_list())))
    raw = pl.col("score") * pl.col("sd") + pl.col("mean")
    frame = (
        ratings.frame.join(moments, on="annotator", how="left", maintain_order="left")
        .with_columns(score=pl.when(z).then(_whole(raw)).otherwise(pl.col("score")))
        .with_columns(scale=pl.when(~z).then(pl.col("scale")))
        .drop("mean", "sd")
    )
    outside = frame.filter(~pl.col("score").is_between(0, 100))
    _require_none(catalogue.WRONG_MOMENTS, outside["annotator"].unique())
    restored = ratings.with_frame(frame.drop("scale") if frame["scale"].is_null().all() else frame)
    flat = moments.filter(pl.col("sd") == 0)["annotator"].unique().sort()
    lost = flat.filter(~flat.is_in(ratings.frame["annotator"].unique().to_list())).to_list()
    return restored.with_findings(LOST_ANNOTATORS(annotators=lost)) if lost else restored


def _whole(raw: pl.Expr) -> pl.Expr:
    """Rounded where a number is whole but for the last digits of its arithmetic."""
    return pl.when((raw - raw.round()).abs() < 1e-6).then(raw.round()).otherwise(raw)


def _require_none(entry: ErrorEntry, annotators: pl.Series) -> None:
    if len(annotators):
        raise entry(annotator=annotators.sort()[0], n=len(annotators))


FORMATS = (
    Format(
        "wmt-da",
        "direct assessment as released by WMT: ad-latest, ad-*-good-stnd-redup",
        gives=("ratings",),
        detect=lambda source: source.first_line.split() == _HEADER,
        read=_read,
        author="organisers of WMT16 to WMT22",
        tried=(
            "wmt-conference/wmt21-news-systems: humaneval/facebook-wikipedia-2021/ad-good-raw-redup.csv",
            "wmt-conference/wmt22-news-systems: humaneval/DA/newstest2022-toen/ad-*en-good-stnd.csv",
        ),
    ),
    Format(
        "wmt-document-da",
        "document-level direct assessment as released by WMT: ad-latest-doc",
        gives=("ratings",),
        detect=lambda source: source.first_line.split() == _DOCUMENT_HEADER,
        read=_read_documents,
        author="organisers of WMT19 to WMT21",
    ),
    Format(
        "wmt-moments",
        "mean and standard deviation of each annotator as released by WMT: ad-*-trk-mean-sd",
        gives=(MOMENTS,),
        detect=_is_moments,
        read=_read_moments,
        author="organisers of WMT16 to WMT22",
        tried=("wmt-conference/wmt22-news-systems: humaneval/DA/newstest2022-toen/ad-*en-trk-mean-sd*.txt",),
    ),
)
