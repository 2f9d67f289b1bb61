"""How long `adjudge --help` takes, next to a Python that does nothing.

The aim is 150 ms. The ratio is the figure to compare between machines.
"""

from __future__ import annotations

import sys
from functools import partial

from benchmarks.timing import ADJUDGE, medians, print_ratio, run_process

RUNS = 20


def main() -> None:
    """Print both times and the ratio."""
    ours, theirs = partial(run_process, ADJUDGE, "--help"), partial(run_process, sys.executable, "-c", "pass")
    ours()  # writes the bytecode
    adjudge, python = medians(ours, theirs, rounds=RUNS)
    print(f"adjudge --help  {adjudge * 1000:6.1f} ms (median of {RUNS})")
    print(f"python -c pass  {python * 1000:6.1f} ms")
    print_ratio(("adjudge --help", adjudge), ("python -c pass", python))


if __name__ == "__main__":
    main()
