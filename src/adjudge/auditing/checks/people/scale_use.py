"""Checks of how people use the scale: a small part of it, a few values of it, one value for whole documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.people.persons import People
from adjudge.auditing.checks.people.standing_out import LEVEL, far_below, median_of_others
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.scale import Scale, parse_scale
from adjudge.core.tables import Ratings

NARROW_RANGE: Final = FindingEntry(
    "AJ404",
    "warning",
    "An annotator uses a small part of the scale.",
    text="{_who} {_names:uses/use} a small part of the scale: {_names:names}. On comparable work the scores of "
    "{_narrowest} spread {ratio:.0%} as far as those of the others, from {_low:figure} to {_high:figure} for nine in "
    "ten.",
    source="Knowles and Lo 2024, section 4.1",
    todo="ask how they understood the scale; raw means hardly count their preferences, and z-scores magnify their "
    "noise",
    needs="ratings by two or more annotators or sessions",
)
FEW_VALUES: Final = FindingEntry(
    "AJ405",
    "note",
    "An annotator uses a few values of the scale.",
    text="{_who} {_names:uses/use} few values of a fine scale: {_names:names}. {_first} has "
    "{_near:.0%} of {_rows:count score} on {_values}.",
    source="Knowles and Lo 2024, section 4.1",
    todo="compare rankings with scores coded to the nearest tick; a repeat of such an annotator jumps a whole step",
    needs="ratings with annotators or sessions, on a scale of more than a dozen values",
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
    needs="ratings of documents by annotators or sessions",
)

#: With fewer scores a spread says little.
_FEWEST: Final = 20
#: Standard deviation between people of the logarithm of their spread. The spreads of the 95 annotators of the WMT22
#: calibration sets have one of .35 to .4 within their language pairs (6 to 19 points).
_PEOPLE: Final = 0.4
#: Spread relative to the others' from which a range is called narrow.
_NARROW: Final = 1 / 3
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
    spread, ratio = _spreads(people)
    enough = (people.rows >= _FEWEST) & (spread > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(enough, np.log(ratio), np.nan)
        small = logs < np.log(_NARROW)
    errors, others = np.sqrt(_SAMPLING / people.rows), np.zeros(people.count)  # the ratio is relative to the others
    narrow = np.flatnonzero(small & far_below(logs, errors, _PEOPLE, others))
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


#: A scale on which everybody together uses no more values than this is a coarse one.
_COARSE: Final = 12
#: Numbers of evenly spaced ticks that a slider may show or a person imagine; both ends are ticks.
_TICKS: Final = (4, 5, 6, 7)
#: "Near a tick" is within 3 of 100 points (Knowles and Lo 2024: 31-34, 66-69, 98-100).
_NEAR: Final = 0.03
#: Share near ticks from which a person is named; 19 of 95 annotators of WMT22 reach it.
_MASS: Final = 0.85
#: So few values that hold nearly all scores are steps.
_STEPS: Final = 5
_NEARLY_ALL: Final = 0.95


def _few_values(frame: pl.DataFrame, people: People) -> Iterator[Finding]:
    """People who use a fine scale like one of a few steps.

    Two signs are looked at. Ticks: of the scores nearer to an inner tick than to an end of the scale, 85 % or more lie
    within 3 of 100 points of one of 4 to 7 evenly spaced ticks, of which at least two are used, and a binomial test
    against an even spread rejects at .001, shared by all people and sets of ticks. Values: five values or fewer hold
    95 % of at least 30 scores, while the others use at least three times as many. Nothing is said on a scale of which
    everybody together uses a dozen values or fewer. Steps lose information but are no fault: a note.
    """
    scale = parse_scale(frame["scale"][0] if "scale" in frame.columns else None)
    if scale is None or not people.is_raw or len(np.unique(people.scores)) <= _COARSE:
        return
    order = np.argsort(people.who, kind="stable")
    parts = np.split(people.scores[order], np.cumsum(people.rows)[:-1])
    held = np.array([_values_of_nearly_all(part) for part in parts], dtype=np.float64)
    typical = median_of_others(held) if len(held) > 1 else held
    found: dict[int, tuple[float, str]] = {}
    for place, part in enumerate(parts):
        near = _near_ticks(part, scale, people.count)
        if near is not None:
            found[place] = near
        elif len(part) >= 1.5 * _FEWEST and 1 < held[place] <= _STEPS and typical[place] >= 3 * held[place]:
            values, counts = np.unique(part, return_counts=True)
            top = np.sort(values[np.argsort(-counts, kind="stable")][: int(held[place])])
            found[place] = (_NEARLY_ALL, ", ".join(f"{value:g}" for value in top))
    if found:
        first = next(iter(found))
        yield FEW_VALUES(
            **people.named(list(found)),
            _first=people.names[first],
            _near=found[first][0],
            _rows=int(people.rows[first]),
            _values=found[first][1],
        )


def _values_of_nearly_all(part: NDArray[np.float64]) -> int:
    """How many different values hold 95 % of the scores."""
    counts = np.sort(np.unique(part, return_counts=True)[1])[::-1]
    return int(np.searchsorted(np.cumsum(counts), _NEARLY_ALL * len(part))) + 1


def _near_ticks(part: NDArray[np.float64], scale: Scale, people: int) -> tuple[float, str] | None:
    """The share of inner scores near ticks and the ticks in words, if there are far more than by chance."""
    from scipy.special import bdtrc

    place = (part - scale.low) / (scale.high - scale.low)
    for ticks in _TICKS:
        step = 1 / (ticks - 1)
        inner = place[(place > step / 2) & (place < 1 - step / 2)]
        nearest = np.round(inner / step)
        near = np.abs(inner - nearest * step) <= _NEAR + 1e-9
        hits, n = int(near.sum()), len(inner)
        if n < _FEWEST or hits < _MASS * n or len(np.unique(nearest[near])) < 2:
            continue
        chance = min(1.0, (2 * _NEAR + 0.01) / step)
        if bdtrc(hits - 1, n, chance) < 0.001 / (people * len(_TICKS)):
            all_near = float((np.abs(place - np.round(place / step) * step) <= _NEAR + 1e-9).mean())
            marks = [scale.low + i * step * (scale.high - scale.low) for i in range(ticks)]
            return all_near, f"or near the ticks {', '.join(f'{round(mark, 1):g}' for mark in marks)}"
    return None


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
    keys = [name for name in (people.unit, "session", "system", "document", "criterion") if name in frame.columns]
    shown = (
        frame.group_by(list(dict.fromkeys(keys)))
        .agg(n=pl.len(), same=pl.col("score").n_unique() == 1)
        .filter(pl.col("n") >= _LONG)
    )
    if shown.is_empty():
        return
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
        if row["shown"] < _FEWEST // 2 or row["same"] < _OFTEN * row["shown"]:
            continue
        shares = np.array(row["p"])
        chance = sum(entry["count"] * float((shares ** entry["n"]).sum()) for entry in row["lengths"])
        others = (same - row["same"]) / (total - row["shown"]) if total > row["shown"] else 0.0
        rate = min(max(2 * others, chance / row["shown"], 1 / row["shown"]), 1.0)
        if bdtrc(row["same"] - 1, row["shown"], rate) < LEVEL / table.height:
            found.append((row[people.unit], row["same"], row["shown"], chance))
    if found:
        found.sort(key=lambda one: -one[1] / one[2])
        place = {name: i for i, name in enumerate(people.names)}
        name, equal, documents, chance = found[0]
        yield STRAIGHT_LINES(
            **people.named([place[one[0]] for one in found]),
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
