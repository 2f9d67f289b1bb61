"""One bar, on a terminal only, and only for what takes long."""

from __future__ import annotations

import io
import sys
import time

import pytest

from adjudge.cli.output.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_printed_where_nobody_waits(capsys):
    with progress("Ranking", after=0) as report:
        time.sleep(0.05)
        report(0.5)
    assert capsys.readouterr() == ("", "")


# Standard error is replaced inside the tests: pytest puts its own back between a fixture and the test.


def test_quick_work_shows_no_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress("Ranking") as report:
        report(0.5)
    assert "Ranking" not in terminal.getvalue()


def test_slow_work_shows_what_is_done_and_how_far(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress("Ranking", after=0.01) as report:
        report(0.25)
        time.sleep(0.3)
    assert "Ranking" in terminal.getvalue()
    assert "25%" in terminal.getvalue()


def test_an_error_ends_the_bar(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())

    def fail() -> None:
        time.sleep(0.2)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), progress("Ranking", after=0):
        fail()
    before = terminal.getvalue()
    assert "Ranking" in before
    time.sleep(0.3)  # a bar that still runs draws ten times a second
    assert terminal.getvalue() == before
