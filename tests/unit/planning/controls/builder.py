"""Small campaigns for tests of control items and of published designs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Texts
from adjudge.planning.designs.design import SEGMENTS, UNITS, DesignInput
from adjudge.planning.designs.showings import Session, Showing

#: Words of an invented language, so that no two texts are the same by chance.
_SYLLABLES = ("ba", "do", "ki", "lu", "me", "ra", "so", "ta", "vi", "zu")


def campaign(*, systems: Sequence[str] = ("A", "B"), annotators: int = 2, **sections: object) -> Campaign:
    """A campaign with what is not given left at its default."""
    values = {
        "name": "test",
        "source_lang": "en",
        "target_lang": "de",
        "texts": {"file": "texts.csv"},
        "systems": list(systems),
        "annotators": {"count": annotators},
        **sections,
    }
    return Campaign.model_validate(values, strict=False)


def given(
    lengths: Sequence[int],
    of: Campaign,
    *,
    seconds: dict[str, float] | None = None,
    tutorial: pl.DataFrame | None = None,
) -> DesignInput:
    """Documents of these lengths, each a unit, ten words to a segment."""
    units = pl.DataFrame(
        {
            "unit": range(len(lengths)),
            "document": [f"d{number}" for number in range(len(lengths))],
            "first": 0,
            "length": lengths,
            "words": [10.0 * length for length in lengths],
            "domain": None,
        },
        schema=UNITS,
    )
    rows = [
        {"unit": unit, "place": place, "document": f"d{unit}", "segment": str(place + 1), "words": 10.0}
        for unit, length in enumerate(lengths)
        for place in range(length)
    ]
    systems = (*(of.systems or ()), *of.ranked_references)
    return DesignInput(
        of, systems, units, pl.DataFrame(rows, schema=SEGMENTS), seconds, Seeds(of.seed), tutorial=tutorial
    )


def texts_of(made: DesignInput, **changed: Sequence[str]) -> Texts:
    """Invented outputs of ten words for every segment, system and reference; whole columns may be given."""
    random = np.random.default_rng(7)

    def sentence() -> str:
        return " ".join("".join(random.choice(_SYLLABLES, 3)) for _ in range(10))

    frame = made.segments.select("document", "segment")
    names = dict.fromkeys(("source", *made.systems, *made.campaign.references))
    return Texts.check(
        frame.with_columns(
            pl.Series(name, changed.get(name) or [sentence() for _ in range(frame.height)]) for name in names
        )
    )


def sessions(made: DesignInput, per_session: int = 8) -> list[Session]:
    """Every output once: units in order, systems in turn, cut into sessions that go to the annotators in turn."""
    shown = [
        Showing(unit, length, (system,))
        for unit, length in made.units.select("unit", "length").iter_rows()
        for system in made.systems
    ]
    cut = [tuple(shown[first : first + per_session]) for first in range(0, len(shown), per_session)]
    names = made.annotators
    return [Session(f"s{number}", names[number % len(names)], 1, part) for number, part in enumerate(cut)]
