"""The page on reproduction tells what the command tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudge.papers.graham_2020 import judgements_file
from adjudge.papers.registry import PAPERS

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "reproduction.md"
ROW = re.compile(r"^\| `([\w-]+)` \|" + r" (\d+) \|" * 5, re.MULTILINE)


def documented():
    return {match[1]: tuple(map(int, match.groups()[1:])) for match in ROW.finditer(PAGE.read_text(encoding="utf-8"))}


def test_every_paper_has_its_row():
    assert list(documented()) == list(PAPERS)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_counts_are_current(paper, reproduced, data_dir):
    result = reproduced(paper)
    if paper == "graham-2020" and judgements_file(data_dir):
        pytest.skip("human-parity-2018 is present: the page counts Table 1 as absent")
    counts = (result.count("equal"), result.count("explained"), result.unexplained, result.count("absent"))
    assert documented()[paper] == (len(result.rows), *counts)


def test_the_parts_of_knowles_and_lo_add_up():
    section = PAGE.read_text(encoding="utf-8").split("## knowles-lo-2022")[1].split("\n## ")[0]
    cells = [line.split("|")[2] for line in section.splitlines() if line.startswith("| ") and "figures" not in line]
    figures, equal, *_ = documented()["knowles-lo-2022"]
    numbers = [[int(n) for n in re.findall(r"\d+", cell)] for cell in cells]
    # Two explained figures stand in the row of the text, which counts figures that can be compared.
    assert sum(map(sum, numbers)) == figures
    assert sum(row[0] for row in numbers) == equal + 2
