"""Texts of a campaign to the units that are judged, in the order in which they are drawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Texts
from adjudge.planning.designs.design import SEGMENTS, UNITS
from adjudge.planning.designs.places import Places
from adjudge.planning.sampling.documents import first_written_in_source, with_documents
from adjudge.planning.sampling.order import balanced_order
from adjudge.planning.sampling.room import Limit, limit_of
from adjudge.planning.sampling.units import Piece, context_of, parts_of, snippets_of
from adjudge.planning.sampling.words import words_in


@dataclass(frozen=True, eq=False)
class Sample:
    """What may be judged.

    Args:
        texts: as planned: the rows of all units and of the context around them.
        units: see `adjudge.planning.designs.design`. The first n of them are a sample too, for every n.
        segments: likewise.
        context: segments of the source around whole units: `unit`, `side`, `place`, `document`, `segment`.
        unit: `document`, `snippet` or `segment`.
        pieces: all units that could be drawn, by number; fewer are left after `first`.
        documents: segments of each document that may be judged.
        around: most segments of context on each side.
        documents_known: whether every segment has a document in the texts.
        findings: what was left out before drawing.
    """

    texts: Texts
    units: pl.DataFrame
    segments: pl.DataFrame
    context: pl.DataFrame
    unit: str
    pieces: tuple[Piece, ...]
    documents: dict[str, int]
    around: int
    documents_known: bool
    findings: tuple[Finding, ...]

    @property
    def planned(self) -> list[Piece]:
        """The units of this sample."""
        return [self.pieces[number] for number in self.units["unit"]]

    def first(self, count: int, also: Collection[int] = ()) -> Sample:
        """The same sample, stopped after so many units.

        Args:
            count: units that are kept.
            also: further units that are kept.
        """
        kept = (pl.col("unit") < count) | pl.col("unit").is_in(sorted(also))
        units, segments, context = (frame.filter(kept) for frame in (self.units, self.segments, self.context))
        rows = pl.concat([frame.select("document", "segment") for frame in (segments, context)]).unique()
        frame = self.texts.frame.join(rows, on=["document", "segment"], how="semi", maintain_order="left")
        return replace(self, texts=self.texts.with_frame(frame), units=units, segments=segments, context=context)


def sample_units(
    campaign: Campaign,
    texts: Texts,
    seeds: Seeds,
    *,
    unit: str | None = None,
    limit: Limit | None = None,
    places: Places | None = None,
) -> Sample:
    """Draw units in a random order, balanced over domains at every point.

    Only documents that were first written in the source language, unless the campaign takes any. Documents longer than
    `sampling.part` are cut into parts; or a snippet is drawn of every document. Nothing is left out without a finding.

    Args:
        campaign: all choices.
        texts: all texts, with a row for each segment.
        seeds: of the campaign.
        unit: `document`, `snippet` or `segment`; None = what the campaign says.
        limit: most segments of a unit; None = what the campaign says, see `limit_of`.
        places: for messages.

    Raises:
        AdjudgeError: AJ650 if a session has no room for any text, AJ654 if no text is of the right origin.
    """
    places = places or Places()
    unit = unit or campaign.sampling.unit
    limit = limit or limit_of(campaign, unit, places)
    frame, unnamed = with_documents(texts.frame)
    frame, origin = first_written_in_source(campaign, frame, places)
    documents = dict(frame.group_by("document", maintain_order=True).len().iter_rows())
    pieces = _pieces(unit, documents, limit.cut, seeds)
    pieces = [pieces[number] for number in _order(campaign, frame, pieces, seeds, stream="sampling.order")]
    pieces = _asked_first(campaign, frame, pieces, seeds)
    most = 0 if unit == "segment" else campaign.sampling.context
    frames = _frames(texts, frame, pieces, context_of(pieces, documents, most))
    return Sample(*frames, unit, tuple(pieces), documents, most, not unnamed, (*unnamed, *origin))


def _pieces(unit: str, documents: dict[str, int], limit: int, seeds: Seeds) -> list[Piece]:
    match unit:
        case "snippet":
            return snippets_of(documents, limit, seeds.stream("sampling.snippets"))
        case "segment":
            runs = [(name, place) for name, length in documents.items() for place in range(length)]
            return [Piece(name, place, 1) for name, place in runs]
        case _:
            return parts_of(documents, limit)


def _order(campaign: Campaign, frame: pl.DataFrame, pieces: list[Piece], seeds: Seeds, *, stream: str) -> list[int]:
    """The order of drawing. The domain of a document is that of its first segment."""
    rng = seeds.stream(stream)
    if "domain" not in frame.columns or not campaign.sampling.balance_domains:
        return balanced_order([None] * len(pieces), rng)
    domains = dict(frame.group_by("document", maintain_order=True).agg(pl.col("domain").first()).iter_rows())
    return balanced_order([domains[piece.document] for piece in pieces], rng)


def _asked_first(campaign: Campaign, frame: pl.DataFrame, pieces: list[Piece], seeds: Seeds) -> list[Piece]:
    """The pieces with those of the documents that are asked for in front: whole documents, long or short alike."""
    asked, names = campaign.sampling.documents, list(dict.fromkeys(piece.document for piece in pieces))
    if asked is None or len(names) == len(pieces):
        return pieces
    whole = [Piece(name, 0, 1) for name in names]
    order = _order(campaign, frame, whole, seeds, stream="sampling.documents")
    chosen = {names[number] for number in order[:asked]}
    return sorted(pieces, key=lambda piece: piece.document not in chosen)


def wanted_units(campaign: Campaign, units: pl.DataFrame) -> int:
    """How many units are to be judged: all, or those of the documents that the campaign asks for.

    Args:
        campaign: how many documents are asked for.
        units: in the order in which they were drawn.
    """
    asked = campaign.sampling.documents
    if asked is None:
        return units.height
    return int((units["document"].is_first_distinct().cum_sum() <= asked).sum())


def _frames(
    texts: Texts, frame: pl.DataFrame, pieces: list[Piece], around: pl.DataFrame
) -> tuple[Texts, pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Texts, units, segments and context of a sample."""
    # Apart from the outputs, whose systems may have any name.
    keys = frame.select(
        "document",
        "segment",
        domain=pl.col("domain") if "domain" in frame.columns else pl.lit(None, pl.String),
        index=pl.int_range(pl.len()).over("document"),
        words=words_in(pl.col("source")),
    )
    rows = [
        (unit, piece.document, piece.first + place, place, piece.first)
        for unit, piece in enumerate(pieces)
        for place in range(piece.length)
    ]
    names = ["unit", "document", "index", "place", "first"]
    judged = pl.DataFrame(rows, schema=names, orient="row")
    judged = judged.join(keys, on=["document", "index"], how="left", maintain_order="left")
    units = judged.group_by("unit", maintain_order=True).agg(
        document=pl.col("document").first(),
        first=pl.col("first").first(),
        length=pl.len(),
        words=pl.col("words").sum(),
        domain=pl.col("domain").first(),
    )
    segments = judged.select("unit", "place", "document", "segment", "words")
    context = around.join(keys.select("document", "index", "segment"), on=["document", "index"], maintain_order="left")
    shown = pl.concat([part.select("document", "index") for part in (judged, around)]).unique()
    kept = keys.join(shown.with_columns(kept=True), on=["document", "index"], how="left", maintain_order="left")["kept"]
    planned = frame.filter(kept.is_not_null())
    order = [name for name in (*texts.names(), *texts.systems) if name in planned.columns]
    return (
        texts.with_frame(planned.select(order)),
        units.select(pl.col(name).cast(kind) for name, kind in UNITS.items()),
        segments.select(pl.col(name).cast(kind) for name, kind in SEGMENTS.items()),
        context.select("unit", "side", "place", "document", "segment"),
    )
