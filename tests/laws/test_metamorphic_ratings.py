"""What must not change an analysis of ratings, or must change it in a known way, whatever is analysed and how."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adjudge
from tests.drawn_campaigns import RATINGS
from tests.metamorphic import OF_RATINGS, differences, few, renamed, shuffled, told, without

KINDS = st.sampled_from(list(RATINGS))
SEEDS = st.integers(0, 2**32 - 1)
EVERY_ANALYSIS = pytest.mark.parametrize("analysis", OF_RATINGS)


@EVERY_ANALYSIS
@few(4)
@given(KINDS, SEEDS)
def test_orders_of_rows_and_columns_names_and_further_columns_change_nothing(analysis, kind, seed):
    """Not a digit and not a word, if the new names stand in the order of the old ones.

    The order of rows tells nothing: in tables the order of judgements is that of `position`, `started` and `ended`.
    A column that ratings do not have is noted (AJ101), and so is what a constant column says of all rows.
    """
    analyse, frame = OF_RATINGS[analysis], RATINGS[kind](seed)
    first = told(lambda: analyse(frame))
    assert differences(first, told(lambda: analyse(shuffled(frame, seed)))) == []
    other, names = renamed(frame)
    assert differences(first, told(lambda: analyse(other)), names) == []
    constant = frame.with_columns(criterion=pl.lit("adequacy"), scope=pl.lit("segment"), target_lang=pl.lit("iku"))
    assert differences(first, told(lambda: analyse(constant))) == []
    unused = frame.with_columns(pl.lit("x").alias("colour"), pl.int_range(pl.len()).alias("number"))
    assert differences(first, without(told(lambda: analyse(unused)), "AJ101")) == []
