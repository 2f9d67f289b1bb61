"""Who judges what is added to a pilot."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.mixed_model.reml import RatedRows
from adjudge.planning.pilot.extension import add_to
from adjudge.planning.pilot.scenarios import Scenario

#: Six documents of two to four segments, three systems, each document of one of three annotators.
LENGTHS = np.array([2, 3, 4, 2, 3, 4])


def a_pilot():
    document = np.repeat(np.arange(6), 3 * LENGTHS)
    starts = np.concatenate([[0], np.cumsum(LENGTHS)])
    segment = np.concatenate([np.repeat(np.arange(starts[d], starts[d + 1]), 3) for d in range(6)])
    system = np.tile(np.arange(3), LENGTHS.sum())
    return RatedRows(np.zeros(len(document)), system, document % 3, document, segment)


def added(scenario, *, lasting=True, seed=0):
    return add_to(a_pilot(), scenario, np.random.default_rng(seed), lasting=lasting)


def test_twice_the_documents_is_every_document_once_more():
    rows, new = a_pilot(), added(Scenario(documents=6))
    assert len(new) == len(rows.y)
    assert (new.documents, new.segments, new.annotators) == (6, 18, 0)
    assert set(new.document) == set(range(6, 12))
    assert set(new.segment) == set(range(18, 36))
    for codes, old in ((new.annotator, rows.annotator), (new.system, rows.system)):
        np.testing.assert_array_equal(np.bincount(codes), np.bincount(old))
    sizes = sorted(len(set(new.segment[new.document == d])) for d in range(6, 12))
    assert sizes == sorted(LENGTHS)
    # Every copy is judged by one annotator, and every output in it once.
    assert all(len(set(new.annotator[new.document == d])) == 1 for d in range(6, 12))
    assert len(set(zip(new.segment, new.system, strict=True))) == len(new)


@pytest.mark.parametrize("count", [1, 7, 18, 40])
def test_segments_are_as_many_as_asked_for(count):
    new = added(Scenario(segments=count))
    assert new.segments == len(set(new.segment)) == count
    assert len(new) == 3 * count


def test_a_further_annotator_judges_the_pilot_again_and_nothing_twice():
    rows, new = a_pilot(), added(Scenario(annotators=2))
    assert (new.documents, new.segments, new.annotators) == (0, 0, 2)
    assert set(new.annotator) == {3, 4}
    outputs = set(zip(rows.segment, rows.system, strict=True))
    for who in (3, 4):
        hers = [(s, k) for s, k, a in zip(new.segment, new.system, new.annotator, strict=True) if a == who]
        assert len(hers) == len(set(hers))
        assert set(hers) <= outputs
        assert abs(len(hers) - len(rows.y) / 3) <= 3 * LENGTHS.max() / 2
    both = [set(new.document[new.annotator == who]) for who in (3, 4)]
    assert not both[0] & both[1]  # documents are gone through before any comes again


def test_many_further_annotators_go_through_the_documents_again():
    new = added(Scenario(annotators=9))
    assert set(new.annotator) == set(range(3, 12))
    times = [len(set(new.annotator[new.document == d])) for d in range(6)]
    assert max(times) - min(times) <= 1


def test_with_documents_new_annotators_take_an_equal_share():
    rows = a_pilot()
    new = add_to(rows, Scenario(documents=3_000, annotators=3), np.random.default_rng(0), lasting=True)
    taken = np.mean([new.annotator[new.document == d][0] >= 3 for d in range(6, 3_006)])
    assert taken == pytest.approx(0.5, abs=0.04)
    assert all(len(set(new.annotator[new.document == d])) == 1 for d in range(6, 106))


def test_sessions_that_stand_for_annotators_are_new_in_every_round():
    new = added(Scenario(documents=12), lasting=False)
    assert new.annotators == 6
    assert set(new.annotator) == set(range(3, 9))
