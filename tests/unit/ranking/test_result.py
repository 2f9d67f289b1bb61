"""Rankings are read back as what they are; anything else is refused with a reason."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from tests.builders import campaign

#: x beats y, y beats z, z beats x, each clearly; `mfas` has to contradict one of them.
CYCLE = pl.DataFrame(
    {
        "system_a": ["x", "y", "x"],
        "system_b": ["y", "z", "z"],
        "wins_a": [100, 30, 5],
        "ties": [0, 0, 0],
        "wins_b": [0, 5, 25],
    }
)


def test_the_base_class_reads_both_kinds_back():
    ratings, exact = adjudge.rank(campaign([0, 9])), adjudge.rank(CYCLE, method="mfas")
    for result in (ratings, exact):
        again = adjudge.RankingResult.from_dict(result.to_dict())
        assert type(again) is type(result)
        assert again.to_dict() == result.to_dict()


@pytest.mark.parametrize("change", [{"schema": "other/1"}, {"kind": "comparisons"}, {"systems": 3}, {"test": None}])
def test_other_or_broken_data_is_refused(change):
    data = adjudge.rank(campaign([0, 9])).to_dict()
    with pytest.raises(adjudge.ResultError, match="AJ024"):
        adjudge.RatingRankingResult.from_dict(data | change)
    with pytest.raises(adjudge.ResultError, match="AJ024"):
        adjudge.RatingRankingResult.from_dict({key: data[key] for key in data if key not in change})


@pytest.mark.parametrize("data", [None, "x", [], {}])
def test_what_is_no_result_at_all_is_refused(data):
    with pytest.raises(adjudge.ResultError, match="AJ024"):
        adjudge.RankingResult.from_dict(data)


def test_a_line_that_a_lower_system_disputes_is_not_drawn_and_the_rule_is_named():
    result = adjudge.rank(CYCLE, method="mfas")
    assert result.order() == ["x", "y", "z"]
    assert result.line_rule == "undisputed"
    assert len(result.clusters()) == 1  # y is better than z, but z is better than x
    assert "The higher-ranked system is significantly better in 2 of 3 pairs." in result.summary()
