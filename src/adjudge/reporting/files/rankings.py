"""Rankings for a paper: each is a table whose caption says what its numbers and lines mean."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge.ranking.result import RankingResult
from adjudge.reporting.captions import caption
from adjudge.reporting.files.file_names import file_names
from adjudge.reporting.files.latex import table_latex
from adjudge.reporting.files.markdown import table_markdown
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.ranking_tables import ranking_table


def ranking_item(result: RankingResult, *, name: str = "ranking", label: str = "", lead: str = "") -> PaperTable:
    r"""A ranking as a table for a paper.

    Args:
        result: any ranking.
        name: files are named after it.
        label: for `\ref`; made of the name if left out.
        lead: what the caption begins with.

    Returns:
        The table; its caption states n, N, the test, the meaning of the lines and the signature.
    """
    return PaperTable(name, lead + caption(result), ranking_table(result), label, str(result.signature))


def ranking_items(results: Mapping[str, RankingResult], *, groups: bool = False) -> list[PaperTable]:
    """Several rankings as tables for a paper, each with a label of its own such as `tab:ranking-mfas`.

    Args:
        results: rankings by name; a single one keeps the label `tab:ranking`.
        groups: the names are those of groups of rows, and captions begin with them.
    """
    leads = [f"{name[:1].upper()}{name[1:]}. " if groups else "" for name in results]
    labels = [f"ranking-{name}" for name in file_names(list(results), otherwise="other")]
    labels = ["ranking"] if len(results) == 1 else labels
    parts = zip(results.values(), labels, leads, strict=True)
    return [ranking_item(result, name=label, label=f"tab:{label}", lead=lead) for result, label, lead in parts]


def ranking_latex(result: RankingResult, *, label: str = "tab:ranking", lead: str = "") -> str:
    r"""A ranking as a LaTeX table in the style of booktabs, with a rule between clusters.

    Args:
        result: any ranking.
        label: for `\ref`.
        lead: what the caption begins with.
    """
    return table_latex(ranking_item(result, label=label, lead=lead))


def rankings_latex(results: Mapping[str, RankingResult], *, groups: bool = False) -> str:
    """Several rankings as LaTeX tables, one after the other.

    Args:
        results: rankings by name.
        groups: the names are those of groups of rows, and captions begin with them.
    """
    return "\n".join(map(table_latex, ranking_items(results, groups=groups)))


def rankings_markdown(results: Mapping[str, RankingResult], *, groups: bool = False) -> str:
    """Several rankings as Markdown tables, one after the other.

    Args:
        results: rankings by name.
        groups: the names are those of groups of rows, and captions begin with them.
    """
    return "\n".join(map(table_markdown, ranking_items(results, groups=groups)))
