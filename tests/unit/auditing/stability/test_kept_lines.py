"""Lines over scenarios, counted by hand."""

from __future__ import annotations

from dataclasses import replace

from adjudge.auditing.stability.changes import compare_verdicts
from adjudge.auditing.stability.kept_lines import KeptShare, is_drawn, lines_over_scenarios
from adjudge.auditing.stability.repeats import summarise_repeats
from adjudge.auditing.stability.result import ScenarioResult
from adjudge.auditing.stability.scenarios import Kind
from adjudge.auditing.stability.verdict import Verdict

REFERENCE = Verdict.in_clusters(["a", "bc", "d"])


def scenario(name: str, kind: Kind, *parts: str, left_out: tuple[str, ...] = ()) -> ScenarioResult:
    after = Verdict.in_clusters([list(part) for part in parts])
    change = compare_verdicts(REFERENCE.without(left_out), after)
    return ScenarioResult(name, kind, change, order=after.order, clusters=after.clusters, left_out=left_out)


def lines(*scenarios: ScenarioResult):
    return {line.upper: line for line in lines_over_scenarios(REFERENCE.clusters, scenarios)}


def test_a_line_with_the_same_systems_above_it_is_the_same_whatever_their_order():
    assert is_drawn(frozenset("abc"), REFERENCE, Verdict.in_clusters(["cab", "d"]))
    assert not is_drawn(frozenset("a"), REFERENCE, Verdict.in_clusters(["cab", "d"]))
    assert not is_drawn(frozenset("a"), REFERENCE, Verdict.in_clusters(["b", "acd"]))


def test_lines_are_compared_among_the_systems_that_both_hold():
    assert is_drawn(frozenset("abc"), REFERENCE, Verdict.in_clusters(["ac", "d"]))
    assert is_drawn(frozenset("a"), REFERENCE, Verdict.in_clusters(["a", "x", "bc", "d"]))


def test_a_ranking_without_one_side_of_a_line_says_nothing_about_it():
    assert is_drawn(frozenset("a"), REFERENCE, Verdict.in_clusters(["bc", "d"])) is None
    assert is_drawn(frozenset("abc"), REFERENCE, Verdict.in_clusters(["a", "bc"])) is None


def test_shares_are_counted_by_kind_and_over_all():
    found = lines(
        scenario("remove:system:b", "remove", "a", "cd", left_out=("b",)),
        scenario("remove:system:a", "remove", "bc", "d", left_out=("a",)),
        scenario("recipe:one", "recipe", "abc", "d"),
        scenario("recipe:two", "recipe", "a", "bc", "d"),
    )
    assert found["a"].by_kind == {"remove": KeptShare(1.0, 1), "recipe": KeptShare(0.5, 2)}
    assert found["a"].overall == KeptShare(2 / 3, 3)
    assert found["c"].by_kind == {"remove": KeptShare(0.5, 2), "recipe": KeptShare(1.0, 2)}
    assert found["c"].overall == KeptShare(0.75, 4)


def test_a_line_that_no_scenario_can_speak_of_has_no_share():
    found = lines(scenario("remove:system:a", "remove", "bc", "d", left_out=("a",)))
    assert found["a"].overall == KeptShare(None, 0)


def test_a_removal_under_two_names_counts_once():
    gone = scenario("remove:best", "remove", "bcd", left_out=("a",))
    other = scenario("remove:system:b", "remove", "a", "c", "d", left_out=("b",))
    assert lines(gone, replace(gone, name="remove:system:a"), other)["c"].overall == KeptShare(0.5, 2)


def test_removals_of_annotators_are_not_taken_for_one():
    removed = scenario("remove:annotator:x", "remove", "abc", "d")
    assert lines(removed, replace(removed, name="remove:annotator:y"))["a"].overall == KeptShare(0.0, 2)


def test_samples_drawn_again_count_as_one_scenario_with_their_share():
    samples = [Verdict.in_clusters(["a", "bc", "d"])] * 3 + [Verdict.in_clusters(["abc", "d"])]
    repeats = summarise_repeats(REFERENCE, samples, unit="document", units=9, lost=0)
    drawn = replace(scenario("resample:document", "resample", "a", "bc", "d"), repeats=repeats)
    found = lines(drawn, scenario("recipe:one", "recipe", "abc", "d"))
    assert found["a"].by_kind["resample"] == KeptShare(0.75, 1)
    assert found["a"].overall == KeptShare(0.375, 2)
