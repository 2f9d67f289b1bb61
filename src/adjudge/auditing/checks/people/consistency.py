"""Checks of consistency: people whose scores have nothing in common with those of others, or with their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.people.persons import People
from adjudge.auditing.checks.people.standing_out import far_below, median_of_others
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.checking.identity import OUTPUT, present
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.kernels.annotator_signals.grouped import Floats, grouped_correlation
from adjudge.kernels.probability.normal import quantile
from adjudge.scoring.known_documents import shown_together

NO_AGREEMENT: Final = FindingEntry(
    "AJ407",
    "warning",
    "The scores of an annotator have nothing to do with those of the others.",
    text="The scores of {_who} do not follow what the others lead one to expect: {_names:names}. The "
    "correlation is {_lowest:.2f}{_range}, where the others have {others:.2f} in the median.",
    source="Knowles and Lo 2024, section 4.2",
    todo="look at their judgements and rank without them; passing quality control is no sign of agreement",
    needs="ratings by two or more annotators who met the same systems",
)
TWO_WITHOUT: Final = NO_AGREEMENT.variant(
    "{_first} and {_second} do not agree: on {_rows:count output} that both judged, their scores have a correlation of "
    "{_lowest:.2f}. One of them, or both, may not have read the texts.",
    todo="have some of the outputs judged by a third annotator",
)
CONTRADICTS: Final = FindingEntry(
    "AJ417",
    "warning",
    "An annotator contradicts himself or herself on repeated items.",
    text="The scores that {_who} gave to the same outputs a second time have little to do with the first: "
    "{_names:names}. The correlation is {_lowest:.2f}{_range}, where the others have {others:.2f} in the median.",
    source="Knowles and Lo 2024, sections 4.1 and 5.1",
    todo="look at their judgements and rank without them",
    needs="ratings with repeats",
)
#: With fewer judgements a correlation says little, with fewer documents its error is not to be trusted.
_FEWEST: Final = 30
_FEWEST_CLUSTERS: Final = 6
_FEW_CLUSTERS: Final = 12
_VERY_FEW_CLUSTERS: Final = 8
_FEWEST_REPEATS: Final = 12
_FEWEST_SHARED: Final = 50
#: Correlation that two careful annotators exceed (Knowles and Lo 2024, table 3: .15 to .55 in the median).
_LOW: Final = 0.2
#: Standard deviation of the correlations of careful people: pairs of annotators of the WMT22 calibration sets have
#: correlations from .15 to .55 (Knowles and Lo 2024, table 3), about .1 around their median.
_PEOPLE: Final = 0.1
#: The further condition that the correlation is near zero makes mistakes rarer than that.
_LEVEL: Final = 0.03
#: Distance of repeats relative to that of the others from which they contradict.
_FAR: Final = 1.5
#: The same for correlations of repeats, on Fisher's scale (the inverse hyperbolic tangent).
_PEOPLE_REPEATS: Final = 0.2
#: With the two other conditions this named somebody in 1 of 600 simulated campaigns without fault.
_LEVEL_REPEATS: Final = 0.03
#: "Near zero": less than this, and less than a quarter of what the others have.
_NOTHING: Final = 0.15


def _no_agreement(_: pl.DataFrame, people: People) -> Iterator[Finding]:
    """People whose scores have a correlation near zero with what the others lead one to expect.

    Every judgement is set against a forecast that the judge has no part in: the mean of the others' standardised
    scores of the system, moved by what the others gave to the same segment and to the same output. So no output needs
    two people, although that helps. A person with at least 30 judgements is named if the correlation is below .15 or a
    quarter of the others' median, and if it is either surely below half of that median or further below it than chance
    and the differences of people explain (a standard deviation of at least .1). Standard errors allow for documents,
    and the level .03 is shared by all. Where there are only two people nobody can say which is wrong; both are named
    if they have a correlation surely below .2 (one-sided .01) on at least 50 outputs that both judged.
    """
    if people.count == 2:
        yield from _two_people(people)
        return
    expected = people.expected
    known = ~np.isnan(expected.system)
    if people.count < 2 or not known.any():
        raise NotCheckableError("two or more annotators who met the same systems")
    found = grouped_correlation(
        expected.z[known], expected.score[known], people.who[known], people.cluster[known], groups=people.count
    )
    value = np.where((found.rows >= _FEWEST) & (found.clusters >= _FEWEST_CLUSTERS), found.value, np.nan)
    # The estimate from few clusters may be far too small. Then rows of one cluster are taken as half dependent, and
    # with very few, a cluster as worth four rows.
    few, very_few = found.clusters < _FEW_CLUSTERS, found.clusters < _VERY_FEW_CLUSTERS
    sizes = np.where(very_few, 4 * found.clusters, np.where(few, (found.rows + found.clusters) / 2, found.rows))
    error = np.fmax(found.error, 1 / np.sqrt(np.maximum(sizes, 1)))
    others = median_of_others(value)
    with np.errstate(invalid="ignore"):
        nothing = (value < _NOTHING) | (value < others / 4)
        surely = value + quantile(1 - _LEVEL / people.count) * error < others / 2
    if np.isnan(value).all():
        raise NotCheckableError("an annotator with 30 judgements of six documents or more")
    yield from _named(NO_AGREEMENT, people, value, nothing & (surely | far_below(value, error, _PEOPLE, level=_LEVEL)))


def _two_people(people: People) -> Iterator[Finding]:
    """Both, if they have no correlation on the outputs that both judged."""
    item = present(OUTPUT, people.frame)
    rows = people.frame.with_columns(_shown=pl.Series(people.cluster))
    means = rows.group_by(people.unit, *item).agg(pl.col("score").mean(), pl.col("_shown").first())
    first, second = (means.filter(pl.col(people.unit) == name).drop(people.unit) for name in people.names)
    both = first.join(second.drop("_shown"), on=item, nulls_equal=True)
    if both.height < _FEWEST_SHARED or both["score"].n_unique() < 2 or both["score_right"].n_unique() < 2:
        raise NotCheckableError("50 outputs that both annotators judged, or a third annotator")
    cluster = both["_shown"].to_numpy().astype(np.intp)
    if len(np.unique(cluster)) < _FEWEST_CLUSTERS:
        raise NotCheckableError("outputs of six or more documents that both annotators judged")
    one = np.zeros(both.height, dtype=np.intp)
    found = grouped_correlation(both["score"].to_numpy(), both["score_right"].to_numpy(), one, cluster, groups=1)
    r, error = float(found.value[0]), float(found.error[0])
    if r + quantile(0.99) * error < _LOW:
        yield TWO_WITHOUT(
            **people.named([0, 1]),
            correlation=r,
            _first=people.names[0],
            _second=people.names[1],
            _rows=both.height,
            _lowest=r,
        )


def _contradicts(_: pl.DataFrame, people: People, repeats: pl.DataFrame) -> Iterator[Finding]:
    """People whose second scores of repeated outputs have a correlation near zero with the first.

    The two scores of an output by one person in one session are pairs; a person needs twelve of them. A person is
    named if the correlation is below half of the others' median, and further below it than chance explains: on
    Fisher's scale, where people are assumed to differ with a standard deviation of at least .2, at the level .03
    shared by all. The two scores must also be half as far again apart as those of the others: somebody who gives
    nearly everything 100 has no correlation either, but does not contradict anything.
    """
    pairs = repeats.filter(pl.col(people.unit).is_in(people.names))
    if pairs.is_empty():
        raise NotCheckableError("repeated items by known annotators")
    who = pairs[people.unit].cast(pl.Enum(people.names)).to_physical().to_numpy().astype(np.intp)
    one, two = (pairs[name].to_numpy().astype(np.float64) for name in ("original", "control"))
    cluster = shown_together(pairs).rank("dense").to_numpy().astype(np.intp)
    found = grouped_correlation(one, two, who, cluster, groups=people.count)
    value = np.where(found.rows >= _FEWEST_REPEATS, np.clip(found.value, -0.99, 0.99), np.nan)
    if int((~np.isnan(value)).sum()) < 2:
        raise NotCheckableError("two annotators with twelve repeated items each")
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.where(np.isnan(value), np.nan, np.bincount(who, np.abs(one - two), people.count) / found.rows)
        contrary = (apart > _FAR * median_of_others(apart)) & (value < median_of_others(value) / 2)
    errors = 1 / np.sqrt(np.maximum(found.rows - 3, 1))
    outliers = far_below(np.arctanh(value), errors, _PEOPLE_REPEATS, level=_LEVEL_REPEATS)
    yield from _named(CONTRADICTS, people, value, outliers & contrary)


def _named(entry: FindingEntry, people: People, value: Floats, found: NDArray[np.bool_]) -> Iterator[Finding]:
    """Those who were found, the lowest correlation first."""
    places = np.flatnonzero(found)
    if len(places):
        places = places[np.argsort(value[places], kind="stable")]
        low, high = float(value[places[0]]), float(value[places[-1]])
        yield entry(
            **people.named(places),
            correlations=[round(float(value[place]), 4) for place in places],
            others=float(np.nanmedian(np.delete(value, places))),
            _lowest=low,
            _range=f" to {high:.2f}" if len(places) > 1 else "",
        )


CHECKS: Final = (
    Check(NO_AGREEMENT, _no_agreement, Ratings, facts=("people",)),
    Check(CONTRADICTS, _contradicts, Ratings, facts=("people", "repeats")),
)
