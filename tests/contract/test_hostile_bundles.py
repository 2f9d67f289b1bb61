"""Bundles that somebody damaged or made to do harm are refused in words, and write nothing outside."""

from __future__ import annotations

import io
import json
import os
import stat
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.cli.main import run
from tests.builders import campaign

Entries = list[tuple[zipfile.ZipInfo | str, bytes]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("good")
    adjudge.write(campaign([0, 6], documents=4, length=2), folder / "judgements.csv")
    adjudge.bundle(folder / "judgements.csv", folder / "b.zip", recipes=["wmt-da"])
    return (folder / "b.zip").read_bytes()


def entries(content: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def packed(held: Entries, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of names that occur twice
        with zipfile.ZipFile(out, "w", compression) as archive:
            for name, content in held:
                archive.writestr(name, content)
    return out.getvalue()


def with_entry(name: zipfile.ZipInfo | str, content: bytes = b"x") -> Callable[[bytes], bytes]:
    return lambda good: packed([*entries(good), (name, content)])


def link() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo("data/link.csv")
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def stored_name(name: bytes) -> Callable[[bytes], bytes]:
    """An entry whose name only a program that writes bytes by hand gives."""

    def change(good: bytes) -> bytes:
        content = with_entry("Z" * len(name))(good)
        return content.replace(b"Z" * len(name), name)

    return change


def manifest(change: Callable[[dict[str, Any]], None]) -> Callable[[bytes], bytes]:
    def changed(good: bytes) -> bytes:
        held = dict(entries(good))
        data = json.loads(held["manifest.json"])
        change(data)
        return packed(list((held | {"manifest.json": json.dumps(data).encode()}).items()))

    return changed


def replaced(content: bytes) -> Callable[[bytes], bytes]:
    return lambda good: packed(list((dict(entries(good)) | {"manifest.json": content}).items()))


def without_manifest(good: bytes) -> bytes:
    return packed([(name, content) for name, content in entries(good) if name != "manifest.json"])


def in_a_folder(good: bytes) -> bytes:
    return packed([(f"bundle/{name}", content) for name, content in entries(good)])


def update(place: str, value: object) -> Callable[[bytes], bytes]:
    """The manifest with another value at `files.0.path` or the like."""

    def change(data: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
        inner: Any = data
        for part in way:
            inner = inner[part]
        inner[last] = value

    return manifest(change)


#: What somebody did to a good bundle, and words that the error must hold.
HARM: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "text": (lambda _: b"system,segment,score\n", "is not a zip file"),
    "empty": (lambda _: b"", "is not a zip file"),
    "truncated": (lambda good: good[: len(good) // 2], "is not a zip file"),
    "end cut off": (lambda good: good[:-30], "zip file"),
    "no entries": (lambda _: packed([]), "holds no manifest.json"),
    "middle damaged": (lambda good: good[:200] + bytes(300) + good[500:], "cannot be unpacked"),
    "bomb": (with_entry("data/zeros.csv", bytes(1 << 27)), "would become"),
    "up": (with_entry("../evil.txt"), "leads out of the bundle"),
    "up inside": (with_entry("data/../../evil.txt"), "leads out of the bundle"),
    "absolute": (with_entry("/tmp/evil.txt"), "outside of the bundle"),
    "drive": (with_entry("C:/evil.txt"), "outside of the bundle"),
    "backslash": (stored_name(b"..\\evil.txt"), "backslash"),
    "nul": (stored_name(b"evil.txt\0.csv"), "control character"),
    "newline": (with_entry("evil\n.txt"), "control character"),
    "dot": (with_entry("data/./evil.txt"), "no name of a file"),
    "link": (with_entry(link(), b"/etc/passwd"), "is a link"),
    "twice": (with_entry("results/check.json"), "more than once"),
    "twice by case": (with_entry("README.MD"), "more than once"),
    "file as folder": (with_entry("README.md/evil.txt"), "cannot be unpacked"),
    "other compression": (lambda good: packed(entries(good), zipfile.ZIP_LZMA), "compressed in a way"),
    "encrypted": (lambda good: good.replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"), "is encrypted"),
    "no manifest": (without_manifest, "holds no manifest.json"),
    "in a folder": (in_a_folder, "the bundle is in the folder 'bundle'"),
    "manifest no JSON": (replaced(b"{"), "it is not JSON"),
    "manifest not text": (replaced(b"\xff\xfe\x00"), "it is not JSON"),
    "manifest deep": (replaced(b"[" * 100_000), "nested too deeply"),
    "manifest a list": (replaced(b"[]"), "it is no object"),
    "other schema": (update("schema", "adjudge.bundle/2"), "is of the schema 'adjudge.bundle/2'"),
    "no schema": (update("schema", None), "is of the schema 'None'"),
    "no files": (update("files", None), "has no 'files'"),
    "file outside": (update("files.0.path", "../../etc/passwd"), "leads out of the bundle"),
    "absolute file": (update("files.0.path", "/etc/passwd"), "outside of the bundle"),
    "role": (update("files.0.role", "virus"), "unknown role"),
    "size": (update("files.0.bytes", -1), "has no 'bytes'"),
    "reads outside": (update("reading.files", ["/etc/passwd"]), "not among its data"),
    "reads up": (update("reading.files", ["data/../../secret.csv"]), "not among its data"),
    "reads nothing": (update("reading.files", []), "names no files"),
    "reading unknown": (update("reading.surprise", 1), "not known"),
    "reading typed": (update("reading.pair", 7), "has no 'pair'"),
    "no analyses": (update("analyses", []), "holds no analysis"),
    "analysis kind": (update("analyses.0.analysis", "delete"), "unknown kind"),
    "analysis recipe": (update("analyses.0.recipe", "/etc/passwd"), "which is no recipe"),
    "analysis result": (update("analyses.0.result", "manifest.json"), "which is no result"),
    "analysis weights": (update("analyses.0.weights", "data/judgements.csv"), "which is no weights"),
    "analysis seed": (update("analyses.0.seed", "0"), "has no 'seed'"),
    "analysis claims": (update("analyses.0.claims", {"surprise": 1}), "'claims' that cannot be used"),
    "analysis settings": (update("analyses.0.settings", {"covariates": 5}), "'settings' that cannot be used"),
    "analysis unknown": (update("analyses.0.surprise", 1), "not known"),
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything that is written, temporary files too, in sight."""
    (tmp_path / "work").mkdir()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@pytest.mark.parametrize("name", HARM)
def test_a_harmful_bundle_is_refused_and_leaves_nothing(
    name: str, good: bytes, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harm, words = HARM[name]
    content = harm(good)
    assert content != good
    (place / "work/b.zip").write_bytes(content)
    assert run(["reproduce", "b.zip"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("AJ068 ")
    assert words in said.err
    assert "expected:" in said.err
    assert "to do:" in said.err
    assert sorted(path.relative_to(place).as_posix() for path in place.rglob("*")) == [
        "temporary",
        "work",
        "work/b.zip",
    ]


def test_the_bundle_that_is_harmed_is_good(good: bytes, place: Path) -> None:
    (place / "work/b.zip").write_bytes(good)
    assert run(["reproduce", "b.zip"]) == 0
    assert list((place / "temporary").iterdir()) == []
    (place / "work/b.zip").write_bytes(packed([("results/", b""), *entries(good)], zipfile.ZIP_STORED))
    assert run(["reproduce", "b.zip"]) == 0  # packed again by another program


def test_a_full_disk_is_known_before_anything_is_unpacked(good: bytes, place: Path, monkeypatch, capsys) -> None:
    (place / "work/b.zip").write_bytes(good)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=100))
    assert run(["reproduce", "b.zip"]) == 2
    assert "100 bytes are free" in capsys.readouterr().err


def test_links_and_devices_in_a_folder_are_refused(good: bytes, tmp_path: Path) -> None:
    for number, make in enumerate((lambda path: path.symlink_to("/etc/passwd"), os.mkfifo)):
        folder = tmp_path / str(number)
        with zipfile.ZipFile(io.BytesIO(good)) as archive:
            archive.extractall(folder)
        make(folder / "data/other.csv")
        with pytest.raises(adjudge.InputError, match=r"AJ068 .* 'data/other\.csv'"):
            adjudge.reproduce(folder)
    folder = tmp_path / "linked"
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        archive.extractall(folder)
    (folder / "data").rename(tmp_path / "elsewhere")
    (folder / "data").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(adjudge.InputError, match="is a link"):
        adjudge.reproduce(folder)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["no-such.zip"], "AJ001", "does not exist"),
        (["sub/folder"], "AJ001", "does not exist"),
        (["."], "AJ068", "holds no manifest.json"),
        (["knowles-lo-202"], "AJ040", "or the path of a bundle"),
    ],
)
def test_what_is_no_bundle_is_explained(arguments, code, words, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.delenv("ADJUDGE_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    assert run(["reproduce", *arguments, *(["--data", "."] if code == "AJ040" else [])]) == 2
    said = capsys.readouterr().err
    assert said.startswith(code)
    assert words in said


@settings(max_examples=60)
@given(data=st.data())
def test_damage_anywhere_is_refused_or_named(good: bytes, data: st.DataObject, tmp_path_factory) -> None:
    """Any few bytes changed: an error in words, or figures that differ, or (in what no reader uses) no difference."""
    content = bytearray(good)
    for at in data.draw(st.lists(st.integers(0, len(good) - 1), min_size=1, max_size=4)):
        content[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("damaged") / "b.zip"
    path.write_bytes(content)
    try:
        rows = adjudge.reproduce(path).rows
    except adjudge.AdjudgeError as error:
        problems = error.problems
    else:
        same = entries(bytes(content)) == entries(good)
        assert same or any(row.status == "different" for row in rows)
        return
    assert all(problem.expected and problem.todo for problem in problems)
