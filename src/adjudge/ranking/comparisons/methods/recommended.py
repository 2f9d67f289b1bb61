"""The rule behind `recommended`: a model where it has a finite fit, otherwise the exact order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from adjudge.core.findings import Finding
from adjudge.ranking.comparisons.method import Method
from adjudge.ranking.comparisons.methods import mfas, strength_models
from adjudge.ranking.comparisons.methods.catalogue import RECOMMENDED_EXACT, RECOMMENDED_MODEL
from adjudge.ranking.comparisons.methods.finite_fit import why_no_finite_fit
from adjudge.ranking.comparisons.tally import Tally

NAME: Final = "recommended"
TITLE: Final = "davidson, or mfas where no model has a finite fit"
_MODEL: Final = next(method for method in strength_models.METHODS if method.name == "davidson")
#: What it may pick.
PICKED: Final = (_MODEL, mfas.METHOD)


@dataclass(frozen=True, eq=False)
class Choice:
    """The method that is used.

    Args:
        method: which one.
        findings: why, if the rule picked it.
    """

    method: Method
    findings: tuple[Finding, ...] = ()


def recommend(tally: Tally) -> Choice:
    """The recommended method for the comparisons at hand.

    A model states its uncertainty, so it is taken wherever it has a finite fit.

    Args:
        tally: comparisons without the reference.
    """
    why_not = why_no_finite_fit(tally)
    if why_not is None:
        return Choice(_MODEL, (RECOMMENDED_MODEL(method=_MODEL.name),))
    return Choice(mfas.METHOD, (RECOMMENDED_EXACT(method=mfas.METHOD.name, _reason=why_not),))
