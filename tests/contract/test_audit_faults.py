"""The linter finds each planted fault, names the culprit, and reports nothing else but what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import adjudge
from adjudge import CheckResult, Finding
from benchmarks.audits.faults import FAULTS, SYMPTOMS, Planted
from benchmarks.audits.release import write_release
from tests.contract.audit_codes import CODES

#: No threshold of a check was chosen on campaigns of these seeds.
SEED = 60_000
FURTHER = range(60_001, 60_005)
#: Of more names than these, a sentence gives some.
FEW = 3


@cache
def audited(name: str, seed: int) -> tuple[Planted, CheckResult]:
    planted = FAULTS[name].planted(seed)
    campaign = planted.campaign
    if campaign.moments is None:
        return planted, adjudge.check(campaign.table(), texts=campaign.checked_texts())
    with TemporaryDirectory() as folder:
        return planted, adjudge.check(adjudge.read(*write_release(campaign, Path(folder))))


def named_in(findings: Iterable[Finding], subject: str) -> set[str]:
    """The names that findings give in their numbers, under a subject such as `annotators` or `annotator`."""
    names: set[str] = set()
    for finding in findings:
        for key in (subject, subject.removesuffix("s")):
            value = finding.numbers.get(key)
            if isinstance(value, str):
                names.add(value)
            elif isinstance(value, list | tuple):
                names |= {name for name in value if isinstance(name, str)}
    return names


def check_found(name: str, seed: int) -> None:
    """The finding is there, and says who is to blame: nobody else, and in the sentence if they are few."""
    planted, result = audited(name, seed)
    found = [finding for finding in result.findings if finding.code in CODES[FAULTS[name].symptom]]
    assert found, f"{name}: none of {CODES[FAULTS[name].symptom]} among {[f.code for f in result.findings]}"
    for subject, culprits in planted.culprits.items():
        named = named_in(found, subject)
        said = [culprit for culprit in culprits if any(culprit in finding.text for finding in found)]
        if len(culprits) > FEW:
            assert not named or named & set(culprits)
        elif FAULTS[name].alone:
            assert named == set(culprits) == set(said)
        else:
            assert named >= set(culprits)
            assert said


def check_nothing_else(name: str, seed: int) -> None:
    """Other warnings and errors follow from the fault, and accuse no other annotator."""
    fault = FAULTS[name]
    planted, result = audited(name, seed)
    allowed = {code for symptom in (fault.symptom, *fault.follows) for code in CODES[symptom]}
    serious = [finding for finding in result.findings if finding.severity != "note"]
    assert [(f.code, f.text) for f in serious if f.code not in allowed] == []
    if set(planted.culprits) == {"annotators"} and "few systems met" not in {fault.symptom, *fault.follows}:
        assert named_in(serious, "annotators") <= set(planted.culprits["annotators"])


def test_every_symptom_has_a_code() -> None:
    assert set(CODES) == set(SYMPTOMS)
    assert [symptom for symptom, codes in CODES.items() if not codes] == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_its_culprit_named(name: str) -> None:
    check_found(name, SEED)


@pytest.mark.parametrize("name", FAULTS)
def test_only_consequences_of_a_fault_are_reported_besides(name: str) -> None:
    check_nothing_else(name, SEED)


#: What does not come out on the further seeds, with the reason; one that begins to pass fails until it is removed.
KNOWN = {
    ("an annotator who drifts", 60_003): pytest.mark.xfail(
        reason="40 points over eleven documents do not reach the level that ten annotators share"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed"),
    [pytest.param(name, seed, marks=KNOWN.get((name, seed), ())) for seed in FURTHER for name in FAULTS],
)
def test_a_fault_is_found_in_other_campaigns_too(name: str, seed: int) -> None:
    check_found(name, seed)
    check_nothing_else(name, seed)
