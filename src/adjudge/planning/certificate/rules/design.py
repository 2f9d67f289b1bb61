"""Rules of who judges what: the same texts, every system equally often, everything linked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import CountedPlan, Counts, apart
from adjudge.planning.certificate.coverage import coverage_rows, efficiencies, groups_of_systems, votes_of_pairs
from adjudge.planning.certificate.rules.rule import Rule, Verdict

#: Nobody can do better than the next whole document.
WITHIN: Final = 1.0
ROUNDING: Final = 1e-9
#: Our choice: a tenth of the judgements may go into differences of annotators and texts.
EFFICIENT: Final = 0.9
_BEST: Final = "blocks"


def _same_texts(plan: CountedPlan) -> Verdict:
    held, length = plan.coverage, plan.units["length"].to_numpy()
    incomplete = int((held < length[:, None]).any(axis=1).sum())
    value = 1.0 - incomplete / max(len(held), 1)
    if not incomplete:
        return Verdict(value, 1.0)
    least = min(coverage_rows(plan), key=lambda row: (row.share, row.system))
    found = say.DIFFERENT_TEXTS(incomplete=incomplete, units=len(held), system=least.system, lowest=least.share)
    return Verdict(value, 1.0, found)


def _waves(plan: CountedPlan) -> Verdict | None:
    if len(plan.waves) < 2:
        return None
    broken = [str(wave) for wave in plan.waves if not _is_balanced(plan, plan.cells.filter(pl.col("wave") == wave))]
    return Verdict(len(broken), 0.0, say.UNEQUAL_WAVES(broken=broken) if broken else None)


def _is_balanced(plan: CountedPlan, cells: pl.DataFrame) -> bool:
    """Whether systems have the same units, and every annotator every system within one document, where it matters."""
    units = cells.group_by("unit").agg(pl.col("system").n_unique())["system"]
    counts = plan.table("who", cells=cells)
    even = not plan.one_by_one or _farthest(counts) <= WITHIN + ROUNDING
    return bool((units == len(plan.systems)).all() and even)


def _farthest(counts: Counts) -> float:
    return float(apart(counts).max()) if counts.size else 0.0


def _annotators(plan: CountedPlan) -> Verdict | None:
    if not plan.people_known or not plan.one_by_one:
        return None
    counts = plan.table("who")
    names = _far_from_equal(counts, plan.people)
    farthest = _farthest(counts)
    if not names:
        return Verdict(farthest, WITHIN)
    shown = [_most_and_least(plan, counts[plan.people.index(name)], name) for name in names]
    return Verdict(farthest, WITHIN, say.UNEQUAL_WORK(annotators=names, apart=farthest, _shown=shown))


def _sessions(plan: CountedPlan) -> Verdict | None:
    if not plan.one_by_one:
        return None
    counts = plan.table("session")
    names = _far_from_equal(counts, plan.sessions)
    farthest = _farthest(counts)
    if not names:
        return Verdict(farthest, WITHIN)
    shown = [_most_and_least(plan, counts[plan.sessions.index(name)], name) for name in names[:4]]
    shown += names[4:]
    # Whoever meets all systems equally often over all their sessions can be standardised by annotator.
    fair = plan.people_known and not _far_from_equal(plan.table("who"), plan.people)
    found = say.UNEQUAL_SESSIONS(
        severity="note" if fair else None,
        sessions=names,
        apart=farthest,
        _shown=shown,
        _all=len(counts),
        _other=_other(plan),
    )
    return Verdict(farthest, WITHIN, found)


def _far_from_equal(counts: Counts, names: Sequence[str]) -> list[str]:
    """Sessions or annotators farther than a document from equal shares, the farthest first."""
    far = apart(counts).max(axis=1)
    order = np.argsort(-far, kind="stable")
    return [names[i] for i in order if far[i] > WITHIN + ROUNDING]


def _most_and_least(plan: CountedPlan, counts: np.ndarray, name: str) -> str:
    most, least = int(counts.argmax()), int(counts.argmin())
    return f"{name} ({plan.systems[most]} {counts[most]:,} times, {plan.systems[least]} {counts[least]:,} times)"


def _connected(plan: CountedPlan) -> Verdict:
    groups = groups_of_systems(plan)
    return Verdict(len(groups), 1.0, _unlinked(plan, groups) if len(groups) > 1 else None)


def _unlinked(plan: CountedPlan, groups: list[list[str]]) -> Finding:
    smallest = min(map(len, groups))
    alone = [name for group in groups if len(group) == smallest for name in group]
    told: dict[str, Any] = {"groups": groups, "systems": alone, "_n": len(groups), "_other": _other(plan)}
    if plan.one_by_one:
        return say.UNLINKED(**told)
    outputs = min(plan.campaign.judging.outputs, len(plan.systems))
    shown, needed = plan.counting.select("session", "showing").n_unique(), -(-(len(plan.systems) - 1) // (outputs - 1))
    return say.UNCOMPARED(**told, shown=shown, needed=needed if shown < needed else None, _outputs=outputs)


def _other(plan: CountedPlan) -> str | None:
    """A design that keeps these rules if any can; None if it is in use."""
    return None if plan.campaign.design == _BEST else f"`{_BEST}`"


def _efficient(plan: CountedPlan) -> Verdict:
    found = efficiencies(plan)
    if found.joint >= EFFICIENT - ROUNDING:
        return Verdict(found.joint, EFFICIENT)
    told: dict[str, Any] = {"efficiency": found.joint, "_other": _other(plan)}
    if plan.one_by_one:
        said = say.INEFFICIENT(annotators=found.annotators, documents=found.documents, **told)
    else:
        votes = [pair.votes for pair in votes_of_pairs(plan)]
        said = say.UNEVEN_MEETINGS(fewest=min(votes), most=max(votes), **told)
    return Verdict(found.joint, EFFICIENT, said)


RULES: Final = (
    Rule(
        "same-texts",
        "every text is judged for all systems",
        "share of the texts (documents, snippets or parts) that are judged whole for every system",
        "least",
        "1: all of them",
        "Knowles 2021, section 8",
        say.DIFFERENT_TEXTS,
        _same_texts,
    ),
    Rule(
        "annotators-balanced",
        "every annotator judges every system equally often",
        "largest distance of a system's documents from an equal share of an annotator's",
        "most",
        "1 document: nobody can do better than the next whole document",
        "Knowles 2021, section 4; Knowles and Lo 2024, section 6",
        say.UNEQUAL_WORK,
        _annotators,
        needs="annotators, and a protocol that shows one output at a time",
    ),
    Rule(
        "sessions-represent",
        "every session represents the systems",
        "largest distance of a system's documents from an equal share of a session's",
        "most",
        "1 document: what is possible if a session has fewer documents than there are systems",
        "Knowles 2021, section 5.4",
        say.UNEQUAL_SESSIONS,
        _sessions,
        needs="a protocol that shows one output at a time",
    ),
    Rule(
        "connected",
        "annotators and texts, or comparisons, link all systems",
        "groups of systems between which no difference can be estimated, annotators and texts eliminated; items, where "
        "outputs are shown together",
        "most",
        "1 group",
        "Knowles 2021, section 4; John and Williams 1995, section 1.6",
        say.UNLINKED,
        _connected,
    ),
    Rule(
        "efficient",
        "few judgements go into differences of annotators and texts",
        "efficiency factor, annotators and texts eliminated; where outputs are shown together, items eliminated, "
        "relative to balanced items",
        "least",
        "0.9, our choice",
        "John and Williams 1995, section 2.1",
        say.INEFFICIENT,
        _efficient,
    ),
    Rule(
        "waves-balanced",
        "every wave is balanced on its own",
        "waves in which systems have different texts, or an annotator is more than a document from equal shares",
        "most",
        "0: the campaign may stop after any wave",
        "Knowles and Lo 2022, section 2.2",
        say.UNEQUAL_WAVES,
        _waves,
        needs="two waves or more",
    ),
)
