"""One ranking for each group of rows: the same as of these rows alone, and no group stops the others."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from tests.builders import campaign

CAMPAIGN = campaign([0, 15, 30], documents=12, seed=3)
_NUMBER = pl.col("document").str.split("-").list.last().cast(pl.Int64)
TABLE = CAMPAIGN.with_frame(
    CAMPAIGN.frame.with_columns(
        domain=pl.when(_NUMBER < 5).then(pl.lit("news")).when(_NUMBER < 11).then(pl.lit("law")),
        source_lang=pl.lit("eng"),
        target_lang=pl.when(_NUMBER % 2 == 0).then(pl.lit("deu")).otherwise(pl.lit("fra")),
    )
)
ONE_PAIR = TABLE.with_frame(TABLE.frame.drop("source_lang", "target_lang"))


def test_each_ranking_is_that_of_its_rows():
    grouped = adjudge.rank_by(ONE_PAIR, "domain", "wmt-da", seed=1)
    assert list(grouped) == ["news", "law", ""]
    for value, ranking in grouped.items():
        alone = adjudge.rank(ONE_PAIR, "wmt-da", where={"domain": value or None}, seed=1)
        assert ranking.to_dict() == alone.to_dict()
    assert grouped["news"].settings["where"] == ["domain=news"]
    assert "|where:domain=news|" in str(grouped["news"].signature)


def test_language_pairs_are_groups():
    grouped = adjudge.rank_by(TABLE, "language", "wmt-da")
    assert set(grouped) == {"eng-deu", "eng-fra"}
    assert grouped["eng-fra"].to_dict() == adjudge.rank(TABLE, "wmt-da", pair="eng-fra").to_dict()
    assert list(adjudge.rank_by(TABLE, "language", "wmt-da", pair="eng-fra")) == ["eng-fra"]


def test_several_language_pairs_are_not_pooled_in_a_group():
    with pytest.raises(adjudge.AdjudgeError, match="AJ018"):
        adjudge.rank_by(TABLE, "domain")
    assert list(adjudge.rank_by(TABLE, "domain", "wmt-da", pair="eng-deu"))


def test_conditions_and_groups_go_together():
    grouped = adjudge.rank_by(ONE_PAIR, "domain", "wmt-da", where="domain!=")
    assert list(grouped) == ["news", "law"]
    assert grouped["law"].settings["where"] == ["domain!=", "domain=law"]


def test_a_group_that_cannot_be_ranked_does_not_stop_the_others():
    only_one = pl.col("domain").ne_missing("law") | (pl.col("system") == "system-0")
    table = ONE_PAIR.with_frame(ONE_PAIR.frame.filter(only_one))
    grouped = adjudge.rank_by(table, "domain", "wmt-da")
    assert list(grouped) == ["news", ""]
    assert [problem.code for problem in grouped.refused["law"]] == ["AJ032"]
    data = grouped.to_dict()
    assert (data["by"], list(data["groups"]), list(data["refused"])) == ("domain", ["news", ""], ["law"])


def test_if_no_group_can_be_ranked_the_error_names_what_is_wrong_with_each():
    table = ONE_PAIR.with_frame(ONE_PAIR.frame.filter(pl.col("system") == "system-0"))
    with pytest.raises(adjudge.AdjudgeError) as caught:
        adjudge.rank_by(table, "domain")
    codes = [problem.code for problem in caught.value.problems]
    assert codes[0] == "AJ057"
    assert set(codes[1:]) == {"AJ032"}


def test_an_option_that_no_group_takes_is_refused_as_without_groups():
    with pytest.raises(adjudge.AdjudgeError) as caught:
        adjudge.rank_by(ONE_PAIR, "domain", keep_kinds="humans")
    assert [problem.code for problem in caught.value.problems] == ["AJ040"]


def test_a_finding_says_that_lines_hold_within_groups():
    [finding] = adjudge.rank_by(ONE_PAIR, "domain", "wmt-da", where="domain!=", level=0.1).findings
    assert (finding.code, finding.numbers) == ("AJ161", {"groups": 2})
    assert "`level=0.05`" in str(finding.todo)  # 0.1 / 2
    [finding] = adjudge.rank_by(ONE_PAIR, "domain", "wmt-da").findings
    assert "`level=0.016`" in str(finding.todo)  # 0.05 / 3 = 0.01667, not rounded up
    assert adjudge.rank_by(ONE_PAIR, "domain", "wmt-da", where="domain=law").findings == ()


def test_comparisons_by_criterion():
    votes = {"system_a": ["x", "y", "x"] * 4, "system_b": ["y", "z", "z"] * 4, "outcome": ["a", "a", "tie"] * 4}
    frame = pl.DataFrame(votes).with_columns(criterion=pl.Series(["adequacy"] * 6 + ["fluency"] * 6))
    grouped = adjudge.rank_by(frame, "criterion", method="mfas")
    assert {value: ranking.order() for value, ranking in grouped.items()} == {
        "adequacy": ["x", "y", "z"],
        "fluency": ["x", "y", "z"],
    }
    pooled = adjudge.rank(frame, method="mfas")
    [warning] = [one for one in pooled.findings if one.code == "AJ205"]
    assert warning.todo == "rank one of them with `where='criterion=adequacy'`, or each of them with `by='criterion'`"
    assert not [one for one in grouped["fluency"].findings if one.code == "AJ205"]


def test_a_ranking_of_comparisons_names_its_language_pair():
    votes = {"system_a": ["x", "y", "x"] * 4, "system_b": ["y", "z", "z"] * 4, "outcome": ["a", "a", "tie"] * 4}
    frame = pl.DataFrame(votes).with_columns(
        source_lang=pl.lit("en"), target_lang=pl.Series(["de", "fr"]).repeat_by(6).explode()
    )
    grouped = adjudge.rank_by(frame, "language", method="bojar")
    assert [str(one.signature).split("|pair:")[1].split("|")[0] for one in grouped.values()] == ["en-de", "en-fr"]
    assert [one.settings["pair"] for one in grouped.values()] == ["en-de", "en-fr"]


def test_what_is_no_table_is_refused():
    with pytest.raises(adjudge.AdjudgeError, match="AJ020"):
        adjudge.rank_by("judgements.csv", "domain")
