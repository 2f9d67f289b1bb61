"""What a reader should know about a study of stability, as findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adjudge.auditing.stability import catalogue as say
from adjudge.auditing.stability.changes import compare_verdicts
from adjudge.auditing.stability.result import NotRun, StabilityResult
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.catalogue import listed
from adjudge.core.findings import Finding, Severity

_OF_HUMANS: Final = ("remove:human", "divide:human", "multiply:human")
_SINGLE: Final = "remove:system:"
_ENDS: Final = ("remove:best", "remove:worst")
#: Below this a repeat contradicts more often than readers expect of significant results: once in five times.
UNLIKELY: Final = 0.8


def observe(result: StabilityResult, own: Verdict | None, reference: Verdict) -> StabilityResult:
    """The result with its findings.

    Args:
        result: without them.
        own: the ranking of the data, if the reference is a published order.
        reference: what scenarios were compared with.
    """
    reproduced = own is None or not compare_verdicts(reference, own).changed
    # Where the data do not give the published order, no scenario can be blamed for that.
    changes = _changes(result) if reproduced else ()
    found = (*_published(own, reference, result), *changes, *_recipes(result), *_repeats(result))
    return replace(result, findings=(*found, *result.findings, *_not_run(result)))


def _published(own: Verdict | None, reference: Verdict, result: StabilityResult) -> Iterator[Finding]:
    if own is None:
        return
    change = compare_verdicts(reference, own)
    if change.changed:
        lines = "" if not change.cluster_changed else f"{'; ' if change.moved else ''}the clusters are others"
        yield say.PUBLISHED_DIFFERS(
            kendall=change.kendall,
            moved=[move.system for move in change.moved],
            _lines=lines,
            _by="the recipe" if result.kind == "ratings" else "the method",
        )
    else:
        yield say.PUBLISHED_REPRODUCED(_by="the recipe" if result.kind == "ratings" else "the method")


def _changes(result: StabilityResult) -> Iterator[Finding]:
    """Removal and division of systems: the others should not care."""
    some = [one for one in result.scenarios if one.left_out or one.name.startswith(_OF_HUMANS)]
    singles = {one.left_out for one in some if one.name.startswith(_SINGLE)}
    some = [one for one in some if one.name not in _ENDS or one.left_out not in singles]  # no system twice
    for name, entry in (("rank_changed", say.ORDER_CHANGES), ("cluster_changed", say.LINES_CHANGE)):
        changed = [one for one in some if getattr(one.change, name)]
        if changed:
            # Near ties change places easily; a significant difference should not.
            turned = any(one.change.reversed_orderings or one.change.cluster_changed for one in changed)
            names = [one.name for one in changed]
            severity: Severity = "warning" if turned else "note"
            yield entry(severity=severity, changed=len(changed), scenarios=len(some), _shown=names)


def _recipes(result: StabilityResult) -> Iterator[Finding]:
    if result.multiverse is None:
        return
    weak = [line for line in result.multiverse.lines if line.share < 0.5]
    if weak:
        yield say.RECIPES_DISAGREE(
            lines=len(weak),
            rankings=result.multiverse.rankings,
            _word="recipe" if result.kind == "ratings" else "method",
            _shown=[f"below {line.upper} ({line.share:.0%})" for line in weak],
        )


def _repeats(result: StabilityResult) -> Iterator[Finding]:
    for one in result.scenarios:
        repeats = one.repeats
        if repeats is None:
            continue
        if repeats.stable is not None and repeats.stable < UNLIKELY:
            yield say.NOT_REPEATED(unit=repeats.unit, probability=repeats.stable, keeps=repeats.keeps)
        if repeats.lost:
            yield say.LOST_DRAWS(lost=repeats.lost, draws=repeats.draws, unit=repeats.unit)


def _not_run(result: StabilityResult) -> Iterator[Finding]:
    if result.refused:
        yield say.NOT_RUN(
            n=len(result.refused),
            scenarios=[one.name for one in result.refused],
            _reasons=reasons_of(result.refused),
        )


def reasons_of(refused: Sequence[NotRun]) -> list[str]:
    """The scenarios that could not be run, for each reason."""
    names: dict[str, list[str]] = {}
    for one in refused:
        names.setdefault(one.reason, []).append(one.name)
    return [f"{listed(some)} ({reason})" for reason, some in names.items()]
