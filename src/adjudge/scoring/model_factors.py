"""The factors of a mixed model, and which of its effects the ratings can support."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl

from adjudge.core.catalogue import counted, fill, listed
from adjudge.core.findings import Finding
from adjudge.kernels.mixed_model.design import spread_within
from adjudge.kernels.mixed_model.reml import COMPONENTS, Component, Ints
from adjudge.scoring.catalogue import (
    DIFFERENT_DOCUMENTS,
    EFFECT_IS_OTHER,
    EFFECT_IS_RESIDUAL,
    EFFECT_IS_SYSTEM,
    EFFECT_UNKNOWN,
    NOT_CONNECTED,
    NOTHING_TO_COMPARE,
    SEGMENTS_AS_INDEPENDENT,
    SESSIONS_AS_ANNOTATORS,
)

#: Of two components that group the ratings alike the earlier one stays. Annotators come late: leniency is not claimed
#: where something else explains the same differences (Knowles 2021, section 4).
_PRECEDENCE: Final[tuple[Component, ...]] = ("document", "segment", "annotator", "system:document")
_COLUMNS: Final[dict[Component, tuple[str, ...]]] = {
    "annotator": ("annotator",),
    "document": ("document",),
    "segment": ("document", "segment"),  # a segment's name is unique within its document only
    "system:document": ("system", "document"),
}
#: What stands in the place of documents.
ModelUnit = Literal["document", "segment"]
#: Groups and names that a message lists.
_LISTED: Final = 5
#: Decimals of a score that count when different scores are counted; the others may be rounding.
_SAME_DIGITS: Final = 9


@dataclass(frozen=True, eq=False)
class Factors:
    """What every rating belongs to, as numbers in the order of the names, so that the order of rows does not matter.

    Args:
        rows: the ratings; if annotators are unknown the sessions are in their place.
        names: of the systems, sorted.
        system: number of the system of each rating.
        codes: number of the level of each component.
        known: whether the levels of a component are known in every row.
        findings: what was put in the place of unknown annotators and documents.
    """

    rows: pl.DataFrame
    names: list[str]
    system: Ints
    codes: dict[Component, Ints]
    known: dict[Component, bool]
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, rows: pl.DataFrame, unit: ModelUnit = "document") -> Factors:
        """From ratings that all count; with `segment` as the unit, every segment stands for a document."""

        def complete(name: str) -> bool:
            return name in rows.columns and rows[name].null_count() == 0

        findings: list[Finding] = []
        annotators, documents = complete("annotator"), complete("document")
        if not annotators and complete("session"):
            rows, annotators = rows.with_columns(annotator=pl.col("session")), True
            findings.append(SESSIONS_AS_ANNOTATORS())
        if not documents:
            findings.append(SEGMENTS_AS_INDEPENDENT())
        if unit == "segment":
            rows, documents = (
                rows.with_columns(document=pl.format("{}\n{}", pl.col("document").fill_null(""), "segment")),
                True,
            )
        absent = [name for name, there in (("annotator", annotators), ("document", documents)) if not there]
        rows = rows.with_columns(pl.lit("unknown").alias(name) for name in absent)
        return cls(
            rows=rows,
            names=rows["system"].unique().sort().to_list(),
            system=level_codes(rows, "system"),
            codes={name: level_codes(rows, *_COLUMNS[name]) for name in COMPONENTS},
            known=dict.fromkeys(COMPONENTS, documents) | {"annotator": annotators, "segment": True},
            findings=tuple(findings),
        )

    def levels(self, component: Component) -> int:
        """How many levels of a component occur."""
        return _levels(self.codes[component])

    def require_support(self, wanted: Collection[Component]) -> tuple[Finding, ...]:
        """Refuse ratings that cannot order the systems.

        Returns:
            What limits the comparison all the same.

        Raises:
            RecipeError: AJ032 if there is nothing to compare, or no annotator links some systems.
        """
        if len(self.names) < 2 or not spread_within(self.rows["score"].to_numpy(), self.system):
            different = self.rows.select("system", pl.col("score").round(_SAME_DIGITS)).unique().height
            raise NOTHING_TO_COMPARE(systems=len(self.names), scores=different, rows=self.rows.height)
        # With one rating each, annotators are part of the noise and need not link anything.
        if "annotator" in wanted and self.known["annotator"] and self.levels("annotator") < len(self.system):
            self._require_connected()
        if "document" not in wanted or not self.known["document"]:
            return ()
        groups = len(np.unique(linked_groups(self.system, self.codes["document"])))
        return (DIFFERENT_DOCUMENTS(groups=groups, systems=len(self.names)),) if groups > 1 else ()

    def _require_connected(self) -> None:
        annotator = self.codes["annotator"]
        _, group = np.unique(linked_groups(self.system, annotator), return_inverse=True)
        count = int(group.max()) + 1
        if count == 1:
            return
        parts = []
        for i in range(min(count, _LISTED)):
            members = [name for name, of in zip(self.names, group, strict=True) if of == i]
            judges = counted(len(np.unique(annotator[group[self.system] == i])), "annotator")
            parts.append(f"{{{listed(members, _LISTED)}}} judged by {judges}")
        shown = "; ".join([*parts, "..."] if count > _LISTED else parts)
        raise NOT_CONNECTED(n=count, groups=shown, systems=len(self.names))

    def unsupported(self, wanted: Collection[Component]) -> dict[str, str]:
        """Components that the ratings cannot support, with the reason."""
        dropped: dict[str, str] = {}
        kept: list[Component] = []
        for name in (name for name in _PRECEDENCE if name in wanted):
            alike = [other for other in kept if _alike(self.codes[name], self.codes[other])]
            if not self.known[name]:
                dropped[name] = fill(EFFECT_UNKNOWN, {"factor": name.removeprefix("system:")})
            elif _levels(self.system, self.codes[name]) == _levels(self.system):
                dropped[name] = EFFECT_IS_SYSTEM
            elif self.levels(name) == len(self.system):
                dropped[name] = EFFECT_IS_RESIDUAL
            elif alike:
                dropped[name] = fill(EFFECT_IS_OTHER, {"other": alike[0]})
            else:
                kept.append(name)
        return dropped


def level_codes(rows: pl.DataFrame, *names: str) -> Ints:
    """Numbers of the levels in sorted order."""
    levels = rows.select(names).unique().sort(names)
    numbers = levels.with_row_index("_code")
    numbered = rows.select(names).join(numbers, on=names, how="left", maintain_order="left", nulls_equal=True)
    return numbered["_code"].to_numpy().astype(np.intp)


def linked_groups(levels: Ints, other: Ints) -> Ints:
    """The group of every level of a factor, where levels that share one of the other factor are in one group.

    A group bears the number of its first level; labels are passed on until none changes.
    """
    group = np.arange(int(levels.max()) + 1)
    pairs = np.unique(levels * (int(other.max()) + 1) + other)
    level, shared = np.divmod(pairs, int(other.max()) + 1)
    while True:
        lowest = np.full(int(other.max()) + 1, len(group))
        np.minimum.at(lowest, shared, group[level])
        passed = group.copy()
        np.minimum.at(passed, level, lowest[shared])
        passed = passed[passed]
        if (passed == group).all():
            return group
        group = passed


def _levels(codes: Ints, other: Ints | None = None) -> int:
    """How many levels, or combinations of levels, occur."""
    cells = codes if other is None else codes * (int(other.max()) + 1) + other
    if int(cells.max()) < 10 * len(cells):  # counting is ten times as fast as finding unique values
        return int(np.count_nonzero(np.bincount(cells)))
    return len(np.unique(cells))


def _alike(codes: Ints, other: Ints) -> bool:
    return _levels(codes) == _levels(other) == _levels(codes, other)
