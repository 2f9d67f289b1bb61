"""Every rule on a plan that keeps it and on one that breaks it, both small enough to count by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.campaign.sections import AnnotatorSection, ControlSection, WorkSection
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.precision import FEWEST_SEPARATING
from adjudge.planning.certificate.rules.registry import RULES
from tests.unit.planning.certificate.plans import Shown, latin, planned

AB = ("A", "B")
#: Both systems of two documents, each annotator both systems of one.
FAIR = [Shown("1", "ann", 0, "A"), Shown("1", "ann", 0, "B"), Shown("2", "bob", 1, "A"), Shown("2", "bob", 1, "B")]


def plan(showings=FAIR, lengths=(2, 2), systems=AB, **rest: Any):
    return certify(planned(showings, lengths=lengths, systems=systems, **rest))


def rule(certificate, name):
    return next(row for row in certificate.rules if row.rule == name)


def checked(certificate, name):
    """Whether it is kept, and its value."""
    row = rule(certificate, name)
    return row.ok, row.value


def finding(certificate, name):
    code = rule(certificate, name).code
    return [found for found in certificate.findings if found.code == code]


def test_names_are_unique_and_every_rule_has_a_source():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.source and rule.limit and rule.value for rule in RULES)


def test_every_rule_is_kept_broken_or_does_not_apply():
    certificate = plan()
    names = {row.rule for row in certificate.rules} | {row.rule for row in certificate.not_checked}
    assert names == {rule.name for rule in RULES}


@pytest.mark.parametrize("row", RULES, ids=lambda row: row.name)
def test_what_is_broken_is_a_finding_with_its_code_and_what_to_do(row):
    for certificate in (plan(), plan(FAIR[:3]), plan(FAIR, (2, 2, 3))):
        broken = [one for one in certificate.rules if one.rule == row.name and not one.ok]
        for one in broken:
            found = [finding for finding in certificate.findings if finding.code == one.code]
            assert found
            assert all(finding.todo and finding.source for finding in found)


def test_same_texts():
    assert checked(plan(), "same-texts") == (True, 1.0)
    certificate = plan(FAIR[:3])
    assert checked(certificate, "same-texts") == (False, 0.5)
    (found,) = finding(certificate, "same-texts")
    assert found.severity == "error"
    assert found.numbers == {"incomplete": 1, "units": 2, "system": "B", "lowest": 0.5}


def test_annotators_balanced():
    assert checked(plan(), "annotators-balanced") == (True, 0.0)
    # Ann judges A on documents 0, 1, 2 and B on none: 3 against an equal share of 1.5.
    lopsided = [Shown(who, who, unit, name) for who, name in (("ann", "A"), ("bob", "B")) for unit in range(3)]
    certificate = plan(lopsided, (2, 2, 2))
    assert checked(certificate, "annotators-balanced") == (False, 1.5)
    assert finding(certificate, "annotators-balanced")[0].numbers["annotators"] == ["ann", "bob"]


def test_one_document_more_of_a_system_is_balanced():
    certificate = plan([*FAIR, Shown("1", "ann", 2, "A"), Shown("2", "bob", 2, "B")], (2, 2, 2))
    assert checked(certificate, "annotators-balanced") == (True, 0.5)


def test_sessions_represent():
    assert checked(plan(), "sessions-represent") == (True, 0.0)
    # Ann has both systems three times over two sessions, but one system in each of them.
    apart = [Shown(name, "ann", unit, name) for name in AB for unit in range(3)]
    certificate = plan(apart, (2, 2, 2))
    assert checked(certificate, "sessions-represent") == (False, 1.5)
    assert finding(certificate, "sessions-represent")[0].severity == "note"  # by annotator all is fair
    strangers = [Shown(name, None, unit, name) for name in AB for unit in range(3)]
    assert finding(plan(strangers, (2, 2, 2)), "sessions-represent")[0].severity == "warning"


def test_connected_by_annotators_and_by_texts():
    assert plan().connected
    by_annotator = [Shown(name, who, 0, name) for name, who in zip(AB, ("ann", "bob"), strict=True)]
    by_text = [Shown("1", "ann", unit, name) for unit, name in enumerate(AB)]
    for showings in (by_annotator, by_text):
        certificate = plan(showings)
        assert not certificate.connected
        assert certificate.efficiency == 0
        assert finding(certificate, "connected")[0].numbers["groups"] == [["A"], ["B"]]


def test_annotators_and_texts_may_each_link_all_systems_and_not_both_together():
    """Four judgements for six unknowns: three systems, and one difference each of annotators and of texts."""
    cells = [("ann", 0, "x"), ("ann", 1, "y"), ("bob", 0, "y"), ("bob", 1, "z")]
    shown = [Shown(who, who, unit, system) for who, unit, system in cells]
    certificate = plan(shown, systems=("x", "y", "z"))
    assert not certificate.connected
    assert finding(certificate, "connected")[0].numbers["groups"] == [["x"], ["y"], ["z"]]
    assert certificate.precision is None


def test_a_system_nobody_judges_is_not_connected():
    certificate = plan(systems=("A", "B", "C"))
    assert checked(certificate, "connected") == (False, 2.0)
    assert certificate.precision is None


def test_efficient():
    assert checked(plan(), "efficient") == (True, pytest.approx(1.0))
    # Ann: A on documents 0 to 2 and B on 3; Bob the others. The eigenvalue is 2 * 3 * 1 / 4 for each, and N / v = 4.
    skewed = [Shown("1", "ann", unit, "A" if unit < 3 else "B") for unit in range(4)]
    skewed += [Shown("2", "bob", unit, "B" if unit < 3 else "A") for unit in range(4)]
    certificate = plan(skewed, (1, 1, 1, 1))
    assert certificate.efficiencies.annotators == pytest.approx(2 * 2 * (3 * 1 / 4) / 4)
    assert certificate.efficiencies.documents == pytest.approx(1)
    assert not rule(certificate, "efficient").ok


def test_waves_balanced():
    assert "waves-balanced" in {row.rule for row in plan().not_checked}
    waves = [Shown(one.session, one.annotator, one.unit, one.system, wave=one.unit + 1) for one in FAIR]
    assert checked(plan(waves), "waves-balanced") == (True, 0.0)
    # The first wave has A on both documents, the second B: neither compares anything on its own.
    uneven = [Shown(one.session, one.annotator, one.unit, one.system, wave=AB.index(one.system) + 1) for one in FAIR]
    certificate = plan(uneven)
    assert checked(certificate, "waves-balanced") == (False, 2.0)
    assert [found.numbers for found in finding(certificate, "waves-balanced")] == [{"broken": ["1", "2"]}]


def test_enough_segments_and_documents():
    certificate = certify(latin(2, 20, 2, length=20))
    assert checked(certificate, "enough-segments") == (True, 400)
    assert checked(certificate, "enough-documents") == (True, 20)
    certificate = plan()
    assert checked(certificate, "enough-segments") == (False, 4)
    assert checked(certificate, "enough-documents") == (False, 2)


def test_single_segments_of_one_document_are_one_document():
    pieces = [Shown("1", "ann", unit, system) for unit in range(3) for system in AB]
    certificate = plan(pieces, (1, 1, 1), documents=["d", "d", "d"])
    assert certificate.texts == 3
    assert checked(certificate, "enough-documents") == (False, 1)


def test_the_default_ranking_separates_a_far_system_on_six_documents_and_nothing_on_five():
    """Among 66 pairs: the correction is by their joint distribution, so the smallest p-value is that of one pair."""
    rng = np.random.default_rng(5)
    qualities = [*np.linspace(80, 75, 11), 30]
    for documents in (FEWEST_SEPARATING - 1, FEWEST_SEPARATING):
        cells = [(f"d{unit}", str(place), f"S{number:02}") for unit in range(documents) for place in range(5)
                 for number in range(12)]  # fmt: skip
        scores = np.tile(qualities, documents * 5) + rng.normal(0, 8, len(cells))
        frame = pl.DataFrame(cells, schema=["document", "segment", "system"], orient="row")
        found = adjudge.rank(frame.with_columns(annotator=pl.lit("ann"), score=pl.Series(np.clip(scores, 0, 100))))
        assert any(pair.significant for pair in found.pairs) == (documents >= FEWEST_SEPARATING)


def test_scores_of_whole_documents_are_a_small_sample():
    assert checked(plan(), "segments-scored") == (True, 0.0)
    assert checked(plan(scope="document"), "segments-scored") == (False, 1.0)


def test_forward_texts():
    assert "forward-texts" in {row.rule for row in plan().not_checked}
    assert checked(plan(origins=("de", "de-AT")), "forward-texts") == (True, 0.0)
    certificate = plan(origins=("de", "en"))
    assert checked(certificate, "forward-texts") == (False, 0.5)
    assert finding(certificate, "forward-texts")[0].numbers["origins"] == ["en"]


CONTROLS = ControlSection(degraded=0.1, repeats=0.1, distance=3)


def test_repeats_unspoilt():
    assert "repeats-unspoilt" in {row.rule for row in plan().not_checked}
    pure = [*FAIR, Shown("1", "ann", 0, "A", "degraded", 0), Shown("2", "bob", 1, "A", "repeat", 2)]
    assert checked(plan(pure, controls=CONTROLS), "repeats-unspoilt") == (True, 0.0)
    # The middle segment is degraded: the first repeat comes before it, the last one after it.
    mixed = [Shown("1", "ann", 0, "A"), Shown("1", "ann", 0, "A", "repeat degraded repeat", 0)]
    assert checked(plan(mixed, (3,), controls=CONTROLS), "repeats-unspoilt") == (False, 1.0)


def test_controls_apart():
    beside = [Shown("1", "ann", 0, "A", "system degraded")]
    assert checked(plan(beside, (2,)), "controls-apart") == (False, 1.0)
    copy = [*FAIR, Shown("1", "ann", 0, "A", "degraded", 0)]
    assert checked(plan(copy), "controls-apart") == (True, 0.0)


def test_copies_distant():
    # Items 0, 1 of A, 2, 3 of B, 4, 5 the copy of A: three items between.
    copy = [*FAIR, Shown("1", "ann", 0, "A", "degraded", 0)]
    assert checked(plan(copy, controls=CONTROLS), "copies-distant") == (True, 3.0)
    near = [*FAIR, Shown("1", "ann", 0, "B", "degraded", 1)]
    certificate = plan(near, controls=CONTROLS)
    assert checked(certificate, "copies-distant") == (False, 1.0)
    assert finding(certificate, "copies-distant")[0].numbers == {"items": 2, "distance": 1, "limit": 3}


def test_copies_whole():
    assert "copies-whole" in {row.rule for row in plan().not_checked}
    copy = [*FAIR, Shown("1", "ann", 0, "A", "degraded", 0)]
    assert checked(plan(copy), "copies-whole") == (True, 0.0)
    # One of three segments of a copy is not shown; the other copy stands in a later session, and is whole.
    three = (3, 3)
    cut = [*FAIR, Shown("1", "ann", 0, "A", "degraded degraded", 0), Shown("3", "bob", 1, "A", "repeat", 2)]
    certificate = plan(cut, three)
    assert checked(certificate, "copies-whole") == (False, 1.0)
    assert finding(certificate, "copies-whole")[0].numbers == {"copies": 1}


def calibrated(systems, people=("ann", "bob")):
    """Calibration items of these systems for everybody, then the fair plan."""
    first = [Shown(f"c-{who}", who, 2, system, "calibration") for who in people for system in systems]
    return plan([*first, *FAIR], (2, 2, 1))


def test_calibration_covers():
    assert checked(calibrated("AB"), "calibration-covers") == (True, 2.0)
    assert checked(calibrated("A"), "calibration-covers") == (True, 1.0)  # there is one item only
    two_of_one = [Shown("c", "ann", 2, "A", "calibration"), *FAIR]
    assert checked(plan(two_of_one, (2, 2, 2)), "calibration-covers") == (False, 1.0)


def test_calibration_first():
    assert checked(calibrated("AB"), "calibration-first") == (True, 0.0)
    certificate = calibrated("AB", people=("ann",))
    assert checked(certificate, "calibration-first") == (False, 1.0)
    assert finding(certificate, "calibration-first")[-1].numbers["annotators"] == ["bob"]
    late = [*FAIR, *(Shown("3", who, 2, "A", "calibration") for who in ("ann",))]
    assert not rule(plan(late, (2, 2, 1)), "calibration-first").ok


def test_nothing_lost():
    assert checked(plan(), "nothing-lost") == (True, 0.0)
    certificate = plan(FAIR, (2, 2, 300))
    assert checked(certificate, "nothing-lost") == (False, 1.0)
    found = finding(certificate, "nothing-lost")
    assert found[0].numbers["documents"] == ["d2"]
    assert "d2 (300 segments)" in found[0].text


def test_judgements_equal():
    assert checked(plan(), "judgements-equal") == (True, 0.0)
    # Two segments of B on document 1 are not judged.
    assert checked(plan(FAIR[:3]), "judgements-equal") == (False, 2.0)
    assert checked(plan(work=WorkSection(judgements=2)), "judgements-equal") == (False, 8.0)


def test_nothing_twice():
    assert checked(plan(), "nothing-twice") == (True, 0.0)
    again = [*FAIR, Shown("3", "ann", 0, "A"), Shown("4", "bob", 0, "B")]
    assert checked(plan(again), "nothing-twice") == (False, 2.0)  # ann's; bob had not seen B on document 0


def test_people_known():
    assert checked(plan(), "people-known") == (True, 0.0)
    unknown = [Shown(one.session, None, one.unit, one.system) for one in FAIR]
    certificate = plan(unknown)
    assert checked(certificate, "people-known") == (False, 2.0)
    assert certificate.annotators == 0
    assert certificate.annotator_work == ()
    alike = [Shown(one.session, "Ann" if one.annotator == "ann" else "an n", one.unit, one.system) for one in FAIR]
    assert finding(plan(alike), "people-known")[-1].numbers["names"] == ["Ann", "an n"]


def test_hours_kept():
    # 10 words a segment, .8 s a word and output, 2 + 2 segments each: 32 s; the longest showing takes 16 s.
    def hours(seconds):
        section = AnnotatorSection(names=("ann", "bob"), hours=seconds / 3600)
        return rule(plan(annotators=section), "hours-kept")

    assert hours(40.0).ok
    assert hours(17.0).ok  # a whole text does not divide
    row = hours(12.0)
    assert not row.ok
    assert row.value == pytest.approx(20 / 3600)
    assert row.limit == pytest.approx(16 / 3600)


def test_session_size():
    assert checked(plan(), "session-size") == (True, 4.0)
    assert checked(plan(work=WorkSection(session_items=3)), "session-size") == (False, 4.0)
