"""The result of planning: sessions, the texts they show, and the certificate."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Batches, Texts


@dataclass(frozen=True, eq=False)
class PlannedWork:
    """Who judges what, before the certificate.

    Args:
        campaign: all choices.
        systems: what is judged.
        batches: one row for each output that is shown, in the order of sessions and positions. Its findings are those
            of planning: what was left out or cut, and what does not come out even.
        texts: the texts of the sampled units, with outputs; long documents are cut into parts here. A column
            `reference` is never among the outputs.
        units: see `adjudge.planning.designs.design`.
        segments: likewise.
        showings: likewise; the showing of a row in `batches` is `SESSION/PLACE`.
        altered: the texts of degraded items: `session`, `position`, `system`, `document`, `segment`, `text`, `start`,
            `end` (code points of what was replaced, half open, in the new text), `replaced` (the words taken out),
            `donor_document`, `donor_segment`.
        context: segments of the source shown around the first `length` segments of a unit, not judged: `unit`,
            `length`, `side` (`before` or `after`), `place`, `document`, `segment`.
        whole: whether nothing is left out for want of hours, neither texts nor tasks.
        documents_known: whether the texts say which document every segment is of; a segment without one is planned as
            a document of its own.
    """

    campaign: Campaign
    systems: tuple[str, ...]
    batches: Batches
    texts: Texts
    units: pl.DataFrame
    segments: pl.DataFrame
    showings: pl.DataFrame
    altered: pl.DataFrame
    context: pl.DataFrame
    whole: bool
    documents_known: bool
