"""The example campaign with changes, so that every protocol, unit and kind of design is planned once."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from adjudge.io.campaigns.example import example_files
from adjudge.io.crowdsourcing.hit_writing import hit_file
from adjudge.planning.plans.door import PlanResult

#: Protocol, design, and further changes of the example campaign.
PLANS = {
    "da": ('protocol = "da"', "blocks", ""),
    "da-sqm": ('protocol = "da-sqm"', "blocks", ""),
    "da-snippets": ('protocol = "da"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 1'),
    "da-parts": ('protocol = "da"', "blocks", 'unit = "document"\npart = 2'),
    "esa-parts": ('protocol = "esa"', "blocks", 'unit = "document"\npart = 2'),
    "da-waves": ('protocol = "da"', "blocks", ""),
    "esa": ('protocol = "esa"', "blocks", ""),
    "esa-wmt24": ('protocol = "esa"', "wmt24-esa", ""),
    "da-wmt20": ('protocol = "da"', "wmt20-sr-dc", ""),
    "mqm": ('protocol = "mqm"', "side-by-side", ""),
    "pairwise": ('protocol = "pairwise"', "blocks", ""),
    "esa-snippets": ('protocol = "esa"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 2'),
    "pairwise-snippets": ('protocol = "pairwise"', "blocks", 'unit = "snippet"\nsnippet = 2\ncontext = 1'),
    "pairwise-segments": ('protocol = "pairwise"', "blocks", 'unit = "snippet"\nsnippet = 1\ncontext = 2'),
    "ranking": ('protocol = "ranking"', "blocks", ""),
}


def example(folder: Path, name: str) -> Path:
    """The example campaign with changes."""
    protocol, design, sampling = PLANS[name]
    for file, data in example_files().items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    path = folder / "campaign.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('protocol = "da-sqm"', protocol).replace('design = "blocks"', f'design = "{design}"')
    if sampling:
        text = text.replace('unit = "document"', sampling)
    if name == "da-waves":
        text = text.replace("judgements = 1 ", "waves = 2\njudgements = 2 ")
    if name.startswith(("pairwise", "ranking")):  # controls and calibration are for one output at a time
        text = re.sub(r"^(degraded|repeats|segments|metrics) = .*\n", "", text, flags=re.MULTILINE)
    if name == "pairwise-segments":  # a display of several items makes documents of all tasks in Appraise
        text = re.sub(r"^tutorial = .*\n", "", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    return path


def hits(plan: PlanResult) -> list[dict[str, str]]:
    """The rows of the file for Mechanical Turk."""
    return list(csv.DictReader(io.StringIO(hit_file(plan.content)[0].decode(), newline="")))
