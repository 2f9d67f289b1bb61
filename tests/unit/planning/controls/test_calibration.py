from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.tables import MetricScores
from adjudge.planning.controls.calibration import calibration_cost, choose_calibration, joined
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of
from tests.unit.planning.controls.builder import campaign, given, sessions

SYSTEMS = ("A", "B", "C", "D")


def chosen(segments, *, lengths=(5,) * 40, metrics=None, spare=(), **more):
    of = campaign(systems=SYSTEMS, calibration={"segments": segments}, annotators=3, **more)
    made = given(lengths, of)
    return choose_calibration(made, metrics=metrics, spare=spare), made


def scores(made, quality):
    """Every segment of a unit scores the quality of its system, and a little for its unit."""
    rows = [
        {"metric": "m", "system": name, "document": row["document"], "segment": row["segment"]}
        | {"score": value + row["unit"] / 1000}
        for row in made.segments.iter_rows(named=True)
        for name, value in quality.items()
    ]
    return MetricScores.check(pl.DataFrame(rows))


def test_all_annotators_get_the_same_in_the_same_order_in_a_session_of_their_own():
    result, made = chosen(30)
    shown = [
        [(showing.unit, showing.length, showing.systems, showing.kind) for showing in session.showings]
        for session in sessions_of(result.showings)
    ]
    assert [session.name for session in sessions_of(result.showings)] == [f"cal-{name}" for name in made.annotators]
    assert shown[0] == shown[1] == shown[2]
    assert {kind for *_, kind in shown[0]} == {"calibration"}
    assert sum(length for _, length, *_ in shown[0]) == 30


def test_documents_are_distinct_and_systems_take_turns_without_metrics():
    result, _ = chosen(60)
    frame = result.showings.filter(pl.col("annotator") == "a01")
    assert frame["unit"].n_unique() == frame.height == 12
    assert sorted(frame["systems"].list.first().value_counts()["count"]) == [3, 3, 3, 3]


def test_ranked_references_take_part():
    for seed in range(5):
        result, _ = chosen(10, references={"ref": {"role": "system"}}, seed=seed)
        assert "ref" in result.showings["systems"].list.first().to_list()


def test_the_last_unit_is_cut_to_fit():
    result, _ = chosen(13)
    frame = result.showings.filter(pl.col("annotator") == "a01")
    assert sorted(frame["length"]) == [3, 5, 5]


def test_strata_by_metric_scores_cover_the_range_of_quality():
    quality = {"A": 0.9, "B": 0.89, "C": 0.88, "D": 0.1}
    _, made = chosen(0)
    for seed in range(5):
        result, _ = chosen(20, metrics=scores(made, quality), seed=seed)
        systems = result.showings.filter(pl.col("annotator") == "a01")["systems"].list.first().to_list()
        # Four showings in four strata of equal size; D has all of the lowest.
        assert len(systems) == 4
        assert systems.count("D") == 1
        assert len(set(systems)) == 4


def test_a_reference_without_metric_scores_takes_part_all_the_same():
    _, made = chosen(0)
    for seed in range(5):
        result, _ = chosen(
            20,
            metrics=scores(made, dict(zip(SYSTEMS, (0.9, 0.8, 0.5, 0.1), strict=True))),
            references={"ref": {"role": "system"}},
            seed=seed,
        )
        assert "ref" in result.showings["systems"].list.first().to_list()


def test_scores_of_whole_systems_do_as_well():
    rows = pl.DataFrame({"metric": "m", "system": SYSTEMS, "segment": None, "score": [4.0, 3.0, 2.0, 1.0]})
    result, _ = chosen(20, metrics=MetricScores.check(rows.cast({"segment": pl.String})))
    assert set(result.showings["systems"].list.first()) == set(SYSTEMS)


def test_spare_units_are_used_if_they_suffice():
    result, _ = chosen(20, spare=range(30, 40))
    assert set(result.units) <= set(range(30, 40))
    assert "again" not in " ".join(finding.text for finding in result.findings)
    result, _ = chosen(100, spare=range(30, 40))
    assert "20 documents of the calibration set are judged again later" in result.findings[-1].text


def test_what_it_does_not_cover_is_said():
    result, _ = chosen(50, lengths=(5, 5, 5))
    texts = [finding.text for finding in result.findings]
    assert texts[0].startswith("The calibration set has 15 of the 50 segments asked for")
    assert texts[2].startswith("The calibration set has no output of ")


def test_no_calibration_set_unless_it_is_asked_for():
    result, _ = chosen(0)
    assert result.showings.is_empty()
    assert result.findings == ()


def test_the_cost_of_a_calibration_set_by_hand():
    # Two annotators judge 10 segments first; one then has one session of 20 items, the other three of 10.
    first = [
        Session(f"cal-{name}", name, 1, (Showing(0, 4, ("A",), "calibration"), Showing(1, 6, ("B",), "calibration")))
        for name in "xy"
    ]
    then = [Session("s1", "x", 1, (Showing(2, 20, ("A",)),))]
    then += [Session(f"t{number}", "y", 1, (Showing(3, 10, ("B",)),)) for number in range(3)]
    cost = calibration_cost(frame_of([*first, *then]))

    assert cost is not None
    assert (cost.annotators, cost.segments, cost.documents, cost.systems) == (2, 10, 2, 2)
    assert (cost.shortest, cost.middle, cost.longest) == (4, 5, 6)
    assert (cost.further, cost.further_sessions) == ((20, 30), (1, 3))
    assert cost.share == pytest.approx(20 / 70)
    assert "29% of all items: 10 segments for each of 2 annotators." in cost.finding.text
    assert "median 25, fewest 20, most 30." in cost.finding.text


def test_a_tutorial_before_the_calibration_set_is_no_part_of_it():
    shown = (Showing(9, 3, ("tutorial",), "tutorial"), Showing(0, 4, ("A",), "calibration"))
    cost = calibration_cost(frame_of([Session("cal-x", "x", 1, shown), Session("s", "x", 1, (Showing(1, 4, ("A",)),))]))
    assert cost is not None
    assert (cost.segments, cost.share) == (4, 0.5)


def test_a_plan_without_a_calibration_set_has_no_cost():
    made = given((5, 5), campaign())
    assert calibration_cost(frame_of(sessions(made))) is None


def test_frames_are_joined_with_their_copies():
    original = Showing(0, 1, ("A",))
    copy = Showing(0, 1, ("A",), "repeat", original=original)
    frame = joined(
        frame_of([Session("cal-x", "x", 1, (Showing(5, 1, ("A",)),))]),
        frame_of([Session("s", "x", 1, (original, copy))]),
    )
    assert frame["copy_of"].to_list() == [None, None, 1]
