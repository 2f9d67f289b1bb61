"""The page at the top of a bundle, for whoever unpacks it without knowing what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.findings import Finding
from adjudge.io.bundles.manifest import ReadingCall
from adjudge.papers.bundles.calls import AnalysisCall

README: Final = "README.md"
_TEXT: Final = """\
# A human evaluation that can be computed again

This bundle holds the judgements of a human evaluation, the choices by which they were ranked, and the results. It was
written by Adjudge {version}. Whoever has it can compute every number again and compare:

```
pip install adjudge=={version}
adjudge reproduce BUNDLE.zip
```

`BUNDLE.zip` is this file; the folder that it was unpacked to works as well. The command compares the checksum of every
file, runs every analysis again from `data/` and `recipes/` alone, and compares every value with `results/`. It names
whatever differs, and its exit code is 1 if anything does. In Python: `adjudge.reproduce("BUNDLE.zip")`.

Digits are the same to the last bit with the versions that `manifest.json` names. With others the last digits may
differ; the command then names the versions that do.

## What is in it

| | |
|---|---|
| `manifest.json` | how the data was read, every analysis with its options, all versions, and a checksum for each file |
| `data/` | the judgements, byte for byte as they were given |
| `recipes/` | every recipe that was used, complete, and the weights of marked errors |
| `results/` | every result as JSON, with all digits and all findings |
| `tables/ranking.csv` | all rankings as one table; a name that a spreadsheet would run has an apostrophe in front |

## Data

{data}

## Results

{results}
{notes}"""
_NOTES: Final = """
## To know

{notes}
"""


def readme(reading: ReadingCall, calls: Sequence[AnalysisCall], findings: Sequence[Finding], version: str) -> str:
    """The text of the page.

    Args:
        reading: how the judgements are read.
        calls: the analyses.
        findings: on the bundle itself.
        version: of Adjudge.
    """
    options = {
        "format": reading.format,
        "language pair": reading.pair,
        "scale": reading.scale,
        "table": reading.table,
        "columns": ", ".join(f"{ours} is {theirs}" for ours, theirs in (reading.columns or {}).items()),
        "only rows with": " and ".join(reading.where),
    }
    data = [_code(path) for path in reading.files]
    data += [f"{name}: {_code(value)}" for name, value in options.items() if value]
    results = [f"{_code(call.result)}: {call.title.replace('`', '')}" for call in calls]
    notes = [f"{one.code}: {one.text}" for one in findings]
    return _TEXT.format(
        version=version,
        data=_items(data),
        results=_items(results),
        notes=_NOTES.format(notes=_items(notes)) if notes else "",
    )


def _items(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _code(text: str) -> str:
    """Text in one line that Markdown shows as it stands; a backtick would end it."""
    line = " ".join(text.split()).replace("`", "'")
    return f"`{line}`"
