"""The typed tables. A constructor checks columns, types, keys and ranges once; inside a stage they are trusted.

Build a table with its `check` method; it accepts polars frames and, through narwhals, pandas, pyarrow and others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core import columns as col
from adjudge.core import problems
from adjudge.core.checking import rules
from adjudge.core.checking.checks import Checked, Written, check_columns, check_types, check_unique, check_values
from adjudge.core.checking.frames import renamed, require_columns, to_polars, with_scale
from adjudge.core.checking.outcomes import translate_outcomes
from adjudge.core.columns import LINE, Column
from adjudge.core.errors import TableError
from adjudge.core.findings import Finding
from adjudge.core.selecting.conditions import Condition
from adjudge.core.steps import SharedSteps


@dataclass(frozen=True, eq=False)
class Table:
    """A checked frame with what the checks noticed.

    Args:
        frame: the rows, in the order they came.
        findings: notes from reading and checking.
        conditions: those that its rows were chosen by, of a larger table.
        shared: what several analyses of its rows have in common (`sharing`); None if each is on its own.
    """

    noun: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]

    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()
    conditions: tuple[Condition, ...] = ()
    shared: SharedSteps | None = field(default=None, compare=False, repr=False)

    @classmethod
    def check(
        cls,
        frame: Any,  # noqa: ANN401 - any frame narwhals knows
        *,
        source: str | None = None,
        columns: Mapping[str, str] | None = None,
        scale: str | None = None,
        written: Written | None = None,
    ) -> Self:
        """Check a frame and wrap it.

        Args:
            frame: a polars frame, or any frame that narwhals understands (pandas, pyarrow, duckdb, ...).
            source: name of the file, for messages.
            columns: for a frame with other names: our name -> name in the frame, such as `{"score": "rating"}`.
            scale: the scale of scores in rows that do not name one, such as `1..5`; `0..100` if left out.
            written: for readers: how the columns are called in the file, for messages.

        Returns:
            The table, with columns in their documented order.

        Raises:
            TableError: every broken rule with its rows, not only the first.
            UsageError: AJ040 if `columns` names an unknown column, or `scale` is no scale or has no scores to apply to.

        Example:
            >>> import polars as pl
            >>> stars = pl.DataFrame({"model": ["A", "B"], "item": [1, 1], "stars": [4, 5]})
            >>> names = {"system": "model", "segment": "item", "score": "stars"}
            >>> Ratings.check(stars, columns=names, scale="1..5").frame["score"].to_list()
            [4.0, 5.0]
        """
        try:
            rows = to_polars(frame)
        except TypeError:  # from narwhals
            raise problems.NOT_A_FRAME(type=type(frame).__name__) from None
        names = cls.names()
        require_columns(columns)
        foreign = source is not None and written is None
        written = written or Written(tuple(name for name in rows.columns if name != LINE), columns or {})
        if columns:
            rows = renamed(rows, columns, known=names, owner=cls.noun, source=source)
        if scale is not None:
            if "scale" not in names:
                raise problems.NO_SCALE(scale=scale, owner=cls.noun)
            rows = with_scale(rows, scale)
        state = Checked(rows, cls.noun, source, written, foreign=foreign)
        cls._rules(state)
        _raise_problems(state)
        return cls(state.frame.select(cls._order(state.frame.columns)), tuple(state.findings))

    @classmethod
    def names(cls) -> list[str]:
        """The names of its columns, in their documented order."""
        return [column.name for column in cls.columns]

    @classmethod
    def _rules(cls, state: Checked) -> None:
        """All checks of this table; subclasses add theirs."""
        check_columns(state, cls.columns)
        check_types(state, cls.columns)
        check_values(state, cls.columns)

    @classmethod
    def _order(cls, present: Sequence[str]) -> list[str]:
        return [name for name in cls.names() if name in present]

    def with_frame(self, frame: pl.DataFrame) -> Self:
        """The same kind of table over other rows; for stages that filter or add columns."""
        return replace(self, frame=frame)

    def with_findings(self, *findings: Finding) -> Self:
        """The same rows with further findings."""
        return replace(self, findings=(*self.findings, *findings))

    def with_conditions(self, *conditions: Condition) -> Self:
        """The same rows, which were chosen by further conditions."""
        return replace(self, conditions=tuple(dict.fromkeys((*self.conditions, *conditions))))

    def sharing(self) -> Self:
        """The same rows, of which several analyses are made: what two of them compute from the same is computed once.

        It is kept as long as this table is.
        """
        return replace(self, shared=SharedSteps())

    def __len__(self) -> int:
        return self.frame.height


def _raise_problems(state: Checked) -> None:
    """Raise everything the checks found, also that there are no rows."""
    if not state.problems and state.frame.is_empty():
        state.problems.append(problems.NO_ROWS.problem(source=state.source or "the table", owner=state.owner))
    if state.problems:
        raise TableError(*state.problems)


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
        if not state.has("score", "system", "segment"):
            return
        rules.check_scale(state)
        rules.note_missing_scores(state)
        rules.note_penalties(state)
        # Without annotator and session nobody can say whether two equal rows are two people's.
        known = pl.col("annotator").is_not_null() | pl.col("session").is_not_null()
        check_unique(state, cls.key, problems.JUDGED_TWICE, only=known)
        rules.check_documents_named(state, cls.key, only=known)


@dataclass(frozen=True, eq=False)
class Comparisons(Table):
    """One row per ordered judgement of two systems."""

    noun: ClassVar[str] = "comparisons"
    columns: ClassVar[tuple[Column, ...]] = col.COMPARISONS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        translate_outcomes(state)
        super()._rules(state)
        rules.check_self_comparison(state)
        rules.check_not_negative(state, "weight")
        rules.check_numbers_of_comparisons(state, "weight")

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
        return PairCounts.check(frame).with_conditions(*self.conditions)


@dataclass(frozen=True, eq=False)
class PairCounts(Table):
    """Comparisons as counts: one row per unordered pair of systems.

    Rows may name a pair in both orders, as released files do; they are merged if they agree.
    """

    noun: ClassVar[str] = "pair counts"
    columns: ClassVar[tuple[Column, ...]] = col.PAIR_COUNTS
    key: ClassVar[tuple[str, ...]] = ("collection", "source_lang", "target_lang", "system_a", "system_b")
    counts: ClassVar[tuple[str, ...]] = ("wins_a", "ties", "wins_b")

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        rules.check_self_comparison(state)
        rules.check_not_negative(state, *cls.counts)
        rules.check_numbers_of_comparisons(state, *cls.counts)
        if state.has(*cls.key[-2:], *cls.counts):
            check_unique(state, cls.key, problems.COUNTED_TWICE)
            rules.merge_mirrored(state, cls.key, cls.counts)


@dataclass(frozen=True, eq=False)
class Spans(Table):
    """One row per marked error, and one row with severity `no-error` for a judged segment without any."""

    noun: ClassVar[str] = "spans"
    columns: ClassVar[tuple[Column, ...]] = col.SPANS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        rules.check_not_negative(state, "start", "end")
        rules.check_span_order(state)


@dataclass(frozen=True, eq=False)
class MetricScores(Table):
    """One row per score of a metric: of a segment, or of a document, a domain or a system if the segment is missing."""

    noun: ClassVar[str] = "metric scores"
    columns: ClassVar[tuple[Column, ...]] = col.METRIC_SCORES

    @classmethod
    def _rules(cls, state: Checked) -> None:
        super()._rules(state)
        if state.has("metric", "system"):
            key = ("source_lang", "target_lang", "domain", "metric", "system", "document", "segment")
            check_unique(state, key, problems.SCORED_TWICE)
            rules.note_error_metrics(state)


@dataclass(frozen=True, eq=False)
class Texts(Table):
    """One row per segment: source, reference, and one further column of outputs for each system."""

    noun: ClassVar[str] = "texts"
    columns: ClassVar[tuple[Column, ...]] = col.TEXTS

    @classmethod
    def _rules(cls, state: Checked) -> None:
        check_columns(state, cls.columns, extra_texts=True)
        outputs = [
            Column(name, "text", "output of a system", verbatim=True) for name in cls._systems(state.frame.columns)
        ]
        check_types(state, (*cls.columns, *outputs))
        check_values(state, cls.columns)
        if state.has("segment"):
            key = ("source_lang", "target_lang", "document", "segment")
            # Without documents nothing tells the first segment of one from that of another.
            named = state.has("document") and state.frame["document"].null_count() < state.frame.height
            check_unique(state, key, problems.SEGMENT_TWICE if named else problems.SEGMENT_TWICE_UNNAMED)

    @classmethod
    def _systems(cls, present: Sequence[str]) -> list[str]:
        return [name for name in present if name not in {*cls.names(), LINE}]

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
        if state.has("session", "position"):
            check_unique(state, ("session", "position"), problems.POSITION_TWICE)


@dataclass(frozen=True, eq=False)
class Supplement:
    """A released file that holds no judgements but belongs to some: averages, p-values, clusters, id maps.

    Args:
        kind: what it is, such as `wmt-clusters`.
        frame: its rows, with typed columns in our words.
        findings: notes from reading.
    """

    kind: str
    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()

    @classmethod
    def check(cls, kind: str, columns: Sequence[Column], frame: pl.DataFrame, *, source: str | None = None) -> Self:
        """Check types and values of a frame and wrap it.

        Args:
            kind: what it is.
            columns: its columns, all of them present.
            frame: its rows as text.
            source: name of the file, for messages.

        Raises:
            TableError: every broken rule with its rows.
        """
        state = Checked(frame, kind, source)
        check_types(state, columns)
        check_values(state, columns)
        _raise_problems(state)
        return cls(kind, state.frame.select(column.name for column in columns))

    @property
    def noun(self) -> str:
        """What it holds, for messages."""
        return self.kind

    def __len__(self) -> int:
        return self.frame.height


AnyTable = Table | Supplement
