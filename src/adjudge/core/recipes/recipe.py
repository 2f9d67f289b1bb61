"""Recipes: every choice from raw rows to the printed table, as data.

A recipe has a name, a TOML form (`adjudge.core.recipes.files`) and a signature. Any recipe but `recommended` does
exactly what it says or refuses; `recommended` is a rule that picks a recipe for the data at hand.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from adjudge.core.recipes.choices import require_choices
from adjudge.core.recipes.rating_tests import RATING_TESTS, RatingTest

Unit = Literal["session", "annotator", "none"]
Basis = Literal["all", "counting", "calibration", "anchor"]
TestName = Literal["rank-sum", "signed-rank", "sign", "permutation", "bootstrap", "mixed", "model-flips"]
Alternative = Literal["greater", "two-sided", "halved"]
Correction = Literal["none", "holm", "bh", "by", "step-down"]
ClusterRule = Literal["wins", "stated", "strict"]


@dataclass(frozen=True)
class Filters:
    """Which rows are kept before anything is computed.

    Args:
        quality: drop units that fail a check by control items: `degraded` ones must score lower than their
            originals, `reference` ones higher, the two scores of a `repeat` must be closer to each other than to
            those of other items; `none` keeps everybody.
        quality_unit: whose control items are tested together.
        quality_level: a unit passes if the p of its check is below it.
        revisions: `keep-last` keeps an annotator's last judgement of an item in one showing, or of judgements that
            follow each other directly where showings are unknown; `keep-all` keeps all.
        zero_spread: what happens to units whose scores are all equal, for which no z-score exists.
        after_degraded: whether undamaged rows seen after a degraded item of the same showing count in the
            averages; Knowles and Lo (2024, section 5.4) show that they must not. `drop-copies` drops every
            undamaged row of a showing that holds a degraded item, also those before it.
        documents: `recover` finds documents that are not given from what was shown together, and leaves out the few
            ratings whose document or annotator is unknown while that of the others is known; `as-given` does neither.
    """

    quality: Literal["none", "degraded", "reference", "repeat"] = "none"
    quality_unit: Literal["annotator", "session"] = "annotator"
    quality_level: float = 0.05
    revisions: Literal["keep-all", "keep-last"] = "keep-all"
    zero_spread: Literal["drop", "refuse"] = "drop"
    after_degraded: Literal["keep", "drop", "drop-copies"] = "keep"
    documents: Literal["as-given", "recover"] = "as-given"

    def __post_init__(self) -> None:
        require_choices(self)


@dataclass(frozen=True)
class Standardise:
    """How raw scores become comparable: (x - centre) / spread within a unit, Knowles (2021, equation 1).

    Args:
        unit: whose centre and spread are used.
        basis: the rows they are computed from: `all` kinds; only rows that are `counting` in the averages;
            `calibration` rows, which everybody judged; or the counting rows of one `anchor` system.
        anchor: the system of basis `anchor`; empty picks the one whose smallest count over units is largest
            (Knowles and Lo 2022, section 3.2).
        centre: `mean-sd` with n - 1, or `median-iqr`; `shrunken-sd` brings all units to one spread around their own
            means, as far as their scores show that spreads differ: scores stay in points, no z-scores are made.
        scores: `normal` replaces scores by the normal quantiles of their ranks first; only with `shrunken-sd`.
        ticks: code scores to the nearest of 5 or 7 tick marks first; 0 leaves them. A sensitivity variant.
    """

    unit: Unit = "annotator"
    basis: Basis = "all"
    anchor: str = ""
    centre: Literal["mean-sd", "median-iqr", "shrunken-sd"] = "mean-sd"
    scores: Literal["given", "normal"] = "given"
    ticks: Literal[0, 5, 7] = 0

    def __post_init__(self) -> None:
        require_choices(self)


@dataclass(frozen=True)
class Aggregate:
    """Which rows enter the estimate of a system, and how.

    Args:
        kinds: kinds of items that count.
        scope: judgements of segments, or of whole documents; the others are left out before anything else.
        estimate: `means` per system, document and segment first, then per system; `mixed`: a linear mixed model
            with annotator, document, segment and system-by-document as random effects.
    """

    kinds: tuple[str, ...] = ("system", "repeat")
    scope: Literal["segment", "document"] = "segment"
    estimate: Literal["means", "mixed"] = "means"

    def __post_init__(self) -> None:
        require_choices(self)


@dataclass(frozen=True)
class Test:
    """How two systems are tested.

    Args:
        name: `rank-sum`, `signed-rank` or `sign` on means; `permutation`: random sign flips of whole documents;
            `bootstrap`: documents drawn with replacement; `mixed`: contrasts of the mixed model; `model-flips`:
            random signs of what whole units contribute to the estimates of the mixed model.
        unit: what the means of the first three are of, and what contributes to the last; the others do not read it.
        alternative: `greater` (one-sided, row better than column), `two-sided`, or `halved`: half the two-sided p
            whatever the direction, as SciPy printed it up to 1.6.
        correction: for the family of all pairs; `step-down` is for `model-flips` only.
        level: a corrected p below it is significant.
        draws: random assignments of the permutation test, or replicates of the bootstrap; `model-flips` draws until
            its verdicts are settled.
    """

    __test__ = False  # the name is not a test case

    name: TestName = "rank-sum"
    unit: Literal["segment", "document"] = "segment"
    alternative: Alternative = "greater"
    correction: Correction = "none"
    level: float = 0.05
    draws: int = 10_000

    def __post_init__(self) -> None:
        if isinstance(self.name, str):
            RATING_TESTS.find(self.name)  # names the nearest one
        require_choices(self)

    @property
    def kind(self) -> RatingTest:
        """What is known of the test.

        Raises:
            RecipeError: AJ031 if there is none of that name.
        """
        return RATING_TESTS.find(self.name)

    @property
    def independent(self) -> str:
        """What the test treats as independent: `segment`, `document` or `rating`."""
        return self.kind.unit or self.unit


@dataclass(frozen=True)
class Clusters:
    """Where lines are drawn between systems.

    Args:
        rule: `stated`: below a system that beats every lower one; `wins`: below a system whose wins over all
            others, also higher ones, equal the number of systems below it (the rule of the official WMT files);
            `strict`: where every system above beats every system below.
        hide: systems that take part in everything but the lines, such as human translations.
    """

    rule: ClusterRule = "stated"
    hide: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_choices(self)


@dataclass(frozen=True)
class Recipe:
    """Every choice from raw rows to the printed table.

    Args:
        name: short name, as on the command line.
        title: one line saying what it is.
        source: who published it.
        filters: rows kept.
        standardise: raw scores to z-scores.
        aggregate: rows that count.
        test: comparison of two systems.
        clusters: lines between systems.
    """

    name: str
    title: str = ""
    source: str = ""
    filters: Filters = field(default_factory=Filters)
    standardise: Standardise = field(default_factory=Standardise)
    aggregate: Aggregate = field(default_factory=Aggregate)
    test: Test = field(default_factory=Test)
    clusters: Clusters = field(default_factory=Clusters)

    def to_dict(self) -> dict[str, Any]:
        """Every choice as plain data."""
        data = asdict(self)
        data["aggregate"]["kinds"] = list(self.aggregate.kinds)
        data["clusters"]["hide"] = list(self.clusters.hide)
        return data

    def choices(self) -> dict[str, str]:
        """The parts of the signature that the recipe decides; what is left at "nothing special" is left out."""
        filters, z, test = self.filters, self.standardise, self.test
        parts = {
            "z": z.unit,
            "basis": z.basis + (f".{plain_name(z.anchor)}" if z.anchor else "") if z.unit != "none" else "none",
            "qc": "none" if filters.quality == "none" else f"{filters.quality}.{filters.quality_unit}",
            "unit": test.independent,
            "test": f"{test.name}.{test.alternative}",
            "corr": test.correction,
            "rule": self.clusters.rule,
        }
        special = {
            "centre": (z.centre, "mean-sd"),
            "scores": (z.scores, "given"),
            "ticks": (str(z.ticks), "0"),
            "qclevel": (f"{filters.quality_level:g}", "0.05"),
            "revisions": (filters.revisions, "keep-all"),
            "spread0": (filters.zero_spread, "drop"),
            "degraded": (filters.after_degraded, "keep"),
            "documents": (filters.documents, "as-given"),
            "kinds": ("+".join(self.aggregate.kinds), "system+repeat"),
            "scope": (self.aggregate.scope, "segment"),
            "estimate": (self.aggregate.estimate, "means"),
            "level": (f"{test.level:g}", "0.05"),
            "draws": (str(test.draws), "10000"),
            "hide": ("+".join(plain_name(name) for name in self.clusters.hide), ""),
        }
        return parts | {key: value for key, (value, usual) in special.items() if value != usual}


def plain_name(name: str) -> str:
    """A name without the separators of a signature."""
    return name.replace("|", "_").replace(":", "_")
