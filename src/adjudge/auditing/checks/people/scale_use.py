"""Checks of how people use the scale: a small part of it, a few values of it, one value for whole documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.annotators.ratings.ticks import (
    FEWEST_SCORES,
    MOST_CLUSTERS,
    NARROW,
    SMALLEST_SPAN,
    STEPS,
    Cluster,
    Ticks,
    find_ticks,
)
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.people.persons import People
from adjudge.auditing.checks.people.standing_out import LEVEL, far_below
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.checking.identity import SITTING, present
from adjudge.core.findings import Finding
from adjudge.core.scale import scale_of
from adjudge.core.tables import Ratings

NARROW_RANGE: Final = FindingEntry(
    "AJ404",
    "warning",
    "An annotator uses a small part of the scale.",
    text="{_who} {_names:uses/use} a small part of the scale: {_names:names}. Nine in ten scores of {_narrowest} lie "
    "between {_low:figure} and {_high:figure}; on comparable work they spread {ratio:.0%} as far as those of the "
    "others.",
    source="Knowles and Lo 2024, section 4.1",
    todo="ask how they understood the scale; raw means hardly count their preferences, and z-scores magnify their "
    "noise",
    needs="ratings by two or more annotators",
)
FEW_VALUES: Final = FindingEntry(
    "AJ405",
    "note",
    "An annotator uses a few values of the scale.",
    text="{_who} {_names:uses/use} few values of a fine scale: {_names:names}. {_first} has "
    "{_share:.0%} of {_rows:count score} {_values}.",
    source="Knowles and Lo 2024, section 4.1",
    todo="compare rankings with scores coded to the nearest tick; a repeat of such an annotator jumps a whole step",
    needs="ratings with annotators, on a scale of 50 points or more",
)
STRAIGHT_LINES: Final = FindingEntry(
    "AJ415",
    "warning",
    "An annotator gives one score to all segments of a document.",
    text="{_who} {_names:gives/give} the same score to all segments of a document far more often than the others: "
    "{_names:names}. {_first} did so in {_same:,} of {_shown:count document} of three or more segments, where "
    "shuffled scores would give {_chance:figure}.",
    source="Knowles and Lo 2024, section 4.1",
    todo="look at these documents, and leave the judgements out if the texts were not read",
    needs="ratings of documents by annotators",
)

#: Standard deviation between people of the logarithm of their spread. The spreads of the 95 annotators of the WMT22
#: calibration sets have one of .35 to .4 within their language pairs (6 to 19 points).
_PEOPLE: Final = 0.4
#: Variance of the logarithm of a mean absolute deviation of n normal scores is .57 / n; scores of one document depend
#: on each other, which counts as a quarter of the number.
_SAMPLING: Final = 4 * 0.57


def _narrow_range(_: pl.DataFrame, people: People) -> Iterator[Finding]:
    """People whose scores lie much closer together than those of others on comparable work.

    The spread of a person is the mean distance of the scores from the person's median. It is divided by what one would
    expect from the same numbers of outputs of the same systems when others judge them. The logarithm of this ratio is
    tested against 0. People are assumed to differ with a standard deviation of at least .4, as
    annotators of WMT22 do, and the chance that anybody is named in a campaign without fault is at most 1 %. A person
    is named from a third of the usual spread downwards, from about a quarter where many judged. Twenty scores are
    needed. People who gave one score to everything are not repeated here.
    """
    if people.count < 2:
        raise NotCheckableError("two or more annotators")
    spread, ratio = _spreads(people)
    enough = (people.rows >= FEWEST_SCORES) & (spread > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(enough, np.log(ratio), np.nan)
        small = logs < np.log(NARROW)
    errors, others = np.sqrt(_SAMPLING / people.rows), np.zeros(people.count)  # the ratio is relative to the others
    narrow = np.flatnonzero(small & far_below(logs, errors, _PEOPLE, centre=others))
    if not len(narrow):
        return
    narrow = narrow[np.argsort(logs[narrow], kind="stable")]
    low, high = np.quantile(people.scores[people.who == narrow[0]], [0.05, 0.95])
    yield NARROW_RANGE(
        **people.named(narrow),
        ratio=float(np.exp(logs[narrow[0]])),
        _narrowest=people.names[narrow[0]],
        _low=float(low),
        _high=float(high),
    )


def _spreads(people: People) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean distance of each person's scores from the median, and the same relative to what others show on such work."""
    who, system, count = people.who, people.system, people.count
    order = np.argsort(who, kind="stable")
    parts = np.split(people.scores[order], np.cumsum(people.rows)[:-1])
    medians = np.array([np.median(part) for part in parts])
    away = np.abs(people.scores - medians[who])
    systems = int(system.max()) + 1
    cell = who * systems + system
    sums = np.bincount(cell, away, count * systems).reshape(count, systems)
    counts = np.bincount(cell, minlength=count * systems).reshape(count, systems)
    with np.errstate(divide="ignore", invalid="ignore"):
        others = (sums.sum(axis=0) - sums) / (counts.sum(axis=0) - counts)
        others = np.where(np.isnan(others), 0.0, others)
        comparable = np.where(others > 0, counts, 0)
        spread = np.where(others > 0, sums, 0.0).sum(axis=1) / comparable.sum(axis=1)
        return sums.sum(axis=1) / people.rows, spread / ((comparable * others).sum(axis=1) / comparable.sum(axis=1))


#: Ticks in words; an annotator's own ones are the clusters of the scores.
_WORDS: Final = {"quarters": "near the ticks 0, 25, 50, 75, 100", "sqm": "near the 7 ticks of DA+SQM"}


def _few_values(frame: pl.DataFrame, people: People) -> Iterator[Finding]:
    """People who use a fine scale like one of a few steps.

    Their scores keep to the ticks of direct assessment (0, 25, 50, 75, 100) or of DA+SQM (0, 16.7, 33.3, ...), within 3
    of 100 points of one; or to at most seven clusters of their own, no wider than 6 points and at least 5 points apart.
    The share of scores near ticks must be four fifths of what is possible beyond chance, also away from the ends of the
    scale (`adjudge annotators` shows the figures of everybody). Twenty scores are needed, and a scale of 50 points or
    more. Multiples of 5 and 10 are fine enough. Steps lose information but are no fault: a note.
    """
    scale = scale_of(frame)
    if scale is None or not people.is_raw or scale.high - scale.low < SMALLEST_SPAN:
        raise NotCheckableError("raw scores on one scale of 50 points or more")
    order = np.argsort(people.who, kind="stable")
    found: dict[int, Ticks] = {}
    for place, part in enumerate(np.split(people.scores[order], np.cumsum(people.rows)[:-1])):
        values = len(np.unique(part))
        ticks = find_ticks(part, scale) if len(part) >= FEWEST_SCORES and values > 1 else None
        # A narrow range of many values is another finding.
        if ticks is not None and (ticks.set in STEPS or (ticks.set == "narrow" and values <= MOST_CLUSTERS)):
            found[place] = ticks
    if found:
        first, ticks = next(iter(found.items()))
        yield FEW_VALUES(
            **people.named(list(found)),
            _first=people.names[first],
            _share=_share(ticks, int(people.rows[first])),
            _rows=int(people.rows[first]),
            _values=_WORDS.get(str(ticks.set)) or f"at {_clusters(ticks)}",
        )


def _share(ticks: Ticks, rows: int) -> float:
    """Share of the scores that lie there."""
    held = sum(cluster.judgements for cluster in _largest(ticks))
    return ticks.near if ticks.set in _WORDS else held / rows


def _largest(ticks: Ticks) -> list[Cluster]:
    """The clusters that hold more than a fiftieth of the scores each."""
    total = sum(cluster.judgements for cluster in ticks.clusters)
    return [cluster for cluster in ticks.clusters if cluster.judgements > total / 50]


def _clusters(ticks: Ticks) -> str:
    ends = [(f"{cluster.low + 0.0:g}", f"{cluster.high + 0.0:g}") for cluster in _largest(ticks)]  # + 0.0: no -0
    return ", ".join(low if low == high else f"{low}-{high}" for low, high in ends)


#: Segments of a document from which equal scores are a sign.
_LONG: Final = 3
#: Share of documents with one score from which a person is named.
_OFTEN: Final = 0.3


def _straight_lines(_: pl.DataFrame, people: People) -> Iterator[Finding]:
    """People who give all segments of a document the same score.

    A document counts if the person scored three or more of its segments for one system in one session. If the person's
    scores were shuffled, such a document would have equal scores with probability sum of p^m, with p the shares of the
    person's scores and m the segments. Careful people do so more often than that, because texts are of one piece and
    perfect ones all score 100. So a person is named if it happens in 30 % of at least ten documents or more, and a
    binomial test rejects both twice the rate of all others and the shuffled rate, at .01 shared by all.
    """
    from scipy.special import bdtrc

    frame = people.frame.drop_nulls("document") if people.frame["document"].null_count() else people.frame
    shown = (
        frame.group_by(present((*SITTING, "system", "document", "criterion"), frame))
        .agg(n=pl.len(), same=pl.col("score").n_unique() == 1)
        .filter(pl.col("n") >= _LONG)
    )
    if shown.is_empty():
        raise NotCheckableError("documents of three or more segments")
    repeated = (
        frame.group_by(people.unit, "score")
        .len("times")
        .with_columns(p=pl.col("times") / pl.col("times").sum().over(people.unit))
        .group_by(people.unit)
        .agg(p=pl.col("p"))
    )
    table = (
        shown.group_by(people.unit)
        .agg(shown=pl.len(), same=pl.col("same").sum(), lengths=pl.col("n").value_counts())
        .join(repeated, on=people.unit)
        .sort(people.unit)
    )
    total, same = int(table["shown"].sum()), int(table["same"].sum())
    found: list[tuple[str, int, int, float]] = []
    for row in table.iter_rows(named=True):
        if row["shown"] < FEWEST_SCORES // 2 or row["same"] < _OFTEN * row["shown"]:
            continue
        shares = np.array(row["p"])
        chance = sum(entry["count"] * float((shares ** entry["n"]).sum()) for entry in row["lengths"])
        others = (same - row["same"]) / (total - row["shown"]) if total > row["shown"] else 0.0
        rate = min(max(2 * others, chance / row["shown"], 1 / row["shown"]), 1.0)
        if bdtrc(row["same"] - 1, row["shown"], rate) < LEVEL / table.height:
            found.append((row[people.unit], row["same"], row["shown"], chance))
    if found:
        found.sort(key=lambda one: -one[1] / one[2])
        name, equal, documents, chance = found[0]
        yield STRAIGHT_LINES(
            **people.numbers([one[0] for one in found]),
            _first=name,
            _same=equal,
            _shown=documents,
            _chance=chance,
        )


CHECKS: Final = (
    Check(NARROW_RANGE, _narrow_range, Ratings, facts=("people",)),
    Check(FEW_VALUES, _few_values, Ratings, facts=("people",)),
    Check(STRAIGHT_LINES, _straight_lines, Ratings, columns=("document",), facts=("people",)),
)
