"""Adjudge: human evaluation of translation systems, from the plan to a ranking that can be defended.

The public names mirror the command line. They are resolved on first use, so that importing the package costs
nothing: `adjudge --help` must start without numpy or polars.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from adjudge.auditing.agreement import agreement
    from adjudge.core.recipes import Recipe
    from adjudge.core.tables import (
        Batches,
        Comparisons,
        MetricScores,
        PairCounts,
        Ratings,
        Spans,
        Supplement,
        Texts,
    )
    from adjudge.io.reading import read, read_file
    from adjudge.io.writing import write
    from adjudge.papers.registry import reproduce
    from adjudge.planning.next_pairs import next_pairs
    from adjudge.planning.simulation.simulate import simulate
    from adjudge.ranking.comparisons.settings import ComparisonSettings
    from adjudge.ranking.rank import rank
    from adjudge.ranking.ratings.pipeline import Claims

_HOME = {
    "read": "adjudge.io.reading",
    "read_file": "adjudge.io.reading",
    "write": "adjudge.io.writing",
    "rank": "adjudge.ranking.rank",
    "agreement": "adjudge.auditing.agreement",
    "next_pairs": "adjudge.planning.next_pairs",
    "ComparisonSettings": "adjudge.ranking.comparisons.settings",
    "Claims": "adjudge.ranking.ratings.pipeline",
    "Recipe": "adjudge.core.recipes",
    "reproduce": "adjudge.papers.registry",
    "simulate": "adjudge.planning.simulation.simulate",
    "Ratings": "adjudge.core.tables",
    "Comparisons": "adjudge.core.tables",
    "PairCounts": "adjudge.core.tables",
    "Spans": "adjudge.core.tables",
    "MetricScores": "adjudge.core.tables",
    "Texts": "adjudge.core.tables",
    "Batches": "adjudge.core.tables",
    "Supplement": "adjudge.core.tables",
}

__all__ = [
    "Batches",
    "Claims",
    "ComparisonSettings",
    "Comparisons",
    "MetricScores",
    "PairCounts",
    "Ratings",
    "Recipe",
    "Spans",
    "Supplement",
    "Texts",
    "__version__",
    "agreement",
    "next_pairs",
    "rank",
    "read",
    "read_file",
    "reproduce",
    "simulate",
    "write",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute may be anything
    """Import a public name from the module that holds it, on first use."""
    if name not in _HOME:
        msg = f"module 'adjudge' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(_HOME[name]), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    """List the public names, also those not imported yet."""
    return sorted(__all__)
