"""Context of a plan stands right around what is shown, and reaches every platform that shows any."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.io.appraise.manifest import appraise_files
from adjudge.io.campaigns.content import context_texts
from adjudge.io.campaigns.folder import read_campaign_folder
from adjudge.io.crowdsourcing.hit_writing import unescaped
from adjudge.io.pearmut.campaign_writing import pearmut_campaign
from adjudge.planning.plans.door import PlanResult
from tests.contract.planned_examples import PLANS, example, hits


@pytest.fixture(scope="module", params=[name for name, (*_, sampling) in PLANS.items() if "snippet" in sampling])
def planned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, PlanResult]:
    """Plans of snippets with context around them."""
    return request.param, adjudge.plan(example(tmp_path_factory.mktemp("campaign"), request.param))


def around(plan: PlanResult) -> list[tuple[list[str], list[str]]]:
    """The sources right before and right after what every display shows, from the test set."""
    most = plan.read.campaign.sampling.context
    texts = plan.read.texts.frame.partition_by("document", as_dict=True)
    found: list[tuple[list[str], list[str]]] = []
    for rows in plan.batches.frame.partition_by("session", "showing", maintain_order=True):
        document = texts.get((rows["document"][0],))
        if document is None:  # a tutorial
            found.append(([], []))
            continue
        names, sources = document["segment"].to_list(), document["source"].to_list()
        first, last = (names.index(rows["segment"][end]) for end in (0, -1))
        found.append((sources[max(0, first - most) : first], sources[last + 1 : last + 1 + most]))
    return found


def test_context_stands_right_around_what_is_shown(planned: tuple[str, PlanResult]) -> None:
    """A calibration set that was cut to fit shows a part of a snippet; the context goes on where it ends."""
    name, plan = planned
    cut = plan.work.showings.join(plan.work.units, on="unit").filter(pl.col("length") < pl.col("length_right"))
    assert cut.is_empty() == name.startswith("pairwise")
    texts = context_texts(plan.content)
    displays = plan.batches.frame.partition_by("session", "showing", maintain_order=True)
    ends = [(rows.row(0, named=True), rows.row(-1, named=True)) for rows in displays]
    assert [texts.around(*end) for end in ends] == around(plan)
    assert any(before for before, _ in around(plan))
    assert any(after for _, after in around(plan))


def test_a_folder_without_the_texts_of_its_context_is_refused(tmp_path: Path) -> None:
    plan = adjudge.plan(example(tmp_path, "da-snippets"))
    plan.write(tmp_path / "plan")
    document, segment = plan.content.context.select("context_document", "context_segment").row(0)
    texts = pl.read_csv(tmp_path / "plan/texts.csv", infer_schema=False)
    assert plan.batches.frame.filter(document=document, segment=segment).is_empty()
    kept = texts.filter((pl.col("document") != document) | (pl.col("segment") != segment))
    kept.write_csv(tmp_path / "plan/texts.csv")
    with pytest.raises(AdjudgeError, match=f"no text for segment {segment} of document {document}, which is shown as"):
        read_campaign_folder(tmp_path / "plan")


def test_hits_show_context_around_every_display(planned: tuple[str, PlanResult]) -> None:
    _, plan = planned
    shown = []
    for row, items in zip(hits(plan), plan.batches.frame.partition_by("session", maintain_order=True), strict=True):
        number = 1
        for page in items.partition_by("showing", maintain_order=True):
            last = number + page["item"].n_unique() - 1
            shown.append((row.pop(f"before_{number}", ""), row.pop(f"after_{last}", "")))
            number = last + 1
        assert not any(value for name, value in row.items() if name.startswith(("before_", "after_")))
    assert [tuple(map(unescaped, sides)) for sides in shown] == [tuple(map("\n".join, sides)) for sides in around(plan)]


def test_pearmut_shows_context_around_every_display(planned: tuple[str, PlanResult]) -> None:
    _, plan = planned
    campaign = json.loads(pearmut_campaign(plan.content)[0])
    told = {}
    for page in (page for task in campaign["data"] for page in task):
        instructions = "<br>".join(item.get("instructions", "") for item in page)
        told[page[0]["adjudge"]["rows"][0]["showing"]] = [
            html.unescape("".join(re.findall(f"<i>{side}, not to be judged: (.*?)</i>", instructions)))
            for side in ("Before", "After")
        ]
    names = plan.batches.frame["showing"].unique(maintain_order=True)
    assert [told[name] for name in names] == [[" ".join(side) for side in sides] for sides in around(plan)]


#: Where context stands on the first and on the last item of a page; DA and documents end with an item of their own.
FIELDS = {
    "da-snippets": ("sourceContextLeft", "sourceContextLeft"),
    "esa-snippets": ("sourceContextLeft", "sourceContextRight"),
    "pairwise-snippets": ("segmentContextLeft", "segmentContextLeft"),
    "pairwise-segments": ("contextLeft", "contextRight"),
}


def test_appraise_gets_context_around_every_display(planned: tuple[str, PlanResult]) -> None:
    name, plan = planned
    files, findings = appraise_files(plan.content)
    held, wanted = [], around(plan)
    for page in pages_of(json.loads(files["batches.json"])):
        sides = [page[0].pop(FIELDS[name][0]), page[-1].pop(FIELDS[name][1])]
        held.append([" ".join(side.split("\n")) for side in sides])
        assert not any(item[field] for item in page for field in item if re.search("[cC]ontext", field))
        # A page of Pairwise shows five lines at most (EvalData/models/base_models.py: context_left).
        assert name != "pairwise-segments" or not any("\n" in side for side in sides)
    assert held == [[" ".join(side) for side in sides] for sides in wanted]
    unseen = [finding.numbers for finding in findings if "show no context" in finding.text]
    lines = [len(before) + len(after) for before, after in wanted if before or after]
    assert unseen == ([{"lines": sum(lines), "showings": len(lines)}] if name == "esa-snippets" else [])


def pages_of(tasks: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The items of every page; the item that asks for the score of a document is the last."""
    pages: dict[str, list[dict[str, Any]]] = {}
    showing = ""
    for item in (item for task in tasks for item in task["items"]):
        rows = item["_item"]["rows"]
        showing = rows[0]["showing"] if rows else showing
        pages.setdefault(showing, []).append(item)
    return list(pages.values())
