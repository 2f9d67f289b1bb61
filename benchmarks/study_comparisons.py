"""Which method for comparisons recovers the true order, and how often does each call equal systems different?

`python -m benchmarks.study_comparisons --runs 100` prints tables for the documentation. Campaigns of relative rankings
are simulated with the texts and annotators of the preset `wmt20`: documents and segments favour systems, so that
comparisons on one text are dependent. Every method sees the same campaigns.
"""

from __future__ import annotations

import adjudge
from benchmarks.campaigns import simulated, tau_with_truth
from benchmarks.study import SeedPool, mean_with_error, print_table, share_with_error, study_parser

#: The systems of the preset without its human translation, and six that are equal.
RECOVERY = {"protocol": "rankings", "systems.human": "none"}
EQUAL = RECOVERY | {"systems.count": "6", "systems.width": "0"}
METHODS = [name for name in adjudge.methods() if name != "recommended"]
#: Runs of TrueSkill: ranges need no more, and WMT's 1,000 take ten times as long.
SETTINGS = {"trueskill": adjudge.ComparisonSettings(runs=100)}
#: What is tried on equal systems: label -> method and settings.
CHOICES = (
    {name: (name, SETTINGS.get(name)) for name in ("bojar", "mfas", "trueskill", "annotator-bradley-terry")}
    | {
        f"{name}, comparisons independent": (name, adjudge.ComparisonSettings(unit="none"))
        for name in ("bojar", "davidson")
    }
    | {
        "davidson, unit ranking": ("davidson", adjudge.ComparisonSettings(unit="ranking")),
        "davidson, unit segment": ("davidson", adjudge.ComparisonSettings(unit="segment")),
        "davidson, unit document": ("davidson", adjudge.ComparisonSettings(unit="document")),
        "davidson, unit annotator": ("davidson", adjudge.ComparisonSettings(unit="annotator")),
    }
)


def recovered(seed: int) -> list[float]:
    """Kendall's tau with the true order, by method."""
    campaign = simulated("wmt20", RECOVERY, seed=seed)
    return [
        tau_with_truth(campaign, adjudge.rank(campaign.table, method=name, settings=SETTINGS.get(name)).order())
        for name in METHODS
    ]


def false_claims(seed: int) -> list[tuple[bool, bool]]:
    """Whether any pair of equal systems is called different, and whether a line is drawn, by choice."""
    table = simulated("wmt20", EQUAL, seed=seed).table
    results = [adjudge.rank(table, method=name, settings=settings) for name, settings in CHOICES.values()]
    return [(any(pair.significant for pair in result.pairs), result.systems[-1].cluster > 1) for result in results]


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(20)).parse_args()
    with SeedPool(options.seeds) as pool:
        taus = zip(*pool.run(recovered, "true order"), strict=True)
        rows = [(name, mean_with_error(values)) for name, values in zip(METHODS, taus, strict=True)]
        print_table(["method", "mean Kendall (standard error)"], rows)
        claims = zip(*pool.run(false_claims, "equal systems"), strict=True)
        shares = [[share_with_error(column) for column in zip(*values, strict=True)] for values in claims]
        columns = ["method", "campaigns with a pair called different (standard error)", "with a line"]
        print_table(columns, [(label, *share) for label, share in zip(CHOICES, shares, strict=True)])


if __name__ == "__main__":
    main()
