"""The same bytes from every process: neither hash seeds nor numbers of threads change a digit of what is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.drawn_campaigns import balanced, unbalanced, votes

#: Run in one process, which costs less than one process for each.
COMMANDS = """
import contextlib, pathlib, sys
from adjudge.cli.main import run
for number, line in enumerate(sys.stdin.read().splitlines()):
    with open(f"{number}.out", "w") as out, contextlib.redirect_stdout(out):
        code = run(line.split())
    pathlib.Path(f"{number}.code").write_text(str(code))
"""
LINES = [
    "rank ../balanced.csv --json",
    "rank ../unbalanced.csv --recipe wmt-appraise-da --json",
    "rank ../votes.csv --json",
    "rank ../votes.csv --method trueskill --json",
    "rank ../votes.csv --method mfas --json",
    "check ../balanced.csv --json",
    "check ../unbalanced.csv --json",
    "check ../votes.csv --json",
    "annotators ../balanced.csv --draws 100 --json",
    "stability ../balanced.csv --recipe wmt-da --scenario remove --json",
    "next-pairs ../votes.csv --count 5 --json",
    "report ../balanced.csv --draws 10 --recipe recommended -o report.html",
]


def outputs(folder: Path, number: str) -> dict[str, bytes]:
    """Everything that a process with this hash seed and number of threads prints and writes."""
    folder.mkdir()
    environment = os.environ | {
        "PYTHONHASHSEED": number,
        "POLARS_MAX_THREADS": number,
        "OPENBLAS_NUM_THREADS": number,
        "OMP_NUM_THREADS": number,
        "NUMBA_NUM_THREADS": number,
    }
    command = [sys.executable, "-c", COMMANDS]
    subprocess.run(command, input="\n".join(LINES).encode(), cwd=folder, env=environment, check=True, timeout=300)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_hash_seeds_and_numbers_of_threads_change_no_byte(tmp_path):
    for name, draw in (("balanced", balanced), ("unbalanced", unbalanced), ("votes", votes)):
        draw(2).write_csv(tmp_path / f"{name}.csv")
    first, second = (outputs(tmp_path / number, number) for number in ("1", "2"))
    assert [int(first[f"{number}.code"]) for number in range(len(LINES))] == [0] * len(LINES)
    assert [name for name in {**first, **second} if first.get(name) != second.get(name)] == []
