"""What is written is read back without loss: every table in every format of ours, with texts of any kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts
from adjudge.io.own.tables import TABLES
from adjudge.io.reading import read_file
from adjudge.io.writing import write

ENDINGS = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet")
NAMES = {column.name for table in TABLES for column in table.columns}

#: Texts of every kind but NUL, which CSV cannot carry. Empty text means missing.
awkward = st.sampled_from(
    [
        *(
            " ",
            "\t",
            "\n",
            "\r",
            "\r\n",
            '"',
            '""',
            ",",
            ' "',
            "\ufeff",
            "\u2028",
            "e\u0301",
            "\U0001f469\u200d\U0001f52c",
        )
    ]
)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8)
like_values = st.sampled_from(["NA", "null", "nan", "1e5", "-", "None", "True"])
texts = awkward | words | like_values | st.tuples(awkward, words, awkward).map("".join)
#: Blanks around a name are no part of it, and a name of blanks is missing; texts are kept to the letter.
names = texts.filter(lambda name: bool(name.strip()))
system_names = texts.filter(lambda name: name.strip().lower() not in NAMES and name != "_line")
#: Larger numbers are refused, because sums of their powers are none any more.
finite = st.floats(-1e30, 1e30)
integers = st.integers(-(2**63), 2**63 - 1)


def values(column: Column) -> st.SearchStrategy[Any]:
    """Any value that a column may hold."""
    if column.choices:
        some: st.SearchStrategy[Any] = st.sampled_from(column.choices)
    else:
        some = {"text": texts if column.verbatim else names, "number": finite, "integer": integers}[column.type]
    return st.none() | some if column.nullable else some


def legal(table: type[Table], row: dict[str, Any], place: int) -> dict[str, Any]:
    """The row with the least changes that the rules of its table ask for."""
    if table is Ratings:
        row |= {"segment": f"{row['segment']}{place}", "scale": "z"}
    elif table is Comparisons:
        row |= {"system_b": row["system_a"] + "b"}
        row |= {"weight": min(max(abs(row["weight"]), 1e-15), 1e15)} if row.get("weight") is not None else {}
    elif table is PairCounts:
        row |= {"system_b": f"{row['system_a']}{place}"}
        row |= {name: abs(row[name]) % 2**40 for name in ("wins_a", "ties", "wins_b")}
    elif table is Spans:
        start = abs(row.get("start") or 0) % 2**40
        row |= {"start": start, "end": start + place} if place else {"start": None, "end": None}
    elif table is MetricScores or table is Texts:
        row |= {"segment": f"{row.get('segment')}{place}"}
    elif table is Batches:
        row |= {"position": place}
    return row


@st.composite
def tables(draw: st.DrawFn, kind: type[Table]) -> Table:
    columns = [c for c in kind.columns if c.presence == "required" or draw(st.booleans())]
    outputs = draw(st.lists(system_names, unique=True, max_size=3)) if kind is Texts else []
    strategies = {column.name: values(column) for column in columns} | {name: st.none() | texts for name in outputs}
    rows = draw(st.lists(st.fixed_dictionaries(strategies), min_size=1, max_size=4))
    rows = [legal(kind, row, place) for place, row in enumerate(rows)]
    types: dict[str, Any] = {"text": pl.String, "number": pl.Float64, "integer": pl.Int64}
    by_name = {column.name: types[column.type] for column in kind.columns}
    schema = {name: by_name.get(name, pl.String) for name in rows[0]}
    return kind.check(pl.DataFrame(rows, schema=schema))


def held(table: Table) -> pl.DataFrame:
    """The frame without columns that hold nothing: a file need not name them."""
    required = {column.name for column in table.columns if column.presence == "required"}
    known = {column.name for column in table.columns}
    empty = [n for n in table.frame.columns if n in known - required and table.frame[n].is_null().all()]
    return table.frame.drop(empty)


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_table_survives_every_kind_of_file(kind: type[Table], data: st.DataObject, tmp_path: Path) -> None:
    table = data.draw(tables(kind))
    for ending in ENDINGS:
        write(table, tmp_path / f"table{ending}")
        (back,) = read_file(tmp_path / f"table{ending}").tables
        assert type(back) is kind
        assert held(back).equals(held(table)), ending
        assert held(back).schema == held(table).schema


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_table_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    table = Ratings.check(pl.DataFrame({"system": ["A"], "segment": ["1"], "score": [0.1]}))
    for name in ("one", "two"):
        write(table, tmp_path / f"{name}{ending}")
    assert (tmp_path / f"one{ending}").read_bytes() == (tmp_path / f"two{ending}").read_bytes()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_score_that_nobody_gave_is_still_a_column(ending: str, tmp_path: Path) -> None:
    table = Ratings.check(pl.DataFrame({"system": ["A", "B"], "segment": ["1", "1"], "score": [None, None]}))
    write(table, tmp_path / f"table{ending}")
    back = read_file(tmp_path / f"table{ending}").tables[0]
    assert back.frame["score"].to_list() == [None, None]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_system_without_outputs_keeps_its_column(ending: str, tmp_path: Path) -> None:
    table = Texts.check(
        pl.DataFrame({"segment": ["1", "2"], "source": ["a", "b"], "A": ["x", None], "B": [None, None]})
    )
    write(table, tmp_path / f"table{ending}")
    back = read_file(tmp_path / f"table{ending}").tables[0]
    assert isinstance(back, Texts)
    assert back.systems == ["A", "B"]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", ["Document", " document", "score"])
def test_a_system_called_like_a_column_is_refused_before_it_is_lost(name: str, ending: str, tmp_path: Path) -> None:
    table = Texts.check(pl.DataFrame({"segment": ["1"], "source": ["a"], name: ["x"], "system": ["y"]}))
    with pytest.raises(AdjudgeError) as caught:
        write(table, tmp_path / f"table{ending}")
    assert [problem.code for problem in caught.value.problems] == ["AJ022"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["Reference", " reference ", "DOMAIN", "_ref", "a b", "a,b", 'a"b', "a\nb", "Source"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_systems_keep_their_names(name: str, ending: str, tmp_path: Path) -> None:
    table = Texts.check(pl.DataFrame({"document": ["d"], "segment": ["1"], "source": ["a"], name: ["x"]}))
    write(table, tmp_path / f"table{ending}")
    back = read_file(tmp_path / f"table{ending}").tables[0]
    assert isinstance(back, Texts)
    assert back.systems == [name]


def test_nul_goes_into_every_format_but_csv(tmp_path: Path) -> None:
    table = Texts.check(pl.DataFrame({"segment": ["1"], "source": ["a\0b"]}))
    for ending in (".jsonl", ".parquet"):
        write(table, tmp_path / f"table{ending}")
        assert read_file(tmp_path / f"table{ending}").tables[0].frame["source"].to_list() == ["a\0b"]
    with pytest.raises(AdjudgeError) as caught:
        write(table, tmp_path / "table.csv")
    assert [problem.code for problem in caught.value.problems] == ["AJ022"]
    assert not (tmp_path / "table.csv").exists()
