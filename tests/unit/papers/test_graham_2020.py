"""Table 1 on a tiny file in the format of Hassan et al. 2018, whose real rows may not be distributed."""

from __future__ import annotations

import pytest

from adjudge.papers import graham_2020 as paper

# Line 502 was first written in Chinese, line 1 was not. User u: mean 60, sd 20 over five rows, the repeat included.
ROWS = """UserID,SystemID,SegmentID,Type,Score,StartTime,EndTime
u,Combo-6,502,TGT,80,1,2
u,Combo-6,1,TGT,80,2,3
u,Sogou,502,TGT,60,3,4
u,Sogou,1,TGT,40,4,5
u,Sogou,1,CHK,40,5,6
"""


@pytest.fixture
def rows(tmp_path):
    folder = tmp_path / "human-parity-2018"
    folder.mkdir()
    (folder / "Translator-HumanParityData-Meta1-Subset1.csv").write_text(ROWS)
    result = paper.reproduce(tmp_path)
    return {row.figure: row for row in result.of_table("Table 1")}


def test_averages_by_direction_leave_repeats_out_but_not_of_mean_and_sd(rows):
    assert rows["forward, z of Combo-6"].computed == pytest.approx(1.0)
    assert rows["forward, z of Sogou"].computed == pytest.approx(0.0)
    assert rows["reverse, z of Sogou"].computed == pytest.approx(-1.0)
    assert rows["both, raw of Sogou"].computed == pytest.approx(50)
    assert [rows[f"both, {name} of Sogou"].computed for name in ("n", "judgements")] == [2, 2]


def test_figures_are_compared_as_soon_as_the_file_is_there(rows):
    assert rows["forward, z of Combo-6"].status == "different"
    assert rows["forward, raw of Combo-4"].computed is None
    assert rows["forward, place 1"].computed == "Combo-6"
    assert [row.figure for row in rows.values() if row.status == "absent"] == [
        f"{part}, lines between clusters" for part in ("forward", "reverse", "both")
    ]
