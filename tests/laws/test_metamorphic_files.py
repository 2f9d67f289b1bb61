"""Judgements in one file or in several, in any order, of any format, and twice: what must not change a ranking."""

from __future__ import annotations

import shutil

import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import adjudge
from tests.drawn_campaigns import COMPARISONS, RATINGS
from tests.metamorphic import OF_RATINGS, RANKED_BY, Analysis, differences, few, shuffled, told, without

SEEDS = st.integers(0, 2**32 - 1)
CAMPAIGNS = RATINGS | COMPARISONS
KINDS = st.sampled_from(list(CAMPAIGNS))
#: Ways to rank, with the campaigns that they are tried on.
RANKED = {name: RATINGS for name in OF_RATINGS if name.startswith("rank")}
RANKED_VOTES = {f"votes: {name}": COMPARISONS for name in RANKED_BY}
#: What is said about a table whatever its rows say.
WORDS = ("text", "todo", "numbers", "source", "signature", "settings")


def rank_as(name: str) -> Analysis:
    return RANKED_BY[name.removeprefix("votes: ")] if name.startswith("votes: ") else OF_RATINGS[name]


@pytest.mark.parametrize("analysis", [*RANKED, *RANKED_VOTES])
@few(3)
@given(data=st.data(), by=st.sampled_from(["annotator", "session", "document"]), seed=SEEDS)
def test_one_file_or_several_in_any_order(analysis, data, by, seed, tmp_path):
    """A text is one text in all of them and a person one person.

    A session belongs to its file: files that divide sessions change z-scores by session, and all scores where sessions
    stand in for annotators of whom some are unknown. Files of other kinds of items are merged only if that is asked
    for. Files are named in their order, so what is said about them may differ; what is ranked does not.
    """
    kinds = (RANKED | RANKED_VOTES)[analysis]
    frame = kinds[data.draw(st.sampled_from(list(kinds)))](seed)
    assume(by in frame.columns)
    by_session = analysis == "rank by wmt-appraise-da" or ("annotator" in frame and frame["annotator"].null_count() > 0)
    cut = "session" in frame and frame.select(pl.col(by).n_unique().over("session").max() > 1).item()
    assume(not (cut and by_session))
    part = pl.col(by).rank("dense").fill_null(0) % 3
    paths = []
    for number, rows in enumerate(frame.with_columns(part=part).partition_by("part", include_key=False)):
        paths.append(tmp_path / f"part-{number}.csv")
        rows.write_csv(paths[-1])
    frame.write_csv(tmp_path / "whole.csv")
    rank, merged = rank_as(analysis), {} if kinds is COMPARISONS else {"claims": adjudge.Claims(merge=True)}
    whole, *parts = (
        without(told(rank, adjudge.read(*files), **merged), keys=WORDS)
        for files in ([tmp_path / "whole.csv"], paths, paths[::-1])
    )
    assert differences(*parts) == []
    assert differences(without(whole, keys=("findings",)), without(parts[0], keys=("findings",))) == []


@few(4)
@given(kind=KINDS, seed=SEEDS)
def test_the_same_judgements_twice_are_refused(kind, seed, tmp_path):
    """By the same path, through a link, as a copy under another name, in another format, and with other rows first."""
    frame = CAMPAIGNS[kind](seed)
    path, link, copy, other, mixed = (
        tmp_path / name for name in ("a.csv", "link.csv", "copy.csv", "other.parquet", "mixed.csv")
    )
    frame.write_csv(path)
    link.unlink(missing_ok=True)
    link.symlink_to(path)
    shutil.copy(path, copy)
    frame.write_parquet(other)
    shuffled(frame, seed).write_csv(mixed)
    for second in (path, link, copy, other, mixed):
        with pytest.raises(adjudge.AdjudgeError) as caught:
            adjudge.read(path, second)
        assert {problem.code for problem in caught.value.problems} == {"AJ023"}, second.name


@few(6)
@given(kind=KINDS, seed=SEEDS)
def test_every_format_of_ours_gives_the_same(kind, seed, tmp_path):
    """Written, read, written in the next format and read again: not a digit and not a word changes.

    A column of kinds that was absent (AJ102) is written as it was understood.
    """
    frame = CAMPAIGNS[kind](seed)
    path = tmp_path / "first.csv"
    frame.write_csv(path)
    first = without(told(adjudge.rank, adjudge.read(tmp_path / "first.csv")), "AJ102")
    for ending in (".jsonl", ".parquet", ".csv.gz", ".jsonl.gz", ".csv"):
        table = adjudge.read(path)
        path = tmp_path / f"next{ending}"
        adjudge.write(table, path)
        again = told(adjudge.rank, adjudge.read(path))
        assert differences(first, without(again, "AJ102")) == [], ending


@few(4)
@given(kind=KINDS, seed=SEEDS)
def test_files_and_frames_of_any_library_give_the_same(kind, seed, tmp_path):
    """But for the name of the file, which findings about it mention."""
    frame = CAMPAIGNS[kind](seed)
    frame.write_csv(tmp_path / "file.csv")
    first = without(told(adjudge.check, adjudge.read(tmp_path / "file.csv")), keys=("source",))
    for other in (frame, frame.to_pandas(), frame.to_arrow()):
        assert differences(first, without(told(adjudge.check, other), keys=("source",))) == []
