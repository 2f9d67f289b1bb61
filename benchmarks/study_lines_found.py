"""Do z-scores by annotator find more true differences than raw scores, under the recommended recipe?

`python -m benchmarks.study_lines_found --seeds 16` counts, on campaigns of the preset `wmt20` whose truth is known, the
pairs called significant and those called so in the wrong direction.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np

from adjudge.core.recipes import Standardise
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import rank
from adjudge.ranking.ratings.recommended import recommend

CHOICES = {"raw": Standardise("none"), "z by annotator": Standardise("annotator", "counting")}


def found(seed: int, annotators: int) -> dict[str, tuple[int, int]]:
    """Significant pairs, and those in the wrong direction, by standardisation."""
    campaign = simulate(with_settings(preset("wmt20"), {"annotators.count": str(annotators)}), seed=seed)
    quality = dict(campaign.truth.systems.select("system", "quality").iter_rows())
    recipe, _ = recommend(campaign.table.frame)
    counts = {}
    for name, standardise in CHOICES.items():
        test = replace(recipe.test, draws=2000)
        result = rank(campaign.table, replace(recipe, name="study", standardise=standardise, test=test))
        pairs = [pair for pair in result.pairs if pair.significant]
        counts[name] = len(pairs), sum(quality[pair.a] < quality[pair.b] for pair in pairs)
    return counts


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=16, help="campaigns (default 16)")
    parser.add_argument("--first-seed", type=int, default=31_000, help="seed of the first (default 31000)")
    parser.add_argument("--annotators", type=int, default=20, help="annotators (default 20)")
    options = parser.parse_args()
    rows = [found(options.first_seed + i, options.annotators) for i in range(options.seeds)]
    print("| scores | significant pairs | of these wrong |\n|---|---|---|")
    for name in CHOICES:
        mean, wrong = np.mean([row[name] for row in rows], axis=0)
        print(f"| {name} | {mean:.1f} | {wrong:.2f} |")
    more = sum(row["z by annotator"][0] > row["raw"][0] for row in rows)
    fewer = sum(row["z by annotator"][0] < row["raw"][0] for row in rows)
    print(f"\nz-scores find more in {more} and fewer in {fewer} of {options.seeds} campaigns.")


if __name__ == "__main__":
    main()
