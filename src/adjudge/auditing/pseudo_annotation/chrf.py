"""Sentence chrF of judged outputs against the reference, through sacrebleu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import polars as pl

from adjudge.auditing.pseudo_annotation import catalogue as say
from adjudge.core.tables import MetricScores, Texts

METRIC: Final = "chrF"


def chrf_scores(
    texts: Texts, systems: list[str], *, progress: Callable[[float], None] | None = None
) -> tuple[MetricScores, str]:
    """Sentence chrF (Popovic 2015) of every output of these systems that has a reference.

    Args:
        texts: with `reference` and one column of outputs per system.
        systems: those that were judged.
        progress: called with the share of the work that is done.

    Returns:
        The scores, and the signature of sacrebleu.

    Raises:
        InputError: AJ063 if sacrebleu is not installed, or reference or outputs are missing.
    """
    missing = [name for name in systems if name not in texts.systems]
    if missing:
        raise say.NO_OUTPUTS(systems=missing, known=texts.systems)
    if "reference" not in texts.frame.columns or texts.frame["reference"].null_count() == len(texts):
        raise say.NO_REFERENCE()  # noqa: RSE102 - an entry is no class
    try:
        from sacrebleu.metrics.chrf import CHRF  # an optional dependency
    except ImportError:
        raise say.NO_SACREBLEU() from None  # noqa: RSE102 - an entry is no class
    chrf = CHRF()
    frames = []
    for i, system in enumerate(systems):
        part = texts.frame.filter(pl.col("reference").is_not_null() & pl.col(system).is_not_null())
        pairs = part.select(system, "reference").rows()
        values = [chrf.sentence_score(output, [reference]).score for output, reference in pairs]
        places = [name for name in ("document", "segment") if name in part.columns]
        frames.append(
            part.select(places).with_columns(system=pl.lit(system), score=pl.Series(values, dtype=pl.Float64))
        )
        if progress is not None:
            progress((i + 1) / len(systems))
    frame = pl.concat(frames).with_columns(metric=pl.lit(METRIC))
    return MetricScores.check(frame), str(chrf.get_signature())
