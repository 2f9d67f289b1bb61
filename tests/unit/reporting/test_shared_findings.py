from __future__ import annotations

import pytest

from adjudge.core.findings import Finding
from adjudge.reporting.shared_findings import findings_by_ranking, say_holders
from tests.unit.reporting.builder import ranking

NEVER_MET = Finding("AJ308", "warning", "3 pairs of systems were never compared directly.")
SIGN = Finding("AJ311", "note", "Pairs are tested by sign tests.")
PROVEN = Finding("AJ306", "note", "Proven to be the only optimal order.")


def _grouped(**findings):
    return findings_by_ranking({name: ranking([["A"]], findings=held) for name, held in findings.items()})


def test_what_all_share_is_reported_once_and_first():
    grouped = _grouped(mfas=(PROVEN, NEVER_MET, SIGN), bojar=(NEVER_MET, SIGN), davidson=(NEVER_MET,))

    assert list(grouped.items()) == [
        (("mfas", "bojar", "davidson"), [NEVER_MET]),
        (("mfas", "bojar"), [SIGN]),
        (("mfas",), [PROVEN]),
    ]


def test_findings_are_the_same_if_code_and_text_are():
    two = [Finding("AJ305", "warning", f"The order contradicts {weight}.") for weight in (1, 2)]
    other_code = Finding("AJ304", "warning", two[0].text)
    other_numbers = Finding("AJ305", "warning", two[0].text, numbers={"group": ["b", "a"]})

    assert _grouped(mfas=(two[0],), bojar=(two[1],)) == {("mfas",): [two[0]], ("bojar",): [two[1]]}
    assert _grouped(mfas=(two[0],), bojar=(other_code,)) == {("mfas",): [two[0]], ("bojar",): [other_code]}
    assert _grouped(mfas=(two[0],), bojar=(other_numbers,)) == {("mfas", "bojar"): [two[0]]}


def test_a_finding_that_a_ranking_has_twice_names_it_once():
    assert _grouped(mfas=(SIGN, SIGN)) == {("mfas",): [SIGN]}


@pytest.mark.parametrize(
    ("names", "everybody", "said"),
    [
        (("mfas",), 1, "Findings"),
        (("mfas", "bojar"), 2, "Findings of both rankings"),
        (("a", "b", "c"), 3, "Findings of all 3 rankings"),
        (("mfas", "bojar"), 3, "Findings of mfas, bojar"),
    ],
)
def test_holders_are_named(names, everybody, said):
    assert say_holders(names, everybody) == said
