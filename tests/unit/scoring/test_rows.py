"""Rows on their way collect what the steps find."""

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.scoring.rows import FilteredRows, Rows

LEFT_OUT = FindingEntry("AJ000", "note", "A toy finding.", text="{n:count row} left out.")


def _drop_first(frame):
    return FilteredRows(frame[1:], (LEFT_OUT(n=1),), left_out=1)


def test_steps_follow_each_other_and_their_findings_add_up():
    start = Rows(pl.DataFrame({"score": [1, 2, 3]}))
    end = start.then(_drop_first).then(_drop_first)
    assert end.frame["score"].to_list() == [3]
    assert [finding.text for finding in end.findings] == ["1 row left out."] * 2
    assert (start.frame.height, start.findings) == (3, ())
