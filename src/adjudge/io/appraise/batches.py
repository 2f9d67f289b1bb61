"""Appraise batch files: what is to be judged (batches), and the texts that are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from adjudge.core.checking.checks import listed_places
from adjudge.core.tables import AnyTable, Batches, Texts
from adjudge.io import catalogue
from adjudge.io.appraise import items
from adjudge.io.appraise.catalogue import ADDED_ITEMS
from adjudge.io.campaigns.planned_items import OPTIONAL, ROW, SCHEMA, planned_rows
from adjudge.io.formats import Format, build_all, checked
from adjudge.io.source import Source

_KEY: Final = ["document", "segment", "source_lang", "target_lang"]
_COLUMNS: Final[Mapping[str, type[pl.DataType]]] = {
    **SCHEMA,
    "item_type": pl.String,
    "complete": pl.String,
    "source": pl.String,
    "output": pl.String,
}


def _detect(source: Source) -> bool:
    start = source.head[:4096].lstrip()
    return start.startswith(b"[") and (b'"items"' in start or b'"task"' in start)


def _read(source: Source) -> tuple[AnyTable, ...]:
    tasks = _tasks(source)
    frame = pl.DataFrame(list(_items(source, tasks)), schema=_COLUMNS)
    # Rows that we planned say everything themselves.
    theirs = frame["item_type"].is_not_null()
    frame = frame.with_columns(
        kind=pl.when(theirs).then(items.kind("item_type")).otherwise("kind"),
        scope=pl.when(theirs).then(items.scope()).otherwise("scope"),
        document=pl.when(theirs).then(items.document()).otherwise("document"),
    )
    if frame.height and not theirs.any():
        frame = frame.sort(ROW, nulls_last=True, maintain_order=True)
    added = 0 if theirs.all() else sum(_is_added(item) for task in tasks for item in _list(task, "items"))
    notes = [ADDED_ITEMS(items=added, _source=source.name)] if added else []
    return build_all(lambda: _batches(source, frame).with_findings(*notes), lambda: _texts(source, frame))


def _is_added(item: Any) -> bool:  # noqa: ANN401
    """Whether an item of our own batches was added for Appraise, so that it is not part of the plan."""
    try:
        return isinstance(item, dict) and planned_rows(item.get("_item")) == []
    except TypeError:
        return False


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
        planned = planned_rows(item.get("_item"))
        targets = item.get("targets", [item])
        if planned is not None:
            source = _text(item.get("sourceText", item.get("segmentText")))
            texts = [{"source": source, "output": _text(target.get("targetText"))} for target in targets]
            return [{**row, **shown} for row, shown in zip(planned, texts, strict=len(planned) > 0)]
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
            for place, target in enumerate(targets)
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


def _batches(source: Source, frame: pl.DataFrame) -> Batches:
    optional = [name for name in OPTIONAL if frame[name].is_null().all()]
    return checked(Batches, frame.drop("source", "output", "item_type", "complete", ROW, *optional), source)


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
