from __future__ import annotations

import csv
import io

import pytest

from adjudge.reporting.csv_files import ranking_csv, table_csv
from adjudge.reporting.ranking_tables import compare_rankings
from tests.unit.reporting.builder import HOSTILE, compared, cycle, optimum, ranking


def _rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_missing_numbers_are_empty_and_others_exact():
    rows = _rows(ranking_csv(ranking([["A"], ["B"]], raw=False)))

    assert [row["raw"] for row in rows] == ["", ""]
    assert [row["z"] for row in rows] == ["0.5", "-0.5"]


def test_names_are_kept_exactly():
    names = [*HOSTILE, 'say "x", y', "line\nbreak"]

    assert [row["system"] for row in _rows(ranking_csv(ranking([names])))] == names


@pytest.mark.parametrize(
    ("known", "low", "high"),
    [(optimum(), ["1", "1", "1"], ["3", "3", "3"]), (optimum(places=None), ["", "", ""], ["", "", ""])],
)
def test_an_exact_order_keeps_its_rank_and_adds_the_places_if_they_were_decided(known, low, high):
    rows = _rows(ranking_csv(cycle(optimum=known)))

    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    assert ([row["place_low"] for row in rows], [row["place_high"] for row in rows]) == (low, high)
    assert [row["cycle"] for row in rows] == ["1", "1", "1"]


def test_other_orders_have_no_places():
    assert "place_low" not in _rows(ranking_csv(compared([["a"]], method="bojar")))[0]


def test_columns_of_several_rankings_have_different_names():
    table = compare_rankings({"one": ranking([["A"]]), "two": ranking([["A"]])})

    assert table_csv(table).splitlines() == [
        "system,one,one range low,one range high,two,two range low,two range high",
        "A,1,1,1,1,1,1",
    ]
