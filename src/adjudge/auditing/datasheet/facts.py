"""What can be counted in the judgements of an evaluation: systems, outputs, evaluators, and who judged what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self

import polars as pl

from adjudge.auditing.datasheet.catalogue import NOTHING_JUDGED
from adjudge.core.tables import Comparisons, Ratings, Spans
from adjudge.ranking.comparisons.tally import REFERENCE
from adjudge.scoring.spans import JUDGEMENT

#: Kinds of ratings that are judgements of a system.
COUNTING: Final = ("system", "repeat", "filler")
#: Whether evaluators met all systems, one each, or something between.
Exposure = Literal["within", "between", "mixed"]


@dataclass(frozen=True)
class Spread:
    """Least, middle and largest of several counts."""

    min: int
    median: float
    max: int

    @classmethod
    def of(cls, counts: pl.Series) -> Self:
        """The spread of counts."""
        values = sorted(counts.to_list())
        middle, half = divmod(len(values), 2)
        median = values[middle] if half else (values[middle - 1] + values[middle]) / 2
        return cls(values[0], median, values[-1])

    def __str__(self) -> str:
        if self.min == self.max:
            return f"{self.min:,}"
        return f"{self.min:,} to {self.max:,} (median {self.median:,.12g})"


@dataclass(frozen=True)
class Facts:
    """Counts of the judgements that a datasheet describes; None where the data cannot say it.

    Args:
        noun: what a judgement is called.
        judgements: all of them; a comparison of two systems is one.
        outputs: judged outputs of each system, segments and whole documents, in alphabetical order.
        segments: different segments.
        documents: different documents.
        evaluators: people.
        sessions: tasks or accounts.
        unattributed: judgements without an annotator.
        judgements_by: judgements of one evaluator.
        systems_by: systems that one evaluator judged.
        exposure: `within`: everybody judged every system; `between`: everybody judged one; `mixed`.
        whole_documents: how many of the judgements are of whole documents.
        kinds: all scored items by kind; empty if the table has no kinds.
        source_langs: as the data writes them.
        target_langs: likewise.
        domains: likewise.
    """

    noun: str
    judgements: int
    outputs: Mapping[str, int]
    segments: int | None
    documents: int | None
    evaluators: int | None
    sessions: int | None
    unattributed: int
    judgements_by: Spread | None
    systems_by: Spread | None
    exposure: Exposure | None
    whole_documents: int
    kinds: Mapping[str, int]
    source_langs: tuple[str, ...]
    target_langs: tuple[str, ...]
    domains: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data, the spreads below their names."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        spreads = {name: Spread(**data[name]) if data[name] else None for name in ("judgements_by", "systems_by")}
        lists = {name: tuple(data[name]) for name in ("source_langs", "target_langs", "domains")}
        return cls(**{**data, **spreads, **lists})


def facts_of(
    table: Ratings | Comparisons | Spans,
    *,
    counting: pl.DataFrame | None = None,
    systems: Collection[str] | None = None,
    kinds: Sequence[str] = COUNTING,
) -> Facts:
    """Count the judgements of one language pair.

    Args:
        table: the judgements.
        counting: for ratings, those that an analysis used; all judgements of systems if left out.
        systems: that were evaluated; all but the reference of WMT's rankings if left out.
        kinds: for ratings, of items that are judgements of a system.

    Raises:
        InputError: AJ020 if there is no judgement of a system.
    """
    frame = table.frame
    judged = of_kinds(frame, kinds) if counting is None else counting
    seen = _seen(table, judged)
    evaluated = pl.col("system") != REFERENCE if systems is None else pl.col("system").is_in(list(systems))
    seen = seen.filter(evaluated)
    if seen.is_empty():
        raise NOTHING_JUDGED(held=table.noun, kinds=kinds)
    known = seen.filter(pl.col("annotator").is_not_null())
    by = known.group_by("annotator").agg(judgements=pl.col("judgement").n_unique(), systems=pl.col("system").n_unique())
    whole = pl.col("scope") == "document"
    outputs = seen.filter(pl.col("segment").is_not_null() | whole).unique(["system", "document", "segment", "scope"])
    texts = outputs.filter(~whole).select(pl.struct("document", "segment").n_unique()).item()
    names = seen["system"].unique().sort().to_list()
    counts = dict(outputs.group_by("system").len().iter_rows())
    all_known = known.height == seen.height
    return Facts(
        noun={"ratings": "rating", "comparisons": "comparison"}.get(table.noun, "judgement"),
        judgements=seen["judgement"].n_unique(),
        outputs={system: counts.get(system, 0) for system in names},
        segments=texts or None,
        documents=_different(seen["document"]),
        evaluators=by.height if by.height and all_known else None,
        sessions=_different(seen["session"]),
        unattributed=seen.filter(pl.col("annotator").is_null())["judgement"].n_unique(),
        judgements_by=Spread.of(by["judgements"]) if by.height else None,
        systems_by=Spread.of(by["systems"]) if by.height else None,
        exposure=_exposure(by["systems"], len(names)) if by.height and all_known else None,
        whole_documents=seen.filter(whole)["judgement"].n_unique(),
        kinds=_kinds(table),
        source_langs=_values(frame, "source_lang"),
        target_langs=_values(frame, "target_lang"),
        domains=_values(frame, "domain"),
    )


def _seen(table: Ratings | Comparisons | Spans, judged: pl.DataFrame) -> pl.DataFrame:
    """One row for each judgement and system in it."""
    if isinstance(table, Comparisons):
        frame = judged.with_row_index("judgement")
        sides = [frame.with_columns(system=pl.col(side)) for side in ("system_a", "system_b")]
        rows = pl.concat(sides)
    elif isinstance(table, Spans):
        key = [name for name in JUDGEMENT if name in judged.columns]
        rows = judged.unique(key, maintain_order=True).with_row_index("judgement")
    else:
        rows = judged.with_row_index("judgement")
    wanted = ("document", "segment", "annotator", "session", "scope")
    absent = [pl.lit(None, dtype=pl.String).alias(name) for name in wanted if name not in rows.columns]
    if "scope" not in rows.columns:
        absent[-1] = pl.lit("segment").alias("scope")
    return rows.with_columns(absent).select("judgement", "system", *wanted)


def of_kinds(frame: pl.DataFrame, kinds: Sequence[str]) -> pl.DataFrame:
    """Of ratings those that have a score and are of these kinds; all other judgements as they are."""
    if "score" not in frame.columns:
        return frame
    return frame.filter(pl.col("score").is_not_null() & pl.col("kind").is_in(list(kinds)))


def _kinds(table: Ratings | Comparisons | Spans) -> dict[str, int]:
    if not isinstance(table, Ratings):
        return {}
    scored = table.frame.filter(pl.col("score").is_not_null())
    return dict(scored.group_by("kind").len().sort("kind").iter_rows())


def _exposure(systems: pl.Series, number: int) -> Exposure:
    if (systems == number).all():
        return "within"
    return "between" if (systems == 1).all() else "mixed"


def _different(values: pl.Series) -> int | None:
    return values.drop_nulls().n_unique() or None


def _values(frame: pl.DataFrame, name: str) -> tuple[str, ...]:
    return tuple(frame[name].drop_nulls().unique().sort()) if name in frame.columns else ()
