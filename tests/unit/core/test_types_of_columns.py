"""Every type of polars in every column of every table is taken, or refused in a sentence."""

from __future__ import annotations

import contextlib
import datetime as dt
from decimal import Decimal

import polars as pl
import pytest

from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError, TableError
from adjudge.core.tables import Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts

NUMBERS = (
    *(pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.Int128, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64),
    *(pl.Float32, pl.Float64),
)
VALUES = {
    **{str(dtype): pl.Series([1, 2], dtype=dtype) for dtype in NUMBERS},
    "huge": pl.Series([1, 2**100], dtype=pl.Int128),
    "nan": pl.Series([float("nan"), float("inf")]),
    "null": pl.Series([None, None]),
    "boolean": pl.Series([True, False]),
    "decimal": pl.Series([Decimal("1.5"), Decimal("2.5")]),
    "date": pl.Series([dt.date(2020, 1, 1)] * 2),
    "datetime": pl.Series([dt.datetime(2020, 1, 1, tzinfo=dt.UTC)] * 2),
    "time": pl.Series([dt.time(1)] * 2),
    "duration": pl.Series([dt.timedelta(1)] * 2),
    "no duration": pl.Series([None, None], dtype=pl.Duration),
    "binary": pl.Series([b"a", b"b"]),
    "categorical": pl.Series(["a", "1"], dtype=pl.Categorical),
    "enum": pl.Series(["a", "b"], dtype=pl.Enum(["a", "b"])),
    "list": pl.Series([[1], [2]]),
    "array": pl.Series([[1], [2]], dtype=pl.Array(pl.Int64, 1)),
    "struct": pl.Series([{"a": 1}, {"a": 2}]),
    "object": pl.Series([object(), object()], dtype=pl.Object),
    "no object": pl.Series([None, None], dtype=pl.Object),
    "string": pl.Series(["x", "y"]),
}
TABLES: tuple[type[Table], ...] = (Ratings, Comparisons, PairCounts, Spans, MetricScores, Texts, Batches)


def usual(column: Column) -> pl.Series:
    if column.name == "scale":
        return pl.Series(["0..100"] * 2)
    if column.choices:
        return pl.Series([column.choices[0]] * 2)
    return {"text": pl.Series(["p", "q"]), "number": pl.Series([1.0, 2.0]), "integer": pl.Series([1, 2])}[column.type]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("dtype", VALUES)
def test_every_type_in_every_column(table: type[Table], dtype: str) -> None:
    rows = {column.name: usual(column) for column in table.columns}
    for name in (*rows, *(["an output"] if table is Texts else [])):
        with contextlib.suppress(AdjudgeError):
            table.check(pl.DataFrame({**rows, name: VALUES[dtype]}))


def test_a_span_of_time_is_no_moment() -> None:
    rows = {"system": ["A", "B"], "segment": ["1", "1"], "score": [1.0, 2.0], "started": VALUES["duration"]}
    with pytest.raises(TableError, match=r"AJ012 .*started"):
        Ratings.check(pl.DataFrame(rows))
