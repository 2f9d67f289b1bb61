from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest

from adjudge.core.findings import Finding
from adjudge.reporting.tables import (
    MISSING,
    compare_rankings,
    latex_escape,
    printable,
    ranking_csv,
    ranking_latex,
    ranking_table,
    rankings_latex,
    table_csv,
)
from adjudge.reporting.terminal import print_ranking, ranking_text, table_text
from tests.unit.reporting.builder import HOSTILE, ranking


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_stand_between_clusters_only():
    assert ranking_table(ranking([["A"], ["B", "C"], ["D"]])).lines == {1, 3}
    assert ranking_table(ranking([["A", "B"]])).lines == frozenset()


def test_cells_of_a_rating_table():
    table = ranking_table(ranking([["A"], ["B", "C"]]))

    assert [heading.text for heading in table.headings] == ["rank", "range", "system", "raw", "z", "n", "N"]
    assert table.rows[0] == ("1", "1", "A", "89.0", "0.500", "1,001", "2,001")
    assert table.rows[2] == ("3", "2-3", "C", "87.0", "-1.500", "1,003", "2,003")


def test_unknown_raw_scores_have_no_column_in_text_and_are_empty_in_csv():
    result = ranking([["A"], ["B"]], raw=False)

    assert "raw" not in [heading.text for heading in ranking_table(result).headings]
    rows = list(csv.DictReader(io.StringIO(ranking_csv(result))))
    assert [row["raw"] for row in rows] == ["", ""]
    assert [row["z"] for row in rows] == ["0.5", "-0.5"]
    assert "A & 0.500" in ranking_latex(result)


def test_comparisons_show_what_they_are_ordered_by():
    headings = [h.text for h in ranking_table(ranking([["A"], ["B"]], raw=False, kind="comparisons")).headings]

    assert headings == ["rank", "range", "system", "score", "n", "N"]


def test_headings_are_escaped_for_latex():
    result = ranking([["A"], ["B"]])
    with_sets = replace(result, systems=tuple(replace(s, set_low=1, set_high=2) for s in result.systems))

    assert r"95\% set" in ranking_latex(with_sets)


def test_no_negative_zero():
    result = ranking([["A"], ["B"]])
    result = replace(result, systems=tuple(replace(s, z=-0.0001) for s in result.systems))

    assert [row[4] for row in ranking_table(result).rows] == ["0.000", "0.000"]


def test_csv_keeps_names_exactly():
    names = [*HOSTILE, 'say "x", y', "line\nbreak"]
    rows = list(csv.DictReader(io.StringIO(ranking_csv(ranking([names])))))

    assert [row["system"] for row in rows] == names


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


def test_signature_is_one_line_and_findings_follow():
    finding = Finding("AJ209", "warning", "Lines may be drawn too easily.", todo="give the documents")
    result = ranking([["A"], ["B"]], findings=(finding,), padding="x" * 200)
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


def test_rankings_side_by_side_in_the_order_of_the_truth():
    results = {"one": ranking([["A"], ["B", "C"]]), "two": ranking([["C"], ["A"]])}
    table = compare_rankings(results, truth=["B", "A", "C"])

    assert [heading.text for heading in table.headings] == ["system", "truth", "one", "range", "two", "range"]
    assert table.rows == (
        ("B", "1", "2", "2-3", MISSING, MISSING),
        ("A", "2", "1", "1", "2", "2"),
        ("C", "3", "3", "2-3", "1", "1"),
    )
    assert [row[0] for row in compare_rankings(results).rows] == ["A", "B", "C"]
    assert "—" in table_text(table)


def test_columns_of_a_file_have_different_names():
    table = compare_rankings({"one": ranking([["A"]]), "two": ranking([["A"]])})

    assert table_csv(table).splitlines()[0] == "system,one,one range,two,two range"


@pytest.mark.parametrize(
    ("letters", "shown"),
    [("abcdefgh", True), ("abcdefghi", False), ("a2b2c2d2e2f2g2h2", True), ("", False)],
)
def test_letters_are_printed_while_they_can_be_read(letters, shown):
    result = ranking([["A"], ["B"]])
    first, second = result.systems
    result = replace(result, systems=(replace(first, letters=letters), second))

    assert ("letters" in [heading.text for heading in ranking_table(result).headings]) is shown


def test_labels_of_several_latex_tables_differ():
    one = ranking([["A"], ["B"]])

    assert rankings_latex({"wmt-da": one}) == ranking_latex(one)
    latex = rankings_latex({"recommended (davidson)": one, "my recipes/One.toml": one})
    assert re.findall(r"\\label\{(.*)\}", latex) == [
        "tab:ranking-recommended-davidson",
        "tab:ranking-my-recipes-one-toml",
    ]


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a_b & 50%", r"a\_b \& 50\%"),
        ("#1 {x}$", r"\#1 \{x\}\$"),
        ("~^\\", r"\textasciitilde{}\textasciicircum{}\textbackslash{}"),
        ("<s>|`", r"\textless{}s\textgreater{}\textbar{}\textasciigrave{}"),
        ("a--b---c", "a-{}-b-{}--c"),
        ("Online-A", "Online-A"),
    ],
)
def test_latex_escapes(text, escaped):
    assert latex_escape(text) == escaped


def test_latex_has_rules_between_clusters():
    body = ranking_latex(ranking([["A"], ["B", "C"], ["D"]])).splitlines()
    rules = [i for i, line in enumerate(body) if line == r"\midrule"]
    rows = [i for i, line in enumerate(body) if re.match(r"\d+ & ", line)]

    assert len(rows) == 4
    assert rules == [rows[0] - 1, rows[1] - 1, rows[3] - 1]
    assert body[rows[2]] == r"3 & 2--3 & C & 87.0 & $-1.500$ & 1,003 & 2,003 \\"


def test_latex_caption_states_counts_test_and_signature():
    result = ranking([["a_b"], ["B"]])
    latex = ranking_latex(result, label="tab:x")

    assert "$n$ = 1,001 to 1,002 segments each, $N$ = 4,003 judgements in all." in latex
    assert "one-sided rank-sum test on segment means, level 0.05" in latex
    signature = str(result.signature).replace("|", r"\textbar{}\allowbreak{}")
    assert rf"\texttt{{{signature}}}" in latex
    assert r"\label{tab:x}" in latex


def test_latex_has_as_many_cells_as_columns_whatever_the_names():
    latex = ranking_latex(ranking([HOSTILE]))
    rows = [line for line in latex.splitlines() if re.match(r"\d+ & ", line)]

    assert len(rows) == len(HOSTILE)
    assert all(len(re.findall(r"(?<!\\)&", row)) == 6 for row in rows)
