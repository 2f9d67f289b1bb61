"""A campaign that is simulated in a fraction of a second."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.tables import Texts
from adjudge.planning.comparing_designs.compare import compare_designs
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.simulation.spec import SimulationSpec

CHOICES: dict[str, Any] = {"designs": ("blocks", "side-by-side"), "hours": (0.15, 0.3), "campaigns": 3, "seed": 5}

#: Systems far apart, so that a small campaign finds something.
_DEFAULT = SimulationSpec()
SPEC = replace(_DEFAULT, systems=replace(_DEFAULT.systems, mean=60.0, width=60.0))


def campaign(protocol: str = "da") -> Campaign:
    return campaign_from_toml(
        f"""
        name = "small"
        source_lang = "en"
        target_lang = "de"
        protocol = "{protocol}"
        [texts]
        file = "texts.csv"
        [annotators]
        count = 3
        cost_per_hour = 30
        [controls]
        degraded = 0
        repeats = 0
        reason = "small"
        """
    )


def texts() -> Texts:
    rows = [(f"d{d:02}", str(j), "six words are in this source") for d in range(12) for j in range(4)]
    frame = pl.DataFrame(rows, schema=["document", "segment", "source"], orient="row")
    outputs = {name: pl.lit(f"output of {name}") for name in "ABCD"}
    return Texts.check(frame.with_columns(origin=pl.lit("en"), **outputs))


def compared(**changes: Any) -> DesignComparisonResult:
    return compare_designs(campaign(), texts(), **{"spec": SPEC, **CHOICES, **changes})
