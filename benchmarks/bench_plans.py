"""How long plans of three sizes take, how even they are, and whether two processes with other hash seeds agree.

Each is a whole command, `adjudge plan campaign.toml --out DIR --json`, on texts that are drawn here, by the
default: control items, no calibration set. The aims: 12 systems, 100 documents and 20 annotators in 20 s; 40 systems,
300 documents and 60 annotators in two minutes. `python -m benchmarks.bench_plans`.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from benchmarks.timing import ADJUDGE, Process, run_process

VOCABULARY: Final = 3000


class Size(NamedTuple):
    """One campaign: how many there are, and the aim in seconds."""

    systems: int
    documents: int
    annotators: int
    aim: int


SIZES: Final = (Size(2, 5, 1, 20), Size(12, 100, 20, 20), Size(40, 300, 60, 120))


def write_campaign(folder: Path, size: Size) -> Path:
    """A test set of documents with 2 to 14 segments, and a campaign that judges all of it with every system."""
    rng = np.random.default_rng(size.documents)

    def sentence(words: int) -> str:
        return " ".join(f"w{rank % VOCABULARY}" for rank in rng.zipf(1.5, words))

    names = [f"s{number:02}" for number in range(size.systems)]
    rows = [
        (f"d{document:03}", str(segment), *(sentence(words) for _ in range(size.systems + 1)))
        for document in range(size.documents)
        for segment, words in enumerate(rng.integers(8, 35, int(np.clip(rng.lognormal(2.3, 0.4), 2, 14))), 1)
    ]
    pl.DataFrame(rows, schema=["document", "segment", "source", *names], orient="row").write_csv(folder / "texts.csv")
    path = folder / "campaign.toml"
    path.write_text(
        'name = "size"\nsource_lang = "en"\ntarget_lang = "de"\nprotocol = "da-sqm"\n'
        f'[texts]\nfile = "texts.csv"\n[annotators]\ncount = {size.annotators}\n',
        encoding="utf-8",
    )
    return path


def plan(campaign: Path, out: Path, hash_seed: int) -> Process:
    """Plan a campaign in a process with a hash seed of its own."""
    return run_process(
        "env", f"PYTHONHASHSEED={hash_seed}", ADJUDGE, "plan", str(campaign), "--out", str(out), "--json"
    )


def digest(folder: Path) -> str:
    """Of the names and contents of all files of a folder."""
    held = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            held.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return held.hexdigest()[:16]


def widest_gap(items: Path) -> int:
    """The largest difference between two systems in how many of their documents one annotator judges."""
    counting = pl.read_csv(items, infer_schema=False).filter(kind="system")
    shown = counting.unique(["annotator", "system", "showing"]).group_by("annotator", "system").len()
    gaps = shown.group_by("annotator").agg(pl.col("len").max() - pl.col("len").min())["len"]
    everybody_meets_all = shown.height == counting["annotator"].n_unique() * counting["system"].n_unique()
    return int(gaps.max()) if everybody_meets_all else int(shown["len"].max())  # type: ignore[arg-type]


def main() -> None:
    """Plan every size twice, and print a line about each."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            campaign = write_campaign(Path(name), size)
            outs = [Path(name) / f"plan-{hash_seed}" for hash_seed in (1, 2)]
            _, ran = (plan(campaign, out, hash_seed) for hash_seed, out in enumerate(outs, 1))
            told = json.loads(ran.output)
            broken = [rule["rule"] for rule in told["rules"] if not rule["ok"]]
            print(f"{size.systems} systems, {size.documents} documents, {size.annotators} annotators:")
            print(f"  {ran.seconds:.1f} s (aim {size.aim} s), {ran.peak:,.0f} MB, {told['judgements']:,} judgements")
            print(f"  documents of systems differ by at most {widest_gap(outs[0] / 'items.csv')}")
            print(f"  connected: {told['connected']}, efficiency {told['efficiency']:.4f}, broken: {broken}")
            print(f"  the same bytes with both hash seeds: {digest(outs[0]) == digest(outs[1])}", flush=True)


if __name__ == "__main__":
    main()
