"""Files that a campaign names beside its texts: tutorial items, and scores of metrics."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.near import nearest
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import MetricScores, Texts
from adjudge.io.campaigns.catalogue import (
    BAD_TUTORIAL,
    METRICS_LACK,
    NO_METRIC_COLUMNS,
    NOT_METRICS,
    NOT_TUTORIAL,
    OTHER_SEGMENTS,
    SEGMENTS_UNSCORED,
    TUTORIAL_UNUSED,
)
from adjudge.io.campaigns.places import CampaignPlaces, header_of, shortened
from adjudge.io.reading import read_file
from adjudge.io.together.joining import Reading

_KEY = ("controls", "tutorial")
_METRICS = ("calibration", "metrics")
_NEEDED = ("segment", "source", "output")
_NEEDED_OF_METRICS = tuple(column.name for column in MetricScores.columns if column.presence == "required")
_KEYS = ["document", "segment"]
_TUTORIAL = {
    **dict.fromkeys(("document", "segment", "source", "output"), pl.String),
    "low": pl.Float64,
    "high": pl.Float64,
}


def read_tutorial(places: CampaignPlaces, texts: pl.DataFrame | None) -> pl.DataFrame | None:
    """The tutorial items that a campaign names; None if there are none. Problems are noted."""
    reading = _read(places, places.campaign.controls.tutorial, _KEY, NOT_TUTORIAL, _NEEDED)
    if reading is None:
        return None
    frame = reading.main.frame
    source = reading.path.name
    if _lacks(places, _KEY, NOT_TUTORIAL, _NEEDED, names=frame.columns, source=source):
        return None
    _note_unused(places, frame.columns, source)
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
    reading = _read(places, places.campaign.calibration.metrics, _METRICS, NO_METRIC_COLUMNS, _NEEDED_OF_METRICS)
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
        examples = {"theirs": _example(held), "ours": _example(segments)}
        # Documents can only be what is missing where segments alone do not tell the texts apart.
        unnamed = held["document"].null_count() == held.height and segments["segment"].is_duplicated().any()
        told = {**examples, "lacking": "document" if unnamed else None}
        places.report(OTHER_SEGMENTS, *_METRICS, source=source, wrong=without.height, total=segments.height, **told)
    elif without.height:
        places.findings.append(SEGMENTS_UNSCORED(_source=source, segments=without.height, total=segments.height))


def _example(segments: pl.DataFrame) -> str:
    """The first segment in words; one that stands for its document has none."""
    document, segment = segments.select(_KEYS).row(0)
    return f"segment {segment}" if document in {None, segment} else f"document {document}, segment {segment}"


def _read(
    places: CampaignPlaces, named: str | None, key: tuple[str, ...], entry: ErrorEntry, needed: Sequence[str]
) -> Reading | None:
    """A file; None if it cannot be read, which is noted: by the columns that it lacks, if that is all."""
    path = None if named is None else places.find(named, key)
    if path is None:
        return None
    try:
        return read_file(path)
    except AdjudgeError as error:
        # A reader does not know what the file is for: it asks for another table, and for options that there are not.
        names = [name.strip().lower() for name in header_of(path)]
        if not names or not _lacks(places, key, entry, needed, names=names, source=path.name):
            places.blame(error, key)
        return None


def _lacks(
    places: CampaignPlaces,
    key: tuple[str, ...],
    entry: ErrorEntry,
    needed: Sequence[str],
    *,
    names: Sequence[str],
    source: str,
) -> bool:
    """Whether columns are missing, which is noted."""
    lacking = [name for name in needed if name not in names]
    if lacking:
        found = shortened([name for name in names if name != LINE])
        places.report(entry, *key, source=source, columns=lacking, needed=len(needed), found=found)
    return bool(lacking)


def _note_unused(places: CampaignPlaces, names: Sequence[str], source: str) -> None:
    """Note columns that a tutorial does not have: expected answers under another name would be lost."""
    unused = [name for name in names if name not in {*_TUTORIAL, *Texts.names(), LINE}]
    if unused:
        free = [name for name in _TUTORIAL if name not in names]
        near = dict.fromkeys(found for name in unused if (found := nearest(name, free)))
        places.findings.append(TUTORIAL_UNUSED(columns=unused, near=list(near), _known=list(_TUTORIAL), _source=source))
