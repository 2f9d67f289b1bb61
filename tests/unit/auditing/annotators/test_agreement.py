"""Agreement on comparisons: what an item is, what is left out, what is refused."""

import json

import polars as pl
import pytest

from adjudge.auditing.annotators.comparisons.agreement import AgreementResult, agreement
from adjudge.core.errors import InputError, ResultError
from adjudge.core.tables import Comparisons


def comparisons(*rows, **columns):
    """Rows of annotator, segment, first system, second system, outcome."""
    names = ["annotator", "segment", "system_a", "system_b", "outcome"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return Comparisons.check(frame.with_columns(**{name: pl.Series(values) for name, values in columns.items()}))


def counts(table, between, form="recommended"):
    row = agreement(table).row(between, form)
    return row.agree, row.comparable


def test_the_order_of_the_two_systems_matters_for_wmt_only():
    table = comparisons(("x", "1", "A", "B", "a"), ("y", "1", "B", "A", "b"), ("z", "1", "A", "B", "b"))
    assert counts(table, "inter") == (1, 3)
    assert counts(table, "inter", "wmt") == (0, 1)
    assert counts(table, "inter", "wmt-unordered") == (1, 3)


def test_a_tie_is_a_tie_in_either_order():
    table = comparisons(("x", "1", "A", "B", "tie"), ("y", "1", "B", "A", "tie"))
    assert counts(table, "inter") == (1, 1)


def test_two_judgements_of_one_annotator_are_between_annotators_for_wmt_only():
    table = comparisons(("x", "1", "A", "B", "a"), ("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "b"))
    assert counts(table, "inter") == (0, 2)
    assert counts(table, "inter", "wmt") == (1, 3)
    assert counts(table, "intra") == counts(table, "intra", "wmt") == (1, 1)


@pytest.mark.parametrize("column", ["document", "criterion", "target_lang"])
def test_equal_segment_numbers_of_different_texts_are_different_items(column):
    rows = ("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "a")
    assert counts(comparisons(*rows, **{column: ["one", "one"]}), "inter") == (1, 1)
    assert counts(comparisons(*rows, **{column: ["one", "two"]}), "inter") == (0, 0)


def test_a_text_is_the_same_item_in_every_file():
    rows = ("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "a")
    assert counts(comparisons(*rows, collection=["one", "two"]), "inter") == (1, 1)
    own = comparisons(rows[0], rows[0], collection=["one", "two"])
    assert counts(own, "inter") == (0, 0)
    assert counts(own, "intra") == (1, 1)


def test_whole_documents_have_no_segment_and_are_items():
    rows = ("x", None, "A", "B", "a"), ("y", None, "A", "B", "a")
    assert counts(comparisons(*rows, document=["d", "d"], scope=["document"] * 2), "inter") == (1, 1)


def test_rows_without_annotator_or_text_are_left_out_and_counted():
    table = comparisons(
        ("x", "1", "A", "B", "a"), (None, "1", "A", "B", "a"), ("y", None, "A", "B", "a"), ("z", "1", "A", "B", "a")
    )
    result = agreement(table)
    assert counts(table, "inter") == counts(table, "inter", "wmt") == (1, 1)
    assert [f.numbers["left_out"] for f in result.findings if f.code == "AJ201"] == [2]


@pytest.mark.parametrize("column", ["annotator", "segment"])
def test_unknown_annotators_or_segments_are_refused(column):
    table = comparisons(("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "a"))
    unknown = pl.lit(None, dtype=pl.String)
    for frame in (table.frame.with_columns(unknown.alias(column)), table.frame.drop(column)):
        with pytest.raises(InputError, match="AJ034"):
            agreement(table.with_frame(frame))


def test_the_result_is_read_back_without_loss():
    result = agreement(comparisons(("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "tie"), (None, "1", "A", "B", "a")))
    assert AgreementResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert result.to_dict()["schema"] == "adjudge.agreement/1"
    with pytest.raises(ResultError, match="AJ024"):
        AgreementResult.from_dict({"schema": "adjudge.ranking/1"})


def test_table_and_summary_tell_the_counts():
    result = agreement(comparisons(("x", "1", "A", "B", "a"), ("y", "1", "A", "B", "a"), ("z", "1", "A", "B", "b")))
    # One pair of three agrees. Nobody ties, so chance gives one half: kappa (1/3 - 1/2) / (1/2) = -1/3.
    assert result.summary() == (
        "Different annotators agree on 33.3% of 3 pairs of judgements (kappa -0.333). "
        "Annotators with themselves cannot be compared: no item has two such judgements."
    )
    assert result.to_frame().select("form", "between", "comparable").rows() == [
        ("recommended", "inter", 3),
        ("recommended", "intra", 0),
        ("wmt", "inter", 3),
        ("wmt", "intra", 0),
        ("wmt-unordered", "inter", 3),
        ("wmt-unordered", "intra", 0),
    ]


@pytest.mark.parametrize(("annotators", "pairs"), [(14, 91), (15, 105)])
def test_agreement_on_few_pairs_is_no_reliable_agreement(annotators, pairs):
    # n judgements of one item are n (n - 1) / 2 pairs; below 100 a warning says so.
    result = agreement(comparisons(*((str(who), "1", "A", "B", "a") for who in range(annotators))))
    assert result.row("inter").comparable == pairs
    found = [finding for finding in result.findings if finding.code == "AJ403"]
    assert bool(found) is (pairs < 100)
    assert all(one.text.endswith("too few for a reliable estimate: different annotators (91).") for one in found)
