"""The tests of two systems that a recipe can name, as data: what signatures, captions and checks must know of them.

How they are computed is in `adjudge.ranking.ratings.pair_tests`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from adjudge.core.problems import NO_SUCH_TEST
from adjudge.core.registry import Registry


@dataclass(frozen=True)
class RatingTest:
    """A test of two systems by their ratings.

    Args:
        name: as in recipes.
        title: for captions; `{unit}` is replaced by the unit of the recipe.
        paired: whether it compares two systems on the segments that both have.
        unit: what it treats as independent (`document`, `rating`); None if the recipe chooses segments or documents.
        draws: whether it draws random numbers.
        by_model: whether it tests what the mixed model estimates.
    """

    name: str
    title: str
    paired: bool = False
    unit: str | None = None
    draws: bool = False
    by_model: bool = False


RATING_TESTS: Final = Registry(
    NO_SUCH_TEST,
    (
        RatingTest("rank-sum", "rank-sum test on {unit} means"),
        RatingTest("signed-rank", "signed-rank test on {unit} means", paired=True),
        RatingTest("sign", "sign test on {unit} means", paired=True),
        RatingTest(
            "permutation",
            "permutation test that flips the signs of whole documents",
            paired=True,
            unit="document",
            draws=True,
        ),
        RatingTest(
            "bootstrap", "bootstrap test that resamples whole documents", paired=True, unit="document", draws=True
        ),
        RatingTest("mixed", "test of contrasts of the mixed model", unit="rating", by_model=True),
        RatingTest(
            "model-flips",
            "test that flips the signs of what whole {unit}s contribute to the estimates of the mixed model",
            draws=True,
            by_model=True,
        ),
    ),
)
