"""Column names, types and meanings of every table, in one place.

The documentation of the file formats is generated from these definitions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

ColumnType = Literal["text", "number", "integer"]
Presence = Literal["required", "expected", "optional"]

KINDS: Final = ("system", "repeat", "filler", "reference", "degraded", "calibration", "tutorial")
OUTCOMES: Final = ("a", "b", "tie")
YES_OR_NO: Final = ("yes", "no")
SCOPES: Final = ("segment", "document")

#: A column of line numbers that readers add and checks remove: it turns "row 3" into "line 17".
LINE: Final = "_line"


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Args:
        name: the column's name in every file and frame.
        type: `text`, `number` (64-bit float) or `integer`.
        meaning: one line for the documentation.
        presence: `required`; `expected` (may be absent, then its values are unknown and a finding says so);
            `optional` (may be absent without a note).
        nullable: whether single values may be missing.
        choices: the fixed set of values, if there is one.
        default: the value every row takes when the whole column is absent.
        verbatim: whether a text is kept to the letter; blanks around all others are no part of a name.
    """

    name: str
    type: ColumnType
    meaning: str
    presence: Presence = "optional"
    nullable: bool = True
    choices: tuple[str, ...] | None = None
    default: str | None = None
    verbatim: bool = False


def _as_optional(column: Column) -> Column:
    return replace(column, presence="optional")


ANNOTATOR = Column("annotator", "text", "the person who judged, under a pseudonym", "expected")
SESSION = Column("session", "text", "the task, HIT or account in which the judgement was given", "expected")
SYSTEM = Column("system", "text", "the system whose output was judged", "required", nullable=False)
DOCUMENT = Column("document", "text", "the document that the segment belongs to", "expected")
SEGMENT = Column("segment", "text", "the segment, unique within its document", "required", nullable=False)
STARTED = Column("started", "number", "when the judgement began, in Unix seconds by the annotator's clock")
SOURCE_LANG = Column("source_lang", "text", "language of the source text")
TARGET_LANG = Column("target_lang", "text", "language of the outputs")
DOMAIN = Column("domain", "text", "domain of the text, such as news")
ORIGIN = Column("origin", "text", "language the text was first written in")
SCOPE = Column(
    "scope",
    "text",
    "whether a segment or a whole document was judged",
    nullable=False,
    choices=SCOPES,
    default="segment",
)
CRITERION = Column("criterion", "text", "what annotators were asked about, such as adequacy")
COLLECTION = Column("collection", "text", "the data set or file a row comes from")

RATINGS: Final = (
    ANNOTATOR,
    SESSION,
    SYSTEM,
    DOCUMENT,
    SEGMENT,
    Column(
        "kind",
        "text",
        "what the item is for; only `system`, `repeat` and `filler` are judgements of a system",
        "expected",
        nullable=False,
        choices=KINDS,
        default="system",
    ),
    Column("score", "number", "the score as given; missing if the item was shown but not scored", "required"),
    Column("scale", "text", "bounds of the scale, `0..100` if missing; `z` for scores that are already standardised"),
    Column("position", "integer", "position in the session, counted from 0"),
    Column("showing", "text", "one display of a document; a control copy is another display"),
    STARTED,
    Column("ended", "number", "when the judgement ended, in Unix seconds by the annotator's clock"),
    SOURCE_LANG,
    TARGET_LANG,
    DOMAIN,
    ORIGIN,
    SCOPE,
    CRITERION,
    COLLECTION,
)

COMPARISONS: Final = (
    ANNOTATOR,
    _as_optional(SESSION),
    _as_optional(DOCUMENT),
    Column("segment", "text", "the segment both outputs translate"),
    Column("ranking", "text", "the ranking that the comparison was derived from"),
    Column("system_a", "text", "the system named first", "required", nullable=False),
    Column("system_b", "text", "the system named second", "required", nullable=False),
    Column("outcome", "text", "which of the two is better, or a tie", "required", nullable=False, choices=OUTCOMES),
    Column("winner", "text", "in place of `outcome`: the name of the better system, or `tie`"),
    Column("both_bad", "text", "whether a tie says that both outputs are bad; no if missing", choices=YES_OR_NO),
    Column("weight", "number", "how often the comparison counts, 1 if missing"),
    Column("length_a", "number", "length of the first output, in the same unit as `length_b`"),
    Column("length_b", "number", "length of the second output"),
    STARTED,
    SOURCE_LANG,
    TARGET_LANG,
    DOMAIN,
    ORIGIN,
    SCOPE,
    CRITERION,
    COLLECTION,
)

PAIR_COUNTS: Final = (
    Column(
        "system_a",
        "text",
        "the system named first, before `system_b` in alphabetical order",
        "required",
        nullable=False,
    ),
    Column("system_b", "text", "the system named second", "required", nullable=False),
    Column("wins_a", "integer", "how often `system_a` was better", "required", nullable=False),
    Column("ties", "integer", "how often neither was better", "required", nullable=False),
    Column("wins_b", "integer", "how often `system_b` was better", "required", nullable=False),
    SOURCE_LANG,
    TARGET_LANG,
    COLLECTION,
)

SPANS: Final = (
    ANNOTATOR,
    _as_optional(SESSION),
    SYSTEM,
    DOCUMENT,
    SEGMENT,
    Column("start", "integer", "first code point of the span; missing if nothing is marked in the text"),
    Column("end", "integer", "first code point after the span"),
    Column(
        "severity",
        "text",
        "how serious the error is, such as minor or major; `no-error` for a segment without errors",
        "required",
        nullable=False,
    ),
    Column("category", "text", "kind of error, such as Accuracy/Mistranslation; levels are joined by `/`"),
    Column("comment", "text", "comment of the annotator", verbatim=True),
    Column("showing", "text", "one display of a document"),
    STARTED,
    SOURCE_LANG,
    TARGET_LANG,
    COLLECTION,
)

METRIC_SCORES: Final = (
    Column("metric", "text", "name of the metric", "required", nullable=False),
    SYSTEM,
    _as_optional(DOCUMENT),
    Column("segment", "text", "the segment; missing for the score of a document, a domain or a whole system"),
    Column("score", "number", "the score, higher is better; missing if the segment has none", "required"),
    SOURCE_LANG,
    TARGET_LANG,
    DOMAIN,
    COLLECTION,
)

TEXTS: Final = (
    DOCUMENT,
    SEGMENT,
    Column("source", "text", "the source text", "required", verbatim=True),
    Column("reference", "text", "a human translation that is not ranked", verbatim=True),
    DOMAIN,
    ORIGIN,
    SOURCE_LANG,
    TARGET_LANG,
)

BATCHES: Final = (
    Column("session", "text", "the session (task, HIT, batch) an item belongs to", "required", nullable=False),
    _as_optional(ANNOTATOR),
    Column("position", "integer", "position in the session, counted from 0", "required", nullable=False),
    Column(
        "item",
        "text",
        "the item, unique in its session; outputs that are judged together are rows of the same item",
        "required",
        nullable=False,
    ),
    Column("showing", "text", "one display of a document; a control copy is another display"),
    SYSTEM,
    DOCUMENT,
    SEGMENT,
    Column(
        "kind",
        "text",
        "what the item is for",
        "expected",
        nullable=False,
        choices=KINDS,
        default="system",
    ),
    Column("original", "text", "of a control copy: the showing it was made of"),
    Column("wave", "integer", "the part of the campaign, counted from 1, that an item is collected in"),
    DOMAIN,
    SCOPE,
    SOURCE_LANG,
    TARGET_LANG,
)
