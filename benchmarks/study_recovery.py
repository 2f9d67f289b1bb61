"""Which recipe recovers the true order? The whole family over simulated campaigns, as tables for the documentation.

`python -m benchmarks.study_recovery --seeds 100` prints Markdown: for every kind of campaign and every member of the
family the mean Kendall correlation with the true order and, against `wmt-da` on the same data, how often the order is
better and worse, with the p-value of a sign test. Seeds are paired: every recipe sees the same campaigns.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean

# One thread each: the two processes fill the machine, and small matrices gain nothing from more.
for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
import polars as pl

from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes import BUILT_IN, RECOMMENDED, Aggregate, Filters, Recipe, Standardise
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.kernels.rating_tests.paired import sign_p
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import score_rows, system_order
from adjudge.ranking.ratings.recommended import recommend

_CLEAN = Filters(revisions="keep-last", after_degraded="drop")


def _recipe(name: str, standardise: Standardise, estimate: str = "means") -> Recipe:
    aggregate = Aggregate(estimate="mixed" if estimate == "mixed" else "means")
    return Recipe(name, filters=_CLEAN, standardise=standardise, aggregate=aggregate)


FAMILY = (
    BUILT_IN["wmt-da"],
    BUILT_IN["wmt-appraise-da"],
    Recipe(RECOMMENDED),  # what it stands for depends on the campaign
    _recipe("raw means", Standardise("none")),
    _recipe("z session", Standardise("session", "counting")),
    _recipe("z annotator", Standardise("annotator", "counting")),
    _recipe("z calibration", Standardise("annotator", "calibration")),
    _recipe("z anchor", Standardise("annotator", "anchor")),
    _recipe("median/IQR", Standardise("annotator", "counting", centre="median-iqr")),
    _recipe("mixed", Standardise("none"), "mixed"),
    _recipe("z session + mixed", Standardise("session", "counting"), "mixed"),
    _recipe("z annotator + mixed", Standardise("annotator", "counting"), "mixed"),
    _recipe("z calibration + mixed", Standardise("annotator", "calibration"), "mixed"),
)

#: The campaign as the organisers had it: in the files of WMT20 out of English the worker is the session, so that
#: nobody can tell which sessions one person did (Knowles 2021, footnote 12).
AS_RELEASED = "wmt20, worker = session"

#: name -> (preset, settings): what organisers meet.
CAMPAIGNS: dict[str, tuple[str, dict[str, str]]] = {
    AS_RELEASED: ("wmt20", {}),
    "wmt20, 20 annotators": ("wmt20", {}),
    "wmt20, 40 annotators": ("wmt20", {"annotators.count": "40"}),
    "wmt20, 80 annotators": ("wmt20", {"annotators.count": "80"}),
    "wmt20, no annotator ids": ("wmt20", {"annotator_ids": "false"}),
    "wmt20, lenient and harsh": ("wmt20", {"annotators.leniency": "20"}),
    "wmt20, discretising": ("wmt20", {"annotators.tick_share": "1"}),
    "wmt20, a fifth careless": ("wmt20", {"annotators.careless_share": "0.2"}),
    "wmt20, strong documents": ("wmt20", {"texts.system_document_sd": "12"}),
    "wmt22, calibration": ("wmt22", {}),
    "wmt18": ("wmt18", {}),
    "balanced": ("balanced", {}),
}


def one_campaign(campaign: str, seed: int) -> dict[str, float]:
    """Kendall's tau with the truth for every recipe that the data supports."""
    name, settings = CAMPAIGNS[campaign]
    simulated = simulate(with_settings(preset(name), settings), seed=seed)
    truth = simulated.truth.systems.sort("rank", "system")["system"].to_list()
    frame = simulated.table.frame
    if campaign == AS_RELEASED:
        frame = frame.with_columns(annotator=pl.col("session"))
    taus = {}
    for member in FAMILY:
        try:
            recipe = recommend(frame)[0] if member.name == RECOMMENDED else member
            counting, _ = score_rows(frame, recipe)
            taus[member.name] = kendall_tau(truth, system_order(counting, recipe))
        except AdjudgeError:
            taus[member.name] = float("nan")
    return taus


def table(campaign: str, rows: list[dict[str, float]]) -> str:
    """One campaign as Markdown."""
    lines = [f"### {campaign}", "", "| recipe | mean Kendall | better | worse | p |", "|---|---|---|---|---|"]
    base = np.array([row["wmt-da"] for row in rows])
    for recipe in FAMILY:
        taus = np.array([row[recipe.name] for row in rows])
        if np.isnan(taus).all():
            lines.append(f"| {recipe.name} | refused | | | |")
            continue
        gain = taus - base
        p = sign_p(gain[~np.isnan(gain)], "two-sided") if not np.isnan(base).all() else float("nan")
        lines.append(
            f"| {recipe.name} | {fmean(taus[~np.isnan(taus)]):.3f} | {(gain > 1e-9).sum()} | {(gain < -1e-9).sum()} | "
            + ("" if np.isnan(p) or recipe.name == "wmt-da" else f"{p:.2g}")
            + " |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="campaigns of each kind (default 20)")
    parser.add_argument("--first-seed", type=int, default=0, help="seed of the first campaign (default 0)")
    parser.add_argument("--campaign", action="append", choices=list(CAMPAIGNS), help="only this kind; repeatable")
    options = parser.parse_args()
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    with ProcessPoolExecutor(2) as pool:
        for campaign in options.campaign or CAMPAIGNS:
            start = time.perf_counter()
            rows = list(pool.map(partial(one_campaign, campaign), seeds))
            print(table(campaign, rows), flush=True)
            print(f"{campaign}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
