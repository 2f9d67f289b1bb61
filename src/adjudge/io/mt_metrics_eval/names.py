"""What the names of files say in the layout of mt-metrics-eval: language pair, metric and level.

Names give labels only. Which format a file has is decided by its content.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LEVELS: Final = ("seg", "doc", "domain", "sys")
#: Language code for "undetermined" (ISO 639-2), where a name needs a code and none is known.
UNDETERMINED: Final = "und"
_CODE: Final = r"([a-z]{2,3}(?:_[A-Za-z0-9]+)*)"
_PAIR: Final = re.compile(f"{_CODE}-{_CODE}")


@dataclass(frozen=True)
class Label:
    """What a name says.

    Args:
        metric: name of the metric or of the human score.
        level: `seg`, `doc`, `domain` or `sys`; None if the name does not say.
        pair: language pair such as `en-de`; None if the name does not say.
    """

    metric: str
    level: str | None = None
    pair: str | None = None


def read_label(name: str) -> Label:
    """The label of a file name: `en-de.mqm.seg.score` is mqm, seg, en-de; `BLEU-refA.sys.score` is BLEU-refA, sys.

    Example:
        >>> read_label("en-de.mqm.rater1.seg.rating.gz")
        Label(metric='mqm.rater1', level='seg', pair='en-de')
    """
    parts = name.removesuffix(".gz").split(".")
    if len(parts) > 1 and parts[-1] in ("score", "rating"):
        parts.pop()
    level = parts.pop() if len(parts) > 1 and parts[-1] in LEVELS else None
    pair = parts.pop(0) if len(parts) > 1 and is_pair(parts[0]) else None
    return Label(".".join(parts), level, pair)


def is_pair(text: str) -> bool:
    """Whether a text is a language pair as these folders write it: `en-de`, `cs-de_DE`."""
    return _PAIR.fullmatch(text) is not None


def languages(pair: str | None) -> tuple[str | None, str | None]:
    """Source and target language of a pair; unknown ones are missing."""
    match = _PAIR.fullmatch(pair) if pair else None
    if not match:
        return None, None
    source, target = (None if code == UNDETERMINED else code for code in match.groups())
    return source, target
