"""Which recipe recovers the true order? The whole family over simulated campaigns, as tables for the documentation.

`python -m benchmarks.study_recovery --runs 100` prints Markdown: for every kind of campaign and every member of the
family the mean Kendall correlation with the true order and, against `wmt-da` on the same campaigns, how often the order
is better and worse, with the p-value of a sign test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import polars as pl

from adjudge import AdjudgeError, Aggregate, Filters, Ratings, Recipe, Standardise
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.ratings.pipeline import analyse
from benchmarks.campaigns import simulated, tau_with_truth
from benchmarks.study import SeedPool, mean_with_error, paired, print_table, study_parser

_CLEAN = Filters(revisions="keep-last", after_degraded="drop")
_BY_SESSION = Standardise("session", "counting")
_BY_ANNOTATOR = Standardise("annotator", "counting")
_BY_CALIBRATION = Standardise("annotator", "calibration")


def _means(standardise: Standardise) -> Recipe:
    return Recipe("study", filters=_CLEAN, standardise=standardise)


def _mixed(standardise: Standardise) -> Recipe:
    return Recipe("study", filters=_CLEAN, standardise=standardise, aggregate=Aggregate(estimate="mixed"))


#: What every other one is compared with.
BASE = "wmt-da"
FAMILY = {
    BASE: RECIPES[BASE],
    "wmt-appraise-da": RECIPES["wmt-appraise-da"],
    "recommended": None,  # what it stands for depends on the campaign
    "raw means": _means(Standardise("none")),
    "z session": _means(_BY_SESSION),
    "z annotator": _means(_BY_ANNOTATOR),
    "z calibration": _means(_BY_CALIBRATION),
    "z anchor": _means(Standardise("annotator", "anchor")),
    "median/IQR": _means(Standardise("annotator", "counting", centre="median-iqr")),
    "mixed": _mixed(Standardise("none")),
    "z session + mixed": _mixed(_BY_SESSION),
    "z annotator + mixed": _mixed(_BY_ANNOTATOR),
    "z calibration + mixed": _mixed(_BY_CALIBRATION),
}

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


def one_campaign(campaign: str, seed: int) -> list[float]:
    """Kendall's tau with the truth for every recipe; NaN where the data does not support it."""
    name, settings = CAMPAIGNS[campaign]
    drawn = simulated(name, settings, seed=seed)
    frame = drawn.table.frame
    if campaign == AS_RELEASED:
        frame = frame.with_columns(annotator=pl.col("session"))
    recommended = analyse(Ratings(frame))  # the others take from it the steps that are the same
    taus = []
    for recipe in FAMILY.values():
        try:
            analysis = recommended if recipe is None else recommended.with_recipe(recipe)
            taus.append(tau_with_truth(drawn, analysis.estimate.order))
        except AdjudgeError:
            taus.append(math.nan)
    return taus


def row(name: str, taus: Sequence[float], base: Sequence[float]) -> list[str]:
    """One member of the family against `wmt-da`."""
    known = [tau for tau in taus if not math.isnan(tau)]
    if not known:
        return [name, "refused", "", "", ""]
    against = None if name == BASE else paired(taus, base)
    tested = ["", "", ""] if against is None else [str(against.better), str(against.worse), f"{against.p:.2g}"]
    return [name, mean_with_error(known), *tested]


def main() -> None:
    """Run the study."""
    parser = study_parser(__doc__, range(20))
    parser.add_argument("--campaign", action="append", choices=list(CAMPAIGNS), help="only this kind; repeatable")
    options = parser.parse_args()
    with SeedPool(options.seeds) as pool:
        for campaign in options.campaign or CAMPAIGNS:
            columns = dict(
                zip(FAMILY, zip(*pool.run(partial(one_campaign, campaign), campaign), strict=True), strict=True)
            )
            rows = [row(name, taus, columns[BASE]) for name, taus in columns.items()]
            print_table(["recipe", "mean Kendall (standard error)", "better", "worse", "p"], rows, title=campaign)


if __name__ == "__main__":
    main()
