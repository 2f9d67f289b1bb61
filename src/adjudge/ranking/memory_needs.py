"""How much memory a ranking takes, estimated from its sizes before it starts.

The figures were fitted to the peak of whole processes on simulated campaigns (5 to 600 systems, 20 to 40,000
documents, 10 to 2,000 annotators; 20,000 to 3,000,000 comparisons of 5 to 2,000 systems in up to 1,000,000 units),
which they meet within a factor of two.
What grows fast: effects and tests of pairs hold one number for each document and pair of systems; the mixed model
holds matrices over annotators; models for comparisons hold matrices over systems; every pair is a row of the result.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.memory import require_memory
from adjudge.core.recipes.recipe import Recipe

#: Bytes of Python and its libraries at work.
_START: Final = 150e6
#: Bytes for each document and ordered pair of systems, and for each document.
_DOCUMENT_PAIR: Final = {"means": 50, "mixed": 80}
_DOCUMENT: Final = {"means": 15e3, "mixed": 35e3}
#: Bytes for each two systems: a row of the result.
_PAIR: Final = 500
#: Bytes for each two annotators: eight matrices of the mixed model.
_TWO_ANNOTATORS: Final = 64
#: Bytes for each comparison, for each unit, of random signs, and for each two systems by counts and by models.
_COMPARISON: Final = 400
_UNIT: Final = 400
_SIGNS: Final = 7e8
_TWO_SYSTEMS: Final = {"counts": 100, "model": 1000}


def require_memory_for_ratings(frame: pl.DataFrame, recipe: Recipe) -> None:
    """Refuse ratings whose ranking would not fit into memory.

    Raises:
        UsageError: AJ058 with the estimate, what drives it and what to do.
    """
    estimate = "mixed" if recipe.aggregate.estimate == "mixed" or recipe.test.kind.by_model else "means"
    systems, documents, people = (
        frame[name].n_unique() if name in frame.columns else 1 for name in ("system", "document", "annotator")
    )
    of_pairs = (_DOCUMENT_PAIR[estimate] * documents + _PAIR) * systems**2
    of_people = _TWO_ANNOTATORS * float(people + systems) ** 2 if estimate == "mixed" else 0.0
    parts = {
        f"ranking {counted(systems, 'system')} on {counted(documents, 'document')}": of_pairs,
        f"the mixed model of {counted(people, 'annotator')}": of_people,
    }
    todo = "rank fewer systems at once" if of_pairs >= of_people else 'use `recipe="wmt-da"`, which has no such model'
    require_memory(
        _START + _DOCUMENT[estimate] * documents + sum(parts.values()),
        what=max(parts, key=parts.__getitem__),
        todo=todo,
    )


def require_memory_for_comparisons(frame: pl.DataFrame, method: str) -> None:
    """Refuse comparisons whose ranking would not fit into memory.

    Args:
        frame: comparisons or counts of them.
        method: by its name.

    Raises:
        UsageError: AJ058 with the estimate, what drives it and what to do.
    """
    from adjudge.ranking.comparisons.registry import METHODS, RECOMMENDED  # loads an exact solver

    systems = pl.concat([frame["system_a"], frame["system_b"]]).n_unique()
    models = method == RECOMMENDED or "covariates" in METHODS[method].takes
    units = _units(frame) if models else 0
    of_units = _UNIT * units + min(_SIGNS, 10e3 * units)
    of_systems = _TWO_SYSTEMS["model" if models else "counts"] * systems**2
    require_memory(
        _START + _COMPARISON * frame.height + of_units + of_systems,
        what=f"ranking {counted(systems, 'system')} by {counted(frame.height, 'comparison')}",
        todo="rank fewer systems at once" + (', or use `method="expected-wins"`' if models else ""),
    )


def _units(frame: pl.DataFrame) -> int:
    """Documents, segments or rankings, whichever are known first: what comparisons share."""
    for name in ("document", "segment", "ranking"):
        if name in frame.columns and frame[name].null_count() < frame.height:
            return frame[name].n_unique()
    return 0
