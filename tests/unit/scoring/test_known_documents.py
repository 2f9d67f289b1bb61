import polars as pl
import pytest

from adjudge.core.errors import RecipeError
from adjudge.scoring.known_documents import recover_documents, require_known


def shown(showings, segments, **columns):
    rows = {
        "showing": showings,
        "segment": segments,
        "system": ["a"] * len(segments),
        "kind": ["system"] * len(segments),
    }
    frame = pl.DataFrame(
        rows | {"document": [None] * len(segments)} | columns, schema_overrides={"document": pl.String}
    )
    return frame.with_columns(annotator=pl.lit("x"), session=pl.lit("s"))


def groups_of(frame):
    return sorted(sorted(names) for names in frame.group_by("document").agg(pl.col("segment").unique())["segment"])


def test_segments_that_were_ever_shown_together_are_one_document():
    # 1 and 2 were shown together, 2 and 3 too; 4 was shown alone and twice.
    frame = shown(["p", "p", "q", "q", "r", "t", "u", "u"], ["1", "2", "2", "3", "4", "4", "5", "6"])
    rows = recover_documents(frame, ("system", "repeat"))
    assert groups_of(rows.frame) == [["1", "2", "3"], ["4"], ["5", "6"]]
    assert rows.findings[0].numbers == {"documents": 3, "segments": 6}


def test_ids_of_showings_are_unique_within_session_and_system_only():
    frame = shown(["1", "1", "1", "1"], ["1", "2", "3", "4"]).with_columns(session=pl.Series(["s", "s", "t", "t"]))
    assert groups_of(recover_documents(frame, ("system", "repeat")).frame) == [["1", "2"], ["3", "4"]]


@pytest.mark.parametrize(
    "frame",
    [
        shown(["p", "p"], ["1", "2"]).with_columns(document=pl.Series(["d", None])),  # some are given
        shown(["p", "q", "r"], ["1", "2", "3"]),  # nothing was shown together
        shown(["p", "p", "p", "q"], ["1", "2", "3", "4"]),  # one group holds most segments: no document
        shown(["p", "p"], ["1", "2"]).drop("showing"),
    ],
)
def test_nothing_is_recovered_where_it_would_be_a_guess(frame):
    rows = recover_documents(frame, ("system", "repeat"))
    assert rows.frame.equals(frame)
    assert rows.findings == ()


def test_controls_without_a_document_are_not_looked_at():
    frame = shown(["p"] * 4, ["1", "2", "3", "4"], kind=["system", "system", "system", "tutorial"])
    known = frame.with_columns(document=pl.when(pl.col("kind") == "system").then(pl.lit("d")))
    assert require_known(known, "document", ("system",)).frame.equals(known)


def test_few_unknown_are_left_out_and_many_refused():
    frame = shown(["p"] * 40, [str(i) for i in range(40)]).with_columns(document=pl.lit("d"))
    for unknown, refused in ((2, False), (3, True)):
        holes = frame.with_columns(document=pl.when(pl.int_range(pl.len()) >= unknown).then("document"))
        if refused:
            with pytest.raises(RecipeError, match="unknown in 3 of 40 ratings"):
                require_known(holes, "document", ("system",))
        else:
            assert require_known(holes, "document", ("system",)).frame.height == 38
