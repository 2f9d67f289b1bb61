"""Batches of Appraise without loss: every field of tasks and items, known or not, in the order of the file.

The fields are those of all task types (Direct, DocLevelDA, Document, Pairwise, PairwiseDocument, Data). What a file
does not have is `ABSENT`, which is not the same as null. Written back, a file is equal as JSON, and byte by byte if it
was written by Python's `json` with an indentation, as those of Appraise and of WMT are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any, Final, Self

from adjudge.io.appraise.catalogue import NOT_BATCHES
from adjudge.io.json_files.values import parse_json
from adjudge.io.source import open_source


class Absent(Enum):
    """The value of a field that a file does not have."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
#: A value of JSON.
Json = Any


#: Fields that are called otherwise here than in a file.
_WRITTEN: Final = {"item": "_item", "block": "_block", "item_all": "_itemAll", "target": "_target"}


@dataclass(frozen=True, kw_only=True)
class _Fields:
    """An object of JSON with known fields.

    Args:
        more: unknown fields.
        order: all keys of the file, in its order.
    """

    more: Mapping[str, Json] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    @classmethod
    def read(cls, value: Mapping[str, Json]) -> Self:
        """The object with its fields; nested ones are read, too."""
        known = {key: name for name, key in cls._keys().items()}
        held = {known[key]: cls._inner(key, inner) for key, inner in value.items() if key in known}
        more = {key: inner for key, inner in value.items() if key not in known}
        return cls(**held, more=more, order=tuple(value))

    @classmethod
    def _keys(cls) -> dict[str, str]:
        """The keys in a file, by the names of the fields."""
        names = (entry.name for entry in fields(cls) if entry.name not in ("more", "order"))
        return {name: _WRITTEN.get(name, name) for name in names}

    @classmethod
    def _inner(cls, key: str, value: Json) -> Json:
        del key
        return value

    def plain(self) -> dict[str, Json]:
        """The object as JSON has it: its keys in their order, then those that were added."""
        held = {key: _plain(getattr(self, name)) for name, key in self._keys().items()}
        values = {key: value for key, value in held.items() if value is not ABSENT} | dict(self.more)
        keys = [key for key in self.order if key in values]
        return {key: values[key] for key in (*keys, *(key for key in values if key not in keys))}


def _plain(value: Json) -> Json:
    if isinstance(value, _Fields):
        return value.plain()
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, kw_only=True)
class TargetFields(_Fields):
    """One output of an item that shows one or two (Pairwise, PairwiseDocument)."""

    targetID: Json = ABSENT  # noqa: N815 - as in the file
    targetText: Json = ABSENT  # noqa: N815
    targetContextLeft: Json = ABSENT  # noqa: N815
    item_all: Json = ABSENT
    target: Json = ABSENT


@dataclass(frozen=True, kw_only=True)
class ItemFields(_Fields):
    """One item, or the pseudo item that asks for the score of a document."""

    item: Json = ABSENT
    block: Json = ABSENT
    itemID: Json = ABSENT  # noqa: N815
    itemType: Json = ABSENT  # noqa: N815
    documentID: Json = ABSENT  # noqa: N815
    isCompleteDocument: Json = ABSENT  # noqa: N815
    sourceID: Json = ABSENT  # noqa: N815
    sourceText: Json = ABSENT  # noqa: N815
    sourceContextLeft: Json = ABSENT  # noqa: N815
    sourceContextRight: Json = ABSENT  # noqa: N815
    targetID: Json = ABSENT  # noqa: N815
    targetText: Json = ABSENT  # noqa: N815
    targetContextLeft: Json = ABSENT  # noqa: N815
    targetContextRight: Json = ABSENT  # noqa: N815
    mqm: Json = ABSENT
    segmentID: Json = ABSENT  # noqa: N815
    segmentText: Json = ABSENT  # noqa: N815
    segmentContextLeft: Json = ABSENT  # noqa: N815
    contextLeft: Json = ABSENT  # noqa: N815
    contextRight: Json = ABSENT  # noqa: N815
    targets: Json = ABSENT
    targetsSize: Json = ABSENT  # noqa: N815
    documentDomain: Json = ABSENT  # noqa: N815
    sourceURL: Json = ABSENT  # noqa: N815
    targetURL: Json = ABSENT  # noqa: N815

    @classmethod
    def _inner(cls, key: str, value: Json) -> Json:
        if key == "targets" and isinstance(value, list) and all(isinstance(inner, dict) for inner in value):
            return tuple(TargetFields.read(inner) for inner in value)
        return value


@dataclass(frozen=True, kw_only=True)
class TaskFields(_Fields):
    """What a task says about itself."""

    batchNo: Json = ABSENT  # noqa: N815
    batchSize: Json = ABSENT  # noqa: N815
    requiredAnnotations: Json = ABSENT  # noqa: N815
    randomSeed: Json = ABSENT  # noqa: N815
    sourceLanguage: Json = ABSENT  # noqa: N815
    targetLanguage: Json = ABSENT  # noqa: N815
    contrastiveOutputs: Json = ABSENT  # noqa: N815
    contrastiveSelectionMethod: Json = ABSENT  # noqa: N815


@dataclass(frozen=True, kw_only=True)
class AppraiseTask(_Fields):
    """One task (batch): its items, and what it says about itself."""

    items: Json = ABSENT
    task: Json = ABSENT

    @classmethod
    def _inner(cls, key: str, value: Json) -> Json:
        if key == "items" and isinstance(value, list) and all(isinstance(inner, dict) for inner in value):
            return tuple(ItemFields.read(inner) for inner in value)
        return TaskFields.read(value) if key == "task" and isinstance(value, dict) else value


@dataclass(frozen=True)
class Layout:
    """How a file was written.

    Args:
        indent: blanks of a level; None for one line.
        ascii: whether other characters are escapes.
        end: what follows the last bracket.
    """

    indent: int | None = 2
    ascii: bool = False
    end: str = "\n"


def read_tasks(path: str | Path) -> tuple[tuple[AppraiseTask, ...], Layout]:
    """The tasks of a file of batches, and how it was written.

    Args:
        path: the JSON file, plain or gzip.

    Raises:
        InputError: AJ011 if it is not a JSON list of objects.
    """
    source = open_source(path)
    value = parse_json(source)
    if not isinstance(value, list) or not all(isinstance(task, dict) for task in value):
        raise NOT_BATCHES(source=source.name)
    return tuple(AppraiseTask.read(task) for task in value), _layout_of(source.data.decode())


def write_tasks(tasks: tuple[AppraiseTask, ...], layout: Layout | None = None) -> bytes:
    """A file of batches.

    Args:
        tasks: what it holds.
        layout: how to write it; two blanks a level and plain characters if left out.
    """
    return _written([task.plain() for task in tasks], layout or Layout()).encode()


def _written(value: Json, layout: Layout) -> str:
    return json.dumps(value, indent=layout.indent, ensure_ascii=layout.ascii) + layout.end


def _layout_of(text: str) -> Layout:
    """How a text was written, as far as Python's `json` can write so."""
    end = text[len(text.rstrip()) :]
    start = text.lstrip().removeprefix("[")
    blanks = len(start) - len(start.lstrip()) - 1 if start.startswith("\n") else None
    plain = any(ord(character) > 0x7F for character in text)
    return Layout(indent=blanks, ascii=not plain and "\\u" in text, end=end)
