"""A CSV of 1.7 GB, 40 columns of which ranking needs nine: seconds and peak memory of reading and of `adjudge rank`.

Two shapes: a million rows with long texts that ranking does not need (quoted, with commas, doubled quotes and line ends
in them), and six million short rows. Targets for reading the first: 30 seconds and 2 GB on two cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl

COMMAND = "from adjudge.cli.main import main; main()"
READ = "import sys, adjudge; adjudge.read(sys.argv[1])"
HEADER = ["annotator", "session", "system", "document", "segment", "kind", "score", "source_lang", "target_lang"]
TEXTS = 31
#: Name, rows, and whether there are texts.
SHAPES = (("long texts", 1_000_000, True), ("short rows", 6_000_000, False))
WORDS = ["the", "quick", '"brown"', "fox,", "jumps\nover", "a", "lazy", "dog;", "Größe", "数字", "in", "every", "one"]


def _judgements(first: int, rows: int) -> pl.DataFrame:
    """Rows of judgements: 10 systems, 100 annotators, documents of 10 segments."""
    number = np.arange(first, first + rows)
    random = np.random.default_rng(first)
    item = number // 10
    return pl.DataFrame(
        {
            "annotator": np.char.add("ann", (item % 100).astype(str)),
            "session": np.char.add("s", (item // 100 % 20 * 100 + item % 100).astype(str)),
            "system": np.char.add("system-", (number % 10).astype(str)),
            "document": np.char.add("d", (item // 10).astype(str)),
            "segment": item.astype(str),
            "kind": np.full(rows, "system"),
            "score": np.clip(random.normal(60 + number % 10, 20).round(), 0, 100),
            "source_lang": np.full(rows, "eng"),
            "target_lang": np.full(rows, "deu"),
        }
    )


def _texts(first: int, rows: int) -> pl.DataFrame:
    random = np.random.default_rng(first)
    pool = [" ".join(random.choice(WORDS, 9)) for _ in range(500)]
    columns = {f"text_{n}": pl.Series(pool).gather(random.integers(0, 500, rows)) for n in range(TEXTS)}
    return pl.DataFrame(columns)


def write_large(path: Path, *, rows: int, texts: bool, block: int = 50_000) -> None:
    """Write the file block by block."""
    with path.open("wb") as file:
        for first in range(0, rows, block):
            frame = _judgements(first, min(block, rows - first))
            if texts:
                frame = pl.concat([frame, _texts(first, frame.height)], how="horizontal")
            frame.write_csv(file, include_header=first == 0)


def run(code: str, *arguments: str) -> tuple[float, float]:
    """Seconds and peak memory in MB of one Python process."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{arguments} failed with {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main() -> None:
    """Print seconds and memory of both shapes: reading alone, and reading with ranking."""
    for name, rows, texts in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large.csv"
            write_large(path, rows=rows, texts=texts)
            print(f"{name}: {rows:,} rows, {path.stat().st_size / 1e9:.2f} GB of CSV", flush=True)
            ranking = (COMMAND, "rank", str(path))
            steps = {"read": (READ, str(path)), "rank --recipe wmt-da": (*ranking, "--recipe", "wmt-da")}
            if texts:
                steps["rank"] = ranking
            for step, arguments in steps.items():
                wall, peak = run(*arguments)
                print(f"  {step:20} {wall:.1f} s, peak memory {peak:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
