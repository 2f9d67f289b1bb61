"""Preferences between a human and a machine translation, as released by Laeubli, Sennrich and Volk 2018."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Comparisons
from adjudge.io.delimited import has_header, read_rows
from adjudge.io.formats import Format, checked
from adjudge.io.source import Source

_HEADER: Final = ("participant_id", "condition", "type", "exp_item_number", "rating")


def _read(source: Source) -> tuple[AnyTable, ...]:
    whole = pl.col("type") == "document"
    frame = read_rows(source, _HEADER).select(
        annotator=pl.col("participant_id"),
        document=pl.when(whole).then(pl.col("exp_item_number")),
        segment=pl.when(~whole).then(pl.col("exp_item_number")),
        system_a=pl.lit("human"),
        system_b=pl.lit("mt"),
        outcome=pl.col("rating").replace({"human": "a", "mt": "b"}),
        scope=pl.col("type").replace({"sentence": "segment"}),
        criterion=pl.col("condition"),
        **{LINE: pl.col(LINE)},
    )
    return (checked(Comparisons, frame, source),)


FORMATS = (
    Format(
        "preferences",
        "human against machine preferences of Laeubli et al. 2018",
        gives=("comparisons",),
        detect=lambda source: has_header(source, _HEADER),
        read=_read,
        author="Läubli, Sennrich and Volk 2018",
    ),
)
