"""Which comparisons are treated as dependent, and what is said about it."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.errors import InputError
from adjudge.core.tables import Comparisons
from adjudge.ranking.comparisons.dependence import find_dependence
from adjudge.ranking.comparisons.tally import count_comparisons
from tests.unit.ranking.comparisons.builders import CLEAR


def comparisons(n, **columns):
    """n comparisons of x and y with further columns, each a function of the row or a list of values."""
    frame = pl.DataFrame({"system_a": ["x"] * n, "system_b": ["y"] * n, "outcome": ["a", "b"] * (n // 2)})
    values = {name: [str(value(i)) for i in range(n)] for name, value in columns.items()}
    return count_comparisons(Comparisons.check(frame.with_columns(**{k: pl.Series(v) for k, v in values.items()})))


def only(dependence):
    [found] = dependence.findings
    assert found.code == "AJ311"
    return found


def test_the_document_is_the_unit_where_there_are_enough():
    found = find_dependence(comparisons(120, document=lambda i: i // 4, segment=lambda i: i // 2))
    assert (found.unit, found.units) == ("document", 30)
    assert only(found).severity == "note"
    assert only(found).text == "Comparisons on the same document are treated as dependent (30 documents)."
    assert only(found).numbers == {"units": 30}


@pytest.mark.parametrize("documents", [2, 4, 9, 15])
def test_few_documents_are_still_the_unit(documents):
    found = find_dependence(comparisons(80, document=lambda i: i % documents, segment=lambda i: i // 2))
    assert (found.unit, found.units, only(found).severity) == ("document", documents, "note")


def test_one_document_gives_way_to_segments_with_a_warning():
    found = find_dependence(comparisons(80, document=lambda _: "only", segment=lambda i: i // 2))
    assert (found.unit, found.units, only(found).severity) == ("segment", 40, "warning")
    assert only(found).text == (
        "Comparisons on the same segment are treated as dependent (40 segments). All comparisons have the same "
        "document: what is found holds for this document, not for others."
    )


def test_without_documents_a_column_is_asked_for():
    found = find_dependence(comparisons(80, ranking=lambda i: i // 2))
    assert (found.unit, found.units) == ("ranking", 40)
    assert "Comparisons on the same text may be dependent as well" in only(found).text
    assert only(found).todo == "add a column 'document' with a value for every comparison"


def test_without_any_unit_comparisons_are_independent():
    found = find_dependence(comparisons(40, annotator=lambda i: i % 20))
    assert (found.unit, found.units, only(found).severity) == (None, 0, "warning")
    assert only(found).text == (
        "Comparisons are treated as independent because their documents, segments and rankings are unknown; "
        "differences may be called significant too often."
    )
    one = find_dependence(comparisons(40, document=lambda _: "only"))
    assert "unknown or the same for all (one document); differences" in only(one).text


@pytest.mark.parametrize(
    ("annotator", "second", "said"),
    [
        (lambda i: i % 8, True, None),  # each judges many documents
        (lambda i: i % 5, False, "5 of 5 annotators judged more than one document. With fewer than 6 such"),
        (lambda i: i // 8, False, None),  # each judges one document
        (lambda i: max(i // 8, 2), False, "1 of 8 annotators judged more than one document"),
    ],
)
def test_annotators_are_a_second_unit_if_enough_of_them_meet_several_units(annotator, second, said):
    found = find_dependence(comparisons(80, document=lambda i: i // 8, annotator=annotator))
    assert (found.unit, found.annotators is not None) == ("document", second)
    assert only(found).code == "AJ311"
    about = [one.text for one in found.about_annotators]
    assert [one.startswith(said or "") for one in about] == ([True] if said else [])
    assert (
        find_dependence(comparisons(80, document=lambda i: i // 8, annotator=annotator), "document").annotators is None
    )


def test_counts_are_independent_because_they_do_not_say():
    found = find_dependence(count_comparisons(CLEAR))
    assert (found.unit, only(found).severity) == (None, "warning")
    assert "counts do not say which of them are on the same text" in only(found).text


def test_the_unit_can_be_chosen():
    tally = comparisons(80, document=lambda i: i // 2, annotator=lambda i: i % 40)
    found = find_dependence(tally, "annotator")
    assert (found.unit, found.units) == ("annotator", 40)
    assert only(found).text == "Comparisons by the same annotator are treated as dependent (40 annotators)."
    nothing = find_dependence(tally, "none")
    assert (nothing.unit, nothing.findings) == (None, ())
    assert nothing.of(tally.votes).tolist() == list(range(80))


def test_a_unit_that_is_unknown_is_refused():
    with pytest.raises(InputError, match="the data holds counts, not single comparisons"):
        find_dependence(count_comparisons(CLEAR), "annotator")
    with pytest.raises(InputError, match=r'(?s)`unit="ranking"` was given, but the ranking is unknown.*4 of 4 compar'):
        find_dependence(comparisons(4), "ranking")
    some = comparisons(4, annotator=lambda i: i)
    gap = pl.when(pl.col("annotator") == "0").then(None).otherwise("annotator")
    table = Comparisons.check(some.votes.frame.with_columns(annotator=gap))
    with pytest.raises(InputError, match="1 of 4 comparisons"):
        find_dependence(count_comparisons(table), "annotator")


@pytest.mark.parametrize("unit", ["document", "segment", "annotator"])
def test_a_single_unit_is_refused_if_asked_for_and_passed_over_otherwise(unit):
    tally = comparisons(40, **{unit: lambda _: "only"}, ranking=lambda i: i)
    with pytest.raises(InputError, match=f"all comparisons have the same {unit}"):
        find_dependence(tally, unit)
    assert find_dependence(tally).unit == "ranking"


def test_a_few_unknown_documents_do_not_remove_the_others():
    table = comparisons(80, document=lambda i: i // 8, segment=lambda i: i // 2).votes.frame
    gap = pl.when(pl.int_range(pl.len()) < 3).then(None).otherwise("document")
    found = find_dependence(count_comparisons(Comparisons.check(table.with_columns(document=gap))))
    # Nine whole documents, the rest of the first, and three comparisons on their own.
    assert (found.unit, found.units) == ("document", 13)
    _, unknown = found.findings
    assert unknown.severity == "warning"
    assert unknown.text == (
        "The document of 3 of 80 comparisons is unknown; each of these is treated as a document of its own."
    )
    most = pl.when(pl.int_range(pl.len()) < 41).then(None).otherwise("document")
    finer = find_dependence(count_comparisons(Comparisons.check(table.with_columns(document=most))))
    assert finer.unit == "segment"
