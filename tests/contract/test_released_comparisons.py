"""Released rankings, counts and preferences give the numbers that were published or counted by other means."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import Comparisons, PairCounts, Supplement
from adjudge.io.reading import read, read_file
from tests.contract.released import LOPEZ_TASKS, DataFile, counts, expected, rows, table


@pytest.mark.parametrize("task", LOPEZ_TASKS)
def test_count_files_hold_the_published_comparisons(task: str, data_file: DataFile) -> None:
    path = data_file(f"lopez-rr-2010-2011/pairwise.{task}.txt")
    frame = table(path, "pair counts").frame
    published = expected(path)["published"]["table1"][task]
    assert frame.select(pl.sum_horizontal("wins_a", "ties", "wins_b").sum()).item() == published["n_pairs"]
    systems = {*frame["system_a"], *frame["system_b"]} - {"_ref"}
    assert len(systems) == published["n_sys"]


@pytest.mark.parametrize("task", LOPEZ_TASKS)
def test_rankings_give_the_count_files_exactly(task: str, data_file: DataFile) -> None:
    year, pair, *track = task.split(".")
    raw = ".".join(["raw", year, *track, "RNK.csv"]) + ("" if track == ["tunablemetrics"] else ".gz")
    rankings = table(data_file(f"lopez-rr-2010-2011/{raw}"), "comparisons")
    assert isinstance(rankings, Comparisons)
    counted = choose_language_pair(rankings, pair).counts()
    released = table(data_file(f"lopez-rr-2010-2011/pairwise.{task}.txt"), "pair counts")
    assert isinstance(released, PairCounts)
    key = ["system_a", "system_b"]
    # The count files also list pairs that were never compared.
    never = pl.sum_horizontal("wins_a", "ties", "wins_b") == 0
    assert counted.frame.sort(key).equals(released.frame.filter(~never).sort(key).select(counted.frame.columns))


def test_all_count_files_can_be_read_together(data_file: DataFile) -> None:
    paths = [data_file(f"lopez-rr-2010-2011/pairwise.{task}.txt") for task in LOPEZ_TASKS]
    together = read(*paths)
    assert len(together) == sum(rows(to_a_row=2)(path) for path in paths)
    assert together.frame["collection"].n_unique() == len(LOPEZ_TASKS)


@pytest.mark.parametrize("name", ["sample-fr-en-train.csv.gz", "sample-fr-en-test.csv"])
def test_trueskill_sample_has_its_ties(name: str, data_file: DataFile) -> None:
    path = data_file(f"wmt-trueskill-sample/{name}")
    computed = expected(path)["computed"][name.removesuffix(".gz")]
    frame = table(path, "comparisons").frame
    assert counts(frame, "outcome")["tie"] == computed["ties"]
    assert frame["ranking"].n_unique() == computed["rankings"]
    assert len({*frame["system_a"], *frame["system_b"]}) == computed["systems"]


@pytest.mark.parametrize(("name", "label"), [("wmt15", "expanded"), ("collapsed.wmt15", "collapsed")])
def test_finnish_pairs_have_the_published_ties(name: str, label: str, data_file: DataFile) -> None:
    path = data_file(f"wmt15-fin-eng/{name}.fin-eng.csv.gz")
    *_, ties, total = expected(path)["published"]["agreement (pA, pE, kappa, agree, comparable, ties, total)"][
        f"inter {label}"
    ]
    frame = read_file(path, format="wmt-ranking-pairs").main.frame
    assert (counts(frame, "outcome")["tie"], frame.height) == (ties, total)
    assert not frame["ranking"].str.contains(r"\s").any()


def test_the_collapsed_finnish_pairs_give_the_released_counts(data_file: DataFile) -> None:
    """Each joined name stands for its systems: wins as in the expanded release, ties but for what is not collapsed."""
    collapsed = read_file(data_file("wmt15-fin-eng/collapsed.wmt15.fin-eng.csv.gz")).main
    released = read_file(data_file("wmt15-fin-eng/wmt15.fin-eng.csv.gz")).main
    assert isinstance(collapsed, Comparisons)
    assert isinstance(released, Comparisons)
    ours, theirs = collapsed.counts().frame, released.counts().frame
    assert ours.select("system_a", "system_b", "wins_a", "wins_b").equals(
        theirs.select("system_a", "system_b", "wins_a", "wins_b")
    )
    # In 7 rankings all 14 outputs were identical. The expanded release has 7 more ties of every pair from them, the
    # collapsed one has no line of them.
    absent = set(released.frame["ranking"]) - set(collapsed.frame["ranking"])
    assert len(absent) == 7
    assert (theirs["ties"] - ours["ties"]).to_list() == [7] * 91
    assert [finding.code for finding in collapsed.findings] == ["AJ132"]


def test_finnish_result_is_the_published_one(data_file: DataFile) -> None:
    path = data_file("wmt15-fin-eng/results.wmt15.fin-eng.txt")
    result = read_file(path).tables[0]
    assert isinstance(result, Supplement)
    printed, cluster = [], 1
    for line in expected(path)["published"]["trueskill_mean_mu_and_rank_range"]:
        if line.startswith("+"):
            cluster += 1
            continue
        system, score, low, high = line.replace("(", "").replace(")", "").replace(",", "").split()
        printed.append((system, float(score), int(float(low)), int(float(high)), cluster))
    assert result.frame.rows() == printed


def test_preferences_are_those_counted_by_the_authors(data_file: DataFile) -> None:
    path = data_file("laeubli-parity-2018/ratings.csv")
    frame = table(path, "comparisons").frame
    items = pl.coalesce("document", "segment")
    frame = frame.filter(~items.str.starts_with("U"))
    words = {"a": "human", "b": "mt", "tie": "tie"}
    for scope, word in (("document", "document"), ("segment", "sentence")):
        for criterion in ("adequacy", "fluency"):
            chosen = frame.filter((pl.col("scope") == scope) & (pl.col("criterion") == criterion))
            published = expected(path)["computed"][f"{criterion} {word}"]
            assert {words[k]: n for k, n in counts(chosen, "outcome").items()} == {
                k: published[k] for k in ("human", "mt", "tie")
            }
