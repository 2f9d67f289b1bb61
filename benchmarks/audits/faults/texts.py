"""Faults of texts: outputs that are no translations of their own, and files that were damaged."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.annotators import BASE
from benchmarks.audits.faults.fault import Fault, Planted, middling

_WITH_TEXTS: Final = replace(BASE, texts=True, controls=())


def _texts(campaign: Campaign) -> pl.DataFrame:
    if campaign.texts is None:
        msg = "faults of texts need a campaign with texts"
        raise ValueError(msg)
    return campaign.texts


def _rewritten(campaign: Campaign, column: str, new: pl.Expr, share: float, rng: np.random.Generator) -> Campaign:
    """A share of the texts of one column, written anew."""
    texts = _texts(campaign)
    chosen = pl.Series(rng.random(texts.height) < share)
    return replace(campaign, texts=texts.with_columns(pl.when(chosen).then(new).otherwise(column).alias(column)))


def copies_source(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system that returns the source, nearly always."""
    system = middling(campaign, rng)
    return Planted(_rewritten(campaign, system, pl.col("source"), 0.95, rng), {"systems": (system,)})


def copies_reference(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system that knows the reference of a quarter of the segments (as one of WMT20 did)."""
    system = middling(campaign, rng)
    return Planted(_rewritten(campaign, system, pl.col("reference"), 0.25, rng), {"systems": (system,)})


def copies_system(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Two names for one system."""
    one, other = rng.permutation(np.array(campaign.systems))[:2].tolist()
    return Planted(_rewritten(campaign, one, pl.col(other), 0.95, rng), {"systems": tuple(sorted((one, other)))})


def empty(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system that says nothing for one segment in ten."""
    system = middling(campaign, rng)
    return Planted(_rewritten(campaign, system, pl.lit(""), 0.1, rng), {"systems": (system,)})


def quoted(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """References in quotes that a spreadsheet put there, in six of ten lines."""
    return Planted(_rewritten(campaign, "reference", pl.format('"{}"', "reference"), 0.6, rng), {})


def quoted_output(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Outputs of one system in such quotes."""
    system = middling(campaign, rng)
    return Planted(_rewritten(campaign, system, pl.format('"{}"', system), 0.9, rng), {"systems": (system,)})


def broken_letters(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """UTF-8 that was read as Latin-1 and written again."""
    system = middling(campaign, rng)
    texts = _texts(campaign)
    broken = [text.encode().decode("latin-1") for text in texts[system].to_list()]
    damaged = replace(campaign, texts=texts.with_columns(pl.Series(system, broken)))
    return Planted(damaged, {"systems": (system,)})


def cut_short(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system that stops after a few words."""
    system = middling(campaign, rng)
    return Planted(_rewritten(campaign, system, pl.col(system).str.slice(0, 20), 0.9, rng), {"systems": (system,)})


def in_cyrillic(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """A system that writes the target language in Cyrillic letters."""
    system = middling(campaign, rng)
    texts = _texts(campaign)
    written = [text.translate(_CYRILLIC) for text in texts[system].to_list()]
    return Planted(replace(campaign, texts=texts.with_columns(pl.Series(system, written))), {"systems": (system,)})


def never_drawn(campaign: Campaign, rng: np.random.Generator) -> Planted:
    """Two documents of the test set have 80 segments: they fit into no task, and nobody judged them."""
    texts = _texts(campaign)
    names = ("doc-800", "doc-801")
    segments = [str(number + 1) for number in range(80)]
    rows = [
        texts[rng.integers(0, texts.height, len(segments)).tolist()].with_columns(
            document=pl.lit(name), segment=pl.Series(segments)
        )
        for name in names
    ]
    return Planted(replace(campaign, texts=pl.concat([texts, *rows])), {"documents": names})


_CYRILLIC: Final = {
    ord(latin) + shift: chr(0x0430 + place + shift)
    for place, latin in enumerate("abcdefghijklmnopqrstuvwxyz")
    for shift in (0, -32)
}

FAULTS: Final = (
    Fault("a copy of the source", "copies source", copies_source, _WITH_TEXTS),
    Fault("a copy of the reference", "copies reference", copies_reference, _WITH_TEXTS),
    Fault("a copy of another system", "copies a system", copies_system, _WITH_TEXTS),
    Fault("empty outputs", "empty output", empty, _WITH_TEXTS),
    Fault("references in quotes", "wrapped quotes", quoted, _WITH_TEXTS),
    Fault("outputs in quotes", "wrapped quotes", quoted_output, _WITH_TEXTS),
    # A system is not judged on what nobody judged.
    Fault("documents that were never drawn", "long documents", never_drawn, _WITH_TEXTS, frozenset({"low coverage"})),
    Fault("outputs cut short", "odd lengths", cut_short, _WITH_TEXTS),
    Fault("outputs in Cyrillic", "other script", in_cyrillic, _WITH_TEXTS),
    Fault("broken letters", "encoding damage", broken_letters, _WITH_TEXTS),
)
