"""What there is at the end of every wave: the campaign may stop after any of them (D9)."""

from __future__ import annotations

import math

import polars as pl

from adjudge.kernels.block_designs.difference_errors import ScoreVariances
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.parts import Precision, WaveRow
from adjudge.planning.certificate.precision import expected_precision
from adjudge.planning.certificate.work_time import HOUR, cost_of


def wave_rows(plan: CountedPlan, items: pl.DataFrame, variances: ScoreVariances | None) -> tuple[WaveRow, ...]:
    """Every wave, and everything up to its end; empty if there are fewer than two.

    Items that belong to no wave, such as those of a tutorial, come before everything else and are of the first one.

    Args:
        plan: counted.
        items: of `timed_items`.
        variances: components of the variance of a score, see `expected_precision`.
    """
    if len(plan.waves) < 2:
        return ()
    return tuple(_row(plan, wave, items, variances) for wave in plan.waves)


def _row(plan: CountedPlan, wave: int, items: pl.DataFrame, variances: ScoreVariances | None) -> WaveRow:
    own, so_far = plan.counting.filter(wave=wave), plan.until(wave)
    told = expected_precision(so_far, variances)
    precision = told if isinstance(told, Precision) else None
    seconds = math.fsum(items.filter(wave=wave)["seconds"])
    seconds_so_far = math.fsum(items.filter(pl.col("wave") <= wave)["seconds"])
    return WaveRow(
        wave=wave,
        documents=own["document"].n_unique(),
        texts=own["unit"].n_unique(),
        judgements=own.height,
        hours=seconds / HOUR,
        cost=cost_of(plan, seconds),
        documents_so_far=so_far.counting["document"].n_unique(),
        judgements_so_far=so_far.counting.height,
        hours_so_far=seconds_so_far / HOUR,
        cost_so_far=cost_of(plan, seconds_so_far),
        standard_error=None if precision is None else precision.standard_error,
        smallest=None if precision is None else precision.smallest,
    )
