"""Faults of comparisons."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.fault import Fault, Planted, pick
from benchmarks.audits.shape import VoteShape

BASE: Final = VoteShape(systems=8, annotators=8, votes=260, overlap=0.3, again=0.2, sessions=True)


def _voted(campaign: Campaign, outcome: pl.Expr) -> Campaign:
    return campaign.with_rows(campaign.frame.with_columns(outcome=outcome))


def _chance(campaign: Campaign, share: float, rng: np.random.Generator) -> pl.Series:
    """True in a share of the rows, at random."""
    return pl.Series(rng.random(campaign.frame.height) < share)


def _tossed(campaign: Campaign, rng: np.random.Generator) -> pl.Series:
    return pl.Series(rng.choice(np.array(["a", "b"]), campaign.frame.height))


def first_wins(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Everybody prefers what is shown first, whatever it is, in one vote of four."""
    biased = pl.when(_chance(campaign, 0.25, rng)).then(pl.lit("a")).otherwise("outcome")
    return Planted(_voted(campaign, biased), {})


def always_first(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """One annotator clicks on the first, nine times of ten."""
    who = pick(campaign, "annotator", rng)
    mine = (pl.col("annotator") == who) & _chance(campaign, 0.9, rng)
    return Planted(_voted(campaign, pl.when(mine).then(pl.lit("a")).otherwise("outcome")), {"annotators": (who,)})


def second_thoughts(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator who tosses a coin when a pair comes back."""
    who = pick(campaign, "annotator", rng)
    pair = [pl.min_horizontal("system_a", "system_b"), pl.max_horizontal("system_a", "system_b")]
    again = pl.int_range(pl.len()).over("annotator", "document", "segment", *pair) > 0
    changed = pl.when((pl.col("annotator") == who) & again).then(_tossed(campaign, rng)).otherwise("outcome")
    return Planted(_voted(campaign, changed), {"annotators": (who,)})


def any_answer(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator who always tosses a coin."""
    who = pick(campaign, "annotator", rng)
    tossed = pl.when(pl.col("annotator") == who).then(_tossed(campaign, rng)).otherwise("outcome")
    return Planted(_voted(campaign, tossed), {"annotators": (who,)})


def always_tie(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator who sees no difference, ever."""
    who = pick(campaign, "annotator", rng)
    tied = pl.when(pl.col("annotator") == who).then(pl.lit("tie")).otherwise("outcome")
    return Planted(_voted(campaign, tied), {"annotators": (who,)})


def weak_opponents(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A middling system that met the two worst ones most of the time."""
    system, weak = campaign.systems[3], campaign.systems[-2:]
    a, b = pl.col("system_a"), pl.col("system_b")
    plays = (a == system) | (b == system)
    against_weak = a.is_in(weak) | b.is_in(weak)
    dropped = plays & ~against_weak & _chance(campaign, 0.93, rng)
    return Planted(campaign.with_rows(campaign.frame.filter(~dropped)), {"systems": (system,)})


def one_does_it_all(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Most votes are of one annotator."""
    who = pick(campaign, "annotator", rng)
    dropped = (pl.col("annotator") != who) & _chance(campaign, 0.93, rng)
    return Planted(campaign.with_rows(campaign.frame.filter(~dropped)), {"annotators": (who,)})


def cycle(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Three neighbours beat each other in a cycle, four times of five."""
    three = campaign.systems[2:5]
    frame = campaign.frame
    beats = pl.concat(
        [
            pl.DataFrame({"system_a": three, "system_b": [*three[1:], three[0]], "winner": "a"}),
            pl.DataFrame({"system_a": [*three[1:], three[0]], "system_b": three, "winner": "b"}),
        ]
    )
    joined = frame.join(beats, on=["system_a", "system_b"], how="left", maintain_order="left")
    turned = pl.col("winner").is_not_null() & _chance(campaign, 0.8, rng)
    outcome = pl.when(turned).then("winner").otherwise("outcome")
    turned_round = joined.with_columns(outcome=outcome).drop("winner")
    return Planted(campaign.with_rows(turned_round), {"systems": tuple(sorted(three))})


def two_leagues(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Two groups of systems that were never compared with each other."""
    half = rng.permutation(np.array(campaign.systems))[: len(campaign.systems) // 2].tolist()
    across = pl.col("system_a").is_in(half) != pl.col("system_b").is_in(half)
    return Planted(campaign.with_rows(campaign.frame.filter(~across)), {"systems": tuple(campaign.systems)})


def one_person(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """All votes are of one annotator."""
    kept = campaign.frame.filter(pl.col("annotator") == "ann-00")
    return Planted(campaign.with_rows(kept), {"annotators": ("ann-00",)})


def always_tied(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The best and the worst system tie whenever they meet."""
    two = [campaign.systems[0], campaign.systems[-1]]
    met = pl.col("system_a").is_in(two) & pl.col("system_b").is_in(two)
    tied = pl.when(met).then(pl.lit("tie")).otherwise("outcome")
    return Planted(_voted(campaign, tied), {"systems": tuple(sorted(two))})


FAULTS: Final = (
    Fault("two systems that always tie", "too many ties", always_tied, BASE),
    # Sides are exchanged when a pair comes back, so whoever looks at sides contradicts themselves.
    Fault("the first wins", "position bias", first_wins, BASE, frozenset({"contradictions"})),
    Fault(
        "an annotator who takes the first",
        "position bias",
        always_first,
        BASE,
        frozenset({"contradictions", "no agreement", "one outcome"}),
    ),
    Fault("an annotator of second thoughts", "contradictions", second_thoughts, BASE),
    Fault(
        "an annotator who tosses a coin",
        "no agreement",
        any_answer,
        replace(BASE, overlap=0.6, again=0.0),
        frozenset({"contradictions"}),
    ),
    Fault("an annotator of ties", "one outcome", always_tie, BASE, frozenset({"no agreement"})),
    Fault(
        "a system of weak opponents",
        "unequal opponents",
        weak_opponents,
        BASE,
        frozenset({"low coverage"}),
        alone=False,
    ),
    Fault("an annotator who does it all", "unequal work", one_does_it_all, BASE, frozenset({"no power"})),
    Fault("a cycle of preferences", "cycles", cycle, BASE, frozenset({"unstable"}), alone=False),
    Fault("two leagues", "not connected", two_leagues, BASE, frozenset({"unequal opponents"})),
    Fault("one annotator of comparisons", "one annotator", one_person, BASE, frozenset({"no power"})),
)
