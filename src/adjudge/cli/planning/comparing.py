"""`adjudge plan --compare`: what designs recover of a known truth, and what they cost."""

from __future__ import annotations

import os
from pathlib import Path

import click

from adjudge.cli.catalogue import FIGURES_WRITTEN
from adjudge.cli.options.comparing_designs import ComparingOptions
from adjudge.cli.options.output import Output
from adjudge.cli.options.places import paths_read
from adjudge.cli.output.audits import AuditView
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import show


def compare(campaign: Path, comparing: ComparingOptions, output: Output) -> None:
    """Compare designs and show the result.

    Args:
        campaign: the campaign file.
        comparing: what was asked for.
        output: the form, and the page if one is wanted.
    """
    from adjudge.cli.simulate import parse_settings
    from adjudge.io.all_or_nothing import write_files
    from adjudge.io.campaigns.reading import read_campaign
    from adjudge.io.files.replacing import require_unread
    from adjudge.planning.comparing_designs.compare import compare_designs
    from adjudge.planning.simulation.presets import preset
    from adjudge.planning.simulation.settings import with_settings
    from adjudge.reporting.comparing_designs.page import comparison_figures, designs_page
    from adjudge.reporting.comparing_designs.tables import titled_tables
    from adjudge.reporting.files.figure_files import figure_files
    from adjudge.reporting.files.paper_items import PaperFigure

    read = read_campaign(campaign)
    inputs = read.inputs.values()
    require_unread([path for path in (output.page, comparing.store) if path is not None], inputs)
    held = read.campaign.hours
    spec = with_settings(preset(comparing.preset or "wmt20"), parse_settings(comparing.settings))
    with progress("Simulating campaigns") as report:
        result = compare_designs(
            read.campaign,
            read.texts,
            designs=comparing.design or None,
            hours=comparing.hours or (None if held is None else sum(held.values()),),
            recipes=comparing.recipe or ("recommended",),
            campaigns=comparing.campaigns or 20,
            spec=spec,
            seed=read.campaign.seed if comparing.seed is None else comparing.seed,
            tutorial=read.tutorial,
            metrics=read.metrics,
            workers=comparing.workers or os.cpu_count() or 1,
            cluster=comparing.cluster,
            store=comparing.store,
            progress=report,
        )
    if comparing.figures is not None:
        drawn = figure_files([PaperFigure(one.name, one.caption, one.spec()) for one in comparison_figures(result)])
        write_files({comparing.figures / name: data for name, data in drawn.items()}, [*paths_read(), *inputs])
    show(AuditView(result, titled_tables, designs_page, campaign.name), output)
    if comparing.figures is not None and output.form is None:
        click.echo(FIGURES_WRITTEN.format(path=comparing.figures))
