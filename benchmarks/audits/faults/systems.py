"""Faults of systems and documents."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.annotators import BASE
from benchmarks.audits.faults.design import PLAIN
from benchmarks.audits.faults.fault import Fault, Planted, middling


def _scored(campaign: Campaign, system: str, scores: pl.Expr) -> Planted:
    """Other scores for one system."""
    its = pl.col("system") == system
    return Planted(campaign.with_scores(pl.when(its).then(scores).otherwise(pl.col("score"))), {"systems": (system,)})


def zero(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Nothing but 0, as for a system that returns the source."""
    return _scored(campaign, middling(campaign, rng), pl.lit(0.0))


def far_below(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The worst system is 35 points worse than it was."""
    return _scored(campaign, campaign.systems[-1], pl.col("score") - 35)


def good_or_nothing(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system whose outputs are better than all others, but a quarter of them fail: a low mean of high ranks."""
    failed = pl.Series(rng.random(campaign.frame.height) < 0.27)
    return _scored(campaign, campaign.systems[3], pl.when(failed).then(0.0).otherwise(pl.col("score") + 20))


def book(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """All documents of four annotators are one, longer than a session: no task could have held it."""
    who = rng.permutation(np.array(campaign.names("annotator")))[:4].tolist()
    mine = pl.col("annotator").is_in(who)
    name = str(campaign.frame.filter(mine)["document"][0])
    number = pl.format("{}-{}", "document", "segment").rank("dense").over(mine).cast(pl.String)
    frame = campaign.frame.with_columns(
        document=pl.when(mine).then(pl.lit(name)).otherwise("document"),
        segment=pl.when(mine).then(number).otherwise("segment"),
        showing=pl.when(mine).then(pl.format("{}-{}", "session", "system")).otherwise("showing"),
    )
    return Planted(campaign.with_rows(frame), {"documents": (name,)})


def translated_back(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Half of the documents were first written in the target language, and are easier for it."""
    documents = rng.permutation(np.array(campaign.names("document")))
    reverse = documents[: len(documents) // 2].tolist()
    its = pl.col("document").is_in(reverse)
    frame = campaign.frame.with_columns(origin=pl.when(its).then("target_lang").otherwise("source_lang"))
    scored = campaign.with_rows(frame).with_scores(pl.col("score") + pl.when(its).then(4).otherwise(0))
    return Planted(scored, {"documents": tuple(sorted(reverse))})


def one_bad_document(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system fails on the longest document: 50 points less than elsewhere."""
    system = middling(campaign, rng)
    sizes = campaign.frame.group_by("document").agg(pl.col("segment").n_unique()).sort("segment", "document")
    document = str(sizes["document"][-1])
    failed = (pl.col("system") == system) & (pl.col("document") == document)
    scores = pl.when(failed).then(pl.col("score") - 50).otherwise(pl.col("score"))
    return Planted(campaign.with_scores(scores), {"systems": (system,), "documents": (document,)})


FAULTS: Final = (
    Fault(
        "a system of zeros",
        "zero system",
        zero,
        BASE,
        # Nobody can tell a damaged copy of it from the original; it pulls down every session that holds it.
        frozenset({"outlier system", "same scores in a document"}),
    ),
    Fault("a system far below", "outlier system", far_below, BASE),
    Fault(
        "a system that is good or fails",
        "order against ranks",
        good_or_nothing,
        PLAIN,
        # Its failures fall on some documents and some annotators more than on others.
        frozenset({"unstable", "raw against z", "odd document"}),
        alone=False,
    ),
    Fault("a document as long as a book", "long documents", book, PLAIN),
    Fault("a system that fails on a document", "odd document", one_bad_document, BASE),
    Fault("reverse-created documents", "reverse-created", translated_back, BASE),
)
