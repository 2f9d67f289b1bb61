"""No command writes over what it reads, or over what somebody else wrote; every option that names a target is tried."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import COMMANDS, run
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.core.errors import AdjudgeError
from adjudge.io.writing import WRITERS
from tests.builders import campaign

SRC = Path(adjudge.__file__).parent
#: A command line for each target: `IN` is a file that the command reads, which must not be written.
LINES = {
    ("rank", "--html"): "rank IN --html TARGET",
    ("report", "--out"): "report IN -o TARGET",
    ("stability", "--html"): "stability IN --html TARGET",
    ("compare", "--html"): "compare IN other.csv --html TARGET",
    ("annotators", "--html"): "annotators IN --html TARGET",
    ("context", "--html"): "context IN --html TARGET",
    ("origin", "--html"): "origin other.csv --origin IN --html TARGET",
    ("composition", "--html"): "composition IN --html TARGET",
    ("documents", "--html"): "documents other.csv --texts IN --html TARGET",
    ("pseudo-annotation", "--html"): "pseudo-annotation other.csv --metrics IN --html TARGET",
    ("datasheet", "--new"): "datasheet IN --new TARGET",
    ("plan", "--out"): "plan IN --out TARGET",
    ("plan", "--appraise"): "plan IN --appraise TARGET",
    ("plan", "--pearmut"): "plan IN --pearmut TARGET",
    ("plan", "--mturk"): "plan IN --mturk TARGET",
    ("plan", "--store"): "plan IN --compare --store TARGET",
    ("plan", "--html"): "plan IN --html TARGET",
    ("power", "--svg"): "power --pilot IN --svg TARGET",
    ("power", "--html"): "power --pilot IN --html TARGET",
    ("bundle", "--out"): "bundle IN -o TARGET",
    ("convert", "OUT"): "convert IN TARGET",
    ("rank", "recipe"): "rank other.csv --recipe IN --html TARGET",
    ("rank", "weights"): "rank other.csv --weights IN --html TARGET",
    ("bundle", "recipe"): "bundle other.csv --recipe IN -o TARGET",
}
#: Targets that are folders, with the name of a file that is written into them.
FOLDERS = {
    ("report", "--figures"): ("report IN --figures .", "captions.md"),
    ("report", "--tables"): ("report IN --tables .", "coverage.csv"),
    ("datasheet", "--out"): ("datasheet IN -o .", "datasheet.md"),
    ("plan", "--figures"): ("plan IN --compare --campaigns 1 --figures .", "captions.md"),
}
#: Commands that read nothing.
WITHOUT_INPUT = {("demo", "--out"), ("simulate", "out"), ("plan", "--new")}
#: Who may open a file for writing: the writer, the store that goes on, and what unpacks and packs in temporary folders.
WRITERS_OF_FILES = {
    "io/writing.py",
    "io/all_or_nothing.py",
    "planning/comparing_designs/store.py",
    "io/bundles/opening.py",
    "io/bundles/packing.py",
    "papers/bundles/writing.py",
    "papers/bundles/staging.py",
    "papers/bundles/planning.py",
    "cli/output/streams.py",
}
OPENS = re.compile(
    r"\.(write_text|write_bytes|write_csv|write_parquet|write_ndjson|sink_\w+|mkdir|touch|savefig)\([^)\n]"
    r"|open\([^)\n]*[\"'][rb]?[wax+]|ZipFile\([^)\n]*\"w|copyfile|\.(mkdir|rename)\(\)"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    adjudge.write(campaign([0, 9]), "other.csv")
    return tmp_path


def targets() -> Iterator[tuple[str, str]]:
    for name, (module, _) in COMMANDS.items():
        command = import_module(module).command
        assert isinstance(command, PlacesFirst), name
        for parameter in command.params:
            if isinstance(parameter.type, Target):
                yield name, parameter.opts[-1]


def test_every_target_of_every_command_is_tried_here() -> None:
    assert set(targets()) <= LINES.keys() | FOLDERS.keys() | WITHOUT_INPUT


def test_nothing_else_opens_a_file_for_writing() -> None:
    found = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.py")
        if any(OPENS.search(line) for line in path.read_text(encoding="utf-8").splitlines())
    }
    texts = {path for path in found if path.startswith(("cli", "reporting")) or path.endswith("own/parquet.py")}
    assert found - texts <= WRITERS_OF_FILES
    for path in texts - WRITERS_OF_FILES:  # frames become text or bytes in memory
        lines = (SRC / path).read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if OPENS.search(line) and "safe_frame" not in line and "buffer" not in line]


def same(source: Path) -> Path:
    return source


def spelled(source: Path) -> Path:
    return Path(f".//{source.name}")


def symbolic(source: Path) -> Path:
    link = source.with_name(f"symbolic{source.suffix}")
    link.symlink_to(source.name)
    return link


def hard(source: Path) -> Path:
    link = source.with_name(f"hard{source.suffix}")
    os.link(source, link)
    return link


@pytest.mark.parametrize("link", [same, spelled, symbolic, hard])
@pytest.mark.parametrize("which", LINES)
def test_no_command_writes_over_what_it_reads(
    which: tuple[str, str], link: Callable[[Path], Path], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder / ("input.zip" if which[0] == "bundle" else "input.csv")
    shutil.copy("other.csv", source)
    before = source.read_bytes()
    target = link(source)
    names = {"IN": source.name, "TARGET": str(target)}
    assert run([names.get(word, word) for word in LINES[which].split()]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("AJ040")
    assert "would be read and overwritten" in said.err
    assert said.out == ""
    assert source.read_bytes() == before


@pytest.mark.parametrize("which", FOLDERS)
def test_no_folder_of_results_takes_the_place_of_what_is_read(
    which: tuple[str, str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line, name = FOLDERS[which]
    if which[0] == "plan":
        assert run(["plan", "--new", "example"]) == 0
        for path in (folder / "example").iterdir():
            path.rename(folder / path.name)
        Path("campaign.toml").rename(name)
    else:
        shutil.copy("other.csv", name)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    capsys.readouterr()
    assert run([name if word == "IN" else word for word in line.split()]) == 2
    assert f"AJ040 '{name}' would be read and overwritten" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


@pytest.mark.parametrize("option", ["--html", "--pearmut", "--mturk"])
def test_what_a_campaign_names_is_read_too(option: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--new", "example"]) == 0
    text = folder / "example" / "source.en.txt"
    before = text.read_bytes()
    capsys.readouterr()
    assert run(["plan", "example/campaign.toml", option, str(text)]) == 2
    assert text.read_bytes() == before


def test_a_file_in_a_folder_that_is_read_is_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = campaign([0, 9])
    adjudge.write(table, folder / "set.mtme")
    inside = next(path for path in (folder / "set.mtme").rglob("*") if path.is_file())
    (folder / "link.csv").symlink_to(inside)
    before = inside.read_bytes()
    for target in (inside, folder / "link.csv"):
        assert run(["rank", "set.mtme", "--html", str(target)]) == 2
        assert "would be read and overwritten" in capsys.readouterr().err
    assert inside.read_bytes() == before


def test_the_python_interface_refuses_the_same(folder: Path) -> None:
    shutil.copy("other.csv", "in.zip")
    with pytest.raises(AdjudgeError, match=r"AJ040 'in\.zip' would be read and overwritten"):
        adjudge.bundle("in.zip", "in.zip")


@pytest.mark.parametrize(
    "line",
    [
        "rank other.csv --html mine.txt",
        "report other.csv -o mine.txt",
        "power --effect .45 --svg mine.txt",
        "bundle other.csv -o mine.zip",
        "convert other.csv mine.csv",
        "simulate mine.csv",
    ],
)
def test_what_somebody_else_wrote_is_named_and_kept(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / next(word for word in line.split() if word.startswith("mine"))
    target.write_text("system,segment,score,remark\nA,1,50,years of work\n")
    before = target.read_bytes()
    assert run(line.split()) == 2
    said = capsys.readouterr()
    assert re.match(rf"AJ022 .*{target.name} exists, and nothing in it says that Adjudge wrote it", said.err)
    assert said.out == ""
    assert target.read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"other.csv", target.name}


@pytest.mark.parametrize("content", [b"PK\x03\x04broken", b"PAR1broken", b"\x1f\x8bbroken", b"\xff\x00", b"{", b"\n"])
def test_what_cannot_be_read_is_somebody_elses(
    content: bytes, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / "mine.zip"
    target.write_bytes(content)
    assert run(["bundle", "other.csv", "-o", "mine.zip"]) == 2
    assert capsys.readouterr().err.startswith("AJ022 mine.zip exists")
    assert target.read_bytes() == content


def test_what_adjudge_wrote_is_replaced_by_a_later_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--new", "example"]) == 0
    lines = [
        "rank other.csv --html page.html",
        "report other.csv -o page.html --figures paper --tables paper",
        "power --effect .45 --svg chart.svg --html power.html",
        "bundle other.csv -o one.zip",
        "datasheet other.csv -o sheet",
        "simulate made.csv --ratings 300",
        "simulate made.jsonl.gz --ratings 300",
        "simulate made.parquet --ratings 300 --protocol rankings",
        "plan example/campaign.toml --pearmut pearmut.json --mturk hits.csv --html plan.html",
    ]
    for line in lines:
        for _ in range(2):
            assert run(line.split()) == 0, (line, capsys.readouterr().err)


@pytest.mark.parametrize("ending", WRITERS)
def test_every_format_that_is_written_is_known_again(ending: str, tmp_path: Path) -> None:
    spans: dict[str, object] = {
        "annotator": "a",
        "session": "s",
        "source_lang": "en",
        "target_lang": "de",
        "system": "A",
        "document": "d",
    }
    rows = [
        spans | {"segment": n, "start": 0, "end": 1, "severity": "minor", "category": "x", "marked": "y"}
        for n in (1, 2)
    ]
    tables = [campaign([0, 9]), adjudge.Spans.check(pl.DataFrame(rows), source="rows")]
    written = 0
    for table in tables:
        for _ in range(2):
            try:
                adjudge.write(table, tmp_path / f"{table.noun[:3]}{ending}")
                written += 1
            except AdjudgeError as error:
                assert error.problems[0].code in {"AJ020", "AJ040"}, error  # noqa: PT017 - this table is not for it
    assert written in {0, 2, 4}


@pytest.mark.parametrize("line", ["rank other.csv --html {}", "convert other.csv {}", "simulate {} --ratings 500"])
def test_judgements_that_look_like_ours_are_never_replaced(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The columns of the documentation, in their order: they may be typed by hand."""
    mine = folder / "mine.csv"
    mine.write_text("annotator,session,system,document,segment,kind,score\na,s,A,d,1,system,50\n")
    before = mine.read_bytes()
    assert run(line.format(mine.name).split()) == 2
    assert "AJ022 mine.csv exists" in capsys.readouterr().err
    assert mine.read_bytes() == before


def test_the_same_table_again_loses_nothing(folder: Path) -> None:
    assert run(["convert", "other.csv", "again.csv"]) == 0
    first = Path("again.csv").read_bytes()
    assert run(["convert", "other.csv", "again.csv"]) == 0
    assert Path("again.csv").read_bytes() == first
    assert run(["simulate", "drawn.csv", "--ratings", "500"]) == 0
    assert run(["simulate", "drawn.csv", "--ratings", "500", "--seed", "2"]) == 0  # its truth says what it is
