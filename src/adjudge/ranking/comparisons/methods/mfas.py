"""The order that contradicts the least weight of majorities: exact, with a certificate that anybody can check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from adjudge.core.findings import Finding
from adjudge.kernels.linear_ordering.mfas import solve_mfas
from adjudge.kernels.linear_ordering.optimal_orders import count_optimal_orders, optimal_places
from adjudge.kernels.linear_ordering.packing import check_packing, cycle_packing
from adjudge.kernels.linear_ordering.tournament import violated_weight
from adjudge.ranking.comparisons.evidence.tournament import majority_arcs
from adjudge.ranking.comparisons.method import Method, MethodInput
from adjudge.ranking.comparisons.methods.catalogue import NOT_PROVEN, ONLY_OPTIMUM, SEVERAL_OPTIMA, UNCOUNTED_OPTIMA
from adjudge.ranking.comparisons.ordering import Ordering
from adjudge.ranking.comparisons.result import Optimum, Packing

#: The part of the time limit that the search may take; the rest is for the certificate and for counting.
SEARCH_SHARE: Final = 0.8
TIME_LIMIT: Final = 60.0


def order_exactly(given: MethodInput) -> Ordering:
    """The order of minimum violated weight, with all that is needed to check it.

    The time limit is for everything; the best order found by then is returned with a bound.
    """
    arcs, names = majority_arcs(given.tally, given.settings.arcs), given.tally.systems
    time_limit, start = given.settings.time_limit or TIME_LIMIT, time.monotonic()

    def report(_cost: float, _bound: float) -> None:
        given.report(min(1.0, (time.monotonic() - start) / time_limit))

    def share_of_rest(parts: int) -> float:
        return max(0.0, start + time_limit - time.monotonic()) / parts

    found = solve_mfas(arcs, time_limit=SEARCH_SHARE * time_limit, seed=given.seeds.seed, progress=report)
    order = tuple(int(i) for i in found.order)
    cost = violated_weight(arcs, order)
    packing = cycle_packing(arcs, time_limit=share_of_rest(3))
    orders = count_optimal_orders(arcs, time_limit=share_of_rest(2)) if found.proven else None
    places = optimal_places(arcs, order, cost, time_limit=share_of_rest(1)) if found.proven else None
    optimum = Optimum(
        bound=float(found.bound),
        proven=found.proven,
        time_limit=time_limit,
        optimal_orders=orders,
        places=None if places is None else tuple(places[i] for i in order),
        packing=tuple(Packing(tuple(names[i] for i in cycle), float(weight)) for cycle, weight in packing),
        packing_bound=float(check_packing(arcs, packing)),
    )
    findings = (_about(optimum, cost, [names[i] for i in order]),)
    return Ordering(order, optimum=optimum, findings=findings)


def _about(optimum: Optimum, cost: float, order: Sequence[str]) -> Finding:
    """Whether the order is proven to be optimal, and which places other optimal orders leave open."""
    if not optimum.proven:
        return NOT_PROVEN(
            cost=cost,
            bound=optimum.bound,
            _seconds=optimum.time_limit,
            _gap=1 - optimum.bound / cost,
            _more=2 * optimum.time_limit,
        )
    if optimum.optimal_orders == 1:
        return ONLY_OPTIMUM(orders=1)
    entry = UNCOUNTED_OPTIMA if optimum.optimal_orders is None else SEVERAL_OPTIMA
    places = {} if optimum.places is None else dict(zip(order, optimum.places, strict=True))
    moving = {name: [low, high] for name, (low, high) in places.items() if low < high}
    return entry(
        severity="warning" if moving else "note",
        orders=optimum.optimal_orders,
        places=moving,
        _n=len(moving) or None,
        _places=[f"{name} ({low} to {high})" for name, (low, high) in moving.items()],
    )


METHOD: Final = Method(
    name="mfas",
    title="the order that contradicts the least weight, exact",
    source="Lopez 2012, section 4",
    page="mfas",
    order=order_exactly,
    takes={"unit": "auto", "time_limit": TIME_LIMIT},
)
