"""Faults of people: how they use the scale, how they work, and what is known about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.fault import Fault, Planted, pick
from benchmarks.audits.shape import RatingShape

#: Everything is recorded, controls are in every session, more than half of the documents are judged twice.
BASE: Final = RatingShape(
    systems=8,
    annotators=10,
    items=480,
    overlap=0.6,
    controls=("degraded", "repeat", "reference"),
    languages=True,
)
_PLAIN: Final = replace(BASE, controls=(), overlap=0.0)


def _blamed(campaign: Campaign, who: str) -> Planted:
    return Planted(campaign, {"annotators": (who,)})


def _scored(campaign: Campaign, who: str, scores: pl.Expr) -> Planted:
    """Other scores for one annotator."""
    mine = pl.col("annotator") == who
    return _blamed(campaign.with_scores(pl.when(mine).then(scores).otherwise(pl.col("score"))), who)


def constant(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """One score for everything."""
    return _scored(campaign, pick(campaign, "annotator", rng), pl.lit(float(rng.integers(60, 90))))


def narrow(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Nothing but 83 to 87, as one annotator of WMT22 did (Knowles and Lo 2024)."""
    score = pl.col("score")
    own = (score - score.mean().over("annotator")) / score.std().over("annotator")
    return _scored(campaign, pick(campaign, "annotator", rng), (85 + own).clip(83, 87))


def discretised(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Four values: 0, 33, 67, 100."""
    third = (pl.col("score") / 100 * 3).round()
    return _scored(campaign, pick(campaign, "annotator", rng), third * 100 / 3)


def drifting(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Scores fall by 40 points from the first judgement to the last."""
    done = pl.col("started").rank("ordinal").over("annotator") / pl.len().over("annotator")
    return _scored(campaign, pick(campaign, "annotator", rng), pl.col("score") + 20 - 40 * done)


def arbitrary(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Her own scores, but of other items."""
    who = pick(campaign, "annotator", rng)
    mine = (campaign.frame["annotator"] == who).to_numpy()
    scores = campaign.frame["score"].to_numpy().copy()
    scores[mine] = rng.permutation(scores[mine])
    return _blamed(campaign.with_rows(campaign.frame.with_columns(score=pl.Series(scores))), who)


def upside_down(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """High where the others score low: 100 minus the score."""
    return _scored(campaign, pick(campaign, "annotator", rng), 100 - pl.col("score"))


def _as_other_rows(campaign: Campaign, who: str, kind: str, rng: np.random.Generator) -> Planted:
    """Controls of one annotator scored like any of her other items."""
    frame = campaign.frame
    mine = frame["annotator"] == who
    control = (mine & (frame["kind"] == kind)).to_numpy()
    usual = frame.filter(mine & (frame["kind"] == "system"))["score"].to_numpy()
    scores = frame["score"].to_numpy().copy()
    scores[control] = rng.choice(usual, int(control.sum()))
    return _blamed(campaign.with_rows(frame.with_columns(score=pl.Series(scores))), who)


def blind_to_damage(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Degraded items scored like others."""
    return _as_other_rows(campaign, pick(campaign, "annotator", rng), "degraded", rng)


def inconsistent(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Repeats scored as if never seen before, and anything else were the item."""
    return _as_other_rows(campaign, pick(campaign, "annotator", rng), "repeat", rng)


def hasty(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Less than a second for every judgement, one right after the other."""
    who = pick(campaign, "annotator", rng)
    took = pl.Series(rng.uniform(0.3, 0.9, campaign.frame.height)).round(2)
    unit = ["annotator", "session"]
    quick = campaign.frame.with_columns(took=took).with_columns(
        began=(pl.col("started").min().over(unit) + (pl.col("took") + 0.2).cum_sum().over(unit)).round(2)
    )
    mine = pl.col("annotator") == who
    frame = quick.with_columns(
        started=pl.when(mine).then("began").otherwise("started"),
        ended=pl.when(mine).then(pl.col("began") + pl.col("took")).otherwise("ended"),
    )
    return _blamed(campaign.with_rows(frame.drop("took", "began")), who)


def one_score_per_document(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """The score of the first segment for the whole document of a system."""
    first = pl.col("score").first().over("showing")
    return _scored(campaign, pick(campaign, "annotator", rng), first)


def sessions_for_annotators(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The file names the session in place of the person."""
    return Planted(campaign.with_rows(campaign.frame.with_columns(annotator="session")), {})


def nobody(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The file does not say who judged."""
    return Planted(campaign.with_rows(campaign.frame.with_columns(annotator=pl.lit(None, pl.String))), {})


def only_one(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Everything was judged by one person."""
    moved = campaign.frame.with_columns(annotator=pl.lit("ann-00"))
    return _blamed(campaign.with_rows(moved), "ann-00")


def lost_in_release(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator gave one score to everything, so no z-score exists: a release of z-scores holds nothing of hers."""
    who = pick(campaign, "annotator", rng)
    score = pl.when(pl.col("annotator") == who).then(50.0).otherwise(pl.col("score"))
    moments = campaign.frame.group_by("annotator").agg(mean=score.mean(), sd=score.std()).sort("annotator")
    kept = campaign.frame.filter(pl.col("annotator") != who)
    return _blamed(replace(campaign.with_rows(kept), moments=moments), who)


#: A person who does not tell items apart fails every test of whether she does.
_UNSEEING: Final = frozenset({"failed control", "no agreement", "same scores in a document"})

FAULTS: Final = (
    Fault("an annotator without spread", "no spread", constant, BASE, _UNSEEING | {"narrow range", "discretised"}),
    Fault("an annotator of a narrow range", "narrow range", narrow, BASE, _UNSEEING | {"discretised"}),
    Fault("an annotator of four values", "discretised", discretised, BASE, frozenset({"same scores in a document"})),
    Fault("an annotator who drifts", "drift", drifting, BASE, frozenset({"inconsistent", "no agreement"})),
    Fault(
        "an annotator without agreement", "no agreement", arbitrary, BASE, frozenset({"failed control", "inconsistent"})
    ),
    Fault(
        "an annotator upside down",
        "against the others",
        upside_down,
        BASE,
        frozenset({"failed control", "no agreement"}),
    ),
    Fault("an annotator blind to damage", "failed control", blind_to_damage, BASE),
    Fault("an inconsistent annotator", "inconsistent", inconsistent, BASE),
    Fault("a hasty annotator", "too fast", hasty, BASE),
    Fault(
        "an annotator of one score per document",
        "same scores in a document",
        one_score_per_document,
        BASE,
        # The chance of one score is that of the whole document, and segments after the first were not judged.
        frozenset({"odd document", "no agreement", "inconsistent"}),
    ),
    Fault("sessions in place of annotators", "annotators are sessions", sessions_for_annotators, BASE),
    Fault("annotators unknown", "annotators unknown", nobody, BASE),
    Fault("one annotator only", "one annotator", only_one, _PLAIN),
    Fault("an annotator listed without rows", "moments without rows", lost_in_release, BASE, frozenset({"no spread"})),
)
