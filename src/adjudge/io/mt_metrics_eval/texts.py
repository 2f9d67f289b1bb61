"""The texts of a test set: sources, references and outputs, one line to a segment, plain or as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.tables import Texts
from adjudge.io.json_files.values import read_objects
from adjudge.io.mt_metrics_eval.catalogue import (
    BAD_DOCUMENT_LINE,
    BAD_TEXT_LINE,
    MISSING_FILE,
    OTHER_REFERENCES,
    UNEVEN_FILES,
)
from adjudge.io.mt_metrics_eval.layout import OUTPUTS, SOURCES, TestSet
from adjudge.io.mt_metrics_eval.names import languages
from adjudge.io.mt_metrics_eval.parts import read_part
from adjudge.io.mt_metrics_eval.scores import MISSING
from adjudge.io.source import Source

#: What stands for an output that was not supplied.
NO_TRANSLATION: Final = "[No translation supplied]"
#: The key of a text in JSON Lines, by what it is.
KEYS: Final = {"source": "source", "reference": "target", "output": "hypothesis"}


def read_documents(source: Source) -> pl.DataFrame:
    """Domain and document of every segment."""
    rows = [(number, line.split()) for number, line in source.lines()]
    wrong = [number for number, words in rows if len(words) != 2]
    if wrong:
        source.report_lines(BAD_DOCUMENT_LINE, wrong, total=len(rows))
    pairs = [(words + [MISSING] * 2)[:2] for _, words in rows]
    frame = pl.DataFrame(pairs, schema={"domain": pl.String, "document": pl.String}, orient="row")
    known = [pl.when(pl.col(name) != MISSING).then(pl.col(name)).alias(name) for name in frame.columns]
    return frame.select(pl.int_range(1, pl.len() + 1).cast(pl.String).alias("segment"), *known)


def _read_lines(source: Source, kind: str) -> pl.Series:
    """The texts of one file, one for each line."""
    if source.path.name.endswith(".jsonl"):
        return _read_json_lines(source, KEYS[kind])
    lines = source.data.decode().split("\n")
    lines = lines[:-1] if lines and not lines[-1] else lines
    return pl.Series([None if line.rstrip() == NO_TRANSLATION else line.rstrip() for line in lines], dtype=pl.String)


def _read_json_lines(source: Source, field: str) -> pl.Series:
    objects = read_objects(source, BAD_TEXT_LINE, field=field)
    wrong = [number for number, held in objects if not isinstance(held.get(field, 0), str | None)]
    if wrong:
        source.report_lines(BAD_TEXT_LINE, wrong, total=len(objects), field=field)
    return pl.Series([None if number in wrong else held.get(field) for number, held in objects], dtype=pl.String)


def read_texts(files: TestSet, documents: pl.DataFrame | None) -> Texts | None:
    """All texts of a language pair; None if there are none.

    Raises:
        InputError: AJ140 if a file has another number of lines than the sources, AJ141 if there are no sources.
    """
    outputs, references = files.outputs, files.references
    if files.source is None:
        if not (outputs or references):
            return None
        raise MISSING_FILE(
            folder=files.path.name,
            file=f"{SOURCES}/{files.pair}.txt",
            why=f"the sources of the texts in {OUTPUTS} and references",
        )
    first = next(iter(references), None)
    columns = {"source": read_part(files.source, lambda source: _read_lines(source, "source"))}
    if first is not None:
        columns["reference"] = read_part(references[first], lambda source: _read_lines(source, "reference"))
    paths: dict[str, Path] = {"source": files.source} | ({"reference": references[first]} if first else {})
    for system, path in outputs.items():
        columns[system] = read_part(path, lambda source: _read_lines(source, "output"))
        paths[system] = path
    _require_even(columns, paths)
    texts = Texts.check(_framed(columns, documents, files.pair), source=files.path.name)
    others = [name for name in references if name != first and name not in outputs]
    return texts.with_findings(*_notes(files, first, others))


def _notes(files: TestSet, first: str | None, others: list[str]) -> list[Finding]:
    return [OTHER_REFERENCES(_source=files.path.name, first=first, others=others)] if others else []


def _require_even(columns: dict[str, pl.Series], paths: dict[str, Path]) -> None:
    right = len(columns["source"])
    for name, column in columns.items():
        if len(column) != right:
            raise UNEVEN_FILES(source=paths[name].name, n=len(column), other=paths["source"].name, m=right)


def _framed(columns: dict[str, pl.Series], documents: pl.DataFrame | None, pair: str) -> pl.DataFrame:
    height = len(columns["source"])
    source_lang, target_lang = languages(pair)
    frame = pl.DataFrame({"segment": [str(number) for number in range(1, height + 1)], **columns})
    if documents is not None:
        frame = frame.hstack([documents["domain"], documents["document"]])
    named = {"source_lang": source_lang, "target_lang": target_lang}
    held = frame.filter(pl.any_horizontal(pl.col(*columns).is_not_null()))  # a line without any text is a gap
    return held.with_columns(pl.lit(code, dtype=pl.String).alias(name) for name, code in named.items())
