"""Terminals of any encoding, outputs that are full, closed or no longer read, and bad settings of libraries.

These run the program as a user does: the state of standard streams cannot be changed inside of a test.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.cli.main import run

ROWS = "system,document,segment,annotator,score\n" + "".join(
    f"{system},d{n % 6},{n},p{n % 3},{50 + 3 * i + n % 7}\n"
    for n in range(24)
    for i, system in enumerate(["Ünïcode", "日本", "Д"])
)
VOTES = "system_a,system_b,outcome\n" + "Ünïcode,日本,a\n日本,Д,a\nД,Ünïcode,a\nÜnïcode,日本,tie\n" * 4
ADJUDGE = f'{shlex.quote(sys.executable)} -c "from adjudge.cli.main import main; main()"'

ASCII = {"PYTHONIOENCODING": "ascii"}
CP1252 = {"PYTHONIOENCODING": "cp1252"}
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ratings.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "votes.csv").write_text(VOTES, encoding="utf-8")
    return tmp_path


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `adjudge ...` in a shell."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHONIO", "PYTHONUTF8"))}
    done = subprocess.run(
        ["bash", "-c", line.replace("adjudge ", f"{ADJUDGE} ", 1)],
        cwd=folder,
        env=inherited | {"LC_ALL": "C.UTF-8"} | environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    said = done.stdout + done.stderr
    assert b"Traceback" not in said
    assert b"Internal error" not in said
    assert b"Exception ignored" not in said
    return done


@pytest.mark.parametrize("environment", [ASCII, CP1252], ids=["ascii", "cp1252"])
@pytest.mark.parametrize(
    "line",
    [
        "rank ratings.csv --pairs",
        "rank ratings.csv --recipe wmt-da --recipe recommended",
        "rank votes.csv --method mfas --opponents",
        "next-pairs votes.csv --count 3",
        "annotators votes.csv",
    ],
)
def test_what_a_terminal_cannot_show_is_replaced(line: str, environment: dict[str, str], folder: Path) -> None:
    done = shell(f"adjudge {line}", folder, **environment)
    assert done.returncode in {0, 2}, done.stderr
    encoding = environment.get("PYTHONIOENCODING", "ascii")
    said = (done.stdout + done.stderr).decode(encoding)
    if "annotators" not in line:
        assert r"\u65e5\u672c" in said
        assert ("Ünïcode" in said) == (encoding == "cp1252")


@pytest.mark.parametrize("environment", [ASCII, C_LOCALE], ids=["ascii", "c-locale"])
def test_columns_stay_aligned_where_names_are_replaced(environment: dict[str, str], folder: Path) -> None:
    done = shell("adjudge rank ratings.csv", folder, **environment)
    lines = done.stdout.decode("latin-1").splitlines()
    head = next(line for line in lines if line.lstrip().startswith("rank"))
    rows = [line for line in lines if r"\u" in line or "code" in line][:3]
    assert {len(row.rstrip()) for row in rows} <= {len(head.rstrip()), len(head.rstrip()) - len("letters") + 1}


@pytest.mark.parametrize("environment", [CP1252, C_LOCALE], ids=["cp1252", "c-locale"])
@pytest.mark.parametrize("form", ["json", "csv", "latex", "markdown"])
def test_output_for_programs_is_utf8_everywhere(form: str, environment: dict[str, str], folder: Path) -> None:
    here = shell(f"adjudge rank ratings.csv --{form}", folder, **environment)
    usual = shell(f"adjudge rank ratings.csv --{form}", folder)
    assert here.returncode == 0
    assert here.stdout == usual.stdout
    assert "日本" in here.stdout.decode("utf-8")
    if form == "json":
        json.loads(here.stdout)
    if form == "csv":
        assert len(list(csv.DictReader(io.StringIO(here.stdout.decode("utf-8"))))) == 3


@pytest.mark.parametrize("environment", [ASCII, C_LOCALE], ids=["ascii", "c-locale"])
@pytest.mark.parametrize(
    "line", ["--help", "rank --help", "rank --methods", "rank Дatei.csv", "rank ratings.csv --hide Щ"]
)
def test_help_and_messages_are_printed_on_any_terminal(line: str, environment: dict[str, str], folder: Path) -> None:
    done = shell(f"adjudge {line}", folder, **environment)
    assert done.returncode == (2 if "csv" in line else 0)
    (done.stdout + done.stderr).decode(environment.get("PYTHONIOENCODING", "ascii"))


def test_a_file_name_that_is_no_text_is_shown_in_escapes(folder: Path) -> None:
    name = os.fsdecode(b"\xff.csv")
    (folder / name).write_text(ROWS, encoding="utf-8")
    done = shell("adjudge rank $'\\xff.csv' --html page.html --json", folder)
    assert done.returncode == 0
    json.loads(done.stdout)
    assert (folder / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    "line", ["rank ratings.csv", "rank ratings.csv --json", "rank ratings.csv --csv", "rank --help", "--help"]
)
def test_a_full_output_is_refused_in_words(line: str, folder: Path) -> None:
    done = shell(f"adjudge {line} > /dev/full", folder)
    assert done.returncode == 2
    assert b"AJ022 the result cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize(
    "line", ["rank ratings.csv > /dev/full 2> /dev/full", "rank missing.csv 2> /dev/full", "rank missing.csv 2>&-"]
)
def test_a_full_or_closed_error_stream_keeps_the_exit_code(line: str, folder: Path) -> None:
    assert shell(f"adjudge {line}", folder).returncode == 2


@pytest.mark.parametrize(
    "line", ["rank ratings.csv >&-", "rank votes.csv --json >&-", "rank votes.csv >&- 2>&- <&-", "--help >&-"]
)
def test_a_closed_output_takes_nothing_and_is_no_error(line: str, folder: Path) -> None:
    done = shell(f"adjudge {line}", folder)
    assert done.returncode == 0


def test_nothing_is_printed_into_a_file_that_takes_the_place_of_a_closed_output(folder: Path) -> None:
    assert shell("adjudge convert ratings.csv written.csv >&- 2>&-", folder).returncode == 0
    assert (folder / "written.csv").read_text("utf-8").count("\n") == ROWS.count("\n")
    assert "rows of ratings" not in (folder / "written.csv").read_text("utf-8")


@pytest.mark.parametrize("line", ["rank ratings.csv", "rank ratings.csv --json", "rank --help", "rank --methods"])
def test_a_reader_that_leaves_ends_the_command_quietly(line: str, folder: Path) -> None:
    done = shell(f"adjudge {line} | true; exit ${{PIPESTATUS[0]}}", folder)
    assert done.returncode == 128 + 13  # what a shell makes of SIGPIPE
    assert done.stderr == b""


@pytest.mark.parametrize("value", ["0", "-1", "abc", "1000000", "²"])
def test_bad_numbers_of_threads_are_refused(value: str, folder: Path) -> None:
    done = shell("adjudge rank ratings.csv", folder, POLARS_MAX_THREADS=value)
    assert done.returncode == 2
    assert b"AJ059 the environment variable POLARS_MAX_THREADS is" in done.stderr


@pytest.mark.parametrize("name", ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"])
@pytest.mark.parametrize("value", ["abc", "0"])
def test_other_settings_of_threads_do_not_matter(name: str, value: str, folder: Path) -> None:
    assert shell("adjudge rank ratings.csv", folder, **{name: value}).returncode == 0


def test_an_empty_number_of_threads_is_unset(folder: Path) -> None:
    done = shell("adjudge rank ratings.csv --json", folder, POLARS_MAX_THREADS="")
    assert (done.returncode, done.stderr) == (0, b"")


def test_machine_output_goes_to_a_stream_that_takes_text_only(folder: Path) -> None:
    taken = io.StringIO()
    with contextlib.redirect_stdout(taken):
        assert run(["rank", str(folder / "ratings.csv"), "--json"]) == 0
    assert json.loads(taken.getvalue())["systems"]
