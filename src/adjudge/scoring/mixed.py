"""Scores from a linear mixed model: the principled alternative to z-scores.

score = system (fixed) + annotator + document + segment + system:document (random) + residual, fitted by REML. The
model corrects means for who judged what, as far as the design lets leniency and quality be told apart, and no further;
z-scores assume that every annotator saw the same mixture of systems. It takes raw scores: an annotator who uses twice
the range counts twice, and the ends of the scale are not modelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate
from adjudge.kernels.mixed_model.reml import COMPONENTS, Component, Components, Floats, Ints, RemlFit, fit_reml
from adjudge.kernels.probability.multiplicity import holm
from adjudge.scoring.filters import counting_rows, of_scope

#: Findings on what the data cannot support: components that cannot be told apart, vanish, or do not converge.
_MODEL_NOTE = "AJ220"

#: Of two components that group the ratings alike the earlier one stays. Annotators come late: leniency is not claimed
#: where something else explains the same differences (Knowles 2021, section 4).
_PRECEDENCE: tuple[Component, ...] = ("document", "segment", "annotator", "system:document")


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
    """Fit the mixed model to ratings.

    Definition: `adjudge.kernels.mixed_model.reml`. A component is left out, with a finding, if it

    - has unknown levels (documents; annotators, unless the session is known in every row and stands in),
    - does not vary within any system, as with a single annotator: it cannot be told from the system means,
    - has one rating per level: it cannot be told from the residual, which then holds it,
    - groups the ratings exactly as another component does, as with one segment per document.

    Checked against: `adjudge.planning.simulation.simulate` and draws from the model (tests/recovery).

    Edge cases: a component estimated as 0 is normal for few levels and is reported. The same item judged twice by
    one annotator shares more than the model knows; the surplus goes to system:document.

    Args:
        frame: ratings of one language pair, collection and scale. Filters come before; rows of other scope or kind
            than `aggregate` says, and rows without a score, are left out and counted.
        components: random components to fit.
        aggregate: rows that count; `system` and `repeat` judgements of segments if None.

    Returns:
        The fit; see `system_contrasts` for comparisons.

    Raises:
        RecipeError: AJ032 if systems fall into groups without a common annotator, if there are fewer than two
            systems, or if all scores of every system are equal.

    Example:
        >>> from adjudge.planning.simulation.simulate import simulate
        >>> fit = fit_mixed(simulate("balanced", seed=1).table.frame)
        >>> fit.components["component"].to_list()
        ['annotator', 'document', 'segment', 'system:document', 'residual']
    """
    rows, findings = _rows_that_count(frame, aggregate or Aggregate())
    rows, known, notes = _known_factors(rows)
    system, names = _codes(rows, "system")
    codes: dict[Component, Ints] = {name: _codes(rows, *_FACTORS[name])[0] for name in COMPONENTS}
    _require_enough(rows, names)
    wanted = [name for name in COMPONENTS if name in components]
    if "annotator" in wanted and known["annotator"]:
        _require_connected(system, codes["annotator"], names)
    if "document" in wanted and known["document"]:
        notes += _apart_in_documents(system, codes["document"], names)
    dropped = _not_identified(system, codes, wanted, known)
    kept = [name for name in wanted if name not in dropped]
    y, factors = rows["score"].to_numpy(), [system, *(codes[name] for name in ("annotator", "document", "segment"))]
    # The search ends within a tolerance of the minimum; sorted rows make it end at the same place for any order.
    order = np.lexsort([y, *factors])
    reml = fit_reml(y[order], *(codes[order] for codes in factors), components=kept)
    notes += [*_dropped_findings(dropped), *_fit_findings(reml)]
    return MixedFit(
        tuple(names),
        tuple(np.bincount(system).tolist()),
        reml,
        _component_table(reml, codes),
        _annotator_table(rows, reml, fitted="annotator" in kept),
        dropped,
        (*findings, *notes),
    )


_FACTORS: dict[Component, tuple[str, ...]] = {
    "annotator": ("annotator",),
    "document": ("document",),
    "segment": ("document", "segment"),  # a segment's name is unique within its document only
    "system:document": ("system", "document"),
}


def system_contrasts(fit: MixedFit) -> pl.DataFrame:
    """Compare all pairs of systems.

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


def _rows_that_count(frame: pl.DataFrame, aggregate: Aggregate) -> tuple[pl.DataFrame, list[Finding]]:
    frame, findings = of_scope(frame, aggregate.scope)
    if "kind" in frame.columns:
        frame, found = counting_rows(frame, aggregate)
        findings += found
    missing = frame["score"].null_count()
    if missing:
        text = f"{missing:,} of {counted(frame.height, 'rating')} have no score and were left out."
        findings.append(Finding("AJ107", "note", text, {"missing": missing, "rows": frame.height}))
    return frame.filter(pl.col("score").is_not_null()), findings


def _known_factors(rows: pl.DataFrame) -> tuple[pl.DataFrame, dict[Component, bool], list[Finding]]:
    """Put the session in place of unknown annotators; say which factors are known in every row."""

    def complete(name: str) -> bool:
        return name in rows.columns and rows[name].null_count() == 0

    findings: list[Finding] = []
    annotators, documents = complete("annotator"), complete("document")
    if not annotators and complete("session"):
        text = "Annotators are unknown in some rows; the model takes every session as an annotator of its own."
        rows, annotators = rows.with_columns(annotator=pl.col("session")), True
        findings.append(Finding("AJ208", "warning", text))
    absent = [name for name, there in (("annotator", annotators), ("document", documents)) if not there]
    if not documents:
        text = "Documents are unknown: the model takes segments as independent, so standard errors may be too small."
        findings.append(Finding("AJ209", "warning", text, todo="give the document of every segment"))
    known: dict[Component, bool] = dict.fromkeys(COMPONENTS, documents) | {"annotator": annotators, "segment": True}
    return rows.with_columns(pl.lit("unknown").alias(name) for name in absent), known, findings


def _codes(rows: pl.DataFrame, *names: str) -> tuple[Ints, list[str]]:
    """Numbers of the levels in sorted order, so that results do not depend on the order of the rows; and the levels."""
    levels = rows.select(names).unique().sort(names)
    numbered = rows.select(names).join(levels.with_row_index("_code"), on=names, how="left", maintain_order="left")
    return numbered["_code"].to_numpy().astype(np.intp), levels[names[0]].to_list()


def _require_enough(rows: pl.DataFrame, systems: list[str]) -> None:
    different = rows.select("system", "score").unique().height
    if len(systems) >= 2 and different > len(systems):
        return
    raise RecipeError(
        Problem(
            "AJ032",
            f"the mixed model has nothing to compare: {counted(len(systems), 'system')} with "
            f"{counted(different, 'different score')} in all",
            "at least two systems, and scores that differ within a system",
            counted(rows.height, "row"),
            "check the column 'kind', and that the file holds all systems",
        )
    )


def _groups(system: Ints, other: Ints) -> Ints:
    """The group of every system, where systems that share a level of the other factor are in one group."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    systems = int(system.max()) + 1
    size = systems + int(other.max()) + 1
    graph = coo_array((np.ones(len(system)), (system, systems + other)), shape=(size, size))
    return np.asarray(connected_components(graph, directed=False)[1][:systems], dtype=np.intp)


def links_all_systems(rows: pl.DataFrame, factor: str) -> bool:
    """Whether the levels of a factor (annotators, sessions, documents) connect all systems with each other."""
    return len(np.unique(_groups(_codes(rows, "system")[0], _codes(rows, factor)[0]))) == 1


def _require_connected(system: Ints, annotator: Ints, names: list[str]) -> None:
    group = _groups(system, annotator)
    _, group = np.unique(group, return_inverse=True)
    count = int(group.max()) + 1
    if count == 1:
        return
    parts = []
    for i in range(min(count, 5)):
        members = [name for name, of in zip(names, group, strict=True) if of == i]
        judges = counted(len(np.unique(annotator[group[system] == i])), "annotator")
        parts.append(f"{{{', '.join(members[:5])}{', ...' if len(members) > 5 else ''}}} judged by {judges}")
    raise RecipeError(
        Problem(
            "AJ032",
            f"systems fall into {count} groups without a common annotator: {'; '.join(parts)}"
            + ("; ..." if count > 5 else ""),
            "annotators that link all systems; across groups leniency cannot be told from quality",
            f"{count} groups of {counted(len(names), 'system')}",
            "rank each group on its own, collect ratings of systems of both groups by the same annotators, or leave "
            "the annotator out of the components (leniency then counts as quality)",
        )
    )


def _apart_in_documents(system: Ints, document: Ints, names: list[str]) -> list[Finding]:
    count = len(np.unique(_groups(system, document)))
    if count == 1:
        return []
    text = (
        f"Systems fall into {count} groups without a common document: across groups, harder documents can be told "
        "from worse systems only by assuming that documents were drawn at random."
    )
    numbers = {"groups": count, "systems": len(names)}
    return [Finding("AJ207", "warning", text, numbers, todo="give the same documents to all systems")]


def _not_identified(
    system: Ints, codes: dict[Component, Ints], wanted: Components, known: dict[Component, bool]
) -> dict[str, str]:
    """Components that the data cannot support, with the reason."""
    dropped: dict[str, str] = {}
    kept: list[Component] = []
    for name in (name for name in _PRECEDENCE if name in wanted):
        alike = [other for other in kept if _alike(codes[name], codes[other])]
        if not known[name]:
            dropped[name] = f"the {name.removeprefix('system:')} is unknown"
        elif _levels(system, codes[name]) == _levels(system):
            dropped[name] = "it does not vary within any system, so it cannot be told from the system means"
        elif _levels(codes[name]) == len(system):
            dropped[name] = "every level has one rating, so it cannot be told from the residual"
        elif alike:
            dropped[name] = f"it groups the ratings exactly as the {alike[0]} does, which stands for both"
        else:
            kept.append(name)
    return dropped


def _levels(codes: Ints, other: Ints | None = None) -> int:
    """How many levels, or combinations of levels, occur."""
    return len(np.unique(codes if other is None else codes * (int(other.max()) + 1) + other))


def _alike(codes: Ints, other: Ints) -> bool:
    return _levels(codes) == _levels(other) == _levels(codes, other)


def _dropped_findings(dropped: dict[str, str]) -> list[Finding]:
    return [
        Finding(
            _MODEL_NOTE, "note", f"The {name} effect is not in the model: {why}.", {"component": name, "reason": why}
        )
        for name, why in dropped.items()
    ]


def _fit_findings(reml: RemlFit) -> list[Finding]:
    findings = [
        Finding(
            _MODEL_NOTE,
            "note",
            f"The variance of the {name} effect is estimated as 0: these data show no sign of it, which is common "
            "with few levels and does not prove that there is none.",
            {"component": name},
            "Bates et al. 2015",
        )
        for name in reml.boundary
    ]
    if not reml.converged:
        text = f"The mixed model did not converge in {reml.evaluations} evaluations; do not rely on its figures."
        findings.append(Finding(_MODEL_NOTE, "warning", text, {"evaluations": reml.evaluations}))
    return findings


def _component_table(reml: RemlFit, codes: dict[Component, Ints]) -> pl.DataFrame:
    sds: Floats = np.array([*reml.sds.values(), reml.residual_sd])
    return pl.DataFrame(
        {
            "component": [*reml.sds, "residual"],
            "levels": [*(_levels(codes[name]) for name in reml.sds), len(codes["segment"])],
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
