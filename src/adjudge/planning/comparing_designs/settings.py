"""What is compared: designs, hours and recipes; and the campaigns that are simulated for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

import polars as pl

from adjudge import __version__
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import MetricScores, Texts
from adjudge.planning.designs import blocks, side_by_side
from adjudge.planning.designs.wmt20_sr_dc import WMT20_SR_DC
from adjudge.planning.simulation.spec import SimulationSpec


def default_designs(campaign: Campaign) -> tuple[str, str]:
    """The design of a campaign, and one to compare it with that suits its protocol.

    Args:
        campaign: its protocol decides, because published builders show one output at a time.
    """
    other = WMT20_SR_DC if campaign.judging.outputs == 1 else side_by_side.DESIGN
    return campaign.design, (blocks.DESIGN if campaign.design == other.name else other).name


@dataclass(frozen=True)
class Job:
    """One simulated campaign: all recipes rank the same judgements.

    Args:
        design: name of the design.
        hours: of all annotators together; None = as many as judging everything takes.
        seed: of the plan, of the truth and of the rankings. The same seed means the same systems, whatever the design.
    """

    design: str
    hours: float | None
    seed: int


@dataclass(frozen=True, eq=False)
class DesignComparison:
    """What is compared.

    Args:
        campaign: all other choices; its design and hours are replaced.
        texts: of the campaign.
        designs: names of designs.
        hours: budgets, hours of all annotators together; None = as many as judging everything takes.
        recipes: names of recipes; for comparisons, of methods.
        campaigns: simulated campaigns of every design and budget.
        spec: what is true and how annotators respond.
        seed: of the first campaign; the others count on from it.
        tutorial: tutorial items of the campaign.
        metrics: scores of metrics of the campaign.
    """

    campaign: Campaign
    texts: Texts
    designs: tuple[str, ...]
    hours: tuple[float | None, ...]
    recipes: tuple[str, ...]
    campaigns: int
    spec: SimulationSpec
    seed: int = 0
    tutorial: pl.DataFrame | None = None
    metrics: MetricScores | None = None

    def jobs(self) -> Iterator[Job]:
        """Every campaign that is simulated: designs and budgets of one seed stand together."""
        for seed in range(self.seed, self.seed + self.campaigns):
            for hours in self.hours:
                for design in self.designs:
                    yield Job(design, hours, seed)

    def settings(self) -> dict[str, Any]:
        """All choices as plain data."""
        return {
            "campaign": self.campaign.model_dump(mode="json"),
            "designs": list(self.designs),
            "hours": list(self.hours),
            "recipes": list(self.recipes),
            "campaigns": self.campaigns,
            "seed": self.seed,
            "spec": asdict(self.spec),
        }

    def fingerprint(self) -> str:
        """A digest of everything that an outcome depends on, but not of which campaigns are simulated.

        Outcomes that were stored under another one belong to other texts, choices or versions.
        """
        held = self.settings()
        for name in ("designs", "hours", "campaigns", "seed"):
            del held[name]
        frames = [self.texts.frame, self.tutorial, self.metrics.frame if self.metrics else None]
        inputs = ["" if frame is None else frame.write_csv() for frame in frames]
        held |= {"version": __version__, "inputs": [sha256(text.encode()).hexdigest() for text in inputs]}
        return sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()
