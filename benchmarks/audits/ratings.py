"""Draw a clean campaign of ratings."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import REFERENCE, SYSTEMS, Campaign, drawn_qualities
from benchmarks.audits.schedule import Ints, document_lengths, schedule
from benchmarks.audits.scores import Rows, drawn_scores
from benchmarks.audits.shape import RatingShape
from benchmarks.audits.wording import drawn_texts, word_counts

#: A Monday morning, in Unix seconds, and how many seconds sessions of one person are apart: a day.
START: Final = 1_700_000_000
DAY: Final = 86_400
#: Seconds for a click, and for a word of source and output together.
CLICK, WORD = 3.0, 0.55
_RECORDED: Final = {
    "times": ("session", "position", "showing", "started", "ended"),
    "order": ("session", "position", "showing"),
    "sessions": ("session",),
    "annotators": (),
}


def clean_ratings(shape: RatingShape, seed: int) -> Campaign:
    """The campaign of this shape and seed; nothing in it deserves a warning."""
    rng = np.random.default_rng([seed, 11_317])
    quality = drawn_qualities(shape.systems, shape.width, rng, tie=shape.tie)
    names = [name for name in SYSTEMS if name in quality]
    lengths = document_lengths(shape, rng)
    frame = _rows(shape, lengths, rng)
    values = np.array([quality[name] for name in names])
    codes = {name: frame[name].to_numpy().astype(np.intp) for name in ("annotator", "document", "segment", "system")}
    rows = Rows(**codes, degraded=(frame["kind"] == "degraded").to_numpy())
    score = np.round(shape.points / 100 * drawn_scores(rows, np.append(values, values.max() + 3), rng))
    words = word_counts(int(lengths.sum()), rng)
    frame = _timed(frame.with_columns(score=score, words=pl.Series(words).gather(frame["segment"])), rng)
    texts = drawn_texts(names, lengths, words, rng, documents=shape.documents) if shape.texts else None
    return Campaign(_named(shape, frame, [*names, REFERENCE]), quality, texts)


def _rows(shape: RatingShape, lengths: Ints, rng: np.random.Generator) -> pl.DataFrame:
    """One row per item to be judged, as codes, in the order of sessions; a display keeps its segments in order."""
    tasks = sorted(schedule(shape, lengths, rng), key=lambda task: task[:3])
    size = lengths[[task.document for task in tasks]]
    display = np.repeat(np.arange(len(tasks)), size)
    starts = np.cumsum(lengths) - lengths
    within = np.arange(len(display)) - np.repeat(np.cumsum(size) - size, size)
    frame = pl.DataFrame(
        {name: [getattr(task, name) for task in tasks] for name in ("annotator", "session", "document", "system")}
        | {"kind": [task.kind for task in tasks]}
    )
    frame = frame[display].with_columns(showing=pl.Series(display), within=pl.Series(within))
    return frame.with_columns(
        segment=pl.Series(starts)[frame["document"].to_numpy()] + pl.col("within"),
        position=pl.int_range(pl.len()).over("annotator", "session"),
    )


def _timed(frame: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    """Start and end of every judgement: reading takes as long as the text is, with pauses, one session a day."""
    people = int(frame["annotator"].max()) + 1  # type: ignore[arg-type]
    pace = np.exp(rng.normal(0, 0.2, people))[frame["annotator"].to_numpy()]
    took = CLICK + WORD * frame["words"].to_numpy() * pace * np.exp(rng.normal(0, 0.3, frame.height))
    pause = rng.exponential(1.5, frame.height)
    whole = pl.Series(took + pause)
    frame = frame.with_columns(took=pl.Series(took), whole=whole)
    begin = START + DAY * pl.col("session") + 600 * pl.col("annotator")
    done = pl.col("whole").cum_sum().over("annotator", "session")
    started = (begin + done - pl.col("whole")).round(1)
    return frame.with_columns(started=started, ended=started + pl.col("took").round(1))


def _named(shape: RatingShape, frame: pl.DataFrame, systems: list[str]) -> pl.DataFrame:
    """Names for codes, and only the columns that the campaign recorded."""
    document = pl.format("doc-{}", pl.col("document").cast(pl.String).str.zfill(3))
    named = frame.select(
        annotator=pl.format("ann-{}", pl.col("annotator").cast(pl.String).str.zfill(2)),
        session=pl.format("task-{}-{}", pl.col("annotator").cast(pl.String).str.zfill(2), "session"),
        system=pl.Series(systems)[frame["system"].to_numpy()],
        document=document if shape.documents else pl.lit(None, pl.String),
        segment=(pl.col("within" if shape.documents else "segment") + 1).cast(pl.String),
        kind="kind",
        score="score",
        position="position",
        showing=pl.format("show-{}", "showing"),
        started="started",
        ended="ended",
    )
    if shape.languages:
        named = named.with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit("deu"), origin=pl.lit("eng"))
    if shape.points != 100:
        named = named.with_columns(scale=pl.lit(f"0..{shape.points}"))
    hidden = set(_RECORDED["times"]) - set(_RECORDED[shape.recorded])
    return named.drop(hidden)
