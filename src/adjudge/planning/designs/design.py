"""What a design is: a rule that turns texts, systems and annotators into sessions; and the frames it works on.

Three frames go through planning. All of them are polars frames with these columns:

`units`, one row for each piece of text that is shown at once (document, snippet or part of a long document), in the
order in which they were drawn, so that the first n rows are a sample too:

- `unit`: its number, from 0;
- `document`, `first`, `length`: where it is: document, index of its first segment in the document, segments;
- `words`: words of its source, see `adjudge.planning.sampling.words`;
- `domain`: null if there are none.

`segments`, one row for each segment of a unit, in order: `unit`, `place` (from 0), `document`, `segment`, `words`.

`showings`, one row for each display of a unit, or of its first segments, to one annotator:

- `session`: text; `annotator`: text, null if the design does not know people; `wave`: from 1; `place`: order in the
  session, from 0;
- `unit`, `length`: what is shown; a copy may be cut short;
- `systems`: a list: one system, two (pairwise) or five (ranking);
- `kind`: that of its items, see `adjudge.core.columns.KINDS`; null if they differ, then `kinds` has one for each
  segment;
- `kinds`: a list, null if `kind` says it;
- `copy_of`: for a control copy, the number of the row in this frame that it was made of, else null.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds

UNITS: Final[dict[str, Any]] = {
    "unit": pl.Int64,
    "document": pl.String,
    "first": pl.Int64,
    "length": pl.Int64,
    "words": pl.Float64,
    "domain": pl.String,
}
SEGMENTS: Final[dict[str, Any]] = {
    "unit": pl.Int64,
    "place": pl.Int64,
    "document": pl.String,
    "segment": pl.String,
    "words": pl.Float64,
}
SHOWINGS: Final[dict[str, Any]] = {
    "session": pl.String,
    "annotator": pl.String,
    "wave": pl.Int64,
    "place": pl.Int64,
    "unit": pl.Int64,
    "length": pl.Int64,
    "systems": pl.List(pl.String),
    "kind": pl.String,
    "kinds": pl.List(pl.String),
    "copy_of": pl.Int64,
}


@dataclass(frozen=True, eq=False)
class DesignInput:
    """What a design works on.

    Args:
        campaign: all choices.
        systems: what is judged, ranked references among them, in the order of the campaign.
        units: the texts, see this module.
        segments: their segments, see this module.
        seconds: seconds that each annotator has, by name; None if they take as long as it takes.
        seeds: of the campaign.
        tutorial: tutorial items, with the columns `document`, `segment`, `source`, `output`; None if there are none.
            They are put before the rest by `adjudge.planning.controls.tutorial`, not by designs.
    """

    campaign: Campaign
    systems: tuple[str, ...]
    units: pl.DataFrame
    segments: pl.DataFrame
    seconds: dict[str, float] | None
    seeds: Seeds
    tutorial: pl.DataFrame | None = None

    @property
    def annotators(self) -> tuple[str, ...]:
        """Names of the annotators."""
        return self.campaign.annotator_names


@dataclass(frozen=True, eq=False)
class Built:
    """What a design returns.

    Args:
        showings: see this module.
        findings: what it left out or could not keep, never silently.
        left: tasks that nobody has hours for.
        spared: annotators who get no work, so that the others compare systems.
    """

    showings: pl.DataFrame
    findings: tuple[Finding, ...] = ()
    left: int = 0
    spared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Design:
    """A rule for who judges what.

    Args:
        name: as campaign files take it.
        title: one line for lists.
        source: paper or code that it comes from.
        build: texts, systems and annotators to showings.
        unit: the unit of text it works on: `document`, `snippet` or `segment`; None = what the campaign says.
        own_controls: whether it makes the control items itself, as published builders do. Otherwise
            `adjudge.planning.controls` adds those that the campaign asks for.
        complete: whether it promises that every system is judged on every unit.
        lengths: for a design with its own controls: its table of how many words are damaged, used unless the campaign
            names one.
    """

    name: str
    title: str
    source: str
    build: Callable[[DesignInput], Built]
    unit: str | None = None
    own_controls: bool = False
    complete: bool = True
    lengths: str | None = None
