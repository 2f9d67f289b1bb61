"""The layouts of results exported by Appraise, which have no header line unless somebody put one there.

A layout is recognised by the number of columns and by what is in them (language codes, item types, booleans, JSON),
because several layouts have the same number of columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.io.delimited import split_line
from adjudge.io.formats import is_number
from adjudge.io.source import Source

_ITEM: Final = "segment kind source_lang target_lang"
#: Columns of each layout. The session is an account: one task of one person.
_LAYOUTS: Final = tuple(
    columns.split()
    for columns in (
        # Direct, DocLevelDA, Document
        f"session system {_ITEM} score started ended",
        f"session system {_ITEM} score document complete started ended",
        f"session system {_ITEM} score document complete spans started ended",
        # WMT25: the source key in place of the item, or after the account
        "session system key kind source_lang target_lang score document complete spans started ended",
        f"session key system {_ITEM} score document complete spans started ended",
        # The Inuktitut files of Knowles and Lo 2022
        f"annotator session system {_ITEM} score document complete started ended",
        # Pairwise, PairwiseDocument
        f"session system_1 system_2 {_ITEM} score_1 score_2 errors_1 errors_2 source_errors started ended",
        f"session system_1 system_2 {_ITEM} score_1 score_2 document complete started ended",
        # Contrastive assessment of WMT21 with its sentences: two outputs to a screen, one to a line
        "session system segment source_lang target_lang score started ended showing place text output reference",
        # Data
        f"session domain url system {_ITEM} score rank started ended",
    )
)
#: Further columns at the end of every layout, if the export was asked for them.
BATCH_COLUMNS: Final = ["batch", "item"]

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,8})*")


def _is_language(text: str) -> bool:
    return _LANGUAGE.fullmatch(text) is not None


#: What the columns that distinguish layouts must look like; all others may hold anything.
_LOOKS: Final[dict[str, Callable[[str], bool]]] = {
    "segment": str.isdigit,
    "key": lambda text: not text.isdigit(),
    "kind": lambda text: (text.isupper() and text.isascii()) or text.startswith("BAD."),
    "source_lang": _is_language,
    "target_lang": _is_language,
    "score": is_number,
    "score_1": is_number,
    "complete": lambda text: text in ("True", "False"),
    "spans": lambda text: text[:1] in ("[", "{", "") or text == "None",
    "started": is_number,
    "ended": is_number,
    "showing": str.isdigit,
    "place": str.isdigit,
    "batch": str.isdigit,
    "item": str.isdigit,
}


#: Words of header lines, in small letters without signs -> our column. They are in the files that WMT releases beside
#: the results, and in scripts that read them.
_HEADER_WORDS: Final = {
    **dict.fromkeys(("username", "userid", "user", "login"), "session"),
    **dict.fromkeys(("system", "systemid"), "system"),
    **dict.fromkeys(("itemid", "segmentid", "item", "segment"), "segment"),
    **dict.fromkeys(("itemtype", "segmenttype", "type", "class"), "kind"),
    **dict.fromkeys(("srclang", "sourcelang", "sourcelanguage", "source"), "source_lang"),
    **dict.fromkeys(("trglang", "tgtlang", "targetlang", "targetlanguage", "target"), "target_lang"),
    **dict.fromkeys(("score", "overall"), "score"),
    **dict.fromkeys(("docid", "documentid", "doc", "document"), "document"),
    **dict.fromkeys(("isdocscore", "isdocument", "unk", "iscompletedocument"), "complete"),
    **dict.fromkeys(("errorspans", "mqm", "spans"), "spans"),
    **dict.fromkeys(("timestart", "starttime", "start"), "started"),
    **dict.fromkeys(("timeend", "endtime", "end"), "ended"),
}


@dataclass(frozen=True)
class Layout:
    """The columns of a file.

    Args:
        names: our names, in the order of the file.
        header: the fields of the first line, if they are names.
    """

    names: list[str]
    header: list[str] | None = None


def find_layout(source: Source) -> Layout | None:
    """The layout that the content fits, or None."""
    rows = [split_line(line) for line in source.sample]
    header = rows[0] if rows else []
    names = [_HEADER_WORDS.get(re.sub(r"[^a-z]", "", field.lower()), "") for field in header]
    if any(sorted(names) == sorted(layout) for layout in _LAYOUTS):
        return Layout(names, header)
    widths = Counter(map(len, rows))
    width = widths.most_common(1)[0][0] if widths else 0
    candidates = (names for layout in _LAYOUTS for names in (layout, layout + BATCH_COLUMNS))
    return next((Layout(names) for names in candidates if len(names) == width and _fits(rows, names)), None)


def _fits(rows: Sequence[Sequence[str]], names: Sequence[str]) -> bool:
    """Whether every distinctive column looks right in most rows; single bad values are for the checks to report."""
    whole = [row for row in rows if len(row) == len(names)]
    return all(
        2 * sum(_LOOKS[name](row[i].strip()) for row in whole) > len(whole)
        for i, name in enumerate(names)
        if name in _LOOKS
    )
