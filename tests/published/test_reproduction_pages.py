"""The pages on reproduced papers tell what the command tells."""

from __future__ import annotations

import pytest

from adjudge.papers.graham_2020 import judgements_file
from adjudge.papers.registry import PAPERS
from tools.generate_reproductions import FOLDER, filled, filled_overview

RUN = "run: python tools/generate_reproductions.py DATA"


def skip_with_judgements_of_hassan(data_dir):
    if judgements_file(data_dir):
        pytest.skip("human-parity-2018 is present: the pages count Table 1 of graham-2020 as absent")


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_is_current(paper, reproduced, data_dir):
    if paper == "graham-2020":
        skip_with_judgements_of_hassan(data_dir)
    page = (FOLDER / f"{paper}.md").read_text(encoding="utf-8")
    assert filled(page, reproduced(paper)) == page, RUN


def test_the_overview_is_current(reproduced, data_dir):
    skip_with_judgements_of_hassan(data_dir)
    page = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert filled_overview(page, {paper: reproduced(paper) for paper in PAPERS}) == page, RUN
