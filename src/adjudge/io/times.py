"""Times as platforms write them, in Unix seconds."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

#: `Tue Mar 03 10:15:22 PST 2020`, as Mechanical Turk writes in its web pages.
_MTURK: Final = re.compile(r"\w{3} (\w{3} \d{1,2} \d{2}:\d{2}:\d{2}) ([A-Z]{3,4}) (\d{4})")
_ZONES: Final = {
    "UTC": 0,
    "GMT": 0,
    "PST": -8,
    "PDT": -7,
    "MST": -7,
    "MDT": -6,
    "CST": -6,
    "CDT": -5,
    "EST": -5,
    "EDT": -4,
}


def read_time(text: str) -> float | None:
    """Unix seconds of a time in ISO 8601 or in the form of Mechanical Turk; None if it is neither.

    A time without a zone is in UTC, as Prolific writes it.

    Example:
        >>> read_time("Thu Jan 01 01:00:00 UTC 1970")
        3600.0
    """
    try:
        match = _MTURK.fullmatch(text.strip())
        if match:
            if match[2] not in _ZONES:
                return None
            zone = timezone(timedelta(hours=_ZONES[match[2]]))
            return datetime.strptime(f"{match[1]} {match[3]}", "%b %d %H:%M:%S %Y").replace(tzinfo=zone).timestamp()
        time = datetime.fromisoformat(text.strip())
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
