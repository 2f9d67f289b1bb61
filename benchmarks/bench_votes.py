"""How long `adjudge rank` takes for millions of votes in a CSV file, and how much memory.

The aims: 5,000,000 votes of 100 systems with documents and annotators in 15 s; 2,000,000 votes of 2,000 systems in 60 s
and 4 GB; each as a whole command on two cores. `python -m benchmarks.bench_votes`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.timing import ADJUDGE, run_process

#: Systems, votes, documents, annotators, and the aims: seconds and MB.
CASES = {"arena": (100, 5_000_000, 2_000, 1_000, 15, None), "many": (2_000, 2_000_000, 2_000, 1_000, 60, 4_096)}


def write_votes(path: Path, systems: int, votes: int, documents: int, annotators: int) -> None:
    """Votes of systems with normal strengths; documents favour systems, a fifth are ties."""
    rng = np.random.default_rng(1)
    strength = rng.normal(0, 0.6, systems)
    favour = rng.normal(0, 0.3, (documents, systems))
    first = rng.integers(0, systems, votes)
    second = (first + rng.integers(1, systems, votes)) % systems
    document = rng.integers(0, documents, votes)
    gap = strength[first] - strength[second] + favour[document, first] - favour[document, second]
    won = rng.random(votes) < 1 / (1 + np.exp(-gap))
    outcome = np.where(rng.random(votes) < 0.2, 1, np.where(won, 2, 0))
    columns = {
        "annotator": _names("annotator", rng.integers(0, annotators, votes), annotators),
        "document": _names("document", document, documents),
        "system_a": _names("system", first, systems),
        "system_b": _names("system", second, systems),
        "outcome": pl.Series(outcome).replace_strict([0, 1, 2], ["b", "tie", "a"], return_dtype=pl.String),
    }
    pl.DataFrame(columns).write_csv(path)


def _names(noun: str, codes: np.ndarray, count: int) -> pl.Series:
    names = [f"{noun}-{i:04d}" for i in range(count)]
    return pl.Series(codes).replace_strict(list(range(count)), names, return_dtype=pl.String)


def main() -> None:
    """Write the files, rank them, print seconds and memory."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or CASES:
            systems, votes, documents, annotators, most, memory = CASES[name]
            path = Path(folder) / f"{name}.csv"
            write_votes(path, systems, votes, documents, annotators)
            ran = run_process(ADJUDGE, "rank", str(path))
            aim = f"aim {most} s" + (f" and {memory:,} MB" if memory else "")
            print(f"{name}: {votes:,} votes of {systems:,} systems: {ran.seconds:.1f} s, {ran.peak:,.0f} MB ({aim})")


if __name__ == "__main__":
    main()
