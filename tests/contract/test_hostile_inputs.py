"""Whatever is given, a command ends within bounds: done, or explained in four parts; nothing else is ever printed."""

from __future__ import annotations

import re
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

from adjudge.cli.main import run
from tests.contract.hostile_inputs import ARGUMENTS, CHANGES
from tests.contract.planted_faults import good_ratings, good_votes
from tests.contract.samples import SAMPLES

SECONDS: Final = 20
MEMORY: Final = 4 * 2**30
PROBLEM: Final = r"AJ\d{3} \S.*\n {6}expected: \S.*\n( {6}how many: .*\d.*\n)? {6}to do:    \S.*\n"
SPANS: Final = "system,segment,severity,annotator\n" + "".join(
    f"{system},{n},{severity},r{n % 2}\n"
    for n in range(12)
    for system, severity in (("A", "minor"), ("B", "major" if n % 3 else "no-error"))
)


@contextmanager
def bounded() -> Iterator[None]:
    """Stop what takes too long, and refuse what took too much memory."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 < MEMORY


def ends_well(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> int:
    """Run a command: it is done, or it explains; the file descriptors are watched, so a library's cries are seen."""
    with bounded():
        code = run(arguments)
    captured = capfd.readouterr()
    told = captured.out + captured.err
    assert code in (0, 2), f"{arguments}: exit {code}\n{told}"
    assert "Traceback" not in told
    assert "panicked" not in told
    if code == 2:
        assert captured.out == "", arguments
        assert re.fullmatch(f"({PROBLEM})+", captured.err), f"{arguments}\n{captured.err}"
    return code


def test_the_corpus_is_large_enough() -> None:
    assert len(SAMPLES) * len(CHANGES) + len(ARGUMENTS) >= 300


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_went_wrong_is_read_or_explained(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, written = tmp_path / "hostile", tmp_path / "written.csv"
    for change in CHANGES.values():
        content = change(SAMPLES[name])
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if ends_well(["convert", str(path), str(written)], capfd) == 0:
            written.unlink()
            ends_well(["rank", str(path)], capfd)
        assert [left.name for left in tmp_path.iterdir()] == ["hostile"]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_arguments_that_nobody_should_give_are_explained(
    arguments: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "folder"
    folder.mkdir()
    good_ratings().write_csv(tmp_path / "ratings.csv")
    good_votes().write_csv(tmp_path / "votes.csv")
    (tmp_path / "spans.csv").write_text(SPANS)
    files = {"RATINGS": "ratings.csv", "VOTES": "votes.csv", "SPANS": "spans.csv", "FOLDER": "folder"}
    typed = re.sub("RATINGS|VOTES|SPANS|FOLDER", lambda match: files[match[0]], arguments)
    before = sorted(tmp_path.rglob("*"))
    if ends_well(typed.split(), capfd) == 2:
        assert sorted(tmp_path.rglob("*")) == before
