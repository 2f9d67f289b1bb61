from __future__ import annotations

import csv
import os
import re

import pytest

from adjudge.core.errors import InputError
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.files.rankings import ranking_item
from adjudge.reporting.files.table_files import write_tables
from adjudge.reporting.printed_tables import Heading, PrintedTable
from tests.unit.reporting.builder import ranking
from tests.unit.reporting.files.hostile_tables import hostile_tables
from tests.unit.reporting.files.latex_parser import parse_table

ITEM = ranking_item(ranking([["A"], ["=cmd()", "C"]]))


def test_each_table_is_written_in_three_ways_and_all_of_them_in_one_document(tmp_path):
    folder = tmp_path / "new" / "folder"
    written = write_tables([ITEM, ITEM], folder)
    names = ["ranking.tex", "ranking.csv", "ranking.md", "ranking-2.tex", "ranking-2.csv", "ranking-2.md", "tables.tex"]
    assert [path.name for path in written] == names
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    document = (folder / "tables.tex").read_text(encoding="utf-8")
    assert re.findall(r"\\input\{(.*)\}", document) == ["ranking", "ranking-2"]
    labels = {
        parse_table((folder / name).read_text(encoding="utf-8")).label for name in names if name in {names[0], names[3]}
    }
    assert labels == {"tab:ranking", "tab:ranking-2"}


def test_csv_numbers_the_clusters_and_is_safe_in_a_spreadsheet(tmp_path):
    write_tables([ITEM], tmp_path)
    with (tmp_path / "ranking.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["cluster"], row["system"]) for row in rows] == [("1", "A"), ("2", "'=cmd()"), ("2", "C")]


def test_no_name_leaves_the_folder_or_takes_the_place_of_the_document(tmp_path):
    folder = tmp_path / "folder"
    write_tables(hostile_tables(), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    assert (folder / "tables.tex").read_text(encoding="utf-8").startswith("% All tables")
    assert (folder / "tables-2.tex").exists()


def test_the_same_tables_give_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write_tables(hostile_tables(), tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files)


def test_files_of_others_stay(tmp_path):
    (tmp_path / "mine.tex").write_text("mine")
    write_tables([ITEM], tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert first["mine.tex"] == b"mine"
    (tmp_path / "ranking.csv").write_text("changed by hand")
    write_tables([ITEM], tmp_path)  # a later run replaces what an earlier one wrote
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first


def test_files_of_others_are_named_and_none_is_replaced(tmp_path):
    for name in ("ranking.csv", "ranking.md"):
        (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match=r"AJ022 .*ranking\.csv, .*ranking\.md exist, and nothing in them says"):
        write_tables([ITEM], tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == dict.fromkeys(
        ("ranking.csv", "ranking.md"), "mine"
    )


def test_nothing_is_written_of_nothing(tmp_path):
    assert write_tables([], tmp_path / "folder") == []
    assert not (tmp_path / "folder").exists()


def test_a_file_that_cannot_be_written_leaves_no_others_behind(tmp_path):
    (tmp_path / "ranking.md").mkdir()  # in the way
    with pytest.raises(InputError, match="AJ022") as caught:
        write_tables([ITEM], tmp_path)
    assert "ranking.md cannot be written: it is a folder" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["ranking.md"]


@pytest.mark.parametrize("place", ["file/folder", "file", "nul\0"])
def test_a_folder_that_cannot_be_used_is_refused_in_four_parts(place, tmp_path):
    (tmp_path / "file").write_text("here")
    with pytest.raises(InputError, match="AJ022") as caught:
        write_tables([ITEM], tmp_path / place)
    [problem] = caught.value.problems
    assert problem.expected == "a folder that exists or can be created, with write permission"
    assert problem.todo == "choose another folder"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_half_a_character_is_written_as_an_escape(tmp_path):
    table = PrintedTable((Heading("a", "text"),), (("x",),))
    write_tables([PaperTable("name", os.fsdecode(b"\xff.csv"), table)], tmp_path)
    assert (tmp_path / "name.tex").read_text(encoding="utf-8")
