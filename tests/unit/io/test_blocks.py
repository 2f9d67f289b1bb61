"""A file read in blocks gives the same rows and the same errors as one read at once, and needs less memory."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudge.core import memory as core_memory
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.io import records
from adjudge.io.delimited import read_rows
from adjudge.io.files import memory, stored
from adjudge.io.reading import read
from adjudge.io.source import MAX_LINE, Source, open_source

HEADER = "system,segment,score,text\n"
NAMES = ["system", "segment", "score", "text"]


class Rows(NamedTuple):
    """What was read: names, rows, and problems of single lines."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    reported: tuple[Problem, ...]


def outcome(source: Source, *, quoted: bool = True, keep: list[str] | None = None) -> object:
    """Rows and lines, or problems: everything that a reader can see."""
    try:
        frame = read_rows(source, NAMES, header=False, quoted=quoted, keep=keep)
    except AdjudgeError as error:
        return error.problems
    return Rows(frame.columns, frame.rows(), tuple(source.problems))


pieces = st.sampled_from(
    ["a", "é", ",", ",,,", '"', '""', "\n", "\r\n", "\n\n", " ", "A,1,5,x\n", 'B,"2",6,"two\nlines"\r\n', '"c""d"']
)


@settings(max_examples=300)
@given(parts=st.lists(pieces, max_size=30), size=st.integers(1, 40), quoted=st.booleans())
@example(parts=['B,"2",6,"two\nlines"\r\n', "\n", "A,1,5,x\n", "a", "\n", '"'], size=3, quoted=True)
@example(parts=['B,"2",6,"two\nlines"\r\n', 'B,"2",6,"two\nlines"\r\n'], size=9, quoted=True)
def test_blocks_of_any_size_give_what_the_whole_file_gives(parts: list[str], size: int, quoted: bool) -> None:
    data = "".join(parts).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "PIECE", max(len(data), 1))
        whole = outcome(Source(Path("x.csv"), data), quoted=quoted)
        patch.setattr(stored, "PIECE", size)
        assert outcome(Source(Path("x.csv"), data), quoted=quoted) == whole


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    parts=st.lists(pieces | st.sampled_from(["\0", "\udcff"]), min_size=1, max_size=30),
    size=st.integers(1, 40),
    packed=st.booleans(),
)
def test_a_file_on_disk_gives_what_its_content_gives(parts: list[str], size: int, packed: bool, tmp_path: Path) -> None:
    """Wrong bytes, NUL bytes and blank files included; what differs is when they are found."""
    data = "".join(parts).encode("utf-8", "surrogateescape")
    path = tmp_path / "x.csv"
    path.write_bytes(gzip.compress(data) if packed else data)

    def opened() -> object:
        try:
            return outcome(open_source(path))
        except AdjudgeError as error:
            return error.problems

    whole = opened()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "HEAD", 3)
        patch.setattr(stored, "PIECE", size)
        assert opened() == whole


@settings(max_examples=100)
@given(parts=st.lists(pieces, max_size=20), size=st.integers(1, 40))
def test_columns_that_are_not_kept_change_nothing_else(parts: list[str], size: int) -> None:
    data = "".join(parts).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "PIECE", size)
        everything = outcome(Source(Path("x.csv"), data))
        some = outcome(Source(Path("x.csv"), data), keep=["score", "system"])
    if not isinstance(everything, Rows):
        assert some == everything
        return
    assert everything.columns == [*NAMES, "_line"]
    expected = [(row[0], row[2], row[4]) for row in everything.rows]
    assert some == Rows(["system", "score", "_line"], expected, everything.reported)


def test_a_large_file_is_read_in_blocks_and_its_lines_are_right(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    row = 'A,{n},5,"a text,\nof two lines {pad}"\n'
    rows = [row.format(n=n, pad="x" * 300) for n in range(40_000)]
    rows[30_000] = "A,30000,bad,short\n"
    path.write_text(HEADER + "".join(rows))
    assert path.stat().st_size > stored.PIECE
    with pytest.raises(AdjudgeError) as caught:
        read(path)
    # The header, 30,000 rows of two lines each, and then this one.
    assert "line 60002, column score: 'bad'" in caught.value.problems[0].what
    assert caught.value.problems[0].count == "1 of 40,000 lines (line 60002)"


@pytest.mark.parametrize(
    ("wrong", "code", "words"),
    [
        ('A,1,5,"open\n', "AJ011", "line 100002: a quote is opened and not closed"),
        ("A,1,5,a\0b\n", "AJ005", "line 100002: there is a NUL byte"),
        ("A,1,5," + "x" * (MAX_LINE + 1) + "\n", "AJ006", "line 100002 has 1,048,583 bytes"),
        ("A,1,5\n", "AJ009", "line 100002 has 3 fields"),
        ('A,1,5,a"b\n', "AJ011", "line 100002: a quote is out of place"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_what_is_wrong_far_down_is_found(wrong: str, code: str, words: str, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    rows = "".join(f"A,{n},5,{n * 7919 % 104729} some text that is long enough\n" for n in range(200_000)).splitlines(
        True
    )
    rows[100_000:100_000] = [wrong]
    data = (HEADER + "".join(rows)).encode()
    assert len(data) > stored.HEAD
    path.write_bytes(gzip.compress(data, 1) if packed else data)
    with pytest.raises(AdjudgeError) as caught:
        read(path)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert words in caught.value.problems[0].what


def test_wrong_bytes_far_down_are_found_and_counted(tmp_path: Path) -> None:
    good = b"A,%d,5,some text that is long enough for a row\n"
    rows = [good % n for n in range(200_000)]
    rows[100_000] = b"A,x,5,caf\xe9\n"
    rows[150_000] = b"A,y,5,caf\xe9\n"
    (tmp_path / "x.csv").write_bytes(HEADER.encode() + b"".join(rows))
    with pytest.raises(AdjudgeError) as caught:
        read(tmp_path / "x.csv")
    (problem,) = caught.value.problems
    assert problem.what == "x.csv, line 100002: the byte 0xe9 is not UTF-8"
    assert problem.count == "2 lines"


def test_a_row_without_end_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "PIECE", 100)
    monkeypatch.setattr(records, "MAX_RECORD", 1000)
    closed = HEADER + 'A,1,5,"' + "some text\n" * 200 + '"\n'
    with pytest.raises(AdjudgeError, match="the row that begins on line 2 has more than 1,000 bytes"):
        read_rows(Source(Path("x.csv"), closed.encode()), NAMES)
    with pytest.raises(AdjudgeError, match="line 2: a quote is opened and not closed"):
        read_rows(Source(Path("x.csv"), closed.removesuffix('"\n').encode()), NAMES)


def test_a_gzip_file_that_grows_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "SMALL", 1 << 23)
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress(HEADER.encode() + b"A,1,5,x\n" * 2_000_000))
    with pytest.raises(AdjudgeError) as caught:
        read(path)
    (problem,) = caught.value.problems
    assert problem.code == "AJ051"
    assert f"{path.stat().st_size:,} bytes" in problem.what
    assert "200 times" in problem.expected


def test_what_does_not_fit_into_memory_is_refused_with_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"system": "A", "segment": "1", "score": 5}\n' * 1_000_000)  # 44 MB, 704 MB of memory
    monkeypatch.setattr(memory, "available_memory", lambda: 300_000_000)
    with pytest.raises(AdjudgeError) as caught:
        read(path)
    (problem,) = caught.value.problems
    assert problem.code == "AJ050"
    assert problem.what == "x.jsonl needs about 0.7 GB of memory to be read, and 0.3 GB are free"
    assert problem.count == "44 MB to be held"


def test_columns_that_do_not_fit_are_refused_by_the_first_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.csv"
    path.write_text(HEADER + "A,1,5,x\n" * 2_000_000)
    monkeypatch.setattr(memory, "available_memory", lambda: 100_000_000)
    with pytest.raises(AdjudgeError, match=r"AJ050 x\.csv needs about"):
        read(path)


def test_the_free_memory_is_the_smallest_that_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit, used, info = tmp_path / "memory.max", tmp_path / "memory.current", tmp_path / "meminfo"
    info.write_text("MemTotal: 9000 kB\nMemAvailable:    5000 kB\n")
    monkeypatch.setattr(core_memory, "_MEMINFO", info)
    monkeypatch.setattr(core_memory, "_GROUPS", tmp_path)
    assert core_memory.available_memory() == 5000 * 1024
    limit.write_text("max\n")
    used.write_text("500\n")
    assert core_memory.available_memory() == 5000 * 1024
    limit.write_text("4500\n")
    assert core_memory.available_memory() == 4000
    # 300 of the 500 bytes are files that were read, 100 of these held by programs.
    (tmp_path / "memory.stat").write_text("anon 200\nfile 300\nshmem 100\n")
    assert core_memory.available_memory() == 4200
    used.write_text("9000\n")
    assert core_memory.available_memory() == 0


@pytest.mark.parametrize("options", [{}, {"columns": {"score": "score"}}, {"format": "csv"}])
def test_a_large_file_of_ours_is_never_held_as_a_whole(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Detection looks at the head only; a format whose test asks for all of the data would break this."""

    def refuse(_: Source) -> bytes:
        raise AssertionError

    monkeypatch.setattr(stored, "HEAD", 1 << 16)
    monkeypatch.setattr(Source, "data", property(refuse))
    path = tmp_path / "x.csv"
    path.write_text(HEADER + "".join(f"A,{n},5,some text\n" for n in range(10_000)))
    assert len(read(path, **options)) == 10_000


def test_columns_that_are_left_out_are_named_and_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("system,mood,segment,score,text\nA,fine,1,5,long\nB,bad,1,6,longer\n")
    table = read(path)
    (left_out,) = [finding for finding in table.findings if finding.code == "AJ101"]
    assert left_out.numbers["columns"] == ["mood", "text"]
    assert isinstance(table.frame, pl.DataFrame)
    assert table.frame.columns == ["annotator", "session", "system", "document", "segment", "kind", "score"]
