"""Documents of the official WMT22 files, which leave them out, recovered from what was shown together.

The counts, and that all groups are runs of consecutive segments, were found by a script apart from this project.
"""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.scoring.known_documents import recover_documents


@pytest.mark.parametrize(("pair", "documents", "sizes"), [("zhen", 256, (1, 30)), ("csen", 137, (4, 29))])
def test_what_was_shown_together_are_runs_of_segments(data_file, pair, documents, sizes):
    folder = data_file("wmt22-toen-mturk")
    files = (folder / f"ad-{pair}-good-stnd-redup.csv.gz", folder / f"ad-{pair}-trk-mean-sd.txt")
    frame = adjudge.read(*files).frame
    assert frame["document"].null_count() == frame.height
    rows = recover_documents(frame, ("system", "repeat"))
    groups = rows.frame.select("document", pl.col("segment").cast(pl.Int64)).unique().group_by("document")
    found = groups.agg(low=pl.col("segment").min(), high=pl.col("segment").max(), n=pl.len())
    assert found.height == documents
    assert (found["high"] - found["low"] + 1 == found["n"]).all()
    assert (found["n"].min(), found["n"].max()) == sizes
    assert [finding.code for finding in rows.findings] == ["AJ227"]
