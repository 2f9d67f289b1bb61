"""How far is the closed form of `adjudge.power` from real tests where segments are few, or the level is strict?

Rank-sum and signed-rank tests, exact and asymptotic, with and without continuity correction, on simulated scores that
are normal with the same spread. The first table sorts plans by where the limit of the test lies on the way to the most
that its statistic can reach, the second by n at a level of .05. Cells are the simulated power minus the closed form,
lowest and highest. Levels are two-sided; half of each stands for one side. Plans in which no outcome can be significant
are left out.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.planning.power.design import Design
from adjudge.planning.power.settings import PowerSettings

Floats = NDArray[np.float64]
SIZES: Final = (4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 45, 60)
#: Segments of the other system for one of A.
RATIOS: Final = (1, 3)
EFFECTS: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45)
LEVELS: Final = (0.1, 0.05, 0.01, 0.002, 0.0008, 0.0002)
#: Upper ends of the rows of the first table; the last has none.
SHARES: Final = (0.3, 0.45, 0.6, 0.75, 0.9, 1.0)
_ROUNDING: Final = 1e-12


class Cell(NamedTuple):
    """One plan: how far each variant of the test is from the closed form."""

    test: str
    n: int
    m: int
    level: float
    share: float
    off: tuple[float, ...]


def cells(plan: tuple[str, int, int], effect: float, runs: int, rng: np.random.Generator) -> Iterator[Cell]:
    """All levels of one plan, on the same simulated campaigns."""
    from scipy import stats

    test, n, m = plan
    a = rng.normal(0, 1, (runs, n))
    b = rng.normal(np.sqrt(2) * stats.norm.ppf(effect), 1, (runs, m))
    values = list(_p_values(test, a, b))
    for level in LEVELS:
        design = Design(PowerSettings(test=test, alpha=level, m=m if test == "rank-sum" else None))
        if design.least_p(n, m) <= level:
            said, share = design.power(n, effect), design.limit_share(n, m)
            yield Cell(test, n, m, level, share, tuple(float((p <= level + _ROUNDING).mean()) - said for p in values))


def _p_values(test: str, a: Floats, b: Floats) -> Iterator[Floats]:
    """Exact, asymptotic, and asymptotic without continuity correction."""
    from scipy import stats

    for method, correct in (("exact", False), ("asymptotic", True), ("asymptotic", False)):
        found: Any
        if test == "rank-sum":
            found = stats.mannwhitneyu(a, b, axis=1, method=method, use_continuity=correct)
        else:
            found = stats.wilcoxon(b - a, axis=1, method=method, correction=correct)
        yield np.asarray(found.pvalue, dtype=np.float64)


def rows(groups: Iterable[tuple[str, Callable[[Cell], bool]]], known: Sequence[Cell]) -> Iterator[str]:
    """One line for each group that holds a plan."""
    for name, belongs in groups:
        held = np.array([cell.off for cell in known if belongs(cell)])
        if len(held):
            ranges = zip(held.min(axis=0), held.max(axis=0), strict=True)
            yield f"| {name} | {len(held)} | " + " | ".join(f"{low:+.3f} to {high:+.3f}" for low, high in ranges) + " |"


def main() -> None:
    """Print both tables."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    plans = [("rank-sum", n, n * ratio) for n in SIZES for ratio in RATIOS] + [("paired", n, n) for n in SIZES]
    known = [
        cell
        for i, plan in enumerate(plans)
        for j, effect in enumerate(EFFECTS)
        for cell in cells(plan, effect, given.runs, np.random.default_rng([given.seed, i, j]))
    ]
    heads = "plans | exact | asymptotic | without correction |\n|---|---|---|---|---|"
    print(f"| limit at | {heads}")
    for line in rows(_by_share(), known):
        print(line)
    print(f"\n| test | {heads}")
    for line in rows(_by_size(), known):
        print(line)


def _by_share() -> Iterator[tuple[str, Callable[[Cell], bool]]]:
    for low, high in zip((0.0, *SHARES), (*SHARES, np.inf), strict=True):
        yield f"{low:g} to {high:g}" if high < np.inf else f"above {low:g}", partial(_lies_between, low, high)


def _lies_between(low: float, high: float, cell: Cell) -> bool:
    return low < cell.share <= high


def _by_size() -> Iterator[tuple[str, Callable[[Cell], bool]]]:
    for test in ("rank-sum", "paired"):
        for n in SIZES:
            yield f"{test}, n = {n}", partial(_is_plan, (test, n, n, 0.05))


def _is_plan(plan: tuple[str, int, int, float], cell: Cell) -> bool:
    return cell[:4] == plan


if __name__ == "__main__":
    main()
