"""Parts of a document in the order of the text, as far as the division of work allows, and where it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import polars as pl

from adjudge.core.findings import Finding
from adjudge.planning.designs.catalogue import OUT_OF_ORDER
from adjudge.planning.designs.design import DesignInput


def in_text_order(units: Sequence[int], frame: pl.DataFrame) -> list[int]:
    """Which of the things that show these units comes first, second, ...: parts of one document in text order.

    They share the places that they held before; everything else stays where it is. Parts that are shown several times
    come in rounds: all of them once, then all of them again.

    Args:
        units: what is shown.
        frame: all units, see `adjudge.planning.designs.design`.
    """
    documents, first = frame["document"].to_list(), frame["first"].to_list()
    held: dict[str, list[tuple[int, int, int]]] = {}
    rounds: Counter[int] = Counter()
    for place, unit in enumerate(units):
        held.setdefault(documents[unit], []).append((rounds[unit], first[unit], place))
        rounds[unit] += 1
    following = {document: iter(sorted(parts)) for document, parts in held.items()}
    return [next(following[documents[unit]])[-1] for unit in units]


def order_findings(given: DesignInput, showings: pl.DataFrame) -> Iterator[Finding]:
    """Documents of which somebody sees a part for the first time after a later one.

    Args:
        given: the units.
        showings: of the design, in the order of sessions, see `adjudge.planning.designs.design`.
    """
    parts = given.units.select("unit", "document", "first")
    shown = showings.select("unit", who=pl.coalesce("annotator", "session"))
    seen = shown.join(parts, on="unit", maintain_order="left").unique(
        ["who", "unit"], keep="first", maintain_order=True
    )
    latest = pl.col("first").cum_max().over("who", "document")
    late = seen.filter(pl.col("first") < latest)
    if not late.is_empty():
        yield OUT_OF_ORDER(
            documents=late["document"].unique(maintain_order=True).to_list(),
            annotators=late["who"].n_unique(),
            context=given.campaign.sampling.context,
        )
