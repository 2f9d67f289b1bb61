"""Figures for a paper as files: each as SVG, PDF and PNG, and a document with their captions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from adjudge.io.all_or_nothing import write_files
from adjudge.reporting.files.drawings import draw
from adjudge.reporting.files.file_names import file_names
from adjudge.reporting.files.latex_documents import latex_document
from adjudge.reporting.files.latex_layout import COLUMN, PAGE
from adjudge.reporting.files.latex_text import latex_caption
from adjudge.reporting.files.markdown import markdown_caption
from adjudge.reporting.files.paper_items import PaperFigure
from adjudge.reporting.files.table_files import TAKEN

#: Points on paper of a pixel: labels of 12 pixels are set in 8 pt.
_POINTS: Final = 2 / 3
#: How much wider than a column a figure may be and still be shrunk to it: labels of 12 pixels have 6 pt then.
_SHRUNK: Final = 4 / 3
_ABOUT: Final = "All figures of this folder with their captions, to be copied into a paper."


def write_figures(figures: Sequence[PaperFigure], folder: str | Path) -> list[Path]:
    """Write figures into a folder: `NAME.svg`, `NAME.pdf` and `NAME.png` of each, `captions.md` and `figures.tex`.

    They are drawn in the light palette on white; what colours say is also said by shape, lightness or text, so they
    read the same in grey. Nothing is loaded from a network. The same figures give the same bytes on the same computer,
    but for a PDF with several fonts, whose numbers may differ.

    Args:
        figures: whose names need not be names of files, nor differ.
        folder: where to; it is created if it is absent. Files of these names that Adjudge wrote are
            replaced, others are left alone.

    Returns:
        Where the files are; nothing is written if there are no figures.

    Raises:
        InputError: AJ022 if the folder or a file cannot be written, or files are there that Adjudge did not write; then
            no new file is left behind.
    """
    return write_files({Path(folder) / name: data for name, data in figure_files(figures).items()})


def figure_files(figures: Sequence[PaperFigure]) -> dict[str, bytes | str]:
    """What `write_figures` writes, by the names of files; nothing of no figures."""
    if not figures:
        return {}
    names = file_names([figure.name for figure in figures], otherwise="figure", taken=TAKEN)
    files: dict[str, bytes | str] = {}
    parts = []
    for name, figure in zip(names, figures, strict=True):
        drawing = draw(figure.spec, title=figure.name, description=figure.caption)
        files |= {f"{name}.svg": drawing.svg, f"{name}.pdf": drawing.pdf, f"{name}.png": drawing.png}
        parts.append(_latex(figure, name, drawing.width))
    files["captions.md"] = _captions(names, figures)
    text = "".join(figure.caption + figure.signature for figure in figures)
    files["figures.tex"] = latex_document(parts, packages="graphicx", text=text, about=_ABOUT)
    return files


def _latex(figure: PaperFigure, name: str, pixels: float) -> str:
    """A figure of one column if its labels can be read there, else of both."""
    points = _POINTS * pixels
    environment, widest = ("figure", COLUMN) if points <= _SHRUNK * COLUMN else ("figure*", PAGE)
    limits = f"width={min(points, widest):.0f}pt,height=0.8\\textheight,keepaspectratio"
    return "\n".join(
        [
            f"\\begin{{{environment}}}",
            "\\centering",
            f"\\includegraphics[{limits}]{{{name}.pdf}}",
            f"\\caption{{{latex_caption(figure.caption, figure.signature)}}}",
            f"\\label{{{figure.label or 'fig:' + name}}}",
            f"\\end{{{environment}}}",
        ]
    )


def _captions(names: Sequence[str], figures: Sequence[PaperFigure]) -> str:
    parts = ["# Captions\n"]
    for name, figure in zip(names, figures, strict=True):
        files = ", ".join(f"`{name}.{ending}`" for ending in ("svg", "pdf", "png"))
        parts.append(f"## {name}\n\n{files}\n\nFigure: {markdown_caption(figure.caption, figure.signature)}\n")
    return "\n".join(parts)
