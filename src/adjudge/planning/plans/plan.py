"""From a campaign and its texts to who judges what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.core.tables import MetricScores, Texts
from adjudge.planning.assignment.part_order import order_findings
from adjudge.planning.controls.adding import add_controls, alter_own
from adjudge.planning.controls.calibration import calibration_cost, choose_calibration, joined
from adjudge.planning.controls.tutorial import add_tutorial, with_tutorial
from adjudge.planning.designs.design import Built, DesignInput
from adjudge.planning.designs.places import Places
from adjudge.planning.plans.context import context_of_displays
from adjudge.planning.plans.groundwork import Groundwork, groundwork_of
from adjudge.planning.plans.items import batches_of, check_complete, require_sessions
from adjudge.planning.plans.loads import load_findings
from adjudge.planning.plans.output_lengths import length_findings
from adjudge.planning.plans.requirements import nothing_to_rank, unshown_references
from adjudge.planning.plans.result import PlannedWork
from adjudge.planning.sampling.judged import judged_findings
from adjudge.planning.sampling.sample import Sample, wanted_units

Progress = Callable[[float], None]


def plan_work(
    campaign: Campaign,
    texts: Texts,
    *,
    toml: str | None = None,
    source: str = "campaign.toml",
    tutorial: pl.DataFrame | None = None,
    metrics: MetricScores | None = None,
    progress: Progress | None = None,
) -> PlannedWork:
    """Plan who judges what, in which order.

    Args:
        campaign: all choices.
        texts: the test set, with a column for each system and each reference.
        toml: the text of the campaign file, for the lines of messages.
        source: its name.
        tutorial: tutorial items, see `DesignInput`.
        metrics: scores of metrics by segment, for the calibration set and for degraded copies.
        progress: called with the share of the work that is done.

    Raises:
        AdjudgeError: AJ650 to AJ656 and AJ687, see the codes: what cannot be planned, and why.
    """
    tell = progress or _nobody_listens
    places, seeds = Places(toml, source), Seeds(campaign.seed)
    ground = groundwork_of(campaign, texts, places, tutorial=tutorial)
    units, segments = ground.sample.units, ground.sample.segments
    everything = DesignInput(campaign, ground.systems, units, segments, ground.seconds, seeds, tutorial)
    tell(0.1)
    planned = _planned(ground, everything, metrics, places)
    tell(1.0)
    return planned


def _nobody_listens(share: float) -> None:
    """Progress that is not shown."""
    del share


def _planned(ground: Groundwork, everything: DesignInput, metrics: MetricScores | None, places: Places) -> PlannedWork:
    """Showings of the first units, the calibration set before them, the tutorial before both, then control items."""
    design, sample, count = ground.design, ground.sample, ground.count
    wanted = wanted_units(everything.campaign, sample.units)
    given = _of_units(everything, sample.first(count))
    built = design.build(given)
    require_sessions(design, given, built, places)
    spare, idle = range(count, sample.units.height), _idle(given, built)
    calibration = choose_calibration(everything, metrics=metrics, spare=spare, idle=idle)
    apart = sorted(set(calibration.units) & set(spare))
    kept = sample.first(count, apart)
    shown = with_tutorial(given, kept.texts)
    # Units of the calibration set alone are numbered behind those of the tutorial.
    numbers = {old: shown.units.height + place for place, old in enumerate(apart)}
    first = _renumbered(calibration.showings, numbers)
    units = pl.concat([shown.units, _renumbered(kept.units.filter(pl.col("unit") >= count), numbers)])
    segments = pl.concat([shown.segments, _renumbered(kept.segments.filter(pl.col("unit") >= count), numbers)])

    showings = add_tutorial(given, joined(first, built.showings))
    whole = replace(given, units=units, segments=segments)
    if design.own_controls:
        added = alter_own(whole, showings, shown.texts, design.lengths)
    else:
        added = add_controls(whole, showings, shown.texts, metrics=metrics)
    batches = batches_of(given.campaign, added.showings, units, segments)
    check_complete(design, given, batches, places)
    cost = calibration_cost(added.showings)
    findings: list[Finding] = [
        *nothing_to_rank(given.campaign, given.systems),
        *unshown_references(given.campaign, design),
        *sample.findings,
        *judged_findings(sample.first(count), asked=count == wanted),
        *calibration.findings,
        *([cost.finding] if cost else []),
        *built.findings,
        *added.findings,
        *order_findings(given, built.showings),
        *load_findings(given, batches.frame, segments.select("document", "segment", "words"), built.spared),
        *length_findings(given.campaign, given.systems, batches.frame, kept.texts),
    ]
    return PlannedWork(
        campaign=given.campaign,
        systems=given.systems,
        batches=batches.with_findings(*findings),
        texts=shown.texts,
        units=units,
        segments=segments,
        showings=added.showings,
        altered=added.altered,
        context=context_of_displays(added.showings, segments, _renumbered(kept.context, numbers), sample.around),
        whole=built.left == 0 and count == wanted,
        documents_known=sample.documents_known,
    )


def _idle(given: DesignInput, built: Built) -> set[str]:
    """Annotators whom the design gives no work."""
    people = built.showings["annotator"]
    return set() if people.has_nulls() else set(given.annotators) - set(people)


def _of_units(given: DesignInput, sample: Sample) -> DesignInput:
    """The same campaign with the units of another sample."""
    return replace(given, units=sample.units, segments=sample.segments)


def _renumbered(frame: pl.DataFrame, numbers: dict[int, int]) -> pl.DataFrame:
    """A frame with other numbers of units."""
    return frame.with_columns(pl.col("unit").replace(numbers)) if numbers else frame
