"""Means are printed with decimals that fit their scale."""

from __future__ import annotations

import pytest

from adjudge.reporting.printed_tables import decimals_of


@pytest.mark.parametrize(
    ("means", "digits"),
    [
        ([63.64, 63.61, 50.0], 1),  # 0..100, as WMT prints it
        ([3.33, 3.18], 2),  # 1..5
        ([3.334, 3.331], 3),  # two decimals would print them alike
        ([0.589, 0.553], 3),  # 0..1
        ([0.5891, 0.5894], 4),
        ([-1.06, -0.91], 2),  # penalties
        ([-12.3, -25.0], 2),  # large penalties
        ([3.5, 3.5], 2),  # equal means need no more
        ([2.123456, 2.123457], 4),  # at most two more
        ([], 3),
    ],
)
def test_decimals_follow_the_scale(means: list[float], digits: int) -> None:
    assert decimals_of(means) == digits
