"""Campaigns and texts for tests of planning: small, invented, made from a few numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts


def campaign_of(people: int = 4, **sections: Any) -> Campaign:
    """A campaign that says nothing beyond what is asked for; no control items."""
    data: dict[str, Any] = {
        "name": "test",
        "source_lang": "en",
        "target_lang": "de",
        "texts": {"file": "texts.tsv"},
        "annotators": {"count": people},
        "controls": {"degraded": 0.0, "repeats": 0.0},
    }
    for name, value in sections.items():
        data[name] = {**data[name], **value} if isinstance(value, dict) and name in data else value
    return Campaign.model_validate(data)


def texts_of(lengths: Sequence[int], systems: int = 3, *, words: int = 10, **columns: Sequence[Any]) -> Texts:
    """Texts with documents `d0`, `d1`, ... of these lengths; further columns have a value for each document."""
    rows = [
        {
            "document": f"d{number}",
            "segment": str(place),
            "source": " ".join([f"w{number}"] * words),
            "origin": "en",
            **{name: values[number] for name, values in columns.items()},
            **{f"S{system}": f"output {number} {place} of {system}" for system in range(systems)},
        }
        for number, length in enumerate(lengths)
        for place in range(length)
    ]
    return Texts.check(pl.DataFrame(rows, infer_schema_length=None))
