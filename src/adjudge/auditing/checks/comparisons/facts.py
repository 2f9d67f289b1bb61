"""Facts about comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudge.auditing.checks.fact import Fact, NotCheckableError

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _ranked_comparisons(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    facts["ranking"]  # refused here rather than in every check
    return facts["analysis"]


def _sides(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.comparisons.sides import Sides

    votes = facts["analysis"].steps.ranked.value.votes
    sides = None if votes is None else Sides(votes)
    if sides is None or not sides.both.any():
        raise NotCheckableError("single comparisons, with pairs that were named in both orders")
    return sides


FACTS: Final = (
    Fact("ranked comparisons", "the analysis of comparisons, once it has been computed", _ranked_comparisons),
    Fact("sides", "comparisons of pairs that were named in both orders", _sides),
)
