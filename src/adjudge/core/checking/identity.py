"""What is the same across files, and what is named within one file (decision 23).

What is judged and who judges is the same whichever file a row comes from. An act of judging belongs to its file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import polars as pl

from adjudge.core import problems
from adjudge.core.findings import Finding

#: A text that is judged. A segment is unique within its document only.
TEXT: Final = ("source_lang", "target_lang", "scope", "criterion", "document", "segment")
#: A system's version of a text.
OUTPUT: Final = ("source_lang", "target_lang", "scope", "criterion", "system", "document", "segment")
#: One person's work in one session of one file: positions count, and judgements are revised, within these.
SITTING: Final = ("collection", "annotator", "session")
#: One display of a system's version of a text.
SHOWING: Final = (*SITTING, "system", "showing")
#: Columns that are grouped by alone, and whose values are names within one file.
_ACTS: Final = ("session", "ranking")
#: Names of addresses hold two slashes; more than these tell no name apart.
_MOST_SLASHES: Final = 4


def present(names: Iterable[str], frame: pl.DataFrame) -> list[str]:
    """Those of the columns that a frame has."""
    return [name for name in names if name in frame.columns]


def name_acts_apart(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Sessions and rankings that have one name in several collections get that of the collection before it.

    Then the name alone tells them apart, and nothing that groups by it needs to know of files. Analyses see these names
    only: what is read, chosen by `where`, compared with other files or written keeps its own.
    """
    findings: list[Finding] = []
    if "collection" not in frame.columns or frame["collection"].n_unique() < 2:
        return frame, findings
    for name in present(_ACTS, frame):
        places = frame.select("collection", name).drop_nulls(name).unique()
        shared = places.filter(places[name].is_duplicated())[name].unique()
        if len(shared):
            frame = frame.with_columns(_apart(frame, name, shared))
            findings.append(problems.NAMED_IN_SEVERAL(column=name, shared=len(shared), _example=shared.min()))
    return frame, findings


def _apart(frame: pl.DataFrame, name: str, shared: pl.Series) -> pl.Series:
    """The names with the collection before those that are shared, and between them what no other name holds."""
    used, between = frame[name].drop_nulls().unique(), "/"
    while used.str.contains(between, literal=True).any() and len(between) < _MOST_SLASHES:
        between += "/"
    full = pl.format(f"{{}}{between}{{}}", "collection", name)  # null where the collection is unknown
    apart = pl.when(pl.col(name).is_in(shared.implode())).then(pl.coalesce(full, name)).otherwise(name)
    return frame.select(apart.alias(name)).to_series()
