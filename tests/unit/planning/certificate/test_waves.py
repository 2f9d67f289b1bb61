"""What there is at the end of every wave, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.core.campaign.sections import AnnotatorSection
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.result import Certificate
from tests.unit.planning.certificate.plans import Shown, planned

PAID = AnnotatorSection(names=("ann",), cost_per_hour=36.0)


def waved(ends: list[int], *, length: int = 2, systems: str = "AB", **rest: object) -> Certificate:
    """Ann judges all systems on every document, with a session for each wave, which ends before these documents."""
    shown = []
    for wave, (begin, end) in enumerate(zip([0, *ends], ends, strict=False), 1):
        shown += [Shown(str(wave), "ann", unit, name, wave=wave) for unit in range(begin, end) for name in systems]
    return certify(planned(shown, lengths=[length] * ends[-1], systems=tuple(systems), annotators=PAID, **rest))  # type: ignore[arg-type]


def first_wave(found: Certificate) -> tuple[bool, float]:
    row = next(row for row in found.rules if row.rule == "first-wave-separates")
    return row.ok, row.value


def early(found: Certificate) -> list[dict[str, object]]:
    return [dict(one.numbers) for one in found.findings if "stops after its first wave" in one.text]


def test_what_is_in_a_wave_and_what_there_is_at_its_end():
    # Waves of 1 and 2 documents of 2 segments, 2 systems: 4 and 8 judgements of 10 words at .8 s, 36 an hour = .01 a s.
    # A calibration item of 2 segments, 16 s, comes before everything.
    shown = [Shown("0", "ann", 3, "A", "calibration")]
    shown += [Shown(str(1 + (unit > 0)), "ann", unit, name, wave=1 + (unit > 0)) for unit in range(3) for name in "AB"]
    found = certify(planned(shown, lengths=[2] * 4, systems=("A", "B"), annotators=PAID))
    one, two = found.waves
    assert (one.wave, one.documents, one.texts, one.judgements) == (1, 1, 1, 4)
    assert (two.wave, two.documents, two.texts, two.judgements) == (2, 2, 2, 8)
    assert [(row.documents_so_far, row.judgements_so_far) for row in found.waves] == [(1, 4), (3, 12)]
    assert [row.hours * 3600 for row in found.waves] == pytest.approx([48, 64])
    assert [row.hours_so_far * 3600 for row in found.waves] == pytest.approx([48, 112])
    assert [row.cost for row in found.waves] == pytest.approx([0.48, 0.64])
    assert [row.cost_so_far for row in found.waves] == pytest.approx([0.48, 1.12])
    assert two.hours_so_far == pytest.approx(found.hours)


def test_all_parts_of_a_document_are_one_document_of_a_wave():
    shown = [Shown(str(wave), "ann", unit, name, wave=wave) for unit, wave in enumerate((1, 1, 2)) for name in "AB"]
    found = certify(planned(shown, lengths=[1] * 3, systems=("A", "B"), documents=["d", "d", "e"], annotators=PAID))
    assert [(row.documents, row.texts, row.documents_so_far) for row in found.waves] == [(1, 2, 1), (1, 1, 2)]


def test_precision_is_that_of_a_campaign_that_stops_there():
    found = waved([8, 20])
    one, two = found.waves
    stopped = waved([8]).precision
    assert stopped is not None
    assert found.precision is not None
    assert (one.standard_error, one.smallest) == (stopped.standard_error, stopped.smallest)
    assert (two.standard_error, two.smallest) == (found.precision.standard_error, found.precision.smallest)
    # Everything but four components cancels: the variance of a difference goes with 1 / documents.
    assert (one.standard_error or 0) / (two.standard_error or 1) == pytest.approx((20 / 8) ** 0.5)


def test_one_wave_has_no_table_and_no_rule():
    found = waved([8])
    assert found.waves == ()
    assert "first-wave-separates" in {row.rule for row in found.not_checked}


def test_six_documents_in_the_first_wave_can_separate_something():
    assert first_wave(waved([6, 12])) == (True, 6)
    assert early(waved([6, 12])) == []


@pytest.mark.parametrize(("ends", "enough"), [([5, 6, 12], 2), ([2, 4, 7], 3), ([2, 5], None)])
def test_the_first_wave_after_which_something_can_be_separated_is_named(ends, enough):
    found = waved(ends)
    assert first_wave(found) == (False, ends[0])
    assert early(found) == [{"system": "A", "documents": ends[0], "separating": 6, "enough": enough}]


def test_the_system_with_fewest_documents_counts():
    """B is not judged on the first of six documents."""
    shown = [Shown("1", "ann", unit, name) for unit in range(6) for name in "AB" if (unit, name) != (0, "B")]
    shown += [Shown("2", "ann", 6, name, wave=2) for name in "AB"]
    found = certify(planned(shown, lengths=[2] * 7, systems=("A", "B"), annotators=PAID))
    assert first_wave(found) == (False, 5)
    assert early(found) == [{"system": "B", "documents": 5, "separating": 6, "enough": 2}]


def test_nothing_is_said_of_documents_that_are_unknown():
    shown = [Shown(str(wave), "ann", wave, name, wave=wave + 1) for wave in range(2) for name in "AB"]
    work = planned(shown, lengths=[2, 2], systems=("A", "B"), annotators=PAID)
    found = certify(replace(work, documents_known=False))
    assert "first-wave-separates" in {row.rule for row in found.not_checked}
    assert [row.standard_error for row in found.waves] == [None, None]


def test_json_has_the_waves_and_reads_them_back():
    data = waved([2, 4]).to_dict()
    assert [row["judgements_so_far"] for row in data["waves"]] == [8, 16]
    assert Certificate.from_dict(data).to_dict() == data
