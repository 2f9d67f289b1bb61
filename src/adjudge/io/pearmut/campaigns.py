"""Campaigns of Pearmut: what is to be judged (batches), and the texts that are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from adjudge.core.tables import AnyTable, Batches
from adjudge.io.campaigns.planned_items import OPTIONAL, ROW, SCHEMA, planned_rows
from adjudge.io.formats import Format, build_all, checked
from adjudge.io.json_files.texts import texts_of
from adjudge.io.json_files.values import as_dict, as_list, as_text, parse_json
from adjudge.io.pearmut.catalogue import BAD_CAMPAIGN, NO_JUDGEMENT, NOT_A_CAMPAIGN
from adjudge.io.pearmut.items import PLAN, is_form, kind_of, name_items
from adjudge.io.source import Source

_START: Final = re.compile(rb"\s*\[?\s*\{")
_KEYS: Final = (b'"campaign_id"', b'"info"', b'"data"')
_POOL: Final = "pool"
_COLUMNS: Final[Mapping[str, type[pl.DataType]]] = {
    **SCHEMA,
    **dict.fromkeys(("source", "reference", "output"), pl.String),
}
_Document = list[dict[str, Any]]


def _detect(source: Source) -> bool:
    """An object, or a list of them, with the keys of a campaign; they may stand behind its data."""
    return _START.match(source.head[:4096]) is not None and all(key in source.data for key in _KEYS)


def _read(source: Source) -> tuple[AnyTable, ...]:
    held = parse_json(source)
    campaigns = held if isinstance(held, list) else [held]
    rows: list[dict[str, Any]] = []
    wrong: list[tuple[str, int]] = []
    forms = total = 0
    for campaign in campaigns:
        shown_documents = _documents(source, campaign, several=len(campaigns) > 1)
        for screen, (batch, place, document) in enumerate(shown_documents, 1):
            forms += sum(is_form(item) for item in document)
            shown = [item for item in document if not is_form(item)]
            total += len(shown)
            rows += _rows(shown, batch, place, wrong, screen=screen)
    if wrong:
        batch, item = wrong[0]
        source.report(BAD_CAMPAIGN.problem(source=source.name, item=item, batch=batch, wrong=len(wrong), total=total))
    position = pl.int_range(pl.len()).over("session")
    frame = pl.DataFrame(rows, schema=_COLUMNS)
    if frame.height and not frame[ROW].has_nulls():  # our own plan
        frame = frame.sort(ROW)
    frame = frame.with_columns(pl.coalesce("position", position), scope=pl.col("scope").fill_null("segment"))
    frame = frame.drop(name for name in (*OPTIONAL, "reference") if frame[name].is_null().all())
    notes = [NO_JUDGEMENT(entries=forms, _source=source.name)] if forms else []
    texts = ("system", "document", "segment", "source", "reference", "output", "domain", "source_lang", "target_lang")
    real = frame.filter(pl.col("kind") == "system").select(name for name in texts if name in frame.columns)
    batches = frame.drop(ROW, "source", "output", "reference", strict=False)
    if not real.height:
        return (checked(Batches, batches, source).with_findings(*notes),)
    return build_all(lambda: checked(Batches, batches, source).with_findings(*notes), lambda: texts_of(real, source))


def _documents(source: Source, campaign: Any, *, several: bool) -> Iterator[tuple[str, str | None, _Document]]:  # noqa: ANN401
    """Batch, place and items of every document; a batch is the task of one annotator, or the pool of all.

    Raises:
        InputError: AJ011 if the campaign has another form.
    """
    held = as_dict(campaign)
    prefix = f"{held.get('campaign_id')}:" if several else ""
    for place in ("welcome", "random", "goodbye"):
        for document in as_list(held.get(f"data_{place}")):
            yield f"{prefix}{place}", place, _items(source, document)
    data = held.get("data")
    if as_dict(held.get("info")).get("assignment", "task-based") != "task-based":
        tasks: dict[str, Any] = {_POOL: data}
    elif isinstance(data, dict):
        tasks = data
    else:
        tasks = {str(number): task for number, task in enumerate(as_list(data), 1)}
    if not isinstance(data, list | dict) or not all(isinstance(task, list) for task in tasks.values()):
        raise NOT_A_CAMPAIGN(source=source.name, reason="'data' is not a list of tasks or documents")
    for name, task in tasks.items():
        for document in task:
            yield f"{prefix}{name}", None, _items(source, document)


def _items(source: Source, document: Any) -> _Document:  # noqa: ANN401
    if not isinstance(document, list) or not all(isinstance(item, dict) for item in document):
        raise NOT_A_CAMPAIGN(source=source.name, reason="a document is not a list of items")
    return document


def _rows(
    items: _Document, batch: str, place: str | None, wrong: list[tuple[str, int]], *, screen: int
) -> Iterator[dict[str, Any]]:
    """One row for each output; items without what a row needs are noted."""
    try:
        names = name_items(items, batch)
    except TypeError:
        wrong.append((batch, 1))
        return
    for number, (item, name) in enumerate(zip(items, names, strict=True), 1):
        try:
            texts = {"source": as_text(item.get("src")), "reference": as_text(item.get("ref"))}
            outputs = {system: as_text(output) for system, output in item["tgt"].items()}
            planned = planned_rows(item.get(PLAN))
            if planned is not None:
                for row, output in zip(planned, outputs.values(), strict=True):
                    yield row | texts | {"output": output}
                continue
        except (KeyError, TypeError, AttributeError, ValueError):
            wrong.append((batch, number))
            continue
        for system, output in outputs.items():
            kind = kind_of(item, system, place)
            row = {"session": batch, "item": f"{screen}.{number}", "system": system, "kind": kind, "output": output}
            yield row | name | texts


FORMATS = (
    Format(
        "pearmut-campaign",
        "campaigns of Pearmut (JSON): the plan and its texts",
        gives=("batches", "texts"),
        detect=_detect,
        read=_read,
        author="Pearmut",
        tried=("zouharvi/pearmut: examples/likert_custom_scales.json, data/tasks/annotation_demo_esa.json",),
    ),
)
