"""Checks of a frame against the definition of its table.

Every check returns what it found instead of raising, so that a caller can list all problems at once.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from adjudge.core.columns import LINE, Column
from adjudge.core.errors import Problem, one_of
from adjudge.core.findings import Finding

_EXAMPLES = 3
_DTYPES: dict[str, pl.DataType] = {"text": pl.String(), "number": pl.Float64(), "integer": pl.Int64()}


@dataclass
class Checked:
    """A frame on its way through the checks, with what they found so far."""

    frame: pl.DataFrame
    owner: str
    source: str | None = None
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def place(self, wrong: pl.Series) -> str:
        """Where the first wrong row is: `ratings.csv, line 17`."""
        first = wrong.arg_true()[0]
        where = f"line {self.frame[LINE][first]}" if LINE in self.frame.columns else f"row {first + 1}"
        return f"{self.source}, {where}" if self.source else where

    def count(self, wrong: pl.Series) -> str:
        """How many rows are wrong, and which ones come first."""
        rows = wrong.arg_true()
        in_file = LINE in self.frame.columns
        shown = rows.head(_EXAMPLES)
        numbers = self.frame[LINE].gather(shown) if in_file else shown + 1
        noun = "line" if in_file else "row"
        places = ", ".join(str(n) for n in numbers) + (", ..." if len(rows) > _EXAMPLES else "")
        return f"{len(rows):,} of {one_of(self.frame.height, 'row')} ({noun} {places})"


def check_columns(state: Checked, columns: Sequence[Column], *, extra_texts: bool = False) -> None:
    """Missing columns, absent ones that have a default, and unknown ones."""
    present = state.frame.columns
    for column in columns:
        if column.name in present:
            continue
        if column.presence == "required":
            state.problems.append(_missing_column(state, column, [c.name for c in columns]))
        elif column.presence == "expected":
            state.frame = state.frame.with_columns(_default(column))
            state.findings.append(_absent_column(state, column))
    known = {column.name for column in columns} | {LINE}
    unknown = [name for name in present if name not in known]
    if unknown and not extra_texts:
        state.frame = state.frame.drop(unknown)
        state.findings.append(
            Finding(
                "AJ101",
                "note",
                f"{one_of(len(unknown), 'column')} that {state.owner} do not have left out: {', '.join(unknown)}.",
                {"columns": unknown, "source": state.source},
            )
        )


def _default(column: Column) -> pl.Expr:
    return pl.lit(column.default, dtype=_DTYPES[column.type]).alias(column.name)


def _missing_column(state: Checked, column: Column, known: Sequence[str]) -> Problem:
    near = difflib.get_close_matches(column.name, [c for c in state.frame.columns if c not in known], 1, 0.5)
    hint = f"rename the column '{near[0]}'" if near else f"add a column '{column.name}' ({column.meaning})"
    found = ", ".join(c for c in state.frame.columns if c != LINE) or "none"
    return Problem(
        "AJ010",
        f"{state.source or state.owner}: column '{column.name}' is absent; columns found: {found}",
        f"{state.owner} with a column '{column.name}'",
        "1 column",
        hint,
    )


def _absent_column(state: Checked, column: Column) -> Finding:
    meaning = f"every row is taken as '{column.default}'" if column.default else "its values are unknown"
    return Finding(
        "AJ102",
        "note",
        f"There is no column '{column.name}' ({column.meaning}): {meaning}.",
        {"column": column.name, "source": state.source},
    )


def check_types(state: Checked, columns: Sequence[Column]) -> None:
    """Empty text becomes missing; text that should be a number is reported; everything gets its type."""
    for column in columns:
        if column.name not in state.frame.columns:
            continue
        series = state.frame[column.name]
        if column.type == "text":
            state.frame = state.frame.with_columns(_as_text(series))
        else:
            _to_number(state, column, series)


def _as_text(series: pl.Series) -> pl.Series:
    text = series if series.dtype == pl.String else series.cast(pl.String)
    blank = text == ""
    return text.set(blank, None) if blank.any() else text


def _to_number(state: Checked, column: Column, series: pl.Series) -> None:
    if series.dtype in (pl.String, pl.Categorical) or isinstance(series.dtype, pl.Enum):
        text = _as_text(series.cast(pl.String).str.strip_chars())
        number = text.cast(pl.Float64, strict=False)
        wrong = number.is_null() & text.is_not_null()
    else:
        number = series.cast(pl.Float64, strict=False)
        text = series.cast(pl.String, strict=False)
        wrong = number.is_null() & series.is_not_null()
    if column.type == "integer":
        wrong = wrong | ((number != number.floor()) | ~number.is_finite()).fill_null(value=False)
        number = number.set(wrong, None).cast(pl.Int64, strict=False)
    if wrong.any():
        noun = "a whole number" if column.type == "integer" else "a number"
        state.problems.append(
            Problem(
                "AJ012",
                f"{state.place(wrong)}, column {column.name}: {_quote(text.filter(wrong)[0])} is not {noun}",
                f"{noun} ({column.meaning})",
                state.count(wrong),
                "correct these values, or leave them empty if they are unknown"
                if column.nullable
                else "correct these values",
            )
        )
    state.frame = state.frame.with_columns(number.alias(column.name))


def check_values(state: Checked, columns: Sequence[Column]) -> None:
    """Missing values where one is needed, values outside a fixed set, numbers that are not finite."""
    for column in columns:
        if column.name not in state.frame.columns:
            continue
        series = state.frame[column.name]
        if not column.nullable and series.null_count() and not _reported(state, column):
            wrong = series.is_null()
            state.problems.append(
                Problem(
                    "AJ015",
                    f"{state.place(wrong)}, column {column.name}: the value is missing",
                    f"a value in every row ({column.meaning})",
                    state.count(wrong),
                    "fill in these values or remove the rows",
                )
            )
        if column.choices:
            _check_choices(state, column, series)
        if series.dtype == pl.Float64:
            _check_finite(state, column, series)


def _reported(state: Checked, column: Column) -> bool:
    """Whether the column's values were turned to null because they are wrong, which is told already."""
    return any(f"column {column.name}:" in problem.what for problem in state.problems)


def _check_choices(state: Checked, column: Column, series: pl.Series) -> None:
    allowed = column.choices or ()
    wrong = (~series.is_in(list(allowed))).fill_null(value=False)
    if not wrong.any():
        return
    values = series.filter(wrong).unique(maintain_order=True).to_list()
    near = difflib.get_close_matches(str(values[0]).lower(), allowed, 1)
    shown = ", ".join(_quote(v) for v in values[:_EXAMPLES]) + (", ..." if len(values) > _EXAMPLES else "")
    state.problems.append(
        Problem(
            "AJ014",
            f"{state.place(wrong)}, column {column.name}: {shown} is not a known {column.name}",
            f"one of {', '.join(allowed)}",
            f"{state.count(wrong)}; {one_of(len(values), 'distinct value')}",
            f"did you mean '{near[0]}'? Correct the values" if near else "correct the values",
        )
    )


def _check_finite(state: Checked, column: Column, series: pl.Series) -> None:
    wrong = (~series.is_finite()).fill_null(value=False)
    if wrong.any():
        state.problems.append(
            Problem(
                "AJ013",
                f"{state.place(wrong)}, column {column.name}: {series.filter(wrong)[0]} is not a finite number",
                f"a finite number ({column.meaning}); an empty field if it is unknown",
                state.count(wrong),
                "correct these values or leave them empty",
            )
        )


def check_unique(state: Checked, key: Sequence[str], *, only: pl.Expr | None = None, todo: str) -> None:
    """The same key twice. `only` limits the check to rows whose key says who judged."""
    columns = [name for name in key if name in state.frame.columns]
    rows = state.frame if only is None else state.frame.filter(only)
    # Hashes first: comparing seven text columns of a million rows takes a second, hashing them a tenth.
    if rows.select(columns).hash_rows().n_unique() == rows.height:
        return
    twice = state.frame.select(columns).is_duplicated()
    if only is not None:
        twice = twice & state.frame.select(only.alias("only"))["only"]
    if not twice.any():
        return
    first = state.frame.row(twice.arg_true()[0], named=True)
    shown = ", ".join(f"{name} {first[name]}" for name in columns if first[name] is not None)
    state.problems.append(
        Problem(
            "AJ016",
            f"{state.place(twice)}: the same judgement occurs more than once ({shown})",
            f"one row for each combination of {', '.join(columns)}",
            state.count(twice),
            todo,
        )
    )


def _quote(value: object) -> str:
    """A value for a message, cut so that a message stays a message."""
    text = str(value)
    limit = 60
    return repr(text) if len(text) <= limit else repr(text[:limit]) + f"... ({len(text):,} characters)"
