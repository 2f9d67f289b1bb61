"""The signature: one short line that pins every choice behind a printed number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import adjudge


@dataclass(frozen=True)
class Signature:
    """Ordered choices, rendered as `key:value|key:value|...|v:VERSION`.

    Args:
        choices: every choice that changes a number, in the order of the analysis.
        version: the version of Adjudge that computed it.
    """

    choices: tuple[tuple[str, str], ...]
    version: str = adjudge.__version__

    @classmethod
    def of(cls, choices: Mapping[str, object]) -> Signature:
        """A signature from a mapping whose values print shortly and without `|` or `:`."""
        pairs = tuple((key, str(value)) for key, value in choices.items())
        for key, value in pairs:
            if set(":|") & set(key + value):
                msg = f"signature part {key}={value} must not contain ':' or '|'"
                raise ValueError(msg)
        return cls(pairs)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """The inverse of `str`."""
        parts = [part.partition(":") for part in text.split("|")]
        *choices, (_, _, version) = parts
        return cls(tuple((key, value) for key, _, value in choices), version)

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in (*self.choices, ("v", self.version)))
