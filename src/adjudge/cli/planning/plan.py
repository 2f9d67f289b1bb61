"""`adjudge plan`: who judges what, and what that is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.catalogue import (
    CAMPAIGN_OR_NEW,
    NEEDS_COMPARE,
    NO_CAMPAIGN,
    NOT_WITH_COMPARE,
)
from adjudge.cli.options.comparing_designs import ComparingOptions, comparing_options
from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import ResultView, show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudge.core.findings import Finding
    from adjudge.planning.plans.door import PlanResult

#: What makes the page of a certificate again; without names of this computer, so that the page is the same everywhere.
_AGAIN = "adjudge plan campaign.toml --out DIR"


@click.command(
    "plan",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Plan who judges what, with a certificate of its worth.",
)
@click.argument("campaign", required=False, type=click.Path(path_type=Path), metavar="CAMPAIGN.toml")
@click.option("--out", type=Target("new folder"), metavar="DIR", help="Write the campaign to a new folder.")
@click.option("--appraise", type=Target("new folder"), metavar="DIR", help="Write batches for Appraise, too.")
@click.option("--pearmut", type=Target(), metavar="FILE", help="Write a campaign for Pearmut, too.")
@click.option("--mturk", type=Target("table"), metavar="FILE", help="Write HITs for Mechanical Turk, too.")
@click.option("--new", type=Target("new folder"), metavar="DIR", help="Write an example campaign and exit.")
@list_option("--designs", "designs", "List the designs and exit.")
@list_option("--protocols", "protocols", "List the protocols of judging and exit.")
@comparing_options
@output_options("json", "csv", page=True)
def command(
    campaign: Path | None,
    out: Path | None,
    appraise: Path | None,
    pearmut: Path | None,
    mturk: Path | None,
    new: Path | None,
    comparing: ComparingOptions,
    output: Output,
) -> None:
    """Plan who judges what, in which order, and print what the plan is worth.

    CAMPAIGN.toml says which texts are judged, by whom, and how; --new writes a commented example that works at once.
    Every mistake in it or in its texts is named with file and line, and nothing is written.

    The folder gets items.csv (the plan, a row for each output that is shown), texts.csv, altered.csv (control items),
    certificate.json and certificate.html, campaign.toml with every choice, and copies of the files that it names. The
    same campaign and seed give the same bytes. Without --out only the certificate is printed.

    --compare plans nothing: it simulates the campaign under several designs and budgets, with systems whose true order
    is known, and shows what each recovers and costs: what you get for 40 more hours.

    \b
    Examples:
      adjudge plan --new try
      adjudge plan try/campaign.toml --out try/plan
      adjudge plan campaign.toml --json
      adjudge plan campaign.toml --out plan --appraise appraise
      adjudge plan campaign.toml --out plan --pearmut pearmut.json --mturk hits.csv
      adjudge plan campaign.toml --compare --hours 40 --hours 80 --html designs.html
      adjudge plan campaign.toml --compare --design blocks --design wmt22-da-sqm --recipe wmt-da --recipe recommended
      adjudge plan campaign.toml --compare --campaigns 200 --store outcomes.jsonl --cluster tcp://127.0.0.1:8786
      adjudge plan --designs
    """
    targets = {"--out": out, "--appraise": appraise, "--pearmut": pearmut, "--mturk": mturk}
    typed = [f"--{name.replace('settings', 'set')}" for name in comparing.given()]
    if new is not None:
        _require_alone(campaign, [*_given(targets), *(["--compare"] if comparing.compare else []), *typed], output)
        _write_example(new)
        return
    if typed and not comparing.compare:
        raise NEEDS_COMPARE(options=typed)
    if campaign is None:
        raise NO_CAMPAIGN()  # noqa: RSE102
    if comparing.compare:
        _compare(campaign, comparing, output, list(_given(targets).values()))
        return
    from adjudge.io.campaigns.reading import gather_campaign
    from adjudge.io.files.replacing import require_unread
    from adjudge.planning.plans.door import plan
    from adjudge.reporting.certificate.tables import rules_table

    paths = list(_given(targets).values())
    there = [path for path in (*paths, output.page) if path is not None and path.exists()]
    with progress("Planning") as report:
        require_unread(there, gather_campaign(campaign).places.inputs.values() if there else ())
        result = plan(campaign, progress=report)
        notes = _write(result, out, appraise, {"pearmut": pearmut, "mturk": mturk})
    show(_PlanView(result.certificate, rules_table), output)
    if output.form is None:
        _say(paths, notes)


class _PlanView(ResultView[Any]):
    def findings(self) -> Sequence[Finding]:
        """What to know about the plan, by severity as on the page."""
        from adjudge.core.findings import by_severity

        return by_severity(self.result.findings)

    def to_html(self) -> str:
        """The certificate as a page."""
        from adjudge.reporting.certificate.page import certificate_page

        return certificate_page(self.result, commands=[_AGAIN])


def _compare(campaign: Path, comparing: ComparingOptions, output: Output, targets: list[Path]) -> None:
    from adjudge.cli.planning.comparing import compare

    if targets:
        raise NOT_WITH_COMPARE(path=targets[0])
    compare(campaign, comparing, output)


def _given(targets: Mapping[str, Path | None]) -> dict[str, Path]:
    return {option: path for option, path in targets.items() if path is not None}


def _require_alone(campaign: Path | None, options: list[str], output: Output) -> None:
    """That nothing else is asked for where an example is written."""
    form = [] if output.form is None else [f"--{output.form}"]
    page = [] if output.page is None else ["--html"]
    others = [*(["a campaign file"] if campaign is not None else []), *options, *form, *page]
    if others:
        raise CAMPAIGN_OR_NEW(others=others)


def _write_example(folder: Path) -> None:
    from adjudge.io.campaigns.example import example_files
    from adjudge.io.campaigns.results import write_plan

    write_plan({folder: example_files()}, {})
    click.echo(f"An example campaign with small invented texts: {folder / 'campaign.toml'}")
    click.echo(f"Next: adjudge plan {folder / 'campaign.toml'} --out {folder / 'plan'}")


def _write(
    result: PlanResult, out: Path | None, appraise: Path | None, single: Mapping[str, Path | None]
) -> tuple[Finding, ...]:
    """Write everything that was asked for, or nothing.

    Returns:
        What organisers should know about the files for other platforms.
    """
    from adjudge.io.appraise.manifest import appraise_files
    from adjudge.io.campaigns.results import write_plan
    from adjudge.io.crowdsourcing.hit_writing import hit_file
    from adjudge.io.pearmut.campaign_writing import pearmut_campaign

    folders: dict[Path, Mapping[str, bytes]] = {}
    files: dict[Path, bytes] = {}
    notes: list[Finding] = []
    if appraise is not None:
        folders[appraise], told = appraise_files(result.content)
        notes += told
    if single["pearmut"] is not None:
        files[single["pearmut"]], told = pearmut_campaign(result.content)
        notes += told
    if single["mturk"] is not None:
        files[single["mturk"]], told = hit_file(result.content)
        notes += told
    if out is not None:
        folders[out] = result.files(page=_page(result))
    write_plan(folders, files)
    return tuple({finding.text: finding for finding in notes}.values())


def _page(result: PlanResult) -> str:
    from adjudge.cli.spelling import spelled_result
    from adjudge.reporting.certificate.page import certificate_page

    return certificate_page(spelled_result(result.certificate), commands=[_AGAIN])


def _say(targets: list[Path], notes: tuple[Finding, ...]) -> None:
    from adjudge.cli.spelling import spelled_findings
    from adjudge.core.findings import by_severity
    from adjudge.reporting.terminal import print_findings

    print_findings(by_severity(spelled_findings(notes)))
    for target in targets:
        click.echo(f"written to {target}")
