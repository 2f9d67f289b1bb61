"""Inputs on which the product once failed with an internal error, a warning of a library, or in silence."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from adjudge.cli.main import run
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry

DataFile = Callable[[str], Path]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("files", [["c.csv"], ["c.csv", "byseg.csv"]])
@pytest.mark.parametrize("line", ["rank --json", "report -o page.html", "bundle -o all.zip", "stability"])
def test_comparisons_without_documents_are_grouped_by_segment(
    line: str, files: list[str], data_file: DataFile, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = line.split()
    paths = [str(data_file(f"faults/{name}")) for name in files]
    code = run([command, *paths, "--by", "segment", *options])
    said = capsys.readouterr()
    if command == "stability":  # a comparison or two of two systems leave no scenario
        assert (code, said.err[:5]) == (2, "AJ061")
        return
    assert code == 0, said.err
    if command == "rank":
        assert set(json.loads(said.out)["groups"]) == {"1", "2"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("check check-crash.csv --scale 0..1", 1),
        ("next-pairs np.csv", 0),
        ("rank --method davidson --bootstrap 5 --unit none boot1.csv", 0),
        ("rank --method davidson --bootstrap 5 --unit ranking boot2.csv", 0),
        ("rank --method wmt-official w0.csv", 0),
        ("rank --method heuristic-2 w0.csv", 0),
    ],
)
def test_odd_files_are_answered(line: str, code: int, data_file: DataFile) -> None:
    words = [str(data_file(f"faults/{word}")) if word.endswith(".csv") else word for word in line.split()]
    done = subprocess.run(  # in a process of its own: warnings of libraries are seen
        [sys.executable, "-m", "adjudge", *words], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert done.returncode == code, done.stderr
    for sign in ("Internal error", "RuntimeWarning", "Traceback", ".py:"):
        assert sign not in done.stderr + done.stdout


@pytest.mark.parametrize("weight", [1e-12, 1e-9, 1e-6, 1.0, 1e6])
def test_strengths_of_two_systems_are_the_log_odds_whatever_the_weights(weight: float) -> None:
    # Two systems: the maximum of w log p + v log(1 - p) lies at the logit log(w / v).
    fit = fit_bradley_terry(np.array([[0.0, 1.0], [weight, 0.0]]), np.zeros((2, 2)))
    assert fit.strengths[0] - fit.strengths[1] == pytest.approx(-math.log(weight), abs=1e-6)
