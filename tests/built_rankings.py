"""Rankings written down by hand: a test says order, lines and significant pairs, and nothing is computed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.signature import Signature
from adjudge.kernels.ranks.letters import compact_letters
from adjudge.ranking.lines import rank_ranges
from adjudge.ranking.result import PairwiseTest, RankedPair, RankedSystem, RatingRankingResult


def built_ranking(
    clusters: Sequence[Sequence[str]],
    significant: Collection[tuple[str, str]] | None = None,
    *,
    recipe: Recipe = RECIPES["wmt-da"],
    counts: Mapping[str, int] | None = None,
    **settings: Any,
) -> RatingRankingResult:
    """A ranking with these clusters.

    Args:
        clusters: names, best first.
        significant: pairs, the higher system first; those of different clusters if left out.
        recipe: that it claims to be by.
        counts: judgements by system, 100 if left out; segments are half of them.
        **settings: other settings.
    """
    order = [name for cluster in clusters for name in cluster]
    numbers = {name: i for i, cluster in enumerate(clusters, 1) for name in cluster}
    pairs = list(combinations(order, 2))
    held = {(a, b) for a, b in pairs if numbers[a] != numbers[b]} if significant is None else set(significant)
    beats = np.array([[(a, b) in held for b in order] for a in order], dtype=bool).reshape(len(order), len(order))
    letters, ranges = compact_letters(beats | beats.T), rank_ranges(beats)
    judgements = {name: (counts or {}).get(name, 100) for name in order}
    test = recipe.test
    return RatingRankingResult(
        signature=Signature.of({"recipe": recipe.name, "seed": settings.get("seed", 0)}),
        settings={"recipe": recipe.to_dict(), "seed": 0, "pair": None, "where": []} | settings,
        findings=(),
        systems=tuple(
            RankedSystem(
                name,
                rank=place + 1,
                cluster=numbers[name],
                raw=None,
                z=None,
                score=1.0 - place / 10,
                n=judgements[name] // 2,
                judgements=judgements[name],
                rank_low=ranges[place][0],
                rank_high=ranges[place][1],
                set_low=None,
                set_high=None,
                letters=letters[place],
            )
            for place, name in enumerate(order)
        ),
        pairs=tuple(RankedPair(a, b, 0.01 if (a, b) in held else 0.5, 0.5, (a, b) in held) for a, b in pairs),
        test=PairwiseTest(test.name, test.alternative, test.correction, test.level, test.independent),
        line_rule=recipe.clusters.rule,
    )
