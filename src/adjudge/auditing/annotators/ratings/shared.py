"""What several annotators rated: how many outputs of how many segments, and by how many annotators each."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows, Scope
from adjudge.core.catalogue import counted


@dataclass(frozen=True)
class SharedOutputs:
    """Outputs that two annotators or more rated.

    Args:
        items: their number; an output that was rated for two criteria counts twice.
        segments: segments (or documents, if these were rated) that they translate.
        systems: systems that they are of.
        criteria: criteria that they were rated for; 1 if there is no such distinction.
        annotators: people who rated any of them.
        fewest: smallest number of annotators of an output.
        most: largest number.
        scope: what was rated: segments or whole documents.
    """

    items: int
    segments: int
    systems: int
    criteria: int
    annotators: int
    fewest: int
    most: int
    scope: Scope

    @property
    def words(self) -> str:
        """For a sentence.

        Example:
            >>> SharedOutputs(600, 600, 1, 1, 3, 3, 3, "segment").words
            '600 segments rated by 3 annotators'
            >>> SharedOutputs(600, 50, 12, 1, 40, 2, 2, "segment").words
            '600 outputs (50 segments), each rated by 2 of 40 annotators'
        """
        texts = counted(self.segments, self.scope)
        if self.items > self.segments:
            noun = "output" if self.criteria == 1 else "output and criterion/outputs and criteria"
            texts = f"{counted(self.items, noun)} ({texts})"
        if self.fewest == self.annotators:
            return f"{texts} rated by {counted(self.annotators, 'annotator')}"
        each = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"{texts}, each rated by {each} of {counted(self.annotators, 'annotator')}"


def shared_outputs(rows: DescribedRows) -> SharedOutputs:
    """Count them."""
    raters = pl.col("annotator").n_unique().over("_item")
    shared = rows.frame.with_columns(_raters=raters).filter(pl.col("_raters") > 1)
    text = [name for name in rows.item if name not in {"system", "criterion"}]
    counts = shared["_raters"].to_numpy()
    return SharedOutputs(
        items=shared["_item"].n_unique(),
        segments=shared.select(text).n_unique(),
        systems=shared["system"].n_unique(),
        criteria=max(1, shared["criterion"].n_unique()) if "criterion" in rows.item else 1,
        annotators=shared["annotator"].n_unique(),
        fewest=int(counts.min()) if len(counts) else 0,
        most=int(counts.max()) if len(counts) else 0,
        scope=rows.scope,
    )
