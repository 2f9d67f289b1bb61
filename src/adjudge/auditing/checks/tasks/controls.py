"""Checks of control items: who cannot tell degraded copies from originals, and what control items do to the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.people.persons import People
from adjudge.auditing.checks.people.standing_out import LEVEL
from adjudge.core.catalogue import FindingEntry, counted
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Filters
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import scored_segments
from adjudge.scoring.quality import QualityCheck, check_quality

PASSED_ELSEWHERE: Final = FindingEntry(
    "AJ409",
    "note",
    "An annotator passes quality control on all language pairs together and fails it on one.",
    text="{annotators:count annotator} {annotators:passes/pass} the test of degraded items on all language pairs "
    "together but {annotators:fails/fail} it on one: {_cases:names}.",
    source="Knowles and Lo 2022, appendix C",
    todo="test every language pair on its own, and leave out what fails",
    needs="ratings of several language pairs with degraded items and annotators",
)
CANNOT_TELL: Final = FindingEntry(
    "AJ416",
    "warning",
    "An annotator cannot tell degraded copies from originals.",
    text="{_who} {_names:does/do} not score degraded copies lower than their originals: {_names:names}. {_first} did "
    "in {_right:.0%} of {_pairs:count pair}[, where all others together did in {others:.0%}].",
    source="Knowles and Lo 2022, appendix C; Knowles 2021, section 2",
    todo='look at their judgements, and rank without them: `quality = "degraded"` in a recipe',
    needs="ratings of degraded items and of their originals",
)
NOBODY_TELLS: Final = CANNOT_TELL.variant(
    "Of {_tested} with enough pairs of a degraded copy and its original, {_failed:,} do not score the copy "
    "lower: {_names:names}. Either most of the work is careless, or the copies are not worse than the originals.",
    severity="error",
    todo="look at the degraded texts first; if they are damaged as they should be, the judgements say little about "
    "quality",
)
#: Pairs from which a unit is tested.
_FEWEST: Final = 8
#: Of at least this many units, most must fail before the whole campaign is doubted.
_FEWEST_UNITS: Final = 3


def _passed_elsewhere(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators who pass quality control only because their language pairs are pooled.

    The test is the usual one: degraded copies against originals of the same annotator, signed-rank test, one-sided at
    .05. An annotator who passes it on all language pairs together is named with a language pair, of at least eight
    copies, on which the test is failed. It is a warning if the annotator is right significantly more rarely there than
    on the other language pairs (Fisher's exact test at .01, shared by all cases), and in less than the mean of that
    share and one half, whether or not the test on the language pair alone is passed by luck; else it is a note, because
    a few copies may fail by chance.
    """
    languages = [name for name in ("source_lang", "target_lang") if name in frame.columns]
    rows = scored_segments(frame)
    degraded = rows.filter(pl.col("kind") == "degraded")
    if not languages or degraded.is_empty() or degraded.select(languages).n_unique() < 2:
        raise NotCheckableError("two or more language pairs with items of kind 'degraded'")
    filters = Filters(quality="degraded", quality_unit="annotator")
    passed = {check.unit for check in check_quality(rows, filters) if check.passed}
    checks = [
        ("-".join(map(str, pair)), check)
        for pair, part in rows.group_by(languages, maintain_order=True)
        if (part["kind"] == "degraded").any()
        for check in check_quality(part, filters)
        if check.unit in passed and check.passed is not None and check.pairs >= _FEWEST
    ]
    sure = [case for case in checks if _is_worse(case[1], [check for _, check in checks], LEVEL / len(checks))]
    cases = sure or [case for case in checks if not case[1].passed]
    if cases:
        yield PASSED_ELSEWHERE(
            severity="warning" if sure else "note",
            annotators=sorted({check.unit for _, check in cases}),
            cases=[{"annotator": check.unit, "pair": pair, "p": check.p} for pair, check in cases],
            _cases=[f"{check.unit} on {pair} ({_right(check)} of {check.pairs} right)" for pair, check in cases],
        )


def _is_worse(check: QualityCheck, checks: Sequence[QualityCheck], level: float) -> bool:
    """Whether an annotator is right far more rarely on one language pair than on the others."""
    from scipy.stats import fisher_exact

    others = [one for one in checks if one.unit == check.unit and one is not check]
    pairs, right = sum(one.pairs for one in others), sum(_right(one) for one in others)
    if not pairs or _right(check) >= check.pairs * (0.5 + right / pairs) / 2:
        return False
    counts = [[_right(check), check.pairs - _right(check)], [right, pairs - right]]
    return bool(fisher_exact(counts, "less").pvalue < level)


def _right(check: QualityCheck) -> int:
    """Pairs in the expected direction, ties counted half."""
    return round((check.effect or 0.0) * check.pairs)


def _cannot_tell(_: pl.DataFrame, people: People, quality: Sequence[QualityCheck]) -> Iterator[Finding]:
    """People who do not score degraded copies lower than the originals.

    A pair is a degraded copy and its original, judged by one person in one session; pairs whose original stands at the
    bottom of the scale are left out. A person with at least eight pairs is named who is right significantly more rarely
    than all others together (binomial test at .01, shared by all), and either fails the one-sided signed-rank test at
    .05 or is right in less than the mean of the others' share and one half. If more than half of at least three people
    fail the signed-rank test, and all together are right in less than two of three pairs, that is an error: then either
    the work or the copies cannot be trusted.
    """
    from scipy.special import bdtr

    tested = [check for check in quality if check.passed is not None and check.pairs >= _FEWEST]
    if not tested:
        raise NotCheckableError(
            "an annotator with eight degraded items whose originals were judged in the same session"
        )
    failed = [check for check in tested if not check.passed]
    pairs, right = sum(check.pairs for check in tested), sum(_right(check) for check in tested)
    if len(tested) >= _FEWEST_UNITS and 2 * len(failed) > len(tested) and right < 2 / 3 * pairs:
        numbers = people.numbers([check.unit for check in failed])
        yield NOBODY_TELLS(
            **numbers, tested=len(tested), _tested=counted(len(tested), people.unit), _failed=len(failed)
        )
        return
    found = []
    for check in tested:
        others = pairs - check.pairs
        rate = (right - _right(check)) / others if others else 1.0
        little = not check.passed or _right(check) < check.pairs * (0.5 + rate) / 2
        alone = len(tested) == 1 and not check.passed
        if little and (alone or bdtr(_right(check), check.pairs, rate) < LEVEL / len(tested)):
            found.append((check, rate))
    if found:
        found.sort(key=lambda one: one[0].effect or 0.0)
        check, rate = found[0]
        yield CANNOT_TELL(
            **people.numbers([one.unit for one, _ in found]),
            effects=[round(one.effect or 0.0, 4) for one, _ in found],
            others=rate if len(tested) > 1 else None,
            _first=check.unit,
            _right=check.effect,
            _pairs=check.pairs,
        )


CHECKS: Final = (
    Check(PASSED_ELSEWHERE, _passed_elsewhere, Ratings, columns=("annotator",), whole=True),
    Check(CANNOT_TELL, _cannot_tell, Ratings, facts=("people", "quality")),
)
