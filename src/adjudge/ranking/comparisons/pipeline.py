"""From comparisons to a ranking: what `adjudge.rank` calls for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.catalogue import NOT_COMPARISONS
from adjudge.ranking.comparisons.method import Progress
from adjudge.ranking.comparisons.registry import RECOMMENDED
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.memory_needs import require_memory_for_comparisons


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
        Systems in order with clusters, every pair, what the order contradicts, and the findings.

    Raises:
        AdjudgeError: if the table is broken, or the comparisons cannot support the method.

    Example:
        >>> import polars as pl
        >>> votes = {"system_a": ["x", "y", "x"], "system_b": ["y", "z", "z"], "outcome": ["a", "a", "tie"]}
        >>> rank_comparisons(pl.DataFrame(votes), "mfas").order()
        ['x', 'y', 'z']
    """
    chosen = choose_language_pair(_as_comparisons(table), pair)
    checked = replace(chosen, findings=(*suspect(chosen), *chosen.findings))
    analysis = ComparisonAnalysis(checked, method, settings or ComparisonSettings(), seed=seed, progress=progress)
    require_memory_for_comparisons(checked.frame, method)
    return analysis.result()


def _as_comparisons(table: Any) -> Comparisons | PairCounts:  # noqa: ANN401
    if isinstance(table, Comparisons | PairCounts):
        return table
    noun = getattr(table, "noun", None)
    if noun is not None:
        raise NOT_COMPARISONS(held=noun)
    columns = getattr(table, "column_names", getattr(table, "columns", ()))  # pyarrow, all others
    return PairCounts.check(table) if "wins_a" in set(columns) else Comparisons.check(table)
