"""Coefficients of agreement with intervals by document: alpha, ICC, AC2, and each annotator against the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.core.scale import Scale
from adjudge.core.seeds import Seeds
from adjudge.kernels.agreement.alpha import Alpha
from adjudge.kernels.agreement.coefficient import Coefficient, Reason
from adjudge.kernels.agreement.gwet import GwetAC
from adjudge.kernels.agreement.icc import ICC_NAMES, IntraclassCorrelations
from adjudge.kernels.agreement.intervals import Estimate, estimates
from adjudge.kernels.agreement.leave_one_out import LeaveOneOut
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW

#: The first two columns of the intraclass correlations; the others have negative variances set to 0.
_ICC: Final = ICC_NAMES[:2]
#: Classes of AC2 if the scale has more points than this, or scores between them: the 7 ticks of DA+SQM.
CLASSES: Final = 7
TITLES: Final = {
    "alpha_interval": "Krippendorff's alpha (interval)",
    "alpha_ordinal": "Krippendorff's alpha (ordinal)",
    "icc_2_1": "ICC(2,1)",
    "icc_2_k": "ICC(2,k)",
    "ac2": "Gwet's AC2 (quadratic weights, {classes} classes)",
}


@dataclass(frozen=True)
class AgreementCoefficient:
    """One coefficient.

    Args:
        name: `alpha_interval`, `alpha_ordinal`, `icc_2_1`, `icc_2_k`, `ac2`.
        value: the estimate; None if it is not defined.
        low: lower end of the interval; None without interval.
        high: upper end.
        reason: why there is no value.
        interval: what the interval resamples, `document` or `segment`, with the annotators as they are; None without
            interval.
        classes: of AC2: number of categories. Part of its definition, so that it belongs to its name.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    reason: str | None = None
    interval: str | None = None
    classes: int | None = None

    @property
    def title(self) -> str:
        """Its name in print."""
        return TITLES[self.name].format(classes=self.classes)


@dataclass(frozen=True)
class AgreementWithOthers:
    """One annotator against the mean of the others on the same outputs, the annotator's own score left out.

    Args:
        items: outputs that somebody else rated, too.
        pearson: correlation; None with fewer than three outputs, or if one side does not vary.
        low: lower end of its interval by document; None if too few documents are shared.
        high: upper end.
    """

    items: int
    pearson: float | None
    low: float | None
    high: float | None


def agreement_coefficients(
    rows: DescribedRows, *, draws: int, level: float, seeds: Seeds
) -> tuple[AgreementCoefficient, ...]:
    """All coefficients of the ratings, repeats averaged; definitions in the kernels.

    AC2 is for categories: on a scale with more than 7 points the scores are put into 7 classes of equal width, the
    nearest tick of DA+SQM, one of the proposals of Knowles and Lo (2024, section 4.4). On a scale of whole numbers with
    up to 7 points its points are the categories, and the mean of repeats is rounded to one of them (halves to even).
    """
    cells = rows.cells
    found: dict[str, Estimate] = {}

    def add(names: tuple[str, ...], coefficient: Coefficient) -> None:
        # One stream for all: the same documents are drawn for each, so that differences are not those of draws.
        answers = estimates(coefficient, seeds.stream("agreement"), draws=draws, level=level)
        answers = answers if len(answers) >= len(names) else answers * len(names)
        found.update(zip(names, answers, strict=False))

    add(("alpha_interval",), Alpha(cells, "interval"))
    add(("alpha_ordinal",), Alpha(cells, "ordinal"))
    add(("icc_2_1", "icc_2_k"), IntraclassCorrelations(cells))
    gwet = _gwet(rows)
    add(("ac2",), gwet)
    return tuple(
        AgreementCoefficient(
            name,
            one.value,
            one.low,
            one.high,
            _reason(one),
            interval=rows.unit if one.low is not None else None,
            classes=len(np.asarray(gwet.categories)) if name == "ac2" else None,
        )
        for name, one in found.items()
    )


#: Why there is no value, in the words of a sentence.
_REASONS: Final[dict[Reason, str]] = {
    "no ratings": "there are no ratings",
    "no item rated twice": "no output was rated by two annotators",
    "all scores equal": "all scores are equal",
    "too few ratings": "there are too few ratings",
    "one system": "there is one system only",
}


def _reason(one: Estimate) -> str | None:
    if one.reason is not None:
        return _REASONS[one.reason]
    return "it is not defined for these ratings" if one.value is None else None


def _gwet(rows: DescribedRows) -> GwetAC:
    """AC2 over all categories that could be given."""
    cells, scale = rows.cells, rows.scale
    categories = _points(scale)
    if categories is not None and np.isin(rows.frame["score"].to_numpy(), categories).all():
        # Only means of repeats can lie between points; one of them must not change the categories of all ratings.
        return GwetAC(replace(cells, score=np.round(cells.score)), "quadratic", categories)
    if scale is None:
        low, high = float(cells.score.min(initial=0.0)), float(cells.score.max(initial=1.0))
    else:
        low, high = scale.low, scale.high
    width = (high - low or 1.0) / (CLASSES - 1)
    classes = np.round(np.round((cells.score - low) / width, 9))  # half-way scores go to one side in every scale
    return GwetAC(replace(cells, score=classes), "quadratic", np.arange(float(CLASSES)))


def _points(scale: Scale | None) -> np.ndarray | None:
    """The points of a small scale of whole numbers, such as 1..5."""
    if scale is None or scale.high - scale.low > CLASSES - 1 or scale.low != round(scale.low):
        return None
    return np.arange(scale.low, scale.high + 1)


def agreement_with_others(
    rows: DescribedRows, *, draws: int, level: float, seeds: Seeds
) -> dict[str, AgreementWithOthers]:
    """The agreement of every annotator with the leave-one-out means, by name."""
    coefficient = LeaveOneOut(rows.cells)
    if coefficient.reason is not None:
        return {}
    found = estimates(coefficient, seeds.stream("others"), draws=draws, level=level)
    overlap, enough = coefficient.overlap.tolist(), (coefficient.documents_of >= FEWEST_TO_DRAW).tolist()
    return {
        name: AgreementWithOthers(items, one.value, *((one.low, one.high) if known else (None, None)))
        for name, items, one, known in zip(rows.annotators, overlap, found, enough, strict=True)
        if items
    }


def agreement_sentence(coefficient: AgreementCoefficient, *, over: str, level: float) -> str:
    """A sentence for a paper.

    Args:
        coefficient: the one to report.
        over: what was rated, and by whom.
        level: confidence of its interval.

    Example:
        >>> alpha = AgreementCoefficient("alpha_interval", 0.43, 0.38, 0.48)
        >>> print(agreement_sentence(alpha, over="600 segments rated by 3 annotators", level=0.95))
        Krippendorff's alpha (interval) is .43, 95% interval .38-.48, over 600 segments rated by 3 annotators.
    """
    if coefficient.value is None:
        return f"{coefficient.title} cannot be computed: {coefficient.reason}."
    interval = drawn = ""
    if coefficient.low is not None and coefficient.high is not None:
        low, high = _short(coefficient.low), _short(coefficient.high)
        interval = f", {100 * level:g}% interval {low}{' to ' if '-' in low + high else '-'}{high}"
        drawn = f" ({coefficient.interval}s resampled, annotators fixed)" if coefficient.interval else ""
    return f"{coefficient.title} is {_short(coefficient.value)}{interval}, over {over}{drawn}."


def _short(value: float) -> str:
    """Two decimals without the zero before the point: `.43`, `-.05`, `1.00`."""
    text = f"{value:.2f}"
    text = text.removeprefix("-") if float(text) == 0 else text
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text
