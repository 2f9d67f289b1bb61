"""Facts about people: the judgements of each, their order and their times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudge.auditing.checks.fact import Fact, NotCheckableError

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _people(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.people.persons import find_people

    people = find_people(facts.table.frame)
    if people is None:
        raise NotCheckableError("a value of 'annotator' in nearly every row")
    return people


def _order(facts: Facts) -> Any:  # noqa: ANN401 - an array
    order = facts["people"].order
    if order is None:
        raise NotCheckableError("the time or the position of every judgement")
    return order


def _times(facts: Facts) -> list[str]:
    frame = facts["people"].frame
    known = [name for name in ("started", "ended") if name in frame.columns and not frame[name].null_count()]
    if not known:
        raise NotCheckableError("the start or the end time of every judgement")
    return known


FACTS: Final = (
    Fact("people", "judgements of outputs by annotator", _people),
    Fact("order", "the place of each of these judgements in the work of its person, from 0 to 1", _order),
    Fact("times", "which of the columns `started` and `ended` are known for all of them", _times),
)
