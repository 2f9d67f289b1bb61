"""`plan`: from a campaign file, or a campaign and its texts, to a plan with its certificate and the files of both."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.errors import Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import Batches, Texts
from adjudge.io.campaigns.content import CONTEXT, PlannedContent, empty
from adjudge.io.campaigns.folder import folder_files, with_inputs
from adjudge.io.campaigns.reading import GatheredCampaign, ReadCampaign, gather_campaign
from adjudge.io.campaigns.results import write_plan
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.result import Certificate
from adjudge.planning.designs.places import Places
from adjudge.planning.plans.groundwork import other_mistakes
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.plans.result import PlannedWork

Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class PlanResult:
    """A plan: who judges what, what it is worth, and what is needed to make it again.

    Args:
        read: the campaign and its texts.
        work: who judges what.
        certificate: what the plan covers, how balanced it is, what it takes, which rules it breaks.
    """

    read: ReadCampaign
    work: PlannedWork
    certificate: Certificate

    @property
    def batches(self) -> Batches:
        """The plan itself: a row for each output that is shown, in order."""
        return self.work.batches

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What texts, planning and certificate have to say, each once."""
        return self.certificate.findings

    def to_frame(self) -> pl.DataFrame:
        """The rows of the plan."""
        return self.work.batches.frame

    def to_dict(self) -> dict[str, Any]:
        """The certificate as plain data."""
        return self.certificate.to_dict()

    def summary(self) -> str:
        """The certificate in a few sentences."""
        return self.certificate.summary()

    def __str__(self) -> str:
        return self.summary()

    @cached_property
    def content(self) -> PlannedContent:
        """The plan as plain tables, as writers of files take it."""
        campaign, _ = with_inputs(self.read)
        work = self.work
        return PlannedContent(
            campaign=campaign,
            batches=work.batches,
            texts=work.texts,
            altered=work.altered,
            context=_context(work),
            tutorial=self.read.tutorial,
        )

    def files(self, *, page: str | None = None) -> dict[str, bytes]:
        """The files of the folder of the campaign, by their path in it.

        Args:
            page: the certificate as HTML; the command line makes one.

        Raises:
            InputError: AJ022 or AJ693 if a text cannot be written.
        """
        _, inputs = with_inputs(self.read)
        certificate = json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"
        return folder_files(self.content, inputs, certificate=certificate, page=page)

    def write(self, folder: str | Path, *, page: str | None = None) -> None:
        """Write the folder of the campaign; all of it or nothing.

        Args:
            folder: new or empty.
            page: the certificate as HTML.

        Raises:
            InputError: AJ022 if it cannot be written.
        """
        write_plan({Path(folder): self.files(page=page)}, {})


def plan(
    campaign: str | Path | Campaign,
    texts: Any = None,  # noqa: ANN401 - any frame narwhals knows
    *,
    progress: Progress | None = None,
) -> PlanResult:
    """Plan a campaign: who judges what, in which order, and what that is worth.

    Args:
        campaign: a campaign file (or a folder with one), or a campaign. Paths in a campaign that comes from no file are
            relative to the working directory.
        texts: the test set as texts or a data frame with `document`, `segment`, `source` and a column for each system
            and reference; left out, the files that the campaign names are read.
        progress: called with the share of the work that is done.

    Raises:
        AdjudgeError: AJ650 to AJ656 for what cannot be planned, AJ680 to AJ696 for what is wrong with the campaign file
            or its texts; every problem with its place.

    Example:
        >>> import adjudge
        >>> plan = adjudge.plan("campaign.toml")  # doctest: +SKIP
        >>> plan.write("plan")  # doctest: +SKIP
    """
    table = texts if isinstance(texts, Texts) or texts is None else Texts.check(texts)
    gathered = gather_campaign(campaign, table)
    read = gathered.completed(*(_other_mistakes(gathered) if gathered.places.problems else ()))
    work = plan_work(
        read.campaign,
        read.texts,
        toml=read.toml,
        source=read.source,
        tutorial=read.tutorial,
        metrics=read.metrics,
        progress=progress,
    )
    certificate = certify(work)
    told = (*read.texts.findings, *certificate.findings)
    each = {(finding.code, finding.text): finding for finding in told}
    return PlanResult(read, work, replace(certificate, findings=tuple(each.values())))


def _other_mistakes(gathered: GatheredCampaign) -> list[Problem]:
    """What planning would refuse in a campaign that cannot be read in full."""
    places = gathered.places
    return other_mistakes(
        places.campaign,
        gathered.sources,
        gathered.systems,
        Places(places.toml, places.path.name),
        tutorial=gathered.tutorial,
        broken=places.broken,
    )


def _context(work: PlannedWork) -> pl.DataFrame:
    """The context of each display, by its first and its last segment."""
    if work.context.is_empty():
        return empty(CONTEXT)
    places = work.segments.select("unit", "place", "document", "segment")
    first = places.filter(place=0).select("unit", "document", first="segment")
    last = places.select("unit", length=pl.col("place") + 1, last="segment")
    context = work.context.rename({"document": "context_document", "segment": "context_segment"})
    context = context.join(first, on="unit", maintain_order="left")
    context = context.join(last, on=["unit", "length"], maintain_order="left")
    return context.select(pl.col(name).cast(dtype) for name, dtype in CONTEXT.items())
