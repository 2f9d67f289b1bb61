"""Small plans written out by hand: showings as a list, everything else follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.sections import AnnotatorSection, ControlSection, TextSection, WorkSection
from adjudge.core.tables import Batches, Texts
from adjudge.planning.designs.design import SEGMENTS, SHOWINGS, UNITS
from adjudge.planning.plans.result import PlannedWork

_SCHEMA: Any = SHOWINGS


@dataclass(frozen=True)
class Shown:
    """One display of a unit.

    Args:
        session: its name.
        annotator: None if unknown.
        unit: its number.
        system: whose output.
        kind: of its items; several kinds, one for each segment, divided by blanks.
        copy_of: of a control copy: the place of the original in the list.
        wave: from 1.
    """

    session: str
    annotator: str | None
    unit: int
    system: str
    kind: str = "system"
    copy_of: int | None = None
    wave: int = 1


def planned(
    showings: Sequence[Shown],
    *,
    lengths: Sequence[int],
    systems: Sequence[str],
    origins: Sequence[str] | None = None,
    words: float = 10.0,
    documents: Sequence[str] | None = None,
    scope: str = "segment",
    **campaign: Any,
) -> PlannedWork:
    """A plan whose units are documents `d0`, `d1`, ... of these lengths, every segment with so many words."""
    people = sorted({one.annotator for one in showings if one.annotator is not None})
    parts = {
        "annotators": AnnotatorSection(names=tuple(people) or ("nobody",)),
        "controls": ControlSection(degraded=0.0, repeats=0.0),
        "work": WorkSection(),
    } | campaign
    names = list(documents or [f"d{unit}" for unit in range(len(lengths))])
    places = [(unit, place) for unit, length in enumerate(lengths) for place in range(length)]
    segments = pl.DataFrame(
        [(unit, place, names[unit], f"{unit}.{place}", words) for unit, place in places], schema=SEGMENTS, orient="row"
    )
    units = pl.DataFrame(
        [(unit, names[unit], 0, length, words * length, None) for unit, length in enumerate(lengths)],
        schema=UNITS,
        orient="row",
    )
    texts = segments.select("document", "segment", source=pl.lit("text"))
    if origins is not None:
        texts = texts.with_columns(origin=pl.Series([origins[unit] for unit, _ in places]))
    frame, table = _rows(showings, lengths, names, scope)
    return PlannedWork(
        campaign=Campaign(name="tiny", source_lang="de", target_lang="en", texts=TextSection(file="t.csv"), **parts),
        systems=tuple(systems),
        batches=Batches.check(frame),
        texts=Texts.check(texts),
        units=units,
        segments=segments,
        showings=table,
        altered=pl.DataFrame(),
        context=pl.DataFrame(),
        whole=True,
        documents_known=True,
    )


def _rows(
    showings: Sequence[Shown], lengths: Sequence[int], names: Sequence[str], scope: str
) -> tuple[pl.DataFrame, pl.DataFrame]:
    rows: list[dict[str, Any]] = []
    table: list[tuple[Any, ...]] = []
    places: dict[int, str] = {}
    positions: dict[str, int] = {}
    for number, one in enumerate(showings):
        place = sum(other.session == one.session for other in showings[:number])
        places[number] = f"{one.session}/{place}"
        kinds = one.kind.split() if " " in one.kind else [one.kind] * lengths[one.unit]
        for at, kind in enumerate(kinds):
            position = positions.get(one.session, 0)
            positions[one.session] = position + 1
            rows.append(
                {
                    "session": one.session,
                    "annotator": one.annotator,
                    "position": position,
                    "item": str(position),
                    "showing": places[number],
                    "system": one.system,
                    "document": names[one.unit],
                    "segment": f"{one.unit}.{at}",
                    "kind": kind,
                    "original": None if one.copy_of is None else places[one.copy_of],
                    "wave": one.wave,
                    "scope": scope,
                }
            )
        table.append(
            (
                one.session,
                one.annotator,
                one.wave,
                place,
                one.unit,
                len(kinds),
                [one.system],
                one.kind,
                None,
                one.copy_of,
            )
        )
    texts = pl.DataFrame(rows, schema_overrides={"annotator": pl.String, "original": pl.String})
    return texts, pl.DataFrame(table, schema=_SCHEMA, orient="row")


def latin(
    systems: int, units: int, people: int, *, length: int = 2, per_session: int | None = None, **campaign: Any
) -> PlannedWork:
    """Every system on every unit; annotator (unit + system) % people judges it, so each meets all systems."""
    names = [f"s{number}" for number in range(systems)]
    work: dict[int, list[tuple[int, str]]] = {who: [] for who in range(people)}
    for unit in range(units):
        for number, name in enumerate(names):
            work[(unit + number) % people].append((unit, name))
    showings = []
    for who, own in work.items():
        size = per_session or len(own)
        showings += [Shown(f"{who}-{at // size}", f"a{who}", unit, name) for at, (unit, name) in enumerate(own)]
    return planned(showings, lengths=[length] * units, systems=names, **campaign)
