"""What a check looks for, how, and what to do about it: for `--explain`, and as a page of the manual."""

from __future__ import annotations

import textwrap
from typing import Final

from adjudge.auditing.checks.registry import subject_of
from adjudge.core.check import Check

_WIDTH: Final = 100


def explain(check: Check) -> str:
    """A check in plain text.

    Args:
        check: any check of the registry.
    """
    entry, subject = check.entry, subject_of(check.name)
    about = f"{check.name} ({entry.severity}{f', {subject.name}' if subject else ''}): {entry.title}"
    paragraphs = [check.explanation, *_facts(check)]
    return "\n\n".join([about, *(_wrapped(text) for text in paragraphs if text)]) + "\n"


def explanation_page(check: Check, sentences: str) -> str:
    """A check as a page in Markdown.

    Args:
        check: any check of the registry.
        sentences: the sentences that its findings can have, as a list in Markdown.
    """
    entry, subject = check.entry, subject_of(check.name)
    parts = [
        f"# {check.name}: {entry.title}",
        f"Severity: {entry.severity}. Subject: {subject.name if subject else 'reading'}.",
        check.explanation,
        *_facts(check),
        f"## What it says\n\n{sentences}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(check: Check) -> list[str]:
    entry = check.entry
    given = {"Needs": entry.needs, "Source": entry.source}
    return [f"{name}: {text}." for name, text in given.items() if text]


def _wrapped(text: str) -> str:
    """Paragraphs as wide as a terminal; lines that are indented stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        paragraph if any(line.startswith((" ", "- ")) for line in paragraph.splitlines()) else _filled(paragraph)
        for paragraph in paragraphs
    )


def _filled(paragraph: str) -> str:
    return textwrap.fill(" ".join(paragraph.split()), _WIDTH, break_on_hyphens=False, break_long_words=False)
