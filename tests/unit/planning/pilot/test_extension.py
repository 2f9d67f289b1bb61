"""Who judges what is added to a pilot."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from adjudge.kernels.mixed_model.reml import RatedRows
from adjudge.planning.pilot.extension import add_to, is_drawn, workload
from adjudge.planning.pilot.scenarios import LIKE_PILOT, Scenario

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


def outputs_of(table):
    return list(zip(table.segment.tolist(), table.system.tolist(), strict=True))


def test_a_further_annotator_judges_the_pilot_again_and_nothing_twice():
    rows, new = a_pilot(), added(Scenario(annotators=2))
    assert (new.documents, new.segments, new.annotators) == (0, 0, 2)
    np.testing.assert_array_equal(np.bincount(new.annotator), [0, 0, 0, 18, 18])  # 54 judgements of three annotators
    found = outputs_of(new)
    assert set(found) <= set(outputs_of(rows))
    assert len(set(found)) == len(found)  # all documents are gone through before any comes again


def test_many_further_annotators_go_through_the_documents_again():
    rows, new = a_pilot(), added(Scenario(annotators=9))
    assert Counter(outputs_of(new)) == dict.fromkeys(outputs_of(rows), 3)
    for who in range(3, 12):
        hers = [output for output, one in zip(outputs_of(new), new.annotator, strict=True) if one == who]
        assert len(hers) == len(set(hers)) == 18


@pytest.mark.parametrize("seed", range(6))
def test_as_much_is_judged_again_as_is_promised_however_long_documents_are(seed):
    lengths = np.array([1, 40, 2, 27, 3, 11])
    document = np.repeat(np.arange(6), 2 * lengths)
    item = np.arange(len(document))
    rows = RatedRows(np.zeros(len(item)), item % 2, item % 5, document, item // 2)
    new = add_to(rows, Scenario(annotators=3), np.random.default_rng(seed), lasting=True)
    promised = round(2 * lengths.sum() / 5)
    assert workload(rows) == promised
    np.testing.assert_array_equal(np.bincount(new.annotator)[5:], [promised] * 3)
    for who in range(5, 8):  # whole documents, but for the first and the last
        sizes = np.bincount(new.document[new.annotator == who], minlength=6)
        assert ((sizes > 0) & (sizes < 2 * lengths)).sum() <= 2


def test_nobody_judges_an_output_twice_though_repeats_count():
    twice = RatedRows(*(np.tile(part, 4) for part in a_pilot()))
    assert workload(twice) == 54  # not 72, the mean of 216 judgements by three
    new = add_to(twice, Scenario(annotators=1), np.random.default_rng(0), lasting=True)
    assert sorted(outputs_of(new)) == sorted(outputs_of(a_pilot()))


@pytest.mark.parametrize("lasting", [True, False])
def test_in_the_place_of_the_pilot_come_as_many_judgements_of_other_documents(lasting):
    rows, new = a_pilot(), added(LIKE_PILOT, lasting=lasting)
    assert (new.documents, new.segments, new.annotators) == (6, 18, 0 if lasting else 3)
    assert set(new.document) == set(range(6, 12))
    for codes, old in ((new.annotator % 3, rows.annotator), (new.system, rows.system)):
        np.testing.assert_array_equal(np.bincount(codes), np.bincount(old))


@pytest.mark.parametrize(
    ("scenario", "drawn"),
    [
        (LIKE_PILOT, False),
        (Scenario(documents=12), False),
        (Scenario(documents=13), True),
        (Scenario(segments=18), False),
        (Scenario(segments=20), True),
        (Scenario(annotators=1), True),
        (Scenario(annotators=3), True),  # every output once, but by whom?
        (Scenario(documents=6, annotators=1), True),
    ],
)
def test_it_is_known_where_only_one_way_exists_to_add(scenario, drawn):
    def content(seed):
        new = added(scenario, seed=seed)
        lengths = np.bincount(new.segment)[new.segment]  # of a copy nothing but its size is known
        again = new.segment if scenario.again else lengths
        return Counter(zip(again.tolist(), new.system.tolist(), new.annotator.tolist(), strict=True))

    assert is_drawn(a_pilot(), scenario) == drawn
    assert (len({frozenset(content(seed).items()) for seed in range(8)}) > 1) == drawn


def test_an_annotator_who_judges_everything_has_one_way_to_do_so():
    one = RatedRows(*(np.concatenate([part, part]) for part in a_pilot()))
    both = one._replace(annotator=np.repeat([0, 1], 54))
    assert not is_drawn(both, Scenario(annotators=2))


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
