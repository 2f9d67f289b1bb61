"""Checks: each finds what it is for and is silent where all is well; what cannot be checked is said."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.auditing.checks.check import check
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult
from adjudge.core.errors import ResultError, UsageError
from adjudge.core.tables import Ratings

GOOD = {
    "annotator": ["ann", "ann", "ann", "ben", "ben", "ben"],
    "session": ["1", "1", "2", "3", "3", "3"],
    "system": ["a", "b", "a", "a", "b", "b"],
    "segment": ["1", "1", "2", "1", "1", "2"],
    "score": [70, 60, 80, 50, 40, 30],
}


def found(**columns: list[object]) -> dict[str, dict[str, object]]:
    result = check(Ratings.check(pl.DataFrame(GOOD | columns)), select=["AJ401", "AJ402"])
    return {f.code: dict(f.numbers) for f in result.findings if f.code in CHECKS}


def test_nothing_is_found_where_all_is_well() -> None:
    assert found() == {}


def test_an_annotator_with_one_score_is_named() -> None:
    assert found(score=[70, 60, 80, 50, 50, 50])["AJ401"] == {"annotators": ["ben"]}


def test_one_rating_is_no_lack_of_spread() -> None:
    assert "AJ401" not in found(annotator=["ann", "ann", "ann", "ben", "cid", "dan"])


def test_sessions_that_stand_for_annotators_are_found() -> None:
    assert found(session=["1", "1", "1", "3", "3", "3"])["AJ402"] == {"n_annotators": 2}


def test_what_cannot_be_checked_is_said_with_what_it_needs() -> None:
    result = check(Ratings.check(pl.DataFrame(GOOD).drop("session")), select=["AJ401", "AJ402"])
    assert [(row.code, row.needs) for row in result.not_checked] == [("AJ402", "values of 'session'")]
    assert "1 check could not be run" in result.summary()


def test_the_result_reads_back_and_refuses_others() -> None:
    result = check(Ratings.check(pl.DataFrame(GOOD)), select=["AJ401", "AJ402"])
    assert CheckResult.from_dict(result.to_dict()).to_dict() == result.to_dict()
    with pytest.raises(ResultError, match="AJ024"):
        CheckResult.from_dict(result.to_dict() | {"schema": "adjudge.ranking/2"})


def test_an_unknown_check_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'AJ4"):
        CHECKS.find("AJ4011")


@pytest.mark.parametrize("code", CHECKS)
def test_every_check_explains_itself_in_plain_sentences(code: str) -> None:
    text = CHECKS[code].explanation
    assert len(text.split()) >= 15
    assert text.endswith(".")
    assert "Args:" not in text
