"""Who judged: one annotator, one who dominates, rows without a name, nothing shared, sessions for annotators."""

from __future__ import annotations

import polars as pl

from tests.unit.auditing.checks.campaigns import clean, needs, of, one, without_documents

ALL = ("AJ401", "AJ402", "AJ410", "AJ411", "AJ412", "AJ418")


def test_nothing_is_found_in_a_campaign_without_fault() -> None:
    assert of(clean(), *ALL) == []


def test_one_annotator_is_named() -> None:
    frame = clean(annotators=1, judges=1)
    finding = one(frame, "AJ410")
    assert (finding.severity, finding.numbers["annotator"]) == ("note", "ann0")
    assert finding.text.startswith("All 800 judgements are by one annotator, ann0")


def test_an_annotator_with_most_of_the_work_is_named_with_the_share() -> None:
    frame = clean(judges=1)  # 800 judgements; ann0 has 140
    mine = frame.filter(pl.col("annotator") == "ann0")
    others = frame.filter(pl.col("annotator") != "ann0")
    finding = one(pl.concat([mine, others.head(40)]), "AJ411")
    assert finding.severity == "warning"
    assert finding.numbers == {"annotator": "ann0", "share": 140 / 180}
    assert finding.text.startswith(
        "ann0 gave 78% of 180 judgements that count, 2 other annotators the rest: the ranking is mostly"
    )
    assert one(pl.concat([mine, others.head(100)]), "AJ411").severity == "note"


def test_of_two_annotators_nobody_dominates() -> None:
    frame = clean(annotators=2, judges=1)
    assert of(frame.filter((pl.col("annotator") == "ann0") | (pl.col("document") == "doc1")), "AJ411") == []


def test_rows_without_a_name_are_counted_by_column() -> None:
    gap = pl.int_range(pl.len()) < 3
    frame = clean().with_columns(pl.when(~gap).then(pl.col("annotator", "session")))
    found = of(frame, "AJ412")
    assert [(f.numbers["column"], f.numbers["rows"]) for f in found] == [("annotator", 3), ("session", 3)]
    assert found[0].text == (
        "3 of 1,600 judgements have no annotator while the others do: analyses by annotator leave them out."
    )


def test_a_column_that_is_empty_throughout_is_no_gap() -> None:
    assert of(without_documents(), "AJ412") == []


def test_outputs_that_nobody_shares_are_noted() -> None:
    finding = one(clean(judges=1), "AJ418")
    assert (finding.severity, finding.numbers) == ("note", {"n_annotators": 6})


def test_the_same_ids_for_annotators_and_sessions_are_a_warning() -> None:
    assert one(clean().with_columns(session=pl.col("annotator")), "AJ402").severity == "warning"
    renamed = clean().with_columns(session="task-" + pl.col("annotator"))
    assert one(renamed, "AJ402").severity == "note"


def test_what_is_needed_is_said() -> None:
    assert needs(clean().drop("annotator"), "AJ410") == "values of 'annotator'"


def test_sessions_without_any_annotator_are_a_warning() -> None:
    finding = one(clean().drop("annotator"), "AJ402")
    assert finding.severity == "warning"
    assert finding.text.startswith("No annotator is named, only")


def test_an_annotator_with_nearly_one_score_is_named() -> None:
    frame = clean()
    often = (pl.col("annotator") == "ann1") & (pl.int_range(pl.len()).over("annotator") % 30 > 0)
    finding = one(frame.with_columns(score=pl.when(often).then(0.0).otherwise(pl.col("score"))), "AJ401")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann1"])
    # All but the first of each 30: 251 of 260.
    assert "ann1 gave the score 0 to 97% of 260 items, where all others did to 0%" in finding.text


def test_a_campaign_of_perfect_outputs_has_spread_enough() -> None:
    assert (
        of(clean().with_columns(score=pl.when(pl.int_range(pl.len()) % 40 > 0).then(100.0).otherwise(50.0)), "AJ401")
        == []
    )


def test_two_equal_scores_may_be_chance() -> None:
    """Of five scores that are equally frequent, two are equal in one of five cases; of ten in five hundred thousand."""
    frame = clean().with_columns(score=(pl.int_range(pl.len()) % 5 * 25).cast(pl.Float64))
    mine = pl.col("annotator") == "ann1"
    few = mine & (pl.int_range(pl.len()).over("annotator") < 2)
    equal = frame.filter(~mine | few).with_columns(score=pl.when(mine).then(50.0).otherwise(pl.col("score")))
    assert one(equal, "AJ401").severity == "note"
    many = frame.with_columns(score=pl.when(mine).then(50.0).otherwise(pl.col("score")))
    assert one(many, "AJ401").severity == "warning"
