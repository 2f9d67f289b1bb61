"""Appraise batch files: what is to be judged (batches), and the texts that are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.checking.checks import listed_places
from adjudge.core.tables import AnyTable, Batches, Texts
from adjudge.io import catalogue
from adjudge.io.appraise import items
from adjudge.io.formats import Format, build_all, checked
from adjudge.io.source import Source

_KEY: Final = ["document", "segment", "source_lang", "target_lang"]
_COLUMNS: Final = {
    "session": pl.String,
    "position": pl.Int64,
    "item": pl.String,
    "item_type": pl.String,
    "complete": pl.String,
    "system": pl.String,
    "source": pl.String,
    "output": pl.String,
    **dict.fromkeys(_KEY, pl.String),
}


def _detect(source: Source) -> bool:
    start = source.head[:4096].lstrip()
    return start.startswith(b"[") and (b'"items"' in start or b'"task"' in start)


def _read(source: Source) -> tuple[AnyTable, ...]:
    frame = pl.DataFrame(list(_items(source, _tasks(source))), schema=_COLUMNS).with_columns(
        kind=items.kind("item_type"), scope=items.scope(), document=items.document()
    )
    return build_all(lambda: _batches(source, frame), lambda: _texts(source, frame))


def _tasks(source: Source) -> list[Any]:
    try:
        tasks = json.loads(source.data)
    except json.JSONDecodeError as error:
        raise catalogue.BAD_JSON(source=source.name, line=error.lineno, column=error.colno, reason=error.msg) from None
    except (ValueError, RecursionError) as error:
        raise catalogue.UNREADABLE_JSON(source=source.name, reason=str(error)[:80]) from None
    if not isinstance(tasks, list):
        raise catalogue.NOT_TASKS(source=source.name)
    return tasks


def _items(source: Source, tasks: list[Any]) -> Iterator[dict[str, Any]]:
    """One row per output that is shown; items without what a row needs are reported and left out."""
    wrong, total = [], 0
    for number, task in enumerate(tasks, 1):
        position = 0
        for place, item in enumerate(_list(task, "items") or [None], 1):
            total += 1
            rows = _rows(task, item, position, place)
            if rows is None:
                wrong.append((number, place))
                continue
            yield from rows
            position += len(rows)
    if wrong:
        places = listed_places("item", [f"{task}.{item}" for task, item in wrong[:9]])
        task, item = wrong[0]
        source.report(
            catalogue.BAD_ITEM.problem(
                source=source.name, task=task, item=item, wrong=len(wrong), total=total, places=places
            )
        )


def _list(value: Any, name: str) -> list[Any]:  # noqa: ANN401 - anything JSON can hold
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _rows(task: Any, item: Any, position: int, number: int) -> list[dict[str, Any]] | None:  # noqa: ANN401
    """The rows of one item, one for each output on its screen; None if it lacks something."""
    try:
        return [
            {
                "session": _text(task["task"]["batchNo"]),
                "position": position + place,
                "item": str(number),
                "system": _text(target["targetID"]),
                "document": _text(item.get("documentID")),
                "segment": _text(item["itemID"]),
                "item_type": _text(item["itemType"]),
                "complete": _text(item.get("isCompleteDocument", False)),
                "source_lang": _text(task["task"]["sourceLanguage"]),
                "target_lang": _text(task["task"]["targetLanguage"]),
                "source": _text(item.get("sourceText", item.get("segmentText"))),
                "output": _text(target.get("targetText")),
            }
            for place, target in enumerate(item.get("targets", [item]))
        ]
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


def _text(value: object) -> str | None:
    """A plain value as text.

    Raises:
        TypeError: for a list or an object.
        ValueError: for half of a surrogate pair.
    """
    if isinstance(value, list | dict):
        raise TypeError
    if value is None:
        return None
    str(value).encode()
    return str(value)


def _batches(source: Source, frame: pl.DataFrame) -> AnyTable:
    return checked(Batches, frame.drop("source", "output", "item_type", "complete"), source)


def _texts(source: Source, frame: pl.DataFrame) -> AnyTable:
    """Sources and outputs of the real items; control items hold altered texts, document items none of their own."""
    real = frame.filter((pl.col("kind") == "system") & (pl.col("scope") == "segment"))
    real = real.select(*_KEY, "source", "system", "output").unique(maintain_order=True)
    twice = real.filter(real.select(*_KEY, "system").is_duplicated())
    if twice.height:
        first = twice.row(0, named=True)
        names = {name: first[name] for name in ("system", "segment", "document")}
        raise catalogue.TWO_TEXTS(source=source.name, n=twice.height, **names)
    outputs = real.pivot("system", index=_KEY, values="output", maintain_order=True)
    sources = real.select(*_KEY, "source").unique(maintain_order=True)
    joined = sources.join(outputs, on=_KEY, nulls_equal=True, maintain_order="left")
    return checked(Texts, joined, source)


FORMATS = (
    Format(
        "appraise-batches",
        "batches for Appraise (JSON): the plan and its texts",
        gives=("batches", "texts"),
        detect=_detect,
        read=_read,
        author="organisers of campaigns with Appraise",
        tried=(
            "AppraiseDev/Appraise: Examples/MQM+ESA/batches_esa.json, Examples/Document/batches.json",
            "wmt-conference/wmt22-news-systems: humaneval/DA+SQM/batches/batches.wmt22.eng-ces.A.json.zip, unpacked",
        ),
    ),
)
