"""The typed tables. A constructor checks columns, types, keys and ranges once; inside a stage they are trusted.

Build a table with its `check` method; it accepts polars frames and, through narwhals, pandas, pyarrow and others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core import columns as col
from adjudge.core.checks import Checked, check_columns, check_types, check_unique, check_values
from adjudge.core.columns import LINE, Column
from adjudge.core.errors import Problem, TableError, one_of
from adjudge.core.findings import Finding
from adjudge.core.scale import parse_scale


@dataclass(frozen=True, eq=False)
class Table:
    """A checked frame with what the checks found worth telling.

    Args:
        frame: the rows, in the order they came.
        findings: notes from reading and checking.
    """

    noun: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]

    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()

    @classmethod
    def check(cls, frame: Any, *, source: str | None = None) -> Self:  # noqa: ANN401 - any frame narwhals knows
        """Check a frame and wrap it.

        Args:
            frame: a polars frame, or any eager frame that narwhals understands (pandas, pyarrow, ...).
            source: name of the file, for messages.

        Returns:
            The table, with columns in their documented order.

        Raises:
            TableError: every broken rule with its rows, not the first.
        """
        state = Checked(_to_polars(frame), cls.noun, source)
        cls._rules(state)
        if not state.problems and state.frame.is_empty():
            state.problems.append(_no_rows(cls.noun, source))
        if state.problems:
            raise TableError(*state.problems)
        return cls(state.frame.select(cls._order(state.frame.columns)), tuple(state.findings))

    @classmethod
    def _rules(cls, state: Checked) -> None:
        """All checks of this table; subclasses add theirs."""
        check_columns(state, cls.columns)
        check_types(state, cls.columns)
        check_values(state, cls.columns)

    @classmethod
    def _order(cls, present: Sequence[str]) -> list[str]:
        return [column.name for column in cls.columns if column.name in present]

    def with_frame(self, frame: pl.DataFrame) -> Self:
        """The same kind of table over other rows; for stages that filter or add columns."""
        return replace(self, frame=frame)

    def with_findings(self, *findings: Finding) -> Self:
        """The same rows with further findings."""
        return replace(self, findings=(*self.findings, *findings))

    def __len__(self) -> int:
        return self.frame.height


def _to_polars(frame: Any) -> pl.DataFrame:  # noqa: ANN401
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    import narwhals as nw  # noqa: PLC0415 - only for frames of other libraries

    return nw.from_native(frame, eager_only=True).to_polars()


def _no_rows(noun: str, source: str | None) -> Problem:
    return Problem(
        "AJ017",
        f"{source or 'the table'} has no rows",
        f"at least one row of {noun}",
        "0 rows",
        "check that the file was written completely",
    )


@dataclass(frozen=True, eq=False)
class Ratings(Table):
    """One row per score."""

    noun: ClassVar[str] = "ratings"
    columns: ClassVar[tuple[Column, ...]] = col.RATINGS
    #: What makes a judgement the same judgement. A second look at an item differs in one of the last five.
    key: ClassVar[tuple[str, ...]] = (
        "collection",
        "source_lang",
        "target_lang",
        "annotator",
        "session",
        "system",
        "document",
        "segment",
        "kind",
        "scope",
        "criterion",
        "position",
        "showing",
        "started",
        "ended",
    )

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        if {"score", "system", "segment"} <= set(state.frame.columns):
            _check_scale(state)
            _note_missing_scores(state)
            check_unique(
                state,
                cls.key,
                # Without annotator and session nobody can say whether two equal rows are two people's.
                only=pl.col("annotator").is_not_null() | pl.col("session").is_not_null(),
                todo="remove the copies; if the item was really judged again, use kind 'repeat' or add a column "
                "'position', 'showing' or 'started' that tells the judgements apart",
            )


def _check_scale(state: Checked) -> None:
    """Scores must lie on their scale, `0..100` unless the column `scale` says otherwise."""
    scales = state.frame["scale"].unique().to_list() if "scale" in state.frame.columns else [None]
    for text in scales:
        scale = parse_scale(text)
        if scale is None:
            continue
        wrong = ~state.frame["score"].is_between(scale.low, scale.high)
        if "scale" in state.frame.columns:
            wrong = wrong & state.frame["scale"].eq_missing(text)
        wrong = wrong.fill_null(value=False) & state.frame["score"].is_finite().fill_null(value=False)
        if wrong.any():
            state.problems.append(
                Problem(
                    "AJ013",
                    f"{state.place(wrong)}, column score: {state.frame['score'].filter(wrong)[0]:g} is outside the "
                    f"scale {scale}",
                    f"a score from {scale.low:g} to {scale.high:g}",
                    state.count(wrong),
                    "correct the scores, or give the scale they were collected on (--scale LOW..HIGH, or a column "
                    "'scale')",
                )
            )


def _note_missing_scores(state: Checked) -> None:
    missing = state.frame["score"].null_count()
    if missing and not any(problem.code == "AJ012" for problem in state.problems):
        state.findings.append(
            Finding(
                "AJ107",
                "note",
                f"{missing:,} of {one_of(state.frame.height, 'row')} have no score; they count nowhere.",
                {"missing": missing, "rows": state.frame.height},
            )
        )


@dataclass(frozen=True, eq=False)
class Comparisons(Table):
    """One row per ordered judgement of two systems."""

    noun: ClassVar[str] = "comparisons"
    columns: ClassVar[tuple[Column, ...]] = col.COMPARISONS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        _check_self_comparison(state)
        if "weight" in state.frame.columns:
            _check_not_negative(state, ("weight",))

    def counts(self) -> PairCounts:
        """The same judgements as counts of wins and ties for every unordered pair of systems."""
        weight = pl.col("weight").fill_null(1.0) if "weight" in self.frame.columns else pl.lit(1)
        first = pl.col("system_a") < pl.col("system_b")
        win_a = pl.col("outcome") == pl.when(first).then(pl.lit("a")).otherwise(pl.lit("b"))
        tie = pl.col("outcome") == "tie"
        frame = (
            self.frame.select(
                pl.min_horizontal("system_a", "system_b").alias("system_a"),
                pl.max_horizontal("system_a", "system_b").alias("system_b"),
                wins_a=win_a * weight,
                ties=tie * weight,
                wins_b=(~win_a & ~tie) * weight,
            )
            .group_by("system_a", "system_b")
            .agg(pl.col("wins_a", "ties", "wins_b").sum())
            .sort("system_a", "system_b")
        )
        return PairCounts.check(frame)


@dataclass(frozen=True, eq=False)
class PairCounts(Table):
    """Comparisons as counts: one row per unordered pair of systems."""

    noun: ClassVar[str] = "pair counts"
    columns: ClassVar[tuple[Column, ...]] = col.PAIR_COUNTS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        _check_self_comparison(state)
        _check_not_negative(state, ("wins_a", "ties", "wins_b"))
        key = ("collection", "source_lang", "target_lang", "system_a", "system_b")
        if set(key[-2:]) <= set(state.frame.columns):
            check_unique(state, key, todo="add the counts up, or remove the copies")


@dataclass(frozen=True, eq=False)
class Spans(Table):
    """One row per marked error, and one row with severity `no-error` for a judged segment without any."""

    noun: ClassVar[str] = "spans"
    columns: ClassVar[tuple[Column, ...]] = col.SPANS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        if {"start", "end"} <= set(state.frame.columns):
            _check_not_negative(state, ("start", "end"))
            _check_span_order(state)


@dataclass(frozen=True, eq=False)
class MetricScores(Table):
    """One row per score of a metric: of a segment, or of a whole system when the segment is missing."""

    noun: ClassVar[str] = "metric scores"
    columns: ClassVar[tuple[Column, ...]] = col.METRIC_SCORES

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        key = ("collection", "source_lang", "target_lang", "metric", "system", "document", "segment")
        if {"metric", "system"} <= set(state.frame.columns):
            check_unique(state, key, todo="keep one score for each metric, system and segment")


@dataclass(frozen=True, eq=False)
class Texts(Table):
    """One row per segment: source, reference, and one further column of outputs for each system."""

    noun: ClassVar[str] = "texts"
    columns: ClassVar[tuple[Column, ...]] = col.TEXTS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        check_columns(state, cls.columns, extra_texts=True)
        outputs = [Column(name, "text", "output of a system") for name in cls._systems(state.frame.columns)]
        check_types(state, (*cls.columns, *outputs))
        check_values(state, cls.columns)
        if "segment" in state.frame.columns:
            key = ("source_lang", "target_lang", "document", "segment")
            check_unique(state, key, todo="keep one row for each document and segment")

    @classmethod
    def _systems(cls, present: Sequence[str]) -> list[str]:
        known = {column.name for column in cls.columns} | {LINE}
        return [name for name in present if name not in known]

    @classmethod
    def _order(cls, present: Sequence[str]) -> list[str]:
        return [*super()._order(present), *cls._systems(present)]

    @property
    def systems(self) -> list[str]:
        """Names of the systems whose outputs are held."""
        return self._systems(self.frame.columns)


@dataclass(frozen=True, eq=False)
class Batches(Table):
    """A plan: one row per item to be judged, in the order of its batch."""

    noun: ClassVar[str] = "batches"
    columns: ClassVar[tuple[Column, ...]] = col.BATCHES

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        if {"batch", "position"} <= set(state.frame.columns):
            check_unique(state, ("batch", "position"), todo="give every item of a batch its own position")


@dataclass(frozen=True, eq=False)
class Supplement:
    """A released file that holds no judgements but belongs to some: averages, p-values, clusters, id maps.

    Args:
        kind: what it is, such as `wmt-clusters`.
        frame: its rows, with typed columns in our words.
        findings: notes from reading.
    """

    noun: ClassVar[str] = "a supplement"

    kind: str
    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()

    def __len__(self) -> int:
        return self.frame.height


AnyTable = Table | Supplement


def _check_self_comparison(state: Checked) -> None:
    if not {"system_a", "system_b"} <= set(state.frame.columns):
        return
    wrong = (state.frame["system_a"] == state.frame["system_b"]).fill_null(value=False)
    if wrong.any():
        name = state.frame["system_a"].filter(wrong)[0]
        state.problems.append(
            Problem(
                "AJ014",
                f"{state.place(wrong)}: system '{name}' is compared with itself",
                "two different systems",
                state.count(wrong),
                "remove these rows",
            )
        )


def _check_not_negative(state: Checked, names: Sequence[str]) -> None:
    for name in names:
        if name not in state.frame.columns:
            continue
        wrong = (state.frame[name] < 0).fill_null(value=False)
        if wrong.any():
            state.problems.append(
                Problem(
                    "AJ013",
                    f"{state.place(wrong)}, column {name}: {state.frame[name].filter(wrong)[0]} is negative",
                    "zero or more",
                    state.count(wrong),
                    "correct these values",
                )
            )


def _check_span_order(state: Checked) -> None:
    frame = state.frame
    half = frame["start"].is_null() != frame["end"].is_null()
    wrong = half | (frame["end"] < frame["start"]).fill_null(value=False)
    if wrong.any():
        start, end = frame["start"].filter(wrong)[0], frame["end"].filter(wrong)[0]
        state.problems.append(
            Problem(
                "AJ013",
                f"{state.place(wrong)}: span from {start} to {end}",
                "a start and an end with start <= end, or neither",
                state.count(wrong),
                "correct the offsets (code points, half open)",
            )
        )
