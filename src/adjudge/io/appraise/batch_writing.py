"""A plan as batches of Appraise: one session is one task, one display of a document is one page.

DA and DA+SQM become tasks of the type Document, with the pseudo item behind each document that asks for its score; ESA
and MQM tasks of the same type with an empty list of errors in every item; pairs of outputs become Pairwise, or
PairwiseDocument if documents of several segments are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

import polars as pl

from adjudge.core.columns import BATCHES
from adjudge.io.appraise.languages import appraise_language
from adjudge.io.appraise.tasks import AppraiseTask, ItemFields, TaskFields
from adjudge.io.campaigns.catalogue import NO_SUCH_TASK
from adjudge.io.campaigns.content import ContextTexts, PlannedContent, context_texts, shown_items
from adjudge.io.campaigns.planned_items import ROW, payload

#: What Appraise calls kinds of items; the rows of the plan stand beside it.
_TYPES: Final = {"degraded": "BAD", "repeat": "CHK", "reference": "REF"}
#: Task type and options by protocol. Without any option its status page fails.
TASKS: Final = {
    "da": ("Document", "StaticContext"),
    "da-sqm": ("Document", "SQM;StaticContext"),
    "esa": ("Document", "ESA"),
    "mqm": ("Document", "MQM"),
    "pairwise": ("Pairwise", "StaticContext"),
}
_BAD: Final = "#bad"
_COPY: Final = "#dup"
_PART: Final = "#part"
_LARGEST: Final = 2**31

Row = dict[str, Any]


@dataclass
class _Writer:
    """What the items of all sessions need.

    Args:
        content: the plan.
        type: of the tasks.
        numbers: the number of every segment: its name if all names are numbers, else its place in the document.
        context: what stands around displays.
        parts: see `_part_numbers`.
        pages: how often a document of a system was shown in the task at hand.
    """

    content: PlannedContent
    type: str
    numbers: dict[tuple[str, str], int]
    context: ContextTexts
    parts: dict[tuple[str, str], int]
    pages: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def marks_errors(self) -> bool:
        """Whether items have a list of errors (ESA, MQM)."""
        return self.content.campaign.judging.marks_errors

    @property
    def documents(self) -> bool:
        """Whether documents get a score of their own."""
        return self.type != "Pairwise" and not self.marks_errors


def task_type(content: PlannedContent) -> tuple[str, str]:
    """The type of the tasks of a plan in Appraise, and their options.

    Raises:
        UsageError: AJ690 if Appraise has no such task.
    """
    protocol = content.campaign.protocol
    if protocol not in TASKS:
        raise NO_SUCH_TASK(platform="Appraise", protocol=protocol, known=", ".join(TASKS))
    kind, options = TASKS[protocol]
    rows = content.batches.frame
    several = rows.group_by("session", "showing").agg(pl.col("item").n_unique()).filter(pl.col("item") > 1)
    return ("PairwiseDocument" if kind == "Pairwise" and not several.is_empty() else kind), options


def appraise_tasks(content: PlannedContent) -> tuple[AppraiseTask, ...]:
    """The batches of a plan, in the order of its sessions.

    Args:
        content: the plan.

    Raises:
        AdjudgeError: AJ690 if Appraise has no task for the protocol, AJ693 if an item has no text.
    """
    kind, _ = task_type(content)
    shown = shown_items(content).with_row_index(ROW)
    writer = _Writer(content, kind, segment_numbers(content), context_texts(content), _part_numbers(content))
    sessions = [list(rows) for _, rows in groupby(shown.iter_rows(named=True), key=lambda row: row["session"])]
    return tuple(_task(writer, number, rows) for number, rows in enumerate(sessions, 1))


def segment_numbers(content: PlannedContent) -> dict[tuple[str, str], int]:
    """The number of every segment, because Appraise names items by numbers."""
    places = content.texts.frame.select("document", "segment").with_columns(
        place=pl.int_range(1, pl.len() + 1).over("document")
    )
    keys = [(document, segment) for document, segment, _ in places.iter_rows()]
    if names_are_numbers(segment for _, segment in keys):
        return {key: int(key[1]) for key in keys}
    return dict(zip(keys, places["place"].to_list(), strict=True))


def _part_numbers(content: PlannedContent) -> dict[tuple[str, str], int]:
    """The number of every part of a document that is shown in parts, by the document and the part's first segment."""
    order = content.texts.frame.select("document", "segment").with_row_index("_place")
    first = content.batches.frame.unique(["session", "showing"], keep="first").select("document", "segment").unique()
    parts = order.join(first, on=["document", "segment"], how="semi").sort("_place")
    several = parts.filter(pl.len().over("document") > 1)
    numbers = several.select("document", "segment", number=pl.int_range(1, pl.len() + 1).over("document"))
    return {(document, segment): number for document, segment, number in numbers.iter_rows()}


def names_are_numbers(segments: Iterator[str]) -> bool:
    """Whether every name of a segment is a number that Appraise can take as it is."""
    return all(
        name.isascii() and name.isdigit() and str(int(name)) == name and int(name) < _LARGEST for name in segments
    )


def _task(writer: _Writer, number: int, rows: Sequence[Row]) -> AppraiseTask:
    writer.pages.clear()
    items: list[ItemFields] = []
    targets = 0
    for _, page in groupby(rows, key=lambda row: row.get("showing")):
        shown = [list(outputs) for _, outputs in groupby(page, key=lambda row: row["item"])]
        made = list(_page(writer, shown, targets))
        targets += sum(map(len, shown))
        items += made
    campaign = writer.content.campaign
    task = TaskFields(
        batchNo=number,
        batchSize=len([item for item in items if item.isCompleteDocument is not True]),
        randomSeed=campaign.seed,
        requiredAnnotations=1,
        sourceLanguage=appraise_language(campaign.source_lang),
        targetLanguage=appraise_language(campaign.target_lang),
    )
    return AppraiseTask(items=tuple(items), task=task)


@dataclass(frozen=True)
class _Place:
    """Where an item stands.

    Args:
        page: what Appraise calls the document.
        number: of the item.
        left: context before it.
        right: context after it.
        targets: outputs in the task before it.
    """

    page: str
    number: int
    left: str
    right: str
    targets: int


def _page(writer: _Writer, shown: list[list[Row]], targets: int) -> Iterator[ItemFields]:
    """The items of one display of a document, each with its outputs; behind them the pseudo item of the document."""
    first = shown[0][0]
    name = _page_name(writer, first)
    before, after = (_context(writer, texts) for texts in writer.context.around(first, shown[-1][0]))
    make = _pair if writer.type.startswith("Pairwise") else _single
    numbers = [writer.numbers[rows[0]["document"], rows[0]["segment"]] for rows in shown]
    scored = any(row.get("scope") == "document" for rows in shown for row in rows)
    pseudo = writer.documents and not scored
    for place, rows in enumerate(shown):
        left = before if place == 0 else ""
        right = after if place == len(shown) - 1 and not pseudo else ""
        yield make(writer, rows, _Place(name, numbers[place], left, right, targets))
        targets += len(rows)
    if pseudo:
        whole = [{**row, **_joined(shown, place)} for place, row in enumerate(shown[0])]
        # On the pseudo item "Left" holds the text that follows.
        yield _as_document(make(writer, whole, _Place(name, max(numbers) + 1, after, "", targets)))


def _context(writer: _Writer, texts: Sequence[str]) -> str:
    """Context as a field holds it: a line for each segment.

    A page of Pairwise joins lines by blanks, but takes only the five nearest (Appraise at 612e4b0, base_models.py). So
    they are joined here.
    """
    plain = [text.replace("\n", " ") for text in texts]
    return (" " if writer.type == "Pairwise" else "\n").join(plain)


def _joined(shown: list[list[Row]], place: int) -> Row:
    """Source and output of a whole document."""
    return {key: " ".join(rows[place][key] for rows in shown) for key in ("source", "output")}


def _as_document(item: ItemFields) -> ItemFields:
    plain = item.plain() | {"isCompleteDocument": True, "_item": payload([])}
    return ItemFields.read(plain)


def _page_name(writer: _Writer, row: Row) -> str:
    """What Appraise calls the document: on its pages of ESA and MQM everything of one name and system is together."""
    name = str(row["document"])
    if not writer.marks_errors:
        return name
    part = writer.parts.get((name, row["segment"]))
    name = name if part is None else f"{name}{_PART}{part}"
    name = name + _BAD if row["kind"] == "degraded" else name + _COPY if row["kind"] == "repeat" else name
    writer.pages[name, row["system"]] += 1
    return name + _COPY * (writer.pages[name, row["system"]] - 1)


def _single(writer: _Writer, rows: Sequence[Row], place: _Place) -> ItemFields:
    (row,) = rows
    item = {
        "_block": -1,
        "_item": payload([_planned(row)]),
        "documentID": place.page,
        "isCompleteDocument": row.get("scope") == "document",
        "itemID": place.number,
        "itemType": _TYPES.get(row["kind"], "TGT"),
        "sourceContextLeft": place.left,
        "sourceContextRight": place.right,
        "sourceID": _key(row),
        "sourceText": row["source"],
        "targetContextLeft": "",
        "targetID": row["system"],
        "targetText": row["output"],
    }
    if writer.marks_errors:
        item["mqm"] = _marks(writer.content, row)
    return ItemFields.read(item)


def _pair(writer: _Writer, rows: Sequence[Row], place: _Place) -> ItemFields:
    row = rows[0]
    outputs = [
        {"_itemAll": place.targets + side, "_target": side, "targetID": one["system"], "targetText": one["output"]}
        for side, one in enumerate(rows)
    ]
    begin = {"_block": -1, "_item": payload([_planned(one) for one in rows])}
    end = {"targets": outputs, "targetsSize": len(outputs)}
    item = {"itemID": place.number, "itemType": _TYPES.get(row["kind"], "TGT")}
    if writer.type == "Pairwise":
        around = {"contextLeft": place.left, "contextRight": place.right}
        return ItemFields.read({**begin, **item, "sourceID": _key(row), "sourceText": row["source"], **around, **end})
    page = {"documentID": place.page, "isCompleteDocument": row.get("scope") == "document"}
    texts = {"segmentContextLeft": place.left, "segmentID": _key(row), "segmentText": row["source"]}
    return ItemFields.read({**begin, **page, **item, **texts, **end})


def _key(row: Row) -> str:
    return f"{row['document']}#{row['segment']}"


def _planned(row: Row) -> Row:
    names = {column.name for column in BATCHES}
    return {name: value for name, value in row.items() if name in names or name == ROW}


def _marks(content: PlannedContent, row: Row) -> object:
    """No errors yet; of a tutorial item what is expected, which Appraise checks within 20 points."""
    tutorial = content.tutorial
    if row["kind"] != "tutorial" or tutorial is None:
        return []
    bounds = tutorial.filter(document=row["document"], segment=row["segment"]).select("low", "high").row(0)
    if None in bounds:
        return []
    low, high = bounds
    instruction = f"Set the score between {low:g} and {high:g}."
    return {"payload": [], "tutorial": {"instruction": instruction, "score_target": round((low + high) / 2)}}
