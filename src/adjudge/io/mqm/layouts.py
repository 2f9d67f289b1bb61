"""Headers of MQM annotations: which columns the releases have, and what we call them.

The annotation of one error has the same parts in every release; its segment is numbered within the document and over
all documents, under changing names, and the last column is missing, a comment, or metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudge.io.mqm.quoting import header_names
from adjudge.io.source import Source

#: Names of the number within the document and of the number over all documents.
_CLASSIC_IDS: Final = ("doc_id", "seg_id")
_MAROT_IDS: Final = ("docSegId", "globalSegId")
_COMMENTS: Final = ((), ("comment",), ("note",))
_METADATA: Final = ("metadata",)
#: Unbabel's annotations of WMT20 and WMT21 have an object of their own there.
_OBJECT: Final = ("misc",)
_LAST: Final = {"comment": "comment", "note": "comment", "metadata": "metadata", "misc": "metadata"}
#: One release of 2022 has other names, and holds languages and references.
_REFERENCED: Final = {
    "year": None,
    "source_lang": "source_lang",
    "target_lang": "target_lang",
    "document_id": "document",
    "doc_segment_id": "position",
    "system_id": "system",
    "rater_id": "annotator",
    "source": "source",
    "reference": "reference",
    "candidate": "target",
    "category": "category",
    "severity": "severity",
}


@dataclass(frozen=True)
class Layout:
    """The columns of a file, in their order.

    Args:
        columns: name in the file -> our name, None for a column that we do not use.
        number: name of the number of a segment over all documents; None if there is none.
        position: name of the number of a segment within its document.
    """

    columns: Mapping[str, str | None]
    position: str
    number: str | None = None

    @property
    def names(self) -> list[str]:
        """The names in the file, in their order."""
        return list(self.columns)


def _layout(ids: tuple[str, str], last: tuple[str, ...]) -> Layout:
    position, number = ids
    columns = {
        "system": "system",
        "doc": "document",
        position: "position",
        number: "number",
        "rater": "annotator",
        "source": "source",
        "target": "target",
        "category": "category",
        "severity": "severity",
    }
    return Layout(columns | {name: _LAST[name] for name in last}, position, number)


CLASSIC: Final = tuple(_layout(_CLASSIC_IDS, last) for last in (*_COMMENTS, _OBJECT))
MAROT: Final = (
    *(_layout(_MAROT_IDS, last) for last in (*_COMMENTS, _METADATA)),
    _layout(_CLASSIC_IDS, _METADATA),
)


def find_layout(source: Source, layouts: tuple[Layout, ...]) -> Layout | None:
    """The layout whose names are those of the header, all of them and in their order."""
    names = header_names(source)
    return next((layout for layout in layouts if layout.names == names), None)


def find_referenced(source: Source) -> Layout | None:
    """The layout with languages and references, in the order of the header."""
    names = header_names(source)
    if len(names) != len(_REFERENCED) or set(names) != set(_REFERENCED):
        return None
    return Layout({name: _REFERENCED[name] for name in names}, "doc_segment_id")
