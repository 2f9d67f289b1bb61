"""A plan as the input file of Mechanical Turk: one row for each session, which is one HIT, with numbered columns.

Texts are escaped for HTML, because the page of a HIT is built by putting them into a template; line breaks become
`<br>`, and characters outside of the basic plane, which its upload refuses, become references. Systems are not named: a
worker can read the page. `item_7` says which item of the plan stands in place 7; items.csv of the campaign has the
rest. `page_7` counts the displays of documents in a session, so that a page can show where the next one begins;
`before_7` and `after_7` are context that is not judged, where there is any.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.io.campaigns.catalogue import WORKERS_CHOOSE
from adjudge.io.campaigns.content import ContextTexts, PlannedContent, context_texts, shown_items

_BREAK: Final = "<br>"
_RETURN: Final = "&#13;"
_BEYOND: Final = re.compile(r"[\U00010000-\U0010ffff]")
#: Between the parts of a list in one cell.
_NEXT: Final = "; "

Row = dict[str, Any]


def hit_file(content: PlannedContent) -> tuple[bytes, tuple[Finding, ...]]:
    """The CSV file of the HITs of a plan, and what its organisers should know.

    It has what is the same for all items (`question`, `low`, `high`, `marks`, ...), then `item_1`, `page_1`,
    `source_1`, `output_1` and so on; `output_1_a`, `output_1_b` if items show several outputs.

    Args:
        content: the plan.

    Raises:
        InputError: AJ693 if an item has no text.
    """
    context = context_texts(content)
    sessions = shown_items(content).partition_by("session", maintain_order=True)
    rows = [_hit(content.campaign, frame.rows(named=True), context) for frame in sessions]
    names = list(dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode(), tuple(_notes(content))


def _hit(campaign: Campaign, rows: list[Row], context: ContextTexts) -> Row:
    """One session: what is the same for all of its items, then its items by number."""
    numbered: Row = {}
    number = 0
    for page, (_, shown) in enumerate(groupby(rows, key=lambda row: row.get("showing")), 1):
        items = [list(outputs) for _, outputs in groupby(shown, key=lambda row: row["item"])]
        before, after = context.around(items[0][0], items[-1][0])
        numbered |= _context("before", number + 1, before)
        for outputs in items:
            number += 1
            numbered |= _numbered(number, page, outputs, several=campaign.judging.outputs > 1)
        numbered |= _context("after", number, after)
    return {"session": rows[0]["session"], **_common(campaign), "items": number, **numbered}


def _common(campaign: Campaign) -> Row:
    """What a page needs to ask for an answer; empty where the protocol has no such thing."""
    judging = campaign.judging
    asks_score = judging.answer == "score" and judging.scored
    return {
        "source_lang": campaign.source_lang,
        "target_lang": campaign.target_lang,
        "protocol": campaign.protocol,
        "question": escaped(judging.question),
        "answer": judging.answer if judging.scored else "",
        "low": f"{judging.low:g}" if asks_score else "",
        "high": f"{judging.high:g}" if asks_score else "",
        "marks": _NEXT.join(f"{tick.at:g} {escaped(tick.label)}".rstrip() for tick in judging.ticks),
        "severities": _NEXT.join(judging.severities),
        "categories": _NEXT.join(judging.categories),
    }


def _numbered(number: int, page: int, outputs: list[Row], *, several: bool) -> Row:
    """The columns of one item."""
    first = outputs[0]
    row = {f"item_{number}": first["item"], f"page_{number}": page, f"source_{number}": escaped(first["source"])}
    for place, shown in enumerate(outputs):
        side = f"_{chr(ord('a') + place)}" if several else ""
        row[f"output_{number}{side}"] = escaped(shown["output"])
    return row


def _context(side: str, number: int, texts: list[str]) -> Row:
    return {f"{side}_{number}": _BREAK.join(escaped(text) for text in texts)} if texts else {}


def _notes(content: PlannedContent) -> Iterator[Finding]:
    rows = content.batches.frame
    people = rows["annotator"].n_unique() if "annotator" in rows.columns and not rows["annotator"].has_nulls() else 0
    sessions = rows["session"].n_unique()
    if 1 < people < sessions:
        yield WORKERS_CHOOSE(sessions=sessions, annotators=people)


def read_hit_file(data: bytes) -> pl.DataFrame:
    """The items of such a file: `session`, `item`, `source`, `output`, a row for each output, as annotators see them.

    Args:
        data: what `hit_file` gave.
    """
    rows = []
    for row in csv.DictReader(io.StringIO(data.decode(), newline="")):
        for number in range(1, int(row["items"]) + 1):
            plain = re.compile(rf"output_{number}(_[a-z])?")
            outputs = [name for name in row if plain.fullmatch(name) and row[name] != ""]
            shown = (row["session"], row[f"item_{number}"], unescaped(row[f"source_{number}"]))
            rows += [(*shown, unescaped(row[name])) for name in outputs]
    return pl.DataFrame(rows, schema=dict.fromkeys(("session", "item", "source", "output"), pl.String), orient="row")


def escaped(text: str) -> str:
    r"""A text as it stands in a page; `unescaped` is the inverse.

    Example:
        >>> escaped('a < "b"\n\N{GRINNING FACE}')
        'a &lt; &quot;b&quot;<br>&#128512;'
    """
    plain = html.escape(text).replace("\r", _RETURN).replace("\n", _BREAK)
    return _BEYOND.sub(lambda match: f"&#{ord(match[0])};", plain)


def unescaped(text: str) -> str:
    """The text that a page shows."""
    return html.unescape(text.replace(_BREAK, "\n").replace(_RETURN, "\r"))
