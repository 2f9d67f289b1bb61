"""Facts about the published order: what it rests on, which of its pairs are firm, and other orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from adjudge.auditing.checks.fact import Fact

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _moments(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.orders.unit_moments import moments_of

    analysis = facts["published"]
    return moments_of(analysis.kept.frame, facts["counting"], facts["layout"], analysis.recipe.standardise.unit)


def _firm_pairs(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.auditing.checks.orders.firm_pairs import FirmPairs

    analysis = facts["published"]
    return FirmPairs.of(analysis.estimate.order, analysis.tests.p, analysis.estimate.means["z"].to_numpy())


def _z_orders(facts: Facts) -> dict[str, list[str]]:
    from adjudge.auditing.checks.orders.unit_moments import orders_by_z

    return orders_by_z(facts["published"].kept.frame, facts["counting"], facts["layout"])


FACTS: Final = (
    Fact("moments", "sums that give the published z-scores of any choice of systems", _moments),
    Fact("firm pairs", "pairs that differ significantly in the published ranking, corrected by Holm", _firm_pairs),
    Fact("z orders", "orders by z-scores of different units and bases", _z_orders),
)
