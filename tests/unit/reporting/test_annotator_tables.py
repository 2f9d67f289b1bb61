"""Tables of annotators: what they print, and what they leave out."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.reporting.annotators import agreement_tables, profile_tables
from tests.builders import ratings


@pytest.fixture(scope="module")
def result():
    # anna keeps to the quarters of the scale; ben is ten points higher, but never above 100.
    scores = [0.0, 25, 50, 75, 100, 25, 50, 75, 50, 25, 75, 50] * 4
    rows = [
        {
            "annotator": who,
            "session": who,
            "system": f"system-{i % 2}",
            "document": f"document-{i // 6}",
            "segment": str(i % 6),
            "score": min(100.0, score + 10 * (who == "ben") + (i % 7) * (who == "ben")),
        }
        for who in ("anna", "ben")
        for i, score in enumerate(scores)
    ]
    return adjudge.annotators(ratings(rows), draws=100)


def cells(table, name):
    """Cells of the row of an annotator, by heading."""
    [row] = [row for row in table.rows if row[0] == name]
    return dict(zip((heading.text for heading in table.headings), row, strict=True))


def test_the_table_of_scale_use_names_ticks_and_clusters(result):
    anna = cells(profile_tables.scale_use_table(result), "anna")
    assert (anna["ratings"], anna["unique"], anna["min"], anna["max"]) == ("48", "5", "0", "100")
    assert anna["near ticks"] == "100% (29%)"
    assert anna["ticks"] == "quarters: 0, 25, 50, 75, 100"
    # Up to 16 points above a quarter: no ticks, but clusters no wider than 6 points.
    assert cells(profile_tables.scale_use_table(result), "ben")["ticks"] == "own: 10-15, 35-41, 60-66, 85-91, 100"


def test_columns_that_nobody_has_are_left_out(result):
    headings = [heading.text for heading in profile_tables.work_table(result).headings]
    assert headings == ["annotator", "shared", "r others", "leniency", "infit"]
    alone = result.to_dict() | {"annotators": result.to_dict()["annotators"][:1]}
    for part in ("others", "leniency", "fit"):
        alone["annotators"][0][part] = None
    assert profile_tables.work_table(adjudge.AnnotatorsResult.from_dict(alone)).rows == ()


def test_coefficients_and_correlations_have_a_row_each(result):
    table = agreement_tables.coefficients_table(result)
    titles = [one.title for one in result.agreement.coefficients]
    # Every output was rated twice.
    assert [row[0] for row in table.rows] == ["ICC(2,k), k = 2" if one == "ICC(2,k)" else one for one in titles]
    extremes = agreement_tables.extremes_table(result)
    assert [row[0] for row in extremes.rows] == ["Spearman's rho", "Pearson's r", "Kendall's tau-c"]
    assert {row[7] for row in extremes.rows} == {"anna / ben"}
    [pair] = agreement_tables.pairs_table(result).rows
    assert pair[:3] == ("anna", "ben", "48")


def test_there_is_no_table_without_calibration_set(result):
    assert agreement_tables.calibration_table(result).rows == ()


def test_names_are_printable(result):
    data = result.to_dict()
    data["annotators"][0]["annotator"] = "anna\x1b[31m"
    table = profile_tables.scale_use_table(adjudge.AnnotatorsResult.from_dict(data))
    assert "\x1b" not in table.rows[0][0]


def test_p_values_are_short():
    assert [agreement_tables.p_value(p) for p in (None, 0.0004, 0.05, 1.0)] == ["—", "<.001", "0.05", "1.00"]


def test_the_frame_holds_what_the_tables_round(result):
    frame = result.to_frame().filter(pl.col("annotator") == "anna")
    assert frame["mean"].item() == pytest.approx(50)
    assert frame["ticks"].item() == "quarters"
