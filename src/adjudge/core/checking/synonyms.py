"""Which column of a file is meant where one of ours is missing: by words for it, or by nearly the same letters.

Advice must never be harmful: an unrelated column is not suggested, nor one whose values cannot serve, nor one of two
that could both be meant.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import polars as pl

from adjudge.core import columns as col
from adjudge.core.columns import Column

#: Our name -> words that people use for it, as `_plain` writes them.
SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "system": ("model", "engine", "mt", "mtsystem", "systemid", "systemname", "modelid", "modelname", "sys", "sysid"),
    "score": (
        "rating",
        "stars",
        "points",
        "value",
        "grade",
        "rawscore",
        "scoreraw",
        "humanscore",
        "dascore",
        "overall",
    ),
    "segment": (
        *("sentence", "item", "sentenceid", "itemid", "segmentid", "segid", "seg", "line", "lineid", "lineno"),
        *("linenumber", "sentenceno", "sid", "globalsegid"),
    ),
    "annotator": (
        *(
            "rater",
            "judge",
            "worker",
            "user",
            "participant",
            "evaluator",
            "assessor",
            "scorer",
            "username",
            "annotatorid",
        ),
        *("raterid", "judgeid", "workerid", "userid", "participantid", "evaluatorid"),
    ),
    "session": ("hit", "task", "hitid", "taskid", "batchid", "sessionid", "assignment", "assignmentid"),
    "document": ("doc", "docid", "documentid", "docname", "documentname"),
    "system_a": ("modela", "model1", "system1", "systema", "enginea", "engine1", "first"),
    "system_b": ("modelb", "model2", "system2", "systemb", "engineb", "engine2", "second"),
    "outcome": ("winner", "preference", "choice", "vote", "verdict", "better", "preferred"),
    "severity": ("errorseverity",),
    "metric": ("metricname",),
    "source": ("src", "sourcetext", "srctext", "sourcesentence", "sourcesegment", "original"),
}
_OURS: Final = {
    column.name
    for table in (
        *(col.RATINGS, col.COMPARISONS, col.PAIR_COUNTS, col.SPANS, col.METRIC_SCORES, col.TEXTS, col.BATCHES),
    )
    for column in table
} - {"winner", "item"}  # words for `outcome` and `segment`, with a meaning of their own where a table has them
#: 'scores' for 'score' is 0.91, 'segement' 0.93, 'sytem' 0.91; 'username' for 'segment' is 0.53.
_NEAR: Final = 0.85
_LOOKED_AT: Final = 1000


def has_text(dtype: pl.DataType) -> bool:
    """Whether values of a type can be written as text: lists, bytes, objects and spans of time cannot."""
    return not (dtype.is_nested() or dtype in (pl.Binary, pl.Object, pl.Duration))


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def candidates(column: str, names: Iterable[str]) -> list[str]:
    """The names that could mean our column: words for it, otherwise names with nearly the same letters."""
    free = [name for name in names if name.strip().lower() not in _OURS]
    same = [name for name in free if _plain(name) in SYNONYMS.get(column, ())]
    if same:
        return same
    elsewhere = {word for words in SYNONYMS.values() for word in words}
    return [
        name
        for name in free
        if _plain(name) not in elsewhere
        and difflib.SequenceMatcher(None, _plain(column), _plain(name)).ratio() >= _NEAR
    ]


def suggestions(columns: Sequence[Column], frame: pl.DataFrame) -> dict[str, str]:
    """Our names of missing columns -> the one column of the frame that is meant by each.

    Args:
        columns: those of ours that are missing.
        frame: the rows, or some of them, under the names that the file has.
    """
    found: dict[str, str] = {}
    for column in columns:
        usable = [name for name in candidates(column.name, frame.columns) if _can_serve(frame[name], column)]
        if len(usable) == 1 and usable[0] not in found.values():
            found[column.name] = usable[0]
    return found


def _can_serve(values: pl.Series, column: Column) -> bool:
    """Whether the first values have the type of the column."""
    some = values.head(_LOOKED_AT)
    if not has_text(some.dtype) or some.dtype == pl.Null:
        return False
    if column.type == "text" or some.dtype.is_numeric():
        return True
    if some.dtype != pl.String:
        return False
    text = some.str.strip_chars()
    text = text.filter((text != "").fill_null(value=False))
    # A decimal comma is a matter of its own.
    return bool(text.str.replace(",", ".", literal=True).cast(pl.Float64, strict=False).is_not_null().all())


def written_mapping(columns: Mapping[str, str]) -> str:
    """The names as `columns=` takes them: `{"system": "model"}`."""
    return json.dumps(dict(columns), ensure_ascii=False)
