"""What designs recover of a known truth with the same hours: our default against published builders.

`python -m benchmarks.study_designs --seeds 90000-90299` simulates one campaign for each seed, design and budget.

Texts are drawn here: 100 documents of two domains, words by a Zipf law. Systems, annotators and scores are those of
`adjudge simulate` (preset wmt20: 12 systems, 20 annotators), collected by the sessions that each design plans. A line
for each design and budget; then, of campaigns of the same truth, how many have the better Kendall's tau.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.tables import Texts
from adjudge.planning.comparing_designs.contrasts import contrast
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.running import run_here
from adjudge.planning.comparing_designs.settings import DesignComparison, Job
from adjudge.planning.comparing_designs.store import Store
from adjudge.planning.comparing_designs.summary import summarise
from adjudge.planning.simulation.spec import SimulationSpec
from benchmarks.study import print_table, study_parser

MACHINES: Final = 11
VOCABULARY: Final = 3000
#: Hours were chosen by plans alone, so that blocks have no more judgements than 4,000, of which 2,640 count in the
#: published builder, or that no more of them count.
COMPARED: Final = (("blocks", 18.2), ("blocks", 13.4), ("side-by-side", 18.2), ("wmt20-sr-dc", 21.0))
PAIRS: Final = (
    ("same number of judgements", ("blocks", 18.2), ("wmt20-sr-dc", 21.0)),
    ("same number of judgements that count", ("blocks", 13.4), ("wmt20-sr-dc", 21.0)),
    ("side by side, same number of judgements", ("blocks", 18.2), ("side-by-side", 18.2)),
)


def drawn_texts(documents: int = 100, *, seed: int = 5) -> Texts:
    """Texts in two domains, with one human translation."""
    rng = np.random.default_rng(seed)

    def sentence(words: int) -> str:
        return " ".join(f"w{rank % VOCABULARY}" for rank in rng.zipf(1.5, words))

    rows = []
    for document in range(documents):
        for segment in range(int(np.clip(rng.lognormal(2.3, 0.4), 2, 14))):
            words = int(rng.integers(8, 35))
            outputs = [sentence(words) for _ in range(MACHINES + 1)]
            domain = "news" if document % 2 else "talks"
            rows.append((f"d{document:03}", str(segment + 1), sentence(words), domain, "en", *outputs))
    names = ["document", "segment", "source", "domain", "origin", "human", *(f"s{i:02}" for i in range(MACHINES))]
    return Texts.check(pl.DataFrame(rows, schema=names, orient="row"))


def planned_campaign(annotators: int = 20) -> Campaign:
    """Twelve systems, one of them a human translation, with the control items that are recommended."""
    return campaign_from_toml(
        f"""
        name = "designs"
        source_lang = "en"
        target_lang = "de"
        protocol = "da-sqm"
        [texts]
        file = "texts.csv"
        [references.human]
        [annotators]
        count = {annotators}
        """
    )


def main() -> None:
    """Run the study."""
    parser = study_parser(__doc__, range(90_000, 90_300))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--store", type=Path)
    options = parser.parse_args()
    jobs = [Job(design, hours, seed) for seed in options.seeds for design, hours in COMPARED]
    comparison = DesignComparison(
        planned_campaign(), drawn_texts(), (), (), ("recommended", "wmt-da"), len(options.seeds), SimulationSpec()
    )
    done: dict[Job, Outcome] = {}
    with ExitStack() as stack:
        store = stack.enter_context(Store(options.store, comparison.fingerprint())) if options.store else None
        done |= store.done if store else {}

        def keep(outcome: Outcome) -> None:
            done[outcome.job] = outcome
            if store:
                store.add(outcome)

        run_here(comparison, [job for job in jobs if job not in done], keep, workers=options.workers)
    held = {cell: [done[Job(*cell, seed)] for seed in options.seeds] for cell in COMPARED}
    for recipe in comparison.recipes:
        print_rows(held, recipe)


def print_rows(held: Mapping[tuple[str, float], Sequence[Outcome]], recipe: str) -> None:
    """A line for each design and budget, then those that are compared."""
    rows = []
    for outcomes in held.values():
        row = summarise(outcomes, recipe, None)
        counting = fmean(outcome.counting for outcome in outcomes)
        numbers = f"{row.judgements:,.0f}", f"{counting:,.0f}", f"{row.hours:.1f}"
        found = f"{row.kendall:.3f} ({row.kendall_error:.3f})", f"{row.power:.1%}", f"{row.misled} of {row.campaigns}"
        rows.append((row.design, f"{row.budget:g}", *numbers, *found))
    print(f"ranked by {recipe}")
    print_table(["design", "hours given", "judgements", "counting", "hours", "tau (s.e.)", "found", "misled"], rows)
    for name, one, other in PAIRS:
        paired = contrast(held[one], held[other], recipe, None)
        if paired:
            print(
                f"{name}: {paired.better} better, {paired.worse} worse, p = {paired.p:.2g}, tau {paired.kendall:+.3f}, "
                f"found {100 * paired.power:+.1f} points"
            )
    print()


if __name__ == "__main__":
    main()
