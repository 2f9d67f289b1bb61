from __future__ import annotations

from adjudge.core.findings import Finding
from adjudge.reporting.shared_findings import findings_by_method, say_holders
from tests.unit.reporting.builder import ranking

NEVER_MET = Finding("AJ308", "warning", "3 pairs of systems never met.")
SIGN = Finding("AJ311", "note", "Pairs are tested by sign tests.")
PROVEN = Finding("AJ306", "note", "Proven to be the only optimal order.")


def _cycle(*names):
    return Finding("AJ303", "warning", f"Cycle: {', '.join(names)}.", {"group": list(names)})


def _ties(first, rate=0.2):
    return Finding("AJ310", "warning", f"Ties: {first}.", {"rate": rate})


def _grouped(**findings):
    return findings_by_method({name: ranking([["A"]], findings=held) for name, held in findings.items()})


def test_what_all_share_is_told_once_and_first():
    grouped = _grouped(mfas=(PROVEN, NEVER_MET, SIGN), bojar=(NEVER_MET, SIGN), davidson=(NEVER_MET,))
    assert list(grouped.items()) == [
        (("mfas", "bojar", "davidson"), [NEVER_MET]),
        (("mfas", "bojar"), [SIGN]),
        (("mfas",), [PROVEN]),
    ]


def test_circles_and_ties_are_the_same_whatever_order_names_them():
    grouped = _grouped(mfas=(_cycle("x", "y", "z"), _ties("x and y")), bojar=(_cycle("z", "x", "y"), _ties("y and x")))
    assert grouped == {("mfas", "bojar"): [_cycle("x", "y", "z"), _ties("x and y")]}


def test_another_circle_is_another_finding():
    grouped = _grouped(mfas=(_cycle("x", "y", "z"), _cycle("u", "v", "w")), bojar=(_cycle("x", "y", "z"),))
    assert grouped == {("mfas", "bojar"): [_cycle("x", "y", "z")], ("mfas",): [_cycle("u", "v", "w")]}


def test_no_finding_is_lost():
    own = [Finding("AJ305", "warning", f"The order contradicts {weight}.") for weight in (1, 2)]
    grouped = _grouped(mfas=(own[0],), bojar=(own[1],))
    assert grouped == {("mfas",): [own[0]], ("bojar",): [own[1]]}


def test_holders_are_named():
    assert say_holders(("mfas", "bojar"), 2) == "Findings of all of them:"
    assert say_holders(("mfas", "bojar"), 3) == "Findings of mfas, bojar:"
