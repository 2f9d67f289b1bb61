"""A plan as the input file of Mechanical Turk: one row for each session, which is one HIT, with numbered columns.

Texts are escaped for HTML, because the page of a HIT is built by putting them into a template; line breaks become
`<br>`, and characters outside of the basic plane, which its upload refuses, become references. Systems are not named: a
worker can read the page. `item_7` says which item of the plan stands in place 7; items.csv of the campaign has the
rest.
"""

from __future__ import annotations

import csv
import html
import io
import re
from typing import Any, Final

import polars as pl

from adjudge.io.campaigns.content import PlannedContent, shown_items

_BREAK: Final = "<br>"
_RETURN: Final = "&#13;"
_BEYOND: Final = re.compile(r"[\U00010000-\U0010ffff]")
#: Columns before the numbered ones.
_FIXED: Final = ("session", "source_lang", "target_lang", "protocol", "items")


def hit_file(content: PlannedContent) -> bytes:
    """The CSV file of the HITs of a plan.

    It has `item_1`, `source_1`, `output_1` and so on; `output_1_a`, `output_1_b` if items show several outputs.

    Args:
        content: the plan.

    Raises:
        InputError: AJ693 if an item has no text.
    """
    campaign = content.campaign
    several = campaign.judging.outputs > 1
    rows: list[dict[str, Any]] = []
    for frame in shown_items(content).partition_by("session", maintain_order=True):
        items = frame.partition_by("item", maintain_order=True)
        fixed = (frame["session"][0], campaign.source_lang, campaign.target_lang, campaign.protocol, len(items))
        row: dict[str, Any] = dict(zip(_FIXED, fixed, strict=True))
        for number, item in enumerate(items, 1):
            row |= {f"item_{number}": item["item"][0], f"source_{number}": escaped(item["source"][0])}
            for side, output in zip(_sides(item.height, several=several), item["output"], strict=True):
                row[f"output_{number}{side}"] = escaped(output)
        rows.append(row)
    names = list(dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


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


def _sides(outputs: int, *, several: bool) -> list[str]:
    return [f"_{chr(ord('a') + side)}" for side in range(outputs)] if several else [""] * outputs


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
