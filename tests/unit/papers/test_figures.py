"""When a figure is equal, explained or different, and what a result tells about it."""

from __future__ import annotations

import pytest

from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, absent, compare


@pytest.mark.parametrize(
    ("published", "computed", "tolerance", "equal"),
    [
        (0.170, 0.17042, Tolerance(digits=3), True),
        (0.170, 0.17052, Tolerance(digits=3), False),
        (0.0, -0.004, Tolerance(digits=1), True),
        (73, 73.81, Tolerance(digits=0), False),
        (73, 73.49, Tolerance(digits=0), True),
        (1.0, 1.0000009, Tolerance(within=1e-6), True),
        (1.0, 1.0000011, Tolerance(within=1e-6), False),
        (1e-80, 1e-80 * (1 + 1e-10), Tolerance(relative=1e-9), True),
        (1e-80, 2e-80, Tolerance(relative=1e-9), False),
        (7, 7, Tolerance(), True),
        (7, 8, Tolerance(), False),
        ("SRPOL", "SRPOL", Tolerance(), True),
        ("SRPOL", "NRC", Tolerance(), False),
        (True, True, Tolerance(), True),
        (True, False, Tolerance(), False),
        (True, 1, Tolerance(), False),
        (0.1, None, Tolerance(digits=1), False),
        (0.0, None, Tolerance(digits=1), False),
        (1.0, float("nan"), Tolerance(digits=1), False),
        (1.0, float("nan"), Tolerance(within=1), False),
    ],
)
def test_a_figure_is_equal_within_its_tolerance(published, computed, tolerance, equal):
    figure = compare("Table 1", "a", published, computed, tolerance)
    assert figure.status == ("equal" if equal else "different")
    assert (figure.published, figure.computed) == (published, computed)


def test_a_slip_explains_its_own_value_and_no_other():
    slip = Slip(1.969, "truncated", Tolerance(digits=3))
    rows = [compare("t", "f", 1.96, value, Tolerance(digits=2), slip=slip) for value in (1.9688, 1.9651, 1.963)]
    assert [row.status for row in rows] == ["explained", "different", "equal"]
    assert [row.reason for row in rows] == ["truncated", None, None]


@pytest.fixture
def result():
    return ReproductionResult.of(
        "toy",
        [
            compare("Table 1", "a", 1, 1),
            compare("Table 2", "b", 1.25, 1.5),
            compare("Table 1", "c", True, False, slip=Slip(computed=False, reason="known")),
            absent("Table 2", "d", None, "nobody has it"),
        ],
    )


def test_the_dictionary_has_the_keys_of_the_contract(result):
    data = result.to_dict()
    assert list(data) == ["paper", "figures", "equal", "explained", "unexplained", "rows"]
    assert [data[key] for key in list(data)[:5]] == ["toy", 4, 1, 1, 1]
    assert list(data["rows"][0]) == ["table", "figure", "published", "computed", "status", "reason"]
    assert [row["status"] for row in data["rows"]] == ["equal", "different", "explained", "absent"]
    assert [Figure(**row) for row in data["rows"]] == list(result.rows)


def test_absent_figures_are_not_unexplained(result):
    assert result.summary() == "4 figures: 1 equal, 1 explained, 1 unexplained, 1 absent"
    assert result.unexplained == 1


def test_the_frame_has_one_row_per_figure(result):
    frame = result.to_frame()
    assert frame.columns == ["table", "figure", "published", "computed", "status", "reason"]
    assert frame["published"].to_list() == ["1", "1.25", "true", None]
    assert frame["computed"].to_list() == ["1", "1.5", "false", None]


def test_tables_keep_the_order_of_the_paper(result):
    assert result.tables == ["Table 1", "Table 2"]
    assert [row.figure for row in result.of_table("Table 1")] == ["a", "c"]
    assert str(result.signature).startswith("paper:toy|v:")
