"""Whatever stands in a campaign file or in its texts: a plan, or an error of ours that leaves nothing behind."""

from __future__ import annotations

import random
import string
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.cli.main import run
from adjudge.io.campaigns.example import example_files

FILES = example_files()
#: What people put into files by mistake, and what breaks programs.
PIECES = [
    *("", " ", "\n", "\n\n", "\t", "\r", "\x00", "\ufeff", "\u2028", "\u202e", '"', "'", "[", "]", "[x]", "[[x]]", "="),
    *("#", "=1", "= true", "-1", "0", "1e999", "nan", "9" * 30, "2026-01-01", '"""', "a.b.c = 1", "../../etc/passwd"),
    *("/", "~", "<b>&amp;</b>", "\N{GRINNING FACE}", "é", "x" * 5000, "{}", "[]", "=\n", ",", "\\", "\\ud800"),
]


Lines = list[str]


def _value(lines: Lines, line: int, piece: str) -> None:
    lines[line] = f"{lines[line].partition('=')[0]}= {piece}"


CHANGES: list[Callable[[Lines, int, str], object]] = [
    lambda lines, line, piece: lines.insert(line, piece),
    lambda lines, line, piece: lines.__setitem__(line, piece),
    lambda lines, line, piece: lines.__setitem__(line, lines[line] + piece),
    lambda lines, line, piece: lines.__setitem__(line, piece + lines[line]),
    lambda lines, line, _: lines.pop(line),
    lambda lines, line, _: lines.insert(line, lines[line]),
    lambda lines, line, _: lines.append(lines.pop(line)),
    _value,
    _value,
    _value,
]


@st.composite
def changed_files(draw: st.DrawFn) -> dict[str, bytes]:
    """The example with a few pieces put in, cut out, doubled or moved, or a file broken or gone."""
    files = dict(FILES)
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(["campaign.toml"] * 4 + sorted(files)))
        lines = files.get(name, b"").decode(errors="replace").split("\n")
        change = draw(st.sampled_from(CHANGES))
        change(lines, draw(st.integers(0, len(lines) - 1)), draw(st.sampled_from(PIECES) | st.text(max_size=5)))
        files[name] = "\n".join(lines).encode("utf-8", "surrogatepass")
    broken = draw(st.sampled_from(["", "", "", *sorted(files)]))
    if broken:
        kept = draw(st.integers(0, len(files[broken])))
        files[broken] = files[broken][:kept] + draw(st.sampled_from([b"", b"\xff\xfe\x80", b"\x1f\x8b\x08"]))
    gone = draw(st.sampled_from(["", "", "", *sorted(files)]))
    files.pop(gone, None)
    return files


def below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@settings(max_examples=60)
@given(changed_files())
def test_a_changed_campaign_is_planned_or_refused_with_our_words(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, data in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(data)
        before = below(folder)
        targets = ["--out", "plan", "--appraise", "app", "--pearmut", "p.json", "--mturk", "h.csv"]
        given_paths = [str(folder / word) if number % 2 else word for number, word in enumerate(targets)]
        code = run(["plan", str(folder / "campaign.toml"), *given_paths])
        assert code in (0, 2)
        written = {path.split("/")[0] for path in below(folder) - before}
        assert written == ({"plan", "app", "p.json", "h.csv"} if code == 0 else set())


@pytest.mark.parametrize("target", ["plan", "app", "p.json", "h.csv"])
def test_if_one_result_cannot_be_written_none_is(tmp_path: Path, target: str) -> None:
    for path, data in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    paths = {name: str(tmp_path / name) for name in ("plan", "app", "p.json", "h.csv")} | {target: str(blocked / "x")}
    options = dict(zip(("--out", "--appraise", "--pearmut", "--mturk"), paths.values(), strict=True))
    before = below(tmp_path)
    assert run(["plan", str(tmp_path / "campaign.toml"), *(word for pair in options.items() for word in pair)]) == 2
    assert below(tmp_path) == before


@pytest.mark.parametrize("seed", range(3))
def test_names_and_texts_may_hold_anything(tmp_path: Path, seed: int) -> None:
    """Names of systems, documents and annotators, and texts, of odd characters go into the folder and come back."""
    rng = random.Random(seed)
    letters = string.ascii_letters + "äß漢字ا<>&\"'|;,.#+ \u0301\u200d\N{GRINNING FACE}"
    odd = lambda: "".join(rng.choice(letters) for _ in range(8)).strip().replace("+", "") + str(rng.randrange(10**6))  # noqa: E731
    text = (
        FILES["campaign.toml"]
        .decode()
        .replace("calibration]", "calibration]\nsegments = 0\n#")
        .replace('names = ["ann", "ben", "cem"]', f"names = {[f'a{n}{odd()}'.replace(chr(34), '') for n in range(3)]}")
    )
    for path, data in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        lines = data.decode().splitlines()
        if path.startswith("outputs") or path == "source.en.txt":
            lines = [f"{odd()} {line} {odd()}" for line in lines]
        (tmp_path / path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = text.split("[calibration]")[0]
    (tmp_path / "campaign.toml").write_text(text, encoding="utf-8")
    code = run(
        ["plan", str(tmp_path / "campaign.toml"), "--out", str(tmp_path / "plan"), "--appraise", str(tmp_path / "app")]
    )
    assert code == 0
    assert run(["plan", str(tmp_path / "plan"), "--out", str(tmp_path / "again")]) == 0
    for file in (tmp_path / "plan").rglob("*.*"):
        assert (tmp_path / "again" / file.relative_to(tmp_path / "plan")).read_bytes() == file.read_bytes()
    assert (tmp_path / "app" / "batches.json").stat().st_size
