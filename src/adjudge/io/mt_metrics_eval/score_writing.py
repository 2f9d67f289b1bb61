"""Writing score files for mt-metrics-eval: from ratings the mean over annotators, from metric scores as they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import MetricScores, Ratings, Table
from adjudge.io.mt_metrics_eval.catalogue import (
    MEAN_OF_SEGMENTS,
    NO_SCORES,
    SEVERAL_SCORES,
    UNWRITABLE_NAME,
    WRITTEN_AS,
)
from adjudge.io.mt_metrics_eval.places import PLACE, Places, find_places, with_key
from adjudge.io.mt_metrics_eval.scores import MISSING
from adjudge.io.writers import FileContent, Writer

_NOUNS: Final = {"seg": "segments", "doc": "documents", "domain": "domains", "sys": "systems"}
#: The metric that ratings become.
HUMAN: Final = "human"


def require_writable(what: str, names: pl.Series) -> None:
    """Refuse names that would be read back as something else (AJ022)."""
    wrong = names.filter(names.str.contains(r"\s|/|\\") | (names == "") | names.is_in([".", "..", MISSING]))
    if len(wrong):
        special = wrong[0] in ("", ".", "..", MISSING)
        reason = "has a meaning of its own in a file or folder" if special else "holds a blank or a slash"
        raise UNWRITABLE_NAME(what=what, name=wrong[0], reason=reason, n=wrong.n_unique())


def as_scores(table: Table) -> tuple[pl.DataFrame, list[Finding]]:
    """Scores with `metric`, `system`, `document`, `segment`, `domain` and `score`, of one language pair.

    Raises:
        InputError: AJ018, AJ020 or AJ022.
    """
    table = choose_language_pair(table, None)
    if isinstance(table, MetricScores):
        return _complete(table.frame), []
    if not isinstance(table, Ratings):
        raise NO_SCORES(held=table.noun, level="segments or systems")
    for name in ("criterion", "scale"):
        held = table.frame[name].fill_null("unnamed").unique().sort().to_list() if name in table.frame.columns else []
        if len(held) > 1:
            raise SEVERAL_SCORES(what="criteria" if name == "criterion" else "scales", names=held)
    rows = table.frame.filter((pl.col("kind") == "system") & _of_segments(table.frame))
    key = [name for name in ("system", "document", "segment", "domain") if name in rows.columns]
    who = [name for name in ("annotator", "session") if name in rows.columns]
    own = rows.group_by(*key, *who, maintain_order=True).agg(pl.col("score").mean())
    means = own.group_by(key, maintain_order=True).agg(pl.col("score").mean())
    if not means.height:
        raise NO_SCORES(held="ratings without an item of kind system", level="segments")
    note = WRITTEN_AS(rows=rows.height, others=(table.frame.height - rows.height) or None)
    return _complete(means.with_columns(metric=pl.lit(HUMAN))), [note]


def _of_segments(frame: pl.DataFrame) -> pl.Expr:
    return pl.col("scope") == "segment" if "scope" in frame.columns else pl.lit(value=True)


def _complete(frame: pl.DataFrame) -> pl.DataFrame:
    keyed = with_key(frame)
    return keyed if "domain" in keyed.columns else keyed.with_columns(domain=pl.lit(None, dtype=pl.String))


def of_level(scores: pl.DataFrame, level: str) -> pl.DataFrame:
    """The scores of segments, documents, domains or systems."""
    segment, document, domain = (pl.col(name).is_not_null() for name in ("segment", "document", "domain"))
    return scores.filter(
        {
            "seg": segment,
            "doc": ~segment & document,
            "domain": ~segment & ~document & domain,
            "sys": ~segment & ~document & ~domain,
        }[level]
    )


def system_means(scores: pl.DataFrame) -> pl.DataFrame:
    """Scores of systems as means over their segments, in order of appearance."""
    means = of_level(scores, "seg").group_by("metric", "system", maintain_order=True).agg(pl.col("score").mean())
    return _complete(means)


def segment_lines(scores: pl.DataFrame, places: Places) -> bytes:
    """`SYSTEM SCORE`, in one block for each system, with None where a segment has no score."""
    placed = places.of(of_level(scores, "seg"))
    return block_lines(placed, PLACE, pl.Series(range(1, places.lines + 1), dtype=pl.Int64))


def block_lines(rows: pl.DataFrame, column: str, values: pl.Series) -> bytes:
    """`SYSTEM SCORE` for every system and value of a column, systems in order of appearance."""
    systems = pl.DataFrame({"system": rows["system"].unique(maintain_order=True)})
    blocks = systems.join(pl.DataFrame({column: values}), how="cross", maintain_order="left_right")
    key = ["system", column]
    full = blocks.join(rows.select(*key, "score"), on=key, how="left", maintain_order="left")
    return score_lines(full.select("system", "score"))


def score_lines(rows: pl.DataFrame) -> bytes:
    """Words with tabs between them, the score last."""
    words = (
        "\t".join([*map(str, row[:-1]), MISSING if row[-1] is None else repr(float(row[-1]))]) + "\n"
        for row in rows.iter_rows()
    )
    return "".join(words).encode()


def _write(table: Table, _: Sequence[Table], level: str) -> FileContent:
    scores, findings = as_scores(table)
    metrics = scores["metric"].unique(maintain_order=True).to_list()
    if len(metrics) > 1:
        raise SEVERAL_SCORES(what="metrics", names=metrics)
    held = of_level(scores, level)
    if level == "sys" and not held.height:
        held = system_means(scores)
        segments = of_level(scores, "seg").select("document", "segment").n_unique()
        findings = [*findings, MEAN_OF_SEGMENTS(segments=segments)] if held.height else findings
    if not held.height:
        raise NO_SCORES(held=table.noun, level=_NOUNS[level])
    require_writable("system", held["system"])
    if level == "seg":
        places = find_places([table.with_frame(held)])
        return FileContent(segment_lines(scores, places), (*findings, *places.findings))
    if level == "domain":
        require_writable("domain", held["domain"])
        return FileContent(score_lines(held.select("domain", "system", "score")), tuple(findings))
    return FileContent(score_lines(held.select("system", "score")), tuple(findings))


WRITERS: Final = tuple(
    Writer(f".{level}.score", f"scores of {_NOUNS[level]} for mt-metrics-eval", form, partial(_write, level=level))
    for level, form in (("seg", "mtme-scores"), ("sys", "mtme-scores"), ("domain", "mtme-domain-scores"))
)
