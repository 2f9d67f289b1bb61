"""Write a campaign as WMT released direct assessment: z-scores in one file, moments of annotators in another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from benchmarks.audits.campaign import Campaign

_KINDS: Final = {"system": "SYSTEM", "repeat": "REPEAT", "reference": "REF", "degraded": "BAD_REF"}


def write_release(campaign: Campaign, folder: Path) -> list[Path]:
    """The two files of a release.

    Args:
        campaign: ratings with sessions, displays, languages and moments.
        folder: where to write them.
    """
    if campaign.moments is None:
        msg = "a release of z-scores needs the moments of annotators"
        raise ValueError(msg)
    segment = pl.format("{}-{}", "document", "segment").rank("dense")
    rows = campaign.frame.join(campaign.moments, on="annotator", maintain_order="left").select(
        pl.col("session").alias("HITId"),
        pl.col("annotator").alias("WorkerId"),
        pl.col("source_lang").alias("Input.src"),
        pl.col("target_lang").alias("Input.trg"),
        pl.lit("item").alias("Input.item"),
        hit="session",
        sys_id="system",
        rid="showing",
        type=pl.col("kind").replace_strict(_KINDS),
        sid=segment,
        score=(pl.col("score") - pl.col("mean")) / pl.col("sd"),
        time=pl.lit(9),
    )
    scores = folder / "ad-good-stnd.csv"
    rows.write_csv(scores, separator=" ")
    moments = folder / "ad-trk-mean-sd.txt"
    lines = [f'[1] "{name}"\n[1] {mean}\n[1] {sd}\n' for name, mean, sd in campaign.moments.iter_rows()]
    moments.write_text("".join(lines), encoding="utf-8")
    return [scores, moments]
