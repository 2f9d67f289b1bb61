"""What must hold of every ranking by default: one statistic behind order, lines, letters and sets; no seed decides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.scoring.model_factors import level_codes, linked_groups
from benchmarks.designs import Design, draw, spaced

DESIGNS = st.builds(
    Design,
    systems=st.integers(2, 5),
    documents=st.integers(5, 20),
    annotators=st.integers(1, 8),
    length=st.just((1, 4)),
    assignment=st.sampled_from(["random", "sessions", "one-per-document", "all"]),
    known=st.booleans(),
    scale=st.sampled_from(["slider", "points"]),
)
CAMPAIGNS = st.tuples(DESIGNS, st.sampled_from([0.0, 3.0, 12.0]), st.integers(0, 10_000))


def ranking(design, step, number, **options):
    """The ranking of a campaign; None if no annotator links its systems."""
    frame = draw(replace(design, quality=spaced(design.systems, step)), number).frame
    linked = linked_groups(level_codes(frame, "system"), level_codes(frame, "annotator"))
    if len(set(linked.tolist())) == 1:
        return adjudge.rank(frame, **options)
    with pytest.raises(adjudge.AdjudgeError, match="without a common annotator"):
        adjudge.rank(frame, **options)
    return None


@settings(max_examples=40)
@given(CAMPAIGNS)
def test_order_lines_letters_and_sets_never_contradict_each_other(campaign):
    result = ranking(*campaign)
    if result is None:
        return
    scores = [system.score for system in result.systems]
    assert scores == sorted(scores, reverse=True)
    place = {system.system: system for system in result.systems}
    for pair in result.pairs:
        a, b = place[pair.a], place[pair.b]
        assert pair.difference is not None
        assert pair.difference >= 0  # the test favours the system that stands higher
        shared = set(a.letters) & set(b.letters)
        assert bool(shared) != pair.significant
        if a.cluster != b.cluster:  # a line stands between them: no set crosses it
            assert pair.significant
            assert a.set_high is not None
            assert b.set_low is not None
            assert a.set_high < b.rank
            assert b.set_low > a.rank
            assert a.set_high < b.set_low
    for system in result.systems:
        assert (system.set_low, system.set_high) == (system.rank_low, system.rank_high)
        assert system.rank_low <= system.rank <= system.rank_high


@settings(max_examples=15)
@given(CAMPAIGNS, st.integers(1, 1000), st.sampled_from(["familywise", "fdr"]))
def test_no_verdict_hangs_on_the_seed_without_a_word(campaign, seed, correction):
    first, second = (ranking(*campaign, seed=number, correction=correction) for number in (0, seed))
    if first is None or second is None:
        return
    verdicts = [[pair.significant for pair in result.pairs] for result in (first, second)]
    unsettled = [any(finding.code == "AJ245" for finding in result.findings) for result in (first, second)]
    assert verdicts[0] == verdicts[1] or any(unsettled)


@settings(max_examples=15)
@given(CAMPAIGNS)
def test_a_stricter_level_separates_no_further_pair(campaign):
    results = [ranking(*campaign, level=level) for level in (0.2, 0.01)]
    if any(result is None for result in results):
        return
    loose, strict = ({(p.a, p.b) for p in result.pairs if p.significant} for result in results if result)
    assert strict <= loose


@settings(max_examples=15)
@given(CAMPAIGNS)
def test_the_false_discovery_rate_changes_verdicts_and_not_sets(campaign):
    results = [ranking(*campaign, correction=correction) for correction in ("familywise", "fdr")]
    if any(result is None for result in results):
        return
    familywise, fdr = results
    assert familywise is not None
    assert fdr is not None
    assert [s.set_low for s in fdr.systems] == [s.set_low for s in familywise.systems]
    assert any(finding.code == "AJ248" for finding in fdr.findings)
