"""Whether outputs are so long that words of their sources do not tell how long judging takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.tables import Texts
from adjudge.planning.designs.catalogue import LONG_OUTPUTS
from adjudge.planning.sampling.words import words_in

#: Our choice. Translations are about as long as their sources; answers to questions may be many times as long.
_MUCH_LONGER: Final = 2.0


def length_findings(campaign: Campaign, systems: Sequence[str], items: pl.DataFrame, texts: Texts) -> Iterator[Finding]:
    """That outputs have more than twice as many words as their sources, if the protocol sets the pace.

    Whoever sets a pace in the campaign knows how long the outputs are.

    Args:
        campaign: its pace.
        systems: what is judged.
        items: rows of the plan. Those that count are looked at, each judgement of an output with its source.
        texts: what they show.
    """
    work, pace = campaign.work, campaign.pace
    if work.seconds_per_item is not None or work.seconds_per_word is not None:
        return
    keys = ["document", "segment"]
    # One by one, because systems may be called like any of our columns.
    own = (
        texts.frame.select(*keys, system=pl.lit(name), source=words_in(pl.col("source")), output=words_in(pl.col(name)))
        for name in systems
    )
    lengths = pl.concat(own)
    judged = items.filter(kind="system").select("system", *keys)
    sums = judged.join(lengths, on=["system", *keys], how="inner", nulls_equal=True).sum()
    sources, outputs = sums["source"].item(), sums["output"].item()
    if outputs > _MUCH_LONGER * sources:
        yield LONG_OUTPUTS(outputs=round(outputs), sources=round(sources), factor=outputs / sources, pace=pace.per_word)
