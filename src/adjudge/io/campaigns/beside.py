"""Files that a campaign names beside its texts: tutorial items, and scores of metrics."""

from __future__ import annotations

import polars as pl

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import MetricScores, Texts
from adjudge.io.campaigns.catalogue import (
    BAD_TUTORIAL,
    METRICS_LACK,
    NOT_METRICS,
    NOT_TUTORIAL,
    OTHER_SEGMENTS,
    SEGMENTS_UNSCORED,
)
from adjudge.io.campaigns.places import CampaignPlaces
from adjudge.io.reading import read_file
from adjudge.io.together.joining import Reading

_KEY = ("controls", "tutorial")
_METRICS = ("calibration", "metrics")
_KEYS = ["document", "segment"]
_TUTORIAL = {
    **dict.fromkeys(("document", "segment", "source", "output"), pl.String),
    "low": pl.Float64,
    "high": pl.Float64,
}


def read_tutorial(places: CampaignPlaces, texts: pl.DataFrame | None) -> pl.DataFrame | None:
    """The tutorial items that a campaign names; None if there are none. Problems are noted."""
    reading = _read(places, places.campaign.controls.tutorial, _KEY)
    if reading is None:
        return None
    frame = reading.main.frame
    source = reading.path.name
    needed = ("source", "output", "segment")
    lacking = [name for name in needed if name not in frame.columns]
    if lacking:
        places.report(NOT_TUTORIAL, *_KEY, source=source, columns=lacking, needed=len(needed))
        return None
    absent = [pl.lit(None, dtype).alias(name) for name, dtype in _TUTORIAL.items() if name not in frame.columns]
    items = frame.with_columns(absent).with_columns(document=pl.col("document").fill_null("tutorial"))
    numbers = {name: pl.col(name).cast(pl.Float64, strict=False) for name in ("low", "high")}
    unread = [pl.col(name).is_not_null() & held.is_null() for name, held in numbers.items()]
    scale = places.campaign.judging
    low, high = numbers["low"], numbers["high"]
    outside = ~low.is_between(scale.low, scale.high) | ~high.is_between(scale.low, scale.high) | (low > high)
    documents = [] if texts is None or "document" not in texts.columns else texts["document"].drop_nulls().to_list()
    blank = pl.any_horizontal(pl.col("source", "output").is_null())
    bounds = f"low <= high, both from {scale.low:g} to {scale.high:g}"
    rules = (
        (pl.any_horizontal(unread), "has bounds that are no numbers", "numbers in the columns low and high"),
        (outside, "has bounds that no score lies between", bounds),
        (blank, "has items without a source or an output", "both in every row"),
        (pl.col("document").is_in(documents), "has documents that the test set has, too", "names of their own"),
    )
    for broken, what, expected in rules:
        wrong = items.filter(broken).height
        if wrong:
            told = {"what": what, "expected": expected, "wrong": wrong, "total": items.height}
            places.report(BAD_TUTORIAL, *_KEY, source=source, **told)
    items = items.with_columns(**numbers)
    return items.select(pl.col(name).cast(dtype) for name, dtype in _TUTORIAL.items())


def read_metrics(places: CampaignPlaces, texts: pl.DataFrame | None) -> MetricScores | None:
    """The scores of metrics that a campaign names; None if there are none. Problems are noted."""
    reading = _read(places, places.campaign.calibration.metrics, _METRICS)
    if reading is None:
        return None
    scores = reading.main
    if not isinstance(scores, MetricScores):
        places.report(NOT_METRICS, *_METRICS, source=reading.path.name, held=scores.noun)
        return None
    segments = None if texts is None or "segment" not in texts.columns else _segments(texts)
    held = _of_segments(scores.frame, segments)
    systems = _judged_systems(places, texts)
    scored = set(held["system"])
    lacking = [name for name in systems if name not in scored]
    if lacking:
        places.report(
            METRICS_LACK, *_METRICS, source=reading.path.name, systems=lacking, lacking=len(lacking), total=len(systems)
        )
    elif segments is not None:
        _require_same_segments(places, held, segments, reading.path.name)
    return scores.with_frame(held)


def _judged_systems(places: CampaignPlaces, texts: pl.DataFrame | None) -> list[str]:
    known = [] if texts is None else [name for name in texts.columns if name not in Texts.names()]
    named = [name for name in known if name not in places.campaign.references]
    return named if places.campaign.systems is None else list(places.campaign.systems)


def _segments(texts: pl.DataFrame) -> pl.DataFrame:
    """Documents and segments of the texts; a segment without a document is one, as when texts are sampled."""
    document = pl.col("document") if "document" in texts.columns else pl.lit(None, pl.String)
    return texts.select(pl.coalesce(document, "segment").alias("document"), "segment")


def _of_segments(scores: pl.DataFrame, segments: pl.DataFrame | None) -> pl.DataFrame:
    """The scores of segments, with documents: where scores name none, those of the texts, if segments are unique."""
    absent = [pl.lit(None, pl.String).alias(name) for name in _KEYS if name not in scores.columns]
    held = scores.with_columns(absent).filter(pl.col("segment").is_not_null(), pl.col("score").is_not_null())
    named = held["document"].null_count() < held.height
    if segments is None or named or segments["segment"].is_duplicated().any():
        return held
    return held.drop("document").join(segments, on="segment", how="left", maintain_order="left").select(held.columns)


def _require_same_segments(places: CampaignPlaces, held: pl.DataFrame, segments: pl.DataFrame, source: str) -> None:
    """Note scores of other texts; of texts that lack some, what they lack."""
    without = segments.join(held, on=_KEYS, how="anti")
    if without.height == segments.height:
        places.report(OTHER_SEGMENTS, *_METRICS, source=source, wrong=without.height, total=segments.height)
    elif without.height:
        places.findings.append(SEGMENTS_UNSCORED(_source=source, segments=without.height, total=segments.height))


def _read(places: CampaignPlaces, named: str | None, key: tuple[str, ...]) -> Reading | None:
    path = None if named is None else places.find(named, key)
    if path is None:
        return None
    try:
        return read_file(path)
    except AdjudgeError as error:
        places.blame(error, key)
        return None
