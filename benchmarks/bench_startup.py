"""How long `adjudge --help` takes, next to a Python that does nothing.

The aim is 150 ms. The ratio is the figure to compare between machines.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 20
ADJUDGE = [str(Path(sys.executable).with_name("adjudge")), "--help"]
PYTHON = [sys.executable, "-c", "pass"]


def milliseconds(command: list[str]) -> float:
    """Wall time of one run."""
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Alternate the two commands, so that a busy moment falls on both."""
    milliseconds(ADJUDGE)  # writes the bytecode
    pairs = [(milliseconds(ADJUDGE), milliseconds(PYTHON)) for _ in range(RUNS)]
    adjudge, python = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"adjudge --help  {adjudge:6.1f} ms (median of {RUNS})")
    print(f"python -c pass  {python:6.1f} ms")
    print(f"ratio           {adjudge / python:6.2f}")


if __name__ == "__main__":
    main()
