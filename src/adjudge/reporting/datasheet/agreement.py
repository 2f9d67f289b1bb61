"""What a description of annotators says in a datasheet: agreement between evaluators, and with themselves."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.ratings.coefficients import AgreementCoefficient
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.core.catalogue import counted
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.reporting.printed_tables import number


def answers_of_annotators(result: AnnotatorsResult | ComparisonAnnotatorsResult) -> Iterator[Answer | Unknown]:
    """Answers to questions on agreement."""
    if isinstance(result, AnnotatorsResult):
        yield from _of_ratings(result)
    else:
        yield from _of_comparisons(result)


def _of_ratings(result: AnnotatorsResult) -> Iterator[Answer | Unknown]:
    known = [one for one in result.agreement.coefficients if one.value is not None]
    if known:
        yield Answer("4.3.11.1", "annotators", f"{', '.join(one.title for one in known)}.")
        values = ", ".join(f"{one.title} {_value(one)}" for one in known)
        yield Answer("4.3.11.2", "annotators", f"{values}; over {result.agreement.shared.words}.{_intervals(result)}")
    else:
        yield from (Unknown(asked, result.sentence.rstrip(".")) for asked in ("4.3.11.1", "4.3.11.2"))
    twice = [one.consistency for one in result.annotators if one.consistency is not None]
    if not twice:
        yield from (Unknown(asked, "nobody judged an output twice") for asked in ("4.3.12.1", "4.3.12.2"))
        return
    yield Answer("4.3.12.1", "annotators", "Absolute difference of two scores by one evaluator for the same output.")
    medians = sorted(one.median for one in twice)
    pairs = sum(one.pairs for one in twice)
    ends = " to ".join(dict.fromkeys(f"{value:,.12g}" for value in (medians[0], medians[-1])))
    who = counted(len(twice), "evaluator")
    text = f"Median difference in points of the scale, {who}: {ends}; {counted(pairs, 'pair')} of scores."
    yield Answer("4.3.12.2", "annotators", text)


def _value(one: AgreementCoefficient) -> str:
    interval = f" ({number(one.low, 2)} to {number(one.high, 2)})" if one.low is not None else ""
    return f"{number(one.value, 2)}{interval}"


def _intervals(result: AnnotatorsResult) -> str:
    if all(one.low is None for one in result.agreement.coefficients):
        return ""
    resampled = f"{result.agreement.unit}s resampled, annotators fixed"
    return f" In brackets: {result.settings['level']:.0%} intervals ({resampled})."


def _of_comparisons(result: ComparisonAnnotatorsResult) -> Iterator[Answer | Unknown]:
    method = "Share of pairs of judgements on the same two outputs that agree, and kappa with chance from the ties."
    for between, how, score in (("inter", "4.3.11.1", "4.3.11.2"), ("intra", "4.3.12.1", "4.3.12.2")):
        row = result.row(between)
        if row.observed is None:
            yield from (Unknown(asked, "no two judgements can be compared") for asked in (how, score))
            continue
        kappa = "undefined" if row.kappa is None else f"{row.kappa:.3f}"
        yield Answer(how, "annotators", method)
        yield Answer(
            score,
            "annotators",
            f"{row.observed:.1%} of {counted(row.comparable, 'pair')} of judgements agree; kappa: {kappa}.",
        )
