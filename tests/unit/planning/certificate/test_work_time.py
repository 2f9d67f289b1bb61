"""Times of a plan are the same in every run."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.planning.certificate.work_time import summed


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_seconds_do_not_depend_on_the_order_of_items(seed: int) -> None:
    """Ten tenths are 1, which adding one by one misses; large items between small ones would hide them."""
    seconds = [0.1] * 10 + [1e16, 1.0, -1e16]
    items = pl.DataFrame(
        {"session": ["s1"] * 10 + ["s2"] * 3, "goal": ["coverage"] * 10 + ["attention"] * 3, "seconds": seconds}
    )
    rows = summed(items.sample(fraction=1.0, shuffle=True, seed=seed), "goal").sort("goal")
    assert rows.select("goal", "seconds", "sessions", "items").rows() == [
        ("attention", 1.0, 1, 3),
        ("coverage", 1.0, 1, 10),
    ]
