"""The rows of the tables of a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RuleRow:
    """A rule and whether the plan keeps it.

    Args:
        rule: its name, see `adjudge.planning.certificate.rules.registry`.
        title: what it asks for.
        ok: whether it is kept.
        value: what the plan has.
        limit: what is allowed.
        bound: whether the limit is the most or the least that is allowed.
        code: of the finding if it is broken.
    """

    rule: str
    title: str
    ok: bool
    value: float
    limit: float
    bound: str
    code: str


@dataclass(frozen=True)
class NotChecked:
    """A rule that does not apply to the plan.

    Args:
        rule: its name.
        needs: what the plan would have to have.
    """

    rule: str
    needs: str


@dataclass(frozen=True)
class SystemCoverage:
    """What is judged of one system.

    Args:
        system: its name.
        documents: with a judgement; all parts of one are one document.
        units: texts with a judgement.
        whole_units: texts with all their segments judged.
        segments: distinct segments that are judged.
        share: of all planned segments.
        judgements: of them, repeated ones too.
    """

    system: str
    documents: int
    units: int
    whole_units: int
    segments: int
    share: float
    judgements: int


@dataclass(frozen=True)
class ShareRow:
    """The systems in one session, or in the work of one annotator.

    Args:
        name: of the session or annotator.
        annotator: of a session; None if unknown, or for an annotator.
        documents: showings that count, once for each system in them.
        segments: outputs that count.
        systems: that occur.
        apart: largest distance of a system's documents from an equal share.
        apart_segments: the same in segments.
        counts: documents by system.
    """

    name: str
    annotator: str | None
    documents: int
    segments: int
    systems: int
    apart: float
    apart_segments: float
    counts: Mapping[str, int]


@dataclass(frozen=True)
class PairMeeting:
    """In what share of the sessions of `a` system `b` occurs, and what documents drawn at random would give."""

    a: str
    b: str
    share: float
    expected: float


@dataclass(frozen=True)
class PairVotes:
    """How often two systems are shown together.

    Args:
        a: one system.
        b: the other one.
        votes: items that show both.
        texts: distinct segments that these are of; votes on the same one are worth less.
    """

    a: str
    b: str
    votes: int
    texts: int


@dataclass(frozen=True)
class SessionRoom:
    """Whether one session can hold one text of every system (D10).

    Args:
        systems: number of systems.
        shown: mean segments of a showing.
        needed: `systems` times `shown`.
        room: most outputs that count in a session.
        fits: whether `needed` is at most `room`.
        snippet: longest showing with which a session could hold all systems; 0 if none.
    """

    systems: int
    shown: float
    needed: float
    room: int
    fits: bool
    snippet: int


@dataclass(frozen=True)
class WorkRow:
    """The work of one annotator, or of one session.

    Args:
        name: of the annotator or session.
        annotator: of a session; None if unknown, or for an annotator.
        sessions: of an annotator; 1 for a session.
        items: all that is judged.
        minutes: it takes.
        cost: None if an hour has no price.
        hours_given: of an annotator; None if they take as long as it takes.
    """

    name: str
    annotator: str | None
    sessions: int
    items: int
    minutes: float
    cost: float | None
    hours_given: float | None


@dataclass(frozen=True)
class WaveRow:
    """One wave, and everything up to its end.

    Args:
        wave: its number.
        documents: distinct ones that are judged in it.
        texts: documents, snippets or parts of them.
        judgements: that count, of single outputs.
        hours: they take, control items, calibration and tutorial too.
        cost: None if an hour has no price.
        documents_so_far: distinct ones that are judged in this wave or before, like all that follows.
        judgements_so_far: that count.
        hours_so_far: they take.
        cost_so_far: None if an hour has no price.
        standard_error: of a difference of two systems, as `Precision`; None where it cannot be told.
        smallest: difference found with power .8, all pairs considered; None where it cannot be told, or there is none.
    """

    wave: int
    documents: int
    texts: int
    judgements: int
    hours: float
    cost: float | None
    documents_so_far: int
    judgements_so_far: int
    hours_so_far: float
    cost_so_far: float | None
    standard_error: float | None
    smallest: float | None


@dataclass(frozen=True)
class GoalRow:
    """What one goal consumes (D16).

    Args:
        goal: see `adjudge.planning.certificate.work_time.GOALS`.
        items: judged for it.
        minutes: they take.
        share: of all minutes.
        cost: None if an hour has no price.
    """

    goal: str
    items: int
    minutes: float
    share: float
    cost: float | None


@dataclass(frozen=True)
class Efficiencies:
    """Efficiency factors, relative to a complete design with as many judgements.

    Args:
        annotators: differences of annotators eliminated; None where outputs are shown together.
        documents: differences of documents eliminated; likewise.
        joint: both eliminated; where outputs are shown together, items eliminated, relative to balanced items of the
            same size, in which every two systems meet equally often.
    """

    annotators: float | None
    documents: float | None
    joint: float


@dataclass(frozen=True)
class Precision:
    """What the plan will find.

    Args:
        variances: components of the variance of one score, squared points.
        variances_from: where they come from.
        standard_error: of a difference of two systems, the root of the mean square over pairs, points.
        largest_error: of the pair that is estimated worst.
        half_width: of the 95% interval of a difference.
        level: of all pairs together.
        pair_level: of one pair, `level` / pairs (Bonferroni, the first step of Holm).
        adjusted_half_width: of intervals that hold for all pairs at once.
        width: from the worst to the best system, assumed, points.
        step: between neighbours if systems are spread evenly.
        power: chance to separate two neighbours, at `pair_level`; 0 if so few documents cannot separate anything, None
            if they are too few to tell.
        power_unadjusted: the same at `level`.
        smallest: difference found with power .8, at `pair_level`; None if documents are too few to tell.
        smallest_unadjusted: the same at `level`.
        documents: of the system that has fewest.
    """

    variances: Mapping[str, float]
    variances_from: str
    standard_error: float
    largest_error: float
    half_width: float
    level: float
    pair_level: float
    adjusted_half_width: float
    width: float
    step: float
    power: float | None
    power_unadjusted: float | None
    smallest: float | None
    smallest_unadjusted: float | None
    documents: int


def plain_numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON can hold it: floats rounded to 10 digits, so that machines agree on them."""
    return {key: round(value, 10) if isinstance(value, float) else value for key, value in row.items()}
