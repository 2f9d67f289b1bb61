"""Repeats: how far apart the two scores of a repeated item are, over all and for every annotator (Q4)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.rating_tests.paired import signed_rank_p
from adjudge.scoring.aggregate import differences
from adjudge.scoring.catalogue import REPEATS
from adjudge.scoring.filters import after_degraded
from adjudge.scoring.quality import control_pairs
from adjudge.scoring.rows import Rows


@dataclass(frozen=True)
class RepeatDifferences:
    """Differences original - repeat, in the unit of the score.

    The figures are those of Knowles and Lo (2024, sections 4.1 and 5.1). Mean, median and mode tell a shift, which
    is expected to be 0; the absolute ones tell consistency: random scores have no shift, but lie far apart.

    Checked against: pairs and means of WMT22 Czech and Chinese to English, recomputed from the release; largest
    median of the calibration set of Knowles and Lo 2024 (tests/published).

    Args:
        pairs: number of items scored twice.
        mean: mean difference.
        median: median difference.
        mode: most frequent difference, the one nearest to 0 if there are several; None if none occurs twice.
        median_absolute: median of the absolute differences.
        maximum_absolute: largest absolute difference.
        shift_p: two-sided signed-rank p for "no systematic shift", pairs taken as independent.
    """

    pairs: int
    mean: float
    median: float
    mode: float | None
    median_absolute: float
    maximum_absolute: float
    shift_p: float

    @classmethod
    def of(cls, pairs: pl.DataFrame) -> RepeatDifferences:
        """Figures of at least one pair, with columns `original` and `control`."""
        d = differences(pairs["original"], pairs["control"]).to_numpy()
        size = np.abs(d)
        return cls(
            pairs=len(d),
            mean=float(d.mean()),
            median=float(np.median(d)),
            mode=_mode(d),
            median_absolute=float(np.median(size)),
            maximum_absolute=float(size.max()),
            shift_p=signed_rank_p(d, "two-sided"),
        )


def _mode(d: NDArray[np.float64]) -> float | None:
    values, counts = np.unique(d, return_counts=True)
    if counts.max() == 1:
        return None
    frequent = values[counts == counts.max()]
    return float(frequent[np.argmin(np.abs(frequent))])


def repeat_differences(pairs: pl.DataFrame, unit: str) -> dict[str, RepeatDifferences]:
    """The figures of every unit, by name.

    Args:
        pairs: `control_pairs` of repeats.
        unit: `annotator` or `session`.
    """
    scores = pairs.select(unit, "original", "control")
    found = {str(name): RepeatDifferences.of(rows) for (name,), rows in scores.group_by(unit)}
    return dict(sorted(found.items()))


def report_repeats(frame: pl.DataFrame) -> Rows:
    """What the repeats say about consistency (AJ224), if there are any by a known annotator or session.

    Repeats seen after a degraded item are also shown separately, because the damage lowers their scores.

    Args:
        frame: ratings of one scope with a score in every row.

    Returns:
        The same rows, with what was found.
    """
    traced = {"showing", "position"} <= set(frame.columns)
    pairs = control_pairs(frame.with_columns(_after=after_degraded(frame) if traced else pl.lit(value=False)), "repeat")
    unit = next((name for name in ("annotator", "session") if not pairs[name].null_count()), None)
    if pairs.is_empty() or unit is None:
        return Rows(frame)
    after = RepeatDifferences.of(pairs.filter("_after")) if pairs["_after"].any() else None
    return Rows(frame, (_finding(RepeatDifferences.of(pairs), after, unit, repeat_differences(pairs, unit)),))


def _finding(
    overall: RepeatDifferences, after: RepeatDifferences | None, unit: str, units: dict[str, RepeatDifferences]
) -> Finding:
    return REPEATS(
        overall=asdict(overall),
        after_degraded=asdict(after) if after else None,
        unit=unit,
        units={name: asdict(figures) for name, figures in units.items()},
        _pairs=overall.pairs,
        _units=len(units),
        _mean=_number(overall.mean),
        _median=_number(overall.median),
        _mode=None if overall.mode is None else _number(overall.mode),
        _p="p < 0.001" if overall.shift_p < 0.001 else f"p = {overall.shift_p:.3f}",
        _distance=_number(overall.median_absolute),
        _largest=_number(overall.maximum_absolute),
        _after=after.pairs if after else None,
        _after_mean=_number(after.mean) if after else None,
    )


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"
