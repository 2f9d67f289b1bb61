"""Corrections of p-values for the number of pairs, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from adjudge.core.arguments import require_number
from adjudge.core.registry import Registry
from adjudge.kernels.probability.multiplicity import benjamini_hochberg, benjamini_yekutieli, holm
from adjudge.ranking.catalogue import BAD_CORRECTION, BAD_LEVEL, NO_SUCH_CORRECTION

Floats = NDArray[np.float64]
#: What users choose between; which correction that is depends on the test. `familywise`: the chance of any false
#: difference is at most the level. `fdr`: the expected share of false ones among those called significant is.
CorrectionName = Literal["familywise", "fdr"]


@dataclass(frozen=True)
class Correction:
    """A correction for multiple testing.

    Args:
        name: as in recipes and signatures.
        title: for captions.
        correct: corrected p-values of one family from its p-values; None if the test itself corrects.
    """

    name: str
    title: str
    correct: Callable[[Floats], Floats] | None


CORRECTIONS: Final = Registry(
    NO_SUCH_CORRECTION,
    (
        Correction("none", "no correction for multiple testing", np.asarray),
        Correction("step-down", "corrected for multiple testing by the step-down maximum", None),
        Correction("holm", "corrected for multiple testing by Holm's method", holm),
        Correction("bh", "false discovery rate controlled by the method of Benjamini and Hochberg", benjamini_hochberg),
        Correction(
            "by", "false discovery rate controlled by the method of Benjamini and Yekutieli", benjamini_yekutieli
        ),
    ),
)


#: Those whose critical value for one pair depends on the differences of the other pairs.
FALSE_DISCOVERY_RATE: Final = frozenset({"bh", "by"})


def require_level(level: float) -> float:
    """A significance level (AJ040)."""
    require_number("level", level)
    if not 0 < level < 1:
        raise BAD_LEVEL(level=level)
    return level


def require_correction(correction: str) -> str:
    """A correction that users choose between (AJ040)."""
    if correction not in get_args(CorrectionName):
        raise BAD_CORRECTION(correction=correction)
    return correction
