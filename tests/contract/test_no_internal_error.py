"""Inputs on which the product once failed with an internal error, a warning of a library, or in silence."""

from __future__ import annotations

import contextlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.information import Belief, _learned, choose_pairs

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
        ("rank --method davidson --bootstrap 5 --unit ranking boot2.csv", 2),  # fewer than ten units of a system
        ("rank --method davidson --unit ranking boot2.csv", 0),
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


RATINGS = adjudge.simulate("balanced", seed=1).table.frame.head(400)
VOTES = pl.DataFrame(
    {"system_a": ["A", "B", "A", "C"] * 5, "system_b": ["B", "C", "C", "A"] * 5, "outcome": ["a", "b", "tie", "a"] * 5}
).with_columns(segment=pl.int_range(20).cast(pl.String), annotator=pl.lit("x"))
DOORS: dict[str, Callable[[Any], object]] = {
    "agreement": adjudge.agreement,
    "annotators": adjudge.annotators,
    "check": adjudge.check,
    "composition": adjudge.composition,
    "context": adjudge.context,
    "datasheet": adjudge.datasheet,
    "documents": adjudge.documents,
    "next_pairs": lambda table: adjudge.next_pairs(table, 5),
    "origin": adjudge.origin,
    "pilot_power": lambda table: adjudge.pilot_power(table, draws=10),
    "rank": adjudge.rank,
    "rank_by": lambda table: adjudge.rank_by(table, "annotator"),
    "report": lambda table: adjudge.report(table, draws=10),
    "stability": lambda table: adjudge.stability(table, scenarios=["remove:best"]),
    "write": lambda table: adjudge.write(table, "out.csv"),
}


@pytest.mark.parametrize(
    "table", [RATINGS, VOTES, pl.DataFrame(), "x.csv", None, 3], ids=["r", "c", "e", "s", "n", "i"]
)
@pytest.mark.parametrize("door", DOORS)
def test_functions_take_any_frame_or_say_what_they_take(door: str, table: object) -> None:
    with contextlib.suppress(adjudge.AdjudgeError):
        DOORS[door](table)


def test_a_pilot_may_be_a_frame() -> None:
    assert (
        adjudge.pilot_power(RATINGS, draws=20).to_dict()
        == adjudge.pilot_power(adjudge.Ratings.check(RATINGS), draws=20).to_dict()
    )


@pytest.mark.parametrize("n", [100, 10_000, 1_000_000, 10_000_000])
@pytest.mark.parametrize("ties", [0.1, 0.5, 0.9])
def test_a_power_is_a_chance(n: int, ties: float) -> None:
    result = adjudge.power(n, 0.55, test="comparisons", ties=ties, systems=3)
    assert 0 <= result.power <= 1
    if n >= 1_000_000:  # even a tenth of them, 100,000 votes, lie 31 standard deviations from .5
        assert result.power == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("weight", [1e-9, 1e-3, 1.0, 1e6])
@pytest.mark.parametrize("method", ["davidson", "bradley-terry", "rao-kupper"])
@pytest.mark.filterwarnings("error")
def test_weights_of_any_size_overflow_nowhere(weight: float, method: str) -> None:
    rows = [("A", "B", "a", 1.0), ("B", "A", "a", weight), ("B", "C", "tie", weight), ("A", "C", "b", weight)] * 5
    frame = pl.DataFrame(rows, schema=["system_a", "system_b", "outcome", "weight"], orient="row")
    table = frame.with_columns(segment=pl.int_range(pl.len()).cast(pl.String), annotator=pl.lit("x"))
    adjudge.next_pairs(table, 50)
    for settings in (None, adjudge.ComparisonSettings(bootstrap=5)):
        with contextlib.suppress(adjudge.AdjudgeError):
            adjudge.rank(table, method=method, settings=settings)


@pytest.mark.filterwarnings("error")
def test_what_a_vote_tells_is_never_more_than_there_is_to_know() -> None:
    # k v is a squared correlation: at most 2 / pi, which a sign of a normal variable reaches.
    variance = np.array([1e-4, 1.0, 1e2, 1e4, 1e8, 1e12])
    for v in variance:
        belief = Belief(np.zeros(2), np.diag([v / 2, v / 2]))
        (learned,) = _learned(belief, np.array([0]), np.array([1]))
        assert learned * v <= 2 / math.pi * (1 + 1e-12)
        _, gains = choose_pairs(belief, np.array([0]), np.array([1]), 100)
        assert np.isfinite(gains).all()
        assert (gains >= 0).all()
