"""What adding control items gives: showings, the texts that were altered, and what could not be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from adjudge.core.findings import Finding
from adjudge.io.campaigns.content import ALTERED
from adjudge.planning.controls.degraded import Damage
from adjudge.planning.controls.material import Material
from adjudge.planning.designs.showings import Session, Showing

#: The damages of showings, one for each of their segments; None where a segment is shown as it is.
Damages = Mapping[Showing, Sequence[Damage | None]]


@dataclass(frozen=True, eq=False)
class AddedControls:
    """Showings with control items.

    Args:
        showings: the frame of `adjudge.planning.designs.design`, with control items.
        altered: the texts of degraded items, see `adjudge.planning.plans.result`. A position counts the rows of a
            session in the order of places, segments and systems.
        findings: what was asked for and could not be kept.
    """

    showings: pl.DataFrame
    altered: pl.DataFrame
    findings: tuple[Finding, ...] = ()


def altered_rows(sessions: Sequence[Session], damages: Damages, material: Material) -> pl.DataFrame:
    """The texts of degraded items with their positions."""
    rows = []
    for session in sessions:
        position = 0
        for showing in session.showings:
            for number, damage in enumerate(damages.get(showing, ())):
                if damage is None:
                    continue
                document, segment = material.places[showing.unit][number]
                rows.append(
                    {
                        "session": session.name,
                        "position": position + number,
                        "system": showing.systems[0],
                        "document": document,
                        "segment": segment,
                        "text": damage.text,
                        "start": damage.start,
                        "end": damage.end,
                        "replaced": damage.replaced,
                        "donor_document": damage.donor.document,
                        "donor_segment": damage.donor.segment,
                    }
                )
            position += showing.items
    return pl.DataFrame(rows, schema=dict(ALTERED))
