"""Scores where higher is worse: penalties given as ratings, and annotators who used the scale the other way round."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.checking.identity import OUTPUT, present
from adjudge.core.findings import Finding
from adjudge.core.suspicions.counting import counting, on_one_scale
from adjudge.core.suspicions.human_systems import HUMAN_NAME
from adjudge.core.tables import Ratings

DEGRADED_BETTER: Final = FindingEntry(
    "AJ172",
    "warning",
    "Degraded items were scored higher than the outputs of systems.",
    text="Degraded items have a mean score of {degraded:.4g}, outputs of systems {systems:.4g}. If a higher score "
    "means a worse output, the ranking is upside down.",
    todo="check the direction of the scale; for penalties give them a minus sign and name the scale, such as "
    '`scale="-100..0"`',
    needs="ratings with degraded items",
)
PENALTIES: Final = FindingEntry(
    "AJ173",
    "warning",
    "The scores look like penalties, where higher is worse.",
    text="{zeros:.0%} of the scores are 0, half are at most {median:g}, and single ones reach {highest:g}: they look "
    "like penalties, where a higher score means a worse output. They were ranked as if higher were better.",
    todo='if they are penalties, give them a minus sign and name the scale, such as `scale="-100..0"`',
    needs="ratings on one scale",
)
AGAINST_THE_OTHERS: Final = FindingEntry(
    "AJ174",
    "warning",
    "An annotator scored high what the others scored low.",
    text="The scores of {annotators:count annotator} run against those of the others on the same items: "
    "{_shown:names}. They may have used the scale the other way round.",
    todo="look at their judgements; if they mistook the scale, leave them out and say so",
    needs="ratings with annotators who judged the same items",
)
HUMAN_LAST: Final = FindingEntry(
    "AJ175",
    "warning",
    "A human translation has the lowest scores of all.",
    text="{system:quoted}, a human translation by its name, has the lowest mean score of {_n:count system}. If a "
    "higher score means a worse output, the ranking is upside down.",
    todo="check the direction of the scale",
    needs="ratings of a human translation",
)
#: Standard errors between means before their order counts.
_ERRORS: Final = 3.0
#: Items that two people judged, before their correlation says anything, and the correlation that is no accident.
_SHARED: Final = 20
_AGAINST: Final = -0.3


def _degraded_better(frame: pl.DataFrame) -> Iterator[Finding]:
    """Degraded copies scored higher than outputs of systems.

    It is said if their mean is higher by three standard errors, with at least ten of each.
    """
    degraded = frame.filter(pl.col("kind") == "degraded")["score"].drop_nulls()
    systems = counting(frame)["score"]
    if min(len(degraded), len(systems)) < 10:
        return
    means = [float(series.mean()) for series in (degraded, systems)]  # type: ignore[arg-type]
    error = math.hypot(*(float(series.std()) / math.sqrt(len(series)) for series in (degraded, systems)))  # type: ignore[arg-type]
    if means[0] - means[1] > _ERRORS * error:
        yield DEGRADED_BETTER(degraded=means[0], systems=means[1])


def _penalties(frame: pl.DataFrame) -> Iterator[Finding]:
    """Scores in the shape of penalties: most are 0 or next to it, and a few are large.

    A fifth or more are 0, half lie below a tenth of the highest, and nine tenths below half of it. No rating looks like
    that.
    """
    scores = on_one_scale(counting(frame))["score"]
    if len(scores) < 20 or scores.n_unique() < 6 or scores.min() != 0:
        return
    highest, median, upper = (float(scores.quantile(share)) for share in (1, 0.5, 0.9))  # type: ignore[arg-type]
    zeros = float((scores == 0).mean())  # type: ignore[arg-type]
    if zeros >= 0.2 and median <= 0.1 * highest and upper <= 0.5 * highest:
        yield PENALTIES(zeros=zeros, median=median, highest=highest)


def _against_the_others(frame: pl.DataFrame) -> Iterator[Finding]:
    """An annotator who scored high what the others scored low.

    The correlation with the mean of the others on the same items is -0.3 or less, on twenty items or more, and three
    standard errors below 0.
    """
    rows = counting(frame).drop_nulls("annotator")
    item = present(OUTPUT, rows)
    # Hashes of items: grouping a million rows by five texts takes a second, by one number a tenth.
    rows = rows.select("annotator", "score", item=rows.select(item).hash_rows()).filter(pl.col("item").is_duplicated())
    judged = rows.group_by("item", "annotator").agg(pl.col("score").mean())
    total = judged.group_by("item").agg(sum=pl.col("score").sum(), n=pl.len()).filter(pl.col("n") > 1)
    shared = judged.join(total, on="item").with_columns(others=(pl.col("sum") - pl.col("score")) / (pl.col("n") - 1))
    found = (
        shared.group_by("annotator")
        .agg(items=pl.len(), r=pl.corr("score", "others"))
        .filter((pl.col("items") >= _SHARED) & (pl.col("r") <= _AGAINST))
        .filter(pl.col("r") * pl.col("items").sqrt() < -_ERRORS)
        .sort("annotator")
    )
    if found.height:
        shown = [f"{name} (correlation {r:.2f} on {n:,} items)" for name, n, r in found.iter_rows()]
        yield AGAINST_THE_OTHERS(
            annotators=found["annotator"].to_list(), correlations=found["r"].to_list(), _shown=shown
        )


def _human_last(frame: pl.DataFrame) -> Iterator[Finding]:
    """A human translation, told by its name, has the lowest mean score of three or more systems.

    That happens, but more often the scale runs the other way.
    """
    means = counting(frame).group_by("system").agg(pl.col("score").mean()).sort("score", "system")
    if means.height > 2 and means.head(1)["system"].str.contains(HUMAN_NAME)[0]:
        yield HUMAN_LAST(system=means["system"][0], _n=means.height)


CHECKS: Final = (
    Check(DEGRADED_BETTER, _degraded_better, Ratings, kinds=("degraded",)),
    Check(PENALTIES, _penalties, Ratings),
    Check(AGAINST_THE_OTHERS, _against_the_others, Ratings, columns=("annotator",)),
    Check(HUMAN_LAST, _human_last, Ratings),
)
