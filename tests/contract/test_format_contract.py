"""The table of formats in the documentation is true, row by row: detected, read, written and tested as it says."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from adjudge.core.tables import Comparisons, MetricScores, Ratings, Spans, Table, Texts
from adjudge.io.detecting import detect
from adjudge.io.reading import read_file
from adjudge.io.registry import FOLDERS, FORMATS
from adjudge.io.source import open_source
from adjudge.io.writing import WRITERS, write
from tests.contract.planted_faults import good_ratings, good_votes
from tests.contract.released import FILES, DataFile
from tests.contract.samples import SAMPLES
from tools.generate_reference import REFERENCE, endings_of, released_in

ROW = re.compile(r"\| `(?P<name>\w[\w-]+)` \| .+ \| (?P<author>.+) \| (?P<gives>.+) \| (?P<written>.+) \| .+ \|")


def rows() -> dict[str, re.Match[str]]:
    page = (REFERENCE / "formats.md").read_text(encoding="utf-8")
    table = page.partition("<!-- begin formats -->")[2].partition("<!-- end formats -->")[0]
    return {match["name"]: match for match in ROW.finditer(table)}


def test_every_format_has_a_row_that_says_who_writes_it() -> None:
    assert list(rows()) == [*FORMATS, *FOLDERS]
    assert all(row["author"].strip() for row in rows().values())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_read_as_its_row_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(SAMPLES[name], newline="")
    assert detect(open_source(path)).name == name
    said = rows()[name]["gives"].split(", ")
    given = [table.noun for table in read_file(path).tables]
    assert given
    assert set(given) <= set(said)


def test_what_is_tested_on_releases_is_released(data_file: DataFile) -> None:
    for name in FORMATS:
        for folder in released_in(name):
            [file, *_] = [path for path, held in FILES.items() if held.format == name and path.startswith(folder)]
            assert read_file(data_file(file)).format == name


def table_for(form: str) -> Table:
    """Something that a format can hold."""
    if form == "mtme-domain-scores":
        frame = pl.DataFrame({"metric": "m", "system": ["A", "B"] * 2, "domain": ["x", "x", "y", "y"], "score": 1.5})
        return MetricScores.check(frame)
    if form in ("mtme-ratings", "mtme-standalone"):
        return Spans.check(
            pl.DataFrame(
                {
                    "annotator": "r",
                    "system": ["A", "B"] * 2,
                    "document": "d",
                    "segment": ["1", "1", "2", "2"],
                    "start": [0, 1, 0, 2],
                    "end": [1, 2, 2, 3],
                    "severity": "minor",
                    "category": "Fluency",
                }
            )
        )
    return Comparisons.check(good_votes()) if form == "jsonl" else Ratings.check(good_ratings())


@pytest.mark.parametrize("ending", WRITERS)
def test_what_is_written_is_read_as_the_same_format(ending: str, tmp_path: Path) -> None:
    form = WRITERS[ending].format
    assert ending in endings_of(form)
    assert f"`{ending}`" in rows()[form]["written"]
    texts = Texts.check(
        pl.DataFrame({"document": "d", "segment": ["1", "2"], "source": "abc", "A": "abcdef", "B": "ghijkl"})
    )
    path = tmp_path / f"en-de.x{ending}"
    write(table_for(form), path, texts)
    assert read_file(path).format == form


def test_only_formats_with_a_writer_are_said_to_be_written() -> None:
    written = {name for name, row in rows().items() if row["written"] != "no"}
    assert written == {writer.format for writer in WRITERS.values()} | set(FOLDERS)
