"""A plan as a campaign of Pearmut (version 1.1): a task for each annotator, a screen for each display of a document.

Its dashboard takes the mean of everything that is called by the name of a model. So control items are models of names
of their own, see `model_names`; the rows of the plan, which items carry and logs keep, say what they are.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.io.campaigns.catalogue import MARKUP, SCORES_OF_PAIRS
from adjudge.io.campaigns.content import ContextTexts, PlannedContent, context_texts, shown_items
from adjudge.io.campaigns.planned_items import ROW, payload
from adjudge.io.pearmut.catalogue import NOT_IN_LINKS, RENAMED
from adjudge.io.pearmut.items import PLAN
from adjudge.io.pearmut.models import Models, model_names, renamed_systems

_PROTOCOLS: Final = {"da": "DA", "da-sqm": "DA", "esa": "ESA", "mqm": "MQM", "pairwise": "DA", "ranking": "DA"}
#: Names of users stand in links as they are.
_USER: Final = re.compile(r"[A-Za-z0-9._~-]+")

Row = dict[str, Any]


def pearmut_campaign(content: PlannedContent) -> tuple[bytes, tuple[Finding, ...]]:
    """The file of a campaign for Pearmut, and what its organisers should know.

    Args:
        content: the plan.

    Raises:
        AdjudgeError: AJ690 for names of annotators that cannot stand in links, AJ693 if an item has no text.
    """
    shown = shown_items(content).with_row_index(ROW)
    users = "annotator" if "annotator" in shown.columns and not shown["annotator"].has_nulls() else "session"
    names = shown[users].unique(maintain_order=True).to_list()
    wrong = [name for name in names if not _USER.fullmatch(name)]
    if wrong:
        raise NOT_IN_LINKS(users=wrong)
    campaign = content.campaign
    models, context = model_names(shown), context_texts(content)
    frames = shown.partition_by(users, maintain_order=True)
    data = [list(_screens(content, frame.rows(named=True), models, context)) for frame in frames]
    info: dict[str, Any] = {
        "assignment": "task-based",
        "protocol": _PROTOCOLS[campaign.protocol],
        "users": names,
        "shuffle": False,  # the plan says which output stands first
    }
    if campaign.judging.categories:
        info["mqm_categories"] = _categories(campaign.judging.categories)
        info["mqm_severities"] = [severity.capitalize() for severity in campaign.judging.severities]
    written = {"info": info, "campaign_id": campaign.name, "data": data}
    return (json.dumps(written, indent=1, ensure_ascii=False) + "\n").encode(), tuple(_notes(content, shown, models))


def _screens(
    content: PlannedContent, rows: Sequence[Row], models: Models, context: ContextTexts
) -> Iterator[list[dict[str, Any]]]:
    for _, page in groupby(rows, key=lambda row: (row["session"], row.get("showing"))):
        shown = [list(outputs) for _, outputs in groupby(page, key=lambda row: row["item"])]
        items = [_item(content, outputs, models) for outputs in shown]
        before, after = context.around(shown[0][0], shown[-1][0])
        _instruct(content, items[0], before)
        if after:
            told = [*filter(None, [items[-1].get("instructions")]), _quoted("After", after)]
            items[-1]["instructions"] = "<br>".join(told)
        yield items


def _instruct(content: PlannedContent, item: dict[str, Any], before: list[str]) -> None:
    campaign = content.campaign
    languages = f"{html.escape(campaign.source_lang)} to {html.escape(campaign.target_lang)}"
    lines = [f"Translation from {languages}. {html.escape(campaign.judging.question)}"]
    item["instructions"] = "<br>".join([*lines, *([_quoted("Before", before)] if before else [])])


def _quoted(label: str, texts: list[str]) -> str:
    """Context, which is not judged."""
    return f"<i>{label}, not to be judged: {html.escape(' '.join(texts))}</i>"


def _item(content: PlannedContent, rows: list[Row], models: Models) -> dict[str, Any]:
    first = rows[0]
    campaign = content.campaign
    parts = (f"{campaign.source_lang}-{campaign.target_lang}", first.get("domain") or "text", first["document"])
    copy = "" if first["kind"] == "system" else f"#{first['kind']}"
    item: dict[str, Any] = {
        "item_id": "_#_".join((*parts, f"{first['segment']}{copy}")),
        "src": first["source"],
        "tgt": {models[row["system"], row["kind"]]: row["output"] for row in rows},
    }
    if first["kind"] == "tutorial":
        item |= _expected(content, first, models)
    item[PLAN] = payload(rows)
    return item


def _expected(content: PlannedContent, row: Row, models: Models) -> dict[str, Any]:
    """What is expected of a tutorial item, which may be skipped."""
    held: dict[str, Any] = {"skippable": True}
    tutorial = content.tutorial
    if tutorial is None or not content.campaign.judging.scored or content.campaign.judging.answer != "score":
        return held
    found = tutorial.filter(document=row["document"], segment=row["segment"])
    low, high = found.select("low", "high").row(0) if found.height else (None, None)
    if low is not None and high is not None:
        warning = f"Please set the score between {low:g} and {high:g}."
        held["validation"] = {models[row["system"], row["kind"]]: {"warning": warning, "score": [low, high]}}
    return held


def _categories(names: Sequence[str]) -> dict[str, list[str]]:
    """Kinds of errors with their kinds below them."""
    found: dict[str, list[str]] = {"": []}
    for name in names:
        main, _, below = name.partition("/")
        found.setdefault(main, []).extend([below] if below else [])
    return found


def _notes(content: PlannedContent, shown: pl.DataFrame, models: Models) -> Iterator[Finding]:
    marked = shown.filter(pl.any_horizontal(pl.col("source", "output").str.contains(r"[<&]"))).height
    if marked:
        yield MARKUP(items=marked, _total=shown.height)
    renamed = renamed_systems(models)
    if renamed:
        yield RENAMED(renamed=renamed)
    if content.campaign.judging.answer != "score":
        yield SCORES_OF_PAIRS(_platform="Pearmut")
