"""MQM scores of the WMT21 TED talks, English-German, as released with Freitag et al. 2021.

The system scores are those printed with the release, error points with two decimals, less is better. The segment
scores are the released file, which lies beside the annotations; nothing of it is repeated here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.recipes.recipe import Aggregate, Clusters, Recipe, Standardise, Test
from adjudge.core.tables import MetricScores, Ratings, Spans
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, compare
from adjudge.ranking.rank import rank
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM
from adjudge.scoring.weights.rules import Weights

NAME: Final = "mqm-ted"
RECIPE: Final = Recipe(
    "mqm-ted",
    "MQM: minus error points, averaged per segment, not standardised",
    "Freitag et al. 2021",
    standardise=Standardise("none"),
    aggregate=Aggregate(("system",)),
    test=Test("rank-sum", alternative="greater"),
    clusters=Clusters("stated"),
)
#: Best first. The reference has three names: `ref` in the annotations, `ref-A` in the scores, `ref.A` in print.
PRINTED: Final = {
    "ref": 0.91,
    "Facebook-AI": 1.06,
    "Online-W": 1.12,
    "VolcTrans-AT": 1.24,
    "metricsystem3": 1.44,
    "VolcTrans-GLAT": 1.49,
    "HuaweiTSC": 1.50,
    "metricsystem1": 1.63,
    "metricsystem2": 1.69,
    "metricsystem5": 1.72,
    "UEdin": 1.77,
    "metricsystem4": 1.78,
    "eTranslation": 1.96,
    "Nemo": 2.14,
}
_TRUNCATED: Final = {
    "eTranslation": Slip(1.969, "1.969 is printed as 1.96: truncated, not rounded.", Tolerance(digits=3))
}
#: The file prints six decimals.
_SIX: Final = 5e-7


def reproduce(data_dir: Path) -> ReproductionResult:
    """The score of every system and of every rated segment."""
    folder = data_folder(data_dir, "mqm-ted-ende")
    spans = read_as(Spans, folder / "mqm_ted_ende.tsv.gz")
    released = read_as(MetricScores, folder / "mqm_ted_ende.avg_seg_scores.tsv")
    return ReproductionResult.of(NAME, figures(spans, released.frame))


def figures(spans: Spans, released: pl.DataFrame, weights: Weights = MQM) -> list[Figure]:
    """System and segment scores under the given weights."""
    ratings = score_spans(spans, weights)
    return [*system_scores(ratings), *segment_scores(ratings, released)]


def system_scores(ratings: Ratings) -> list[Figure]:
    """Place and error points of every system."""
    systems = rank(ratings, RECIPE).systems
    points = {system.system: -system.score for system in systems if system.score is not None}
    rows = []
    for place, (name, printed) in enumerate(PRINTED.items()):
        rows += [
            compare("System scores", f"place {place + 1}", name, systems[place].system),
            compare(
                "System scores",
                f"error points of {name}",
                printed,
                points[name],
                Tolerance(digits=2),
                slip=_TRUNCATED.get(name),
            ),
        ]
    return rows


def segment_scores(ratings: Ratings, released: pl.DataFrame) -> list[Figure]:
    """How many released segment scores of each system come out, and how many segments nobody rated."""
    ours = ratings.frame.group_by("system", "segment").agg(ours=pl.col("score").mean())
    named = released.with_columns(pl.col("system").replace("ref-A", "ref"))
    both = named.join(ours, on=["system", "segment"], how="left")
    equal = (pl.col("score") - pl.col("ours")).abs() <= _SIX
    counts = both.group_by("system").agg(rated=pl.col("score").count(), equal=equal.sum())
    rated = {name: (n, same) for name, n, same in counts.iter_rows()}
    missing = both.filter(pl.col("score").is_null())
    return [
        *(compare("Segment scores", f"equal scores of {name}", *rated[name]) for name in PRINTED),
        compare("Segment scores", "segments without a score", missing.height, missing["ours"].null_count()),
    ]
