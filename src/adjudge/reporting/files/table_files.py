"""Tables for a paper as files: each as LaTeX, CSV and Markdown, and a document with all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from adjudge.io.all_or_nothing import write_files
from adjudge.reporting.csv_files import table_csv
from adjudge.reporting.files.cluster_column import with_clusters
from adjudge.reporting.files.file_names import file_names
from adjudge.reporting.files.latex import characters, table_latex
from adjudge.reporting.files.latex_documents import latex_document
from adjudge.reporting.files.markdown import table_markdown
from adjudge.reporting.files.paper_items import PaperTable

#: Names of files that are not those of a table or a figure; both may share a folder.
TAKEN: Final = ("tables", "figures", "captions")
_ABOUT: Final = "All tables of this folder. In a paper, \\input those that are wanted; each names what it needs."


def write_tables(tables: Sequence[PaperTable], folder: str | Path) -> list[Path]:
    """Write tables into a folder: `NAME.tex`, `NAME.csv` and `NAME.md` of each, and `tables.tex` with all of them.

    Lines of a table are rules in LaTeX, and the column `cluster` in CSV and Markdown. CSV holds plain numbers, ranges
    as two columns, and is safe to open in a spreadsheet. The same tables give the same bytes.

    Args:
        tables: whose names need not be names of files, nor differ.
        folder: where to; it is created if it is absent. Files of these names that Adjudge wrote are
            replaced, others are left alone.

    Returns:
        Where the files are; nothing is written if there are no tables.

    Raises:
        InputError: AJ022 if the folder or a file cannot be written, or files are there that Adjudge did not write; then
            no new file is left behind.
    """
    return write_files({Path(folder) / name: text for name, text in table_files(tables).items()})


def table_files(tables: Sequence[PaperTable]) -> dict[str, str]:
    """What `write_tables` writes, by the names of files; nothing of no tables."""
    if not tables:
        return {}
    names = file_names([table.name for table in tables], otherwise="table", taken=TAKEN)
    files: dict[str, str] = {}
    for name, table in zip(names, tables, strict=True):
        files[f"{name}.tex"] = table_latex(replace(table, label=table.label or f"tab:{name}"))
        files[f"{name}.csv"] = table_csv(with_clusters(table.table))
        files[f"{name}.md"] = table_markdown(table)
    files["tables.tex"] = latex_document(
        [f"\\input{{{name}}}" for name in names],
        packages="array,booktabs,graphicx,longtable",
        text="".join(map(characters, tables)),
        about=_ABOUT,
    )
    return files
