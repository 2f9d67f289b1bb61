from __future__ import annotations

import re
from dataclasses import replace

import pytest

from adjudge.reporting.files.latex_text import latex_escape
from adjudge.reporting.files.rankings import ranking_latex, rankings_latex
from tests.unit.reporting.builder import HOSTILE, cycle, ranking


def test_rules_stand_between_clusters():
    body = ranking_latex(ranking([["A"], ["B", "C"], ["D"]])).splitlines()
    rules = [i for i, line in enumerate(body) if line == r"\midrule"]
    rows = [i for i, line in enumerate(body) if re.match(r"\d+ & ", line)]

    assert len(rows) == 4
    assert rules == [rows[0] - 1, rows[1] - 1, rows[3] - 1]
    assert body[rows[2]] == r"3 & 2--3 & C & 87.0 & $-1.500$ & 1,003 & 2,003 \\"


def test_open_places_are_ranges():
    assert "1--3 & " in ranking_latex(cycle())


def test_headings_are_escaped():
    result = ranking([["A"], ["B"]])
    with_sets = replace(result, systems=tuple(replace(s, set_low=1, set_high=2) for s in result.systems))

    assert r"95\% set" in ranking_latex(with_sets)


def test_the_caption_states_counts_test_and_signature():
    result = ranking([["a_b"], ["B"]])
    latex = ranking_latex(result, label="tab:x")

    assert "($n$ = 1,001 to 1,002 segments per system, $N$ = 4,003 judgements in total)" in latex
    assert "one-sided rank-sum test on segment means" in latex
    signature = str(result.signature).replace("|", r"\textbar{}\allowbreak{}")
    assert rf"\texttt{{{signature}}}" in latex
    assert r"\label{tab:x}" in latex


def test_labels_of_several_tables_differ():
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
        ("a--b---c", r"a-\/-b-\/-\/-c"),  # two hyphens would become a dash
        ("Online-A", "Online-A"),
    ],
)
def test_escapes(text, escaped):
    assert latex_escape(text) == escaped


def test_there_are_as_many_cells_as_columns_whatever_the_names():
    latex = ranking_latex(ranking([HOSTILE]))
    rows = [line for line in latex.splitlines() if re.match(r"\d+ & ", line)]

    assert len(rows) == len(HOSTILE)
    assert all(len(re.findall(r"(?<!\\)&", row)) == 6 for row in rows)
