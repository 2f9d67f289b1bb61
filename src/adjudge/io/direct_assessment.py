"""Direct assessment as WMT released it: `ad-latest`, `ad-*-good-stnd*`, and the moments in `trk-mean-sd`.

The standardised files hold z in the score column. With the moments of each annotator raw = z * sd + mean.
"""

from __future__ import annotations

import re
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.scale import STANDARDISED
from adjudge.core.tables import AnyTable, Ratings, Supplement
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, checked, na, unused, words_frame
from adjudge.io.source import Source

MOMENTS: Final = "annotator-moments"
_HEADER: Final = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time".split()
_KINDS: Final = {"SYSTEM": "system", "REPEAT": "repeat", "REF": "reference", "BAD_REF": "degraded"}
_R_PRINT = re.compile(r'\[1\] ("(?P<id>[^"]*)"|(?P<number>-?[\d.]+(e[-+]?\d+)?)|NA)')


def _read(source: Source) -> tuple[AnyTable, ...]:
    rows = words_frame(source, read_words(source)[1:], _HEADER)
    score = pl.col("score").cast(pl.Float64, strict=False)
    whole = rows.select(((score == score.round()) & score.is_between(0, 100)).fill_null(value=True).all()).item()
    frame = rows.select(
        annotator=na("WorkerId"),
        session=na("HITId"),
        system=pl.col("sys_id").str.strip_chars('"'),
        document=pl.lit(None, dtype=pl.String),
        segment=pl.col("sid"),
        kind=pl.col("type").replace(_KINDS),
        score=na("score"),
        scale=pl.lit(None if whole else STANDARDISED, dtype=pl.String),
        showing=na("rid"),
        # The order in the file is the order of presentation (README of the release).
        position=pl.when(na("HITId").is_not_null()).then(pl.int_range(pl.len()).over("HITId", "WorkerId")),
        source_lang=pl.col("Input.src"),
        target_lang=pl.col("Input.trg"),
        **{LINE: pl.col(LINE)},
    )
    if whole:
        frame = frame.drop("scale")
    ratings = checked(Ratings, frame, source)
    notes = [unused(source, "Input.item", "hit", "time")]
    return (ratings.with_findings(*notes, *([] if whole else [_standardised(source)])),)


def _standardised(source: Source) -> Finding:
    return Finding(
        "AJ104",
        "warning",
        f"{source.name} holds standardised scores; the raw scores are unknown.",
        todo="give the file of means and standard deviations (ad-*-trk-mean-sd.txt) as a further file",
    )


def _read_moments(source: Source) -> tuple[AnyTable, ...]:
    """An R print-out: name, mean and sd of one annotator on three lines."""
    lines = source.lines()
    matches = [_R_PRINT.fullmatch(line.strip()) for _, line in lines]
    wrong = [number for (number, _), match in zip(lines, matches, strict=True) if match is None]
    if wrong or len(lines) % 3:
        raise InputError(
            Problem(
                "AJ009",
                f"{source.name}: "
                + (f"line {wrong[0]} is no R print-out" if wrong else f"{len(lines)} lines are not three to a name"),
                '[1] "name", [1] mean and [1] sd on three lines for each annotator',
                f"{len(wrong) or len(lines)} lines",
                "check that the file is complete",
            )
        )
    values = [match["id"] if match and match["id"] is not None else match and match["number"] for match in matches]
    frame = pl.DataFrame({"annotator": values[::3], "mean": values[1::3], "sd": values[2::3]}, schema_overrides=_TEXT)
    frame = frame.with_columns(pl.col("mean", "sd").cast(pl.Float64))
    return (Supplement(MOMENTS, frame),)


_TEXT: Final = dict.fromkeys(("annotator", "mean", "sd"), pl.String)


def restore_raw(ratings: Ratings, moments: pl.DataFrame) -> Ratings:
    """Turn released z-scores back into raw scores: raw = z * sd + mean.

    The release rounded mean and sd before it divided, so the product is a whole number to about 1e-12; it is
    rounded where that holds (checked for every row of WMT22 cs-en and zh-en).

    Raises:
        InputError: AJ023 if an annotator has no moments, or two different ones.
    """
    moments = moments.unique()
    z = pl.col("scale") == STANDARDISED
    needed = ratings.frame.filter(z)["annotator"].unique()
    twice = moments.filter(pl.col("annotator").is_duplicated())["annotator"].unique()
    _require_none(needed.filter(~needed.is_in(moments["annotator"].to_list())), "has no mean and sd in the files given")
    _require_none(needed.filter(needed.is_in(twice.to_list())), "has two different means or sds in the files given")
    raw = pl.col("score") * pl.col("sd") + pl.col("mean")
    whole = pl.when((raw - raw.round()).abs() < 1e-6).then(raw.round()).otherwise(raw)  # noqa: PLR2004
    frame = (
        ratings.frame.join(moments, on="annotator", how="left", maintain_order="left")
        .with_columns(score=pl.when(z).then(whole).otherwise(pl.col("score")))
        .drop("mean", "sd", "scale")
    )
    kept = tuple(finding for finding in ratings.findings if finding.code != "AJ104")
    return Ratings(Ratings.check(frame).frame, kept)


def _require_none(annotators: pl.Series, what: str) -> None:
    if len(annotators):
        raise InputError(
            Problem(
                "AJ023",
                f"annotator {annotators.sort()[0]} {what}",
                "one mean and one sd for every annotator",
                f"{len(annotators):,} annotators",
                "give the file of means and standard deviations that belongs to the scores, one pair at a time",
            )
        )


FORMATS = (
    Format(
        "wmt-da",
        "direct assessment as released by WMT: ad-latest, ad-*-good-stnd-redup",
        ("ratings",),
        lambda source: source.first_line.split() == _HEADER,
        _read,
    ),
    Format(
        "wmt-moments",
        "mean and sd of each annotator as released by WMT: ad-*-trk-mean-sd",
        ("annotator-moments",),
        lambda source: all(_R_PRINT.fullmatch(line.strip()) for line in source.sample[:3]) and bool(source.sample),
        _read_moments,
    ),
)
