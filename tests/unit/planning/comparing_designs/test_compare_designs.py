"""Designs compared on a known truth: the same figures however they are computed, and every choice checked."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import distributed
import polars as pl
import pytest

from adjudge.core.errors import AdjudgeError, UsageError
from adjudge.planning.comparing_designs import cluster as cluster_module
from adjudge.planning.comparing_designs import compare as compare_module
from adjudge.planning.comparing_designs.compare import compare_designs
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.settings import default_designs
from adjudge.planning.comparing_designs.simulating import hours_of
from adjudge.planning.plans.plan import plan_work
from tests.unit.planning.comparing_designs.small_campaign import CHOICES, SPEC, campaign, compared, texts


@pytest.fixture(scope="module")
def alone() -> DesignComparisonResult:
    return compared(workers=1)


def test_there_is_a_row_for_everything_that_was_asked_for(alone):
    asked = [(row.design, row.budget, row.recipe) for row in alone.rows]
    assert sorted(asked) == [(d, h, "recommended") for d in ("blocks", "side-by-side") for h in (0.15, 0.3)]
    assert all(row.campaigns == 3 and row.kendall is not None for row in alone.rows)
    assert all(row.hours is not None and row.hours <= row.budget for row in alone.rows if row.budget)
    assert all(row.cost == pytest.approx(30 * row.hours) for row in alone.rows if row.hours)


def test_contrasts_are_between_designs_and_between_budgets(alone):
    held = [(one.design, one.budget, one.other, one.other_budget) for one in alone.contrasts]
    assert held == [
        ("blocks", 0.15, "side-by-side", 0.15),
        ("blocks", 0.3, "side-by-side", 0.3),
        ("blocks", 0.3, "blocks", 0.15),
        ("side-by-side", 0.3, "side-by-side", 0.15),
    ]


def test_two_processes_give_the_same_figures_as_one(alone):
    assert compared(workers=2).to_dict() == alone.to_dict()


def test_a_comparison_that_was_stopped_goes_on_to_the_same_figures(alone, tmp_path):
    store = tmp_path / "outcomes.jsonl"
    compared(workers=1, store=store)
    whole = store.read_bytes().splitlines(keepends=True)
    store.write_bytes(b"".join(whole[:4]) + whole[4][:20])  # three outcomes, and a part of the next
    shares: list[float] = []
    assert compared(workers=1, store=store, progress=shares.append).to_dict() == alone.to_dict()
    assert shares[0] == pytest.approx(4 / 12)
    assert sorted(store.read_bytes().splitlines()) == sorted(line.rstrip(b"\n") for line in whole)


def test_more_campaigns_go_on_from_those_that_are_stored(tmp_path):
    store = tmp_path / "outcomes.jsonl"
    compared(workers=1, campaigns=2, store=store)
    shares: list[float] = []
    compared(workers=1, store=store, progress=shares.append)
    assert len(shares) == 4  # of twelve campaigns eight were there


def test_a_result_is_read_back_without_loss(alone):
    assert DesignComparisonResult.from_dict(alone.to_dict()).to_dict() == alone.to_dict()


def test_hours_are_those_of_the_pace():
    """Six words, .8 s for a word: 4.8 s for each of 12 x 4 segments of four systems."""
    assert hours_of(plan_work(campaign(), texts())) == pytest.approx(12 * 4 * 4 * 4.8 / 3600)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"designs": ("blocks", "blocks")}, "`designs=` holds a value twice"),
        ({"designs": ()}, "`designs=` holds nothing"),
        ({"designs": ("block",)}, "did you mean 'blocks'"),
        ({"hours": (0.0,)}, "hours above 0"),
        ({"hours": (float("nan"),)}, "hours above 0"),
        ({"campaigns": 0}, "`campaigns=0`"),
        ({"workers": 0}, "`workers=0`"),
        ({"recipes": ()}, "`recipes=` holds nothing"),
    ],
)
def test_what_cannot_be_compared_is_refused(changes, message):
    with pytest.raises(UsageError, match=message):
        compared(**changes)


@pytest.mark.parametrize(
    ("protocol", "recipe", "message"),
    [
        ("da", "wmt-dda", "AJ030 there is no recipe 'wmt-dda'.*did you mean 'wmt-da'"),
        ("da", "davidson", "AJ030 there is no recipe 'davidson'"),
        ("pairwise", "wmt-da", "AJ033 there is no method 'wmt-da'"),
        ("ranking", "bradley", "AJ033 there is no method 'bradley'"),
    ],
)
def test_recipes_that_cannot_rank_the_answers_are_refused_before_anything_is_simulated(
    monkeypatch, protocol, recipe, message
):
    monkeypatch.delattr(compare_module, "run_here")
    with pytest.raises(AdjudgeError, match=f"(?s){message}"):
        compare_designs(campaign(protocol), texts(), **CHOICES, recipes=("recommended", recipe))


@pytest.mark.parametrize(
    ("protocol", "own", "other"),
    [
        ("da", "blocks", "wmt20-sr-dc"),
        ("da", "wmt20-sr-dc", "blocks"),
        ("pairwise", "blocks", "side-by-side"),
        ("ranking", "side-by-side", "blocks"),
    ],
)
def test_a_design_is_compared_with_another_one_that_suits_the_protocol(protocol, own, other):
    assert default_designs(campaign(protocol).model_copy(update={"design": own})) == (own, other)


def test_the_default_designs_of_a_protocol_of_several_outputs_can_be_planned():
    result = compare_designs(campaign("pairwise"), texts(), campaigns=1, spec=SPEC)
    assert [(row.design, row.refused) for row in result.rows] == [("blocks", 0), ("side-by-side", 0)]


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 1)
    with pytest.raises(UsageError, match=r"AJ647 no Dask scheduler answers at 'tcp://127\.0\.0\.1:1'"):
        compared(cluster="tcp://127.0.0.1:1")


def test_a_recipe_that_refuses_is_counted_and_named():
    result = compared(recipes=("recommended", "wmt24-esa"), campaigns=1, designs=("blocks",), hours=(0.3,))
    by_recipe = {row.recipe: row for row in result.rows}
    refused = by_recipe["wmt24-esa"].refused
    found = [finding.numbers["recipe"] for finding in result.findings if "refused" in finding.numbers]
    assert found == (["wmt24-esa"] if refused else [])


def test_a_budget_that_holds_no_block_is_counted_and_named():
    result = compared(hours=(0.001, 0.3), campaigns=1, designs=("blocks",))
    [small, large] = result.rows
    assert (small.campaigns, small.refused, small.kendall) == (0, 1, None)
    assert large.campaigns == 1
    assert [one.numbers["refused"] for one in result.findings if "refused" in one.numbers] == [1]


def unused(**changes) -> list[tuple[str, list[str]]]:
    """Designs with budgets above the work."""
    result = compared(campaigns=1, **changes)
    found = [finding.numbers for finding in result.findings if finding.code == "AJ648" and "taken" in finding.numbers]
    assert all(one["taken"] == pytest.approx(WHOLE) for one in found)
    return [(one["design"], one["budgets"]) for one in found]


#: Six words, .8 s for a word, 12 x 4 segments of four systems.
WHOLE = 12 * 4 * 4 * 4.8 / 3600


@pytest.mark.parametrize(
    ("hours", "named"),
    [
        ((2 * WHOLE,), [("blocks", [f"{2 * WHOLE:g}"])]),
        ((2 * WHOLE, 3 * WHOLE), [("blocks", [f"{2 * WHOLE:g}", f"{3 * WHOLE:g}"])]),
        ((WHOLE / 2, 2 * WHOLE), [("blocks", [f"{2 * WHOLE:g}"])]),
        ((WHOLE / 2,), []),
        ((1.05 * WHOLE,), []),  # the rest is less than the twelfth that a text takes
        ((None,), []),
    ],
)
def test_every_budget_above_the_work_is_named_and_no_other(hours, named):
    assert unused(designs=("blocks",), hours=hours) == named


def test_a_tutorial_is_work_but_no_sampled_text():
    items = pl.DataFrame({"document": ["t"] * 2, "segment": ["0", "1"], "source": ["a b"] * 2, "output": ["c"] * 2})
    choices = {"designs": ("blocks",), "hours": (None,), "campaigns": 1}
    [with_it], [without] = compared(tutorial=items, **choices).rows, compared(**choices).rows
    assert with_it.units == without.units == 12
    assert with_it.judgements is not None
    assert without.judgements is not None
    assert with_it.judgements == without.judgements + 3 * 2  # three annotators


def test_a_design_without_a_ranked_campaign_has_no_figures_in_json_either():
    result = compared(hours=(0.001,), designs=("blocks",), campaigns=2)
    [row] = result.to_dict()["rows"]
    assert (row["campaigns"], row["refused"]) == (0, 2)
    assert row["false"] is row["misled"] is row["kendall"] is None
    [finding] = result.findings
    assert "2 of 2 simulated campaigns could not be planned" in finding.text
    assert "there are no figures" in finding.text


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask scheduler with two worker processes, on loopback."""
    choices = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(host="127.0.0.1", **choices) as started:
        yield started.scheduler_address


def test_a_cluster_gives_the_same_figures_as_one_process(alone, cluster):
    assert compared(cluster=cluster).to_dict() == alone.to_dict()


def test_a_worker_that_is_killed_costs_nothing(alone, cluster):
    with distributed.Client(cluster, set_as_default=False) as client:
        victims = [next(iter(client.run(os.getpid).values()))]

    def kill_one(share: float) -> None:
        if victims and share > 0:
            os.kill(victims.pop(), signal.SIGKILL)

    assert compared(cluster=cluster, progress=kill_one).to_dict() == alone.to_dict()
    assert not victims


def test_simulated_truth_is_that_of_the_spec(alone):
    assert alone.settings["spec"]["systems"]["width"] == SPEC.systems.width
