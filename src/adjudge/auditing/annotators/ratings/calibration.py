"""The calibration set: what it holds, what it costs, and whether later work is like it (A1-A3, A8)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.auditing.annotators.ratings.shifts import shifts


@dataclass(frozen=True)
class Spread:
    """Lowest, median and highest of some counts."""

    min: float
    median: float
    max: float

    @classmethod
    def of(cls, counts: pl.Series) -> Spread | None:
        """Of numbers that are known; None if there is none."""
        known = counts.drop_nulls().cast(pl.Float64).to_numpy()
        return cls(float(known.min()), float(np.median(known)), float(known.max())) if len(known) else None


@dataclass(frozen=True)
class CalibrationSet:
    """What the calibration set holds, as in Table 1 of Knowles and Lo (2024).

    Args:
        annotators: people who rated any of it.
        complete: those of them who rated all of it.
        items: different outputs: system, document and segment.
        judgements: ratings of a complete annotator, repeats counted.
        repeated: outputs that it holds more than once.
        documents: different documents; None if unknown.
        systems: different systems.
        segments: per document and system; None if documents are unknown.
    """

    annotators: int
    complete: int
    items: int
    judgements: int
    repeated: int
    documents: int | None
    systems: int
    segments: Spread | None


@dataclass(frozen=True)
class CalibrationCost:
    """What calibration costs next to the other work of those who did it, as in Table 2 of Knowles and Lo (2024).

    Args:
        annotators: people who did calibration and other work.
        sessions: further sessions per annotator; None if unknown.
        judgements: further ratings per annotator, controls counted; None if unknown.
        share: calibration ratings among all ratings of these people; None if the others are unknown.
    """

    annotators: int
    sessions: Spread | None
    judgements: Spread | None
    share: float | None


@dataclass(frozen=True)
class LaterWork:
    """One annotator's calibration set next to the later work (Knowles and Lo 2024, Figures 2 and 3).

    Args:
        calibration_mean: mean score of the calibration set.
        later_mean: mean score of later ratings of systems.
        judgements: number of later ratings.
        session_means: lowest, median and highest mean of a later session; None if sessions are unknown.
        shift: mean of later document means minus that of the calibration set, less the mean of this difference over the
            other annotators, which is due to what was rated; None if nobody else can be compared with.
        se: its standard error, documents as units, those of the others counted; None with fewer than three on a side.
        p: two-sided p-value of no shift; None likewise.
        outside: share of later ratings below or above all scores of the calibration set.
    """

    calibration_mean: float
    later_mean: float
    judgements: int
    session_means: Spread | None
    shift: float | None
    se: float | None
    p: float | None
    outside: float


@dataclass(frozen=True)
class Calibration:
    """Contents and cost.

    Args:
        contents: what the set holds.
        cost: what it costs; None if nobody is known to have done anything else.
    """

    contents: CalibrationSet
    cost: CalibrationCost | None


def calibration_set(rows: pl.DataFrame) -> CalibrationSet | None:
    """What a calibration set holds.

    Checked against: Table 1 of Knowles and Lo 2024, all 36 cells (tests/published).

    Args:
        rows: ratings of kind `calibration` by known annotators.
    """
    if rows.is_empty():
        return None
    item = ["system", "document", "segment"]
    items = rows.select(item).unique()
    counts = rows.group_by("annotator").agg(n=pl.len(), items=pl.struct(item).n_unique())
    known = rows["document"].null_count() == 0
    sizes = items.group_by("document", "system").len()["len"] if known else pl.Series([], dtype=pl.UInt32)
    most = counts["n"].max()
    times = rows.group_by("annotator", *item).len()
    return CalibrationSet(
        annotators=counts.height,
        complete=int((counts["items"] == items.height).sum()),
        items=items.height,
        judgements=int(most) if isinstance(most, int) else 0,
        repeated=times.filter(pl.col("len") > 1).select(item).unique().height,
        documents=items["document"].n_unique() if known else None,
        systems=items["system"].n_unique(),
        segments=Spread.of(sizes),
    )


def calibration_cost(calibrated: pl.DataFrame, other: pl.DataFrame) -> CalibrationCost | None:
    """What calibration costs next to other work.

    Checked against: Table 2 of Knowles and Lo 2024, annotators and HITs (tests/published).

    Args:
        calibrated: calibration ratings, with `annotator`.
        other: other work: `annotator`, `session` and, if every row is one rating, `score`.
    """
    people = calibrated["annotator"].unique()
    work = other.filter(pl.col("annotator").is_in(people.implode()))
    if work.is_empty():
        return None
    rated = "score" in work.columns
    per = work.group_by("annotator").agg(sessions=pl.col("session").drop_nulls().n_unique(), judgements=pl.len())
    mine = calibrated.filter(pl.col("annotator").is_in(per["annotator"].implode())).height
    return CalibrationCost(
        annotators=per.height,
        sessions=Spread.of(per["sessions"]) if work["session"].null_count() == 0 else None,
        judgements=Spread.of(per["judgements"]) if rated else None,
        share=mine / (mine + work.height) if rated else None,
    )


def describe_calibration(rows: DescribedRows) -> Calibration | None:
    """Contents and cost of the calibration set, if there is one."""
    of_set = pl.col("kind") == "calibration"
    contents = calibration_set(rows.every.filter(of_set))
    if contents is None:
        return None
    return Calibration(contents, calibration_cost(rows.every.filter(of_set), rows.every.filter(~of_set)))


def later_work(rows: DescribedRows) -> dict[str, LaterWork]:
    """The later work of every annotator who did the calibration set and more, by name.

    The shift compares annotators: what they rated later was easier or harder than the set for all of them, on average.
    Definition and error in `shifts`.
    """
    first = rows.frame.filter(pl.col("kind") == "calibration")
    later = rows.frame.filter(pl.col("kind") != "calibration")
    both = set(first["annotator"].unique()) & set(later["annotator"].unique())
    parts = {name: tuple(one.filter(pl.col("annotator") == name) for one in (first, later)) for name in sorted(both)}
    moved = shifts({name: (_by_unit(a), _by_unit(b)) for name, (a, b) in parts.items()})
    return {
        name: LaterWork(
            calibration_mean=_mean(a),
            later_mean=_mean(b),
            judgements=b.height,
            session_means=Spread.of(b.group_by("session").agg(pl.col("score").mean())["score"])
            if b["session"].null_count() == 0
            else None,
            shift=moved[name].points,
            se=moved[name].se,
            p=moved[name].p,
            outside=_outside(a, b),
        )
        for name, (a, b) in parts.items()
    }


def _mean(rows: pl.DataFrame) -> float:
    return float(rows["score"].to_numpy().mean())


def _by_unit(rows: pl.DataFrame) -> dict[int, float]:
    """Means of documents."""
    return dict(rows.group_by("_unit").agg(pl.col("score").mean()).sort("_unit").iter_rows())


def _outside(first: pl.DataFrame, later: pl.DataFrame) -> float:
    inside = later["score"].is_between(pl.lit(first["score"].min()), pl.lit(first["score"].max()))
    return float((~inside).to_numpy().mean())
