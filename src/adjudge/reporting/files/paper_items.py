"""What goes into a paper: a table or a figure with its name and its caption, before it is set for any format."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.reporting.charts.drawing import Spec
from adjudge.reporting.printed_tables import PrintedTable


@dataclass(frozen=True)
class PaperTable:
    r"""A table for a paper.

    Args:
        name: any text; files are named after it.
        caption: plain text, without markup.
        table: cells and lines.
        label: for `\ref`; made of the name if left out.
        signature: every choice behind the numbers, set in typewriter at the end of the caption.
    """

    name: str
    caption: str
    table: PrintedTable
    label: str = ""
    signature: str = ""


@dataclass(frozen=True)
class PaperFigure:
    r"""A figure for a paper.

    Args:
        name: any text; files are named after it.
        caption: plain text, without markup.
        spec: what a function of `adjudge.reporting.charts` returned.
        label: for `\ref`; made of the name if left out.
        signature: every choice behind the numbers, set in typewriter at the end of the caption.
    """

    name: str
    caption: str
    spec: Spec
    label: str = ""
    signature: str = ""
