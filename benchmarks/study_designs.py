"""What designs recover of a known truth with the same hours: our default against published builders.

`python -m benchmarks.study_designs --seeds 60000-60099` simulates one campaign for each seed, design and budget.

Texts are drawn here: 100 documents of two domains, words by a Zipf law. Systems, annotators and scores are those of
`adjudge simulate` (preset wmt20: 12 systems, 20 annotators), collected by the sessions that each design plans. A line
for each design and budget, then the contrasts: better and worse count campaigns of the same truth by Kendall's tau.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.tables import Texts
from adjudge.planning.comparing_designs.compare import compare_designs
from adjudge.reporting.comparing_designs.tables import contrasts_table, designs_table
from benchmarks.study import study_parser

MACHINES = 11
VOCABULARY = 3000


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
    """Run the study that the command line asks for."""
    parser = study_parser(__doc__, range(60_000, 60_100))
    parser.add_argument("--hours", type=float, nargs="+", default=[20.0])
    parser.add_argument("--designs", nargs="+", default=["blocks", "wmt20-sr-dc"])
    parser.add_argument("--recipes", nargs="+", default=["recommended"])
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster")
    parser.add_argument("--store")
    chosen = parser.parse_args()
    result = compare_designs(
        planned_campaign(chosen.annotators),
        drawn_texts(),
        designs=chosen.designs,
        hours=chosen.hours,
        recipes=chosen.recipes,
        campaigns=len(chosen.seeds),
        seed=chosen.seeds[0],
        workers=chosen.workers,
        cluster=chosen.cluster,
        store=chosen.store,
    )
    for table in (designs_table(result), *(contrasts_table(result, budgets=budgets) for budgets in (False, True))):
        print("\t".join(heading.text for heading in table.headings))
        for row in table.rows:
            print("\t".join(row))
        print()
    for finding in result.findings:
        print(finding.code, finding.text)


if __name__ == "__main__":
    main()
