"""A plan that is written, for us or for another platform, and read again is the same plan; so is one planned again."""

from __future__ import annotations

import csv
import html
import io
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
from adjudge.io.campaigns.content import context_texts, shown_items
from adjudge.io.campaigns.example import example_files
from adjudge.io.campaigns.folder import read_campaign_folder
from adjudge.io.crowdsourcing.hit_writing import hit_file, read_hit_file, unescaped
from adjudge.io.pearmut.campaign_writing import pearmut_campaign
from adjudge.planning.plans.door import PlanResult

#: Protocol, design, and further changes of the example campaign.
PLANS = {
    "da": ('protocol = "da"', "blocks", ""),
    "da-sqm": ('protocol = "da-sqm"', "blocks", ""),
    "da-snippets": ('protocol = "da"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 1'),
    "da-parts": ('protocol = "da"', "blocks", 'unit = "document"\npart = 2'),
    "esa-parts": ('protocol = "esa"', "blocks", 'unit = "document"\npart = 2'),
    "da-waves": ('protocol = "da"', "blocks", ""),
    "esa": ('protocol = "esa"', "blocks", ""),
    "esa-wmt24": ('protocol = "esa"', "wmt24-esa", ""),
    "da-wmt20": ('protocol = "da"', "wmt20-sr-dc", ""),
    "mqm": ('protocol = "mqm"', "side-by-side", ""),
    "pairwise": ('protocol = "pairwise"', "blocks", ""),
    "esa-snippets": ('protocol = "esa"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 2'),
    "pairwise-snippets": ('protocol = "pairwise"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 1'),
    "pairwise-segments": ('protocol = "pairwise"', "blocks", 'unit = "snippet"\nsnippet = 1\ncontext = 2'),
    "ranking": ('protocol = "ranking"', "blocks", ""),
}


def example(folder: Path, name: str) -> Path:
    """The example campaign with changes."""
    protocol, design, sampling = PLANS[name]
    for file, data in example_files().items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    path = folder / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('protocol = "da-sqm"', protocol).replace('design = "blocks"', f'design = "{design}"')
    if sampling:
        text = text.replace('unit = "document"', sampling)
    if name == "da-waves":
        text = text.replace("judgements = 1 ", "waves = 2\njudgements = 2 ")
    if name.startswith(("pairwise", "ranking")):  # controls and calibration are for one output at a time
        text = re.sub(r"^(degraded|repeats|segments|metrics) = .*\n", "", text, flags=re.MULTILINE)
    if name == "pairwise-segments":  # a display of several items makes documents of all tasks in Appraise
        text = re.sub(r"^tutorial = .*\n", "", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=PLANS)
def planned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, PlanResult]:
    path = example(tmp_path_factory.mktemp("campaign"), request.param)
    return request.param, path, adjudge.plan(path)


#: Plans of snippets with context around them.
in_context = pytest.mark.parametrize(
    "planned", [name for name, (*_, sampling) in PLANS.items() if "snippet" in sampling], indirect=True
)


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


@in_context
def test_context_stands_right_around_what_is_shown(planned: tuple[str, Path, PlanResult]) -> None:
    """A calibration set that was cut to fit shows a part of a snippet; the context goes on where it ends."""
    name, _, plan = planned
    cut = plan.work.showings.join(plan.work.units, on="unit").filter(pl.col("length") < pl.col("length_right"))
    assert cut.is_empty() == name.startswith("pairwise")
    texts = context_texts(plan.content)
    displays = plan.batches.frame.partition_by("session", "showing", maintain_order=True)
    ends = [(rows.row(0, named=True), rows.row(-1, named=True)) for rows in displays]
    assert [texts.around(*end) for end in ends] == around(plan)
    assert any(before for before, _ in around(plan))
    assert any(after for _, after in around(plan))


@in_context
def test_hits_show_context_around_every_display(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
    shown = []
    for row, items in zip(hits(plan), plan.batches.frame.partition_by("session", maintain_order=True), strict=True):
        number = 1
        for page in items.partition_by("showing", maintain_order=True):
            last = number + page["item"].n_unique() - 1
            shown.append((row.pop(f"before_{number}", ""), row.pop(f"after_{last}", "")))
            number = last + 1
        assert not any(value for name, value in row.items() if name.startswith(("before_", "after_")))
    assert [tuple(map(unescaped, sides)) for sides in shown] == [tuple(map("\n".join, sides)) for sides in around(plan)]


def test_hits_say_where_displays_begin(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
    for row, items in zip(hits(plan), plan.batches.frame.partition_by("session", maintain_order=True), strict=True):
        shown = items.unique("item", keep="first", maintain_order=True)
        pages = [int(row[f"page_{number}"]) - 1 for number in range(1, shown.height + 1)]
        assert pages == shown["showing"].rle_id().to_list()


@in_context
def test_pearmut_shows_context_around_every_display(planned: tuple[str, Path, PlanResult]) -> None:
    _, _, plan = planned
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


@in_context
def test_appraise_gets_context_around_every_display(planned: tuple[str, Path, PlanResult]) -> None:
    name, _, plan = planned
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


def hits(plan: PlanResult) -> list[dict[str, str]]:
    """The rows of the file for Mechanical Turk."""
    return list(csv.DictReader(io.StringIO(hit_file(plan.content)[0].decode(), newline="")))


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
