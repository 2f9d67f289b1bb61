"""What the keys of a campaign file mean: the docstrings of its sections, for messages, files and the reference."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from pydantic import BaseModel

_KEY: Final = re.compile(r"^ {4}(?: {4})?(?P<key>\w+): (?P<meaning>.*)$")


@cache
def meanings(section: type[BaseModel]) -> dict[str, str]:
    """What every key of a section means, in the order of its docstring.

    Example:
        >>> from adjudge.core.campaign.sections import CalibrationSection
        >>> meanings(CalibrationSection)["segments"]
        'how many; 0 = none.'
    """
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    _, _, args = (section.__doc__ or "").partition("Args:")
    for line in args.splitlines():
        match = _KEY.match(line)
        if match and match["key"] in section.model_fields:
            current = found.setdefault(match["key"], [match["meaning"]])
        elif current is not None and line.strip():
            current.append(line.strip())
    return {key: " ".join(parts) for key, parts in found.items()}


def title_of(section: type[BaseModel]) -> str:
    """What a section is for: the first paragraph of its docstring in one line."""
    return " ".join((section.__doc__ or "").split("\n\n", 1)[0].split())
