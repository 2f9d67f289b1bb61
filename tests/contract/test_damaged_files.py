"""No content whatever makes a reader fail in a way it has no words for."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudge.cli.main import run
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.tables import AnyTable
from adjudge.io.delimited import read_rows
from adjudge.io.reading import read_file
from adjudge.io.registry import FORMATS
from adjudge.io.source import Source
from tests.contract.samples import SAMPLES as VALID


def as_parquet() -> bytes:
    buffer = io.BytesIO()
    pl.DataFrame({"system": ["A", "B"], "segment": ["1", "2"], "score": [1.0, 2.0]}).write_parquet(buffer)
    return buffer.getvalue()


PARQUET = as_parquet()


@st.composite
def damages(draw: st.DrawFn, content: bytes) -> bytes:
    """The content with some bytes changed, deleted, doubled or inserted."""
    data = bytearray(content)
    telling = st.sampled_from([bytes([byte]) for byte in b'",\n\r\t;[]{}:\\-.01eN\x00\xff ']) | st.binary(max_size=3)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(1, 12)))
        change = draw(st.sampled_from(["flip", "delete", "double", "insert", "cut"]))
        if change == "flip" and start < len(data):
            data[start] ^= 1 << draw(st.integers(0, 7))
        elif change == "delete":
            del data[start:end]
        elif change == "double":
            data[start:start] = data[start:end]
        elif change == "insert":
            data[start:start] = draw(telling)
        elif change == "cut":
            del data[start:]
    return bytes(data)


def reads_or_explains(path: Path, form: str | None = None) -> None:
    """Tables with rows, or problems with all their parts; any other exception is a fault of ours."""
    tables: tuple[AnyTable, ...] = ()
    problems: tuple[Problem, ...] = ()
    try:
        tables = read_file(path, format=form).tables
    except AdjudgeError as error:
        problems = error.problems
    assert bool(tables) != bool(problems)
    assert all(len(table) > 0 for table in tables)
    assert all(problem.what and problem.expected and problem.todo for problem in problems)


def test_there_is_a_valid_file_of_every_format(tmp_path: Path) -> None:
    assert {*VALID, "parquet"} == set(FORMATS)
    for name, content in VALID.items():
        (tmp_path / "x").write_text(content, newline="")
        assert read_file(tmp_path / "x").format == name


@pytest.mark.parametrize("name", VALID)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_to_a_file_is_read_or_explained(name: str, data: st.DataObject, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(data.draw(damages(VALID[name].encode())))
    reads_or_explains(path)
    reads_or_explains(path, name)


@pytest.mark.parametrize("content", [gzip.compress(VALID["csv"].encode(), mtime=0), gzip.compress(PARQUET, mtime=0)])
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_to_a_packed_file_is_explained(content: bytes, data: st.DataObject, tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(data.draw(damages(content)))
    reads_or_explains(path)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(length=st.integers(0, len(PARQUET) - 1))
def test_a_parquet_file_cut_short_is_explained(length: int, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(PARQUET[:length])
    with pytest.raises(AdjudgeError):
        read_file(path)


@pytest.mark.parametrize("content", [*(text.encode() for text in VALID.values()), PARQUET], ids=[*VALID, "parquet"])
def test_a_file_under_any_format_is_read_or_explained(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    for form in FORMATS:
        reads_or_explains(path, form)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(content=b"\x1f\x8b")
@example(content=b"PAR1PAR1")
@example(content=b"\xef\xbb\xbf{")
@example(content=b"[" * 5000)
@example(content=b'{"a":' * 5000)
def test_commands_end_with_a_message_whatever_the_content(content: bytes, tmp_path: Path) -> None:
    path, target = tmp_path / "x", tmp_path / "written.csv"
    path.write_bytes(content)
    for arguments in (["convert", str(path), str(target)], ["rank", str(path)]):
        assert run(arguments) == 2
    assert not target.exists()


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_commands_end_with_success_or_a_message_on_damaged_files(data: st.DataObject, tmp_path: Path) -> None:
    name = data.draw(st.sampled_from(["csv", "jsonl", "appraise", "wmt-da", "pair-counts"]))
    path = tmp_path / "x"
    path.write_bytes(data.draw(damages(VALID[name].encode())))
    assert run(["convert", str(path), str(tmp_path / "written.jsonl")]) in (0, 2)
    assert run(["rank", str(path)]) in (0, 2)


cells = st.text(st.sampled_from('ab,"\n\r é\t'), max_size=4)


@settings(max_examples=200)
@given(
    rows=st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=6),
    quoting=st.booleans(),
    ended=st.booleans(),
)
def test_delimited_text_is_read_as_the_standard_library_writes_it(
    rows: list[list[str]], quoting: bool, ended: bool
) -> None:
    text = io.StringIO()
    # Where nothing else asks for quotes the standard library leaves a carriage return bare.
    everything = quoting or any("\r" in cell for row in rows for cell in row)
    writer = csv.writer(text, quoting=csv.QUOTE_ALL if everything else csv.QUOTE_MINIMAL, lineterminator="\n")
    writer.writerows([["x", "y", "z"], *rows])
    content = text.getvalue() if ended else text.getvalue().removesuffix("\n")
    source = Source(Path("x.csv"), content.encode())
    frame = read_rows(source, ["x", "y", "z"])
    assert not source.problems
    assert [list(row[:3]) for row in frame.rows()] == rows
    # A row starts behind all line ends of the rows before it.
    starts = [2 + sum(cell.count("\n") for row in rows[:n] for cell in row) + n for n in range(len(rows))]
    assert frame["_line"].to_list() == starts
