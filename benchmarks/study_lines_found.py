"""Do z-scores by annotator find more true differences than raw scores, under the recommended recipe?

`python -m benchmarks.study_lines_found` counts, on campaigns of the preset `wmt20` whose truth is known, the pairs
called significant and those called so in the wrong direction.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from adjudge import Ratings, Standardise
from adjudge.ranking.ratings.pipeline import analyse
from benchmarks.campaigns import simulated
from benchmarks.study import SeedPool, mean_with_error, paired, print_table, study_parser

CHOICES = {"raw": Standardise("none"), "z by annotator": Standardise("annotator", "counting")}


def found(annotators: int, seed: int) -> list[tuple[int, int]]:
    """Significant pairs, and those in the wrong direction, by standardisation."""
    campaign = simulated("wmt20", {"annotators.count": str(annotators)}, seed=seed)
    quality = dict(campaign.truth.systems.select("system", "quality").iter_rows())
    recommended = analyse(Ratings(campaign.table.frame))
    recipe = replace(recommended.recipe, name="study", test=replace(recommended.recipe.test, draws=2000))
    counts = []
    for standardise in CHOICES.values():
        result = recommended.with_recipe(replace(recipe, standardise=standardise)).result()
        pairs = [pair for pair in result.pairs if pair.significant]
        counts.append((len(pairs), sum(quality[pair.a] < quality[pair.b] for pair in pairs)))
    return counts


def main() -> None:
    """Run the study."""
    parser = study_parser(__doc__, range(31_000, 31_016))
    parser.add_argument("--annotators", type=int, default=20, help="annotators (default 20)")
    options = parser.parse_args()
    with SeedPool(options.seeds) as pool:
        raw, z = zip(*pool.run(partial(found, options.annotators), "lines found"), strict=True)
    rows = [
        (name, *(mean_with_error(column, 2) for column in zip(*counts, strict=True)))
        for name, counts in zip(CHOICES, (raw, z), strict=True)
    ]
    print_table(["scores", "significant pairs (standard error)", "of these wrong"], rows)
    against = paired([pairs for pairs, _ in z], [pairs for pairs, _ in raw])
    if against:
        print(
            f"z-scores find more in {against.better} and fewer in {against.worse} of {len(options.seeds)} campaigns "
            f"(sign test, p = {against.p:.2g})."
        )


if __name__ == "__main__":
    main()
