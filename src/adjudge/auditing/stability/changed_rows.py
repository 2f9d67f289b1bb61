"""The judgements that a scenario leaves, or changes, and the systems that are left out of the comparison with it."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.auditing.stability.catalogue import (
    NO_HUMAN,
    NO_RAW_SCORES,
    NO_SCORES,
    NOTHING_LEFT,
    RAISED_ZEROS,
)
from adjudge.auditing.stability.scenarios import Scenario
from adjudge.auditing.stability.studies import Study
from adjudge.core.findings import Finding
from adjudge.core.scale import STANDARDISED, parse_scale
from adjudge.scoring.aggregate import settled


class NotApplicableError(Exception):
    """A scenario that these data cannot be put to; its text is the reason, for a list of what was not run."""


@dataclass(frozen=True, eq=False)
class ChangedRows:
    """What a scenario makes of the judgements.

    Args:
        frame: the judgements.
        left_out: systems that are left out of both rankings before they are compared.
        findings: what was done to scores at the ends of the scale.
    """

    frame: pl.DataFrame
    left_out: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


def change_rows(scenario: Scenario, study: Study) -> ChangedRows:
    """The judgements of a scenario that removes or divides.

    Args:
        scenario: which one.
        study: the ranking that is put to the test.

    Raises:
        NotApplicableError: if the data do not hold what is to be changed.
    """
    if scenario.kind == "divide" and study.kind == "comparisons":
        raise NotApplicableError(NO_SCORES)
    systems, rows = _chosen(scenario, study)
    if len(study.verdict.order) - len(systems) < 2:
        raise NotApplicableError(NOTHING_LEFT)
    if scenario.kind == "divide":
        return _divided(scenario, study, systems, rows)
    return ChangedRows(study.frame.filter(~rows.fill_null(value=False)), systems)


def _chosen(scenario: Scenario, study: Study) -> tuple[tuple[str, ...], pl.Expr]:
    """The ranked systems that a scenario is about, and the judgements it changes."""
    order = study.verdict.order
    match scenario.target:
        case "human":
            rows = study.of_humans()
            if not study.frame.select(rows.any()).item():
                raise NotApplicableError(NO_HUMAN)
            return tuple(name for name in study.humans if name in order), rows
        case "best" | "worst" | "system":
            name = {"best": order[0], "worst": order[-1]}.get(scenario.target, scenario.what)
            return (str(name),), study.of_systems([str(name)])
        case unit:
            return (), pl.col(unit) == scenario.what


def _divided(scenario: Scenario, study: Study, systems: tuple[str, ...], rows: pl.Expr) -> ChangedRows:
    """Scores brought nearer to the lower end of the scale, or raised from it.

    Definition: x' = low + (x - low) / d, which is x / d on 0..100 (Knowles 2021). Multiplication by f: x' = low + f (x
    - low), at most the upper end; a score at the lower end, which no factor moves, becomes low + (f - 1) s / 2, s being
    the smallest step between two scores in the data: 0 stands for whatever is below half a step.
    """
    factor, frame = float(scenario.factor or 1.0), study.frame
    scale = frame["scale"] if "scale" in frame.columns else None
    if scale is not None and (scale == STANDARDISED).any():
        raise NotApplicableError(NO_RAW_SCORES)
    bounds = parse_scale(scale.drop_nulls().first() if scale is not None else None)  # type: ignore[arg-type]
    if bounds is None:
        raise NotApplicableError(NO_RAW_SCORES)
    score, low = pl.col("score"), bounds.low
    raised, times = factor < 1, 1 / factor
    changed = low + (score - low) / factor
    if raised:
        steps = settled(frame["score"]).unique().sort().diff().drop_nulls()
        step = float(steps.min() or 0.0)  # type: ignore[arg-type]
        at_end = low + (times - 1) * step / 2
        changed = pl.when(score == low).then(pl.lit(at_end)).otherwise(changed).clip(upper_bound=bounds.high)
    findings: tuple[Finding, ...] = ()
    if raised:
        own = frame.filter(rows)["score"]
        zeros, cut = int((own == low).sum()), int((low + times * (own - low) > bounds.high).sum())
        if zeros or cut:
            findings = (RAISED_ZEROS(name=scenario.name, zeros=zeros, cut=cut, scores=len(own)),)
    return ChangedRows(frame.with_columns(score=pl.when(rows).then(changed).otherwise(score)), systems, findings)
