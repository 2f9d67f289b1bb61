"""Checks of annotators of comparisons: contradictions with themselves, agreement with others, amount of work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.checking.identity import TEXT, present
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons
from adjudge.kernels.probability.normal import quantile
from adjudge.ranking.comparisons.findings import FEWEST_TO_COMPARE, LARGE_SHARE, MANY_TIMES

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
    "Few annotators gave many of the comparisons.",
    text="{annotator} gave {share:.0%} of all comparisons, {times:.0f} times the median of {n:count annotator}: "
    "what one person prefers has a large part in the ranking.",
    source="Lopez 2012, section 6",
    todo="rank without this annotator as well, and treat annotators as a sample",
    needs="comparisons of three annotators or more",
)
FEW_VOTERS: Final = UNEQUAL_VOTES.variant(
    "{_few:,} of {n:count annotator} gave {share:.0%} of all comparisons, each more than five times the median: "
    "{annotators:names}.",
    todo="treat annotators as a sample, so that many judgements of one person do not count as many opinions",
)
NO_AGREEMENT: Final = FindingEntry(
    "AJ497",
    "warning",
    "An annotator agrees with the others no more than chance.",
    text="{annotators:count annotator} {annotators:agrees/agree} with the others' preferences between systems no more "
    "than chance, or {annotators:runs/run} against them: {_shown:names}. Usual is 1, chance is 0.",
    source="Lopez 2012, section 6",
    todo="look at their judgements, and leave them out if they did not read the texts",
    needs="comparisons of three systems or more with four annotators or more",
)
#: Familywise level of the tests here.
LEVEL: Final = 0.001
#: Contradictions of an annotator: on so many segments, this share, and so many times that of the others.
FEWEST: Final = 3
MANY: Final = 0.3
TIMES: Final = 2.0
#: More than this share of the comparisons, from so few of the annotators.
HALF: Final = 0.5
FEW: Final = 0.1
#: Of three annotators who disagree nobody can say which is the odd one out; three systems have three pairs.
ENOUGH_ANNOTATORS: Final = 4
ENOUGH_PAIRS: Final = 3
#: An agreement with an error of more than a half (its square is 1 / weight) is no measure of what is usual.
ENOUGH_WEIGHT: Final = 4.0
#: Below zero by so many errors: not an annotator whom others should be compared with.
CLEARLY: Final = 3.0
#: Agreement below this share of the usual one.
LITTLE: Final = 0.3
NORMAL: Final = 1.4826


def _contradictions(frame: pl.DataFrame) -> Iterator[Finding]:
    """Two outputs that one annotator compared twice, decided once one way and once the other; ties do not count.

    A note gives the share. A warning names annotators with contradictions in 30% of their repeated comparisons, twice
    the share of the others, if a binomial test against that share, with segments as the unit, is significant at .001
    divided by the number of annotators.
    """
    from scipy.special import bdtrc

    item = present(TEXT, frame)
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
    if groups.is_empty():
        raise NotCheckableError("pairs of outputs that somebody compared twice")
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
        if bdtrc(hits - 1, segments, max(others, 0.05)) < level:
            shown[name] = f"{name} ({own:,} of {n:,})"
            rates.append(others)
    if shown:
        yield CONTRADICTING(
            severity="warning", annotators=list(shown), others=float(np.mean(rates)), _shown=list(shown.values())
        )


def _unequal(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators with a large part of all comparisons, and many times as many as the median annotator.

    A warning for one with more than a quarter of all comparisons and more than five times the median; these thresholds
    are those of `adjudge rank`. A note if at most a tenth of the annotators have more than five times the median each
    and more than half of all comparisons together, as is usual where anybody may take part. Said from three
    annotators on.
    """
    counts = frame.group_by("annotator").agg(n=pl.len()).sort(["n", "annotator"], descending=[True, False])
    if counts.height < FEWEST_TO_COMPARE:
        raise NotCheckableError("comparisons of three annotators or more")
    shares = {name: n / frame.height for name, n in counts.iter_rows()}
    median = float(counts["n"].median()) / frame.height  # type: ignore[arg-type]
    heavy = [name for name, share in shares.items() if share > MANY_TIMES * median]
    for name in (name for name in heavy if shares[name] > LARGE_SHARE):
        share = shares[name]
        yield UNEQUAL_VOTES(annotator=name, annotators=[name], share=share, times=share / median, n=len(shares))
    together = sum(shares[name] for name in heavy)
    if together > HALF and 1 < len(heavy) <= FEW * len(shares):
        yield FEW_VOTERS(severity="note", annotators=heavy, share=together, n=len(shares), _few=len(heavy))


def _no_agreement(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators whose preferences between systems have nothing to do with those of the others.

    For every pair of systems the mean preference m of all others is taken (1 for one system, -1 for the other, 0 for a
    tie), without annotators who significantly contradict the rest, each of them counted alike. An annotator's agreement
    is the sum of own preference times m over the sum of m squared, and the usual one the median over annotators with
    enough comparisons; random answers have 0. Said of annotators below three tenths of the usual value if that is
    significant at .001 divided by the number of annotators; the error allows for annotators who differ more than
    chance. Pairs on which nobody agrees say nothing and have no weight. It needs three systems, since with two another
    taste cannot be told from carelessness, and four annotators, since of three who disagree nobody can say who is odd.
    """
    own = _preferences(frame)
    if own.select("low", "high").n_unique() < ENOUGH_PAIRS or own["annotator"].n_unique() < ENOUGH_ANNOTATORS:
        raise NotCheckableError(NO_AGREEMENT.needs)
    alike = own.with_columns(sum=pl.col("sum") / pl.col("n"), n=pl.lit(1.0), times=pl.col("n"))
    first = _agreements(alike, alike)
    against = first.filter(pl.col("up") < -CLEARLY * pl.col("down").sqrt())["annotator"].to_list()
    by = _agreements(own, own.filter(~pl.col("annotator").is_in(against))).filter(pl.col("down") > ENOUGH_WEIGHT)
    up, down = by["up"].to_numpy(), by["down"].to_numpy()
    usual = float(np.median(up / down)) if by.height >= ENOUGH_ANNOTATORS else 0.0
    if usual <= 0:
        raise NotCheckableError("four annotators or more whose preferences can be told from chance")
    apart = (up / down - usual) * np.sqrt(down)  # the error of the agreement is 1 / sqrt(down)
    apart /= max(1.0, NORMAL * float(np.median(np.abs(apart))))
    limit = -quantile(LEVEL / by.height)
    found = np.flatnonzero((apart < -limit) & (up / down < LITTLE * usual))
    if len(found):
        value = up / down / usual
        names = [by["annotator"][int(i)] for i in found]
        shown = [
            f"{name} ({value[i]:.2f}, {by['comparisons'][int(i)]:,} comparisons)"
            for name, i in zip(names, found, strict=True)
        ]
        yield NO_AGREEMENT(annotators=names, agreement=[float(value[i]) for i in found], _shown=shown)


def _preferences(frame: pl.DataFrame) -> pl.DataFrame:
    """By annotator and pair of systems: `n` comparisons, and the `sum` of 1, -1 and 0."""
    a, b = pl.col("system_a"), pl.col("system_b")
    ahead = pl.when(pl.col("outcome") == "tie").then(0.0).when((pl.col("outcome") == "a") == (a < b)).then(1.0)
    rows = frame.select(
        "annotator", low=pl.min_horizontal(a, b), high=pl.max_horizontal(a, b), ahead=ahead.otherwise(-1.0)
    )
    own = rows.group_by("annotator", "low", "high").agg(n=pl.len().cast(pl.Float64), sum=pl.col("ahead").sum())
    return own.with_columns(times=pl.lit(1.0)).sort("annotator", "low", "high")


def _agreements(own: pl.DataFrame, trusted: pl.DataFrame) -> pl.DataFrame:
    """Sums of own preference times that of the trusted others (`up`), and of the latter squared (`down`).

    Args:
        own: by annotator and pair of systems, see `_preferences`; `times` is the weight of a row.
        trusted: the rows of it whose preferences are a standard for others.
    """
    keys = ["low", "high"]
    others = trusted.group_by(keys).agg(all=pl.col("n").sum(), total=pl.col("sum").sum())
    member = pl.col("annotator").is_in(trusted["annotator"].unique().to_list()).cast(pl.Float64)
    rest, total = pl.col("all") - member * pl.col("n"), pl.col("total") - member * pl.col("sum")
    joined = own.join(others, on=keys).with_columns(rest=rest, lean=total / rest).filter(pl.col("rest") > 0)
    lean, times = pl.col("lean"), pl.col("times")
    return (
        joined.group_by("annotator")
        .agg(
            up=(lean * pl.col("sum") * times).sum(),
            down=(lean**2 * pl.col("n") * times).sum(),
            comparisons=(pl.col("n") * times).sum().round().cast(pl.Int64),
        )
        .filter(pl.col("down") > 0)
        .sort("annotator")
    )


CHECKS: Final = (
    Check(NO_AGREEMENT, _no_agreement, Comparisons, columns=("annotator",)),
    Check(CONTRADICTIONS, _contradictions, Comparisons, columns=("annotator", "segment")),
    Check(UNEQUAL_VOTES, _unequal, Comparisons, columns=("annotator",)),
)
