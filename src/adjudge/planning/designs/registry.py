"""The designs there are."""

from __future__ import annotations

from typing import Final

from adjudge.core.registry import Registry
from adjudge.planning.designs import blocks, side_by_side
from adjudge.planning.designs.catalogue import NO_SUCH_DESIGN
from adjudge.planning.designs.design import Design

DESIGNS: Final[Registry[Design]] = Registry(
    NO_SUCH_DESIGN,
    (
        blocks.DESIGN,
        side_by_side.DESIGN,
        # Those of published campaigns: graham_da.DESIGN, wmt20_sr_dc.DESIGN, wmt22_da_sqm.DESIGN, wmt24_esa.DESIGN
    ),
)
