"""Laws of waves: documents are dealt to waves whole, and waves are about equally long."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.planning.assignment.waves import runs_of
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of

SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=30)


@settings(max_examples=300, deadline=None)
@given(SIZES, st.data())
def test_waves_are_runs_of_documents_none_of_them_empty(sizes, data):
    waves = data.draw(st.integers(1, len(sizes)))
    runs = runs_of(sizes, waves).tolist()
    assert runs == sorted(runs)
    assert set(runs) == set(range(1, waves + 1))


@settings(max_examples=300, deadline=None)
@given(SIZES, st.data())
def test_waves_differ_from_their_share_by_no_more_than_the_longest_document(sizes, data):
    # Every wave ends within half a document of its share, unless documents are so few that a wave would be empty.
    waves = data.draw(st.integers(1, max(1, sum(sizes) // (2 * max(sizes)))))
    held = Counter[int]()
    for wave, size in zip(runs_of(sizes, waves).tolist(), sizes, strict=True):
        held[wave] += size
    assert max(abs(units - sum(sizes) / waves) for units in held.values()) <= max(sizes)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=3, max_size=12),
    st.integers(1, 3),
    st.sampled_from(["blocks", "side-by-side"]),
    st.integers(0, 99),
)
def test_all_parts_of_a_document_are_in_one_wave(lengths, waves, design, seed):
    campaign = campaign_of(3, design=design, work={"waves": waves}, sampling={"part": 10}, seed=seed)
    planned = plan_work(campaign, texts_of(lengths, 2))
    shown = planned.showings.join(planned.units.select("unit", "document"), on="unit")
    by_document = shown.select("document", "wave").unique()
    assert by_document.height == len(lengths)
    assert set(by_document["wave"]) == set(range(1, waves + 1))
