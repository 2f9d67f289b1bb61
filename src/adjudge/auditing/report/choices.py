"""What a report looks at, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.auditing.origin.directions import Origins
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Texts

Judgements = Ratings | Spans | Comparisons | PairCounts


@dataclass(frozen=True, eq=False)
class ReportChoices:
    """What to look at, and how.

    Args:
        recipes: by name, for ratings; the usual ones if empty.
        methods: for comparisons; the usual ones if empty.
        scenarios: of stability; by the size of the data if empty.
        texts: source, reference and outputs.
        origin: where texts come from, as for `adjudge.origin`.
        ranking: further arguments of `rank`.
        draws: samples of scenarios that draw judgements again.
        seed: for everything that is random.
        workers: analyses at a time.
    """

    recipes: Mapping[str, str | Recipe] = field(default_factory=dict)
    methods: Sequence[str] = ()
    scenarios: Sequence[str] = ()
    texts: Texts | None = None
    origin: Origins = None
    ranking: Mapping[str, Any] = field(default_factory=dict)
    draws: int = 100
    seed: int = 0
    workers: int = 2
