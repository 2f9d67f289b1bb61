"""Appraise batch files: what is to be judged (batches), and the texts that are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import AnyTable, Batches, Texts
from adjudge.io.formats import Format
from adjudge.io.source import Source

_KINDS: Final = {"TGT": "system", "CHK": "repeat", "BAD": "degraded", "REF": "reference"}


def _detect(source: Source) -> bool:
    start = source.data[:4096].lstrip()
    return start.startswith(b"[") and (b'"items"' in start or b'"task"' in start)


def _read(source: Source) -> tuple[AnyTable, ...]:
    try:
        tasks = json.loads(source.data)
        rows = list(_items(tasks))
    except json.JSONDecodeError as error:
        what = f"{source.name}, line {error.lineno}, column {error.colno}: {error.msg}"
        raise InputError(Problem("AJ011", what, "JSON", "1 place", "fetch or write the file again")) from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InputError(
            Problem(
                "AJ011",
                f"{source.name}: an item or a task has no usable field {error}",
                "a list of objects with 'task' and 'items', each item with targetID, itemID and itemType",
                "1 item or more",
                "check the file with the tool that wrote it",
            )
        ) from None
    frame = pl.DataFrame(rows, infer_schema_length=None)
    batches = Batches.check(frame.drop("source", "output"), source=source.name)
    return (batches.with_frame(batches.frame), _texts(source, frame))


def _items(tasks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for task in tasks:
        position = 0
        for item in task["items"]:
            for target in item.get("targets", [item]):
                yield {
                    "batch": str(task["task"]["batchNo"]),
                    "position": position,
                    "system": str(target["targetID"]),
                    "document": item.get("documentID"),
                    "segment": str(item["itemID"]),
                    "kind": _kind(str(item["itemType"]), str(target["targetID"])),
                    "scope": "document" if str(item.get("isCompleteDocument")).lower() == "true" else "segment",
                    "source_lang": task["task"]["sourceLanguage"],
                    "target_lang": task["task"]["targetLanguage"],
                    "source": item.get("sourceText", item.get("segmentText")),
                    "output": target.get("targetText"),
                }
                position += 1


def _kind(item_type: str, system: str) -> str:
    if "tutorial" in system:
        return "tutorial"
    return _KINDS.get(item_type.split(".", 1)[0], item_type)


def _texts(source: Source, frame: pl.DataFrame) -> Texts:
    """Sources and outputs of the real items; control items hold altered texts, document items none of their own."""
    real = frame.filter((pl.col("kind") == "system") & (pl.col("scope") == "segment"))
    real = real.select("document", "segment", "source_lang", "target_lang", "source", "system", "output").unique(
        maintain_order=True
    )
    key = ["document", "segment", "source_lang", "target_lang"]
    _require_one_text(source, real, [*key, "system"])
    outputs = real.pivot("system", index=key, values="output", maintain_order=True)
    sources = real.select(*key, "source").unique(maintain_order=True)
    joined = sources.join(outputs, on=key, nulls_equal=True, maintain_order="left")
    return Texts.check(joined, source=source.name)


def _require_one_text(source: Source, real: pl.DataFrame, key: list[str]) -> None:
    twice = real.filter(real.select(key).is_duplicated())
    if twice.height:
        first = twice.row(0, named=True)
        raise InputError(
            Problem(
                "AJ016",
                f"{source.name}: system {first['system']} has different texts for segment {first['segment']} of "
                f"document {first['document']}",
                "one source and one output for each system, document and segment",
                f"{twice.height:,} texts",
                "check the ids of the items",
            )
        )


FORMATS = (
    Format("appraise-batches", "batches for Appraise (JSON): the plan and its texts", ("batches", "texts"), _detect, _read),
)
