"""The verdict: its level by the rules, and what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudge.auditing.assumptions.registry import ASSUMPTIONS
from adjudge.auditing.assumptions.verdicts import AssumptionVerdict, Status
from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.stability.changes import compare_verdicts
from adjudge.auditing.stability.result import ScenarioResult, StabilityResult
from adjudge.auditing.stability.verdict import Verdict as Order
from adjudge.core.findings import Finding, Severity
from adjudge.core.signature import Signature
from adjudge.reporting.report.assumptions_table import assumptions_table, say_assumptions
from adjudge.reporting.report.levels import LEVELS, RULES
from adjudge.reporting.report.verdict import say_verdict
from tests.unit.reporting.builder import HOSTILE, compared, ranking

RANKING = ranking([["a"], ["b", "c"], ["d"]])
NOTHING_SEPARATED = ranking([["a", "b", "c"]])


def found(code: str, severity: Severity = "warning", todo: str | None = None) -> Finding:
    return Finding(code, severity, f"The sentence of {code}.", todo=todo)


def checked(*findings: Finding) -> CheckResult:
    return CheckResult(Signature.of({"check": "all"}), {"checks": ["AJ440", "AJ441"]}, findings, not_checked=())


def stable(*scenarios: list[list[str]], findings: tuple[Finding, ...] = ()) -> StabilityResult:
    reference = Order.in_clusters(RANKING.clusters())
    results = []
    for number, clusters in enumerate(scenarios):
        after = Order.in_clusters(clusters)
        change = compare_verdicts(reference, after)
        results.append(ScenarioResult(f"recipe:{number}", "recipe", change, order=after.order, clusters=after.clusters))
    return StabilityResult(
        Signature.of({"stability": "recipe"}), {}, findings, kind="ratings", order=reference.order,
        clusters=reference.clusters, scenarios=tuple(results),
    )  # fmt: skip


def assumed(**statuses: Status) -> list[AssumptionVerdict]:
    return [AssumptionVerdict(ASSUMPTIONS[name.replace("_", "-")], status) for name, status in statuses.items()]


SAME = RANKING.clusters()
HOLDS = assumed(same_texts="holds", no_drift="holds")


def test_a_ranking_is_sound_if_everything_was_looked_at_and_nothing_speaks_against_it():
    verdict = say_verdict(RANKING, checked(found("AJ440", "note")), stable(SAME), HOLDS)
    assert (verdict.level, verdict.reasons) == ("sound", ())
    assert (
        verdict.headline == "This ranking of 4 systems can be defended: nothing that was looked at speaks against it."
    )


def test_the_headline_says_how_many_assumptions_could_not_be_checked():
    some = assumed(same_texts="unknown", no_drift="holds", consistency="holds")
    sound = say_verdict(RANKING, checked(), stable(SAME), some)
    assert sound.level == "sound"
    assert sound.headline == (
        "This ranking of 4 systems can be defended: nothing that was looked at speaks against it, but 1 of 3 "
        "assumptions could not be checked in full."
    )
    warned = say_verdict(RANKING, checked(found("AJ440")), stable(SAME), some)
    assert warned.headline == (
        "This ranking of 4 systems can be defended with care: the linter gives 1 warning; 1 of 3 assumptions could not "
        "be checked in full."
    )


def test_what_is_about_another_ranking_is_not_to_be_done_first():
    other = found("AJ455", todo="test in one direction")
    about = AssumptionVerdict(ASSUMPTIONS["one-direction"], "holds", not_about=((other, "It tests in one."),))
    assert "Nothing has to be done first" in say_verdict(RANKING, checked(other), stable(SAME), [about]).support[-1]
    bare = AssumptionVerdict(ASSUMPTIONS["one-direction"], "doubtful", against=(other,))
    assert "test in one direction" in say_verdict(RANKING, checked(other), stable(SAME), [bare]).support[-1]


@pytest.mark.parametrize(
    ("level", "changed"),
    [
        ("not as it stands", {"check": checked(found("AJ440", "error"))}),
        ("not as it stands", {"ranking": replace(RANKING, findings=(found("AJ246", "error"),))}),
        ("not as it stands", {"stability": stable(SAME, findings=(found("AJ500", "error"),))}),
        ("not as it stands", {"assumptions": assumed(same_texts="fails", no_drift="holds")}),
        ("with care", {"ranking": NOTHING_SEPARATED}),
        ("with care", {"check": checked(found("AJ440"))}),
        ("with care", {"assumptions": assumed(same_texts="doubtful", no_drift="holds")}),
        ("with care", {"stability": stable(SAME, findings=(found("AJ500"),))}),
        ("with care", {"assumptions": assumed(same_texts="unknown", no_drift="unknown", consistency="holds")}),
        ("with care", {"check": None}),
        ("with care", {"stability": None}),
        ("sound", {"ranking": replace(RANKING, findings=(found("AJ206"),))}),  # counts through assumptions only
    ],
)
def test_the_rules_decide_about_the_level(level, changed):
    grounds: dict[str, Any] = {"ranking": RANKING, "check": checked(), "stability": stable(SAME), "assumptions": HOLDS}
    verdict = say_verdict(**grounds | changed)
    assert verdict.level == level
    assert bool(verdict.reasons) == (level != "sound")


def test_an_error_is_never_better_than_the_lowest_level_whatever_else_is_known():
    for stability in (None, stable(SAME)):
        for assumptions in ((), HOLDS):
            assert say_verdict(RANKING, checked(found("AJ440", "error")), stability, assumptions).level == LEVELS[-1]


def test_every_level_but_the_best_has_a_rule():
    assert {rule.level for rule in RULES} == set(LEVELS[1:])


def test_the_headline_names_the_error():
    verdict = say_verdict(RANKING, checked(found("AJ440", "error")))
    assert verdict.headline == (
        "This ranking of 4 systems cannot be defended as it stands: systems were judged on different documents (AJ440)."
    )


def test_there_are_two_to_five_sentences_of_support():
    for verdict in (say_verdict(RANKING), say_verdict(compared(["ab"]), checked(), stable(SAME), HOLDS)):
        assert 2 <= len(verdict.support) <= 5
        assert all(said.endswith(".") for said in (verdict.headline, *verdict.support))


def test_the_first_sentence_says_who_is_best_and_how_many_pairs_are_separated():
    assert say_verdict(RANKING).support[0] == (
        "a is alone in the first cluster. The higher-ranked system is significantly better in 5 of 6 pairs."
    )


def test_errors_are_said_in_full_before_warnings():
    said = say_verdict(RANKING, checked(found("AJ440", "error"), found("AJ441"), found("AJ137"))).support[1]
    assert said == (
        "The linter found 1 error and 2 warnings. AJ440: The sentence of AJ440. Warnings: systems were judged on "
        "different segments, or on few of them (AJ441); The sentence of AJ137 (AJ137)."
    )


def test_warnings_that_the_ranking_does_something_about_come_last():
    bare, eased = found("AJ441", todo="judge more"), found("AJ440", todo="do nothing")
    verdicts = [
        AssumptionVerdict(ASSUMPTIONS["no-drift"], "doubtful", against=(bare,)),
        AssumptionVerdict(
            ASSUMPTIONS["same-texts"], "doubtful", against=(eased,), eased={"AJ440": "A model allows for it."}
        ),
    ]
    verdict = say_verdict(RANKING, checked(eased, bare), stable(SAME), verdicts)
    assert verdict.support[1].index("AJ441") < verdict.support[1].index("AJ440")
    assert verdict.support[-1] == (
        "To do first, as systems were judged on different segments, or on few of them (AJ441): judge more."
    )


def test_stability_says_what_changes_and_which_line_is_weakest():
    said = say_verdict(RANKING, stability=stable(SAME, [["a", "b", "c"], ["d"]], [["a", "c", "b"], ["d"]])).support[2]
    assert said == (
        "Of 3 scenarios, 1 moves systems to other places, none turns round significant orders, and 2 change clusters. "
        "The line below a is kept in 33% of those that can tell, the other one in 100%."
    )


def test_lines_that_all_scenarios_keep_are_said_so():
    assert (
        say_verdict(RANKING, stability=stable(SAME))
        .support[2]
        .endswith("All lines are kept in all of those that can tell.")
    )


def test_what_was_not_looked_at_is_said_and_is_the_first_thing_to_do():
    verdict = say_verdict(RANKING)
    assert verdict.headline.endswith("the linter was not run and its stability was not tried.")
    assert "not run" in verdict.support[1]
    assert "not tried" in verdict.support[2]
    assert verdict.support[-1] == "To do first: run the linter on the judgements, `adjudge.check`."
    assert "`adjudge.stability`" in say_verdict(RANKING, checked()).support[-1]


def test_nothing_is_ever_called_equal():
    for result in (RANKING, NOTHING_SEPARATED, compared(["ab", "c"])):
        verdict = say_verdict(result)
        said = " ".join((verdict.headline, *verdict.support)).replace("not evidence of equal quality", "")
        assert "equal" not in said


def test_hostile_names_and_many_systems_give_sentences():
    for clusters in ([[*HOSTILE, "\x1b[31mred\n"]], [["one"]], [[f"s{i}"] for i in range(200)]):
        verdict = say_verdict(ranking(clusters))
        assert all(said.isprintable() for said in (verdict.headline, *verdict.support))


def test_a_verdict_is_plain_data():
    data = say_verdict(RANKING).to_dict()
    assert (data["level"], len(data["support"]), len(data["reasons"])) == ("with care", 5, 2)


def test_assumptions_are_counted_and_the_worst_stand_first():
    verdicts = assumed(same_texts="holds", no_drift="fails", consistency="doubtful", source_first="doubtful")
    assert say_assumptions(verdicts) == "Of 4 assumptions, 1 fails, 2 are doubtful and 1 holds."
    assert [row[0] for row in assumptions_table(verdicts).rows] == ["fails", "doubtful", "doubtful", "holds"]
    assert say_assumptions([]) == "No assumption was looked at."


def test_warnings_of_the_ranking_are_named_even_if_the_ranking_is_sound():
    warned = replace(RANKING, findings=(found("AJ206"), found("AJ207"), found("AJ203", "note")))
    verdict = say_verdict(warned, checked(), stable(SAME), HOLDS)
    assert verdict.support[1].endswith("The ranking itself gives 2 warnings (AJ206 and AJ207).")
    assert "speaks against" not in verdict.headline


def test_what_to_do_about_a_finding_without_a_title_begins_a_sentence_of_its_own():
    few = found("AJ240", todo="ask more people")
    verdicts = [AssumptionVerdict(ASSUMPTIONS["no-drift"], "doubtful", against=(few,))]
    said = say_verdict(RANKING, checked(), stable(SAME), verdicts).support[-1]
    assert said == "To do first: ask more people. The reason (AJ240): The sentence of AJ240."
