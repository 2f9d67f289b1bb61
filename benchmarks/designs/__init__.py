"""Rating campaigns drawn without any code of `adjudge.simulate`, and the settings that the studies run on."""

from benchmarks.designs.design import Design, spaced
from benchmarks.designs.drawing import Campaign, draw
from benchmarks.designs.rows import ROWS_LEVEL, ROWS_ORDER, ROWS_POWER, ROWS_SETS, ROWS_SMALLEST

__all__ = [
    "ROWS_LEVEL",
    "ROWS_ORDER",
    "ROWS_POWER",
    "ROWS_SETS",
    "ROWS_SMALLEST",
    "Campaign",
    "Design",
    "draw",
    "spaced",
]
