"""From comparisons to an order: by counting wins, by an exact search, by a model, or by TrueSkill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudge.core.errors import Problem, TableError, UsageError
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_pair
from adjudge.core.seeds import Seeds
from adjudge.core.signature import Signature
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons import findings as observe
from adjudge.ranking.comparisons.dependence import Dependence, find_dependence
from adjudge.ranking.comparisons.direct_tests import direct_tests, has_significant_cycle
from adjudge.ranking.comparisons.finite_fit import why_no_finite_fit
from adjudge.ranking.comparisons.methods.counting import HEURISTICS
from adjudge.ranking.comparisons.methods.strength import FITS, order_by_strength
from adjudge.ranking.comparisons.methods.trueskill import order_by_trueskill
from adjudge.ranking.comparisons.methods.vote_models import order_by_covariates, order_by_reliability
from adjudge.ranking.comparisons.opponents import describe_opponents
from adjudge.ranking.comparisons.ordering import Ordered
from adjudge.ranking.comparisons.registry import ANNOTATORS, RECOMMENDED, find_method
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.rows import LEVEL, compared_pairs, ranked_systems
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import REFERENCE, Tally, tally
from adjudge.ranking.comparisons.tournament import describe_tournament, least_contradicted_order, majorities
from adjudge.ranking.result import PairwiseTest

Floats = NDArray[np.float64]
Progress = Callable[[float], None]


def rank_comparisons(
    table: Any,  # noqa: ANN401 - a table or any frame
    method: str = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> ComparisonRankingResult:
    """Rank systems by comparisons.

    Args:
        table: `Comparisons`, `PairCounts`, or any frame with the columns of one of them.
        method: a name from `METHODS`, or `recommended`.
        pair: the language pair, needed if the table holds several.
        seed: for what is random.
        settings: further choices.
        progress: called with the share of the work that is done, by methods that take long.

    Returns:
        Systems in order with units, every pair, what the order contradicts, and the findings.

    Raises:
        AdjudgeError: if the table is broken, or the comparisons cannot support the method.

    Example:
        >>> import polars as pl
        >>> votes = {"system_a": ["x", "y", "x"], "system_b": ["y", "z", "z"], "outcome": ["a", "a", "tie"]}
        >>> rank_comparisons(pl.DataFrame(votes), "mfas").order()
        ['x', 'y', 'z']
    """
    settings = settings or ComparisonSettings()
    checked = choose_pair(_as_comparisons(table), pair)
    tallied = tally(checked, reference=settings.reference)
    if settings.rank_reference:
        tallied = replace(_require_reference(tallied), reference=None)
    findings = [*checked.findings, *observe.of_files(checked.frame)]
    if method == RECOMMENDED:
        method, why = _recommend(tallied)
        findings.append(why)
    find_method(method)
    dependence, found = find_dependence(tallied.without_reference(), settings)
    if method != ANNOTATORS:  # it says what it takes as independent
        findings += found
    ordered = _order(tallied, method, settings, dependence, seeds=Seeds(seed), progress=progress)
    return _result(tallied, method, ordered, dependence, settings=settings, seed=seed, findings=findings)


def _as_comparisons(table: Any) -> Comparisons | PairCounts:  # noqa: ANN401
    if isinstance(table, Comparisons | PairCounts):
        return table
    noun = getattr(table, "noun", None)
    if noun is None:
        columns = getattr(table, "column_names", getattr(table, "columns", ()))  # pyarrow, all others
        return PairCounts.check(table) if "wins_a" in set(columns) else Comparisons.check(table)
    raise TableError(
        Problem(
            "AJ020",
            f"methods rank comparisons, but the table holds {noun}",
            "comparisons of two systems, or counts of them",
            f"{len(table):,} rows",
            "rank ratings with a recipe: adjudge.rank(table, recipe=...)",
        )
    )


def _require_reference(tallied: Tally) -> Tally:
    if tallied.reference is None:
        raise UsageError(
            Problem(
                "AJ040",
                "the reference is to be ranked, but there is none among the systems",
                f"a system called {REFERENCE}, or the name of another one with --reference",
                "0 references",
                "leave --rank-reference out: every system is ranked",
            )
        )
    return tallied


def _recommend(tallied: Tally) -> tuple[str, Finding]:
    """A model where it has a finite fit, because it states its uncertainty; otherwise the exact order."""
    why_not = why_no_finite_fit(tallied.without_reference())
    if why_not is None:
        text = "Recommended for these comparisons: Davidson's model, which treats ties as an outcome and states errors."
        return "davidson", Finding("AJ301", "note", text, {"method": "davidson"})
    text = f"Recommended for these comparisons: the exact order. No model of strengths has a finite fit: {why_not}."
    return "mfas", Finding("AJ301", "note", text, {"method": "mfas"})


def _order(
    tallied: Tally,
    name: str,
    settings: ComparisonSettings,
    dependence: Dependence,
    *,
    seeds: Seeds,
    progress: Progress | None,
) -> Ordered:
    method = find_method(name)
    _require_meaning(name, settings)
    ranked = tallied.without_reference()
    if method.kind == "heuristic":
        return _by_scores(HEURISTICS[name](tallied), ranked)
    if name == ANNOTATORS:
        return order_by_reliability(ranked, name, seeds)
    if method.kind == "model" and settings.covariates:
        return order_by_covariates(ranked, name, dependence, settings.covariates, seeds)
    if method.kind == "model":
        return order_by_strength(ranked, name, dependence, draws=settings.bootstrap, seeds=seeds, progress=progress)
    if method.kind == "trueskill":
        return order_by_trueskill(ranked, settings.runs, seeds, progress)
    order, optimum = least_contradicted_order(
        ranked, settings.arcs, time_limit=settings.time_limit, seed=seeds.seed, progress=progress
    )
    limit = (("limit", f"{settings.time_limit:g}s"),)
    return Ordered([int(i) for i in order], None, optimum=optimum, choices=limit)


def _require_meaning(method: str, settings: ComparisonSettings) -> None:
    """Settings that a method does not know are not ignored."""
    wrong = ["bootstrap"] if settings.bootstrap and method not in FITS else []
    wrong += ["covariate"] if settings.covariates and (method not in FITS or settings.bootstrap) else []
    if wrong:
        raise UsageError(
            Problem(
                "AJ040",
                f"{method} has no --{wrong[0]}" + (" together with --bootstrap" if method in FITS else ""),
                f"--{wrong[0]} with one of {', '.join(FITS)}",
                "1 option",
                f"leave --{wrong[0]} out, or choose another method",
            )
        )


def _by_scores(scores: Floats, ranked: Tally) -> Ordered:
    """Best score first; equal scores by name."""
    order = sorted(range(len(scores)), key=lambda i: (-round(float(scores[i]), 12), ranked.systems[i]))
    return Ordered(order, scores)


def _result(
    tallied: Tally,
    method: str,
    ordered: Ordered,
    dependence: Dependence,
    *,
    settings: ComparisonSettings,
    seed: int,
    findings: list[Finding],
) -> ComparisonRankingResult:
    ranked, order = tallied.without_reference(), ordered.order
    names = [ranked.systems[i] for i in order]
    tournament = describe_tournament(ranked, order, settings.arcs)
    direct = direct_tests(ranked, dependence)
    pairs, beats = compared_pairs(ranked, ordered, direct)
    described = describe_opponents(ranked)
    opponents = tuple(described[i] for i in order)
    findings += [
        *observe.of_reference(tallied, method),
        *observe.of_weights(ranked),
        *observe.of_parts(ranked),
        *ordered.findings,
        *(observe.of_optimum(ordered.optimum, tournament.cost) if ordered.optimum else ()),
        *observe.of_tournament(
            tournament,
            names,
            exact=ordered.optimum is not None and ordered.optimum.proven,
            supported=has_significant_cycle(ranked, direct, LEVEL),
            weights=majorities(ranked, settings.arcs),
        ),
        *observe.against_the_order(names, beats),
        *observe.of_opponents(opponents, names),
        *observe.of_ties(pairs),
    ]
    return ComparisonRankingResult(
        signature=_signature(method, tallied, ordered, dependence, settings=settings, seed=seed),
        settings={"method": method, "seed": seed} | settings.to_dict(),
        findings=tuple(findings),
        systems=tuple(ranked_systems(ranked, ordered, beats)),
        pairs=tuple(pairs),
        test=_test_facts(ordered, dependence, single=ranked.votes is not None),
        line_rule="stated" if ordered.lines is None else "ranges",
        method=method,
        tournament=tournament,
        opponents=opponents,
        optimum=ordered.optimum,
        model=ordered.model,
        line_shares=ordered.line_shares,
    )


def _test_facts(ordered: Ordered, dependence: Dependence, *, single: bool) -> PairwiseTest:
    if ordered.model is not None:
        errors, _, draws = dict(ordered.choices)["errors"].partition("-")
        name, unit = "wald", ordered.model.unit
    else:
        errors, draws, name, unit = None, "", "flips" if single else "sign", dependence.by
    return PairwiseTest(
        name=name,
        alternative="two-sided",
        correction="holm",
        level=LEVEL,
        unit=unit,
        errors=errors,
        draws=int(draws) if draws else None,
    )


def _signature(
    method: str, tallied: Tally, ordered: Ordered, dependence: Dependence, *, settings: ComparisonSettings, seed: int
) -> Signature:
    reference = "none" if tallied.reference is None else "opponent" if method == "wmt-official" else "left-out"
    choices = {"method": method, "reference": reference} | dict(ordered.choices)
    test = ordered.test
    if test is None:
        test = "sign" if tallied.votes is None else "flips"
        choices |= {"unit": dependence.by or "none"}
    choices |= {"arcs": settings.arcs, "test": f"{test}.two-sided", "corr": "holm"}
    choices |= {"rule": "stated" if ordered.lines is None else "ranges", "seed": str(seed)}
    return Signature.of(choices)
