"""Annotators of ratings, one to a row: how they use the scale, and how they work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adjudge.auditing.annotators.ratings.result import AnnotatorsResult, DescribedAnnotator
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

Cell = Callable[[DescribedAnnotator], str]
#: Below it a corrected p-value gets a star.
_LEVEL: Final = 0.05


def scale_use_table(result: AnnotatorsResult) -> PrintedTable:
    """Range, shape and ticks."""
    columns: list[tuple[Heading, Cell]] = [
        (Heading("ratings", meaning="number of ratings"), lambda one: f"{one.profile.judgements:,}"),
        (Heading("unique", meaning="number of different scores"), lambda one: f"{one.profile.unique:,}"),
        (Heading("mean"), lambda one: number(one.profile.mean, 1)),
        (Heading("sd"), lambda one: number(one.profile.sd, 1)),
        (Heading("min"), lambda one: f"{one.profile.min:g}"),
        (Heading("median"), lambda one: f"{one.profile.quartiles[1]:g}"),
        (Heading("max"), lambda one: f"{one.profile.max:g}"),
        (Heading("skew", meaning="negative: the long tail is below"), lambda one: number(one.profile.skewness, 2)),
        (
            Heading("bimodal", meaning="Sarle's coefficient; more than .56: scores gather at two places"),
            lambda one: number(one.profile.bimodality, 2),
        ),
        (Heading("near ticks", meaning="share of scores near ticks, and that of evenly spread scores"), _near),
        (Heading("ticks", "text", "the ticks that the annotator keeps to"), _ticks),
    ]
    return _table(result, columns)


def _near(one: DescribedAnnotator) -> str:
    ticks = one.profile.ticks
    return MISSING if ticks is None else f"{ticks.near:.0%} ({ticks.expected:.0%})"


def _ticks(one: DescribedAnnotator) -> str:
    ticks = one.profile.ticks
    if ticks is None or ticks.set is None:
        return ""
    parts = [f"{part.low:g}" if part.low == part.high else f"{part.low:g}-{part.high:g}" for part in ticks.clusters]
    return f"{ticks.set}: {', '.join(parts)}" if parts else ticks.set


def work_table(result: AnnotatorsResult) -> PrintedTable:
    """Agreement with the others, leniency, fit, drift, speed, repeats; columns that nobody has are left out."""
    columns: list[tuple[Heading, Cell]] = [
        (Heading("shared", meaning="outputs that somebody else rated, too"), _shared),
        (Heading("r others", meaning="correlation with the mean of the others"), _others),
        (Heading("leniency", meaning="points above all annotators on the same outputs; * significant"), _leniency),
        (Heading("infit", meaning="1: as a rating scale model expects; above 1.5: erratic"), _infit),
        (Heading("drift", meaning="points from the first to the last rating; * significant"), _drift),
        (Heading("seconds", meaning="median time of a rating"), _seconds),
        (Heading("fast", meaning="share of ratings in less than 2 seconds"), _fast),
        (Heading("repeats", meaning="outputs rated twice"), _repeats),
        (Heading("differ", meaning="median and largest absolute difference of repeated ratings"), _differ),
        (Heading("calibration", meaning="mean score of the calibration set"), _calibration),
        (Heading("later", meaning="mean score of later ratings"), _later),
    ]
    used = [column for column in columns if any(column[1](one) != MISSING for one in result.annotators)]
    return _table(result, used) if used else PrintedTable((), ())


def _shared(one: DescribedAnnotator) -> str:
    return f"{one.others.items:,}" if one.others else MISSING


def _others(one: DescribedAnnotator) -> str:
    return number(one.others.pearson, 2) if one.others else MISSING


def _leniency(one: DescribedAnnotator) -> str:
    return _starred(one.leniency.points, one.leniency.p) if one.leniency else MISSING


def _infit(one: DescribedAnnotator) -> str:
    return number(one.fit.infit, 2) if one.fit else MISSING


def _drift(one: DescribedAnnotator) -> str:
    return _starred(one.drift.points, one.drift.p) if one.drift else MISSING


def _seconds(one: DescribedAnnotator) -> str:
    return number(one.pace.median, 1) if one.pace else MISSING


def _fast(one: DescribedAnnotator) -> str:
    return f"{one.pace.fast:.0%}" if one.pace else MISSING


def _repeats(one: DescribedAnnotator) -> str:
    return f"{one.consistency.items:,}" if one.consistency else MISSING


def _differ(one: DescribedAnnotator) -> str:
    return f"{one.consistency.median:g} / {one.consistency.max:g}" if one.consistency else MISSING


def _calibration(one: DescribedAnnotator) -> str:
    return number(one.later.calibration_mean, 1) if one.later else MISSING


def _later(one: DescribedAnnotator) -> str:
    return number(one.later.later_mean, 1) if one.later else MISSING


def _starred(points: float, p: float | None) -> str:
    return f"{'*' if p is not None and p < _LEVEL else ''}{points:+.1f}"


def _table(result: AnnotatorsResult, columns: list[tuple[Heading, Cell]]) -> PrintedTable:
    headings = (Heading("annotator", "text"), *(heading for heading, _ in columns))
    rows = [(printable(one.name), *(cell(one) for _, cell in columns)) for one in result.annotators]
    return PrintedTable(headings, tuple(rows))
