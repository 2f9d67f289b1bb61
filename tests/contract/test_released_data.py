"""Every released file is read as what it is, whatever its name, and no file is forgotten."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from adjudge.io.detecting import detect
from adjudge.io.reading import read_file
from adjudge.io.registry import FORMATS
from adjudge.io.source import open_source
from tests.contract.released import FILES, DataFile, plain

#: Not there by its licence; made by ourselves; for measuring metrics, which nothing reads yet.
NOT_RELEASED = ("human-parity-2018/", "faults/", "wmt20-metrics/", "wmt23-he-en/")
each_file = pytest.mark.parametrize("name", FILES)


def test_no_file_of_the_data_is_unknown(data_dir: Path) -> None:
    found = {
        path.relative_to(data_dir).as_posix()
        for path in data_dir.rglob("*")
        if path.is_file() and path.name not in {"README.md", "expected.json"}
    }
    unknown = {name for name in found - set(FILES) if not name.startswith(NOT_RELEASED)}
    assert not unknown
    assert not set(FILES) - found


@each_file
def test_a_file_gives_its_tables(name: str, data_file: DataFile) -> None:
    path = data_file(name)
    reading = read_file(path)
    assert reading.format == FILES[name].format
    assert FORMATS[reading.format].gives[: len(reading.tables)] == tuple(part.noun for part in reading.tables)
    assert {part.noun: len(part) for part in reading.tables} == {
        noun: count(path) for noun, count in FILES[name].tables.items()
    }


@each_file
def test_exactly_one_format_claims_a_file_whatever_its_name(name: str, data_file: DataFile, tmp_path: Path) -> None:
    content = plain(data_file(name)).encode()
    (tmp_path / "1").write_bytes(content)
    (tmp_path / "2").write_bytes(gzip.compress(content, compresslevel=1))
    for copy in ("1", "2"):
        source = open_source(tmp_path / copy)
        assert [form.name for form in FORMATS.values() if form.detect(source)] == [FILES[name].format]
        assert detect(source).name == FILES[name].format
