"""Rankings as LaTeX tables in the style of booktabs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from adjudge.core.signature import Signature
from adjudge.ranking.result import RankingResult
from adjudge.reporting.captions import caption
from adjudge.reporting.printed_tables import MISSING, Kind, printable
from adjudge.reporting.ranking_tables import ranking_table


def ranking_latex(result: RankingResult, *, label: str = "tab:ranking", lead: str = "") -> str:
    r"""A ranking as a LaTeX table in the style of booktabs, with a rule between clusters.

    Args:
        result: any ranking.
        label: for `\ref`.
        lead: what the caption begins with.

    Returns:
        A `table` environment; its caption states n, N, the test, the meaning of the lines and the signature.
    """
    table = ranking_table(result)
    body = []
    for i, row in enumerate(table.rows):
        body += ["\\midrule"] if i in table.lines else []
        cells = [_cell(cell, head.kind) for cell, head in zip(row, table.headings, strict=True)]
        body.append(" & ".join(cells) + r" \\")
    alignment = "".join("l" if head.kind == "text" else "r" for head in table.headings)
    heads = [_HEADS.get(head.text) or latex_escape(head.text.capitalize()) for head in table.headings]
    return "\n".join(
        [
            "% needs \\usepackage{booktabs}",
            "\\begin{table}",
            "\\centering",
            f"\\begin{{tabular}}{{{alignment}}}",
            "\\toprule",
            " & ".join(heads) + r" \\",
            "\\midrule",
            *body,
            "\\bottomrule",
            "\\end{tabular}",
            f"\\caption{{{latex_escape(lead)}{_caption(result)}}}",
            f"\\label{{{label}}}",
            "\\end{table}",
            "",
        ]
    )


def rankings_latex(results: Mapping[str, RankingResult], *, groups: bool = False) -> str:
    r"""Several rankings as LaTeX tables, each with a label of its own such as `tab:ranking-mfas`.

    Args:
        results: rankings by name; a single one keeps the label `tab:ranking`.
        groups: the names are those of groups of rows, and captions begin with them.
    """
    leads = {name: f"{name[:1].upper()}{name[1:]}. " if groups else "" for name in results}
    if len(results) == 1:
        return "".join(ranking_latex(result, lead=leads[name]) for name, result in results.items())
    labels: dict[str, str] = {}
    for i, name in enumerate(results, 1):
        label = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        labels[name] = f"{label}-{i}" if label in labels.values() else label
    return "\n".join(
        ranking_latex(result, label=f"tab:ranking-{labels[name]}", lead=leads[name]) for name, result in results.items()
    )


def latex_escape(text: str) -> str:
    """Text that LaTeX prints as it stands."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], printable(text))


def latex_words(text: str) -> str:
    """Sentences of a caption or a paragraph, with n and N as in formulas."""
    return latex_escape(text).replace("n =", "$n$ =").replace("N =", "$N$ =")


def latex_signature(signature: Signature) -> str:
    """A signature as code that may be broken between its parts."""
    shown = latex_escape(str(signature)).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    return f"\\texttt{{{shown}}}"


_HEADS: Final = {"raw": "Ave.", "z": "Ave.\\ $z$", "n": "$n$", "N": "$N$"}
_ESCAPES: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "--": "-{}-",  # two hyphens would become a dash
    **{char: f"\\{char}" for char in "_&%#${}"},
}
_SPECIAL: Final = re.compile("|".join(re.escape(key) for key in _ESCAPES))


def _cell(cell: str, kind: Kind) -> str:
    if cell == MISSING:
        return "---"
    if kind == "number" and cell.startswith("-"):
        return f"${cell}$"
    return cell.replace("-", "--") if kind == "range" else latex_escape(cell)


def _caption(result: RankingResult) -> str:
    return f"{latex_words(caption(result))} Signature: {latex_signature(result.signature)}."
