"""Each paper is reproduced once for all tests of a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudge.papers.figures import ReproductionResult
from adjudge.papers.registry import reproduce

#: The folder each paper needs; without it the tests are skipped. Table 2 of Graham et al. needs none.
FOLDERS = {
    "knowles-2021": "wmt22-toen-mturk",
    "knowles-lo-2022": "iku-wmt20",
    "knowles-lo-2024": "wmt22-calibration",
    "graham-2020": "power-table",
    "wmt21-wikipedia": "wmt21-facebook-wikipedia",
    "wmt22-toen": "wmt22-toen-mturk",
    "wmt24-esa": "wmt24-esa-wave3",
    "mqm-ted": "mqm-ted-ende",
    "laeubli-2018": "laeubli-parity-2018",
    "lopez-2012": "lopez-rr-2010-2011",
    "wmt15-fin-eng": "wmt15-fin-eng",
}


@pytest.fixture(scope="session")
def reproduced(data_dir: Path, data_file: Callable[[str], Path]) -> Callable[[str], ReproductionResult]:
    """The result of a paper by its name."""

    @cache
    def run(paper: str) -> ReproductionResult:
        data_file(FOLDERS[paper])
        return reproduce(paper, data_dir)

    return run


@pytest.fixture(scope="session")
def expected(data_file: Callable[[str], Path]) -> Callable[[str], Any]:
    """Published and independently computed figures that lie beside the data, by the name of the folder."""

    def read(folder: str) -> Any:
        return json.loads(data_file(f"{folder}/expected.json").read_text())

    return read
