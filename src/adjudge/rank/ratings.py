"""Ratings to a ranking: filter, standardise, aggregate, test, draw lines. Every step is a choice of the recipe."""

from __future__ import annotations

from typing import Any

import polars as pl

from adjudge.core.errors import InputError, Problem, RecipeError, one_of
from adjudge.core.findings import Finding
from adjudge.core.pairs import choose_pair
from adjudge.core.recipes import RECOMMENDED, Recipe, built_in_recipe
from adjudge.core.scale import STANDARDISED
from adjudge.core.seeds import Seeds
from adjudge.core.signature import Signature
from adjudge.core.tables import Ratings, Supplement, Table
from adjudge.kernels.order import discordant_pairs, kendall_tau
from adjudge.rank.clusters import cluster_numbers, rank_ranges
from adjudge.rank.compare import AllPairs, compare_all
from adjudge.rank.recommended import recommend
from adjudge.rank.result import ComparedPair, RankedSystem, RankingResult
from adjudge.score.aggregate import segment_means, system_means
from adjudge.score.filters import counting_rows, drop_after_degraded, keep_last, of_scope
from adjudge.score.standardise import standardise


def rank(
    table: Any,  # noqa: ANN401 - a table or any frame
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
) -> RankingResult:
    """Rank systems by their ratings.

    Args:
        table: `Ratings`, or any frame with their columns (polars, pandas, pyarrow, ...).
        recipe: a built-in name or a `Recipe`.
        pair: the language pair, needed if the table holds several.
        seed: for tests that draw random numbers.

    Returns:
        Systems in order with clusters, every pair compared, and the findings.

    Raises:
        AdjudgeError: if the table is broken, or the data cannot support what the recipe asks for.

    Example:
        >>> import polars as pl, adjudge
        >>> scores = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "score": [90, 80, 40, 30]}
        >>> [s.system for s in adjudge.rank(pl.DataFrame(scores)).systems]
        ['a', 'b']
    """
    ratings = choose_pair(_as_ratings(table), pair)
    if isinstance(recipe, str) and recipe != RECOMMENDED:
        recipe = built_in_recipe(recipe)
    frame = ratings.frame.filter(pl.col("score").is_not_null())
    _require_one_scale(frame)
    findings = list(ratings.findings)
    if isinstance(recipe, str):
        recipe, picked = recommend(frame)
        findings += picked
    segments, scored = _score(frame, recipe)
    findings += scored
    return _ranked(segments, recipe, seed, findings, has_raw=not _standardised(frame))


def _as_ratings(table: Any) -> Ratings:  # noqa: ANN401
    if isinstance(table, Ratings):
        return table
    if isinstance(table, Table | Supplement):
        raise InputError(
            Problem(
                "AJ020",
                f"the table holds {table.noun}",
                "ratings: one row per score",
                f"{len(table):,} rows",
                "give a file of ratings",
            )
        )
    return Ratings.check(table)


def _standardised(frame: pl.DataFrame) -> bool:
    return "scale" in frame.columns and bool((frame["scale"] == STANDARDISED).any())


def _require_one_scale(frame: pl.DataFrame) -> None:
    scales = frame["scale"].unique().sort().to_list() if "scale" in frame.columns else []
    if len(scales) > 1:
        raise RecipeError(
            Problem(
                "AJ032",
                f"scores were given on different scales: {', '.join(s or '0..100' for s in scales)}",
                "one scale",
                f"{len(scales)} scales",
                "rank them apart, or convert the scores to one scale",
            )
        )


def _score(frame: pl.DataFrame, recipe: Recipe) -> tuple[pl.DataFrame, list[Finding]]:
    """Raw rows to segment means, with what every step left out."""
    frame, findings = of_scope(frame, recipe.aggregate.scope)
    if recipe.filters.revisions == "keep-last":
        frame, found = keep_last(frame)
        findings += found
    frame, found = standardise(frame, recipe.standardise, aggregate=recipe.aggregate, filters=recipe.filters)
    findings += found
    if recipe.filters.after_degraded == "drop":
        frame, found = drop_after_degraded(frame)
        findings += found
    counting, found = counting_rows(frame, recipe.aggregate)
    findings += [*found, *_pooled(counting)]
    if counting["system"].n_unique() < 2:
        raise RecipeError(_too_few_systems(counting))
    return segment_means(counting), findings


def _pooled(counting: pl.DataFrame) -> list[Finding]:
    """Domains and criteria have no natural weight: say when an average mixes them (Knowles and Lo 2022, section 3)."""
    findings = []
    for name in ("domain", "criterion"):
        if name in counting.columns and counting[name].n_unique() > 1:
            values = {str(value): n for value, n in counting.group_by(name).len().sort(name).iter_rows()}
            listed = ", ".join(f"{value} ({n:,})" for value, n in values.items())
            text = f"The averages pool {len(values)} values of '{name}': {listed}."
            findings.append(Finding("AJ205", "warning", text, values, "Knowles and Lo 2022, section 3"))
    return findings


def _too_few_systems(counting: pl.DataFrame) -> Problem:
    names = counting["system"].unique().to_list()
    return Problem(
        "AJ032",
        f"the rows that count hold {one_of(len(names), 'system')}" + (f" ('{names[0]}')" if names else ""),
        "at least two systems with judgements of kind 'system'",
        one_of(counting.height, "row"),
        "check the column 'kind', and that the file holds all systems",
    )


def _ranked(
    segments: pl.DataFrame, recipe: Recipe, seed: int, findings: list[Finding], *, has_raw: bool
) -> RankingResult:
    by = "raw" if recipe.standardise.unit == "none" else "z"
    # Names break ties so that the order never depends on the order of the rows.
    means = system_means(segments).sort([by, "system"], descending=[True, False])
    systems = means["system"].to_list()
    pairs = compare_all(segments, systems, by, recipe.test, Seeds(seed))
    numbers, ranges = cluster_numbers(pairs.beats, recipe.clusters.rule), rank_ranges(pairs.beats)
    ranked = tuple(
        RankedSystem(
            row["system"],
            place + 1,
            numbers[place],
            row["raw"] if has_raw else None,
            row["z"],
            row[by],
            row["n"],
            row["judgements"],
            *ranges[place],
        )
        for place, row in enumerate(means.iter_rows(named=True))
    )
    findings += [*_against_the_order(systems, pairs), *_one_sided(recipe)]
    if by == "z" and has_raw:
        findings += _raw_order(means, systems)
    return RankingResult(
        Signature.of({"recipe": recipe.name, **recipe.choices(), "seed": seed}),
        {"recipe": recipe.to_dict(), "seed": seed},
        tuple(findings),
        "ratings",
        ranked,
        _compared(systems, pairs),
    )


def _compared(systems: list[str], pairs: AllPairs) -> tuple[ComparedPair, ...]:
    return tuple(
        ComparedPair(a, b, float(pairs.p[i, j]), float(pairs.effect[i, j]), bool(pairs.beats[i, j]))
        for i, a in enumerate(systems)
        for j, b in enumerate(systems)
        if i < j
    )


def _against_the_order(systems: list[str], pairs: AllPairs) -> list[Finding]:
    against = [[a, b] for j, a in enumerate(systems) for i, b in enumerate(systems) if i < j and pairs.beats[j, i]]
    if not against:
        return []
    listed = ", ".join(f"{a} over {b}" for a, b in against[:3]) + (", ..." if len(against) > 3 else "")
    text = f"{one_of(len(against), 'lower ranked system')} beat a higher ranked one in the pairwise test: {listed}."
    return [Finding("AJ211", "warning", text, {"pairs": against}, "Knowles and Lo 2022, Table 3")]


def _one_sided(recipe: Recipe) -> list[Finding]:
    if recipe.test.alternative != "greater":
        return []
    text = (
        f"The test is one-sided and the direction was chosen after seeing the order: its level of "
        f"{recipe.test.level:g} is {2 * recipe.test.level:g} two-sided, and no correction for "
        "the number of pairs is made."
        if recipe.test.correction == "none"
        else "The test is one-sided and the direction was chosen after seeing the order."
    )
    return [Finding("AJ210", "note", text, {"level": recipe.test.level})]


def _raw_order(means: pl.DataFrame, systems: list[str]) -> list[Finding]:
    raw = means.sort(["raw", "system"], descending=[True, False])["system"].to_list()
    swapped = discordant_pairs(systems, raw)
    if not swapped:
        return []
    tau = kendall_tau(systems, raw)
    text = (
        f"Raw and standardised scores put {one_of(len(swapped), 'pair')} of systems the other way round "
        f"(Kendall {tau:.3f})."
    )
    return [
        Finding(
            "AJ206",
            "warning",
            text,
            {"kendall": tau, "pairs": [list(pair) for pair in swapped]},
            "Knowles and Lo 2022, section 3.2",
        )
    ]
