"""Checks of annotators of comparisons: contradictions with themselves, agreement with others, amount of work."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons
from adjudge.kernels.probability.normal import quantile

CONTRADICTIONS: Final = FindingEntry(
    "AJ491",
    "note",
    "Annotators contradict themselves.",
    text="Of {repeated:count pair} of outputs that somebody compared twice, {contradicted:,} ({share:.0%}) "
    "{contradicted:was/were} decided once one way and once the other.",
    source="Lopez 2012, section 2",
    todo="report the figure; between equal outputs chance gives a half",
    needs="comparisons with annotators and segments",
)
CONTRADICTING: Final = CONTRADICTIONS.variant(
    "{annotators:count annotator} contradicted themselves far more often than the others ({others:.0%}): "
    "{_shown:names}.",
    todo="look at their judgements, and leave them out if they did not read the texts",
)
UNEQUAL_VOTES: Final = FindingEntry(
    "AJ493",
    "warning",
    "Few annotators gave most of the comparisons.",
    text="{annotator} gave {share:.0%} of all comparisons, {times:.0f} times the median of {n:count annotator}: "
    "the ranking shows the taste of one person.",
    source="Lopez 2012, section 6",
    todo="rank without this annotator as well, and treat annotators as a sample",
    needs="comparisons with annotators",
)
NO_AGREEMENT: Final = FindingEntry(
    "AJ497",
    "warning",
    "An annotator agrees with the others no more than chance.",
    text="{annotators:count annotator} {annotators:agrees/agree} with the others' preferences between systems no more "
    "than chance, or {annotators:runs/run} against them: {_shown:names}. Usual is 1, chance is 0.",
    source="Lopez 2012, section 6",
    todo="look at their judgements, and leave them out if they did not read the texts",
    needs="comparisons of three systems or more with three annotators or more",
)
#: Familywise level of the tests here.
LEVEL: Final = 0.001
#: Contradictions of an annotator: on so many segments, this share, and so many times that of the others.
FEWEST: Final = 3
MANY: Final = 0.3
TIMES: Final = 2.0
#: As `adjudge rank` says it of comparisons.
LARGE_SHARE: Final = 0.25
MANY_TIMES: Final = 5.0
ENOUGH_ANNOTATORS: Final = 3
ENOUGH_PAIRS: Final = 3
#: Agreement below this share of the usual one.
LITTLE: Final = 0.3
NORMAL: Final = 1.4826


def _contradictions(frame: pl.DataFrame) -> Iterator[Finding]:
    """Two outputs that one annotator compared twice, decided once one way and once the other; ties do not count.

    A note gives the share. A warning names annotators with contradictions in 30% of their repeated comparisons, twice
    the share of the others, if a binomial test against that share, with segments as the unit, is significant at .001
    divided by the number of annotators.
    """
    item = [name for name in ("collection", "document", "segment", "scope", "criterion") if name in frame.columns]
    a, b = pl.col("system_a"), pl.col("system_b")
    ahead = (
        pl.when(pl.col("outcome") == "tie").then(0).when((pl.col("outcome") == "a") == (a < b)).then(1).otherwise(-1)
    )
    rows = frame.select("annotator", *item, low=pl.min_horizontal(a, b), high=pl.max_horizontal(a, b), ahead=ahead)
    keys, segments = rows.select(pl.exclude("ahead")).hash_rows(), rows.select(item).hash_rows()
    repeats = rows.select("annotator", "ahead", key=keys, segment=segments).filter(pl.col("ahead") != 0)
    groups = repeats.group_by("annotator", "key").agg(
        pl.col("segment").first(), n=pl.len(), split=pl.col("ahead").n_unique() > 1
    )
    groups = groups.filter(pl.col("n") > 1)
    counts = {"n": pl.len(), "split": pl.col("split").sum(), "segments": pl.col("segment").n_unique()}
    by = groups.group_by("annotator").agg(**counts).sort("annotator")
    if not groups["split"].any():
        return
    repeated, split = groups.height, int(groups["split"].sum())
    yield CONTRADICTIONS(repeated=repeated, contradicted=split, share=split / repeated)
    level, shown, rates = LEVEL / by.height, {}, []
    for name, n, own, segments in by.iter_rows():
        others = (split - own) / (repeated - n) if repeated > n else None
        hits = own * segments // n  # pairs of one ranking are dependent: segments are what counts
        if others is None or hits < max(FEWEST, MANY * segments) or own < TIMES * others * n:
            continue
        if _binomial_tail(hits, segments, max(others, 0.05)) < level:
            shown[name] = f"{name} ({own:,} of {n:,})"
            rates.append(others)
    if shown:
        yield CONTRADICTING(
            severity="warning", annotators=list(shown), others=float(np.mean(rates)), _shown=list(shown.values())
        )


def _binomial_tail(hits: int, n: int, p: float) -> float:
    """P(at least so many hits in n)."""
    log = math.lgamma(n + 1)
    return sum(
        math.exp(log - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p))
        for k in range(hits, n + 1)
    )


def _unequal(frame: pl.DataFrame) -> Iterator[Finding]:
    """An annotator with more than a quarter of all comparisons and more than five times the median.

    Said from three annotators on. The thresholds are those of `adjudge rank`.
    """
    counts = frame.group_by("annotator").agg(n=pl.len()).sort(["n", "annotator"], descending=[True, False])
    name, most = counts.row(0)
    share, times = most / frame.height, most / float(counts["n"].median())  # type: ignore[arg-type]
    if counts.height >= ENOUGH_ANNOTATORS and share > LARGE_SHARE and times > MANY_TIMES:
        yield UNEQUAL_VOTES(annotator=name, annotators=[name], share=share, times=times, n=counts.height)


def _no_agreement(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators whose preferences between systems have nothing to do with those of the others.

    For every pair of systems the mean preference m of all others is taken (1 for one system, -1 for the other, 0 for a
    tie). An annotator's agreement is the sum of own preference times m over the sum of m squared, and the usual one the
    median over annotators, weighted by that sum; random answers have 0. Said of annotators below three tenths of the
    usual value if that is significant at .001 divided by the number of annotators; the error allows for annotators who
    differ more than chance. Pairs on which nobody agrees say nothing and have no weight. With two systems another taste
    cannot be told from carelessness, and nothing is said.
    """
    a, b = pl.col("system_a"), pl.col("system_b")
    ahead = pl.when(pl.col("outcome") == "tie").then(0.0).when((pl.col("outcome") == "a") == (a < b)).then(1.0)
    rows = frame.select(
        "annotator", low=pl.min_horizontal(a, b), high=pl.max_horizontal(a, b), ahead=ahead.otherwise(-1.0)
    )
    own = rows.group_by("annotator", "low", "high").agg(n=pl.len(), sum=pl.col("ahead").sum())
    others = own.group_by("low", "high").agg(all=pl.col("n").sum(), total=pl.col("sum").sum())
    joined = own.join(others, on=["low", "high"]).filter(pl.col("all") > pl.col("n"))
    lean = (pl.col("total") - pl.col("sum")) / (pl.col("all") - pl.col("n"))
    by = (
        joined.group_by("annotator")
        .agg(up=(lean * pl.col("sum")).sum(), down=(lean**2 * pl.col("n")).sum(), n=pl.col("n").sum())
        .filter(pl.col("down") > 0)
        .sort("annotator")
    )
    if by.height < ENOUGH_ANNOTATORS or others.height < ENOUGH_PAIRS:
        return
    up, down = by["up"].to_numpy(), by["down"].to_numpy()
    usual = _weighted_median(up / down, down)
    apart = (up / down - usual) * np.sqrt(down)  # the error of the agreement is 1 / sqrt(down)
    apart /= max(1.0, NORMAL * float(np.median(np.abs(apart))))
    limit = -quantile(LEVEL / by.height)
    found = np.flatnonzero((apart < -limit) & (up / down < LITTLE * usual))
    if len(found):
        value = up / down / usual
        names = [by["annotator"][int(i)] for i in found]
        shown = [
            f"{name} ({value[i]:.2f}, {by['n'][int(i)]:,} comparisons)" for name, i in zip(names, found, strict=True)
        ]
        yield NO_AGREEMENT(annotators=names, agreement=[float(value[i]) for i in found], _shown=shown)


def _weighted_median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """The value with half of the weight on either side."""
    order = np.argsort(values)
    place = int(np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2))
    return float(values[order][min(place, len(values) - 1)])


CHECKS: Final = (
    Check(NO_AGREEMENT, _no_agreement, Comparisons, columns=("annotator",)),
    Check(CONTRADICTIONS, _contradictions, Comparisons, columns=("annotator", "segment")),
    Check(UNEQUAL_VOTES, _unequal, Comparisons, columns=("annotator",)),
)
