"""Outcomes on disk survive a kill at any byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.errors import UsageError
from adjudge.planning.comparing_designs.outcomes import Outcome, Recovered
from adjudge.planning.comparing_designs.settings import Job
from adjudge.planning.comparing_designs.store import Store


def outcome(seed: int, hours: float | None = None) -> Outcome:
    found = {"recommended": Recovered(0.1 * seed, 6, 3, 0), "wmt-da": Recovered(None, 0, 0, 0, refused="AJ200")}
    return Outcome(Job("blocks", hours, seed), 120, 100, 10, 1 / 3, whole=True, recovered=found)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "outcomes.jsonl"


def filled(path) -> None:
    with Store(path, "f") as store:
        for seed in range(3):
            store.add(outcome(seed, hours=0.1))


def test_outcomes_come_back_as_they_were(path):
    filled(path)
    with Store(path, "f") as store:
        assert list(store.done.values()) == [outcome(seed, hours=0.1) for seed in range(3)]


@given(st.data())
def test_a_store_cut_at_any_byte_goes_on_from_its_last_whole_line(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("cut") / "outcomes.jsonl"
    filled(path)
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    lines = max(whole[:cut].count(b"\n") - 1, 0)
    with Store(path, "f") as store:
        assert len(store.done) == lines
        store.add(outcome(7))
    with Store(path, "f") as store:
        assert list(store.done.values()) == [*(outcome(seed, hours=0.1) for seed in range(lines)), outcome(7)]


def test_outcomes_of_something_else_are_refused_and_kept(path):
    filled(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"AJ645 .* other texts, choices, or another version"):
        Store(path, "g")
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"system,score\nA,3\n", b"[1]\n", b"{}\n{}\n", b"\xff\xfe\n", b"a word"])
def test_another_file_is_refused_and_kept(path, content):
    path.write_bytes(content)
    with pytest.raises(UsageError, match="AJ645"):
        Store(path, "f")
    assert path.read_bytes() == content


def test_a_store_in_a_missing_folder_is_an_error_of_four_parts(tmp_path):
    with pytest.raises(Exception, match=r"AJ645 .* cannot be written: No such file or directory\n +expected"):
        Store(tmp_path / "none" / "outcomes.jsonl", "f")
