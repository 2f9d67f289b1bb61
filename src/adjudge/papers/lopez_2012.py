"""Lopez 2012, Putting Human Assessments of Machine Translation Systems in Order: tournaments of WMT10 and WMT11.

Figures of Tables 1 to 4 and section 5; systems by their names in the data. The paper has slips, each shown with both
values. It does not print how many orders are optimal: those numbers were computed for the project by an independent
script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.kernels.ranks.order import spearman_rho
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, compare
from adjudge.papers.lopez_2012_tables import (
    ACYCLIC,
    ENGLISH_CZECH,
    ENGLISH_CZECH_COSTS,
    FRENCH_ENGLISH_OPTIMAL,
    FRENCH_ENGLISH_VIOLATED,
    FRENCH_ENGLISH_WMT,
    OPTIMAL_ORDERS,
    TASKS,
    TOTALS,
    TUNABLE_HEURISTIC_2,
    TUNABLE_OPTIMAL,
    TUNABLE_VIOLATED,
)
from adjudge.ranking.comparisons.evidence.tournament import describe_tournament
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.result import ComparisonRankingResult, Optimum, Tournament
from adjudge.ranking.comparisons.tally import Tally, count_comparisons

NAME: Final = "lopez-2012"
ENGLISH_CZECH_TASK: Final = "wmt11.English-Czech.individual"
FRENCH_ENGLISH_TASK: Final = "wmt10.French-English"
TUNABLE_TASK: Final = "wmt11.Urdu-English.tunablemetrics"
RANKINGS: Final = {
    "wmt10": "raw.wmt10.RNK.csv.gz",
    "wmt11.individual": "raw.wmt11.individual.RNK.csv.gz",
    "wmt11.combo": "raw.wmt11.combo.RNK.csv.gz",
    "wmt11.tunablemetrics": "raw.wmt11.tunablemetrics.RNK.csv",
}
_METHODS: Final = {"MFAS": "mfas", "Eq. 1": "wmt-official", "Eq. 2": "heuristic-2", "Eq. 3": "bojar"}


@dataclass(frozen=True)
class Task:
    """One of the 25 tasks.

    Args:
        name: as its count file is called.
        counts: the released counts.
    """

    name: str
    counts: PairCounts

    @cached_property
    def tally(self) -> Tally:
        """The counts with the reference."""
        return count_comparisons(self.counts)

    @cached_property
    def rankings(self) -> dict[str, ComparisonRankingResult]:
        """By the exact search and by the three scores."""
        return {name: rank_comparisons(self.counts, method) for name, method in _METHODS.items()}

    @property
    def optimum(self) -> Optimum:
        """What is known about the exact order."""
        found = self.rankings["MFAS"].optimum
        assert found is not None  # noqa: S101 - the exact search always says
        return found

    def tournament(self, order: Sequence[str]) -> Tournament:
        """What an order contradicts."""
        ranked = self.tally.without_reference()
        return describe_tournament(ranked, [ranked.systems.index(name) for name in order], "net")


def reproduce(data_dir: Path) -> ReproductionResult:
    """Tables 1 to 4, the figures of sections 5.1 and 5.2, and what else the data says."""
    folder = data_folder(data_dir, "lopez-rr-2010-2011")
    tasks = {name: Task(name, read_as(PairCounts, folder / f"pairwise.{name}.txt")) for name in TASKS}
    return ReproductionResult.of(
        NAME,
        [
            *table_1(tasks),
            *table_2(tasks[ENGLISH_CZECH_TASK], tasks),
            *table_3(tasks[FRENCH_ENGLISH_TASK]),
            *table_4(tasks[TUNABLE_TASK]),
            *section_5(tasks),
            *optimal_orders(tasks),
            *counted_rankings(folder, tasks),
        ],
    )


def table_1(tasks: dict[str, Task]) -> list[Figure]:
    """Systems without the reference, and pairs with it."""
    figures = []
    for name, (systems, pairs) in TASKS.items():
        counted = tasks[name].tally
        figures += [
            compare("Table 1", f"{name}: systems", systems, len(counted.without_reference().systems)),
            compare("Table 1", f"{name}: pairs", pairs, int(counted.comparisons)),
        ]
    return figures


def table_2(task: Task, tasks: dict[str, Task]) -> list[Figure]:
    """Three orders of WMT11 English-Czech."""
    figures = []
    for method, order in ENGLISH_CZECH.items():
        ours = task.rankings[method]
        figures += [
            compare("Table 2", f"{method}, place {i}", name, ours.order()[i - 1]) for i, name in enumerate(order, 1)
        ]
        slip = Slip(28, "69 is the weight of the order by Eq. 2") if method == "Eq. 3" else None
        cost = int(ours.tournament.cost)
        figures.append(compare("Table 2", f"{method}, violated weight", ENGLISH_CZECH_COSTS[method], cost, slip=slip))
    printed = set(ENGLISH_CZECH["MFAS"])
    held = [name for name, other in tasks.items() if set(other.tally.without_reference().systems) == printed]
    reason = "the caption names the opposite direction; the text and the systems are those of English-Czech"
    slip = Slip(ENGLISH_CZECH_TASK, reason)
    figures.append(
        compare("Table 2", "the task with these systems", "wmt11.Czech-English.individual", ", ".join(held), slip=slip)
    )
    return figures


def table_3(task: Task) -> list[Figure]:
    """The optimal order of WMT10 French-English, all it contradicts, and the order by Eq. 1."""
    table, printed = "Table 3", task.tournament(FRENCH_ENGLISH_OPTIMAL)
    weights = {(v.winner, v.loser): int(v.weight) for v in printed.violations}
    figures = [
        compare(table, f"violated: {winner} over {loser}", weight, weights.get((winner, loser)))
        for winner, loser, weight in FRENCH_ENGLISH_VIOLATED
    ]
    figures += [
        compare(table, "number of violated majorities", len(FRENCH_ENGLISH_VIOLATED), len(weights)),
        compare(table, "weight of the printed optimal order", 61, int(printed.cost)),
        compare(table, "least weight of any order", 61, int(task.optimum.bound)),
    ]
    ours = task.rankings["Eq. 1"].order()
    figures += [compare(table, f"Eq. 1, place {i}", name, ours[i - 1]) for i, name in enumerate(FRENCH_ENGLISH_WMT, 1)]
    swapped = "the text names the weights of Eq. 2 and Eq. 3 the wrong way round"
    slips = {"Eq. 1": None, "Eq. 2": Slip(118, swapped), "Eq. 3": Slip(108, swapped)}
    for (method, slip), weight in zip(slips.items(), (107, 108, 118), strict=True):
        cost = int(task.rankings[method].tournament.cost)
        figures.append(compare("Section 5.1", f"French-English, weight by {method}", weight, cost, slip=slip))
    systems = Slip(24, "Tables 1 and 3 and the data have 24 systems")
    return [*figures, compare("Section 5.1", "French-English, systems", 25, len(ours), slip=systems)]


def table_4(task: Task) -> list[Figure]:
    """The tunable metrics task."""
    table, printed = "Table 4", task.tournament(TUNABLE_OPTIMAL)
    violated = {(v.winner, v.loser) for v in printed.violations}
    by_score = task.rankings["Eq. 2"]
    return [
        compare(table, "weight of the printed optimal order", 6, int(printed.cost)),
        compare(table, "least weight of any order", 6, int(task.optimum.bound)),
        *(compare(table, f"violated: {a} over {b}", True, (a, b) in violated) for a, b in TUNABLE_VIOLATED),
        compare(table, "number of violated majorities", len(TUNABLE_VIOLATED), len(violated)),
        *(
            compare(table, f"Eq. 2, place {i}", name, by_score.order()[i - 1])
            for i, name in enumerate(TUNABLE_HEURISTIC_2, 1)
        ),
        compare(table, "Eq. 2, violated weight", 103, int(by_score.tournament.cost)),
    ]


def section_5(tasks: dict[str, Task]) -> list[Figure]:
    """Cycles, the Condorcet winner, totals and correlations."""
    acyclic = [name for name, task in tasks.items() if task.rankings["MFAS"].tournament.acyclic]
    winner = tasks[ENGLISH_CZECH_TASK].rankings["MFAS"].tournament.condorcet
    figures = [
        compare("Section 5.1", "acyclic tasks", ACYCLIC, len(acyclic)),
        compare("Section 5.1", "acyclic system combination tasks", 8, sum("combo" in name for name in acyclic)),
        compare("Section 5.1", "English-Czech, winner of all comparisons", "cu-marecek", winner),
    ]
    for method, total in TOTALS.items():
        computed = int(sum(task.rankings[method].tournament.cost for task in tasks.values()))
        figures.append(compare("Section 5.2", f"violated weight, all tasks, {method}", total, computed))
    rankings = tasks[TUNABLE_TASK].rankings
    rho = {method: spearman_rho(rankings[method].order(), TUNABLE_OPTIMAL) for method in ("Eq. 1", "Eq. 2", "Eq. 3")}
    each_other = spearman_rho(rankings["Eq. 1"].order(), rankings["Eq. 2"].order())
    slip = Slip(0.905, "0.93 is the correlation of Eq. 3", Tolerance(digits=3))
    where, two = "Section 5.2", Tolerance(digits=2)
    return [
        *figures,
        compare(where, "tunable metrics, Spearman of Eq. 2 and MFAS", 0.43, rho["Eq. 2"], two),
        compare(where, "tunable metrics, Spearman of Eq. 1 and MFAS", 0.93, rho["Eq. 1"], two, slip=slip),
        compare(where, "tunable metrics, Spearman of Eq. 1 and Eq. 2", 0.19, each_other, two),
    ]


def optimal_orders(tasks: dict[str, Task]) -> list[Figure]:
    """How many orders are as good as the best one (independent computation)."""
    table = "Number of optimal orders"
    return [
        compare(table, name, OPTIMAL_ORDERS.get(name, 1), task.optimum.optimal_orders) for name, task in tasks.items()
    ]


def counted_rankings(folder: Path, tasks: dict[str, Task]) -> list[Figure]:
    """Whether the released rankings give the released counts."""
    rankings = {name: read_as(Comparisons, folder / file) for name, file in RANKINGS.items()}
    figures = []
    for name, task in tasks.items():
        year, pair, *kind = name.split(".")
        counted = count_comparisons(choose_language_pair(rankings[".".join([year, *kind])], pair))
        same = (
            counted.systems == task.tally.systems
            and np.array_equal(counted.wins, task.tally.wins)
            and np.array_equal(counted.ties, task.tally.ties)
        )
        figures.append(compare("Counts from the rankings", name, True, same))
    return figures
