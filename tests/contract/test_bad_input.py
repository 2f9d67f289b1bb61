"""Whatever is wrong with a file, both reading commands explain it, exit with 2 and write nothing.

A message says what is wrong and where, what was expected, how many lines are concerned if lines are, and what to do.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudge
from adjudge.cli.main import run
from tests.contract.broken_files import CORPUS, GOOD, HEADER, MIXED, Bad, line, row
from tools.catalogues import all_entries


def write(bad: Bad, path: Path) -> None:
    if callable(bad.content):
        bad.content(path)
    else:
        path.write_bytes(bad.content if isinstance(bad.content, bytes) else bad.content.encode())


def command(name: str, path: Path, *options: str) -> list[str]:
    target = [str(path.with_name("written.csv"))] if name == "convert" else []
    return [name, str(path), *target, *options]


def require_parts(message: str, codes: str) -> None:
    """Every problem has its code and its parts, a count only of something, and nothing else is printed."""
    assert "Traceback" not in message
    pattern = r"(AJ\d{3}) \S.*\n {6}expected: \S.*\n( {6}how many: .*\d.*\n)? {6}to do:    \S.*\n"
    assert re.fullmatch(f"({pattern})+", message), message
    assert re.findall(r"^AJ\d{3}", message, re.MULTILINE) == codes.split()
    assert not re.search(r"`\w+=", message), "an option is spelled as in Python"
    assert not re.search(r"how many: [01] (path|file|place|name|value|argument|parameter)\b(?!,)", message), "filler"


@pytest.mark.parametrize("name", ["rank", "convert"])
@pytest.mark.parametrize("case", CORPUS)
def test_broken_input_is_explained_and_nothing_is_written(
    case: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = CORPUS[case]
    path = tmp_path / bad.name
    write(bad, path)
    before = sorted(tmp_path.iterdir())
    assert run(command(name, path, *bad.options)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    require_parts(captured.err, bad.codes)
    for words in bad.says:
        assert words in captured.err
    if not bad.options:
        assert bad.name in captured.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "case", ["truncated gzip", "a judgement twice", "a pipe", "broken Parquet", "an unclosed quote"]
)
@pytest.mark.parametrize("name", ["rank", "convert"])
def test_a_real_process_exits_with_two(case: str, name: str, tmp_path: Path) -> None:
    bad = CORPUS[case]
    path = tmp_path / bad.name
    write(bad, path)
    script = "from adjudge.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, *command(name, path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    require_parts(done.stderr, bad.codes)
    assert [p.name for p in tmp_path.iterdir()] == [bad.name]


def test_the_corpus_meets_every_error_that_reading_knows() -> None:
    met = {code for bad in CORPUS.values() for code in bad.codes.split()}
    met |= {"AJ018", "AJ020", "AJ022", "AJ023"}  # their own tests below
    met |= {"AJ024"}  # on reading results back, not files
    reading = {entry.code for entry in all_entries() if "AJ001" <= entry.code < "AJ030"}
    assert not reading - met


def test_all_problems_of_a_file_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.csv"
    lines = [row(score="good"), row(score="120"), row(kind="unknown"), row(system=""), "too,short", row(score="nan")]
    path.write_text(GOOD + "\n".join(lines) + "\n" + GOOD.split("\n")[2] + "\n")
    assert run(command("rank", path)) == 2
    message = capsys.readouterr().err
    require_parts(message, "AJ009 AJ012 AJ015 AJ014 AJ013 AJ013 AJ016")
    for place in (
        "line 14, column score: 'good'",
        "line 15, column score: 120",
        "line 16, column kind",
        "line 17, column",
    ):
        assert place in message
    assert "line 18 has 2 fields" in message
    assert "line 19, column score: nan" in message


def test_all_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text(line(3, row(score="x")))
    assert run(["rank", str(first), str(second), str(tmp_path / "third.csv")]) == 2
    message = capsys.readouterr().err
    require_parts(message, "AJ012 AJ001 AJ001")


def test_a_message_stays_four_lines_whatever_it_quotes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad\udcff\n\x1b[31m.csv"
    path.write_text('system,"seg\nment","sc\x1b[0more"\nA,1,5\n')
    assert run(command("rank", path)) == 2
    message = capsys.readouterr().err
    require_parts(message, "AJ007")
    assert "seg\\nment" in message
    assert "\x1b" not in message


def test_several_language_pairs_need_a_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mixed.csv"
    path.write_text(MIXED)
    assert run(command("rank", path)) == 2
    message = capsys.readouterr().err
    require_parts(message, "AJ018")
    assert "mixed.csv holds several language pairs: eng-deu (2 rows), eng-ces (2 rows)" in message
    assert "--pair eng-deu" in message
    assert run(["convert", str(path), str(tmp_path / "ces.csv"), "--pair", "ENG-CES"]) == 0
    assert len(adjudge.read(tmp_path / "ces.csv")) == 2


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings, counts, means = tmp_path / "ratings.csv", tmp_path / "counts.txt", tmp_path / "means.txt"
    ratings.write_text(GOOD)
    counts.write_text("A B 1 2 3\n")
    means.write_text('[1] "ann0"\n[1] 50\n[1] 10\n')
    for files in ([ratings, counts], [ratings, ratings], [counts, means]):
        assert run(["convert", *map(str, files), str(tmp_path / "out.csv")]) == 2
        require_parts(capsys.readouterr().err, "AJ023")
    assert not (tmp_path / "out.csv").exists()


def test_means_must_belong_to_the_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    scores, means = tmp_path / "scores.csv", tmp_path / "means.txt"
    scores.write_text(header + "".join(f"h w{n % 2} en de i h A r SYSTEM {n} 0.{n}7 1\n" for n in range(4)))
    for content, reason in (
        ('[1] "w0"\n[1] 50\n[1] 10\n', "w1 has no mean"),
        ('[1] "w0"\n[1] 50\n[1] 10\n[1] "w1"\n[1] 50\n[1] NA\n', "w1 has no mean"),
        ('[1] "w0"\n[1] 50\n[1] 10\n[1] "w1"\n[1] 50\n[1] 9\n[1] "w1"\n[1] 51\n[1] 9\n', "w1 has two different"),
        ('[1] "w0"\n[1] 99\n[1] 90\n[1] "w1"\n[1] 50\n[1] 9\n', "w0 would get raw scores outside"),
    ):
        means.write_text(content)
        assert run(["convert", str(scores), str(means), str(tmp_path / "out.csv")]) == 2
        message = capsys.readouterr().err
        require_parts(message, "AJ023")
        assert reason in message


def test_a_table_of_another_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "means.txt"
    path.write_text('[1] "ann0"\n[1] 50\n[1] 10\n')
    for arguments in (["rank", str(path)], command("convert", path), [*command("convert", path), "--table", "spans"]):
        assert run(arguments) == 2
        require_parts(capsys.readouterr().err, "AJ020")
    (tmp_path / "good.csv").write_text(GOOD)
    assert run([*command("convert", tmp_path / "good.csv"), "--table", "spans"]) == 2
    require_parts(capsys.readouterr().err, "AJ020")


@pytest.mark.parametrize("target", ["absent/out.csv", "folder.csv", "pipe.csv", "x" * 300 + ".csv"])
def test_what_cannot_be_written_leaves_nothing(target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    before = sorted(tmp_path.rglob("*"))
    assert run(["convert", str(tmp_path / "good.csv"), str(tmp_path / target)]) == 2
    require_parts(capsys.readouterr().err, "AJ022")
    assert sorted(tmp_path.rglob("*")) == before


def test_an_ending_that_names_no_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    for name in ("out.xlsx", "out", "out.parquet.gz"):
        assert run(["convert", str(tmp_path / "good.csv"), str(tmp_path / name)]) == 2
        require_parts(capsys.readouterr().err, "AJ040")
    assert [p.name for p in tmp_path.iterdir()] == ["good.csv"]


def test_an_old_file_survives_a_failed_conversion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, target = tmp_path / "bad.csv", tmp_path / "written.csv"
    bad.write_text(line(3, row(score="x")))
    target.write_text("old")
    assert run(["convert", str(bad), str(target)]) == 2
    capsys.readouterr()
    assert target.read_text() == "old"


@pytest.fixture
def ordinary_user() -> Iterator[Path]:
    """A folder that everyone may look into, seen by someone whom permissions bind."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "good.csv").write_text(GOOD)
        # Load everything that a command needs while we still may.
        run(["rank", str(folder / "good.csv")])
        run(["convert", str(folder / "good.csv"), str(folder / "warm.csv")])
        (folder / "warm.csv").unlink()
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(user)


def test_permissions_are_respected(ordinary_user: Path, capsys: pytest.CaptureFixture[str]) -> None:
    locked = ordinary_user / "good.csv"
    user = os.geteuid()
    os.seteuid(os.getuid())
    locked.chmod(0)
    os.seteuid(user)
    capsys.readouterr()
    for name in ("rank", "convert"):
        assert run(command(name, locked)) == 2
        message = capsys.readouterr().err
        require_parts(message, "AJ003")
        assert "good.csv cannot be read: Permission denied" in message


ACCEPTED = {
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "CRLF": GOOD.replace("\n", "\r\n").encode(),
    "byte order mark and CRLF": b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(),
    "CR": GOOD.replace("\n", "\r").encode(),
    "gzip": gzip.compress(GOOD.encode()),
    "no last line end": GOOD.rstrip("\n").encode(),
    "blank lines": ("\n\n" + GOOD.replace("\n", "\n  \n") + "\n\n").encode(),
    "quoted fields": "".join('"' + text.replace(",", '","') + '"\n' for text in GOOD.splitlines()).encode(),
    "capitals and blanks in the header": GOOD.replace("system,document", " System ,Document", 1).encode(),
    "blanks around numbers": GOOD.replace(",50\n", ", 50 \n").encode(),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_harmless_differences_are_accepted(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, other = tmp_path / "good.csv", tmp_path / "other.csv"
    good.write_text(GOOD)
    other.write_bytes(ACCEPTED[case])
    for path in (good, other):
        assert run(["convert", str(path), str(path.with_suffix(".out.csv"))]) == 0
    assert other.with_suffix(".out.csv").read_bytes() == good.with_suffix(".out.csv").read_bytes()
    capsys.readouterr()


def test_an_unknown_column_is_left_out_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.csv"
    path.write_text("".join(f"{text},{'mood' if n == 0 else 'fine'}\n" for n, text in enumerate(GOOD.splitlines())))
    assert run(command("convert", path)) == 0
    captured = capsys.readouterr()
    assert "AJ101" in captured.err
    assert "mood" in captured.err
    assert path.with_name("written.csv").read_text().startswith(HEADER)
