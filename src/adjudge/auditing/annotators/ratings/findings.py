"""What a reader should know about the annotators of ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from adjudge.auditing.annotators import catalogue as say
from adjudge.auditing.annotators.ratings.calibration import Calibration
from adjudge.auditing.annotators.ratings.generalisability import Generalisability
from adjudge.auditing.annotators.ratings.pace import FASTEST, often_fast
from adjudge.auditing.annotators.ratings.pairs import AnnotatorPair
from adjudge.auditing.annotators.ratings.result import DescribedAnnotator, RatingAgreement
from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.auditing.annotators.ratings.ticks import FEWEST_SCORES, NARROW, STEPS
from adjudge.core.catalogue import FindingEntry
from adjudge.core.findings import Finding
from adjudge.kernels.generalisability.components import Effect
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW

#: A corrected p-value below it is significant.
LEVEL: Final = 0.05
#: Hundredths of the scale below which a difference is not worth a sentence.
WORTH: Final = 5.0
#: Fewer shared outputs are too few for a coefficient.
FEWEST_ITEMS: Final = 30
#: Fewer repeated outputs say little about one annotator (Knowles and Lo 2024 warn of 5 to 7).
FEWEST_REPEATS: Final = 20
#: A rank correlation below the first is near zero. It is called small if the interval, shared by all pairs, lies below
#: the second, and not looked at with fewer common outputs than the third (its standard error is .2 there).
NEAR_ZERO: Final = 0.1
LITTLE: Final = 0.3
ENOUGH_COMMON: Final = 30
#: Linacre (2002): mean squares above 1.5 are unproductive for measurement.
MOST_INFIT: Final = 1.5
#: Ratings needed for a mean square: with 30, its standard error is about sqrt(2 / 30) = .26.
FEWEST_RATINGS: Final = 30
#: Share of later scores outside of the calibration range that is worth a sentence.
MOST_OUTSIDE: Final = 0.05
#: Sources of variance in words.
_SOURCES: Final[dict[Effect, str]] = {
    "system": "systems",
    "annotator": "annotators (leniency)",
    "document": "documents (difficulty)",
    "segment": "segments (difficulty)",
    "system:annotator": "annotators in their taste for systems",
    "system:document": "systems from document to document",
    "system:segment": "systems from segment to segment",
    "document:annotator": "annotators from document to document",
    "segment:annotator": "annotators from segment to segment",
    "residual": "repeated ratings",
}


def observe(
    rows: DescribedRows,
    annotators: Sequence[DescribedAnnotator],
    pairs: Sequence[AnnotatorPair],
    *,
    agreement: RatingAgreement,
    calibration: Calibration | None,
    general: Generalisability | None,
) -> Iterator[Finding]:
    """Everything that the numbers say against trusting the annotators alike, in the order of the report."""
    span = 100.0 if rows.scale is None else rows.scale.high - rows.scale.low
    least = WORTH * span / 100 if rows.scale is not None else None
    yield from _agreement(rows, annotators, agreement)
    yield from near_zero_pairs(pairs)
    yield from _scale_use(annotators)
    yield from _repeats(annotators)
    yield from _connections(annotators)
    if least is not None:
        yield from _named(
            say.LENIENT,
            annotators,
            lambda one: (
                _points(one.leniency.points)
                if one.leniency and _found(one.leniency.p) and abs(one.leniency.points) >= least
                else None
            ),
            _least=least,
        )
        yield from _named(
            say.DRIFTING,
            annotators,
            lambda one: (
                _points(one.drift.points)
                if one.drift and _found(one.drift.p) and abs(one.drift.points) >= least
                else None
            ),
            _least=least,
        )
        yield from _named(
            say.CALIBRATION_SHIFT,
            annotators,
            lambda one: (
                _points(one.later.shift)
                if one.later
                and one.later.shift is not None
                and _found(one.later.p, len(annotators))
                and abs(one.later.shift) >= least
                else None
            ),
        )
    yield from _named(
        say.MISFIT,
        annotators,
        lambda one: (
            f"{one.fit.infit:.2f}"
            if one.fit and one.fit.infit > MOST_INFIT and one.fit.ratings >= FEWEST_RATINGS
            else None
        ),
        _limit=MOST_INFIT,
    )
    yield from _fast(annotators)
    yield from _named(
        say.BEYOND_CALIBRATION,
        annotators,
        lambda one: f"{one.later.outside:.0%}" if one.later and one.later.outside > MOST_OUTSIDE else None,
        _most=MOST_OUTSIDE,
    )
    if calibration is not None and calibration.contents.complete < calibration.contents.annotators:
        contents = calibration.contents
        yield say.INCOMPLETE_CALIBRATION(
            incomplete=contents.annotators - contents.complete, annotators=contents.annotators, items=contents.items
        )

    if general is not None:
        if not general.predicted:
            yield say.NOTHING_PREDICTED(effects=list(general.dropped))
        elif general.dropped:
            yield say.NOT_SEPARABLE(effects=list(general.dropped), _effects=[_SOURCES[one] for one in general.dropped])


def _found(p: float | None, family: int = 1) -> bool:
    return p is not None and p * family < LEVEL


def _points(value: float) -> str:
    return f"{value:+.1f}"


def _named(
    entry: FindingEntry,
    annotators: Sequence[DescribedAnnotator],
    of: Callable[[DescribedAnnotator], str | None],
    **numbers: Any,  # noqa: ANN401 - whatever the sentence needs
) -> Iterator[Finding]:
    """A finding about the annotators for whom there is something to say."""
    found = {one.name: text for one in annotators if (text := of(one)) is not None}
    if found:
        yield entry(annotators=list(found), _each=[f"{name} ({text})" for name, text in found.items()], **numbers)


def _agreement(
    rows: DescribedRows, annotators: Sequence[DescribedAnnotator], agreement: RatingAgreement
) -> Iterator[Finding]:
    if not agreement.items:
        yield say.NO_AGREEMENT(annotators=len(annotators))
        return
    if not rows.by_document:
        yield say.BY_SEGMENT()
    if agreement.items < FEWEST_ITEMS or agreement.units < FEWEST_TO_DRAW:
        needed = FEWEST_TO_DRAW if agreement.units < FEWEST_TO_DRAW else None
        yield say.FEW_SHARED(items=agreement.items, units=agreement.units, _unit=agreement.unit, _needed=needed)


def near_zero_pairs(pairs: Sequence[AnnotatorPair]) -> Iterator[Finding]:
    """Pairs whose scores are hardly related, and pairs of which nobody can tell (AJ530)."""
    known = [pair for pair in pairs if pair.n >= ENOUGH_COMMON and pair.spearman is not None]
    known.sort(key=lambda pair: pair.spearman or 0.0)
    small = [pair for pair in known if _upper(pair, len(known)) < LITTLE]
    unclear = [pair for pair in known if pair not in small and (pair.spearman or 0.0) < NEAR_ZERO]
    for entry, found in ((say.NEAR_ZERO_PAIRS, small), (say.UNCLEAR_PAIRS, unclear)):
        if found:
            named = [[pair.a, pair.b] for pair in found]
            yield entry(
                n_pairs=len(found),
                total=len(known),
                pairs=named,
                _limit=LITTLE,
                _near=NEAR_ZERO,
                _common=ENOUGH_COMMON,
            )


def _upper(pair: AnnotatorPair, family: int) -> float:
    """Upper end of Fisher's interval for a rank correlation, at a level that all pairs share (Bonferroni).

    The variance of the transformed correlation is 1.06 / (n - 3) for ranks (Fieller, Hartley and Pearson 1957). Outputs
    are taken as independent.
    """
    from scipy.special import ndtri

    rho = min(max(pair.spearman or 0.0, -0.999999), 0.999999)
    return math.tanh(math.atanh(rho) + float(ndtri(1 - LEVEL / 2 / family)) * math.sqrt(1.06 / (pair.n - 3)))


def _fast(annotators: Sequence[DescribedAnnotator]) -> Iterator[Finding]:
    paces = [one.pace for one in annotators]
    timed = np.array([pace.timed if pace else 0 for pace in paces], dtype=np.intp)
    fast = np.array([round(pace.fast * pace.timed) if pace else 0 for pace in paces], dtype=np.intp)
    named = {one.name for one, is_fast in zip(annotators, often_fast(fast, timed).tolist(), strict=True) if is_fast}
    yield from _named(
        say.FAST,
        annotators,
        lambda one: f"{one.pace.fast:.0%}" if one.pace and one.name in named else None,
        _seconds=FASTEST,
    )


def _scale_use(annotators: Sequence[DescribedAnnotator]) -> Iterator[Finding]:
    """Steps (AJ525) and narrow ranges (AJ526), by the limits of `adjudge check` (AJ405, AJ404).

    A narrow range is a warning if the scores of the others, on whatever they rated, spread three times as far. Where
    everybody's are narrow the outputs may be alike: a note.
    """

    def kept_to(one: DescribedAnnotator) -> str | None:
        ticks = one.profile.ticks
        enough = one.profile.judgements >= FEWEST_SCORES
        return f"{ticks.set}" if enough and ticks is not None and ticks.set in STEPS else None

    def narrow(one: DescribedAnnotator, *, unlike: bool) -> str | None:
        ticks = one.profile.ticks
        if ticks is None or ticks.set != "narrow" or one.profile.judgements < FEWEST_SCORES:
            return None
        others = [other.profile.sd for other in annotators if other.name != one.name and other.profile.sd is not None]
        differs = bool(others) and (one.profile.sd or 0.0) < NARROW * float(np.median(others))
        return f"{ticks.clusters[0].low:g} to {ticks.clusters[0].high:g}" if differs is unlike else None

    yield from _named(say.KEEPS_TO_TICKS, annotators, kept_to)
    yield from _named(say.NARROW_RANGE, annotators, lambda one: narrow(one, unlike=True))
    yield from _named(say.ALL_NARROW, annotators, lambda one: narrow(one, unlike=False))


def _repeats(annotators: Sequence[DescribedAnnotator]) -> Iterator[Finding]:
    repeated = [one.consistency.items for one in annotators if one.consistency]
    if repeated and max(repeated) < FEWEST_REPEATS:
        yield say.FEW_REPEATS(most=max(repeated))


def _connections(annotators: Sequence[DescribedAnnotator]) -> Iterator[Finding]:
    alone = [one.name for one in annotators if one.leniency is None]
    groups = {one.leniency.group for one in annotators if one.leniency}
    if alone and groups:  # if nobody shares anything, another finding says so
        yield say.NOT_CONNECTED(annotators=alone)
    if len(groups) > 1:
        yield say.SEPARATE_GROUPS(groups=len(groups))
