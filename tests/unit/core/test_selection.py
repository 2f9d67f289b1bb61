"""Conditions on rows: how they are written, which rows meet them, and what is refused."""

from __future__ import annotations

import contextlib

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.errors import AdjudgeError, UsageError
from adjudge.core.selecting.conditions import Condition, parse_condition, parse_where
from adjudge.core.selecting.groups import MOST_GROUPS, groups_of
from adjudge.core.selecting.selection import require_blind, select, selection_choices
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans

TABLE = Ratings.check(
    pl.DataFrame(
        {
            "annotator": ["anna", "anna", "ben", "ben", None],
            "session": ["s"] * 5,
            "document": ["a, b", "c", "c", 'say "no"', "d"],
            "system": ["x", "y", "x", "y", "x"],
            "segment": ["1", "2", "3", "4", "5"],
            "score": [10.0, 20, 30, 40, 50],
            "position": [0, 1, 2, None, 50],
            "domain": ["news", "News", None, "speech", "law"],
        }
    )
)


def rows(where) -> list[str]:
    """The segments of the rows that meet conditions: "1" is the first row."""
    return select(TABLE, where).frame["segment"].to_list()


def problem(where, table=TABLE, **options):
    with pytest.raises(AdjudgeError) as caught:
        select(table, where, **options)
    [one] = caught.value.problems
    return one


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("domain=news", ["1"]),
        (" domain = news , law ", ["1", "5"]),
        ("domain!=news", ["2", "3", "4", "5"]),
        ("domain!=news,law", ["2", "3", "4"]),
        ("domain=", ["3"]),
        ("domain!=", ["1", "2", "4", "5"]),
        ("domain=,speech", ["3", "4"]),
        ('document="a, b"', ["1"]),
        ('document="say ""no"""', ["4"]),
        ('document=say "no"', ["4"]),
        ("position<2", ["1", "2"]),
        ("position<=2", ["1", "2", "3"]),
        ("position>=2", ["3", "5"]),
        ("position>2", ["5"]),
        ("position=50", ["5"]),
        ("position=5e1", ["5"]),
        ("position=", ["4"]),
        ("kind=system", ["1", "2", "3", "4", "5"]),
        ("scope=segment", ["1", "2", "3", "4", "5"]),  # without the column every row judges a segment
        (["annotator=anna", "domain=News"], ["2"]),
        ({"annotator": "anna"}, ["1", "2"]),
        ({"annotator": ["anna", None]}, ["1", "2", "5"]),
        ({"document": "a, b"}, ["1"]),  # values of a mapping stand for themselves
        ({"position": 50, "domain": "law"}, ["5"]),
        (None, ["1", "2", "3", "4", "5"]),
        ([], ["1", "2", "3", "4", "5"]),
    ],
)
def test_rows_that_meet_conditions(where, expected):
    assert rows(where) == expected


VALUES = st.lists(st.none() | st.text(min_size=1, max_size=8), min_size=1, max_size=4, unique=True)


@given(st.sampled_from(["domain", "document"]), st.sampled_from(["=", "!="]), VALUES)
def test_a_condition_is_read_as_it_is_written(column, sign, values):
    condition = Condition(column, sign, tuple(values))
    assert parse_condition(str(condition)) == condition


@given(st.text(max_size=20))
def test_any_text_is_a_condition_or_refused_in_our_words(text):
    with contextlib.suppress(UsageError):  # anything else would be no message to a user
        condition = parse_condition(text)
        assert condition.column.strip() == condition.column != ""


@pytest.mark.parametrize("text", ["", "news", "=news", "<3", "!domain", "position<", "position<1,2", "position>,"])
def test_what_is_no_condition_is_refused(text):
    assert problem(text).code == "AJ040"


@pytest.mark.parametrize("where", [{"domain": []}, {"domain": {"a": 1}}, {"domain": [["news"]]}, [3]])
def test_values_of_other_types_are_refused(where):
    assert problem(where).code == "AJ040"


def test_an_unknown_column_is_refused_with_those_that_are_there():
    found = problem("domian=news", source="j.csv")
    assert found.code == "AJ055"
    assert found.what.startswith("there is no column 'domian' in j.csv, which `where=` names; columns found: ")
    assert found.what.endswith(" annotator, session, system, document, segment, score, position, domain")
    assert "did you mean 'domain'?" in found.todo
    assert '`columns={"domain": "topic"}`' in problem("topic=sport").todo


def test_a_column_of_the_table_that_the_data_does_not_have_is_refused():
    assert problem("criterion=adequacy").code == "AJ055"


def test_a_value_that_never_occurs_is_refused_with_those_that_do():
    table = select(TABLE, "domain!=")
    found = problem("domain=nwes", table)
    assert found.code == "AJ056"
    assert (
        found.what == "the column 'domain' never holds 'nwes'; it holds 'News' (1), 'law' (1), 'news' (1), 'speech' (1)"
    )
    assert "did you mean 'news'?" in found.todo or "did you mean 'News'?" in found.todo
    assert found.count == "4 rows"


@pytest.mark.parametrize("where", ["domain=sport", "domain!=sport", "domain=news,sport", "position=3", "session="])
def test_a_slip_never_gives_other_rows(where):
    assert problem(where).code == "AJ056"


def test_a_bound_that_no_row_meets_is_refused_with_the_range():
    found = problem("position>50")
    assert found.code == "AJ056"
    assert "the column 'position' holds values from 0 to 50" in found.what


def test_conditions_that_no_row_meets_together_are_refused_with_how_many_meet_each():
    found = problem(["annotator=anna", "domain=law"])
    assert found.code == "AJ056"
    assert found.what.endswith("annotator=anna (2 rows), domain=law (1 row)")


def test_text_has_no_size_and_words_are_no_numbers():
    assert problem("domain<news").code == "AJ055"
    assert problem("position=first").code == "AJ040"
    assert problem("position<first").code == "AJ040"
    assert problem("position<nan").code == "AJ040"


def test_a_finding_says_how_many_rows_of_how_many():
    [finding] = [one for one in select(TABLE, ["annotator=anna", "position<1"]).findings if one.code == "AJ160"]
    assert finding.text == "1 of 5 rows are used, those with 'annotator=anna' and 'position<1'."
    assert finding.numbers == {"kept": 1, "rows": 5, "where": ["annotator=anna", "position<1"]}


def test_the_table_remembers_its_conditions_once():
    twice = select(select(TABLE, "annotator=anna"), ["annotator=anna", "position<1"])
    assert [str(one) for one in twice.conditions] == ["annotator=anna", "position<1"]
    assert selection_choices(twice) == {"where": "annotator=anna&position<1"}
    assert selection_choices(TABLE) == {}


def test_a_signature_stays_one_line_with_its_own_separators():
    table = TABLE.with_conditions(*parse_where({"document": "a|b:c\nd"}))
    assert selection_choices(table) == {"where": "document=a_b_c d"}


def test_counts_of_chosen_comparisons_are_of_chosen_comparisons():
    frame = pl.DataFrame({"system_a": ["x", "x"], "system_b": ["y", "y"], "outcome": ["a", "b"], "domain": ["n", "s"]})
    chosen = select(Comparisons.check(frame), "domain=n")
    assert chosen.counts().conditions == chosen.conditions


@pytest.mark.parametrize(
    ("table", "where"),
    [
        (TABLE, "score>20"),
        (Comparisons.check(pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "outcome": ["a"]})), "outcome=a"),
        (
            PairCounts.check(
                pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "wins_a": [1], "ties": [0], "wins_b": [0]})
            ),
            "wins_a>0",
        ),
        (Spans.check(pl.DataFrame({"system": ["x"], "segment": ["1"], "severity": ["major"]})), "severity=major"),
    ],
)
def test_rows_chosen_by_the_judgement_are_not_for_rankings(table, where):
    chosen = select(table, where)  # to write them to a file is no mistake
    with pytest.raises(AdjudgeError) as caught:
        require_blind(chosen)
    assert caught.value.problems[0].code == "AJ055"
    require_blind(select(table, {table.frame.columns[0]: table.frame[0, 0]}))


def test_groups_are_the_rows_of_each_value_and_those_without():
    groups = groups_of(TABLE, "domain")
    held = {value: table.frame["segment"].to_list() for value, table in groups.items()}
    assert held == {"news": ["1"], "News": ["2"], "": ["3"], "speech": ["4"], "law": ["5"]}
    assert [str(one) for one in groups[""].conditions] == ["domain="]


@pytest.mark.parametrize("by", ["system", "score", "position", "domian", "language"])
def test_what_makes_no_groups_is_refused(by):
    with pytest.raises(AdjudgeError) as caught:
        groups_of(TABLE, by)
    assert caught.value.problems[0].code == "AJ055"


def test_more_groups_than_anybody_reads_are_refused():
    n = MOST_GROUPS + 1
    frame = pl.DataFrame({"system": ["x"] * n, "segment": [str(i) for i in range(n)], "score": [1.0] * n})
    with pytest.raises(AdjudgeError, match=f"has {n} values"):
        groups_of(Ratings.check(frame), "segment")
    assert len(groups_of(Ratings.check(frame.head(MOST_GROUPS)), "segment")) == MOST_GROUPS
