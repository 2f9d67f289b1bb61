"""Outcomes of simulated campaigns, made up."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.planning.comparing_designs.outcomes import Outcome, Recovered
from adjudge.planning.comparing_designs.settings import Job


def outcomes(
    design: str,
    taus: Sequence[float | None],
    *,
    found: Sequence[int] = (),
    false: Sequence[int] = (),
    hours: float = 2.0,
    budget: float | None = None,
    counting: int = 90,
) -> list[Outcome]:
    """A campaign for every tau, ranked by the recipe `r`; it was refused where tau is None."""
    found, false = found or [5] * len(taus), false or [0] * len(taus)
    return [
        Outcome(
            Job(design, budget, seed),
            judgements=100 + seed,
            counting=counting,
            units=10,
            hours=hours,
            whole=True,
            recovered={"r": Recovered(tau, 10, found[seed], false[seed], refused=None if tau is not None else "AJ200")},
        )
        for seed, tau in enumerate(taus)
    ]


FIRST = outcomes("a", [0.8, 0.6, None, 1.0], found=[5, 6, 0, 7], false=[0, 2, 0, 1])
SECOND = outcomes("b", [0.6, 0.6, 0.5, 0.4], found=[4, 4, 4, 4], hours=3.0, counting=100)
