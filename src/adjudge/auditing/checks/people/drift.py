"""Checks of drift: scores that rise or fall as people go on, or from the beginning to the end of sessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.people.persons import People
from adjudge.auditing.checks.people.standing_out import LEVEL, steadied
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.kernels.annotator_signals.grouped import grouped_slope

DRIFT: Final = FindingEntry(
    "AJ406",
    "warning",
    "The scores of an annotator drift.",
    text="The scores of {_who} rise or fall in the course of the work, more than systems and texts explain: "
    "{_names:names}. From first to last, those of {_first} {_move} by {_points:figure} points ({_sds:.1f} of their "
    "standard deviations).",
    source="Knowles and Lo 2024, section 4.4",
    todo="spread every system evenly over an annotator's time, and rank the first and the second half on their own",
    needs="ratings with annotators, and times or positions",
)
FATIGUE: Final = FindingEntry(
    "AJ419",
    "note",
    "Scores change in the course of a session.",
    text="Scores {_move} by {change:.2f} standard deviations from the beginning to the end of a session, over all "
    "{_units} and more than systems explain (p = {p:.2g}).",
    source="Knowles and Lo 2024, section 4.4",
    todo="spread every system evenly over positions; shorter sessions tire less",
    needs="ratings with positions in sessions",
)
_FEWEST: Final = 30
#: A variance from fewer documents is not to be trusted.
_FEWEST_CLUSTERS: Final = 5
#: Change from first to last, in standard deviations of the annotator's scores, from which drift is worth a warning:
#: half of one moves an output past a third of the others.
_LARGE: Final = 0.5
_SMALL: Final = 0.1
_ENOUGH: Final = "an annotator with five documents or more"


def _drift(_: pl.DataFrame, people: People, order: NDArray[np.float64]) -> Iterator[Finding]:
    """People whose scores rise or fall in the course of their work.

    Scores are standardised within the person, and what the others gave to the same systems, segments and outputs is
    taken off; where there are no others, the person's own mean of the system. The means of documents of a system are
    then set against their place in the work: by time, or by position in the sessions as they stand in the file. A
    person is named if the line from first to last rises or falls by half a standard deviation or more, and a t test
    rejects at .01, shared by all. Its error comes from leaving out one document at a time; where four or more people
    judged, it is steadied by those of the others. Fewer than five documents are not tested.
    """
    from scipy.special import stdtr

    alone = people.count == 1
    rest = _unexplained(people)
    known = ~np.isnan(rest)
    if not known.any():
        raise NotCheckableError(_ENOUGH)
    cell, cells = _cells(people, known)
    size = np.bincount(cell)
    y, x = (np.bincount(cell, values[known]) / size for values in (rest, order))
    parts = cells["system"] if alone else cells["who"]
    found = grouped_slope(y, x, cells["who"], cells["cluster"], groups=people.count, within=parts)
    enough = found.clusters >= _FEWEST_CLUSTERS
    if not enough.any():
        raise NotCheckableError(_ENOUGH)
    error, freedom = steadied(np.where(enough, found.error, np.nan), found.clusters - 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = 2 * stdtr(np.maximum(freedom, 1), -np.abs(found.value / error))
        places = np.flatnonzero(enough & (np.abs(found.value) >= _LARGE) & (p < LEVEL / people.count))
    if len(places):
        places = places[np.argsort(-np.abs(found.value[places]), kind="stable")]
        first = int(places[0])
        sd = float(np.std(people.scores[people.who == first], ddof=1))
        change = float(found.value[first])
        yield DRIFT(
            **people.named(places),
            changes=[round(float(found.value[place]), 4) for place in places],
            _first=people.names[first],
            _move="rise" if change > 0 else "fall",
            _points=abs(change) * sd,
            _sds=abs(change),
        )


def _unexplained(people: People) -> NDArray[np.float64]:
    """Scores within each person, without what the others lead one to expect; NaN where nothing is expected."""
    seen = people.expected
    return seen.z if people.count == 1 else np.asarray(seen.z - seen.score)


def _cells(people: People, known: NDArray[np.bool_]) -> tuple[NDArray[np.intp], dict[str, NDArray[np.intp]]]:
    """The document of a system in the work of one person: its code for every row, and whose it is."""
    who, system, cluster = (codes[known] for codes in (people.who, people.system, people.cluster))
    joint = (who.astype(np.int64) * (int(system.max()) + 1) + system) * (int(cluster.max()) + 1) + cluster
    _, first, cell = np.unique(joint, return_index=True, return_inverse=True)
    return cell.astype(np.intp), {"who": who[first], "system": system[first], "cluster": cluster[first]}


def _fatigue(_: pl.DataFrame, people: People) -> Iterator[Finding]:
    """Scores that change from the beginning to the end of sessions, over everybody.

    Scores are standardised within each person, freed from what the others gave to the same systems and texts, and
    compared within person and system; their slope over the place in the session (0 at its beginning, 1 at its end) is
    tested with an error that allows for sessions. Where everybody sees the same items in the same order, fatigue cannot
    be told from difficulty and is not looked for. It is said from .1
    standard deviations on if p is below .001: a tenth of a standard deviation is what a small difference between two
    systems comes to. It is a note, because systems that are spread evenly over positions all share it.
    """
    from scipy.special import stdtr

    rest = _unexplained(people)
    placed = pl.col("position").is_not_null() & pl.col("session").is_not_null()
    known = people.frame.select(placed).to_series() & pl.Series(~np.isnan(rest))
    frame, kept = people.frame.filter(known), known.to_numpy()
    if frame.height < _FEWEST or frame["session"].n_unique() < _FEWEST_CLUSTERS:
        raise NotCheckableError("five or more sessions with positions")
    place = pl.col("position").rank("dense").over("session")
    spans = frame.select(((place - 1) / (place.max().over("session") - 1)).fill_nan(0.5).fill_null(0.5))
    session = frame["session"].rank("dense").to_numpy().astype(np.intp) - 1
    within = people.who * (int(people.system.max()) + 1) + people.system
    one = np.zeros(frame.height, dtype=np.intp)
    found = grouped_slope(
        rest[kept], spans.to_series().to_numpy().astype(np.float64), one, session, groups=1, within=within[kept]
    )
    change, error = float(found.value[0]), float(found.error[0])
    if not error > 0:
        return
    p = float(2 * stdtr(float(found.clusters[0]) - 1, -abs(change / error)))
    if abs(change) >= _SMALL and p < 0.001:
        yield FATIGUE(change=abs(change), p=p, _move="rise" if change > 0 else "fall", _units=f"{people.unit}s")


CHECKS: Final = (
    Check(DRIFT, _drift, Ratings, facts=("people", "order")),
    Check(FATIGUE, _fatigue, Ratings, columns=("session", "position"), facts=("people",)),
)
