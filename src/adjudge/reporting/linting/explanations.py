"""What a check looks for, how, and what to do about it: for `--explain`, and as a page of the manual."""

from __future__ import annotations

import pkgutil
import textwrap
from importlib import import_module
from typing import Final

import adjudge
from adjudge.auditing.checks.registry import CHECKS, SUBJECTS, no_such_check, subject_of
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check

_WIDTH: Final = 100


def explain(code: str) -> str:
    """A code in plain text.

    Args:
        code: of a check, or of what reading finds; for a subject, in capitals, its checks are listed.

    Raises:
        UsageError: AJ040 if there is no such code.
    """
    subjects = [one for one in SUBJECTS if one.name.upper() == code]
    if subjects:
        return "".join(f"{one.name} ({one.entry.severity}): {one.title}\n" for one in subjects[0].checks)
    if code in CHECKS:
        check, subject = CHECKS[code], subject_of(code)
        entry: FindingEntry = check.entry
        paragraphs = [check.explanation, *_facts(entry)]
        name = subject.name if subject else "reading"
    else:
        found = _entry_of(code)
        if found is None:
            raise no_such_check(code)
        entry, name = found, "reading"
        paragraphs = [f"To do: {entry.todo}." if entry.todo else "", *_facts(entry)]
    about = f"{code} ({entry.severity}, {name}): {entry.title}"
    return "\n\n".join([about, *(_wrapped(text) for text in paragraphs if text)]) + "\n"


def _entry_of(code: str) -> FindingEntry | None:
    """The first finding with this code in the catalogues of all stages."""
    for module in pkgutil.walk_packages(adjudge.__path__, "adjudge."):
        if module.name.endswith((".catalogue", ".problems")):
            for entry in vars(import_module(module.name)).values():
                if isinstance(entry, FindingEntry) and entry.code == code:
                    return entry
    return None


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
        *_facts(check.entry),
        f"## What it says\n\n{sentences}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(entry: FindingEntry) -> list[str]:
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
