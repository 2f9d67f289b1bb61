"""Who meets which system how often: in sessions, in the work of annotators, and in the company of which others."""

from __future__ import annotations

import numpy as np

from adjudge.core.findings import Finding
from adjudge.kernels.crossed.balance import meeting_shares
from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import CountedPlan, apart
from adjudge.planning.certificate.parts import PairMeeting, SessionRoom, ShareRow


def share_rows(plan: CountedPlan, by: str) -> tuple[ShareRow, ...]:
    """The systems in every session (`session`) or in the work of every annotator (`who`).

    Definition: with n_k documents (showings that count) of system k among n of K systems, `apart` is the largest
    |n_k - n / K|; at most 1 - 1 / K where no system has two more than another.
    """
    documents, segments = plan.table(by), plan.table(by, segments=True)
    names = plan.sessions if by == "session" else plan.people
    who = dict(plan.rows.select("session", "annotator").iter_rows()) if by == "session" else {}
    return tuple(
        ShareRow(
            name=name,
            annotator=who.get(name),
            documents=int(counts.sum()),
            segments=int(long.sum()),
            systems=int((counts > 0).sum()),
            apart=float(far),
            apart_segments=float(far_segments),
            counts={system: int(n) for system, n in zip(plan.systems, counts, strict=True)},
        )
        for name, counts, long, far, far_segments in zip(
            names, documents, segments, apart(documents).max(axis=1), apart(segments).max(axis=1), strict=True
        )
    )


def meeting_rows(plan: CountedPlan) -> tuple[PairMeeting, ...]:
    """Which systems meet in sessions (Knowles 2021, Figure 4), in the order of systems; only those with sessions.

    The expectation is that of documents drawn at random from the campaign; a design that gives every session all
    systems, or every two equally often, lies above it.
    """
    blocks = plan.table("session")
    together, expected = meeting_shares(blocks, blocks)
    own = np.diag(together)
    return tuple(
        PairMeeting(a, b, float(together[i, j] / own[i]), float(expected[i, j]))
        for i, a in enumerate(plan.systems)
        for j, b in enumerate(plan.systems)
        if i != j and own[i]
    )


def partial_sessions(plan: CountedPlan) -> Finding | None:
    """That sessions hold only some of the systems, where outputs are judged one at a time; None if all hold all."""
    held = (plan.table("session") > 0).sum(axis=1)
    systems, room = len(plan.systems), session_room(plan)
    some = [name for name, number in zip(plan.sessions, held, strict=True) if number < systems]
    if not plan.one_by_one or not some:
        return None
    snippet = None if room.fits or not room.snippet else room.snippet
    return say.SOME_SYSTEMS(sessions=some, systems=systems, fewest=int(held.min()), snippet=snippet, _all=len(held))


def session_room(plan: CountedPlan) -> SessionRoom:
    """Whether one session can hold one text of every system (D10; Knowles 2021, section 5.4)."""
    systems = len(plan.systems)
    shown, room = float(plan.cells["n"].mean() or 0), int(plan.table("session", segments=True).sum(axis=1).max())  # type: ignore[arg-type]
    return SessionRoom(
        systems=systems,
        shown=shown,
        needed=systems * shown,
        room=room,
        fits=systems * shown <= room,
        snippet=room // systems,
    )
