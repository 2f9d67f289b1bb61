"""Laws of samples: every beginning is balanced, every segment once, parts of about equal length."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.seeds import Seeds
from adjudge.planning.plans.context import context_of_displays
from adjudge.planning.sampling.judged import judged_findings
from adjudge.planning.sampling.order import balanced_order
from adjudge.planning.sampling.sample import sample_units
from adjudge.planning.sampling.units import parts_of, snippets_of
from tests.planned import campaign_of, texts_of

LENGTHS = st.lists(st.integers(1, 60), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=60), st.integers(0, 9))
def test_every_beginning_holds_every_stratum_in_proportion(strata, seed):
    order = balanced_order(strata, np.random.default_rng(seed))
    assert sorted(order) == list(range(len(strata)))
    kinds = len(set(strata))
    bound = 1 - 1 / (2 * kinds - 2) if kinds > 1 else 0.0  # Tijdeman 1980
    for stratum in set(strata):
        share = strata.count(stratum) / len(strata)
        drawn = 0
        for count, number in enumerate(order, 1):
            drawn += strata[number] == stratum
            assert abs(drawn - count * share) <= bound + 1e-9


@settings(max_examples=100, deadline=None)
@given(LENGTHS, st.integers(1, 20))
def test_parts_hold_every_segment_once_and_differ_by_one_at_most(lengths, limit):
    documents = {f"d{number}": length for number, length in enumerate(lengths)}
    pieces = parts_of(documents, limit)
    for name, length in documents.items():
        own = [piece for piece in pieces if piece.document == name]
        covered = [place for piece in own for place in range(piece.first, piece.first + piece.length)]
        assert covered == list(range(length))
        assert max(piece.length for piece in own) - min(piece.length for piece in own) <= 1
        assert max(piece.length for piece in own) <= limit
        assert len(own) == -(-length // limit)


@settings(max_examples=100, deadline=None)
@given(LENGTHS, st.integers(1, 20), st.integers(0, 9))
def test_snippets_are_runs_inside_of_their_documents(lengths, limit, seed):
    documents = {f"d{number}": length for number, length in enumerate(lengths)}
    pieces = snippets_of(documents, limit, np.random.default_rng(seed))
    assert [piece.document for piece in pieces] == list(documents)
    for piece in pieces:
        assert piece.length == min(limit, documents[piece.document])
        assert 0 <= piece.first <= documents[piece.document] - piece.length


@settings(max_examples=60, deadline=None)
@given(LENGTHS, st.sampled_from(["document", "snippet"]), st.integers(1, 12), st.integers(0, 9))
def test_findings_count_what_a_sample_leaves_out(lengths, unit, count, seed):
    """Every segment is judged, or left out of a snippet, or in a text that is left out."""
    sample = sample_units(campaign_of(sampling={"unit": unit, "part": 7, "snippet": 7}), texts_of(lengths), Seeds(seed))
    some = sample.first(min(count, sample.units.height))
    found = list(judged_findings(some, asked=False))
    unjudged = sum(finding.numbers.get("unjudged", 0) + finding.numbers.get("segments", 0) for finding in found)
    begun = set(some.units["document"])
    of_begun = sum(length for name, length in sample.documents.items() if name in begun) - some.segments.height
    in_reach = {name: min(length, 7) if unit == "snippet" else length for name, length in sample.documents.items()}
    assert unjudged == of_begun + sum(length for name, length in in_reach.items() if name not in begun)
    for finding in found:
        if finding.numbers.get("texts"):
            assert finding.numbers["texts"] == sample.units.height - some.units.height
            assert finding.numbers["documents"] == len(set(sample.documents) - begun)


@settings(max_examples=40, deadline=None)
@given(LENGTHS, st.sampled_from(["document", "snippet"]), st.integers(0, 5))
def test_units_segments_and_context_agree_with_the_texts(lengths, unit, context):
    campaign = campaign_of(sampling={"unit": unit, "context": context})
    texts = texts_of(lengths)
    sample = sample_units(campaign, texts, Seeds(3))
    rows = sample.segments.join(sample.texts.frame, on=["document", "segment"], how="left")
    assert rows["source"].null_count() == 0
    assert (
        sample.units["length"].to_list() == sample.segments.group_by("unit", maintain_order=True).len()["len"].to_list()
    )
    judged = rows["S0"].to_list()
    assert len(set(judged)) == len(judged)
    # Context stands right before and right after, in order, and is not judged.
    for number, first, length in sample.units.select("unit", "first", "length").iter_rows():
        document = int(sample.segments.filter(unit=number)["document"][0].partition("/")[0][1:])
        around = sample.context.filter(unit=number)
        before = around.filter(side="before").sort("place")["segment"].to_list()
        after = around.filter(side="after").sort("place")["segment"].to_list()
        assert before == [str(place) for place in range(max(0, first - context), first)]
        assert after == [str(p) for p in range(first + length, min(lengths[document], first + length + context))]


@settings(max_examples=40, deadline=None)
@given(LENGTHS, st.integers(0, 5), st.data())
def test_context_leaves_no_gap_around_the_beginning_of_a_unit(lengths, context, data):
    campaign = campaign_of(sampling={"unit": "snippet", "snippet": 4, "context": context})
    sample = sample_units(campaign, texts_of(lengths), Seeds(3))
    shown = [(unit, data.draw(st.integers(1, length))) for unit, length in sample.units[["unit", "length"]].iter_rows()]
    showings = pl.DataFrame(shown, schema=["unit", "length"], orient="row")
    found = context_of_displays(showings, sample.segments, sample.context, sample.around)
    for unit, length in shown:
        document, first = sample.units.select("document", "first").row(unit)
        whole = [str(place) for place in range(lengths[int(document[1:])])]
        around = found.filter(unit=unit, length=length, document=document)
        assert around.filter(side="before")["segment"].to_list() == whole[max(0, first - context) : first]
        assert around.filter(side="after")["segment"].to_list() == whole[first + length :][:context]


def test_the_first_units_are_the_same_whatever_follows():
    sample = sample_units(campaign_of(), texts_of([5] * 9, domain=list("abcabcabc")), Seeds(1))
    kept = sample.first(4)
    assert kept.units.equals(sample.units.head(4))
    assert kept.texts.frame.height == 20
    assert kept.units["domain"].head(3).n_unique() == 3
    assert kept.segments.equals(sample.segments.filter(pl.col("unit") < 4))
