"""`adjudge.plan`: mistakes of the campaign, of its texts and of what is asked for are told together."""

from __future__ import annotations

from pathlib import Path

import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.io.campaigns.example import example_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example campaign."""
    for name, data in example_files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def change(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def told(folder: Path) -> list[str]:
    """Codes of all problems."""
    with pytest.raises(AdjudgeError) as caught:
        adjudge.plan(folder)
    return sorted(problem.code for problem in caught.value.problems)


MISSING = ("outputs/birch.de.txt", "outputs/brich.de.txt")
NO_DESIGN = ('design = "blocks"', 'design = "blokcs"')
FEW_HOURS = ("# hours = 4", "hours = 0.01 # ")


def test_a_missing_file_hides_no_unknown_design(folder: Path) -> None:
    change(folder / "campaign.toml", MISSING, NO_DESIGN)
    assert told(folder) == ["AJ001", "AJ655"]


def test_missing_outputs_hide_no_missing_hours(folder: Path) -> None:
    change(folder / "campaign.toml", MISSING, FEW_HOURS, ("seed = 1", "sed = 1"))
    change(folder / "outputs/alder.de.txt", ("\n", "\n\n"))
    assert told(folder) == ["AJ001", "AJ653", "AJ680", "AJ683", "AJ684"]


def test_too_many_texts_and_waves_are_told_with_the_files(folder: Path) -> None:
    sampling = ('unit = "document"', 'unit = "document"\ndocuments = 9')  # the example has 8
    change(folder / "campaign.toml", MISSING, sampling, ("judgements = 1", "judgements = 1\nwaves = 9"))
    assert told(folder) == ["AJ001", "AJ654", "AJ654"]


def test_an_unknown_design_is_told_beside_an_unknown_protocol(folder: Path) -> None:
    change(
        folder / "campaign.toml",
        ('protocol = "da-sqm"', 'protocol = "DA"'),
        ('design = "blocks"', 'design = "block"'),
        ('source_lang = "en"', 'source_lang = "english"'),
    )
    assert told(folder) == ["AJ655", "AJ680", "AJ681"]


def test_too_few_systems_for_the_protocol_are_told_without_their_files(folder: Path) -> None:
    change(
        folder / "campaign.toml",
        ('protocol = "da-sqm"', 'protocol = "pairwise"'),
        ('role = "system"', 'role = "hidden"'),
    )
    text = (folder / "campaign.toml").read_text(encoding="utf-8")
    left = ("alder", "birch", "cedar", "degraded", "repeats", "segments", "metrics")
    kept = [line for line in text.splitlines() if not line.startswith(left)]
    (folder / "campaign.toml").write_text("\n".join(kept), encoding="utf-8")
    (folder / "outputs/dogwood.de.txt").unlink()
    assert told(folder) == ["AJ001", "AJ651"]


def test_sessions_without_room_are_told_without_texts(folder: Path) -> None:
    (folder / "source.en.txt").unlink()
    # Two tutorial items and, of what is left, a tenth of control items.
    change(folder / "campaign.toml", ("session_items = 60", "session_items = 2"), ("segments = 15", "segments = 0"))
    assert told(folder) == ["AJ001", "AJ650"]


def test_nothing_is_said_of_hours_while_texts_are_not_known(folder: Path) -> None:
    change(folder / "campaign.toml", FEW_HOURS)
    change(folder / "documents.txt", ("\n", "\nnews\tagain\n"))
    assert "AJ653" not in told(folder)


def test_nothing_is_said_that_depends_on_a_mistake(folder: Path) -> None:
    change(folder / "campaign.toml", FEW_HOURS, ("judgements = 1", "judgements = 'one'"))
    assert told(folder) == ["AJ680"]
