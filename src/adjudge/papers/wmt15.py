"""WMT15 Finnish-English: agreement of annotators, and the official ranking by TrueSkill.

The ranking is the organisers' own result file, which lies beside the judgements. TrueSkill is random: scores come out
within the noise of 1,000 runs, and an end of a rank range that lies at an edge differs from one execution to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.annotators.comparisons.agreement import AgreementRow, Form, agreement
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Comparisons, Supplement
from adjudge.kernels.trueskill.run_ranks import cluster_lines, imitate, line_shares, rank_ranges
from adjudge.kernels.trueskill.skills import TrueSkillRuns, run_trueskill
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, compare

NAME: Final = "wmt15-fin-eng"
FILES: Final = {"expanded": "wmt15.fin-eng.csv.gz", "collapsed": "collapsed.wmt15.fin-eng.csv.gz"}
AS_JUDGED: Final = "wmt-ranking-pairs"
COEFFICIENTS: Final = ("observed", "expected", "kappa")
COUNTS: Final = ("agree", "comparable", "ties", "total")
#: pA, pE, kappa, agreeing and comparable pairs, ties, judgements. `wmt` as published; `wmt-unordered` computed for the
#: project by an independent script, with the order of the two systems ignored.
AGREEMENT: Final[dict[Form, dict[str, tuple[float, ...]]]] = {
    "wmt": {
        "inter expanded": (0.812, 0.338, 0.716, 6018, 7412, 8687, 31577),
        "inter collapsed": (0.628, 0.392, 0.388, 1212, 1929, 2333, 17309),
        "intra expanded": (0.874, 0.333, 0.811, 547, 626, 952, 2912),
        "intra collapsed": (0.738, 0.402, 0.562, 107, 145, 117, 982),
    },
    "wmt-unordered": {
        "inter expanded": (0.782, 0.338, 0.670, 8273, 10580, 8687, 31577),
        "inter collapsed": (0.645, 0.392, 0.415, 2013, 3123, 2333, 17309),
        "intra expanded": (0.846, 0.334, 0.769, 769, 909, 1041, 3383),
        "intra collapsed": (0.759, 0.392, 0.603, 176, 232, 199, 1472),
    },
}
RUNS: Final = 1000
#: A skill varies by about .02 from run to run (README of the data), so two means of 1,000 runs differ by about .001.
SCORES: Final = Tolerance(within=0.01)
#: A published range or line is put down to chance if another execution gives it at least so often.
_CHANCE: Final = 0.05


def reproduce(data_dir: Path) -> ReproductionResult:
    """28 published figures of agreement, 28 computed ones, and the ranking: scores, places, ranges, lines."""
    folder = data_folder(data_dir, "wmt15-fin-eng")
    # Agreement is that of people who judged outputs, so the names of the collapsed file are read as they are.
    tables = {name: read_as(Comparisons, folder / file, format=AS_JUDGED) for name, file in FILES.items()}
    release = read_as(Supplement, folder / "results.wmt15.fin-eng.txt").frame
    ranking = Ranking.of(tables["expanded"])
    return ReproductionResult.of(NAME, [*agreements(tables), *scores(release, ranking), *ranges(release, ranking)])


def agreements(tables: dict[str, Comparisons]) -> list[Figure]:
    """Agreement between annotators and with themselves, from both files and in both forms."""
    results = {name: agreement(table) for name, table in tables.items()}
    figures = []
    for form, published in AGREEMENT.items():
        for label, values in published.items():
            between, file = label.split()
            row = results[file].row("inter" if between == "inter" else "intra", form)
            order = "as published" if form == "wmt" else "order of the two ignored (independent computation)"
            figures += _agreement(f"Agreement {label}, {order}", values, row)
    return figures


def _agreement(table: str, values: tuple[float, ...], row: AgreementRow) -> list[Figure]:
    digits = [Tolerance(digits=3)] * len(COEFFICIENTS) + [Tolerance()] * len(COUNTS)
    return [
        compare(table, name, value, getattr(row, name), tolerance)
        for name, value, tolerance in zip((*COEFFICIENTS, *COUNTS), values, digits, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Ranking:
    """The computed ranking.

    Args:
        systems: names in alphabetical order.
        found: the runs; columns as `systems`.
    """

    systems: list[str]
    found: TrueSkillRuns

    @classmethod
    def of(cls, comparisons: Comparisons, runs: int = RUNS) -> Ranking:
        """Run TrueSkill on all comparisons."""
        frame = comparisons.frame
        systems = sorted({*frame["system_a"], *frame["system_b"]})
        numbers = {name: i for i, name in enumerate(systems)}
        first, second = (_numbers(frame[name], numbers) for name in ("system_a", "system_b"))
        outcome = _numbers(frame["outcome"], {"a": 1, "tie": 0, "b": -1})
        return cls(systems, run_trueskill(first, second, outcome, len(systems), runs=runs, rng=Seeds().stream(NAME)))

    @cached_property
    def order(self) -> list[int]:
        """Columns, best first."""
        return [int(i) for i in np.argsort(-self.found.scores)]

    @cached_property
    def ranges(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Best and worst rank of every column."""
        return rank_ranges(self.found.means)


def _numbers(values: pl.Series, numbers: dict[str, int]) -> NDArray[np.intp]:
    return values.replace_strict(numbers, return_dtype=pl.Int64).to_numpy().astype(np.intp)


def scores(release: pl.DataFrame, ranking: Ranking) -> list[Figure]:
    """The mean skill and the place of every system."""
    figures = []
    for place, (system, score) in enumerate(release.select("system", "score").iter_rows()):
        computed = float(ranking.found.scores[ranking.systems.index(system)])
        at_place = ranking.systems[ranking.order[place]]
        figures += [
            compare("TrueSkill", f"score of {short(system)}", score, computed, SCORES),
            compare("TrueSkill", f"place {place + 1}", short(system), short(at_place)),
        ]
    return figures


def ranges(release: pl.DataFrame, ranking: Ranking) -> list[Figure]:
    """Best and worst rank of every system, and whether a line is drawn below it."""
    rng = Seeds().stream(f"{NAME} executions")
    again = imitate(ranking.found.means, rng)
    figures = []
    for row in release.iter_rows(named=True):
        column = ranking.systems.index(row["system"])
        ends = zip(("low", "high"), ranking.ranges, (again.low, again.high), strict=True)
        for end, computed, others in ends:
            published = row[f"rank_{end}"]
            share = float((others[:, column] == published).mean())
            name = f"{'best' if end == 'low' else 'worst'} rank of {short(row['system'])}"
            figures.append(_by_chance("Rank ranges", name, published, int(computed[column]), share))
    drawn = cluster_lines(*(ends[ranking.order] for ends in ranking.ranges)).tolist()
    shares = line_shares(ranking.found.means, rng).tolist()
    above = release["system"].to_list()
    published_lines = (release["cluster"].diff().drop_nulls() > 0).to_list()
    for system, published, line, share in zip(above, published_lines, drawn, shares, strict=False):
        likely = share if published else 1 - share
        figures.append(_by_chance("Lines", f"line below {short(system)}", published, line, likely))
    return figures


def _by_chance(table: str, figure: str, published: int | bool, computed: int | bool, share: float) -> Figure:  # noqa: FBT001
    """A figure that other seeds change: `share` of the executions give the published value."""
    reason = (
        f"TrueSkill is random: an execution of {RUNS:,} runs gives the published value with a chance of {share:.0%}."
    )
    return compare(table, figure, published, computed, slip=Slip(computed, reason) if share >= _CHANCE else None)


def short(system: str) -> str:
    """The name between test set and number: `newstest2015.online-B.0.fi-en.txt` is `online-B`."""
    return system.split(".")[1]
