"""Faults of the design: who met which systems on which documents, and how much of it there is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.annotators import BASE
from benchmarks.audits.faults.fault import Fault, Planted, in_order, middling, pick
from benchmarks.audits.faults.handing import handed
from benchmarks.audits.shape import RatingShape

#: Every translation is judged once: rows can change hands without being judged twice by one person.
PLAIN: Final = replace(BASE, controls=(), overlap=0.0)
_MANY: Final = RatingShape(systems=20, annotators=12, items=300, width=6.0, languages=True)


def two_of_eight(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator judges two systems only; her neighbours judge the others on her documents."""
    people = campaign.names("annotator")
    who = pick(campaign, "annotator", rng)
    hers = rng.permutation(np.array(campaign.systems))[:2].tolist()
    others = [name for name in people if name != who]
    taker = pl.Series(others)[(campaign.frame["document"].hash(seed=3) % len(others)).cast(pl.Int64).to_list()]
    given = (pl.col("annotator") == who) & ~pl.col("system").is_in(hers)
    moved = handed(campaign, pl.when(given).then(taker).otherwise(pl.col("annotator")))
    return Planted(moved, {"annotators": (who,)})


def two_halves(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Pairs of annotators share out the systems: one takes four of eight, the other the rest, on documents of both."""
    people = rng.permutation(np.array(campaign.names("annotator"))).tolist()
    half = rng.permutation(np.array(campaign.systems))[: len(campaign.systems) // 2].tolist()
    left, right = people[::2], people[1::2]
    partner = dict(zip([*left, *right], [*right, *left], strict=True))
    wrong = pl.col("annotator").is_in(left) != pl.col("system").is_in(half)
    owner = pl.when(wrong).then(pl.col("annotator").replace_strict(partner)).otherwise(pl.col("annotator"))
    return Planted(handed(campaign, owner), {"systems": tuple(campaign.systems)})  # each half lacks the other


def easy_half(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """One system was judged on the easier half of the documents only."""
    system = middling(campaign, rng)
    ease = campaign.frame.group_by("document").agg(pl.col("score").mean()).sort("score", "document")
    hard = ease["document"][: ease.height // 2].to_list()
    kept = campaign.frame.filter((pl.col("system") != system) | ~pl.col("document").is_in(hard))
    return Planted(campaign.with_rows(in_order(kept)), {"systems": (system,)})


def mostly_missing(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """One system was judged on a quarter of the documents, whichever."""
    system = middling(campaign, rng)
    documents = campaign.names("document")
    kept_documents = rng.permutation(np.array(documents))[: len(documents) // 4].tolist()
    kept = campaign.frame.filter((pl.col("system") != system) | pl.col("document").is_in(kept_documents))
    return Planted(campaign.with_rows(in_order(kept)), {"systems": (system,)})


def own_judge(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Nearly all of a system was judged by one annotator, and little else by that one."""
    system = middling(campaign, rng)
    who = pick(campaign, "annotator", rng)
    return Planted(_judged_by(campaign, {system: who}), {"annotators": (who,)})


def harsh_judge(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Nearly all of a good system was judged by the harshest annotator, who gives 25 points less than the others."""
    system = campaign.systems[1]
    who = pick(campaign, "annotator", rng)
    moved = _judged_by(campaign, {system: who})
    harsh = pl.when(pl.col("annotator") == who).then(pl.col("score") - 25).otherwise(pl.col("score"))
    return Planted(moved.with_scores(harsh), {"systems": (system,)})


def _judged_by(campaign: Campaign, judges: dict[str, str]) -> Campaign:
    """Eleven of twelve documents of systems go to a judge of their own."""
    spared = pl.col("document").hash(seed=5) % 12 == 0
    own = pl.col("system").replace_strict(judges, default=pl.col("annotator"), return_dtype=pl.String)
    return handed(campaign, pl.when(spared).then(pl.col("annotator")).otherwise(own))


def few_translations(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Everybody judges the same six documents: hundreds of judgements, two dozen segments."""
    frame = campaign.frame
    people = campaign.names("annotator")
    documents = campaign.names("document")[:6]
    items = frame.filter(pl.col("document").is_in(documents))
    rows = pl.concat(
        [
            items.with_columns(
                annotator=pl.lit(name),
                session=pl.format("{}-{}", pl.lit(name), "session"),
                showing=pl.format("{}-{}", pl.lit(name), "showing"),
                score=pl.col("score") + float(rng.normal(0, 7)) + pl.Series(rng.normal(0, 9, items.height)),
            )
            for name in people
        ]
    )
    rows = rows.with_columns(score=pl.col("score").round().clip(0, 100))
    return Planted(campaign.with_rows(in_order(rows)), {})


def nearly_equal(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Twenty systems within three points: of 190 pairs some are significant, and many of these by chance."""
    truth = pl.col("system").replace_strict(campaign.quality, default=0.0, return_dtype=pl.Float64)
    return Planted(campaign.with_scores(pl.col("score") - truth / 2), {})


def few_documents(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Five documents, three systems half a point apart."""
    kept = campaign.frame.filter(pl.col("document").is_in(campaign.names("document")[:5]))
    return Planted(campaign.with_rows(in_order(kept)), {})


def nothing_twice(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Of two judgements of a document, the second was never asked for."""
    first = pl.col("annotator") == pl.col("annotator").first().over("document")
    return Planted(campaign.with_rows(in_order(campaign.frame.filter(first))), {})


def no_documents(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The file numbers segments through and does not name documents."""
    number = pl.format("{}-{}", "document", "segment").rank("dense").cast(pl.String)
    return Planted(
        campaign.with_rows(campaign.frame.with_columns(segment=number, document=pl.lit(None, pl.String))), {}
    )


def lonely_documents(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A third of the documents were judged for one system each."""
    documents = rng.permutation(np.array(campaign.names("document")))
    chosen = documents[: len(documents) // 3].tolist()
    owner = {name: campaign.systems[place % len(campaign.systems)] for place, name in enumerate(chosen)}
    own = pl.col("document").replace_strict(owner, default=pl.col("system"), return_dtype=pl.String)
    return Planted(campaign.with_rows(in_order(campaign.frame.filter(pl.col("system") == own))), {})


#: Where sessions or people lack systems, sessions do not represent them, and standardising by them moves systems.
_UNEVEN: Final = frozenset({"sessions differ", "raw against z", "unstable"})

FAULTS: Final = (
    Fault("an annotator of two systems", "few systems met", two_of_eight, PLAIN, _UNEVEN),
    Fault("two halves without a link", "not connected", two_halves, PLAIN, _UNEVEN | {"few systems met"}),
    Fault(
        "a system on the easier half",
        "different documents",
        easy_half,
        PLAIN,
        _UNEVEN | {"low coverage", "luck with documents"},
        alone=False,
    ),
    Fault(
        "a system on a quarter",
        "low coverage",
        mostly_missing,
        PLAIN,
        _UNEVEN | {"different documents", "luck with documents", "no power"},
    ),
    Fault("a system with a judge of its own", "few systems met", own_judge, PLAIN, _UNEVEN | {"unequal work"}),
    Fault(
        "a good system with a harsh judge",
        "raw against z",
        harsh_judge,
        PLAIN,
        _UNEVEN | {"unequal work", "few systems met"},
        alone=False,
    ),
    Fault("no output judged twice", "nothing judged twice", nothing_twice, replace(BASE, controls=())),
    Fault("documents unknown", "documents unknown", no_documents, PLAIN),
    Fault(
        "documents of one system",
        "segments of one system",
        lonely_documents,
        PLAIN,
        _UNEVEN | {"different documents", "luck with documents", "low coverage"},
    ),
    Fault(
        "few translations, many judgements",
        "few segments, many judgements",
        few_translations,
        PLAIN,
        frozenset({"no power"}),
    ),
    Fault("twenty nearly equal systems", "uncorrected tests", nearly_equal, _MANY, frozenset({"no power", "unstable"})),
    Fault(
        "five documents",
        "no power",
        few_documents,
        RatingShape(systems=3, annotators=2, items=200, overlap=1.0, width=1.0, languages=True),
        frozenset({"unstable"}),
    ),
)
