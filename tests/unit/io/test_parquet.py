"""Our Parquet carries a checksum of its values: no damage is accepted with other values, and no failure is printed."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet
import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Comparisons, Ratings, Texts
from adjudge.io.files.quiet import quiet_failure
from adjudge.io.own import trial
from adjudge.io.own.checksum import KEY, checksums, content_checksum
from adjudge.io.own.parquet import write_parquet
from adjudge.io.reading import read

SEED = 20_261_118


def judgements(rows: int) -> Ratings:
    random = np.random.default_rng(SEED)
    number = np.arange(rows)
    return Ratings.check(
        pl.DataFrame(
            {
                "annotator": np.char.add("annotator ", (number % 37).astype(str)),
                "session": np.char.add("s", (number % 91).astype(str)),
                "system": np.char.add("system-", (number % 11).astype(str)),
                "document": np.char.add("document with a longer name ", (number // 110).astype(str)),
                "segment": (number // 11).astype(str),
                "score": np.where(number % 17 == 0, np.nan, random.integers(0, 101, rows).astype(float)),
                "started": 1.7e9 + number * 13.25,
            }
        ).with_columns(pl.col("score").fill_nan(None))
    )


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << (bit % 8)
    return bytes(changed)


def accepted_with_other_values(path: Path, data: bytes, bits: np.ndarray) -> list[int]:
    """The flips after which the file is read with other values; the test is about there being none."""
    path.write_bytes(data)
    frame = read(path).frame
    wrong = []
    for bit in bits.tolist():
        path.write_bytes(flipped(data, bit))
        try:
            found = read(path).frame
        except AdjudgeError:
            continue
        if not found.equals(frame):
            wrong.append(bit)
    return wrong


@pytest.mark.parametrize(("rows", "flips"), [(3000, 1500), (40, 500)])
def test_no_wrong_bit_is_accepted_with_other_values(rows: int, flips: int, tmp_path: Path) -> None:
    data = write_parquet(judgements(rows))
    bits = np.random.default_rng(SEED).choice(len(data) * 8, flips, replace=False)
    assert accepted_with_other_values(tmp_path / "x.parquet", data, bits) == []


@pytest.mark.slow
def test_no_wrong_bit_of_a_large_sample_is_accepted_with_other_values(tmp_path: Path) -> None:
    data = write_parquet(judgements(20_000))
    bits = np.random.default_rng(SEED + 1).choice(len(data) * 8, 6000, replace=False)
    assert accepted_with_other_values(tmp_path / "x.parquet", data, bits) == []


def test_every_wrong_bit_of_the_directory_is_refused_or_harmless(tmp_path: Path) -> None:
    """The end of the file holds the types, the places of the values and the checksum: each of its bits is tried."""
    data = write_parquet(judgements(12))
    length = int.from_bytes(data[-8:-4], "little")
    directory = np.arange((len(data) - 8 - length) * 8, len(data) * 8)
    assert accepted_with_other_values(tmp_path / "x.parquet", data, directory[::5]) == []


def test_a_wrong_checksum_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    data = write_parquet(judgements(40))
    for mark in (b"blake2b-content:", b"blake2b-file:"):
        place = data.index(mark) + len(mark)
        for offset in range(0, 64, 3):
            path.write_bytes(flipped(data, (place + offset) * 8))
            with pytest.raises(AdjudgeError, match="AJ054"):
                read(path)


def written_again(frame: pl.DataFrame, metadata: dict[str, str], path: Path) -> None:
    """What pyarrow does if a table is changed and written again: the metadata go along."""
    table = frame.to_arrow().replace_schema_metadata(metadata)
    pyarrow.parquet.write_table(table, path)


def test_a_file_that_another_program_wrote_again_is_verified_by_its_values(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(write_parquet(judgements(40)))
    frame = pl.read_parquet(path)
    written_again(frame, checksums(frame), path)
    assert read(path).frame.equals(frame)
    written_again(frame.head(39), checksums(frame), path)
    with pytest.raises(AdjudgeError, match=rf"AJ054 x\.parquet: the values are not (.*\n)*.*'{KEY}'"):
        read(path)


def test_content_that_would_end_the_process_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong size of a page makes the library ask for 2 EB, which ends a process; another process stands in for it."""
    path = tmp_path / "x.parquet"
    judgements(40).frame.write_parquet(path)
    assert len(read(path)) == 40
    monkeypatch.setattr(trial, "_SCRIPT", "import os; os.abort()")
    with pytest.raises(AdjudgeError, match=r"AJ003 x\.parquet cannot be read as Parquet \(its content is damaged"):
        read(path)


@pytest.mark.parametrize(
    "table",
    [
        judgements(30),
        Comparisons.check(pl.DataFrame({"system_a": ["A"], "system_b": ["é"], "outcome": ["tie"], "weight": [0.5]})),
        Texts.check(pl.DataFrame({"segment": ["1", "2"], "source": ["a", None], "A": [None, "b"], "B": ["", "\0"]})),
    ],
    ids=lambda table: table.noun,
)
def test_what_is_written_is_read_back(table: Ratings, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(write_parquet(table))
    assert read(path).frame.equals(table.frame)


def test_the_checksum_tells_apart_what_differs() -> None:
    frames = [
        pl.DataFrame({"a": ["xy", "z"], "b": ["", None]}),
        pl.DataFrame({"a": ["x", "yz"], "b": ["", None]}),
        pl.DataFrame({"a": ["xy", "z"], "b": [None, ""]}),
        pl.DataFrame({"b": ["xy", "z"], "a": ["", None]}),
        pl.DataFrame({"a": ["z", "xy"], "b": [None, ""]}),
        pl.DataFrame({"a": [1, 2]}),
        pl.DataFrame({"a": [1.0, 2.0]}),
        pl.DataFrame({"a": [1.0, None]}),
        pl.DataFrame({"a": [1.0, 0.0]}),
        pl.DataFrame({"a": ["1", "2"]}),
        pl.DataFrame({"a": [1, 2], "b": [1, 2]}),
    ]
    assert len({content_checksum(frame) for frame in frames}) == len(frames)


def test_the_checksum_does_not_depend_on_how_the_values_are_stored(tmp_path: Path) -> None:
    frame = judgements(3000).frame
    checksum = content_checksum(frame)
    for compression, size in (("uncompressed", 100), ("snappy", 1000), ("zstd", None)):
        frame.write_parquet(tmp_path / "x", compression=compression, row_group_size=size)  # type: ignore[arg-type]
        assert content_checksum(pl.read_parquet(tmp_path / "x")) == checksum
    assert content_checksum(pl.concat([frame.head(100), frame.tail(2900)], rechunk=False)) == checksum


def test_files_of_other_programs_are_read_without_their_other_columns(tmp_path: Path) -> None:
    frame = pl.DataFrame({"Model": ["A", "B"], "item": [1, 1], "stars": [4, 5], "junk": [[1], [2]]})
    frame.write_parquet(tmp_path / "x.parquet")
    table = read(tmp_path / "x.parquet", columns={"system": "model", "segment": "item", "score": "stars"})
    assert table.frame.select("system", "segment", "score").rows() == [("A", "1", 4.0), ("B", "1", 5.0)]
    (left_out,) = [finding for finding in table.findings if finding.code == "AJ101"]
    assert left_out.numbers["columns"] == ["junk"]


def panicking(tmp_path: Path) -> Path:
    """A file that makes the library panic, found by trial; the test needs one to show that nothing is printed."""
    frame = pl.DataFrame({"system": ["A", "B"] * 50, "segment": [str(n) for n in range(100)], "score": [1.0, 2.0] * 50})
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    data = buffer.getvalue()
    for bit in range(0, len(data) * 8, 3):
        try:
            with quiet_failure():
                pl.read_parquet(io.BytesIO(flipped(data, bit)))
        except pl.exceptions.PanicException:
            path = tmp_path / "bad.parquet"
            path.write_bytes(flipped(data, bit))
            return path
        except (pl.exceptions.PolarsError, OSError):
            continue
    pytest.skip("this version of the library does not panic")


def test_a_panic_of_the_library_prints_our_message_only(tmp_path: Path) -> None:
    path = panicking(tmp_path)
    script = "from adjudge.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "rank", str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("AJ003 bad.parquet cannot be read as Parquet")
    assert "panicked" not in done.stderr
    assert [line.split(":")[0].strip() for line in done.stderr.splitlines()[1:]] == ["expected", "how many", "to do"]


def test_what_is_printed_while_all_goes_well_is_not_lost() -> None:
    script = (
        "import os\nfrom adjudge.io.files.quiet import quiet_failure\n"
        "with quiet_failure():\n    os.write(2, b'kept ')\n"
        "try:\n    with quiet_failure():\n        os.write(2, b'dropped ')\n        raise ValueError\n"
        "except ValueError:\n    os.write(2, b'after')\n"
        "os.close(2)\nwith quiet_failure():\n    print('done')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stderr, done.stdout) == ("kept after", "done\n")
