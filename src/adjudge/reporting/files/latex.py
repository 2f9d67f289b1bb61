"""Any printed table for LaTeX, in the style of booktabs."""

from __future__ import annotations

import re
from typing import Final

from adjudge.reporting.files.file_names import slug
from adjudge.reporting.files.latex_layout import Layout, heading_lines, layout
from adjudge.reporting.files.latex_text import (
    beyond_ascii,
    beyond_pdflatex,
    latex_breakable,
    latex_caption,
    latex_escape,
)
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, typeset


def table_latex(item: PaperTable) -> str:
    r"""A table for LaTeX in the style of booktabs, with its caption.

    A rule stands where the table has a line. A table that is wider than a column of a page in two columns is a
    `table*`; if it is wider than the page, its text is broken into lines and its type is smaller. A table with more
    rows than a page is a `longtable`, which LaTeX allows only where the page has one column.

    Args:
        item: any table.

    Returns:
        One environment. Comments above it name the packages it needs and, if there are characters that pdflatex cannot
        set, the engines that can.
    """
    how = layout(item.table)
    said = f"\\caption{{{latex_caption(item.caption, item.signature)}}}"
    label = f"\\label{{{item.label or 'tab:' + slug(item.name, otherwise='table')}}}"
    lines = _long(item.table, how, said + label) if how.environment == "longtable" else _float(item.table, how)
    if how.environment != "longtable":
        lines = [f"\\begin{{{how.environment}}}", *lines, said, label, f"\\end{{{how.environment}}}"]
    return "\n".join([*_needs(item, how), *lines, ""])


def characters(item: PaperTable) -> str:
    """All text of a table, to see which characters it needs."""
    cells = [cell for row in item.table.rows for cell in row]
    return "".join([item.caption, item.signature, *(heading.text for heading in item.table.headings), *cells])


def _needs(item: PaperTable, how: Layout) -> list[str]:
    """Comments: packages, and the engine where it matters."""
    packages = {
        "array": any(width is not None for width in how.widths),
        "booktabs": True,
        "graphicx": how.too_wide and how.environment != "longtable",
        "longtable": how.environment == "longtable",
    }
    text = characters(item)
    beyond = beyond_pdflatex(text)
    said = [f"% needs \\usepackage{{{','.join(name for name, needed in packages.items() if needed)}}}"]
    if beyond:
        said += [f"% needs xelatex or lualatex and a font with characters that pdflatex cannot set: {' '.join(beyond)}"]
    elif beyond_ascii(text):
        said += ["% needs \\usepackage[T1]{fontenc} with pdflatex"]
    if packages["longtable"]:
        said += [
            "% longtable works where the page has one column: in two columns put \\onecolumn before it. Compile twice."
        ]
    return said


def _float(table: PrintedTable, how: Layout) -> list[str]:
    fit = how.too_wide
    return [
        "\\centering",
        *_type(how),
        *(["\\resizebox{\\textwidth}{!}{%"] if fit else []),
        f"\\begin{{tabular}}{{{_alignment(table, how)}}}",
        "\\toprule",
        _headings(table),
        "\\midrule",
        *_body(table, how),
        "\\bottomrule",
        "\\end{tabular}" + ("}" if fit else ""),
    ]


def _long(table: PrintedTable, how: Layout, caption: str) -> list[str]:
    head = ["\\toprule", _headings(table), "\\midrule"]
    return [
        "\\begingroup",
        *_type(how),
        "\\setlength{\\LTcapwidth}{\\textwidth}",
        f"\\begin{{longtable}}{{{_alignment(table, how)}}}",
        f"{caption}\\\\",
        *head,
        "\\endfirsthead",
        *head,
        "\\endhead",
        "\\bottomrule",
        "\\endfoot",
        *_body(table, how),
        "\\end{longtable}",
        "\\endgroup",
    ]


def _type(how: Layout) -> list[str]:
    gap = [] if how.gap is None else [f"\\setlength{{\\tabcolsep}}{{{how.gap:g}pt}}"]
    return [*([how.size] if how.size else []), *gap]


def _alignment(table: PrintedTable, how: Layout) -> str:
    return "".join(
        f">{{\\raggedright\\arraybackslash}}p{{{width:g}pt}}" if width else "l" if heading.kind == "text" else "r"
        for heading, width in zip(table.headings, how.widths, strict=True)
    )


def _body(table: PrintedTable, how: Layout) -> list[str]:
    lines = []
    for i, row in enumerate(table.rows):
        lines += ["\\midrule"] if i in table.lines and i else []
        parts = zip(row, table.headings, how.widths, strict=True)
        lines.append(_row([_cell(cell, heading, broken=width is not None) for cell, heading, width in parts]))
    return lines


def _row(cells: list[str]) -> str:
    """A row; one that begins with a star or a bracket would be read as an option of what stands before."""
    return ("{}" if cells[0].startswith(("*", "[")) else "") + " & ".join(cells) + r" \\"


def _cell(cell: str, heading: Heading, *, broken: bool) -> str:
    if cell == MISSING:
        return "---"
    if heading.kind == "text":
        return latex_breakable(cell) if broken else latex_escape(cell)
    parts = typeset(cell, heading).split("\N{EN DASH}")
    # A comma in mathematics would be followed by a space.
    return "--".join(re.sub(r"\$-\$([\d.]+)(?![\d.,])", r"$-\1$", latex_escape(part)) for part in parts)


def _headings(table: PrintedTable) -> str:
    return _row([_heading(table, place) for place in range(len(table.headings))])


def _heading(table: PrintedTable, place: int) -> str:
    heading = table.headings[place]
    if heading.text in _HEADS and not heading.is_name:
        return _HEADS[heading.text]
    [first, *others] = heading_lines(table, place)
    lines = [first if heading.is_name else first[:1].upper() + first[1:], *others]
    stacked = r"\\".join(map(latex_escape, lines))
    return f"\\shortstack[r]{{{stacked}}}" if others else stacked


_HEADS: Final = {"raw": "Ave.", "z": "Ave.\\ $z$", "n": "$n$", "N": "$N$", "p": "$p$"}
