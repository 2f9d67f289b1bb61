"""Whether an answer is one that the protocol allows: the one check of server, importer and simulator."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge.core.columns import OUTCOMES
from adjudge.core.errors import Problem
from adjudge.core.protocols.catalogue import BAD_ANSWER
from adjudge.core.protocols.protocol import Protocol

#: The fields of an answer, by what the protocol asks for.
_FIELDS: Final = {"score": "score", "outcome": "outcome", "ranks": "ranks"}


def problems_of(protocol: Protocol, answer: Mapping[str, Any], *, targets: Sequence[str]) -> tuple[Problem, ...]:
    """Everything that is wrong with an answer; nothing if the protocol allows it.

    Args:
        protocol: how the item is judged.
        answer: `score`, `outcome` or `ranks`, and `spans` where errors are marked: each a mapping with `start` and
            `end` (code points, half open; both None for an omission), `severity` and, if asked for, `category`.
        targets: the texts that were shown.

    Example:
        >>> from adjudge.core.protocols.registry import PROTOCOLS
        >>> [problem.what for problem in problems_of(PROTOCOLS["da"], {"score": 5000}, targets=["a text"])]
        ["score is '5000'"]
    """
    needed = set() if protocol.answer == "score" and not protocol.scored else {_FIELDS[protocol.answer]}
    needed |= {"spans"} if protocol.marks_errors else set()
    found = [_refused(protocol, name, "missing", "an answer") for name in sorted(needed - set(answer))]
    extra = sorted(set(answer) - needed)
    found += [_refused(protocol, name, answer[name], "no such field for this protocol") for name in extra]
    checks = {"score": _score, "outcome": _outcome, "ranks": _ranks, "spans": _spans}
    for name in sorted(needed & set(answer)):
        found += checks[name](protocol, answer[name], targets)
    return tuple(found)


def _refused(protocol: Protocol, field: str, value: object, expected: str) -> Problem:
    return BAD_ANSWER.problem(field=field, value=value, expected=expected, protocol=protocol.name)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _score(protocol: Protocol, value: Any, targets: Sequence[str]) -> list[Problem]:  # noqa: ANN401, ARG001
    if _is_number(value) and protocol.low <= value <= protocol.high:
        return []
    return [_refused(protocol, "score", value, f"a number from {protocol.low:g} to {protocol.high:g}")]


def _outcome(protocol: Protocol, value: Any, targets: Sequence[str]) -> list[Problem]:  # noqa: ANN401, ARG001
    return [] if value in OUTCOMES else [_refused(protocol, "outcome", value, f"one of {', '.join(OUTCOMES)}")]


def _ranks(protocol: Protocol, value: Any, targets: Sequence[str]) -> list[Problem]:  # noqa: ANN401
    count = len(targets)
    whole = isinstance(value, list) and all(isinstance(rank, int) and not isinstance(rank, bool) for rank in value)
    if whole and len(value) == count and all(1 <= rank <= count for rank in value):
        return []
    return [_refused(protocol, "ranks", value, f"a list of {count} ranks from 1 (best) to {count}, ties allowed")]


def _spans(protocol: Protocol, value: Any, targets: Sequence[str]) -> list[Problem]:  # noqa: ANN401
    if not isinstance(value, list) or not all(isinstance(span, Mapping) for span in value):
        return [_refused(protocol, "spans", value, "a list of spans, empty if there is no error")]
    length = len(targets[0]) if targets else 0
    return [
        problem for number, span in enumerate(value) for problem in _span(protocol, span, f"spans[{number}]", length)
    ]


def _span(protocol: Protocol, span: Mapping[str, Any], place: str, length: int) -> list[Problem]:
    found = []
    start, end = span.get("start"), span.get("end")
    ends = [value for value in (start, end) if isinstance(value, int) and not isinstance(value, bool)]
    inside = len(ends) == 2 and 0 <= ends[0] < ends[1] <= length
    if not inside and not (start is None and end is None):
        shown = f"{start}..{end}"
        found.append(_refused(protocol, place, shown, f"code points within the text, which has {length}, start < end"))
    if span.get("severity") not in protocol.severities:
        allowed = ", ".join(protocol.severities)
        found.append(_refused(protocol, f"{place}.severity", span.get("severity"), f"one of {allowed}"))
    if protocol.categories and span.get("category") not in protocol.categories:
        expected = "a category of the protocol, such as " + protocol.categories[0]
        found.append(_refused(protocol, f"{place}.category", span.get("category"), expected))
    return found
