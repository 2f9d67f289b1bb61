"""Control copies, calibration sets, and the order of rows in a session.

A control item is made of an item that counts and keeps its system, document and segment. In designs with
documents a control copy is a second showing of a document in the same session, in which segments are
degraded, replaced by the reference, or left untouched (a repeat).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.sessions import Displays, consecutive_snippets
from adjudge.planning.simulation.spec import SessionModel, SimulationSpec
from adjudge.planning.simulation.truth import Floats, Ints, World

KIND_NAMES: Final = ("system", "degraded", "repeat", "reference", "calibration")
SYSTEM, DEGRADED, REPEAT, REFERENCE, CALIBRATION = range(len(KIND_NAMES))


@dataclass(frozen=True)
class Items:
    """Everything that is judged, one row each, in the order of sessions and positions.

    Args:
        session: number of the session.
        position: place in the session, from 0.
        showing: number of the showing in the campaign.
        system: number of the system.
        segment: index into all segments.
        kind: index into `KIND_NAMES`.
        original: row of the item that counts and that this one was made of; its own row if there is none.
    """

    session: Ints
    position: Ints
    showing: Ints
    system: Ints
    segment: Ints
    kind: Ints
    original: Ints

    @property
    def after_degraded(self) -> NDArray[np.bool_]:
        """Untouched rows with a degraded one before them in the same showing."""
        degraded = self.kind == DEGRADED
        before = np.cumsum(degraded) - degraded
        first = np.flatnonzero(np.diff(self.showing, prepend=-1))
        at_start = np.repeat(before[first], np.diff(first, append=len(before)))
        return np.asarray((before > at_start) & ~degraded)


def build_items(spec: SimulationSpec, displays: Displays, world: World, seeds: Seeds) -> Items:
    """Add control copies to the displays that count, order everything, and write it out row by row.

    Args:
        spec: checked parameters.
        displays: what counts.
        world: systems and texts.
        seeds: the seed of the campaign.
    """
    place = seeds.stream("order").random(len(displays.session))
    copied, length = _choose_copies(spec.sessions, displays, seeds)
    copy_place = _place_copies(spec.sessions, place[copied], seeds)
    everything = Displays(
        np.concatenate([displays.session, displays.session[copied]]),
        np.concatenate([displays.system, displays.system[copied]]),
        np.concatenate([displays.start, displays.start[copied]]),
        np.concatenate([displays.length, length]),
    )
    order = np.lexsort([np.concatenate([place, copy_place]), everything.session])
    source = np.concatenate([np.arange(len(place)), copied])
    items = _write_out(everything, order, source)
    is_copy = order[items.showing] >= len(place)
    kinds = _copy_kinds(spec.sessions, items, is_copy, seeds)
    return _with_calibration(spec, replace(items, kind=np.where(is_copy, kinds, SYSTEM)), world, seeds)


def _choose_copies(sessions: SessionModel, displays: Displays, seeds: Seeds) -> tuple[Ints, Ints]:
    """Which displays are copied, and how many of their segments: copies fill a session up to its size."""
    if not sessions.controls:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    order = np.lexsort([seeds.stream("copies").random(len(displays.session)), displays.session])
    session, length = displays.session[order], displays.length[order]
    wanted = sessions.size - np.bincount(session, weights=length, minlength=sessions.count).astype(np.int64)
    before = _running(length, session)
    # The last copy is cut off, as in the WMT22 script.
    part = np.clip(wanted[session] - before, 0, length)
    return order[part > 0], part[part > 0]


def _place_copies(sessions: SessionModel, place: Floats, seeds: Seeds) -> Floats:
    """Places between 0 and 1 of the copies, given those of their originals."""
    if sessions.design == "wmt18":
        # Half a session away: Graham's builder keeps 41 to 59 places between an item and its control.
        return (place + 0.5) % 1.0
    low = place if sessions.copy_order == "after" else np.zeros_like(place)
    return low + (1.0 - low) * seeds.stream("copy-order").random(len(place))


def _copy_kinds(sessions: SessionModel, items: Items, is_copy: NDArray[np.bool_], seeds: Seeds) -> Ints:
    """What the segments of control copies become; for single segments exact counts in every session."""
    shares = np.array([sessions.degraded, sessions.repeat, sessions.reference])
    if not shares.sum():
        return items.kind
    ends = np.cumsum(shares) / shares.sum()
    draw = seeds.stream("copy-kinds").random(len(is_copy))
    if sessions.design == "wmt18":
        draw = _ranks(draw, items.session, is_copy) / sessions.controls
    elif sessions.copies == "pure":
        draw = draw[items.showing]
    # A hair less, so that rounding cannot put rank 10 of 30 into the first third.
    return DEGRADED + np.searchsorted(ends - 1e-9, draw, side="right").clip(0, 2)


def _ranks(values: Floats, group: Ints, chosen: NDArray[np.bool_]) -> Floats:
    """Rank of the chosen values within their group, from 0; zero for the others."""
    rows = np.flatnonzero(chosen)
    order = rows[np.lexsort([values[rows], group[rows]])]
    ranks = np.zeros(len(values))
    ranks[order] = _running(np.ones(len(order), dtype=np.int64), group[order])
    return ranks


def _write_out(displays: Displays, order: Ints, source: Ints) -> Items:
    """Rows of the displays in the given order; `source` names the display each one was copied from."""
    length = displays.length[order]
    showing = np.repeat(np.arange(len(order)), length)
    offset = np.arange(len(showing)) - np.repeat(np.cumsum(length) - length, length)
    session = displays.session[order][showing]
    first_row = np.empty(len(order), dtype=np.int64)
    first_row[order] = np.cumsum(length) - length
    return Items(
        session=session,
        position=_running(np.ones(len(session), dtype=np.int64), session),
        showing=showing,
        system=displays.system[order][showing],
        segment=displays.start[order][showing] + offset,
        kind=np.zeros(len(session), dtype=np.int64),
        original=first_row[source[order]][showing] + offset,
    )


def _running(values: Ints, group: Ints) -> Ints:
    """Sum of the values before each one in its group; groups are consecutive."""
    before = np.cumsum(values) - values
    first = np.flatnonzero(np.diff(group, prepend=-1))
    return before - np.repeat(before[first], np.diff(first, append=len(group)))


def _with_calibration(spec: SimulationSpec, items: Items, world: World, seeds: Seeds) -> Items:
    """Put the common set in front, once for every annotator a, as session number `count + a`."""
    size, people = spec.sessions.calibration, spec.annotators.count
    if not size:
        return items
    common = _calibration_set(spec, world, seeds)
    size = len(common.segment)
    person = np.repeat(np.arange(people), size)
    showings = int(common.showing[-1]) + 1
    shifted = items.showing + showings * people
    rows = size * people
    return Items(
        session=np.concatenate([spec.sessions.count + person, items.session]),
        position=np.concatenate([np.tile(common.position, people), items.position]),
        showing=np.concatenate([np.tile(common.showing, people) + person * showings, shifted]),
        system=np.concatenate([np.tile(common.system, people), items.system]),
        segment=np.concatenate([np.tile(common.segment, people), items.segment]),
        kind=np.concatenate([np.full(rows, CALIBRATION), items.kind]),
        original=np.concatenate([np.arange(rows), items.original + rows]),
    )


def _calibration_set(spec: SimulationSpec, world: World, seeds: Seeds) -> Items:
    """Random snippets, systems in turn, cut off at the wanted number of segments or when all texts are in."""
    rng = seeds.stream("calibration")
    longest = 1 if spec.sessions.design == "wmt18" else spec.sessions.snippet
    start, length = consecutive_snippets(world, longest)
    order = rng.permutation(len(start))
    length = np.diff(np.minimum(np.cumsum(length[order]), spec.sessions.calibration), prepend=0)
    start, length = start[order][length > 0], length[length > 0]
    system = np.resize(rng.permutation(len(world.quality)), len(start))
    every = np.arange(len(start))
    return _write_out(Displays(np.zeros_like(every), system, start, length), every, every)
