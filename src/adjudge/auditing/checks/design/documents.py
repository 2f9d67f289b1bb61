"""Checks of the documents: known, many, of one origin, and none that decides the ranking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.layout import Layout
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.orders.firm_pairs import FirmPairs
from adjudge.auditing.documents.adjusted import FittedCells, adjusted_means, swapped_pairs
from adjudge.auditing.origin.directions import DIRECTIONS, OTHER, direction_words
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.ranking.ratings.analysis import Analysis

MIXED_ORIGIN: Final = FindingEntry(
    "AJ450",
    "warning",
    "Texts that were first written in the target language are mixed with others.",
    text="{reverse:,} of {judgements:count judgement} ({share:.0%}) are of reverse-created text[, first written in "
    "{_languages:names} and not in {_source}][; {_thirds:,} more were first written in {_third:names}]. Such text is "
    "easier and changes the order of systems.",
    source="Graham et al. 2020, section 3",
    todo="rank on text that was first written in the source language, and show both parts with `adjudge origin`",
    needs="ratings with the language that the text was first written in",
)
SEVERAL_ORIGINS: Final = MIXED_ORIGIN.variant(
    "The texts were first written in {_n} languages: {_origins:names}. The data do not say which languages were "
    "translated from and into; text first written in the target language is easier and changes the order of systems.",
    todo="give the languages in the columns 'source_lang' and 'target_lang', and rank on text that was "
    "first written in the source language",
)
THIRD_LANGUAGE: Final = MIXED_ORIGIN.variant(
    "{other:,} of {judgements:count judgement} ({share:.0%}) are of text first written in {_third:names}, and not in "
    "the source language[, {_source}]: its source side is a translation.",
    todo="rank on text that was first written in the source language",
)
UNKNOWN_DOCUMENTS: Final = FindingEntry(
    "AJ464",
    "note",
    "Documents are unknown.",
    text="The document is unknown in {missing:,} of {rows:count judgement}[, mostly those of {systems:names}]. Tests "
    "must treat segments as independent, which calls too many differences significant if consecutive segments were "
    "judged together.",
    source="Lopez 2012, section 6",
    todo="give the document of every segment in the column 'document'",
    needs="ratings",
)
FEW_DOCUMENTS: Final = FindingEntry(
    "AJ465",
    "note",
    "There are few documents.",
    text="All judgements are of {documents_judged:count document}, which is little for conclusions about other texts.",
    source="Graham et al. 2020, section 2",
    todo="judge more documents, with fewer segments of each if need be",
    needs="ratings with documents",
)
ONE_DOCUMENT_DECIDES: Final = FindingEntry(
    "AJ469",
    "note",
    "A single document decides about the order of systems.",
    text="{_n:count document} {_n:holds/hold} a large share of the segments: {_shown:names}.",
    source="Knowles and Lo 2022, section 5.1",
    todo="look at the document; results by document show whether it is special",
    needs="ratings with documents",
)
DOCUMENT_TURNS: Final = ONE_DOCUMENT_DECIDES.variant(
    "Without {_document} the order of systems that differ significantly by the published test is turned round: "
    "{pairs:pairs above}.",
)
LUCKY: Final = FindingEntry(
    "AJ467",
    "note",
    "Systems were judged on easier or harder documents than others.",
    text="If the difficulty of documents is allowed for, {_moves:names}: these systems were judged on easier or harder "
    "documents than others.",
    source="Knowles 2021, section 6",
    todo="show adjusted means (`adjudge documents`), or rank by the default recipe, which models documents",
    needs="ratings with documents",
)

#: With fewer documents, standard errors by document are too small (Cameron and Miller 2015 speak of 20 to 50).
ENOUGH_DOCUMENTS: Final = 20
#: With two documents each decides.
SEVERAL: Final = 3
#: A document with this share of all segments, and so many times the median, is long in comparison.
LARGE_SHARE: Final = 0.25
MANY_TIMES: Final = 5.0
#: How far one document may move a difference, in scaled median absolute deviations of all documents.
EXTREME: Final = 6.0
#: Means that are equal on paper may differ in later digits.
DECIMALS: Final = 9
#: Mean z-scores that differ by less are close, whatever the ranks say.
CLOSE: Final = 0.1
NORMAL: Final = 1.4826


def _mixed_origin(_: pl.DataFrame, counting: pl.DataFrame) -> Iterator[Finding]:
    """Text that was first written in another language than the source language, mixed with text written in it.

    Reverse-created text, first written in the target language, has a source side that is itself a translation and is
    simpler. Graham et al. (2020) find other orders of systems on it, and recommend to leave it out. A warning as soon
    as it is mixed with other text. A note if text from the source language is mixed with text from third languages
    only. A set of one kind raises nothing here.
    """
    rows = counting.drop_nulls("origin")
    origins = rows["origin"].unique().sort().to_list()
    if len(origins) < 2:
        return
    try:
        source, words = direction_words(rows, None)
    except AdjudgeError:  # the data do not say which languages are source and target
        yield SEVERAL_ORIGINS(origins=origins, _n=len(origins), _origins=origins)
        return
    direction = [words.get(name.lower(), OTHER) for name in origins]
    of = {
        kind: [name for name, found in zip(origins, direction, strict=True) if found == kind] for kind in set(direction)
    }
    if len(of) < 2:
        return
    kind = "reverse" if "reverse" in of else OTHER
    odd, third = rows.filter(pl.col("origin").is_in(of[kind])), rows.filter(pl.col("origin").is_in(of.get(OTHER, [])))
    yield (MIXED_ORIGIN if kind == "reverse" else THIRD_LANGUAGE)(
        severity=None if kind == "reverse" else "note",
        reverse=odd.height if kind == "reverse" else 0,
        other=third.height,
        judgements=rows.height,
        share=odd.height / rows.height,
        documents=odd["document"].drop_nulls().unique().sort().to_list(),
        _languages=[name for name in of[kind] if name.lower() not in DIRECTIONS],
        _source=source,
        _third=of.get(OTHER, []),
        _thirds=third.height,
    )


def _unknown(_: pl.DataFrame, layout: Layout, counting: pl.DataFrame) -> Iterator[Finding]:
    """Judgements without a document.

    Segments of one document are judged alike, because they are alike and because they are judged one after the other.
    A test that does not know which belong together takes every segment for a new observation.
    """
    missing = counting["document"].null_count()
    if missing:
        known = set(layout.names_of(layout.comparable))
        unknown = [name for name in layout.systems if name not in known]
        yield UNKNOWN_DOCUMENTS(missing=missing, rows=counting.height, systems=unknown)


def _few(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Fewer than 20 documents: the unit of inference is the document, and a handful says little about others."""
    if len(layout.documents) < ENOUGH_DOCUMENTS:
        yield FEW_DOCUMENTS(documents_judged=len(layout.documents))


def _one_decides(_: pl.DataFrame, layout: Layout, published: Analysis, firm: FirmPairs) -> Iterator[Finding]:
    """Documents without which the order changes, and documents that hold much of the data.

    The mean z-scores of systems are computed without each document in turn. A warning if that turns round the order of
    two systems that differ significantly by the published test (rank-sum test, Holm) and by a tenth of a
    standard deviation, if no other document does so, and if it moves their difference by more than six scaled median
    absolute deviations of what documents do.
    A note for a document with more than a quarter of all segments and five times the median.
    """
    if len(layout.documents) < SEVERAL or len(layout.systems) < 2:
        raise NotCheckableError("ratings of two systems or more on three documents or more")
    if published.estimate.scores.traced:
        yield from _turned_without(published, firm)
    sizes = layout.cell_counts.sum(axis=1)
    large = np.flatnonzero((sizes > LARGE_SHARE * sizes.sum()) & (sizes > MANY_TIMES * np.median(sizes)))
    if len(large):
        shares = [float(sizes[i] / sizes.sum()) for i in large]
        names = [layout.documents[i] for i in large]
        shown = [f"{name} ({share:.0%})" for name, share in zip(names, shares, strict=True)]
        yield ONE_DOCUMENT_DECIDES(documents=names, shares=shares, _n=len(names), _shown=shown)


def _turned_without(published: Analysis, firm: FirmPairs) -> Iterator[Finding]:
    sums, counts = published.estimate.scores.document_sums
    names = published.scored.frame["document"].unique().sort().to_list()  # the order of the sums
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums.sum(axis=0) / counts.sum(axis=0)
        without = (sums.sum(axis=0) - sums) / (counts.sum(axis=0) - counts)  # documents x systems
    place = {name: i for i, name in enumerate(published.estimate.order)}
    turned: dict[int, list[list[str]]] = {}
    for a, b in firm.pairs:
        i, j = place[a], place[b]
        shift = (means[i] - means[j]) - (without[:, i] - without[:, j])
        unusual = np.abs(shift) > EXTREME * NORMAL * np.nanmedian(np.abs(shift))
        flipping = np.flatnonzero(without[:, i] < without[:, j])
        # If several do, the two are simply close in the mean, and no document decides.
        if means[i] - means[j] > CLOSE and len(flipping) == 1 and unusual[flipping[0]]:
            turned.setdefault(int(flipping[0]), []).append([b, a])
    for document, pairs in turned.items():
        systems = sorted({name for pair in pairs for name in pair})
        name = names[document]
        yield DOCUMENT_TURNS(severity="warning", documents=[name], systems=systems, pairs=pairs, _document=name)


def _lucky(_: pl.DataFrame, counting: pl.DataFrame, cells: FittedCells) -> Iterator[Finding]:
    """Systems that change places if the difficulty of their documents is allowed for.

    Raw means of segments are fitted by an effect of the system and one of the document, as `adjudge documents` does.
    Where every system was judged on the same segments this changes nothing. A note names the systems that change
    places; a warning if adjusted means of two that do differ significantly (t-test with the standard error of the
    difference, documents less one degrees of freedom, .01 over all pairs): raw means then have them in the wrong order.
    `adjudge documents` says the same with AJ547.
    """
    means = adjusted_means(counting, cells)
    if means is None:
        raise NotCheckableError("systems that are linked by common documents")
    before, after = (_in_order(means, column) for column in ("mean", "adjusted"))
    if before == after:
        return
    moved = {name: [before.index(name) + 1, after.index(name) + 1] for name in before}
    moved = {name: places for name, places in moved.items() if places[0] != places[1]}
    turned = swapped_pairs(means, cells).sure
    largest = sorted(moved, key=lambda name: (-abs(moved[name][0] - moved[name][1]), name))
    yield LUCKY(
        severity="warning" if turned else None,
        systems=largest,
        moved={name: moved[name] for name in largest},
        turned=turned,
        _moves=[f"{name} goes from place {moved[name][0]} to {moved[name][1]}" for name in largest],
    )


def _in_order(means: pl.DataFrame, column: str) -> list[str]:
    """Systems by a mean, best first; what is equal on paper stays in the order of names."""
    rounded = means.select("system", value=pl.col(column).round(DECIMALS))
    return rounded.sort(["value", "system"], descending=[True, False])["system"].to_list()


CHECKS: Final = (
    Check(UNKNOWN_DOCUMENTS, _unknown, Ratings, facts=("layout", "counting")),
    Check(FEW_DOCUMENTS, _few, Ratings, columns=("document",), facts=("layout",)),
    Check(MIXED_ORIGIN, _mixed_origin, Ratings, columns=("origin",), facts=("counting",)),
    Check(LUCKY, _lucky, Ratings, columns=("document",), facts=("counting", "cells")),
    Check(
        ONE_DOCUMENT_DECIDES, _one_decides, Ratings, columns=("document",), facts=("layout", "published", "firm pairs")
    ),
)
