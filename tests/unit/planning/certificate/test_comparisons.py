"""The certificate of plans that show several outputs at once: what is compared inside of an item, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom

from adjudge.core.campaign.sections import AnnotatorSection
from adjudge.core.tables import Batches
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.result import Certificate
from adjudge.planning.certificate.rules.sample import SEGMENTS_EFFECT, VOTES
from adjudge.planning.plans.result import PlannedWork
from tests.unit.planning.certificate.plans import Shown, planned

ABCD = ("A", "B", "C", "D")


def certified(groups: list[str], systems: tuple[str, ...] = ABCD, **rest: object) -> Certificate:
    """The certificate of `together`."""
    return certify(together(groups, systems, **rest))


def together(groups: list[str], systems: tuple[str, ...] = ABCD, **rest: object) -> PlannedWork:
    """A plan with an item of one segment for each group, all of one annotator and one session."""
    shown = [Shown("1", "ann", item, system) for item, group in enumerate(groups) for system in group]
    people = AnnotatorSection(names=("ann",))
    options = {"protocol": "pairwise", "annotators": people} | rest
    work = planned(shown, lengths=[1] * len(groups), systems=systems, **options)  # type: ignore[arg-type]
    frame = work.batches.frame.with_columns(item=pl.col("segment"), showing=pl.col("document"))
    return replace(work, batches=Batches.check(frame))


def codes(found: Certificate, code: str) -> list[dict[str, object]]:
    return [dict(finding.numbers) for finding in found.findings if finding.code == code]


def test_all_pairs_equally_often_have_the_efficiency_one():
    found = certified(["".join(pair) for pair in combinations(ABCD, 2)] * 3)
    assert found.efficiency == pytest.approx(1)
    assert (found.efficiencies.annotators, found.efficiencies.documents) == (None, None)
    assert (found.comparisons, found.judgements) == (18, 36)
    assert "18 comparisons (36 judgements)" in found.summary()


@pytest.mark.parametrize(
    ("groups", "systems", "efficiency"),
    [
        # The information matrix of pairs is half the Laplacian of their graph, and all eigenvalues of a balanced design
        # are their mean. A chain of three: 1 / 2 and 3 / 2, harmonic mean 3 / 4; the mean is 1.
        (["AB", "BC"], ("A", "B", "C"), (3 / 4) / 1),
        # A ring of four: 1, 1 and 2, harmonic mean 6 / 5; the mean, which balance would give to all, is 4 / 3.
        (["AB", "BC", "CD", "DA"], ABCD, (6 / 5) / (4 / 3)),
        # A star of four: 1 / 2, 1 / 2 and 2, harmonic mean 2 / 3; the mean is 1.
        (["AB", "AC", "AD"], ABCD, (2 / 3) / 1),
    ],
)
def test_graphs_of_comparisons(groups, systems, efficiency):
    assert certified(groups, systems).efficiency == pytest.approx(efficiency)


def test_groups_of_three_that_are_balanced():
    fano = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
    found = certified(["".join("ABCDEFG"[i] for i in block) for block in fano], tuple("ABCDEFG"), protocol="ranking")
    assert found.efficiency == pytest.approx(1)


def test_one_annotator_and_one_session_link_nothing_that_no_item_compares():
    found = certified(["AD", "BC"])
    assert not found.connected
    assert found.efficiency == 0
    (numbers,) = codes(found, "AJ671")
    assert numbers["groups"] == [["A", "D"], ["B", "C"]]
    assert (numbers["shown"], numbers["needed"]) == (2, 3)
    # Four pairs would do, if they were others.
    (numbers,) = codes(certified(["AD", "BC", "AD", "BC"]), "AJ671")
    assert numbers["needed"] is None


@pytest.mark.parametrize(("design", "named"), [("blocks", False), ("graham-da", True)])
@pytest.mark.parametrize("groups", [["AD", "BC"], ["AB", "AC", "AD"]])
def test_blocks_are_no_advice_to_who_uses_them(design, named, groups):
    found = [one for one in certified(groups, design=design).findings if one.code in {"AJ671", "AJ672"}]
    assert found
    assert all(("`blocks`" in (one.todo or "")) == named for one in found)


def test_votes_of_the_pair_with_fewest():
    found = certified(["AB"] * 700 + ["BC"] * 608 + ["AC"] * 607, ("A", "B", "C"))
    row = next(row for row in found.rules if row.rule == "enough-votes")
    assert (row.ok, row.value, row.limit) == (False, 607, 608)
    (numbers, *_) = codes(found, "AJ673")
    assert numbers["systems"] == ["A", "C"]
    assert "enough-segments" in {row.rule for row in found.not_checked}
    assert next(row for row in certified(["AB"] * 608, ("A", "B")).rules if row.rule == "enough-votes").ok


def test_votes_of_pairs_and_the_segments_they_are_on():
    """Four items: A and B on segments 1, 2 and again 1, A and C on segment 2; nobody compares B with C."""
    shown = ["AB", "AB", "AB", "AC"]
    work = together(shown, ("A", "B", "C"))
    again = work.batches.frame.with_columns(
        pl.col("segment").replace({"2.0": "0.0", "3.0": "1.0"}), pl.col("document").replace({"d2": "d0", "d3": "d1"})
    )
    found = certify(replace(work, batches=Batches.check(again)))
    assert [(row.a, row.b, row.votes, row.texts) for row in found.pairs] == [
        ("A", "B", 3, 2),
        ("A", "C", 1, 1),
        ("B", "C", 0, 0),
    ]
    assert found.to_dict()["pairs"][0] == {"a": "A", "b": "B", "votes": 3, "texts": 2}


def test_a_ranking_of_three_is_a_vote_on_three_pairs():
    found = certified(["ABC", "ABD"], protocol="ranking")
    votes = {row.a + row.b: row.votes for row in found.pairs}
    assert votes == {"AB": 2, "AC": 1, "AD": 1, "BC": 1, "BD": 1, "CD": 0}


def test_outputs_that_are_judged_one_at_a_time_get_no_votes():
    assert certified(["AB"], protocol="da").pairs == ()


def test_so_many_votes_find_what_the_limit_says():
    """By the exact test of votes, from scipy: the power is below .8 with one vote less, and never from there on."""

    def power(votes: int) -> float:
        below = np.arange(votes // 2)
        rejected = int((2 * binom.cdf(below, votes, 0.5) <= 0.05).sum())  # so many of the fewest wins
        return float(
            binom.cdf(rejected - 1, votes, SEGMENTS_EFFECT) + binom.sf(votes - rejected, votes, SEGMENTS_EFFECT)
        )

    assert power(VOTES - 1) < 0.8
    assert min(power(votes) for votes in range(VOTES, VOTES + 400)) >= 0.8


def test_why_there_is_no_precision():
    found = certified(["AB", "BC", "CD", "DA"])
    assert found.precision is None
    assert found.no_precision is not None
    assert found.no_precision in found.summary()
    assert [finding.text for finding in found.findings if finding.code == "AJ695"] == [found.no_precision]
