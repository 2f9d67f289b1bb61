"""What every result has in common: a signature, settings, findings, and three ways to be read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import polars as pl

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import ResultError
from adjudge.core.findings import Finding
from adjudge.core.signature import Signature

NOT_THIS_RESULT: Final = ErrorEntry(
    "AJ024",
    "Data is not the kind of result that is to be read back.",
    what="{key} is {value:quoted}",
    expected="{expected:quoted}, as written by this version",
    todo="read it with the class that wrote it, or run the analysis again",
    error=ResultError,
)
BROKEN_RESULT: Final = NOT_THIS_RESULT.variant(
    "the data of a {noun} is incomplete or changed ({reason})", expected="what `to_dict` of the same version gave"
)


@dataclass(frozen=True, repr=False)
class Result(ABC):
    """Base of all results. A result holds numbers and words, never a picture or HTML.

    Args:
        signature: every choice, version and seed in one line.
        settings: the same choices as data, enough to run the analysis again.
        findings: what a reader should know before trusting the numbers.
    """

    schema: ClassVar[str]

    signature: Signature
    settings: Mapping[str, Any]
    findings: tuple[Finding, ...]

    @abstractmethod
    def to_frame(self) -> pl.DataFrame:
        """The main table."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, with `schema` naming its version."""

    @abstractmethod
    def summary(self) -> str:
        """The result in a few plain sentences."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote.

        Raises:
            ResultError: AJ024 if the data is something else.
        """
        try:
            return cls._read(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BROKEN_RESULT(noun=cls.__name__, reason=f"{type(error).__name__}: {error}") from None

    @classmethod
    @abstractmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote; whatever is wrong with it may be raised."""

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.signature}>"

    @classmethod
    def _require(cls, data: Mapping[str, Any], **expected: str) -> None:
        """Refuse data that another kind of result, or another version of this one, wrote (AJ024)."""
        for key, value in expected.items():
            if data.get(key) != value:
                raise NOT_THIS_RESULT(key=key, value=data.get(key), expected=value)

    @classmethod
    def _common_parts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Signature, settings and findings of what `to_dict` wrote, by the names of their fields."""
        cls._require(data, schema=cls.schema)
        return {
            "signature": Signature.parse(data["signature"]),
            "settings": data["settings"],
            "findings": tuple(Finding.from_dict(finding) for finding in data["findings"]),
        }
