"""Score files of mt-metrics-eval: `SYSTEM SCORE` in one block for each system, or `DOMAIN SYSTEM SCORE`."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.problems import NO_SCORE
from adjudge.core.tables import AnyTable, MetricScores
from adjudge.io.catalogue import UNRATED_SEGMENTS
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, checked, is_number
from adjudge.io.mt_metrics_eval.catalogue import UNEVEN_SYSTEMS
from adjudge.io.mt_metrics_eval.names import languages, read_label
from adjudge.io.source import Source

MISSING: Final = "None"
_AUTHOR: Final = "mt-metrics-eval (WMT metrics tasks)"
_TRIED: Final = ("florethsong/mtme-zh-mwe: all .score files of raw_wmt22 (WMT22, zh-en)",)


def _is_score(text: str) -> bool:
    return text == MISSING or is_number(text)


def _rows(source: Source, width: int) -> list[list[str]]:
    """All lines as words if each of the first ones has so many and ends with a score, else nothing."""
    if source.is_parquet or source.is_json:
        return []
    sample = [line.split() for line in source.sample]
    if not all(len(words) == width and _is_score(words[-1]) for words in sample):
        return []
    # Blocks are longer than the sample, so the structure shows in the whole file only.
    return [line.split() for line in source.data.decode().split("\n") if line.strip()]


def _detect(source: Source) -> bool:
    """Two systems or more, each in one block. Single lines also need decimals: they could be a map of names."""
    rows = _rows(source, 2)
    if not all(len(words) == 2 for words in rows):
        return False
    blocks = [name for name, _ in groupby(words[0] for words in rows)]
    whole = len(blocks) == len(set(blocks)) >= 2 and not all(map(is_number, blocks))
    return whole and (len(rows) > len(blocks) or any("." in words[1] for words in rows))


def _detect_domains(source: Source) -> bool:
    """Every system once in every domain, and domains that are words."""
    rows = _rows(source, 3)
    if not rows or not all(len(words) == 3 for words in rows):
        return False
    domains, systems = {words[0] for words in rows}, {words[1] for words in rows}
    pairs = {(words[0], words[1]) for words in rows}
    full = len(pairs) == len(rows) == len(domains) * len(systems)
    return full and len(systems) > 1 and not any(map(is_number, domains | systems))


def read_scores(source: Source) -> tuple[AnyTable, ...]:
    """The scores of one file; its name says which metric, level and languages, if it says anything."""
    rows = read_words(source, ["system", "score"], header=False)
    require_even(source, rows["system"])
    label = read_label(source.name)
    number = pl.int_range(1, pl.len() + 1).over("system").cast(pl.String)
    level = label.level or ("sys" if rows["system"].is_unique().all() else "seg")
    places = {"seg": {"segment": number}, "doc": {"document": number}}.get(level, {})
    return (_scores(source, rows.with_columns(**places)),)


def read_domain_scores(source: Source) -> tuple[AnyTable, ...]:
    """The scores of systems in each domain."""
    return (_scores(source, read_words(source, ["domain", "system", "score"], header=False)),)


def _scores(source: Source, rows: pl.DataFrame) -> MetricScores:
    label = read_label(source.name)
    source_lang, target_lang = languages(label.pair)
    named = {"source_lang": source_lang, "target_lang": target_lang} if source_lang or target_lang else {}
    frame = rows.select(
        pl.lit(label.metric).alias("metric"),
        "system",
        *(name for name in ("domain", "document", "segment") if name in rows.columns),
        pl.when(pl.col("score") != MISSING).then(pl.col("score")).alias("score"),
        *(pl.lit(code, dtype=pl.String).alias(name) for name, code in named.items()),
        LINE,
    )
    return checked(MetricScores, frame, source).with_findings(*_unrated(rows))


def _unrated(rows: pl.DataFrame) -> list[Finding]:
    missing = int((rows["score"] == MISSING).sum())
    if not missing:
        return []
    if "segment" in rows.columns:
        return [UNRATED_SEGMENTS(missing=missing, _rows=rows.height)]
    return [NO_SCORE(missing=missing, rows=rows.height)]


def require_even(source: Source, systems: pl.Series) -> None:
    """Refuse a file whose systems have different numbers of lines (AJ140): its lines could not be numbered."""
    counts = systems.value_counts().sort("count", "system", descending=[True, False])
    if counts.height < 2 or counts["count"].n_unique() == 1:
        return
    # The number that most systems have is the right one, the larger of two equally frequent.
    usual = counts.group_by("count", maintain_order=True).len().sort("len", descending=True, maintain_order=True)
    right = usual["count"][0]
    wrong, others = counts.filter(pl.col("count") != right), counts.filter(pl.col("count") == right)
    raise UNEVEN_SYSTEMS(
        source=source.name,
        system=wrong["system"][0],
        n=wrong["count"][0],
        other=others["system"][0],
        m=right,
        wrong=wrong.height,
    )


FORMATS = (
    Format(
        "mtme-scores",
        "scores of segments, documents or systems for mt-metrics-eval (.seg.score, .doc.score, .sys.score)",
        gives=("metric scores",),
        detect=_detect,
        read=read_scores,
        author=_AUTHOR,
        tried=_TRIED,
        last=True,  # two words to a line are little to go by
    ),
    Format(
        "mtme-domain-scores",
        "scores of systems in domains for mt-metrics-eval (.domain.score)",
        gives=("metric scores",),
        detect=_detect_domains,
        read=read_domain_scores,
        author=_AUTHOR,
        tried=_TRIED,
        last=True,
    ),
)
