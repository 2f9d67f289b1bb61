"""Audits of composition, of documents and by pseudo-annotation take any frame, as `adjudge.check` does."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge


def rows():
    """Four sessions of three systems on documents of two segments."""
    made = [
        {"session": f"t{t}", "annotator": f"p{t % 2}", "system": s, "document": f"d{t}", "segment": str(g), "score": n}
        for t in range(4)
        for n, s in enumerate("abc", 1)
        for g in range(2)
    ]
    return pl.DataFrame(made).with_columns(pl.col("score") + pl.col("segment").cast(pl.Int64))


def metric(frame):
    outputs = frame.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_row_index("score").with_columns(pl.col("score").cast(pl.Float64), metric=pl.lit("m"))
    return adjudge.MetricScores.check(scores)


AUDITS = {
    "composition": adjudge.composition,
    "documents": adjudge.documents,
    "pseudo_annotation": lambda table, **options: adjudge.pseudo_annotation(
        table, metric(rows()), recipes=["wmt-appraise-da"], **options
    ),
}


@pytest.fixture(params=AUDITS)
def audit(request):
    return AUDITS[request.param]


def test_a_frame_gives_what_the_table_gives(audit):
    table = adjudge.Ratings.check(rows(), scale="0..5")
    assert audit(rows(), scale="0..5").to_dict() == audit(table).to_dict()


def test_a_pandas_frame_with_names_of_its_own(audit):
    pandas = pytest.importorskip("pandas")
    frame = rows().rename({"system": "engine", "session": "task"})
    given = pandas.DataFrame(frame.to_dict(as_series=False))
    found = audit(given, columns={"system": "engine", "session": "task"}, scale="0..5")
    assert found.to_dict() == audit(rows(), scale="0..5").to_dict()


def test_rows_can_be_chosen(audit):
    kept = rows().filter(pl.col("system") != "c")
    chosen = audit(rows(), scale="0..5", where="system!=c").to_dict()
    alone = audit(kept, scale="0..5").to_dict()
    numbers = [name for name in ("sessions", "systems", "cells", "rankings", "meetings") if name in alone]
    assert {name: chosen[name] for name in numbers} == {name: alone[name] for name in numbers}
    assert chosen["settings"]["where"]


def test_other_judgements_are_refused(audit):
    with pytest.raises(adjudge.AdjudgeError, match="AJ063"):
        audit(adjudge.Comparisons.check(pl.DataFrame({"system_a": ["a"], "system_b": ["b"], "winner": ["a"]})))
    with pytest.raises(adjudge.AdjudgeError):
        audit("ratings.csv")


def test_the_map_of_the_test_set_may_be_a_pandas_frame():
    pandas = pytest.importorskip("pandas")
    known = rows().select("document", "segment").unique()
    given = pandas.DataFrame(known.to_dict(as_series=False))
    assert adjudge.documents(rows(), segments=given).total == known.height
