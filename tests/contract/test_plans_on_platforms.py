"""A plan that is written, for us or for another platform, and read again is the same plan; so is one planned again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.tables import Batches, Ratings, Texts
from adjudge.io.appraise.manifest import appraise_files
from adjudge.io.campaigns.content import shown_items
from adjudge.io.campaigns.folder import read_campaign_folder
from adjudge.io.crowdsourcing.hit_writing import hit_file, read_hit_file, unescaped
from adjudge.io.pearmut.campaign_writing import pearmut_campaign
from adjudge.planning.plans.door import PlanResult
from tests.contract.planned_examples import PLANS, example, hits


@pytest.fixture(scope="module", params=PLANS)
def planned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, PlanResult]:
    path = example(tmp_path_factory.mktemp("campaign"), request.param)
    return request.param, path, adjudge.plan(path)


def held(table: Any) -> pl.DataFrame:
    """The rows of a plan without columns that say nothing."""
    frame: pl.DataFrame = table.frame
    return frame.drop(name for name in frame.columns if frame[name].is_null().all())


def test_the_folder_of_a_campaign_is_read_back(planned: tuple[str, Path, PlanResult], tmp_path: Path) -> None:
    _, _, plan = planned
    plan.write(tmp_path / "plan", page="<html>")
    content = read_campaign_folder(tmp_path / "plan")
    assert_frame_equal(held(content.batches), held(plan.batches))
    assert_frame_equal(held(content.texts), held(plan.work.texts))
    assert_frame_equal(content.altered, plan.content.altered)
    assert_frame_equal(content.context, plan.content.context)
    names = ["session", "position", "source", "output"]
    assert_frame_equal(shown_items(content).select(names), shown_items(plan.content).select(names))
    assert content.campaign.model_copy(update={"version": None}) == plan.content.campaign


def test_planning_again_from_the_folder_gives_the_same_bytes(
    planned: tuple[str, Path, PlanResult], tmp_path: Path
) -> None:
    _, _, plan = planned
    plan.write(tmp_path / "plan")
    again = adjudge.plan(tmp_path / "plan").files()
    assert again == plan.files()
    assert set(again) == {path.relative_to(tmp_path / "plan").as_posix() for path in (tmp_path / "plan").rglob("*.*")}


def test_batches_of_appraise_give_the_same_plan(planned: tuple[str, Path, PlanResult], tmp_path: Path) -> None:
    name, _, plan = planned
    if name == "ranking":
        with pytest.raises(AdjudgeError, match="AJ690 Appraise has no task for the protocol 'ranking'"):
            appraise_files(plan.content)
        return
    files, findings = appraise_files(plan.content)
    (tmp_path / "batches.json").write_bytes(files["batches.json"])
    batches, texts = adjudge.read_file(tmp_path / "batches.json").tables
    assert isinstance(batches, Batches)
    assert isinstance(texts, Texts)
    assert_frame_equal(held(batches), held(plan.batches))
    check_manifest(files, plan)
    check_items(json.loads(files["batches.json"]), plan)
    check_sizes(findings, plan)


def check_sizes(findings: tuple[Finding, ...], plan: PlanResult) -> None:
    """Sizes of sessions are told as a range only if they differ."""
    (finding,) = (finding for finding in findings if finding.code == "AJ691")
    sizes = [
        size for size in plan.batches.frame.group_by("session").agg(pl.col("item").n_unique())["item"] if size != 100
    ]
    told = f"{min(sizes)} to {max(sizes)}" if min(sizes) < max(sizes) else str(sizes[0])
    assert f" do not have 100 items but {told}; " in finding.text


def test_results_of_parts_are_those_of_the_whole_document(tmp_path: Path) -> None:
    """Pages of ESA are everything of one name and system, so parts need names; no sample grows by that."""
    plan = adjudge.plan(example(tmp_path, "esa-parts"))
    tasks = json.loads(appraise_files(plan.content)[0]["batches.json"])
    items = [item for task in tasks for item in task["items"]]
    pages = {item["documentID"] for item in items if item["itemType"] == "TGT"}
    parts = plan.work.units.filter(pl.len().over("document") > 1)
    assert parts.height
    assert {f"{parts['document'][0]}#part1", f"{parts['document'][0]}#part2"} <= pages
    for item in items:
        del item["_item"]  # as results know nothing of the plan
    (tmp_path / "batches.json").write_text(json.dumps(tasks))
    batches = adjudge.read_file(tmp_path / "batches.json").main.frame
    assert_frame_equal(
        batches.select("position", "system", "document", "kind"),
        plan.batches.frame.select("position", "system", "document", pl.col("kind").replace("calibration", "system")),
        check_dtypes=False,
    )


def check_manifest(files: dict[str, bytes], plan: PlanResult) -> None:
    """The keys and rules of a manifest: Campaign/utils.py of Appraise."""
    manifest = json.loads(files["manifest.json"])
    tasks = json.loads(files["batches.json"])
    assert re.fullmatch(r"[A-Za-z0-9]+", manifest["CAMPAIGN_NAME"])
    assert manifest["TASK_OPTIONS"]
    ((source, target, mode, annotators, count),) = manifest["TASKS_TO_ANNOTATORS"]
    assert (source, target, mode) == ("eng", "deu", "linear")
    assert count * manifest["REDUNDANCY"] % annotators == 0
    assert count == len(tasks) == plan.batches.frame["session"].n_unique()
    assert {(task["task"]["sourceLanguage"], task["task"]["targetLanguage"]) for task in tasks} == {(source, target)}
    assert [task["task"]["batchNo"] for task in tasks] == list(range(1, count + 1))
    sessions = pl.read_csv(files["sessions.csv"])
    assert sessions["account"].to_list()[:2] == ["engdeu0101", "engdeu0102"]
    assert sessions["session"].to_list() == plan.batches.frame["session"].unique(maintain_order=True).to_list()


def check_items(tasks: list[dict[str, Any]], plan: PlanResult) -> None:
    """What the importers of Appraise ask of items (EvalData/models), and what its pages rest on."""
    esa = plan.read.campaign.judging.marks_errors
    pair = plan.read.campaign.protocol == "pairwise"
    for task in tasks:
        items = task["items"]
        assert all(isinstance(item["itemID"], int) for item in items)
        assert {item["itemType"] for item in items} <= {"TGT", "BAD", "REF", "CHK"}
        if esa:  # a page is everything with one document and system; ids are unique on it
            pages = Counter((item["documentID"], item["targetID"], item["itemID"]) for item in items)
            assert max(pages.values()) == 1
            assert not any(item["isCompleteDocument"] for item in items)
            assert all(re.search("#bad(#|$)", item["documentID"]) for item in items if item["itemType"] == "BAD")
        elif not (pair and "documentID" not in items[0]):  # a page ends with the item of the document
            assert items[-1]["isCompleteDocument"] is True
            assert sum(item["isCompleteDocument"] for item in items) == sum(
                plan.batches.frame.filter(session=_session(items))["showing"].n_unique() for _ in [0]
            )
        assert task["task"]["batchSize"] == sum(not item.get("isCompleteDocument", False) for item in items)


def _session(items: list[dict[str, Any]]) -> str:
    return str(items[0]["_item"]["rows"][0]["session"])


def test_a_campaign_of_pearmut_gives_the_same_plan(planned: tuple[str, Path, PlanResult], tmp_path: Path) -> None:
    _, _, plan = planned
    data, _ = pearmut_campaign(plan.content)
    (tmp_path / "campaign.json").write_bytes(data)
    reading = adjudge.read_file(tmp_path / "campaign.json")
    assert_frame_equal(held(reading.main), held(plan.batches))
    check_pearmut(json.loads(data))


def check_pearmut(campaign: dict[str, Any]) -> None:
    """What `pearmut add` asks for (server/cli.py, version 1.1)."""
    info = campaign["info"]
    assert info["assignment"] == "task-based"
    assert info["protocol"] in {"DA", "ESA", "MQM"}
    assert len(info["users"]) == len(campaign["data"])
    for item in (item for task in campaign["data"] for document in task for item in document):
        assert isinstance(item["src"], str)
        assert all(isinstance(text, str) and not model.isdigit() for model, text in item["tgt"].items())
        assert set(item.get("validation", {})) <= set(item["tgt"])


def test_hits_show_the_texts_of_the_plan(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
    data, _ = hit_file(plan.content)
    shown = shown_items(plan.content).select("session", "item", "source", "output")
    assert_frame_equal(read_hit_file(data), shown)
    assert b"alder" not in data  # a worker can read the page


def test_hits_ask_the_question_of_the_protocol(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
    judging = plan.content.campaign.judging
    for row in hits(plan):
        assert unescaped(row["question"]) == judging.question
        assert (row["low"], row["high"]) == (("0", "100") if judging.answer == "score" and judging.scored else ("", ""))
        assert row["marks"].count(";") == max(len(judging.ticks) - 1, 0)
        assert row["severities"] == "; ".join(judging.severities)


def test_hits_say_where_displays_begin(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
    for row, items in zip(hits(plan), plan.batches.frame.partition_by("session", maintain_order=True), strict=True):
        shown = items.unique("item", keep="first", maintain_order=True)
        pages = [int(row[f"page_{number}"]) - 1 for number in range(1, shown.height + 1)]
        assert pages == shown["showing"].rle_id().to_list()


CAMPAIGN = """name = "names"
source_lang = "en"
target_lang = "de"
protocol = "da"
seed = 1
texts.file = "texts.csv"
annotators.count = 2
controls = { degraded = 0.2, repeats = 0.2 }
"""


def test_models_of_pearmut_are_as_many_as_systems_and_their_controls(tmp_path: Path) -> None:
    """Pearmut refuses names of digits, and systems may be called as those or control items are called there."""
    names = {"alder": "1", "birch": "system-1", "cedar": "2", "dogwood": "2#repeat", "human": "system-1#degraded"}
    texts = adjudge.plan(example(tmp_path, "da")).read.texts.frame.rename(names)
    texts.write_csv(tmp_path / "texts.csv")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    plan = adjudge.plan(tmp_path)
    data, findings = pearmut_campaign(plan.content)
    (told,) = (finding.numbers["renamed"] for finding in findings if "renamed" in finding.numbers)
    assert [system for system, _ in told] == ["1", "2"]
    (tmp_path / "pearmut.json").write_bytes(data)
    assert_frame_equal(held(adjudge.read_file(tmp_path / "pearmut.json").main), held(plan.batches))
    planned = set(plan.batches.frame.select("system", "kind").unique().rows())
    assert {("1", "degraded"), ("system-1", "degraded"), ("2", "repeat")} <= planned
    items = [item for task in json.loads(data)["data"] for page in task for item in page]
    pairs = {(row["system"], row["kind"], *item["tgt"]) for item in items for row in item["adjudge"]["rows"]}
    assert len(pairs) == len({model for *_, model in pairs}) == len(planned)
    assert set(told) == {(system, model) for system, kind, model in pairs if kind == "system" and system.isdigit()}


def test_both_outputs_of_a_pair_are_shown_whatever_systems_are_called(tmp_path: Path) -> None:
    """The example of a review: two systems called `1` and `system-1`."""
    names = {"alder": "1", "birch": "system-1"}
    texts = adjudge.plan(example(tmp_path, "da")).read.texts.frame.rename(names)
    texts.drop("cedar", "dogwood", "human").write_csv(tmp_path / "texts.csv")
    text = re.sub("controls = .*", "controls = { degraded = 0, repeats = 0 }", CAMPAIGN)
    (tmp_path / "campaign.toml").write_text(text.replace('"da"', '"pairwise"'), encoding="utf-8")
    campaign = json.loads(pearmut_campaign(adjudge.plan(tmp_path).content)[0])
    assert all(len(item["tgt"]) == 2 for task in campaign["data"] for page in task for item in page)


def test_that_workers_choose_hits_is_said(tmp_path: Path) -> None:
    plan = adjudge.plan(example(tmp_path, "da"))
    (finding,) = hit_file(plan.content)[1]
    frame = plan.batches.frame
    assert finding.code == "AJ692"
    assert finding.numbers == {"sessions": frame["session"].n_unique(), "annotators": frame["annotator"].n_unique()}


def test_a_log_of_pearmut_knows_what_was_planned(tmp_path: Path) -> None:
    """Pearmut keeps items in its log; control items, which it knows as models of their own, are what they were."""
    plan = adjudge.plan(example(tmp_path, "da"))
    campaign = json.loads(pearmut_campaign(plan.content)[0])
    log = [
        {
            "user_id": user,
            "item_i": number,
            "item": document,
            "annotation": [{model: {"score": 50, "error_spans": []} for model in item["tgt"]} for item in document],
            "actions": [],
        }
        for user, task in zip(campaign["info"]["users"], campaign["data"], strict=True)
        for number, document in enumerate(task)
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in log), encoding="utf-8")
    ratings = adjudge.read(tmp_path / "log.jsonl")
    assert isinstance(ratings, Ratings)
    names = ["annotator", "session", "system", "document", "segment", "kind", "showing"]
    people = plan.batches.frame.partition_by("annotator", maintain_order=True)
    assert_frame_equal(ratings.frame.select(names), pl.concat(people).select(names))


def test_accounts_are_a_map_that_is_read_beside_results(tmp_path: Path) -> None:
    plan = adjudge.plan(example(tmp_path, "da"))
    files, _ = appraise_files(plan.content)
    (tmp_path / "accounts.csv").write_bytes(files["accounts.csv"])
    sessions = pl.read_csv(files["sessions.csv"])
    rows = [f"{account},alder,1,TGT,eng,deu,50,kettle,False,1.0,2.0" for account in sessions["account"]]
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    ratings = adjudge.read(tmp_path / "scores.csv", tmp_path / "accounts.csv")
    assert isinstance(ratings, Ratings)
    assert ratings.frame["annotator"].to_list() == sessions["annotator"].to_list()


def test_two_processes_with_different_hash_seeds_give_the_same_bytes(tmp_path: Path) -> None:
    path = example(tmp_path / "campaign", "da-snippets")
    found = []
    for seed in ("1", "2"):
        target = tmp_path / seed
        command = ["-c", f"import adjudge; adjudge.plan({str(path)!r}).write({str(target)!r})"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, *command], check=True, env=environment)
        found.append({file.relative_to(target): file.read_bytes() for file in target.rglob("*.*")})
    assert found[0] == found[1]
    assert len(found[0]) > 10
