"""The effect of degraded context: which rows are pairs, and what is refused."""

from __future__ import annotations

import json

import polars as pl
import pytest

import adjudge
from adjudge.auditing.context.pairs import find_pairs
from adjudge.auditing.context.result import ContextResult
from adjudge.auditing.context.showings import find_showings
from tests.builders import ratings

#: Knowles and Lo 2024, Table 4: (score of the original, label in the copy, score in the copy).
TABLE_4 = [
    (85, "TGT", 85),
    (99, "BAD", 0),
    (33, "BAD", 16),
    (84, "BAD", 33),
    (100, "TGT", 67),
    (100, "BAD", 16),
    (85, "TGT", 84),
    (85, "TGT", 84),
    (100, "TGT", 100),
    (92, "TGT", 93),
    (100, "BAD", 16),
]


def table_4(*, untouched="system", session="s1", showing=False, position=True):
    """The printed document: judged, then judged again in degraded context."""
    rows = [
        {"segment": str(i), "kind": "system", "score": original, "position": i, "showing": "first"}
        for i, (original, _, _) in enumerate(TABLE_4)
    ]
    rows += [
        {
            "segment": str(i),
            "kind": "degraded" if label == "BAD" else untouched,
            "score": score,
            "position": len(TABLE_4) + i,
            "showing": "second",
        }
        for i, (_, label, score) in enumerate(TABLE_4)
    ]
    dropped = [] if showing else ["showing"]
    dropped += [] if position else ["position"]
    return [
        {key: value for key, value in row.items() if key not in dropped} | {"system": "A", "session": session}
        for row in rows
    ]


@pytest.mark.parametrize("showing", [False, True])
@pytest.mark.parametrize("untouched", ["system", "repeat"])
def test_the_printed_example_has_one_pair_before_and_five_after(showing, untouched):
    group = adjudge.context(ratings(table_4(showing=showing, untouched=untouched))).all
    assert (group.before.n, group.after.n) == (1, 5)
    assert group.before.mean == 0
    assert group.after.mean == pytest.approx((33 + 1 + 1 + 0 - 1) / 5)
    assert group.p is None  # one pair has no variance


def test_what_came_before_each_pair():
    pairs = find_pairs(find_showings(ratings(table_4()))).frame.sort("segment")
    assert pairs["segment"].to_list() == ["0", "4", "6", "7", "8", "9"]
    assert pairs["seen"].to_list() == [0, 3, 4, 4, 4, 4]
    assert pairs["adjacent"].to_list() == [False, True, True, False, False, False]
    falls = [99 - 0, 33 - 16, 84 - 33, 100 - 16]
    expected = [None, sum(falls[:3]) / 3, *[sum(falls) / 4] * 4]
    assert pairs["magnitude"].to_list() == pytest.approx(expected)
    assert not pairs["copy_first"].any()


def test_a_copy_may_come_before_its_original():
    rows = table_4(showing=True)
    turned = [row | {"position": (row["position"] + len(TABLE_4)) % (2 * len(TABLE_4))} for row in rows]
    group = adjudge.context(ratings(turned)).all
    assert (group.before.n, group.after.n) == (1, 5)


def test_an_original_in_another_session_is_no_pair():
    rows = table_4()
    apart = [row | ({"session": "s2"} if row["position"] >= len(TABLE_4) else {}) for row in rows]
    with pytest.raises(adjudge.InputError, match="AJ064") as error:
        adjudge.context(ratings(apart))
    assert "without an original" in str(error.value)


def test_a_document_judged_out_of_order_is_left_out_and_counted():
    back = {0: 1, 1: 0}  # the annotator went back to the first segment
    rows = [row | {"position": back.get(row["position"], row["position"])} for row in table_4()]
    good = [row | {"session": "s2"} for row in table_4()]
    result = adjudge.context(ratings([*rows, *good]))
    assert (result.all.before.n, result.all.after.n) == (1, 5)
    assert (result.copies, sum(result.left_out.values())) == (2, 1)
    assert "AJ563" in [finding.code for finding in result.findings]


def test_a_display_in_another_order_than_its_original_is_left_out():
    swapped = {11 + 6: 11 + 7, 11 + 7: 11 + 6}
    rows = [row | {"position": swapped.get(row["position"], row["position"])} for row in table_4(showing=True)]
    with pytest.raises(adjudge.InputError, match="another order"):
        adjudge.context(ratings(rows))


def test_two_copies_of_one_document_are_left_out():
    rows = table_4(showing=True)
    third = [row | {"position": row["position"] + 11, "showing": "third"} for row in rows if row["showing"] == "second"]
    with pytest.raises(adjudge.InputError, match="several times"):
        adjudge.context(ratings([*rows, *third]))


def test_repeats_in_showings_without_damage_are_before_and_shown_on_their_own():
    rows = [row for row in table_4(showing=True, untouched="repeat") if row["kind"] != "degraded"]
    result = adjudge.context(ratings(rows))
    assert (result.all.before.n, result.all.after.n) == (6, 0)
    assert result.repeats is not None
    assert result.repeats.n == 6
    assert result.repeats.mean == pytest.approx(34 / 6)
    assert result.all.p is None
    assert result.all.difference is None
    assert "cannot be tested" in next(finding.text for finding in result.findings if finding.code == "AJ566")


def test_an_unscored_row_keeps_its_place_and_is_no_pair():
    """A degraded item that nobody scored was seen all the same."""
    rows = [row | ({"score": None} if row["kind"] == "degraded" else {}) for row in table_4()]
    result = adjudge.context(ratings(rows))
    assert (result.all.before.n, result.all.after.n) == (1, 5)
    assert result.degraded is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda f: (
                f.drop("position")
                .with_columns(kind=pl.col("kind").replace("system", "repeat"))
                .unique(["segment", "kind"])
            ),
            "order in which items were judged",
        ),
        (lambda f: f.with_columns(kind=pl.lit("system")), "no degraded and no repeated"),
        (lambda f: f.with_columns(segment=pl.lit("title")).unique(["position"]), "has no number"),
        (lambda f: f.with_columns(annotator=pl.lit(None, pl.String), session=pl.lit(None, pl.String)), "annotator"),
        (lambda f: f.with_columns(scale=pl.Series(["0..100"] * 21 + ["0..200"])), "several scales"),
    ],
)
def test_data_that_cannot_show_an_effect_is_refused_in_words(change, words):
    with pytest.raises(adjudge.AdjudgeError, match=words) as error:
        adjudge.context(change(ratings(table_4()).frame))
    assert [problem.code for problem in error.value.problems] == ["AJ064"]


def test_comparisons_are_refused():
    votes = pl.DataFrame({"system_a": ["a"], "system_b": ["b"], "outcome": ["a"]})
    with pytest.raises(adjudge.InputError, match="the table holds comparisons"):
        adjudge.context(votes)


def test_an_unknown_unit_is_refused():
    with pytest.raises(adjudge.AdjudgeError, match="AJ040"):
        adjudge.context(ratings(table_4()), unit="person")  # type: ignore[arg-type]


def test_equal_scores_everywhere_give_no_p_and_no_crash():
    rows = [row | {"score": 50, "session": f"s{i}"} for i in range(12) for row in table_4()]
    group = adjudge.context(ratings(rows)).all
    assert (group.difference, group.p, group.p_robust) == (0.0, None, None)


def people(annotators, *, sessions=2):
    """Table 4 judged by several annotators in several sessions, each with scores of their own."""
    return [
        row
        | {
            "annotator": f"a{i}",
            "session": f"s{i}-{j}",
            "score": (row["score"] * (7 + i) + 13 * j * row["position"]) % 101,
        }
        for i in range(annotators)
        for j in range(sessions)
        for row in table_4()
    ]


def test_annotators_are_the_unit_from_five_on_and_sessions_stand_beside_them():
    result = adjudge.context(ratings(people(5)))
    group = result.all
    assert [(one.unit, one.units) for one in group.robust] == [("annotator", 5), ("session", 10), ("copy", 10)]
    assert (group.p_robust, group.low, group.freedom) == (
        group.robust[0].p,
        group.robust[0].low,
        group.robust[0].freedom,
    )
    assert group.robust[1].p == adjudge.context(ratings(people(5)), unit="session").all.p_robust
    [units] = [finding.text for finding in result.findings if finding.code == "AJ564"]
    assert "(5 annotators)" in units
    assert "by session (10 sessions)" in units


def test_four_annotators_are_too_few_and_the_findings_say_so():
    result = adjudge.context(ratings(people(4)))
    assert (result.all.unit, result.all.units) == ("session", 8)
    [units] = [finding.text for finding in result.findings if finding.code == "AJ564"]
    assert "(8 sessions)" in units
    assert "only 4 annotators" in units


def test_the_result_is_read_back_without_loss():
    table = adjudge.simulate("wmt20", seed=2).table
    result = adjudge.context(table)
    data = json.loads(json.dumps(result.to_dict()))
    assert ContextResult.from_dict(data).to_dict() == result.to_dict()
    assert data["groups"][0]["name"] == "all"
    assert set(data["groups"][0]) >= {"name", "before", "after", "p", "p_robust"}
    assert set(data["groups"][0]["before"]) >= {"n", "mean"}
    assert result.to_frame().height == len(result.groups)
    assert sum(one.after for one in result.histogram) == pytest.approx(1)


def test_rows_chosen_by_score_are_refused():
    with pytest.raises(adjudge.AdjudgeError, match="AJ055"):
        adjudge.context(ratings(table_4()), where="score>50")
