"""Everything that Appraise needs to start a campaign: batches, manifest, and which account is for whom.

Every task gets an account of its own, so that results, which name accounts only, tell sessions apart. The mode is
`linear`: task n goes to account n. The other mode, `uniform`, loses tasks as soon as an account gets three or more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.io.appraise.batch_writing import appraise_tasks, names_are_numbers, segment_numbers, task_type
from adjudge.io.appraise.catalogue import (
    CONTEXT_UNSEEN,
    JOINED_BY_PLUS,
    NOT_HUNDRED,
    NUMBERED_SEGMENTS,
    PASSWORDS,
)
from adjudge.io.appraise.languages import appraise_language
from adjudge.io.appraise.tasks import AppraiseTask, write_tasks
from adjudge.io.campaigns.catalogue import MARKUP, SCORES_OF_PAIRS
from adjudge.io.campaigns.content import PlannedContent, context_texts, shown_items

#: Items of a task, documents' pseudo items aside, that this version of Appraise takes.
_ITEMS: Final = 100
_URL: Final = "http://127.0.0.1:8000/dashboard/sso/"
_NUMBER: Final = 1
_DIGITS: Final = 2


def appraise_files(content: PlannedContent) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """The files of a campaign in Appraise, and what its organisers should know.

    Args:
        content: the plan.

    Returns:
        `batches.json`, `manifest.json`, `sessions.csv` (account, session, annotator), `accounts.csv` (the map from
        accounts to annotators that is read beside results), and `segments.csv` where segments had to be numbered.

    Raises:
        AdjudgeError: AJ690 if Appraise has no task for the protocol, or a name would be taken apart.
    """
    joined = sorted({name for name in content.batches.frame["system"] if "+" in name})
    if joined:
        raise JOINED_BY_PLUS(systems=joined)
    tasks = appraise_tasks(content)
    accounts = _accounts(content)
    files = {
        "batches.json": write_tasks(tasks),
        "manifest.json": (json.dumps(_manifest(content, len(tasks)), indent=4, ensure_ascii=False) + "\n").encode(),
        "sessions.csv": accounts.write_csv().encode(),
    }
    if accounts["annotator"].null_count() == 0:
        files["accounts.csv"] = accounts.select("account", "annotator").write_csv().encode()
    findings = list(_notes(content, tasks))
    if not names_are_numbers(iter(content.texts.frame["segment"])):
        rows = [(document, number, segment) for (document, segment), number in segment_numbers(content).items()]
        frame = pl.DataFrame(rows, schema=["document", "item", "segment"], orient="row")
        files["segments.csv"] = frame.write_csv().encode()
        findings.append(NUMBERED_SEGMENTS(segments=frame.height))
    return files, tuple(findings)


def _manifest(content: PlannedContent, tasks: int) -> dict[str, Any]:
    campaign = content.campaign
    name = re.sub(r"[^A-Za-z0-9]", "", campaign.name) or "campaign"
    kind, options = task_type(content)
    source, target = appraise_language(campaign.source_lang), appraise_language(campaign.target_lang)
    return {
        "CAMPAIGN_URL": _URL,
        "CAMPAIGN_NAME": name,
        "CAMPAIGN_KEY": f"{name}{campaign.seed}",
        "CAMPAIGN_NO": _NUMBER,
        "REDUNDANCY": 1,
        "TASKS_TO_ANNOTATORS": [[source, target, "linear", tasks, tasks]],
        "TASK_TYPE": kind,
        "TASK_OPTIONS": options,
    }


def _accounts(content: PlannedContent) -> pl.DataFrame:
    """Account, session and annotator, in the order of the batches."""
    rows = content.batches.frame
    who = pl.col("annotator").first() if "annotator" in rows.columns else pl.lit(None, pl.String).alias("annotator")
    sessions = rows.group_by("session", maintain_order=True).agg(who)
    campaign = content.campaign
    codes = [appraise_language(code).lower().replace("-", "") for code in (campaign.source_lang, campaign.target_lang)]
    width = max(len(f"{sessions.height:x}"), _DIGITS)
    start = f"{''.join(codes)}{_NUMBER:0{_DIGITS}x}"
    names = [f"{start}{number:0{width}x}" for number in range(1, sessions.height + 1)]
    return sessions.select(pl.Series("account", names, dtype=pl.String), "session", "annotator")


def _notes(content: PlannedContent, tasks: tuple[AppraiseTask, ...]) -> Iterator[Finding]:
    yield PASSWORDS()
    sizes = [task.task.batchSize for task in tasks]
    other = [size for size in sizes if size != _ITEMS]
    if other:
        smallest, largest = min(other), max(other)
        told = {"smallest": smallest, "largest": largest, "_largest": largest if largest > smallest else None}
        yield NOT_HUNDRED(sessions=len(other), _total=len(sizes), _most=_ITEMS, **told)
    around = _lines_of_context(content)
    if content.campaign.judging.marks_errors and around:
        yield CONTEXT_UNSEEN(_protocol=content.campaign.protocol.upper(), lines=sum(around), showings=len(around))
    shown = shown_items(content)
    marked = shown.filter(pl.any_horizontal(pl.col("source", "output").str.contains(r"[<&]"))).height
    if marked:
        yield MARKUP(items=marked, _total=shown.height)
    if content.campaign.protocol == "pairwise":
        yield SCORES_OF_PAIRS(_platform="Appraise")


def _lines_of_context(content: PlannedContent) -> list[int]:
    """The lines around every display that has any."""
    texts = context_texts(content)
    displays = content.batches.frame.partition_by("session", "showing", maintain_order=True)
    around = [texts.around(rows.row(0, named=True), rows.row(-1, named=True)) for rows in displays]
    return [len(before) + len(after) for before, after in around if before or after]
