"""Checks of a frame against the definition of its table.

Every check adds what it found to a list instead of raising, so that all problems are reported at once. The sentences
are in `adjudge.core.problems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from adjudge.core import problems
from adjudge.core.catalogue import ErrorEntry, counted, quoted
from adjudge.core.checking.near import nearest
from adjudge.core.checking.synonyms import has_text, suggestions, written_mapping
from adjudge.core.columns import LINE, Column
from adjudge.core.errors import Problem
from adjudge.core.findings import Finding

_EXAMPLES = 3
#: The fourth power of a larger number, over which moments run, is hardly a number any more.
LARGEST = 1e30
#: Rows that are hashed at a time: the whole of them would be copied.
_SLICE = 1 << 18
_EXACT_FLOATS = 2**53
_DTYPES: dict[str, pl.DataType] = {"text": pl.String(), "number": pl.Float64(), "integer": pl.Int64()}
_NOUNS: dict[str, str] = {"text": "text", "number": "a number", "integer": "a whole number"}


@dataclass(frozen=True)
class Written:
    """How the columns are called where the rows come from.

    Args:
        names: all columns as they are written there.
        columns: our names -> theirs, as the user gave them.
    """

    names: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Checked:
    """A frame on its way through the checks, with what they found so far.

    Args:
        frame: the rows; the checks give them their types.
        owner: what the rows are, in the plural, such as `ratings`.
        source: name of the file, for messages.
        written: how the columns were called, for messages; as in the frame if None.
        foreign: whether a reader of another format put the values into our words.
    """

    frame: pl.DataFrame
    owner: str
    source: str | None = None
    written: Written | None = None
    foreign: bool = False
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    mistyped: set[str] = field(default_factory=set)

    def has(self, *names: str) -> bool:
        """Whether all these columns are there."""
        return set(names) <= set(self.frame.columns)

    def report(self, entry: ErrorEntry, wrong: pl.Series, *, column: str | None = None, **values: Any) -> None:  # noqa: ANN401
        """Add a problem of single rows: its place is the first of them, its count is all of them.

        Args:
            entry: the error; its sentence begins with `{place}`.
            wrong: which rows are concerned.
            column: the column that is wrong, if it is one.
            **values: the other values of the sentence.
        """
        noun = "line" if LINE in self.frame.columns else "row"
        numbers = self.frame[LINE] if noun == "line" else pl.int_range(1, self.frame.height + 1, eager=True)
        places = numbers.filter(wrong).unique(maintain_order=True)  # a line can give several rows
        where = [self.source, f"{noun} {places[0]}", f"column {column}" if column else None]
        self.problems.append(
            entry.problem(
                place=", ".join(filter(None, where)),
                wrong=len(places),
                total=counted(numbers.n_unique(), noun),
                places=listed_places(noun, places.head(_EXAMPLES + 1)),
                **values,
            )
        )


def listed_places(noun: str, places: Iterable[object]) -> str:
    """The first places in words: `line 3`, `lines 3, 5, 8, ...`."""
    shown = [str(place) for place in places]
    more = ", ..." if len(shown) > _EXAMPLES else ""
    return f"{noun}{'s' if len(shown) > 1 else ''} {', '.join(shown[:_EXAMPLES])}{more}"


def check_columns(state: Checked, columns: Sequence[Column], *, extra_texts: bool = False) -> None:
    """Missing columns, those that have a default, and unknown ones."""
    present = [name for name in state.frame.columns if name != LINE]
    absent = [column for column in columns if column.name not in present]
    if any(column.presence == "required" for column in absent):
        _report_missing(state, absent, present)
    for column in absent:
        if column.presence == "expected":
            value = pl.lit(column.default, dtype=_DTYPES[column.type]).alias(column.name)
            state.frame = state.frame.with_columns(value)
            state.findings.append(_absent_column(state, column))
    known = {column.name for column in columns}
    unknown = [name for name in present if name not in known]
    if unknown and not extra_texts:
        # Of the columns themselves: `drop` copies the rows of a file that was read in blocks.
        state.frame = pl.DataFrame([column for column in state.frame.iter_columns() if column.name not in unknown])
        state.findings.append(
            problems.UNUSED_COLUMNS(columns=unknown, source=state.source, _n=len(unknown), _owner=state.owner)
        )


def _report_missing(state: Checked, absent: Sequence[Column], present: Sequence[str]) -> None:
    """Every required column that is missing, with the complete line to type where it is clear what is meant."""
    written = state.written or Written(tuple(present))
    meant = suggestions([column for column in absent if column.presence != "optional"], state.frame.select(present))
    line = written_mapping({**written.columns, **meant})
    for column in absent:
        if column.presence != "required":
            continue
        entry = problems.MISNAMED_COLUMN if column.name in meant else problems.MISSING_COLUMN
        problem = entry.problem(
            source=state.source or state.owner,
            owner=state.owner,
            column=column.name,
            meaning=column.meaning,
            found=written.names or ["none"],
            near=meant.get(column.name),
            line=line,
        )
        state.problems.append(problem)


def _absent_column(state: Checked, column: Column) -> Finding:
    entry = problems.DEFAULT_VALUES if column.default else problems.UNKNOWN_VALUES
    return entry(column=column.name, source=state.source, _meaning=column.meaning, _default=column.default)


def check_types(state: Checked, columns: Sequence[Column]) -> None:
    """Blanks around names go, empty text becomes missing, values of another type are reported; all get their type."""
    stripped: dict[str, int] = {}
    for column in columns:
        if column.name not in state.frame.columns:
            continue
        given = _plain(state.frame[column.name], as_text=column.type == "text")
        if column.type == "text" and not column.verbatim and given.dtype == pl.String:
            given, stripped[column.name] = _without_blanks(given)
        if not (given.dtype == pl.String or given.dtype.is_numeric()):
            typed = pl.Series([None], dtype=_DTYPES[column.type]).new_from_index(0, len(given))
        else:
            typed = given if column.type == "text" else _numbers(given, whole=column.type == "integer")
        state.frame = state.frame.with_columns(typed.alias(column.name))
        wrong = typed.is_null() & given.is_not_null()
        if wrong.any():
            _report_type(state, column, given, wrong)
    names = [name for name, values in stripped.items() if values]
    if names:
        values = sum(stripped.values())
        state.findings.append(problems.STRIPPED_BLANKS(columns=names, values=values, source=state.source))


def _without_blanks(text: pl.Series) -> tuple[pl.Series, int]:
    """Names without blanks at their ends, and how many had any; a name of nothing but blanks is missing."""
    plain = text.str.strip_chars()
    changed = int((plain != text).sum())
    return (plain.set(plain == "", None) if changed else text), changed


def _plain(series: pl.Series, *, as_text: bool) -> pl.Series:
    """Values as numbers or text, empty text as missing; what has no text stays what it is and is refused."""
    if not has_text(series.dtype) or (series.dtype.is_numeric() and not as_text):
        return series
    if series.dtype.is_float() and ((series == series.floor()) & (series.abs() < _EXACT_FLOATS)).all():
        series = series.cast(pl.Int64)  # whole numbers that another library made floats for the sake of a missing one
    text = series if series.dtype == pl.String else series.cast(pl.String)
    if not as_text:
        text = text.str.strip_chars()
    blank = text == ""
    return text.set(blank, None) if blank.any() else text


def _numbers(given: pl.Series, *, whole: bool) -> pl.Series:
    """Numbers, missing where a value is none. Whole ones do not go through floats, which cannot hold them all."""
    if not whole:
        return given.cast(pl.Float64, strict=False)
    if given.dtype.is_integer():
        return given.cast(pl.Int64, strict=False)
    floats = given.cast(pl.Float64, strict=False)
    whole_floats = floats.set(((floats != floats.floor()) | ~floats.is_finite()).fill_null(value=False), None)
    rounded = whole_floats.cast(pl.Int64, strict=False)  # 3.0 is a whole number too
    return given.cast(pl.Int64, strict=False).fill_null(rounded) if given.dtype == pl.String else rounded


def _report_type(state: Checked, column: Column, given: pl.Series, wrong: pl.Series) -> None:
    state.mistyped.add(column.name)
    state.report(
        problems.WRONG_TYPE,
        wrong,
        column=column.name,
        value=_first(given, wrong),
        noun=_NOUNS[column.type],
        meaning=column.meaning,
        nullable=column.nullable,
    )


def _first(series: pl.Series, wrong: pl.Series) -> object:
    value = series.filter(wrong)[0]
    return value.to_list() if isinstance(value, pl.Series) else value


def check_values(state: Checked, columns: Sequence[Column]) -> None:
    """Missing values where one is needed, values outside a fixed set, numbers that are not finite."""
    for column in columns:
        if column.name not in state.frame.columns:
            continue
        series = state.frame[column.name]
        if not column.nullable and column.name not in state.mistyped:
            _check_present(state, column, series)
        if column.choices:
            _check_choices(state, column, column.choices, series)
        if column.type == "number":
            _check_finite(state, column, series)


def _check_present(state: Checked, column: Column, series: pl.Series) -> None:
    if series.null_count():
        state.report(problems.MISSING_VALUE, series.is_null(), column=column.name, meaning=column.meaning)


def _check_choices(state: Checked, column: Column, choices: Sequence[str], series: pl.Series) -> None:
    wrong = (~series.is_in(list(choices))).fill_null(value=False)
    if not wrong.any():
        return
    values = series.filter(wrong).unique(maintain_order=True)
    state.report(
        problems.NOT_ALLOWED,
        wrong,
        column=column.name,
        values=values.to_list(),
        shown=", ".join(quoted(value) for value in values.head(_EXAMPLES))
        + (", ..." if len(values) > _EXAMPLES else ""),
        allowed=", ".join(choices),
        near=nearest(str(values[0])[:60], choices),
    )


def _check_finite(state: Checked, column: Column, series: pl.Series) -> None:
    finite = series.is_finite()
    for entry, wrong in (
        (problems.NOT_FINITE, (~finite).fill_null(value=False)),
        (problems.TOO_LARGE, (finite & (series.abs() > LARGEST)).fill_null(value=False)),
    ):
        if wrong.any():
            state.report(
                entry,
                wrong,
                column=column.name,
                value=series.filter(wrong)[0],
                most=LARGEST,
                meaning=column.meaning,
                nullable=column.nullable,
            )


def check_unique(state: Checked, key: Sequence[str], entry: ErrorEntry, *, only: pl.Expr | None = None) -> None:
    """The same key twice.

    Args:
        state: the rows.
        key: the columns that make a row what it is; those that are missing do not count.
        entry: the error.
        only: limits the check to some rows by columns of the key, such as those that say who judged.
    """
    columns = [name for name in key if name in state.frame.columns]
    rows = pl.DataFrame([state.frame[name] for name in columns])  # no copy, which a query would make
    meant = None if only is None else rows.select(only.alias("only"))["only"]
    # Hashes first: comparing seven text columns of a million rows takes a second, hashing them a tenth.
    hashes = pl.concat([some.hash_rows() for some in rows.iter_slices(_SLICE)] or [rows.hash_rows()])
    if meant is not None and not meant.all():
        hashes = hashes.filter(meant)
    if hashes.n_unique() == len(hashes):
        return
    twice = rows.is_duplicated()
    if meant is not None:
        twice = twice & meant
    if not twice.any():
        return
    first = state.frame.row(twice.arg_true()[0], named=True)
    shown = ", ".join(f"{name} {quoted(first[name])}" for name in columns if first[name] is not None)
    state.report(entry, twice, shown=shown, key=", ".join(columns))
