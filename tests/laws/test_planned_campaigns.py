"""Laws of whole plans, over random campaigns: everything once, control items apart, nothing for the linter to find."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.auditing.checks.registry import subject_of
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
from adjudge.planning.certificate.certify import certify
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.plans.result import PlannedWork
from adjudge.planning.simulation.planned import collect
from tests.planned import campaign_of, texts_of

#: What the linter says about who judged what.
DESIGN = {"design"}
#: ... and beside which control items, if sessions are long enough to hold their share of them.
BESIDE = {"controls", "sessions"}

#: Texts of each system that an annotator judges; with fewer, one more or less is far from even to the linter.
EVEN = 4


@st.composite
def plans(draw: st.DrawFn) -> tuple[Campaign, Texts]:
    """Campaigns of every protocol and of both designs of our own, with and without control items."""
    annotators = draw(st.integers(1, 6))
    lengths = draw(st.lists(st.one_of(st.integers(1, 9), st.integers(1, 40)), min_size=1, max_size=10))
    protocol = draw(st.sampled_from(["da", "da-sqm", "esa", "mqm", "pairwise", "ranking"]))
    share = st.sampled_from([0.0, 0.05, 0.1, 0.2])
    controls: dict[str, Any] = {"distance": draw(st.integers(0, 12)), "reason": "a law"}
    if protocol not in {"pairwise", "ranking"}:
        controls |= {"degraded": draw(share), "repeats": draw(share)}
    choices: dict[str, Any] = {
        "protocol": protocol,
        "design": draw(st.sampled_from(["blocks", "side-by-side"])),
        "work": {
            "judgements": draw(st.integers(1, min(2, annotators))),
            "waves": draw(st.integers(1, min(2, len(lengths)))),
            "session_items": draw(st.integers(30, 100)),
        },
        "sampling": {
            "unit": draw(st.sampled_from(["document", "snippet"])),
            "snippet": draw(st.integers(1, 10)),
            "part": draw(st.integers(3, 15)),
        },
        "controls": controls,
        "seed": draw(st.integers(0, 99)),
    }
    return campaign_of(annotators, **choices), texts_of(lengths, draw(st.integers(2, 6)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_a_plan_holds_everything_once_and_gives_the_linter_nothing_to_find(planned: tuple[Campaign, Texts]) -> None:
    work = plan_work(*planned)
    every_output_is_judged_as_often_as_asked(work)
    control_items_cannot_be_taken_for_others(work)
    judgements = collect(work, seed=1).table
    assert judgements.frame.height == work.batches.frame.height or work.campaign.judging.outputs > 1
    looked_at = DESIGN | (BESIDE if sessions_hold_their_share(work) else set())
    faults = [
        finding
        for finding in adjudge.check(judgements).findings
        if finding.severity != "note"
        and (subject := subject_of(finding.code))
        and subject.name in looked_at
        and not (finding.code == "AJ442" and units_of_a_cell(work) < EVEN)
        # Nobody sees a document whole that the plan cuts into parts, as a note of the plan says.
        and not (finding.code == "AJ426" and "AJ658" in {found.code for found in work.batches.findings})
    ]
    assert not faults or not can_be_connected(work), [finding.text for finding in faults]


def units_of_a_cell(work: PlannedWork) -> float:
    """How many texts an annotator judges of each system on average; counts are within one of it."""
    counting = work.showings.filter(pl.col("kind") == "system").explode("systems")
    return counting.height / (counting["annotator"].n_unique() * len(work.systems))


def sessions_hold_their_share(work: PlannedWork) -> bool:
    """Whether every session is due for a text of each kind that is asked for, and planning placed them all.

    Copies are whole texts. A session may have a text less than its share, because an earlier one had more, so it is
    sure to have one if its share is two.
    """
    controls = work.campaign.controls
    shares = [share for share in (controls.degraded, controls.repeats) if share]
    if not shares:
        return True
    shortest = work.batches.frame.filter(pl.col("kind") == "system").group_by("session").len()["len"].min()
    longest = work.showings["length"].max()
    assert isinstance(shortest, int)
    assert isinstance(longest, int)
    missed = {"AJ660", "AJ661", "AJ662"} & {f.code for f in work.batches.findings if f.severity == "warning"}
    return shortest * min(shares) >= 2 * longest and not missed


def can_be_connected(work: PlannedWork) -> bool:
    """Whether there are as many showings as links between all annotators and systems need: one less than of both."""
    counting = work.showings.filter(pl.col("kind") == "system")
    return counting.height >= len(work.systems) + counting["annotator"].n_unique() - 1


def every_output_is_judged_as_often_as_asked(work: PlannedWork) -> None:
    """By different annotators; where groups of systems are judged, every system meets every unit equally often."""
    counting = work.batches.frame.filter(pl.col("kind") == "system")
    by_output = counting.group_by("system", "document", "segment").agg(
        times=pl.len(), people=pl.col("annotator").n_unique()
    )
    assert by_output.height == len(work.systems) * work.segments.height
    if work.campaign.judging.outputs == 1:
        assert by_output["times"].unique().to_list() == [work.campaign.work.judgements]
        assert (by_output["times"] == by_output["people"]).all()
    else:
        assert by_output.filter(pl.col("times") < work.campaign.work.judgements).is_empty()


def control_items_cannot_be_taken_for_others(work: PlannedWork) -> None:
    """A showing holds items of one kind; altered texts are those of degraded items, and of all of them."""
    rows = work.batches.frame
    kinds = rows.group_by("session", "showing").agg(pl.col("kind").n_unique())
    assert kinds["kind"].max() == 1
    place = ["session", "position", "system", "document", "segment"]
    altered = Counter(work.altered.select(place).iter_rows())
    assert altered == Counter(rows.filter(pl.col("kind") == "degraded").select(place).iter_rows())
    texts = {(row["document"], row["segment"]): row for row in work.texts.frame.iter_rows(named=True)}
    for row in work.altered.iter_rows(named=True):
        assert row["text"] != texts[row["document"], row["segment"]][row["system"]]
    copies = rows.filter(pl.col("kind") != "system")
    assert copies["original"].null_count() == 0
    shown = set(rows.filter(pl.col("kind") == "system")["showing"])
    assert set(copies["original"]) <= shown
    verdicts = {row.rule: row for row in certify(work).rules}
    assert copies.is_empty() or verdicts["copies-whole"].ok or no_text_fits(work)


def no_text_fits(work: PlannedWork) -> bool:
    """Whether no session has room for any text beside what counts; only then are copies cut."""
    sizes = work.batches.frame.filter(pl.col("kind") == "system").group_by("session").len()["len"]
    room = work.campaign.work.session_items - int(sizes.min() or 0)  # type: ignore[arg-type]
    shown = work.showings.filter(pl.col("kind") == "system")["length"]
    return room < int(shown.min() or 0)  # type: ignore[arg-type]
