"""Do planned tests find what the closed form says? Real tests on simulated scores and votes, beside `adjudge.power`.

Scores are normal with the same spread, and B is shifted so that P(A < B) is the effect; shared segments correlate.
Each row is one plan: the power that is printed (at the end of a margin the level), and the share of simulated campaigns
in which the test finds the effect (or shows equality).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import adjudge
from adjudge.planning.power.settings import TestName

Floats = NDArray[np.float64]
_BATCH: Final = 2000


class Plan(NamedTuple):
    """One row: arguments of `adjudge.power`, in words for the table."""

    test: TestName
    n: int
    effect: float
    margin: float | None = None
    correlation: float = 0.0
    ties: float = 0.0
    m: int | None = None


PLANS: Final = (
    Plan("rank-sum", 330, 0.43),
    Plan("rank-sum", 55, 0.39),
    Plan("rank-sum", 40, 0.35, m=80),
    Plan("rank-sum", 20, 0.3),
    Plan("paired", 330, 0.43),
    Plan("paired", 200, 0.43, correlation=0.3),
    Plan("paired", 50, 0.4, correlation=0.5),
    Plan("paired", 20, 0.35, correlation=0.3),
    Plan("sign", 330, 0.43),
    Plan("sign", 150, 0.42, correlation=0.4),
    Plan("comparisons", 300, 0.42, ties=0.3),
    Plan("comparisons", 800, 0.55, ties=0.15),
    Plan("rank-sum", 330, 0.5, margin=0.06),
    Plan("rank-sum", 600, 0.48, margin=0.06),
    Plan("rank-sum", 330, 0.6, margin=0.1),
    Plan("rank-sum", 1000, 0.55, margin=0.05),
    Plan("rank-sum", 100, 0.38, margin=0.12, m=200),
    Plan("rank-sum", 10, 0.2),
    Plan("rank-sum", 4, 0.1),
    Plan("paired", 10, 0.2),
    Plan("rank-sum", 100, 0.5, margin=0.1),
    Plan("rank-sum", 50, 0.5, margin=0.1),
    Plan("rank-sum", 20, 0.5, margin=0.2),
    Plan("rank-sum", 10, 0.5, margin=0.3),
    Plan("rank-sum", 50, 0.47, margin=0.12),
)


def share_found(plan: Plan, runs: int, rng: np.random.Generator) -> float:
    """Share of campaigns in which the test succeeds."""
    return float(np.concatenate(list(_outcomes(plan, runs, rng))).mean())


def _outcomes(plan: Plan, runs: int, rng: np.random.Generator) -> Iterator[NDArray[np.bool_]]:
    from scipy import stats

    shift = np.sqrt(2) * stats.norm.ppf(plan.effect)
    for _ in range(runs // _BATCH):
        if plan.test == "comparisons":
            decisive = rng.binomial(plan.n, 1 - plan.ties, _BATCH)
            yield _sign_p(rng.binomial(decisive, plan.effect), decisive) <= 0.05
            continue
        common = rng.normal(0, np.sqrt(plan.correlation), (_BATCH, plan.n)) if plan.correlation else 0.0
        own = np.sqrt(1 - plan.correlation)
        a = common + rng.normal(0, own, (_BATCH, plan.n))
        b = (0.0 if plan.m else common) + shift + rng.normal(0, own, (_BATCH, plan.m or plan.n))
        yield _verdicts(plan, a, b)


def _verdicts(plan: Plan, a: Floats, b: Floats) -> NDArray[np.bool_]:
    from scipy import stats

    found: Any
    if plan.margin is not None:
        return _equivalent(a, b, plan.margin)
    if plan.test == "rank-sum":
        found = stats.mannwhitneyu(a, b, axis=1, method="asymptotic").pvalue < 0.05
    elif plan.test == "paired":
        found = stats.wilcoxon(b - a, axis=1, method="asymptotic").pvalue < 0.05
    else:
        found = _sign_p((b > a).sum(axis=1), np.full(len(a), plan.n)) <= 0.05
    return np.asarray(found, dtype=np.bool_)


def _sign_p(wins: NDArray[np.int64], decisive: NDArray[np.int64]) -> Floats:
    from scipy import stats

    larger = np.maximum(wins, decisive - wins)
    values: Floats = np.minimum(1.0, 2 * stats.binom.sf(larger - 1, decisive, 0.5) - 1e-12)
    return values


def _equivalent(a: Floats, b: Floats, margin: float) -> NDArray[np.bool_]:
    """Two one-sided tests with variances from placements (Wellek 2010, section 6.2)."""
    from scipy import stats

    n, m = a.shape[1], b.shape[1]
    ranks = stats.rankdata(np.concatenate([a, b], axis=1), axis=1)
    of_b = (ranks[:, n:] - stats.rankdata(b, axis=1)) / n
    of_a = 1 - (ranks[:, :n] - stats.rankdata(a, axis=1)) / m
    half = stats.norm.isf(0.05) * np.sqrt(of_b.var(axis=1, ddof=1) / m + of_a.var(axis=1, ddof=1) / n)
    p = of_b.mean(axis=1)
    return np.asarray((p - half > 0.5 - margin) & (p + half < 0.5 + margin), dtype=np.bool_)


def main() -> None:
    """Print one line for each plan."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| test | n | P(A < B) | | power | simulated |\n|---|---|---|---|---|---|")
    for i, plan in enumerate(PLANS):
        asked: dict[str, Any] = {"margin": plan.margin, "m": plan.m}
        asked |= {name: getattr(plan, name) or None for name in ("correlation", "ties")}
        at_the_end = plan.margin is not None and abs(plan.effect - 0.5) >= plan.margin - 1e-9
        # At the end of a margin equality must not be shown: what counts there is the level.
        power = 0.05 if at_the_end else adjudge.power(plan.n, plan.effect, test=plan.test, **asked).power
        share = share_found(plan, given.runs, np.random.default_rng([given.seed, i]))
        said = ", ".join(f"{name} {value:g}" for name, value in asked.items() if value)
        print(f"| {plan.test} | {plan.n:,} | {plan.effect:g} | {said} | {power:.4f} | {share:.4f} |", flush=True)


if __name__ == "__main__":
    main()
