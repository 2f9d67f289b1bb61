"""Scores from a linear mixed model: the principled alternative to z-scores.

score = system (fixed) + annotator + document + segment + system:document (random) + residual, fitted by REML. The
model corrects means for who judged what, as far as the design can distinguish leniency from quality, and no further;
z-scores assume that every annotator saw the same mixture of systems. The recipe `mixed-model` gives it raw scores: an
annotator who uses twice the range counts twice; the default gives it scores that were brought to one spread. The ends
of the scale are not modelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.core.problems import NO_SCORE
from adjudge.core.recipes.recipe import Aggregate
from adjudge.kernels.mixed_model.reml import (
    COMPONENTS,
    Component,
    Components,
    Floats,
    RatedRows,
    RemlFit,
    fit_at,
    fit_reml,
)
from adjudge.kernels.probability.multiplicity import holm
from adjudge.scoring.catalogue import EFFECT_IS_SYSTEM, LEFT_OUT_EFFECT, NOT_CONVERGED, VARIANCES_OF_PART, ZERO_VARIANCE
from adjudge.scoring.filters import of_kinds, of_scope
from adjudge.scoring.model_factors import Factors, ModelUnit
from adjudge.scoring.rows import Rows


@dataclass(frozen=True, eq=False)
class MixedFit:
    """A fitted mixed model with names.

    Args:
        systems: names, in alphabetical order.
        counts: number of ratings of each system.
        reml: the estimates as arrays; rows and columns are in the order of `systems`.
        components: one row per variance component and one for the residual: `component`, `levels`, `sd`, `variance`,
            `share` of the total variance, `boundary` (estimated as 0).
        annotators: one row per annotator: `annotator`, `effect` (leniency, shrunken towards 0), `judgements`; no
            rows if the component was not fitted.
        dropped: components that were asked for and not fitted, with the reason.
        findings: what a reader should know.
    """

    systems: tuple[str, ...]
    counts: tuple[int, ...]
    reml: RemlFit
    components: pl.DataFrame
    annotators: pl.DataFrame
    dropped: dict[str, str]
    findings: tuple[Finding, ...]

    @property
    def has_one_annotator(self) -> bool:
        """Whether all ratings are known to be of one annotator, whose effect cannot be distinguished from the means."""
        return self.dropped.get("annotator") == EFFECT_IS_SYSTEM

    def to_frame(self) -> pl.DataFrame:
        """One row per system, best first: `system`, `mean`, `se`, `judgements`."""
        frame = pl.DataFrame(
            {
                "system": self.systems,
                "mean": self.reml.means,
                "se": np.sqrt(np.diag(self.reml.covariance)),
                "judgements": self.counts,
            }
        )
        return frame.sort(["mean", "system"], descending=[True, False])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "systems": self.to_frame().to_dicts(),
            "order": list(self.systems),
            "covariance": self.reml.covariance.tolist(),
            "components": self.components.to_dicts(),
            "annotators": self.annotators.to_dicts(),
            "dropped": dict(self.dropped),
            "log_likelihood": self.reml.log_likelihood,
            "converged": self.reml.converged,
            "evaluations": self.reml.evaluations,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def summary(self) -> str:
        """The fit in a few plain sentences."""
        shares = ", ".join(f"{name} {share:.0%}" for name, share in self.components.select("component", "share").rows())
        lines = [
            f"Mixed model of {counted(sum(self.counts), 'rating')} of {counted(len(self.systems), 'system')}.",
            f"Shares of variance: {shares}.",
            *(finding.text for finding in self.findings),
        ]
        return "\n".join(lines)


def fit_mixed(
    frame: pl.DataFrame, *, components: Components = COMPONENTS, aggregate: Aggregate | None = None
) -> MixedFit:
    """Fit the mixed model to the rows that count among ratings.

    Args:
        frame: ratings of one language pair, collection and scale. Filters come before; rows of other scope or kind
            than `aggregate` says, and rows without a score, are left out and counted.
        components: random components to fit.
        aggregate: rows that count; `system` and `repeat` judgements of segments if None.

    Returns:
        The fit; see `system_contrasts` for tests.

    Raises:
        RecipeError: AJ032 as `fit_counting`.

    Example:
        >>> from adjudge.planning.simulation.simulate import simulate
        >>> fit = fit_mixed(simulate("balanced", seed=1).table.frame)
        >>> fit.components["component"].to_list()
        ['annotator', 'document', 'segment', 'system:document', 'residual']
    """
    aggregate = aggregate or Aggregate()
    rows = Rows(frame).then(lambda rows: of_scope(rows, aggregate.scope))
    if "kind" in frame.columns:
        rows = rows.then(lambda rows: of_kinds(rows, aggregate.kinds))
    return fit_counting(rows.then(_with_score), components=components)


def fit_counting(
    rows: Rows,
    *,
    components: Components = COMPONENTS,
    unit: ModelUnit = "document",
    like: RemlFit | None = None,
    start: RemlFit | None = None,
) -> MixedFit:
    """Fit the mixed model to rows that all count.

    Definition: `adjudge.kernels.mixed_model.reml`. A component is left out, with a finding, if it

    - has unknown levels (documents; annotators, unless the session is known in every row and is used instead),
    - does not vary within any system, as with a single annotator: it cannot be distinguished from the system means,
    - has one rating per level: it cannot be distinguished from the residual, which then holds it,
    - groups the ratings exactly as another component does, as with one segment per document.

    Checked against: `adjudge.planning.simulation.simulate` and draws from the model (tests/recovery).

    Edge cases: a component estimated as 0 is normal for few levels and is reported. The same item judged twice by
    one annotator shares more than the model knows; the surplus goes to system:document.

    Args:
        rows: with a score in every row.
        components: random components to fit.
        unit: `segment` puts every segment in the place of a document: then the effects of the document and of system
            by document are those of the segment.
        like: a fit of nearly the same rows, whose ratios of variances are taken instead of searching for them.
        start: a fit of nearly the same rows, at whose ratios of variances the search begins.

    Raises:
        RecipeError: AJ032 if systems form groups without a common annotator, if there are fewer than two systems, or
            if all scores of every system are equal.
    """
    factors = Factors.of(rows.frame, unit)
    wanted = [name for name in COMPONENTS if name in components]
    limits = factors.require_support(wanted)
    dropped = factors.unsupported(wanted)
    kept = [name for name in wanted if name not in dropped]
    reml = _fit(factors, kept, like, start)
    if unit == "segment":
        dropped.pop("segment", None)  # it is there, in the place of the document
    return MixedFit(
        systems=tuple(factors.names),
        counts=tuple(np.bincount(factors.system).tolist()),
        reml=reml,
        components=_component_table(reml, factors, unit),
        annotators=_annotator_table(factors.rows, reml, fitted="annotator" in kept),
        dropped=dropped,
        findings=(*rows.findings, *factors.findings, *limits, *_findings(reml, dropped, unit)),
    )


def _with_score(frame: pl.DataFrame) -> Rows:
    missing = frame["score"].null_count()
    findings = (NO_SCORE(missing=missing, rows=frame.height),) if missing else ()
    return Rows(frame.filter(pl.col("score").is_not_null()), findings)


def _fit(factors: Factors, components: Components, like: RemlFit | None, start: RemlFit | None = None) -> RemlFit:
    y = factors.rows["score"].to_numpy()
    documents: Component = "document" if factors.known["document"] else "segment"  # small documents are fast
    codes = [factors.system, *(factors.codes[name] for name in ("annotator", documents, "segment"))]
    # The search ends within a tolerance of the minimum; sorted rows make it end at the same place for any order.
    order = np.lexsort([y, *codes])
    rows = RatedRows(y[order], *(part[order] for part in codes))
    if like is not None:
        return fit_at(np.where([name in components for name in COMPONENTS], like.ratios, 0.0), rows)
    return fit_reml(*rows, components=components, start=None if start is None else start.ratios)


def system_contrasts(fit: MixedFit) -> pl.DataFrame:
    """Test all pairs of systems.

    Definition: t = (mean_a - mean_b) / se, se^2 = c' cov(b) c, two-sided p from Student's t with Satterthwaite's
    degrees of freedom. These follow whatever limits a contrast: with m systems on the same D documents and a
    system:document effect that matters they are close to (m - 1)(D - 1), as in the analysis of variance; with
    unequal exposure or a negligible effect they move towards the number of ratings. Counting documents (containment)
    cannot do that, and normal quantiles reject too often (7 % instead of 5 % for two systems on 15 documents).
    Kenward and Roger's (1997) correction of se is not made.

    Checked against: `scipy.stats.ttest_rel` on balanced designs, where both are the same test (tests/laws); the level
    of 5 % is kept in campaigns of 15 to 30 documents (tests/recovery).

    Args:
        fit: a fitted model.

    Returns:
        One row per pair, better system first and best pairs on top: `a`, `b`, `difference`, `se`, `df`, `t`, `p`, and
        `p_holm`, corrected for the number of pairs.
    """
    from scipy.special import stdtr

    order = np.argsort(-fit.reml.means, kind="stable")  # names are sorted, so ties go by name
    first, second = (order[i] for i in np.triu_indices(len(order), 1))
    contrasts = np.zeros((len(first), len(order)))
    rows = np.arange(len(first))
    contrasts[rows, first], contrasts[rows, second] = 1.0, -1.0
    difference = contrasts @ fit.reml.means
    se = np.sqrt(np.einsum("mi,ij,mj->m", contrasts, fit.reml.covariance, contrasts))
    df = fit.reml.satterthwaite(contrasts)
    p = 2 * stdtr(df, -np.abs(difference / se))
    return pl.DataFrame(
        {
            "a": [fit.systems[i] for i in first],
            "b": [fit.systems[i] for i in second],
            "difference": difference,
            "se": se,
            "df": df,
            "t": difference / se,
            "p": p,
            "p_holm": holm(p),
        }
    )


def _named(component: str, unit: ModelUnit) -> str:
    return component.replace("document", unit)


def _findings(reml: RemlFit, dropped: dict[str, str], unit: ModelUnit) -> list[Finding]:
    findings = [LEFT_OUT_EFFECT(component=_named(name, unit), reason=reason) for name, reason in dropped.items()]
    findings += [ZERO_VARIANCE(component=_named(name, unit)) for name in reml.boundary]
    if reml.part is not None:
        used, annotators = reml.part.design.annotators, reml.design.annotators
        findings.append(VARIANCES_OF_PART(used=used, annotators=annotators))
    return findings if reml.converged else [*findings, NOT_CONVERGED(evaluations=reml.evaluations)]


def _component_table(reml: RemlFit, factors: Factors, unit: ModelUnit) -> pl.DataFrame:
    sds: Floats = np.array([*reml.sds.values(), reml.residual_sd])
    return pl.DataFrame(
        {
            "component": [*(_named(name, unit) for name in reml.sds), "residual"],
            "levels": [*(factors.levels(name) for name in reml.sds), factors.rows.height],
            "sd": sds,
            "variance": sds**2,
            "share": sds**2 / (sds**2).sum(),
            "boundary": [*(name in reml.boundary for name in reml.sds), False],
        }
    )


def _annotator_table(rows: pl.DataFrame, reml: RemlFit, *, fitted: bool) -> pl.DataFrame:
    counts = rows.group_by("annotator").agg(judgements=pl.len()).sort("annotator")
    table = counts.with_columns(effect=pl.Series(reml.annotator_effects, dtype=pl.Float64))
    return table.select("annotator", "effect", "judgements").filter(fitted)
