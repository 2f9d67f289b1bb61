"""Rules of the work: nothing lost, nothing twice, one person one id, no longer than allowed."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
import polars as pl

from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import OUTPUT, CountedPlan
from adjudge.planning.certificate.rules.controls import ordinary_sessions
from adjudge.planning.certificate.rules.rule import Rule, Verdict
from adjudge.planning.certificate.work_time import annotator_work, summed, timed_items


def _lost(plan: CountedPlan) -> Verdict:
    lost = np.flatnonzero(plan.coverage.sum(axis=1) == 0)
    if not len(lost):
        return Verdict(0.0, 0.0)
    units = plan.units
    shown = [
        f"{units['document'][int(i)]} ({units['length'][int(i)]:,} segments)"
        for i in lost[np.argsort(-units["length"].to_numpy()[lost], kind="stable")]
    ]
    documents = list(dict.fromkeys(units["document"][int(i)] for i in lost))
    found = say.MISSING_WORK(lost=len(lost), units=units.height, documents=documents, _shown=shown)
    return Verdict(len(lost), 0.0, found)


def _judgements(plan: CountedPlan) -> Verdict | None:
    if not plan.one_by_one:
        return None
    asked, all_outputs = plan.campaign.work.judgements, int(plan.units["length"].sum()) * len(plan.systems)
    times = plan.judged["times"]
    unplanned = all_outputs - plan.judged.height
    wrong = int((times != asked).sum()) + max(unplanned, 0)
    if not wrong:
        return Verdict(0.0, 0.0)
    found = say.OTHER_NUMBER(
        outputs=wrong,
        judgements=asked,
        fewest=0 if unplanned > 0 else int(times.min()),  # type: ignore[arg-type]
        most=int(times.max() or 0),  # type: ignore[arg-type]
        _all=all_outputs,
    )
    return Verdict(wrong, 0.0, found)


def _twice(plan: CountedPlan) -> Verdict | None:
    if not plan.one_by_one:
        return None
    twice = int((plan.counting.group_by("who", *OUTPUT).len()["len"] > 1).sum())
    return Verdict(twice, 0.0, say.JUDGED_TWICE(outputs=twice) if twice else None)


def _people(plan: CountedPlan) -> Verdict:
    """Sessions without an annotator, or with two; ids that may be of one person."""
    held = plan.rows.group_by("session", maintain_order=True).agg(
        n=pl.col("annotator").unique().len(), none=pl.col("annotator").null_count()
    )
    wrong = held.filter((pl.col("n") != 1) | (pl.col("none") > 0))["session"].to_list()
    alike = defaultdict(list)
    for name in plan.rows["annotator"].drop_nulls().unique().sort().to_list():
        alike["".join(name.casefold().split())].append(name)
    doubled = [name for names in alike.values() if len(names) > 1 for name in names]
    value = len(wrong) + len(doubled)
    if wrong:
        return Verdict(value, 0.0, say.UNKNOWN_PEOPLE(sessions=wrong))
    return Verdict(value, 0.0, say.ONE_PERSON_TWICE(names=doubled, annotators=doubled) if doubled else None)


def _hours(plan: CountedPlan) -> Verdict | None:
    """Hours beyond those given; whole texts do not divide evenly, so one text more is allowed."""
    given = plan.campaign.hours
    if given is None or not plan.people_known:
        return None
    items = timed_items(plan)
    over = {
        row.name: row.minutes / 60 - row.hours_given
        for row in annotator_work(plan, items)
        if row.hours_given is not None
    }
    limit, most = _longest_showing(plan, items), max(over.values(), default=0.0)
    names = [name for name, hours in over.items() if hours > limit]
    found = say.TOO_LONG(annotators=names, over=most) if names else None
    return Verdict(max(most, 0.0), limit, found)


def _longest_showing(plan: CountedPlan, items: pl.DataFrame) -> float:
    """Hours that the longest showing takes."""
    showings = plan.rows.select("session", "item", "showing").unique(["session", "item"], keep="first")
    timed = items.join(showings, on=["session", "item"], how="left")
    seconds = summed(timed, "session", "showing")["seconds"]
    return float(seconds.max() or 0.0) / 3600  # type: ignore[arg-type]


def _session_size(plan: CountedPlan) -> Verdict:
    limit = plan.campaign.work.session_items
    sizes = ordinary_sessions(plan).group_by("session", maintain_order=True).agg(n=pl.col("item").n_unique())
    long, most = sizes.filter(pl.col("n") > limit)["session"].to_list(), int(sizes["n"].max() or 0)  # type: ignore[arg-type]
    found = say.LONG_SESSIONS(sessions=long, most=most, limit=limit) if long else None
    return Verdict(most, limit, found)


RULES: Final = (
    Rule(
        "nothing-lost",
        "every text is in some session, however long",
        "texts that no session holds",
        "most",
        "0",
        "Knowles and Lo 2022, section 2.2",
        say.MISSING_WORK,
        _lost,
    ),
    Rule(
        "judgements-equal",
        "every output is judged as often as asked for",
        "outputs with another number of judgements",
        "most",
        "0",
        "Knowles 2021, section 8",
        say.OTHER_NUMBER,
        _judgements,
        needs="a protocol that shows one output at a time",
    ),
    Rule(
        "nothing-twice",
        "nobody judges an output twice as if it were new",
        "outputs that count twice for one annotator",
        "most",
        "0",
        "our choice",
        say.JUDGED_TWICE,
        _twice,
        needs="a protocol that shows one output at a time",
    ),
    Rule(
        "people-known",
        "every session has one annotator, every person one id",
        "sessions without an annotator or with several, and ids that differ only in capitals or blanks",
        "most",
        "0",
        "Knowles 2021, footnote 12; Knowles and Lo 2024, section 4.3",
        say.UNKNOWN_PEOPLE,
        _people,
    ),
    Rule(
        "hours-kept",
        "nobody works longer than their hours",
        "hours beyond those given, of the annotator with most",
        "most",
        "the hours of the longest showing: whole texts do not divide evenly",
        "the campaign file",
        say.TOO_LONG,
        _hours,
        needs="hours of annotators",
    ),
    Rule(
        "session-size",
        "no session is longer than allowed",
        "items of the longest session, without calibration sessions",
        "most",
        "`work.session_items` of the campaign",
        "the campaign file",
        say.LONG_SESSIONS,
        _session_size,
    ),
)
