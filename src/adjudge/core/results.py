"""What every result has in common: a signature, settings, findings, and three ways to be read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.signature import Signature


@dataclass(frozen=True)
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

    def __str__(self) -> str:
        return self.summary()

    @classmethod
    def _common_parts(cls, data: Mapping[str, Any]) -> tuple[Signature, Mapping[str, Any], tuple[Finding, ...]]:
        """Signature, settings and findings of what `to_dict` wrote.

        Raises:
            ValueError: if it was written by another kind of result, or in another version of this one.
        """
        if data.get("schema") != cls.schema:
            msg = f"schema {data.get('schema')!r} is not {cls.schema!r}"
            raise ValueError(msg)
        findings = tuple(Finding.from_dict(finding) for finding in data["findings"])
        return Signature.parse(data["signature"]), data["settings"], findings
