"""Language pairs are chosen, scales are read."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.errors import AdjudgeError, InputError, Problem, UsageError
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.scale import Scale, parse_scale
from adjudge.core.tables import Ratings


def ratings(pairs):
    n = len(pairs)
    columns = {"system": ["A"] * n, "segment": [str(i) for i in range(n)], "score": [5.0] * n}
    languages = {"source_lang": [s for s, _ in pairs], "target_lang": [t for _, t in pairs]}
    return Ratings.check(pl.DataFrame({**columns, **languages}))


def test_pairs_are_counted_in_order_of_appearance():
    table = ratings([("eng", "deu"), ("ces", "eng"), ("eng", "deu"), ("eng", None)])
    assert list(language_pairs(table).items()) == [("eng-deu", 2), ("ces-eng", 1), ("eng-?", 1)]


def test_one_pair_needs_no_choice():
    assert len(choose_language_pair(ratings([("eng", "deu")] * 3), None)) == 3


@pytest.mark.parametrize("pair", ["zh-CN-en", "ZH-cn-EN"])
def test_a_pair_is_chosen_in_capitals_or_not(pair):
    assert len(choose_language_pair(ratings([("zh-CN", "en"), ("en", "zh-CN")]), pair)) == 1


@pytest.mark.parametrize(("pair", "code"), [(None, "AJ018"), ("eng-fra", "AJ019")])
def test_a_pair_must_be_chosen_and_there(pair, code):
    with pytest.raises(InputError) as caught:
        choose_language_pair(ratings([("eng", "deu"), ("ces", "eng")]), pair, source="x.csv")
    (problem,) = caught.value.problems
    assert problem.code == code
    assert "x.csv" in problem.what
    assert "eng-deu (1 row), ces-eng (1 row)" in problem.what
    assert '`pair="eng-deu"`' in problem.todo


def test_a_pair_cannot_be_chosen_where_no_language_is_named():
    table = Ratings.check(pl.DataFrame({"system": ["A"], "segment": ["1"], "score": [5.0]}))
    with pytest.raises(InputError, match="does not name its languages") as caught:
        choose_language_pair(table, "eng-deu")
    assert "`pair=`" in caught.value.problems[0].todo


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        (None, Scale(0, 100)),
        ("1..5", Scale(1, 5)),
        (" -1.5 .. 2 ", Scale(-1.5, 2)),
        ("z", None),
    ],
)
def test_scales_are_read(text, scale):
    assert parse_scale(text) == scale


@pytest.mark.parametrize("text", ["", "5", "5..1", "1..1", "a..b", "1...5", "1..inf", "0.." + "9" * 400, "Z"])
def test_what_is_no_scale_is_refused(text):
    with pytest.raises(UsageError) as caught:
        parse_scale(text)
    assert caught.value.problems[0].code == "AJ040"


def test_a_problem_has_four_parts():
    problem = Problem("AJ001", "x.csv does not exist", "a file", "1 path", "check the name")
    assert problem.text().splitlines() == [
        "AJ001 x.csv does not exist",
        "      expected: a file",
        "      how many: 1 path",
        "      to do:    check the name",
    ]
    assert problem.to_dict()["todo"] == "check the name"
    assert str(AdjudgeError(problem, problem)) == problem.text() + "\n" + problem.text()
