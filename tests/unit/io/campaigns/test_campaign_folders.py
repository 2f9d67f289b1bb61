"""A planned folder is read back, and nothing outside of it, whatever somebody put into it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import adjudge
from adjudge.core.errors import InputError, Problem
from adjudge.io.campaigns.example import example_files
from adjudge.io.campaigns.folder import read_campaign_folder
from adjudge.io.campaigns.reading import read_campaign


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a plan, and beside it the campaign that it was made of."""
    root = tmp_path_factory.mktemp("campaign")
    for name, data in example_files().items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(data)
    adjudge.plan(root).write(root / "plan")
    return root


@pytest.fixture
def plan(made: Path, tmp_path: Path) -> Path:
    """A copy of it to change."""
    shutil.copytree(made, tmp_path / "made")
    return tmp_path / "made" / "plan"


def refused(folder: Path) -> Problem:
    with pytest.raises(InputError) as caught:
        read_campaign_folder(folder)
    (problem,) = caught.value.problems
    assert problem.code == "AJ693"
    assert problem.expected
    assert problem.todo
    return problem


def name_tutorial(plan: Path, named: str) -> None:
    path = plan / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    assert "inputs/tutorial.csv" in text
    path.write_text(text.replace("inputs/tutorial.csv", named), encoding="utf-8")


@pytest.mark.parametrize(
    "named", ["../tutorial.csv", "inputs/../../tutorial.csv", "/etc/hosts", "~/../../x", "../none"]
)
def test_a_campaign_file_that_names_files_outside_is_refused(plan: Path, named: str) -> None:
    name_tutorial(plan, named)
    if named.startswith("~"):  # a folder of that name, no home
        (plan / "~").mkdir()
    problem = refused(plan)
    assert f"controls.tutorial is '{named}', which lies outside of the folder of the plan" in problem.what
    assert "campaign.toml, line " in problem.what
    assert problem.count == "1 file"


def test_a_link_that_leads_outside_is_refused(plan: Path) -> None:
    (plan / "inputs" / "tutorial.csv").unlink()
    (plan / "inputs" / "tutorial.csv").symlink_to(plan.parent / "tutorial.csv")
    assert "lies outside" in refused(plan).what


def test_a_folder_of_inputs_that_leads_outside_is_refused(plan: Path) -> None:
    shutil.move(plan / "inputs", plan.parent / "elsewhere")
    (plan / "inputs").symlink_to(plan.parent / "elsewhere")
    assert "lies outside" in refused(plan).what


@pytest.mark.parametrize(
    "name", ["campaign.toml", "items.csv", "texts.csv", "altered.csv", "context.csv", "certificate.json"]
)
def test_files_of_the_plan_that_lead_outside_are_refused(plan: Path, name: str) -> None:
    shutil.move(plan / name, plan.parent / f"other-{name}")
    (plan / name).symlink_to(plan.parent / f"other-{name}")
    problem = refused(plan)
    assert problem.what == f"{plan}: {name} lies outside of this folder"
    assert problem.count == "1 file of 6"


def test_a_link_in_a_circle_is_refused(plan: Path) -> None:
    (plan / "items.csv").unlink()
    (plan / "items.csv").symlink_to(plan / "items.csv")
    refused(plan)


def test_files_that_are_missing_are_all_named(plan: Path) -> None:
    (plan / "items.csv").unlink()
    (plan / "context.csv").unlink()
    problem = refused(plan)
    assert problem.what.endswith("there is no items.csv, context.csv")
    assert problem.count == "2 files of 6"


def test_links_inside_of_the_folder_and_to_it_are_followed(plan: Path, tmp_path: Path) -> None:
    shutil.move(plan / "items.csv", plan / "inputs" / "items.csv")
    (plan / "items.csv").symlink_to(plan / "inputs" / "items.csv")
    (tmp_path / "link").symlink_to(plan)
    content = read_campaign_folder(tmp_path / "link")
    assert content.tutorial is not None
    assert content.tutorial.height == 2


def test_a_campaign_of_your_own_may_name_files_anywhere(plan: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    text = (plan.parent / "campaign.toml").read_text(encoding="utf-8")
    for name in ("source.en.txt", "documents.txt", "origins.txt", "outputs/", "reference.de.txt", "tutorial.csv"):
        text = text.replace(f'"{name}', f'"../made/{name}')
    text = text.replace('"metric.csv"', f'"{plan.parent / "metric.csv"}"')
    (tmp_path / "own" / "campaign.toml").write_text(text, encoding="utf-8")
    assert len(read_campaign(tmp_path / "own").texts) == 24
