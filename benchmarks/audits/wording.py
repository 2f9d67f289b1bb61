"""Invented sentences: a source, a reference, and outputs that differ from it in some words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.intp]

_ENGLISH: Final = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which "
    "one you were her all she there would their we him been has when who will more no if out so said what up its about "
    "into than them can only other new some could time these two may then do first any my now such like our over man "
    "river window morning council market letter school bridge garden winter engine report village teacher question"
)
_GERMAN: Final = (
    "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
    "dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis "
    "mehr durch man sein wurde sei hatte kann gegen vom können schon wenn habe seine Mark ihre dann unter wir soll "
    "ich eines Jahr Fluss Fenster Morgen Rat Markt Brief Schule Brücke Garten Winter Motor Bericht Dorf Lehrer Frage"
)
_SOURCE: Final = tuple(_ENGLISH.split())
_TARGET: Final = tuple(_GERMAN.split())
#: Share of words in which an output differs from the reference.
_CHANGED: Final = 0.35


def word_counts(segments: int, rng: np.random.Generator) -> Ints:
    """Words of every segment: between 5 and 60, about 16."""
    return np.clip(np.exp(rng.normal(2.75, 0.45, segments)), 5, 60).astype(np.intp)


def drawn_texts(
    systems: Sequence[str], lengths: Ints, words: Ints, rng: np.random.Generator, *, documents: bool
) -> pl.DataFrame:
    """A row of texts for every segment, with one column per system.

    Args:
        systems: their names.
        lengths: segments of every document.
        words: words of every segment.
        rng: what is random comes from it.
        documents: whether segments belong to documents; they are numbered through if not.
    """
    document = np.repeat(np.arange(len(lengths)), lengths)
    within = np.arange(len(document)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    source = [rng.integers(0, len(_SOURCE), n) for n in words]
    target = [rng.integers(0, len(_TARGET), max(3, round(n * rng.uniform(0.85, 1.15)))) for n in words]
    number = within if documents else np.arange(len(document))
    columns = {
        "document": [f"doc-{d:03d}" if documents else None for d in document.tolist()],
        "segment": [str(i + 1) for i in number.tolist()],
        "source": [_sentence(_SOURCE, codes) for codes in source],
        "reference": [_sentence(_TARGET, codes) for codes in target],
    }
    columns |= {name: [_sentence(_TARGET, _changed(codes, rng)) for codes in target] for name in systems}
    return pl.DataFrame(columns, schema_overrides={"document": pl.String})


def _changed(codes: Ints, rng: np.random.Generator) -> Ints:
    """Another translation: some words differ; one at least, or a third of the outputs of short segments were equal."""
    other = rng.random(len(codes)) < _CHANGED
    other[rng.integers(len(codes))] = True
    return np.where(other, rng.integers(0, len(_TARGET), len(codes)), codes)


def _sentence(words: Sequence[str], codes: Ints) -> str:
    text = " ".join(words[code] for code in codes.tolist())
    return f"{text[0].upper()}{text[1:]}."
