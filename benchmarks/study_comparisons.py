"""Which method for comparisons recovers the true order, and how often does each draw a false line?

`python -m benchmarks.study_comparisons --seeds 100` prints two tables for the documentation. Campaigns of relative
rankings are simulated with the texts and annotators of the preset `wmt20`: documents and segments favour systems, so
that votes on one text hang together. Seeds are paired: every method sees the same campaigns.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

# One thread each: the two processes fill the machine, and small matrices gain nothing from more.
for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

from adjudge.kernels.ranks.order import kendall_tau
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.result import ComparisonRanking
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import Unit

RANKINGS = {"protocol": "rankings", "systems.human": "none"}
#: Twelve systems as in the preset, and six that are equal.
RECOVERY = with_settings(preset("wmt20"), RANKINGS)
EQUAL = with_settings(preset("wmt20"), RANKINGS | {"systems.count": "6", "systems.width": "0"})
RUNS = 100  # of TrueSkill: ranges need no more, and WMT's 1,000 take ten times as long
UNITS: tuple[Unit, ...] = ("ranking", "segment", "document", "annotator")


def recovered(seed: int) -> dict[str, float]:
    """Kendall's tau with the true order, by method."""
    campaign = simulate(RECOVERY, seed=seed)
    truth = campaign.truth.systems.sort("rank", "system")["system"].to_list()
    settings = ComparisonSettings(runs=RUNS)
    return {
        name: kendall_tau(truth, rank_comparisons(campaign.table, name, settings=settings).order()) for name in METHODS
    }


def _on_equal_systems(seed: int) -> dict[str, ComparisonRanking]:
    table = simulate(EQUAL, seed=seed).table
    plain = ("bojar", "mfas", "trueskill", "annotator-bradley-terry")
    choices = {name: (name, ComparisonSettings(runs=RUNS)) for name in plain}
    choices |= {"bojar, votes independent": ("bojar", ComparisonSettings(unit="none"))}
    choices |= {"davidson, votes independent": ("davidson", ComparisonSettings(unit="none"))}
    choices |= {f"davidson, units by {by}": ("davidson", ComparisonSettings(unit=by)) for by in UNITS}
    return {label: rank_comparisons(table, name, settings=settings) for label, (name, settings) in choices.items()}


def false_claims(seed: int) -> dict[str, float]:
    """Whether any pair of equal systems is called different, by method and units."""
    return {label: any(pair.significant for pair in result.pairs) for label, result in _on_equal_systems(seed).items()}


def false_lines(seed: int) -> dict[str, float]:
    """Whether a line is drawn among equal systems, by method and units."""
    return {label: result.systems[-1].cluster > 1 for label, result in _on_equal_systems(seed).items()}


STUDIES: dict[str, Callable[[int], Mapping[str, float]]] = {
    "mean Kendall": recovered,
    "share of campaigns with a pair called different": false_claims,
    "share of campaigns with a line": false_lines,
}


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="campaigns of each kind (default 20)")
    parser.add_argument("--first-seed", type=int, default=0, help="seed of the first campaign (default 0)")
    options = parser.parse_args()
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    with ProcessPoolExecutor(2) as pool:
        for title, study in STUDIES.items():
            rows = list(pool.map(study, seeds))
            print(f"| method | {title} |\n|---|---|")
            for name in rows[0]:
                print(f"| {name} | {fmean(row[name] for row in rows):.3f} |")
            print(flush=True)


if __name__ == "__main__":
    main()
