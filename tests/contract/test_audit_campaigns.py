"""The campaigns that the linter is tried on: clean ones are balanced, a fault changes what it says and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from benchmarks import audits
from benchmarks.audits.campaign import REFERENCE
from benchmarks.audits.faults import FAULTS, SYMPTOMS, Fault
from benchmarks.audits.ratings import clean_ratings
from benchmarks.audits.shape import CAPACITY, random_rating_shape, random_vote_shape
from benchmarks.audits.votes import clean_votes
from tests.contract.audit_codes import CODES

SEEDS = range(30)
KEY = ("annotator", "session", "system", "document", "segment", "kind", "showing")


def named(*symptoms: str) -> list[Fault]:
    return [fault for fault in FAULTS.values() if fault.symptom in symptoms]


def counting(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("kind") == "system")


# Clean campaigns


def test_the_generator_shares_no_code_with_simulator_and_checks() -> None:
    """Only the public tables are imported, to wrap the frames at the end."""
    folder = Path(audits.__file__).parent
    imported = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "adjudge":
                imported |= {(node.module, alias.name) for alias in node.names}
            if isinstance(node, ast.Import):
                imported |= {(alias.name, "") for alias in node.names if alias.name.split(".")[0] == "adjudge"}
    assert imported == {("adjudge", "Comparisons"), ("adjudge", "Ratings"), ("adjudge", "Texts")}


@pytest.mark.parametrize("seed", SEEDS)
def test_clean_ratings_are_balanced(seed: int) -> None:
    shape = random_rating_shape(seed)
    campaign = clean_ratings(shape, seed)
    campaign.table()
    frame = counting(campaign.frame)
    assert frame["system"].n_unique() == shape.systems
    assert frame["annotator"].n_unique() == shape.annotators
    # All systems on the same segments, equally often.
    per_segment = frame.group_by("system", "document", "segment").len()
    assert per_segment.group_by("document", "segment").agg(n=pl.len())["n"].unique().to_list() == [shape.systems]
    if not shape.rotated:
        assert per_segment.group_by("document", "segment").agg(pl.col("len").n_unique())["len"].unique().to_list() == [
            1
        ]
    # Every annotator meets every system equally often.
    met = (
        frame.group_by("annotator", "system").len().group_by("annotator").agg(pl.len(), times=pl.col("len").n_unique())
    )
    assert met["len"].unique().to_list() == [shape.systems]
    assert met["times"].unique().to_list() == [1]
    # Work is shared out evenly.
    work = frame.group_by("annotator").len()["len"]
    assert work.max() <= 1.6 * work.min()  # type: ignore[operator]


@pytest.mark.parametrize("seed", SEEDS)
def test_sessions_of_clean_ratings_represent_the_systems(seed: int) -> None:
    shape = random_rating_shape(seed)
    frame = clean_ratings(shape, seed).frame
    if "session" not in frame.columns:
        assert shape.recorded == "annotators"
        return
    held = frame.filter(pl.col("kind").is_in(["system", "calibration"])).group_by("session")
    assert held.agg(pl.col("system").n_unique())["system"].unique().to_list() == [shape.systems]
    assert frame.group_by("session").agg(pl.col("annotator").n_unique())["annotator"].max() == 1
    first = "calibration" in shape.controls
    for kind in set(shape.controls) - {"calibration"}:
        with_it = frame.filter(pl.col("kind") == kind)["session"].n_unique()
        assert with_it == frame["session"].n_unique() - first * shape.annotators
    if shape.documents:
        longest = frame.group_by("document").agg(pl.col("segment").n_unique())["segment"].max()
        assert longest * shape.systems <= CAPACITY  # type: ignore[operator]


def test_times_are_plausible_and_in_order() -> None:
    frame = clean_ratings(FAULTS["a hasty annotator"].shape, 1).frame  # type: ignore[arg-type]
    assert (frame["ended"] - frame["started"]).min() > 3  # type: ignore[operator]
    ordered = frame.sort("session", "position")
    gaps = ordered.with_columns(gap=(pl.col("started") - pl.col("ended").shift(1)).over("session"))
    assert gaps["gap"].min() > -0.2  # type: ignore[operator] # tenths are rounded
    # A person does one session at a time.
    spans = frame.group_by("annotator", "session").agg(pl.col("started").min(), pl.col("ended").max())
    later = spans.sort("annotator", "started").with_columns(before=pl.col("ended").shift(1).over("annotator"))
    assert (later["started"] > later["before"]).drop_nulls().all()


def test_repeats_never_follow_a_degraded_item_of_their_display() -> None:
    frame = clean_ratings(FAULTS["a hasty annotator"].shape, 2).frame  # type: ignore[arg-type]
    assert frame.group_by("showing").agg(pl.col("kind").n_unique())["kind"].max() == 1
    shared = (
        frame.filter(pl.col("kind").is_in(["repeat", "degraded"]))
        .select("session", "document", "system", "kind")
        .unique()
    )
    assert not shared.select("session", "document", "system").is_duplicated().any()


@pytest.mark.parametrize("seed", SEEDS)
def test_clean_votes_are_balanced(seed: int) -> None:
    shape = random_vote_shape(seed)
    campaign = clean_votes(shape, seed)
    campaign.table()
    frame = campaign.frame
    assert frame["annotator"].n_unique() == shape.annotators
    votes = frame.group_by("annotator").len()["len"]
    assert votes.max() <= 2 * votes.min()  # type: ignore[operator]
    sides = pl.concat(
        [frame.select(system="system_a", side=pl.lit(1)), frame.select(system="system_b", side=pl.lit(0))]
    )
    shares = sides.group_by("system").agg(n=pl.len(), first=pl.col("side").mean())
    assert len(shares) == shape.systems
    # Six standard errors: sides are tossed.
    assert ((shares["first"] - 0.5).abs() < 6 * 0.5 / shares["n"].sqrt()).all()
    assert shares["n"].max() <= 1.4 * shares["n"].min()  # type: ignore[operator]


def test_rankings_have_no_cycles() -> None:
    seed = next(seed for seed in SEEDS if random_vote_shape(seed).rankings and random_vote_shape(seed).systems > 4)
    frame = clean_votes(random_vote_shape(seed), seed).frame
    won = pl.when(pl.col("outcome") == "a").then("system_a").otherwise("system_b")
    lost = pl.when(pl.col("outcome") == "a").then("system_b").otherwise("system_a")
    beats = frame.filter(pl.col("outcome") != "tie").select("ranking", won=won, lost=lost)
    two = beats.join(beats, left_on=["ranking", "lost"], right_on=["ranking", "won"], suffix="_2")
    back = two.join(beats, left_on=["ranking", "lost_2", "won"], right_on=["ranking", "won", "lost"])
    assert two.height > 100
    assert back.is_empty()


@pytest.mark.parametrize("seed", [3, 7])
def test_the_same_seed_draws_the_same_campaign(seed: int) -> None:
    for draw in (
        lambda: clean_ratings(random_rating_shape(seed), seed),
        lambda: clean_votes(random_vote_shape(seed), seed),
    ):
        assert_frame_equal(draw().frame, draw().frame)


def test_better_systems_score_higher() -> None:
    campaign = clean_ratings(FAULTS["a hasty annotator"].shape, 5)  # type: ignore[arg-type]
    means = counting(campaign.frame).group_by("system").agg(pl.col("score").mean())
    scores = dict(means.iter_rows())
    assert scores[campaign.systems[0]] > scores[campaign.systems[-1]] + 4


def test_texts_cover_what_was_judged() -> None:
    campaign = FAULTS["empty outputs"].clean(1)
    texts = campaign.checked_texts()
    assert texts is not None
    assert set(texts.systems) == set(campaign.systems)
    judged = campaign.frame.select("document", "segment").unique()
    assert judged.join(texts.frame, on=["document", "segment"], how="anti").is_empty()
    # Nothing in them is a fault: no output is empty or the source, few equal another or the reference.
    for system in texts.systems:
        assert texts.frame[system].str.len_chars().min() > 8  # type: ignore[operator]
        assert not (texts.frame[system] == texts.frame["source"]).any()
        assert (texts.frame[system] == texts.frame["reference"]).mean() < 0.02  # type: ignore[operator]


# Faults


def test_there_are_enough_faults_and_every_symptom_is_one() -> None:
    assert len(FAULTS) >= 40
    named_by_faults = {fault.symptom for fault in FAULTS.values()} | {
        symptom for fault in FAULTS.values() for symptom in fault.follows
    }
    assert named_by_faults == set(SYMPTOMS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_changes_the_campaign_and_names_somebody_in_it(name: str) -> None:
    fault = FAULTS[name]
    clean, planted = fault.clean(4), fault.planted(4)
    planted.campaign.table()
    planted.campaign.checked_texts()
    columns = {"annotators": "annotator", "sessions": "session", "documents": "document", "collections": "collection"}
    for subject, culprits in planted.culprits.items():
        if subject == "systems":
            assert set(culprits) <= set(clean.systems)
        elif planted.campaign.moments is None and name != "documents that were never drawn":
            assert set(culprits) <= set(planted.campaign.names(columns[subject]))
    same_rows = clean.frame.equals(planted.campaign.frame)
    same_texts = clean.texts is None or clean.texts.equals(planted.campaign.texts)  # type: ignore[arg-type]
    assert not (same_rows and same_texts and planted.campaign.moments is None)


@pytest.mark.parametrize(
    "fault",
    named(
        *("no spread", "narrow range", "discretised", "drift", "no agreement", "against the others"),
        *("failed control", "inconsistent", "same scores in a document", "too fast", "contradictions", "one outcome"),
    ),
    ids=lambda fault: fault.name,
)
def test_faults_of_an_annotator_leave_the_others_alone(fault: Fault) -> None:
    clean, planted = fault.clean(6), fault.planted(6)
    (who,) = planted.culprits["annotators"]
    before, after = (frame.filter(pl.col("annotator") != who) for frame in (clean.frame, planted.campaign.frame))
    assert_frame_equal(before, after)
    assert not clean.frame.equals(planted.campaign.frame)


@pytest.mark.parametrize("fault", named("zero system", "outlier system", "order against ranks"), ids=lambda f: f.name)
def test_faults_of_a_system_leave_the_others_alone(fault: Fault) -> None:
    clean, planted = fault.clean(6), fault.planted(6)
    (system,) = planted.culprits["systems"]
    before, after = (frame.filter(pl.col("system") != system) for frame in (clean.frame, planted.campaign.frame))
    assert_frame_equal(before, after)
    assert_frame_equal(clean.frame.drop("score"), planted.campaign.frame.drop("score"))


@pytest.mark.parametrize(
    "fault",
    named("copies source", "copies reference", "copies a system", "empty output", "encoding damage"),
    ids=lambda fault: fault.name,
)
def test_faults_of_texts_change_the_texts_of_the_culprit(fault: Fault) -> None:
    clean, planted = fault.clean(6), fault.planted(6)
    assert_frame_equal(clean.frame, planted.campaign.frame)
    culprits = planted.culprits["systems"]
    assert_frame_equal(clean.texts.drop(culprits), planted.campaign.texts.drop(culprits))  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["an annotator of two systems", "two halves without a link"])
def test_rows_that_change_hands_are_neither_lost_nor_doubled(name: str) -> None:
    fault = FAULTS[name]
    item = ["system", "document", "segment", "kind"]
    before, after = (frame.select(item).sort(item) for frame in (fault.clean(6).frame, fault.planted(6).campaign.frame))
    assert_frame_equal(before, after)


def test_the_two_halves_share_no_annotator() -> None:
    frame = FAULTS["two halves without a link"].planted(6).campaign.frame
    met = frame.group_by("annotator").agg(systems=pl.col("system").unique().sort())["systems"].to_list()
    first, second = sorted({tuple(systems) for systems in met})
    assert len(first) == len(second) == 4
    assert not set(first) & set(second)


def test_few_systems_are_met_by_the_culprit_alone() -> None:
    planted = FAULTS["an annotator of two systems"].planted(6)
    met = dict(planted.campaign.frame.group_by("annotator").agg(pl.col("system").n_unique()).iter_rows())
    (who,) = planted.culprits["annotators"]
    assert met.pop(who) == 2
    assert set(met.values()) == {8}


def test_one_collection_lacks_controls() -> None:
    planted = FAULTS["two collections"].planted(6)
    kinds = {
        name: set(rows["kind"]) for (name,), rows in planted.campaign.frame.group_by("collection", maintain_order=True)
    }
    assert kinds["set-two"] == {"system", "repeat"}
    assert kinds["set-one"] == {"system", "repeat", "degraded", "reference"}
    assert REFERENCE not in set(planted.campaign.frame.filter(pl.col("collection") == "set-two")["system"])


def test_the_cycle_is_one() -> None:
    """Each of the three loses to one of the others most of the time, in a cycle."""
    planted = FAULTS["a cycle of preferences"].planted(6)
    three = list(planted.culprits["systems"])
    frame = planted.campaign.frame.filter(pl.col("system_a").is_in(three) & pl.col("system_b").is_in(three))
    won = pl.when(pl.col("outcome") == "a").then("system_a").otherwise("system_b")
    lost = pl.when(pl.col("outcome") == "a").then("system_b").otherwise("system_a")
    counts = frame.filter(pl.col("outcome") != "tie").select(won=won, lost=lost).group_by("won", "lost").len()
    wins = {(won, lost): n for won, lost, n in counts.iter_rows()}
    beaten = {a: [b for b in three if b != a and wins.get((a, b), 0) > wins.get((b, a), 0)] for a in three}
    assert [len(names) for names in beaten.values()] == [1, 1, 1]


def test_the_book_does_not_fit_into_a_session() -> None:
    planted = FAULTS["a document as long as a book"].planted(6)
    (name,) = planted.culprits["documents"]
    rows = planted.campaign.frame.filter(pl.col("document") == name)
    assert rows["segment"].n_unique() > CAPACITY
    others = planted.campaign.frame.filter(pl.col("document") != name)
    assert others.group_by("document").agg(pl.col("segment").n_unique())["segment"].max() < 10  # type: ignore[operator]


def test_n_is_much_smaller_than_the_number_of_judgements() -> None:
    frame = FAULTS["few translations, many judgements"].planted(6).campaign.frame
    assert frame.height >= 8 * frame.select("system", "document", "segment").n_unique()


def test_the_page_of_the_documentation_lists_every_fault_with_its_codes() -> None:
    page = (Path(__file__).parents[2] / "docs/explanation/checks-tried.md").read_text(encoding="utf-8")
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in page.splitlines() if line.startswith("| ")}
    assert [name for name in FAULTS if name not in rows] == []
    for name, fault in FAULTS.items():
        assert any(code in rows[name] for code in CODES[fault.symptom]), name
