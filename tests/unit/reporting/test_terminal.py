from __future__ import annotations

import io

from adjudge.core.findings import Finding
from adjudge.ranking.orders import Rankings
from adjudge.reporting.printed_tables import printable
from adjudge.reporting.ranking_tables import compare_rankings
from adjudge.reporting.terminal import print_comparison, print_ranking, ranking_text, table_text
from tests.unit.reporting.builder import HOSTILE, ranking

FINDING = Finding("AJ209", "warning", "Lines may be drawn too easily.", todo="give the documents")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_plain_text_has_lines_between_clusters_and_no_escape_codes():
    text = ranking_text(ranking([["A"], ["B", "C"]])).splitlines()

    rules = [i for i, line in enumerate(text) if set(line.strip()) == {"-"}]
    assert rules == [0, 2, 4, 7]
    assert text[3].split() == ["1", "1", "A", "89.0", "0.500", "1,001", "2,001"]
    assert not any("\x1b" in line or line != line.rstrip() for line in text)


def test_plain_text_cuts_nothing():
    name = "x" * 300

    assert name in ranking_text(ranking([[name, "B"]]))


def test_names_are_no_markup_and_cannot_move_the_cursor():
    text = ranking_text(ranking([[*HOSTILE, "\x1b[31mred\r\n"]]))

    assert all(name in text for name in HOSTILE)
    assert "\x1b" not in text
    assert printable("a\x1b[2Jb\n") == "a\ufffd[2Jb\ufffd"


def test_the_signature_is_one_line_and_findings_follow():
    result = ranking([["A"], ["B"]], findings=(FINDING,), padding="x" * 200)
    text = ranking_text(result)

    assert f"signature {result.signature}\n" in text
    assert "warning  AJ209  Lines may be drawn too easily.\n" in text
    assert "To do: give the documents\n" in text


def test_colours_on_a_terminal_only(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    result = ranking([["A"], ["B"]])
    terminal, file = Terminal(), io.StringIO()
    print_ranking(result, file=terminal)
    print_ranking(result, file=file)

    assert "\x1b[" in terminal.getvalue()
    assert file.getvalue() == ranking_text(result)


def test_several_rankings_are_printed_with_their_departures_and_each_finding_once():
    results = {"one": ranking([["A"], ["B"]], findings=(FINDING,)), "two": ranking([["B"], ["A"]], findings=(FINDING,))}
    out = io.StringIO()
    print_comparison(Rankings(results), file=out)

    assert out.getvalue().startswith(table_text(compare_rankings(results)))
    assert (
        "two compared with one: Kendall's tau -1.000, 2 systems move (B from 2 to 1, A from 1 to 2).\n"
        in out.getvalue()
    )
    assert "\nFindings of both rankings:\n" in out.getvalue()
    assert out.getvalue().count("Lines may be drawn too easily.") == 1
