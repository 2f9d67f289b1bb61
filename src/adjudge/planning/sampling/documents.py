"""Which segments make up a document, and which documents may be judged."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.datasheet.languages import language_number
from adjudge.core.findings import Finding
from adjudge.planning.designs.catalogue import (
    ANY_ORIGIN,
    LEFT_OUT,
    NO_DOCUMENTS,
    NONE_FORWARD,
    UNKNOWN_ORIGIN,
)
from adjudge.planning.designs.places import Places

#: Where a row stood among the texts.
ROW: Final = "_row"


def with_documents(texts: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Texts of which every segment has a document: one without gets a document of its own, with the same name."""
    if "document" not in texts.columns:
        texts = texts.with_columns(document=pl.lit(None, pl.String))
    lone = texts["document"].null_count()
    if not lone:
        return texts, []
    taken = set(texts["document"].drop_nulls())
    names = []
    for document, segment in texts.select("document", "segment").iter_rows():
        names.append(document if document is not None else unused(segment, taken))
    named = texts.with_columns(document=pl.Series(names, dtype=pl.String))
    return named, [NO_DOCUMENTS(segments=lone, total=texts.height)]


def unused(name: str, taken: set[str]) -> str:
    """A name that is not taken, with strokes behind it if need be."""
    while name in taken:
        name = f"{name}'"
    return name


def first_written_in_source(
    campaign: Campaign, texts: pl.DataFrame, places: Places
) -> tuple[pl.DataFrame, list[Finding]]:
    """The documents that were first written in the source language, or all of them if the campaign takes any.

    A document of which any segment has another origin, or an unknown one among known ones, is left out as a whole.
    """
    total = texts["document"].n_unique()
    language = campaign.source_lang
    if "origin" not in texts.columns or texts["origin"].null_count() == texts.height:
        return texts, [UNKNOWN_ORIGIN(documents=total)]
    origins = texts["origin"].unique().sort().to_list()
    forward = [origin for origin in origins if origin is not None and same_language(origin, language)]
    by_document = texts.group_by("document", maintain_order=True).agg(
        forward=pl.col("origin").is_in(forward).fill_null(value=False).all(), unknown=pl.col("origin").is_null().any()
    )
    out = by_document.filter(~pl.col("forward"))
    if out.is_empty():
        return texts, []
    unknown = int(out["unknown"].sum())
    if campaign.sampling.origin == "any":
        return texts, [ANY_ORIGIN(documents=out.height, total=total, language=language)]
    kept = texts.filter(~pl.col("document").is_in(out["document"].implode()))
    if kept.is_empty():
        shown = ", ".join(origin for origin in origins if origin is not None)
        place = places.of_first(("sampling", "origin"), ("source_lang",))
        raise NONE_FORWARD(place=place, language=language, origins=shown, documents=total)
    return kept, [LEFT_OUT(documents=out.height, total=total, language=language, unknown=unknown or None)]


def same_language(first: str, second: str) -> bool:
    """Whether two codes or names are of one language: `de`, `deu` and `de-AT` are; other names count as they stand."""
    numbers = language_number(first), language_number(second)
    if numbers[0] is None or numbers[1] is None:
        return first.strip().lower() == second.strip().lower()
    return numbers[0] == numbers[1]
