"""What all benchmarks share: the clock, runs by turns, processes with their memory, and ratios."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

#: The command line of this environment.
ADJUDGE: Final = str(Path(sys.executable).with_name("adjudge"))
Run = Callable[[], object]


def seconds(run: Run, clock: Callable[[], float] = time.perf_counter) -> float:
    """Wall time of one call, or with `time.process_time` its processor time."""
    start = clock()
    run()
    return clock() - start


def by_turns(*runs: Run, rounds: int) -> list[list[float]]:
    """Seconds of each, round by round; they take turns, so that a busy moment falls on all of them."""
    measured = [[seconds(run) for run in runs] for _ in range(rounds)]
    return [list(column) for column in zip(*measured, strict=True)]


def medians(*runs: Run, rounds: int) -> list[float]:
    """The median seconds of each, by turns."""
    return [median(column) for column in by_turns(*runs, rounds=rounds)]


def shortest(*runs: Run, rounds: int) -> list[float]:
    """The shortest seconds of each, by turns."""
    return [min(column) for column in by_turns(*runs, rounds=rounds)]


class Process(NamedTuple):
    """A process that has ended.

    Args:
        seconds: wall time.
        peak: largest memory, in MB.
        output: what it printed.
    """

    seconds: float
    peak: float
    output: str


def run_process(*command: str) -> Process:
    """Run a command to its end; a command that fails ends the benchmark."""
    with tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)  # the only way to the peak memory of one child
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{command[0]} failed with {process.returncode}")
        output.seek(0)
        return Process(wall, usage.ru_maxrss / 1024, output.read())


def print_ratio(over: tuple[str, float], under: tuple[str, float], *, target: float | None = None) -> None:
    """Print how many times as long one takes as the other: each is a name and its seconds."""
    ratio = over[1] / under[1]
    goal = "" if target is None else f" (target {target:g})"
    print(f"  {over[0]} / {under[0]}: {ratio:.{0 if ratio >= 10 else 3}f}{goal}", flush=True)
