"""Faults of sessions: what they hold, their controls, and what was recorded of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import REFERENCE, Campaign
from benchmarks.audits.faults.annotators import BASE, blind_to_damage
from benchmarks.audits.faults.fault import Culprits, Fault, Planted, in_order
from benchmarks.audits.ratings import clean_ratings

_PLAIN: Final = replace(BASE, controls=())


def one_system_after_the_other(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Everybody judges all of one system, then all of the next, so that a session holds two or three of eight."""
    slots = ["session", "position", "started", "ended"]
    parts = []
    for _, mine in campaign.frame.group_by("annotator", maintain_order=True):
        turn = pl.DataFrame({"system": mine["system"].unique(maintain_order=True)}).with_columns(
            turn=pl.Series(rng.permutation(mine["system"].n_unique()))
        )
        rows = mine.drop(slots).join(turn, on="system").sort("turn", maintain_order=True).drop("turn")
        parts.append(pl.concat([rows, mine.select(slots).sort("started")], how="horizontal"))
    frame = pl.concat(parts).select(campaign.frame.columns)
    return Planted(campaign.with_rows(frame), {"sessions": tuple(campaign.names("session"))})


def _in_some_sessions(campaign: Campaign, kind: str, rng: np.random.Generator) -> Planted:
    """Controls of a kind in a third of the sessions only."""
    sessions = campaign.names("session")
    without = rng.permutation(np.array(sessions))[len(sessions) // 3 :].tolist()
    dropped = pl.col("session").is_in(without) & (pl.col("kind") == kind)
    culprits: Culprits = {"sessions": tuple(without)}
    return Planted(campaign.with_rows(campaign.frame.filter(~dropped)), culprits)


def degraded_in_some_sessions(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Degraded items in a third of the sessions."""
    return _in_some_sessions(campaign, "degraded", rng)


def references_in_some_sessions(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """References in a third of the sessions."""
    return _in_some_sessions(campaign, "reference", rng)


def degraded_for_some_annotators(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Three annotators see many degraded items, the others none: their z-scores are on other scales."""
    frame = campaign.frame
    who = rng.permutation(np.array(campaign.names("annotator")))[:3].tolist()
    mine = pl.col("annotator").is_in(who)
    kept = frame.filter(mine | (pl.col("kind") != "degraded"))
    # A second and a third copy of every other document of theirs, at the end of each session.
    damage = pl.Series(rng.normal(36, 9, frame.height)).clip(15)
    shown = frame.with_columns(damage=damage).filter(mine & (pl.col("kind") == "system"))
    again = shown.filter(pl.col("showing").hash(seed=1) % 3 == 0).with_columns(
        kind=pl.lit("degraded"),
        score=(pl.col("score") - pl.col("damage")).round().clip(0, 100),
        showing=pl.format("{}-bad", "showing"),
        started=pl.col("started") + 20_000,
        ended=pl.col("ended") + 20_000,
    )
    return Planted(
        campaign.with_rows(in_order(pl.concat([kept, again.drop("damage")]))), {"annotators": tuple(sorted(who))}
    )


def repeats_after_damage(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """In each session one document again: its second segment is degraded, and what follows looks better than before."""
    frame = campaign.frame
    long_enough = frame.group_by("session", "showing", maintain_order=True).agg(n=pl.len()).filter(pl.col("n") >= 4)
    chosen = long_enough.group_by("session", maintain_order=True).first()["showing"]
    copy = frame.filter(pl.col("showing").is_in(chosen.to_list())).with_columns(
        place=pl.int_range(pl.len()).over("showing")
    )
    noise = pl.Series(rng.normal(0, 6, copy.height))
    moved = pl.when(pl.col("place") == 1).then(-40).when(pl.col("place") > 1).then(4).otherwise(0)
    copy = copy.with_columns(
        kind=pl.when(pl.col("place") == 1).then(pl.lit("degraded")).otherwise(pl.lit("repeat")),
        score=(pl.col("score") + moved + noise).round().clip(0, 100),
        showing=pl.format("{}-control", "showing"),
        started=pl.col("started") + 20_000,
        ended=pl.col("ended") + 20_000,
    )
    return Planted(campaign.with_rows(in_order(pl.concat([frame, copy.drop("place")]))), {})


def blind_in_one_pair(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """An annotator of two language pairs who does not understand one of them; most controls are of the other."""
    blind = blind_to_damage(campaign, rng)
    more = clean_ratings(replace(BASE, items=3 * BASE.items), int(rng.integers(1000)))
    other = more.frame.with_columns(
        source_lang=pl.lit("ces"),
        origin=pl.lit("ces"),
        session=pl.format("ces-{}", "session"),
        showing=pl.format("ces-{}", "showing"),
        document=pl.format("ces-{}", "document"),
        started=pl.col("started") + 40 * 86_400,
        ended=pl.col("ended") + 40 * 86_400,
    )
    both = campaign.with_rows(pl.concat([blind.campaign.frame, other]))
    return Planted(both, blind.culprits)


def no_order(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Neither positions nor times; rows in the order of systems."""
    frame = campaign.frame.drop("position", "showing", "started", "ended").sort("system", "document", "segment")
    return Planted(campaign.with_rows(frame), {})


def no_times(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Positions without times."""
    return Planted(campaign.with_rows(campaign.frame.drop("started", "ended")), {})


def two_collections(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Half of the annotators judged a second set of documents, without references and without degraded items."""
    people = campaign.names("annotator")
    second = people[len(people) // 2 :]
    mine = pl.col("annotator").is_in(second)
    frame = campaign.frame.with_columns(
        collection=pl.when(mine).then(pl.lit("set-two")).otherwise(pl.lit("set-one")),
        document=pl.when(mine).then(pl.format("two-{}", "document")).otherwise("document"),
    )
    kept = frame.filter(~mine | ~(pl.col("kind").is_in(["degraded"]) | (pl.col("system") == REFERENCE)))
    return Planted(campaign.with_rows(kept), {"collections": ("set-two",)})


def tired(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """Everybody gives 14 points less at the end of a session than at its beginning."""
    done = pl.col("position") / pl.col("position").max().over("session")
    return Planted(campaign.with_scores(pl.col("score") + 7 - 14 * done), {})


def numbers_for_sessions(campaign: Campaign, _rng: np.random.Generator) -> Planted:
    """The file numbers the sessions of each person, so that the first sessions of all people have one name."""
    number = pl.col("session").str.extract(r"(\d+)$")
    return Planted(campaign.with_rows(campaign.frame.with_columns(session=pl.format("task-{}", number))), {})


def crumbs(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """The first display of some sessions became a session of its own."""
    sessions = campaign.names("session")
    cut = rng.permutation(np.array(sessions))[: len(sessions) // 6].tolist()
    first = pl.col("showing") == pl.col("showing").sort_by("position").first().over("session")
    torn = pl.col("session").is_in(cut) & first
    named = pl.when(torn).then(pl.format("{}-start", "session")).otherwise("session")
    frame = in_order(campaign.frame.with_columns(session=named))
    return Planted(campaign.with_rows(frame), {"sessions": tuple(f"{name}-start" for name in sorted(cut))})


FAULTS: Final = (
    Fault("everybody tires", "fatigue", tired, BASE),
    Fault("numbers for sessions", "shared sessions", numbers_for_sessions, BASE),
    # A session of one display holds one system.
    Fault("crumbs of sessions", "unequal sessions", crumbs, _PLAIN, frozenset({"sessions differ"})),
    Fault(
        "sessions of few systems",
        "sessions differ",
        one_system_after_the_other,
        _PLAIN,
        frozenset({"raw against z", "unstable"}),
    ),
    Fault(
        "degraded items in some sessions",
        "degraded in some sessions",
        degraded_in_some_sessions,
        BASE,
        frozenset({"controls in basis"}),
    ),
    Fault(
        "references in some sessions",
        "references in some sessions",
        references_in_some_sessions,
        BASE,
        frozenset({"controls in basis"}),
    ),
    Fault(
        "degraded items for some annotators",
        "controls in basis",
        degraded_for_some_annotators,
        BASE,
        frozenset({"degraded in some sessions", "raw against z"}),
    ),
    Fault("repeats after degraded items", "repeats after degraded", repeats_after_damage, replace(BASE, controls=())),
    Fault(
        "an annotator blind in one language pair",
        "failed control of one pair",
        blind_in_one_pair,
        BASE,
        frozenset({"failed control"}),
    ),
    Fault("no order", "no order", no_order, BASE, frozenset({"no times"})),
    Fault("no times", "no times", no_times, BASE),
    Fault(
        "two collections",
        "mixed collections",
        two_collections,
        replace(BASE, overlap=0.0),
        frozenset({"references in some sessions", "degraded in some sessions", "controls in basis"}),
    ),
)
