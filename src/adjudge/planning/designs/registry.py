"""The designs there are."""

from __future__ import annotations

from typing import Final

from adjudge.core.registry import Registry
from adjudge.planning.designs import blocks, graham_da, side_by_side, wmt20_sr_dc, wmt22_da_sqm, wmt24_esa
from adjudge.planning.designs.catalogue import NO_SUCH_DESIGN
from adjudge.planning.designs.design import Design

DESIGNS: Final[Registry[Design]] = Registry(
    NO_SUCH_DESIGN,
    (
        blocks.DESIGN,
        side_by_side.DESIGN,
        graham_da.GRAHAM_DA,
        wmt20_sr_dc.WMT20_SR_DC,
        wmt22_da_sqm.WMT22_DA_SQM,
        wmt24_esa.WMT24_ESA,
    ),
)
