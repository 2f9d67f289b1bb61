"""Any printed table for Markdown, as GitHub, pandoc and most others read it."""

from __future__ import annotations

import re
from typing import Final

from adjudge.reporting.files.cluster_column import with_clusters
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.printed_tables import Heading, printable, typeset


def table_markdown(item: PaperTable) -> str:
    """A pipe table with its caption below, which begins with `Table:` so that pandoc takes it for one.

    Markdown draws no lines inside a table: a column `cluster` numbers the rows between them.

    Args:
        item: any table.
    """
    table = with_clusters(item.table)
    heads = [markdown_escape(heading.text) for heading in table.headings]
    rules = [":--" if heading.kind == "text" else "--:" for heading in table.headings]
    rows = [[_cell(cell, heading) for cell, heading in zip(row, table.headings, strict=True)] for row in table.rows]
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, rules, *rows)]
    return "\n".join([*lines, "", f"Table: {markdown_caption(item.caption, item.signature)}", ""])


def markdown_caption(caption: str, signature: str) -> str:
    """A caption, with the signature as code behind it."""
    return markdown_escape(caption) + (f" Signature: {markdown_code(signature)}." if signature else "")


def markdown_escape(text: str) -> str:
    """Text that Markdown prints as it stands, without markup, links, mathematics, HTML or pictures of emoji."""
    return _MARKUP.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), printable(text))


def markdown_code(text: str) -> str:
    """Text as code, whatever backticks it holds."""
    shown = printable(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    blank = " " if "`" in shown else ""
    return f"{fence}{blank}{shown}{blank}{fence}"


_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
#: What begins or ends markup; a colon only before a picture or in an address, a full stop only in an address.
_MARKUP: Final = re.compile(r"[\\`*_~\[\]|$&<>]|:(?=//|[\w+-]+:)|(?<=www)\.")


def _cell(cell: str, heading: Heading) -> str:
    return markdown_escape(typeset(cell, heading))
