"""Do models of comparisons call equal systems different, and do their intervals and rank sets cover?

`python -m benchmarks.study_votes --seeds 100000-100999` prints the table of docs/explanation/comparisons.md. Votes are
drawn from Davidson's model by `benchmarks.votes`, which shares no code with the simulator: documents favour systems
(standard deviation .5 on the logit scale), thirty votes a document. Each campaign is drawn twice: with equal systems,
and with strengths spread over 1.5. All figures come from the default ranking, with 10,000 draws at most.

The design was chosen on seeds 0 to 1999.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np

import adjudge
from adjudge.core.errors import InputError
from adjudge.core.seeds import Seeds
from adjudge.kernels.ranks import step_down
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.pair_tests import flip_units
from benchmarks.study import SeedPool, print_table, study_parser
from benchmarks.votes import Design, DrawnVotes, draw_votes

SPREAD: Final = 1.5
DESIGNS: Final = {
    "10 documents": Design(documents=10),
    "20 documents": Design(documents=20),
    "40 documents": Design(),
    "100 documents": Design(documents=100),
    "40 documents, 3 systems shown in each": Design(shown=3),
    "12 systems, 20 documents": Design(systems=12, documents=20, votes=60),
    "9 documents": Design(documents=9),
    "7 documents": Design(documents=7),
    "40 documents, 8 annotators without tastes": Design(annotators=8),
    "40 documents, 8 annotators, tastes .5": Design(annotators=8, taste=0.5),
    "40 documents, 20 annotators, tastes .5": Design(annotators=20, taste=0.5),
    "40 documents, 8 annotators, tastes .5, one a document": Design(annotators=8, taste=0.5, blocks=True),
}


class Outcome(NamedTuple):
    """What one campaign gave.

    Args:
        pair: share of equal pairs with an uncorrected p below .05.
        familywise: whether some equal pair was called different.
        interval: share of strengths in their 95% intervals, if all are equal.
        equal_sets: whether all rank sets hold all ranks, if all are equal.
        sets: whether all rank sets hold the true rank, if strengths differ.
        power: share of truly different pairs called so.
    """

    pair: float
    familywise: bool
    interval: float
    equal_sets: bool
    sets: bool
    power: float


def ranked(votes: DrawnVotes) -> adjudge.ComparisonRankingResult:
    """The default ranking of drawn votes."""
    return adjudge.rank(adjudge.Comparisons.check(votes.frame()))


def campaign(name: str, seed: int) -> Outcome | None:
    """One campaign of a design; None if no model has a finite fit."""
    design = DESIGNS[name]
    step_down.MOST_DRAWS = step_down.FIRST_DRAWS  # type: ignore[misc]  # more of them settle verdicts, not averages
    try:
        equal = draw_votes(design, seed)
        result = ranked(equal)
        spread = draw_votes(replace(design, strengths=SPREAD), [seed, 1])
        again = ranked(spread)
    except InputError:
        return None
    if result.model is None or again.model is None:
        return None
    truth = {f"s{i:04d}": value for i, value in enumerate(spread.truth)}
    intervals = [(row.low, row.high) for row in result.model.strengths]
    covered = [low <= 0 <= high for low, high in intervals if low is not None and high is not None]
    place = {name: 1 + sum(other > value for other in truth.values()) for name, value in truth.items()}
    sets = all((row.set_low or 1) <= place[row.system] <= (row.set_high or len(truth)) for row in again.systems)
    found = [pair.significant and truth[pair.a] > truth[pair.b] for pair in again.pairs]
    equal_sets = all(row.set_low == 1 and row.set_high == len(truth) for row in result.systems)
    return Outcome(
        pair=single_level(equal),
        familywise=any(pair.significant for pair in result.pairs),
        interval=float(np.mean(covered)),
        equal_sets=equal_sets,
        sets=sets,
        power=float(np.mean(found)),
    )


def single_level(votes: DrawnVotes) -> float:
    """Share of equal pairs with an uncorrected p below .05: each pair from its own test, before any correction."""
    analysis = ComparisonAnalysis(adjudge.Comparisons.check(votes.frame()))
    estimates = analysis.ordering.estimates
    if estimates is None or estimates.evidence is None:
        return float("nan")
    return float((flip_units(estimates.evidence, 0.05, Seeds(0)).single < 0.05).mean())


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(20)).parse_args()
    rows = []
    with SeedPool(options.seeds) as pool:
        for name in DESIGNS:
            outcomes = [one for one in pool.run(partial(campaign, name), name) if one is not None]
            columns = [np.mean(column) for column in zip(*outcomes, strict=True)]
            rows.append((name, *(f"{value:.3f}" for value in columns)))
            print(rows[-1], len(outcomes), file=sys.stderr, flush=True)
    heads = [
        "design",
        "pair level",
        "FWER",
        "intervals cover",
        "rank sets cover, equal systems",
        "different systems",
        "power",
    ]
    print_table(heads, rows)


if __name__ == "__main__":
    main()
