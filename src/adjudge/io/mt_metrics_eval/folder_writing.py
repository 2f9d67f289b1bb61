"""Writing a whole test set for mt-metrics-eval: all tables of one language pair share its line numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import MetricScores, Ratings, Spans, Table, Texts
from adjudge.io.mt_metrics_eval.catalogue import (
    MEAN_OF_SEGMENTS,
    NO_LANGUAGES,
    NOT_LOADABLE,
    NOTHING_FOR_FOLDER,
    UNWRITABLE_NAME,
)
from adjudge.io.mt_metrics_eval.layout import DOCUMENTS, HUMAN, METRICS, OUTPUTS, REFERENCES, SOURCES
from adjudge.io.mt_metrics_eval.names import UNDETERMINED, is_pair
from adjudge.io.mt_metrics_eval.places import PLACE, Places, find_places
from adjudge.io.mt_metrics_eval.score_writing import (
    as_scores,
    block_lines,
    of_level,
    require_writable,
    score_lines,
    segment_lines,
    system_means,
)
from adjudge.io.mt_metrics_eval.scores import MISSING
from adjudge.io.mt_metrics_eval.span_writing import placed_spans, rating_lines, require_spans
from adjudge.io.mt_metrics_eval.texts import KEYS, NO_TRANSLATION

_KINDS: Final = (Texts, MetricScores, Ratings, Spans)
#: A metric is named after its references: `BLEU-refA`, `COMET-refA.refB`, `QE-src`. Other names are human scores.
_OF_REFERENCES: Final = re.compile(r".+-(src|all|ref[^-]*)")
_RATINGS: Final = "ratings"
_Files = Iterator[tuple[str, bytes]]


def write_test_set(tables: Sequence[Table]) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """The files of a test set by their paths in its folder, and what was computed for them.

    Args:
        tables: ratings, spans, metric scores and texts of one test set; other tables have no place in it.

    Raises:
        InputError: AJ018, AJ020 or AJ022.
    """
    held = [choose_language_pair(table, None) for table in tables if isinstance(table, _KINDS)]
    if not held:
        raise NOTHING_FOR_FOLDER(held=tables[0].noun)
    held.sort(key=lambda table: not isinstance(table, Texts))  # texts know all segments in their order
    pair = _pair(held)
    places = find_places(held)
    findings = [*places.findings]
    files = dict([*_documents(held, places, pair), *_references(held, places, pair)])
    for table in held:
        written, notes = _WRITE[type(table)](table, places, pair)
        files |= written
        findings += notes
    tops = {name.split("/", 1)[0] for name in files}
    needed = [name for name in (SOURCES, OUTPUTS, REFERENCES, DOCUMENTS) if name not in tops]
    if needed:
        findings.append(NOT_LOADABLE(_needed=", ".join(needed)))
    if pair == f"{UNDETERMINED}-{UNDETERMINED}":
        findings.append(NO_LANGUAGES())
    return files, tuple({finding.text: finding for finding in findings}.values())


def _pair(tables: Sequence[Table]) -> str:
    """The language pair for names of files."""
    codes = []
    for name in ("source_lang", "target_lang"):
        held = (table.frame[name].drop_nulls() for table in tables if name in table.frame.columns)
        codes.append(next((str(series[0]) for series in held if len(series)), UNDETERMINED))
    pair = "-".join(codes)
    if not is_pair(pair):
        reason = "is not written with codes such as en or pt_BR"
        raise UNWRITABLE_NAME(what="language pair", name=pair, reason=reason, n=1)
    return pair


def _documents(tables: Sequence[Table], places: Places, pair: str) -> _Files:
    """Domain and document of each line, None where unknown; no file if nothing is known."""
    frames = [places.of(table.frame) for table in tables]
    rows = [f.with_columns(domain=f["domain"] if "domain" in f.columns else pl.lit(None, pl.String)) for f in frames]
    known = pl.concat([f.select(PLACE, "domain", "document") for f in rows]).drop_nulls(PLACE)
    known = known.group_by(PLACE).agg(pl.col("domain", "document").drop_nulls().first()).sort(PLACE)
    for name in ("domain", "document"):
        require_writable(name, known[name].drop_nulls())
    if known["document"].null_count() == known.height and known["domain"].null_count() == known.height:
        return
    by_line = {place: (domain or MISSING, document or MISSING) for place, domain, document in known.iter_rows()}
    lines = ("\t".join(by_line.get(place, (MISSING, MISSING))) for place in range(1, places.lines + 1))
    yield f"{DOCUMENTS}/{pair}.docs", "".join(f"{line}\n" for line in lines).encode()


def _write_scores(table: Table, places: Places, pair: str) -> tuple[dict[str, bytes], list[Finding]]:
    """One file for each metric and level; ratings also become scores of systems."""
    scores, findings = as_scores(table)
    require_writable("system", scores["system"])
    require_writable("metric", scores["metric"])
    if isinstance(table, Ratings):
        segments = of_level(scores, "seg").select("document", "segment").n_unique()
        findings = [*findings, MEAN_OF_SEGMENTS(segments=segments)]
        scores = pl.concat([scores, system_means(scores)], how="diagonal")
    return dict(_score_files(scores, places, pair)), findings


def _score_files(scores: pl.DataFrame, places: Places, pair: str) -> _Files:
    for metric in scores["metric"].unique(maintain_order=True):
        own = scores.filter(pl.col("metric") == metric)
        of_metric = _OF_REFERENCES.fullmatch(metric)
        start = f"{METRICS}/{pair}/{metric}" if of_metric else f"{HUMAN}/{pair}.{metric}"
        if of_level(own, "seg").height:
            yield f"{start}.seg.score", segment_lines(own, places)
        if of_level(own, "doc").height:
            yield f"{start}.doc.score", _document_lines(of_level(own, "doc"), places)
        for level, names in {"domain": ["domain", "system", "score"], "sys": ["system", "score"]}.items():
            held = of_level(own, level)
            if held.height:
                yield f"{start}.{level}.score", score_lines(held.select(names))


def _document_lines(scores: pl.DataFrame, places: Places) -> bytes:
    """One line for each document, in the order of the segments."""
    documents = places.frame.sort(PLACE)["document"].drop_nulls().unique(maintain_order=True)
    strange = scores["document"].filter(~scores["document"].is_in(documents.implode()))
    if len(strange):
        reason = "has a score, but none of its segments is known"
        raise UNWRITABLE_NAME(what="document", name=strange[0], reason=reason, n=strange.n_unique())
    return block_lines(scores, "document", documents)


def _write_spans(table: Table, places: Places, pair: str) -> tuple[dict[str, bytes], list[Finding]]:
    """One rating file, or one for each annotator if a segment was rated by several."""
    frame, notes = placed_spans(require_spans(table), places)
    raters = frame.select("annotator", "system", PLACE).unique()
    if raters.select("system", PLACE).is_unique().all():
        return {f"{HUMAN}/{pair}.{_RATINGS}.seg.rating": rating_lines(frame, places.lines)}, notes
    groups = frame.group_by("annotator", maintain_order=True)
    return {
        f"{HUMAN}/{pair}.{_RATINGS}.rater{number}.seg.rating": rating_lines(rows, places.lines)
        for number, (_, rows) in enumerate(groups, 1)
    }, notes


def _write_texts(table: Table, places: Places, pair: str) -> tuple[dict[str, bytes], list[Finding]]:
    """Sources, and the outputs of each system."""
    assert isinstance(table, Texts)  # noqa: S101 - by `_WRITE`
    require_writable("system", pl.Series(table.systems, dtype=pl.String))
    starts = {"source": (f"{SOURCES}/{pair}", "source")}
    starts |= {system: (f"{OUTPUTS}/{pair}/{system}", "output") for system in table.systems}
    texts = _by_line(table, places)
    return dict(_text_file(start, texts[name], KEYS[kind]) for name, (start, kind) in starts.items()), []


def _by_line(table: Texts, places: Places) -> dict[str, list[str | None]]:
    """The texts of every column, one for each line."""
    by_line = {row[PLACE]: row for row in places.of(table.frame).iter_rows(named=True)}
    rows = [by_line.get(place, {}) for place in range(1, places.lines + 1)]
    return {name: [row.get(name) for row in rows] for name in table.frame.columns}


def _references(tables: Sequence[Table], places: Places, pair: str) -> _Files:
    """Outputs that metrics were computed with under their names, and the reference if it is none of them."""
    texts = next((table for table in tables if isinstance(table, Texts)), None)
    if texts is None:
        return
    metrics = (table.frame["metric"].unique() for table in tables if isinstance(table, MetricScores))
    used = [match[1].split(".") for names in metrics for name in names if (match := _OF_REFERENCES.fullmatch(name))]
    named = [system for system in texts.systems if any(system in names for names in used)]
    held = _by_line(texts, places)
    for system in named:
        yield _text_file(f"{REFERENCES}/{pair}.{system}", held[system], KEYS["reference"])
    if "reference" in held and not any(held[system] == held["reference"] for system in named):
        yield _text_file(f"{REFERENCES}/{pair}.ref", held["reference"], KEYS["reference"])


def _text_file(start: str, texts: Sequence[str | None], key: str) -> tuple[str, bytes]:
    """Plain lines where every text is one line, else JSON Lines."""
    if all(text is None or (text.strip() == text and len(text.splitlines()) <= 1) for text in texts):
        plain = (NO_TRANSLATION if text is None else text for text in texts)
        return f"{start}.txt", "".join(f"{text}\n" for text in plain).encode()
    return f"{start}.jsonl", "".join(json.dumps({key: text}) + "\n" for text in texts).encode()


_WRITE: Final = {MetricScores: _write_scores, Ratings: _write_scores, Spans: _write_spans, Texts: _write_texts}
