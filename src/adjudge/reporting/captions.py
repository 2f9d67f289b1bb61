"""The caption of a ranking: what its numbers and lines mean, as a paper would print it."""

from __future__ import annotations

from adjudge.core.catalogue import counted
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult
from adjudge.reporting.comparison_wording import say_contradicted, say_method
from adjudge.reporting.wording import hidden_systems, say_lines, say_names, say_test


def caption(result: RankingResult, *, contradicted: bool = True) -> str:
    """What the numbers and lines of a ranking mean: n, N, method, test and rule, in a few sentences.

    Args:
        result: any ranking.
        contradicted: with what an order of comparisons contradicts.
    """
    said = [f"Ranking of {counted(len(result.systems), 'system')} ({say_size(result)})."]
    if isinstance(result, ComparisonRankingResult):
        said += [say_method(result), *([say_contradicted(result)] if contradicted else ())]
    return " ".join([*said, say_tested(result), say_lines(result), *say_hidden(result), *say_chosen(result)])


def say_tested(result: RankingResult) -> str:
    """How pairs were tested, and whether lines rest on it."""
    tested = f"Pairs of systems were tested with a {say_test(result)}"
    # Only the lines of TrueSkill do not rest on the tests.
    return tested + ("; lines do not rest on these tests." if result.line_rule == "ranges" else ".")


def say_chosen(result: RankingResult) -> list[str]:
    """That the ranking is of some rows, and of which."""
    conditions = result.settings.get("where", ())
    return [f"Only rows with {say_names(conditions)} were used."] if conditions else []


def say_hidden(result: RankingResult) -> list[str]:
    """Systems that take no part in drawing lines: a line beside them says nothing about them."""
    names = hidden_systems(result)
    if not names:
        return []
    where = "it stands" if len(names) == 1 else "they stand"
    return [f"{say_names(names)} took no part in drawing lines; where {where} between lines means nothing."]


def say_size(result: RankingResult) -> str:
    """Segments of each system where they are known, and all judgements."""
    noun = "judgement" if result.kind == "ratings" else "comparison"
    total = f"N = {counted(result.judgements, noun)} in total"
    segments = [s.n for s in result.systems if s.n is not None]
    if not segments:
        return total
    fewest, most = min(segments), max(segments)
    several = counted(most, "segment") if fewest == most else f"{fewest:,} to {counted(most, 'segment')}"
    return f"n = {several} per system, {total}"
