"""What a planned campaign holds, as plain tables: what is written to its folder and to files for other platforms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Batches, Texts
from adjudge.io.campaigns.catalogue import NO_TEXT_AROUND, NO_TEXT_FOR_ITEM

#: The texts of degraded items, in place of the outputs. Offsets are code points, half open.
ALTERED: Final[Mapping[str, type[pl.DataType]]] = {
    "session": pl.String,
    "position": pl.Int64,
    "system": pl.String,
    "document": pl.String,
    "segment": pl.String,
    "text": pl.String,
    "start": pl.Int64,
    "end": pl.Int64,
    "replaced": pl.String,
    "donor_document": pl.String,
    "donor_segment": pl.String,
}
#: Sources shown around a display of `document` from the segment `first` to `last`, on either `side`, in order.
CONTEXT: Final[Mapping[str, type[pl.DataType]]] = {
    "document": pl.String,
    "first": pl.String,
    "last": pl.String,
    "side": pl.String,
    "place": pl.Int64,
    "context_document": pl.String,
    "context_segment": pl.String,
}


@dataclass(frozen=True, eq=False)
class PlannedContent:
    """A planned campaign.

    Args:
        campaign: all choices.
        batches: who judges what, in order.
        texts: sources and outputs of all items, and of the context around them.
        altered: see `ALTERED`.
        context: see `CONTEXT`.
        tutorial: expected answers of tutorial items: `document`, `segment`, `source`, `output`, `low`, `high`.
    """

    campaign: Campaign
    batches: Batches
    texts: Texts
    altered: pl.DataFrame
    context: pl.DataFrame
    tutorial: pl.DataFrame | None = None


@dataclass(frozen=True)
class ContextTexts:
    """Sources that are shown around displays without being judged.

    Args:
        held: in reading order, by document, first and last segment of the display, and side.
    """

    held: Mapping[tuple[str, str, str, str], list[str]]

    def around(self, first: Mapping[str, Any], last: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        """What stands before and after a display whose first and last rows these are."""
        place = (first["document"], first["segment"], last["segment"])
        return self.held.get((*place, "before"), []), self.held.get((*place, "after"), [])


def empty(columns: Mapping[str, type[pl.DataType]]) -> pl.DataFrame:
    """A frame of these columns without rows."""
    return pl.DataFrame(schema=dict(columns))


def shown_items(content: PlannedContent, *, source: str = "the plan") -> pl.DataFrame:
    """The rows of the batches with the texts on the screen: `source` and `output`; of degraded items the altered one.

    Args:
        content: a planned campaign.
        source: where it comes from, for messages.

    Raises:
        InputError: AJ693 if an item has no text.
    """
    rows, texts = content.batches.frame, content.texts.frame
    systems = [name for name in rows["system"].unique().sort() if name in texts.columns]
    key = ["document", "segment"]
    long = texts.unpivot(systems, index=key, variable_name="system", value_name="_output")
    sources = texts.select(*key, "source").unique(key, keep="first", maintain_order=True)
    altered = content.altered.select("session", "position", "text")
    joined = (
        rows.join(sources, on=key, how="left", maintain_order="left")
        .join(long, on=[*key, "system"], how="left", maintain_order="left")
        .join(altered, on=["session", "position"], how="left", maintain_order="left")
    )
    shown = joined.with_columns(output=pl.coalesce("text", "_output")).drop("text", "_output")
    missing = shown.filter(pl.col("source").is_null() | pl.col("output").is_null())
    if not missing.is_empty():
        row = missing.row(0, named=True)
        first = f"segment {row['segment']} of document {row['document']} by {row['system']}"
        raise NO_TEXT_FOR_ITEM(source=source, first=first, wrong=missing.height, total=rows.height)
    return shown


def context_texts(content: PlannedContent, *, source: str = "the plan") -> ContextTexts:
    """The texts of `PlannedContent.context`.

    Args:
        content: a planned campaign.
        source: where it comes from, for messages.

    Raises:
        InputError: AJ693 if a segment has no text.
    """
    keys = ["context_document", "context_segment"]
    texts = content.texts.frame.select(context_document="document", context_segment="segment", text="source")
    rows = content.context.sort("document", "first", "last", "side", "place", maintain_order=True)
    joined = rows.join(
        texts.unique(keys, keep="first", maintain_order=True), on=keys, how="left", maintain_order="left"
    )
    missing = joined.filter(pl.col("text").is_null())
    if not missing.is_empty():
        row = missing.row(0, named=True)
        first = f"segment {row['context_segment']} of document {row['context_document']}"
        raise NO_TEXT_AROUND(source=source, first=first, wrong=missing.height, total=rows.height)
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for row in joined.iter_rows(named=True):
        found.setdefault((row["document"], row["first"], row["last"], row["side"]), []).append(row["text"])
    return ContextTexts(found)
