"""Assumptions: every check has its place, and a status is what the findings say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import adjudge
from adjudge.auditing.assumptions.registry import ABOUT_THE_CONCLUSION, ABOUT_THE_FILE, ASSUMPTIONS
from adjudge.auditing.assumptions.verdicts import AssumptionVerdict, assumptions, looks_at
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult, NotChecked
from adjudge.core.findings import Finding, Severity
from adjudge.core.signature import Signature
from adjudge.core.tables import Ratings
from adjudge.ranking.result import PairwiseTest, RankingResult
from tests.unit.reporting.builder import compared, ranking
from tools.catalogues import all_entries

ALL = tuple(CHECKS)
BY_DOCUMENTS = PairwiseTest("model-flips", "two-sided", "step-down", level=0.05, unit="document")
RANKING = ranking(["a", "b", "c"], test=BY_DOCUMENTS)


def checked(*findings: Finding, without: tuple[str, ...] = (), **settings: Any) -> CheckResult:
    """A result of the linter in which all checks ran but some."""
    return CheckResult(
        signature=Signature.of({"check": "all"}),
        settings={"checks": [code for code in ALL if code not in without], **settings},
        findings=findings,
        not_checked=tuple(NotChecked(code, "what is not there") for code in without),
    )


def found(code: str, severity: Severity = "warning", **numbers: Any) -> Finding:
    return Finding(code, severity, f"The sentence of {code}.", numbers=numbers)


def verdict(name: str, check: CheckResult, of: RankingResult = RANKING) -> AssumptionVerdict:
    return next(one for one in assumptions(check, of) if one.assumption.name == name)


def test_every_check_tests_an_assumption_or_is_listed_as_being_about_something_else():
    belonging = {code for one in ASSUMPTIONS.values() for code in one.codes}
    others = ABOUT_THE_FILE | ABOUT_THE_CONCLUSION
    assert set(CHECKS) - belonging == others
    assert not ABOUT_THE_FILE & ABOUT_THE_CONCLUSION


def test_every_code_of_an_assumption_exists_and_its_notes_are_among_them():
    known = {entry.code for entry in all_entries()}
    for one in ASSUMPTIONS.values():
        assert set(one.codes) <= known, one.name
        assert set(one.tests) <= set(CHECKS), one.name
        assert {*one.notes_against, *one.notes_open} <= set(one.codes), one.name
        assert not set(one.notes_against) & set(one.notes_open), one.name


def test_every_assumption_has_a_test_for_each_kind_that_rests_on_it():
    for one in ASSUMPTIONS.values():
        for kind in one.kinds:
            assert one.told or any(looks_at(CHECKS[code], kind) for code in one.checks), (one.name, kind)


@pytest.mark.parametrize("text", ["statement", "matters"])
def test_an_assumption_is_said_in_one_sentence(text):
    for one in ASSUMPTIONS.values():
        said = getattr(one, text)
        assert said.endswith(".")
        assert ". " not in said, one.name


def test_an_assumption_holds_if_all_its_checks_ran_and_found_nothing():
    held = verdict("same-texts", checked())
    assert held.status == "holds"
    assert held.passed == ("AJ440", "AJ441", "AJ444", "AJ468", "AJ467")
    assert held.evidence == ("5 checks found nothing against it: AJ440, AJ441, AJ444, AJ468, AJ467.",)


def test_nothing_holds_if_no_check_ran_unless_the_ranking_tells_it():
    verdicts = assumptions(checked(without=ALL), RANKING)
    assert {one.assumption.name for one in verdicts if one.status == "holds"} == {"corrected-tests"}
    assert {one.status for one in verdicts} == {"holds", "unknown"}


def test_a_warning_makes_it_doubtful_and_an_error_makes_it_fail():
    doubtful = verdict("same-texts", checked(found("AJ441")))
    assert (doubtful.status, [one.code for one in doubtful.against]) == ("doubtful", ["AJ441"])
    assert "AJ441: The sentence of AJ441." in doubtful.evidence
    failed = verdict("same-texts", checked(found("AJ441"), found("AJ440", "error")))
    assert (failed.status, [one.code for one in failed.against]) == ("fails", ["AJ440", "AJ441"])


def test_a_note_speaks_against_it_only_where_the_assumption_says_so():
    assert verdict("same-texts", checked(found("AJ440", "note"))).status == "holds"
    assert verdict("sessions-alike", checked(found("AJ420", "note"))).status == "doubtful"


def test_a_note_that_nothing_can_be_told_leaves_it_open():
    left = verdict("shared-quality", checked(found("AJ418", "note")))
    assert (left.status, left.partly) == ("unknown", True)
    assert "AJ418, a note: The sentence of AJ418." in left.evidence


def test_a_check_that_could_not_be_run_leaves_it_open_and_says_what_it_needs():
    left = verdict("no-drift", checked(without=("AJ406",)))
    assert (left.status, left.passed, left.partly) == ("unknown", ("AJ419",), True)
    assert left.evidence[-1] == "Not tested: AJ406 needs what is not there."


def test_a_check_of_something_that_need_not_be_there_leaves_nothing_open():
    assert verdict("sessions-alike", checked(without=("AJ421", "AJ422"))).status == "holds"


def test_what_speaks_against_it_counts_although_other_checks_could_not_be_run():
    assert verdict("no-drift", checked(found("AJ419"), without=("AJ406",))).status == "doubtful"


def test_checks_that_were_left_out_by_choice_are_not_passed():
    some = checked(select=["AJ441"])
    some = replace(some, settings={**some.settings, "checks": ["AJ441"]})
    left = verdict("same-texts", some)
    assert (left.status, left.passed) == ("unknown", ("AJ441",))
    assert "left out by the choice of checks" in left.evidence[-1]


def test_findings_of_other_language_pairs_are_passed_over():
    of = replace(RANKING, settings={"pair": "eng-deu"})
    check = checked(found("AJ441", pair="eng-ces"))
    assert verdict("same-texts", check, of).status == "holds"
    assert verdict("same-texts", checked(found("AJ441", pair="eng-deu")), of).status == "doubtful"
    other = replace(check, not_checked=(NotChecked("AJ467", "documents", "eng-ces"),))
    assert verdict("same-texts", other, of).status == "holds"


def test_findings_of_the_ranking_count_and_those_of_reading_count_once():
    of = replace(RANKING, findings=(found("AJ240"), found("AJ137")))
    assert verdict("annotators-for-others", checked(), of).status == "doubtful"
    assert len(verdict("use-of-the-scale", checked(found("AJ137")), of).against) == 1


def test_tests_without_a_correction_are_doubtful():
    of = replace(RANKING, test=replace(BY_DOCUMENTS, correction="none"))
    assert verdict("corrected-tests", checked(), of).status == "doubtful"
    assert (
        verdict("corrected-tests", checked(), of).evidence[0]
        == "The 3 tests of pairs are not corrected for their number."
    )


def test_comparisons_taken_as_independent_are_doubtful():
    of = compared(["a", "b"])
    assert verdict("independent-units", checked(), of).status == "doubtful"
    dependent = replace(of, test=replace(of.test, unit="document"))
    assert verdict("independent-units", checked(), dependent).status == "holds"


def test_what_the_ranking_does_about_a_doubt_is_said_and_changes_no_status():
    of = replace(
        RANKING, settings={"recipe": {"aggregate": {"estimate": "mixed"}, "standardise": {"unit": "annotator"}}}
    )
    eased = verdict("same-texts", checked(found("AJ441")), of)
    assert (eased.status, bool(eased.eased)) == ("doubtful", True)
    assert not verdict("same-texts", checked(), of).eased
    assert not verdict("same-texts", checked(found("AJ440", "error")), of).eased
    assert verdict("sessions-alike", checked(found("AJ420", "note")), of).eased
    assert not verdict("sessions-alike", checked(found("AJ420")), of).eased


def test_a_finding_about_halved_p_values_says_nothing_about_a_ranking_that_does_not_halve_them():
    # Knowles and Lo 2022, Table 3: the line below the human translation exists with halved two-sided p-values only.
    for alternative, status in (("greater", "holds"), ("two-sided", "holds"), ("halved", "doubtful")):
        of = replace(RANKING, test=PairwiseTest("rank-sum", alternative, "none", level=0.05, unit="segment"))
        given = verdict("one-direction", checked(found("AJ455")), of)
        assert (given.status, [one.code for one in given.bare]) == (status, ["AJ455"] * (status == "doubtful"))
        assert any(line.startswith("AJ455") and "does not ignore" in line for line in given.evidence) is (
            status == "holds"
        )
        assert "AJ455" not in given.passed


def test_a_remedy_for_one_finding_is_none_for_another():
    of = replace(RANKING, test=replace(BY_DOCUMENTS, name="model-flips"))
    both = verdict("one-direction", checked(found("AJ454"), found("AJ211")), of)
    assert (list(both.eased), [one.code for one in both.bare]) == (["AJ454"], ["AJ211"])
    assert any(line.startswith("AJ454: Order and test") for line in both.evidence)


def test_rankings_of_each_kind_have_their_own_assumptions():
    of_ratings = {one.assumption.name for one in assumptions(checked(), RANKING)}
    of_comparisons = {one.assumption.name for one in assumptions(checked(), compared(["a", "b"]))}
    assert "sessions-alike" in of_ratings - of_comparisons
    assert "no-position-bias" in of_comparisons - of_ratings


def test_a_verdict_is_plain_data():
    data = verdict("same-texts", checked(found("AJ441"))).to_dict()
    assert (data["name"], data["status"], data["against"][0]["code"]) == ("same-texts", "doubtful", "AJ441")


def test_a_clean_campaign_raises_no_doubt_and_a_planted_fault_its_own():
    table: Any = adjudge.simulate("balanced", seed=1).table
    clean = assumptions(adjudge.check(table), adjudge.rank(table))
    assert {one.status for one in clean} == {"holds", "unknown"}
    frame = table.frame
    documents = frame["document"].unique().sort()
    half = documents[: len(documents) // 2].implode()
    # One system is judged on half of the documents only.
    rows = frame.filter((frame["system"] != "system-02") | frame["document"].is_in(half))
    spoiled = Ratings.check(rows)
    of = assumptions(adjudge.check(spoiled), adjudge.rank(spoiled))
    assert next(one for one in of if one.assumption.name == "same-texts").status == "doubtful"
