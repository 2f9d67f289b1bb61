"""How often do intervals of agreement by document hold the truth, and do they miss it on both sides alike?

`python -m benchmarks.study_agreement_intervals` prints Markdown. Campaigns share nothing with
`adjudge.planning.simulation`: documents of different length, effects and noise; three systems; seven categories, so
that nothing is normal; five annotators, the same in all campaigns; three tenths of the cells are missing. The truth is
the coefficient of the same process with 40,000 documents. Textbook intervals are those of our function at the level
whose longer tails are the textbook's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

import numpy as np
from scipy import stats

from adjudge.kernels.agreement.alpha import Alpha
from adjudge.kernels.agreement.cells import Floats, RatedCells, rated_cells
from adjudge.kernels.agreement.coefficient import Coefficient
from adjudge.kernels.agreement.gwet import GwetAC
from adjudge.kernels.agreement.icc import IntraclassCorrelations
from adjudge.kernels.agreement.intervals import Method, estimates
from benchmarks.study import SeedPool, print_table, study_parser

LENIENCY: Final = np.array([-0.5, -0.2, 0.0, 0.25, 0.45])
MANY: Final = 40_000
DRAWS: Final = 500
COLUMNS: Final = ("alpha, interval", "alpha, ordinal", "AC2, quadratic", "ICC(2,1)", "ICC(2,k)")
#: Name, method, and whether with Student's tails.
METHODS: Final[tuple[tuple[str, Method, bool], ...]] = (
    ("plain percentile", "percentile", False),
    ("plain BCa", "bca", False),
    ("percentile, Student", "percentile", True),
    ("BCa, Student", "bca", True),
)


def campaign(rng: np.random.Generator, documents: int) -> RatedCells:
    """Items of three systems in documents, rated by five people."""
    document = np.repeat(np.arange(documents), 3 * rng.integers(2, 11, documents))
    quality = rng.normal(0, 0.6, documents)[document] + rng.normal(0, 0.8, len(document))
    noise = np.exp(rng.normal(0, 0.3, documents))[document]
    seen = quality[:, None] + LENIENCY + noise[:, None] * rng.normal(0, 1, (len(document), 5))
    scores = np.clip(np.round(3.5 + 1.3 * seen), 1, 7)
    item, annotator = np.nonzero(rng.random(scores.shape) > 0.3)
    return rated_cells(item, annotator, scores[item, annotator], document[item])


def coefficients(cells: RatedCells) -> tuple[Coefficient, ...]:
    """Those of `COLUMNS`, the last two in one."""
    gwet = GwetAC(cells, categories=np.arange(1, 8))
    return Alpha(cells), Alpha(cells, "ordinal"), gwet, IntraclassCorrelations(cells)


@cache
def truth() -> Floats:
    """Coefficients of very many documents."""
    found = coefficients(campaign(np.random.default_rng(11), MANY))
    values = [np.atleast_1d(part.at(np.ones((1, part.documents)))[0])[:2] for part in found]
    return np.concatenate(values)


def level_of(documents: int, *, student: bool) -> float:
    """.95, or the level at which the longer tails are the normal ones of .95."""
    if student:
        return 0.95
    z = stats.norm.ppf(0.025) * np.sqrt((documents - 1) / documents)
    return 1 - 2 * float(stats.t.cdf(z, documents - 1))


def sides(documents: int, seed: int, methods: Sequence[tuple[str, Method, bool]] = METHODS) -> dict[str, list[int]]:
    """For each method, whether the interval of each column lies below the truth (-1), holds it (0), or lies above."""
    cells = campaign(np.random.default_rng([documents, seed]), documents)
    found: dict[str, list[int]] = {}
    for name, method, student in methods:
        level = level_of(documents, student=student)
        rows = [
            row
            for part in coefficients(cells)
            for row in estimates(part, np.random.default_rng(seed), draws=DRAWS, level=level, method=method)[:2]
        ]
        ends = np.array([[row.low, row.high] for row in rows], dtype=np.float64)
        found[name] = ((ends[:, 0] > truth()).astype(int) - (ends[:, 1] < truth()).astype(int)).tolist()
    return found


def summarised(results: list[dict[str, list[int]]]) -> Mapping[str, str]:
    """Lowest and highest coverage over the columns, and the shares above and below of AC2."""
    answer = {}
    for name, _, _ in METHODS:
        side = np.array([result[name] for result in results])
        covered, ac2 = (side == 0).mean(axis=0), side[:, COLUMNS.index("AC2, quadratic")]
        answer[name] = (
            f"{covered.min():.3f}-{covered.max():.3f} (AC2 {np.mean(ac2 > 0):.3f} above, {np.mean(ac2 < 0):.3f} below)"
        )
    return answer


def main() -> None:
    """Run and print."""
    options = study_parser(__doc__, range(1000)).parse_args()
    rows = []
    with SeedPool(options.seeds) as pool:
        for documents in (8, 15, 30, 60, 120):
            summary = summarised(pool.run(partial(sides, documents), f"{documents} documents"))
            rows.append([str(documents), *summary.values()])
    print_table(["documents", *(name for name, _, _ in METHODS)], rows)


if __name__ == "__main__":
    main()
