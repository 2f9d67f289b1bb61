"""Adjudge: human evaluation of translation systems, from the plan to a ranking that can be defended.

The public names mirror the command line. They are imported on first use, so that importing the package costs
nothing: `adjudge --help` must start without numpy or polars.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.1.0"

#: The module that holds each public name; type checkers read the imports below instead.
_HOME: Final = {
    name: module
    for module, names in {
        "adjudge.auditing.annotators.comparisons.agreement": ("AgreementResult", "agreement"),
        "adjudge.auditing.annotators.comparisons.result": ("ComparisonAnnotatorsResult",),
        "adjudge.auditing.composition.audit": ("composition",),
        "adjudge.auditing.composition.result": ("CompositionResult",),
        "adjudge.auditing.annotators.describe": ("annotators",),
        "adjudge.auditing.annotators.ratings.result": ("AnnotatorsResult",),
        "adjudge.auditing.context.context": ("context",),
        "adjudge.auditing.context.result": ("ContextResult",),
        "adjudge.auditing.checks.check": ("check",),
        "adjudge.auditing.checks.result": ("CheckResult",),
        "adjudge.auditing.datasheet.result": ("DatasheetResult",),
        "adjudge.auditing.documents.audit": ("documents",),
        "adjudge.auditing.documents.result": ("DocumentsResult",),
        "adjudge.auditing.origin.origin": ("origin",),
        "adjudge.auditing.origin.result": ("OriginResult",),
        "adjudge.auditing.pseudo_annotation.audit": ("pseudo_annotation",),
        "adjudge.auditing.pseudo_annotation.result": ("PseudoAnnotationResult",),
        "adjudge.auditing.report.report": ("report",),
        "adjudge.auditing.report.result": ("ReportResult",),
        "adjudge.auditing.stability.result": ("StabilityResult",),
        "adjudge.auditing.stability.stability": ("stability",),
        "adjudge.core.errors": (
            "AdjudgeError",
            "InputError",
            "Problem",
            "RecipeError",
            "ResultError",
            "TableError",
            "UsageError",
        ),
        "adjudge.core.findings": ("Finding",),
        "adjudge.core.recipes.recipe": ("Aggregate", "Clusters", "Filters", "Recipe", "Standardise", "Test"),
        "adjudge.core.results": ("Result",),
        "adjudge.core.tables": (
            "Batches",
            "Comparisons",
            "MetricScores",
            "PairCounts",
            "Ratings",
            "Spans",
            "Supplement",
            "Table",
            "Texts",
        ),
        "adjudge.io.reading": ("read", "read_file"),
        "adjudge.io.recipes": ("load_recipe",),
        "adjudge.io.writing": ("write",),
        "adjudge.papers.bundles.writing": ("WrittenBundle", "bundle"),
        "adjudge.papers.figures": ("ReproductionResult",),
        "adjudge.papers.registry": ("reproduce",),
        "adjudge.planning.next_pairs": ("NextPairsResult", "next_pairs"),
        "adjudge.planning.certificate.result": ("Certificate",),
        "adjudge.planning.comparing_designs.compare": ("compare_designs",),
        "adjudge.planning.comparing_designs.result": ("DesignComparisonResult",),
        "adjudge.planning.plans.door": ("PlanResult", "plan"),
        "adjudge.planning.pilot.pilot_power": ("pilot_power",),
        "adjudge.planning.pilot.result": ("PilotResult",),
        "adjudge.planning.power.power": ("power",),
        "adjudge.planning.power.result": ("PowerResult",),
        "adjudge.planning.power.table": ("PowerTableResult", "power_table"),
        "adjudge.planning.simulation.simulate": ("SimulatedCampaign", "simulate"),
        "adjudge.planning.simulation.spec": ("SimulationSpec",),
        "adjudge.ranking.comparing.compare": ("compare", "compare_each"),
        "adjudge.ranking.comparing.result": ("RankingComparisonResult",),
        "adjudge.ranking.comparing.several": ("RankingComparisons",),
        "adjudge.ranking.comparisons.result": ("ComparisonRankingResult",),
        "adjudge.ranking.comparisons.settings": ("ComparisonSettings",),
        "adjudge.ranking.grouped": ("GroupedRankings", "rank_by"),
        "adjudge.ranking.rank": ("rank",),
        "adjudge.ranking.ratings.claims": ("Claims",),
        "adjudge.ranking.result": ("RankingResult", "RatingRankingResult"),
        "adjudge.reporting.datasheet.datasheet": ("datasheet",),
        "adjudge.scoring.weights.built_in": ("MQM",),
        "adjudge.scoring.weights.files": ("load_weights",),
        "adjudge.scoring.weights.rules": ("Rule", "Weights"),
    }.items()
    for name in names
}

_PUBLIC: Final = (
    *_HOME,
    "__version__",
    "checks",
    "designs",
    "error_weights",
    "formats",
    "methods",
    "presets",
    "protocols",
    "recipes",
    "reproducible_papers",
)

if TYPE_CHECKING:
    from adjudge.auditing.annotators.comparisons.agreement import AgreementResult as AgreementResult
    from adjudge.auditing.annotators.comparisons.agreement import agreement as agreement
    from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult as ComparisonAnnotatorsResult
    from adjudge.auditing.annotators.describe import annotators as annotators
    from adjudge.auditing.annotators.ratings.result import AnnotatorsResult as AnnotatorsResult
    from adjudge.auditing.checks.check import check as check
    from adjudge.auditing.checks.result import CheckResult as CheckResult
    from adjudge.auditing.composition.audit import composition as composition
    from adjudge.auditing.composition.result import CompositionResult as CompositionResult
    from adjudge.auditing.context.context import context as context
    from adjudge.auditing.context.result import ContextResult as ContextResult
    from adjudge.auditing.datasheet.result import DatasheetResult as DatasheetResult
    from adjudge.auditing.documents.audit import documents as documents
    from adjudge.auditing.documents.result import DocumentsResult as DocumentsResult
    from adjudge.auditing.origin.origin import origin as origin
    from adjudge.auditing.origin.result import OriginResult as OriginResult
    from adjudge.auditing.pseudo_annotation.audit import pseudo_annotation as pseudo_annotation
    from adjudge.auditing.pseudo_annotation.result import PseudoAnnotationResult as PseudoAnnotationResult
    from adjudge.auditing.report.report import report as report
    from adjudge.auditing.report.result import ReportResult as ReportResult
    from adjudge.auditing.stability.result import StabilityResult as StabilityResult
    from adjudge.auditing.stability.stability import stability as stability
    from adjudge.core.errors import AdjudgeError as AdjudgeError
    from adjudge.core.errors import InputError as InputError
    from adjudge.core.errors import Problem as Problem
    from adjudge.core.errors import RecipeError as RecipeError
    from adjudge.core.errors import ResultError as ResultError
    from adjudge.core.errors import TableError as TableError
    from adjudge.core.errors import UsageError as UsageError
    from adjudge.core.findings import Finding as Finding
    from adjudge.core.recipes.recipe import Aggregate as Aggregate
    from adjudge.core.recipes.recipe import Clusters as Clusters
    from adjudge.core.recipes.recipe import Filters as Filters
    from adjudge.core.recipes.recipe import Recipe as Recipe
    from adjudge.core.recipes.recipe import Standardise as Standardise
    from adjudge.core.recipes.recipe import Test as Test
    from adjudge.core.results import Result as Result
    from adjudge.core.tables import Batches as Batches
    from adjudge.core.tables import Comparisons as Comparisons
    from adjudge.core.tables import MetricScores as MetricScores
    from adjudge.core.tables import PairCounts as PairCounts
    from adjudge.core.tables import Ratings as Ratings
    from adjudge.core.tables import Spans as Spans
    from adjudge.core.tables import Supplement as Supplement
    from adjudge.core.tables import Table as Table
    from adjudge.core.tables import Texts as Texts
    from adjudge.io.reading import read as read
    from adjudge.io.reading import read_file as read_file
    from adjudge.io.recipes import load_recipe as load_recipe
    from adjudge.io.writing import write as write
    from adjudge.papers.bundles.writing import WrittenBundle as WrittenBundle
    from adjudge.papers.bundles.writing import bundle as bundle
    from adjudge.papers.figures import ReproductionResult as ReproductionResult
    from adjudge.papers.registry import reproduce as reproduce
    from adjudge.planning.certificate.result import Certificate as Certificate
    from adjudge.planning.comparing_designs.compare import compare_designs as compare_designs
    from adjudge.planning.comparing_designs.result import DesignComparisonResult as DesignComparisonResult
    from adjudge.planning.next_pairs import NextPairsResult as NextPairsResult
    from adjudge.planning.next_pairs import next_pairs as next_pairs
    from adjudge.planning.pilot.pilot_power import pilot_power as pilot_power
    from adjudge.planning.pilot.result import PilotResult as PilotResult
    from adjudge.planning.plans.door import PlanResult as PlanResult
    from adjudge.planning.plans.door import plan as plan
    from adjudge.planning.power.power import power as power
    from adjudge.planning.power.result import PowerResult as PowerResult
    from adjudge.planning.power.table import PowerTableResult as PowerTableResult
    from adjudge.planning.power.table import power_table as power_table
    from adjudge.planning.simulation.simulate import SimulatedCampaign as SimulatedCampaign
    from adjudge.planning.simulation.simulate import simulate as simulate
    from adjudge.planning.simulation.spec import SimulationSpec as SimulationSpec
    from adjudge.ranking.comparing.compare import compare as compare
    from adjudge.ranking.comparing.compare import compare_each as compare_each
    from adjudge.ranking.comparing.result import RankingComparisonResult as RankingComparisonResult
    from adjudge.ranking.comparing.several import RankingComparisons as RankingComparisons
    from adjudge.ranking.comparisons.result import ComparisonRankingResult as ComparisonRankingResult
    from adjudge.ranking.comparisons.settings import ComparisonSettings as ComparisonSettings
    from adjudge.ranking.grouped import GroupedRankings as GroupedRankings
    from adjudge.ranking.grouped import rank_by as rank_by
    from adjudge.ranking.rank import rank as rank
    from adjudge.ranking.ratings.claims import Claims as Claims
    from adjudge.ranking.result import RankingResult as RankingResult
    from adjudge.ranking.result import RatingRankingResult as RatingRankingResult
    from adjudge.reporting.datasheet.datasheet import datasheet as datasheet
    from adjudge.scoring.weights.built_in import MQM as MQM
    from adjudge.scoring.weights.files import load_weights as load_weights
    from adjudge.scoring.weights.rules import Rule as Rule
    from adjudge.scoring.weights.rules import Weights as Weights
else:  # a type checker that saw this would believe in every name
    __all__ = list(_PUBLIC)

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute may be anything
        """Import a public name from the module that holds it, on first use."""
        if name not in _HOME:
            msg = f"module 'adjudge' has no attribute {name!r}"
            raise AttributeError(msg)
        value = getattr(import_module(_HOME[name]), name)
        setattr(sys.modules[__name__], name, value)
        return value


def __dir__() -> list[str]:
    """List the public names, also those not imported yet."""
    return sorted(_PUBLIC)


def recipes() -> dict[str, str]:
    """The recipes that `rank` takes for ratings: one line for each, by name; the default first."""
    from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED

    picks = "picks the choices that recover the true order best on simulated data of the same kind"
    return {RECOMMENDED: picks} | RECIPES.titles()


def methods() -> dict[str, str]:
    """The methods that `rank` takes for comparisons: one line for each, by name; the default first."""
    from adjudge.ranking.comparisons.registry import method_titles

    return method_titles()


def checks() -> dict[str, str]:
    """The checks that `check` runs: one line for each, by code."""
    from adjudge.auditing.checks.registry import CHECKS

    return CHECKS.titles()


def formats() -> dict[str, str]:
    """The formats that `read` takes: one line for each, by name, in the order in which they are detected."""
    from adjudge.io.registry import FOLDERS, FORMATS

    return FORMATS.titles() | FOLDERS.titles()


def error_weights() -> dict[str, str]:
    """The published weights that `rank` takes for marked errors: one line for each, by name; the default first."""
    from adjudge.scoring.weights.built_in import WEIGHTS

    return WEIGHTS.titles()


def reproducible_papers() -> dict[str, str]:
    """The papers that `reproduce` takes: one line for each, by name."""
    from adjudge.papers.registry import PAPERS

    return PAPERS.titles()


def presets() -> dict[str, str]:
    """The kinds of campaigns that `simulate` takes: one line for each, by name."""
    from adjudge.planning.simulation.presets import PRESETS

    return PRESETS.titles()


def designs() -> dict[str, str]:
    """The designs that campaign files take: one line for each, by name; the default first."""
    from adjudge.planning.designs.registry import DESIGNS

    return DESIGNS.titles()


def protocols() -> dict[str, str]:
    """The protocols of judging that campaign files take: one line for each, by name."""
    from adjudge.core.protocols.registry import PROTOCOLS

    return PROTOCOLS.titles()
