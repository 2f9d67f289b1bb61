"""What the released files must be read as.

The numbers come from the `README.md` and `expected.json` beside the data, or from counting the file here without our
reader.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from adjudge.core.tables import Table
from adjudge.io.reading import read_file

DataFile = Callable[[str], Path]


class File(NamedTuple):
    """What a file must be read as: its format, and the number of rows of each of its tables."""

    format: str
    tables: dict[str, Callable[[Path], int]]


def plain(path: Path) -> str:
    """The text of a file, by means of the standard library only."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def expected(path: Path) -> Any:
    return json.loads((path.parent / "expected.json").read_text())


def rows(*, header: int = 0, to_a_row: int = 1) -> Callable[[Path], int]:
    """Lines that are not blank, without the header."""
    return lambda path: (sum(1 for line in plain(path).split("\n") if line.strip()) - header) // to_a_row


def exactly(count: int) -> Callable[[Path], int]:
    return lambda _: count


def expect(*keys: str) -> Callable[[Path], int]:
    """A number in `expected.json`."""

    def look_up(path: Path) -> int:
        value = expected(path)
        for key in keys:
            value = value[key]
        assert isinstance(value, int)
        return value

    return look_up


def squared(count: Callable[[Path], int]) -> Callable[[Path], int]:
    return lambda path: count(path) ** 2


def total_pairs(prefix: str, suffix: str = "") -> Callable[[Path], int]:
    """Comparisons of all tasks of Lopez 2012, Table 1, that a file of rankings covers."""

    def add(path: Path) -> int:
        table = expected(path)["published"]["table1"]
        return sum(row["n_pairs"] for name, row in table.items() if name.startswith(prefix) and name.endswith(suffix))

    return add


def batch_texts(path: Path) -> int:
    """Different segments among the items that ask for a segment score."""
    items = [item for task in json.loads(plain(path)) for item in task["items"]]
    return len({(i["documentID"], i["itemID"]) for i in items if str(i["isCompleteDocument"]) != "True"})


def mqm_texts(path: Path) -> int:
    return len({tuple(line.split("\t")[1:4:2]) for line in plain(path).split("\n")[1:] if line})


def esa_spans(path: Path) -> int:
    """One row per mark, and one for each judgement without a mark."""
    return sum(len(json.loads(row[9])) or 1 for row in csv.reader(plain(path).splitlines()))


LOPEZ_TASKS = [
    *(f"wmt10.{pair}" for pair in ("Czech-English", "English-Czech", "English-French", "English-German")),
    *(f"wmt10.{pair}" for pair in ("English-Spanish", "French-English", "German-English", "Spanish-English")),
    *(
        f"wmt11.{pair}.{track}"
        for pair in ("Czech-English", "English-Czech", "English-French", "English-German")
        for track in ("combo", "individual")
    ),
    *(
        f"wmt11.{pair}.{track}"
        for pair in ("English-Spanish", "French-English", "German-English", "Spanish-English")
        for track in ("combo", "individual")
    ),
    "wmt11.Urdu-English.tunablemetrics",
]
IKU = ("Hansard-A", "Hansard-B", "News-WMT20DocSrcDA", "News-WMT20DocSrcDA2")
WMT21 = ("bn-hi", "hi-bn", "xh-zu", "zu-xh")
WMT22 = ("cs-en", "zh-en")


def wmt_results(folder: str, pair: str, ranking: str) -> dict[str, File]:
    """The files of one language pair in a WMT release of direct assessment."""
    joined = pair.replace("-", "")
    compared = ("computed", "comparison", pair)
    systems = expect(*compared, "n_sys")
    return {
        f"{folder}/ad-{joined}-good-stnd-redup.csv.gz": File("wmt-da", {"ratings": expect(*compared, "rows")}),
        f"{folder}/ad-{joined}-trk-mean-sd.txt": File("wmt-moments", {"annotator-moments": rows(to_a_row=3)}),
        f"{folder}/ad-seg-scores-{pair}.csv.gz": File("segment-means", {"segment-means": rows(header=1)}),
        f"{folder}/ad-sys-scores-{pair}.csv": File("system-means", {"system-means": systems}),
        f"{folder}/ad-sys-ranking-{pair}-{ranking}.csv": File("system-ranking", {"system-ranking": systems}),
        f"{folder}/adwilcox-{joined}.csv": File("pairwise-p", {"pairwise-p": squared(systems)}),
        f"{folder}/ad-DA-diff-wilcoxon-rs-{joined}.csv": File(
            "pairwise-differences", {"pairwise-differences": squared(systems)}
        ),
    }


FILES: dict[str, File] = {
    "appraise-batch-example/batches.wmt22.eng-hrv.A.calibrationHITx100.json.gz": File(
        "appraise-batches",
        {
            "batches": lambda path: expect("computed", "tasks")(path) * expect("computed", "items_per_task")(path),
            "texts": batch_texts,
        },
    ),
    **{f"iku-wmt20/{name}.csv.gz": File("appraise", {"ratings": rows()}) for name in IKU},
    "iku-wmt20/segment_id_mapping.tsv": File("segment-map", {"segment-map": exactly(1566 + 1405)}),
    **{
        f"laeubli-parity-2018/{name}": File("preferences", {"comparisons": expect("computed", "rows", name)})
        for name in ("ratings.csv", "ratings.with-spam.csv")
    },
    **{
        f"lopez-rr-2010-2011/pairwise.{task}.txt": File("pair-counts", {"pair counts": rows(to_a_row=2)})
        for task in LOPEZ_TASKS
    },
    "lopez-rr-2010-2011/raw.wmt10.RNK.csv.gz": File("wmt-rankings", {"comparisons": total_pairs("wmt10.")}),
    "lopez-rr-2010-2011/raw.wmt11.combo.RNK.csv.gz": File(
        "wmt-rankings", {"comparisons": total_pairs("wmt11.", ".combo")}
    ),
    "lopez-rr-2010-2011/raw.wmt11.individual.RNK.csv.gz": File(
        "wmt-rankings", {"comparisons": total_pairs("wmt11.", ".individual")}
    ),
    "lopez-rr-2010-2011/raw.wmt11.tunablemetrics.RNK.csv": File(
        "wmt-rankings", {"comparisons": total_pairs("wmt11.", ".tunablemetrics")}
    ),
    "mqm-ted-ende/mqm_ted_ende.tsv.gz": File("mqm", {"spans": rows(header=1), "texts": mqm_texts}),
    "mqm-ted-ende/mqm_ted_ende.avg_seg_scores.tsv": File("mqm-scores", {"metric scores": rows(header=1)}),
    **{
        f"wmt-trueskill-sample/{name}{ending}": File("wmt-rankings", {"comparisons": expect("computed", name, "pairs")})
        for name, ending in (("sample-fr-en-train.csv", ".gz"), ("sample-fr-en-test.csv", ""))
    },
    "wmt15-fin-eng/wmt15.fin-eng.csv.gz": File("wmt-ranking-pairs", {"comparisons": exactly(31577)}),
    # The expanded release less 7 rankings with 14 identical outputs, 91 ties each, of which nothing was collapsed.
    "wmt15-fin-eng/collapsed.wmt15.fin-eng.csv.gz": File(
        "wmt-collapsed-pairs", {"comparisons": exactly(31577 - 7 * 91)}
    ),
    "wmt15-fin-eng/results.wmt15.fin-eng.txt": File(
        "trueskill-ranking",
        {"trueskill-ranking": lambda path: sum(1 for line in plain(path).split("\n") if "(" in line)},
    ),
    "wmt21-facebook-wikipedia/ad-latest.csv.gz": File("wmt-da", {"ratings": exactly(14443)}),
    **{name: file for pair in WMT21 for name, file in wmt_results("wmt21-facebook-wikipedia", pair, "z").items()},
    "wmt21-facebook-wikipedia/clusters.csv": File("clusters", {"clusters": exactly(9 + 9 + 6 + 5)}),
    "wmt22-calibration/calibrationHITs.csv.gz": File("appraise", {"ratings": exactly(10751)}),
    "wmt22-calibration/calibrationHITs.mapping.csv": File("account-map", {"account-map": exactly(736)}),
    **{name: file for pair in WMT22 for name, file in wmt_results("wmt22-toen-mturk", pair, "z-names").items()},
    "wmt22-toen-mturk/ad-trk-stats.single-pair-workers.csv": File("annotator-tests", {"annotator-tests": exactly(50)}),
    "wmt22-toen-mturk/clusters.csen-zhen.csv": File("clusters", {"clusters": exactly(12 + 13)}),
    "wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz": File(
        "appraise", {"ratings": expect("computed", "rows"), "spans": esa_spans}
    ),
}


def table(path: Path, noun: str) -> Table:
    found = {part.noun: part for part in read_file(path).tables}[noun]
    assert isinstance(found, Table)
    return found


def counts(frame: pl.DataFrame, column: str) -> dict[str, int]:
    return dict(Counter(frame[column].to_list()))
