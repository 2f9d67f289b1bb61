"""How long `adjudge rank` takes by default for ratings of ordinary and of very large campaigns, and how much memory.

The aims, each as a whole command on two cores: an official WMT22 pair in 2 s; 1,000,000 ratings of 20 systems by 500
annotators in 15 s and 2 GB; 10,000 documents (400,000 ratings) in 20 s; 300 systems (600,000 ratings) in 60 s. Then the
mixed model alone against statsmodels, if it is installed, on a campaign that its dense matrices can manage.
`python -m benchmarks.bench_default`, or with the names of some cases.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from benchmarks.bench_mixed import against_statsmodels
from benchmarks.timing import ADJUDGE, run_process


class Case(NamedTuple):
    """Size of a campaign, and the aims: seconds and MB."""

    systems: int
    documents: int
    annotators: int
    seconds: int
    memory: int | None = None


CASES: Final = {
    "million": Case(20, 6_320, 500, 15, 2_048),
    "documents": Case(10, 10_000, 100, 20),
    "systems": Case(300, 240, 60, 60),
}
#: Segments of a document are drawn from 1 to 2 m - 1 with mean m.
LENGTH: Final = {"million": 8.4, "documents": 4.0, "systems": 8.4}


def write_ratings(path: Path, case: Case, length: float) -> int:
    """Every system on every document, each by one random annotator, who may be lenient; returns how many ratings."""
    rng = np.random.default_rng(3)
    lengths = rng.integers(1, int(2 * length), case.documents)
    document = np.repeat(np.arange(case.documents), lengths)
    segment, k = np.arange(len(document)), case.systems
    system = np.tile(np.arange(k), len(document))
    document, segment = np.repeat(document, k), np.repeat(segment, k)
    annotator = rng.integers(0, case.annotators, (case.documents, k))[document, system]
    score = (
        60
        + np.linspace(5, -5, k)[system]
        + rng.normal(0, 10, case.annotators)[annotator]
        + rng.normal(0, 6, case.documents)[document]
        + rng.normal(0, 8, int(segment[-1]) + 1)[segment]
        + rng.normal(0, 5, (case.documents, k))[document, system]
        + rng.normal(0, 14, len(system))
    )
    columns = {"annotator": annotator, "system": system, "document": document, "segment": segment}
    named = {name: pl.Series([f"{name}-{i}" for i in range(int(c.max()) + 1)]).gather(c) for name, c in columns.items()}
    pl.DataFrame(named | {"score": np.clip(score.round(), 0, 100)}).write_csv(path)
    return len(system)


def official_pair() -> None:
    """WMT22 Chinese-English, where the data is at hand."""
    folder = Path(os.environ.get("ADJUDGE_DATA", "../shared/data")) / "wmt22-toen-mturk"
    files = [str(folder / f"ad-zhen-{name}") for name in ("good-stnd-redup.csv.gz", "trk-mean-sd.txt")]
    if not folder.exists():
        print("WMT22 Chinese-English: no data")
        return
    ran = min((run_process(ADJUDGE, "rank", *files) for _ in range(3)), key=lambda one: one.seconds)
    print(f"WMT22 Chinese-English: {ran.seconds:.1f} s, {ran.peak:,.0f} MB (aim 2 s)", flush=True)


def main() -> None:
    """Write the files, rank them, print seconds and memory."""
    official_pair()
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or CASES:
            case, path = CASES[name], Path(folder) / f"{name}.csv"
            ratings = write_ratings(path, case, LENGTH[name])
            ran = run_process(ADJUDGE, "rank", str(path))
            aim = f"aim {case.seconds} s" + (f" and {case.memory:,} MB" if case.memory else "")
            people = f"{case.documents:,} documents, {case.annotators} annotators"
            size = f"{ratings:,} ratings of {case.systems} systems, {people}"
            print(f"{name}: {size}: {ran.seconds:.1f} s, {ran.peak:,.0f} MB ({aim})", flush=True)
    against_statsmodels()


if __name__ == "__main__":
    main()
