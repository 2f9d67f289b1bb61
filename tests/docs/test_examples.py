"""Commands and Python blocks on the pages for users run as printed, on small simulated campaigns."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from tools.generate_reference import REFERENCE

ROOT = REFERENCE.parents[1]
PAGES = [
    "README.md",
    "docs/tutorial/first-ranking.md",
    "docs/how-to/rank-comparisons.md",
    "docs/how-to/choose-rows.md",
    "docs/how-to/check-an-evaluation.md",
    "docs/how-to/describe-annotators.md",
    "docs/how-to/audit-composition.md",
    "docs/how-to/context-effect.md",
    "docs/how-to/origin.md",
    "docs/how-to/share-a-bundle.md",
    "docs/explanation/stability.md",
]
#: What the examples read; other files they name are releases that are not in this repository.
SMALL = {
    "judgements.csv": {"systems.count": "3", "texts.documents": "12", "sessions.count": "8", "annotators.count": "4"},
    "domains.csv": {"systems.count": "3", "texts.documents": "12", "sessions.count": "8", "annotators.count": "4"},
    "comparisons.csv": {"systems.count": "5", "rankings.count": "120", "annotators.count": "4", "protocol": "rankings"},
}
#: A map that one page gives beside the judgements.
ORIGINS = "origins.csv"
#: A bundle of the judgements, which is run again.
BUNDLE = "evaluation.zip"
#: Scores of a metric and texts of the same outputs, which another page reads.
OF_OUTPUTS = ("scores.csv", "texts.csv")


def blocks(path: str, *languages: str) -> list[str]:
    """Blocks of code in one of these languages."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [code for language, code in found if language in languages]


def commands(path: str) -> list[str]:
    """Commands that read nothing but the simulated files, without redirection and comments."""
    lines = [line for block in blocks(path, "", "console") for line in block.splitlines()]
    typed = [re.split(r" +[>#] ", line)[0] for line in lines if re.match(r"(\$ |\.venv/bin/)?adjudge ", line)]
    plain = [line[line.index("adjudge ") :] for line in typed]
    return [line for line in plain if set(re.findall(r"\S+\.(?:csv|txt|zip)\b", line)) & {*SMALL, BUNDLE}]


PRINTED = sorted({command for path in PAGES for command in commands(path)})


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns")
    for name, settings in SMALL.items():
        table = adjudge.simulate(with_settings(preset("balanced"), settings), seed=1).table
        adjudge.write(with_domains(table) if name == "domains.csv" else table, folder / name)
    documents = adjudge.read(folder / "judgements.csv").frame["document"].unique().sort()
    origins = [("forward", "reverse")[i % 2] for i in range(len(documents))]
    pl.DataFrame({"document": documents, "origin": origins}).write_csv(folder / ORIGINS)
    write_outputs(folder)
    adjudge.bundle(folder / "judgements.csv", folder / BUNDLE, recipes="wmt-da")
    return folder


def write_outputs(folder: Path) -> None:
    """A metric and short texts for every judged output, so that they differ."""
    ratings = adjudge.read(folder / "judgements.csv").frame
    outputs = ratings.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("metric"), score=outputs.hash_rows(seed=1) % 100)
    adjudge.write(adjudge.MetricScores.check(scores), folder / "scores.csv")
    texts = outputs.select("document", "segment").unique().sort(pl.all())
    texts = texts.with_columns(source=pl.lit("text"), reference=pl.lit("the cat sat on a mat"))
    for i, name in enumerate(outputs["system"].unique().sort()):
        length = 4 + 4 * i + texts.hash_rows(seed=i) % 5
        texts = texts.with_columns(pl.lit("the cat sat on a mat").str.head(length).alias(name))
    adjudge.write(adjudge.Texts.check(texts), folder / "texts.csv")


def with_domains(table: adjudge.Table) -> adjudge.Table:
    """The documents by turns from two domains, those of one of unknown origin."""
    speech = pl.col("document").str.tail(1).is_in(["1", "3", "5", "7", "9"])
    domain = pl.when(speech).then(pl.lit("speech")).otherwise(pl.lit("news"))
    return table.with_frame(table.frame.with_columns(domain=domain, origin=pl.when(speech).then(pl.lit("eng"))))


@pytest.fixture
def here(campaigns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*SMALL, ORIGINS, BUNDLE, *OF_OUTPUTS):
        shutil.copy(campaigns / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_commands_that_can_be_tried(path: str) -> None:
    assert len(commands(path)) > 4


@pytest.mark.parametrize("command", PRINTED)
def test_a_command_runs(command: str, here: Path, capsys) -> None:
    _, *arguments = shlex.split(command)
    assert run(arguments) == 0, capsys.readouterr().err
    assert capsys.readouterr().out or {path.name for path in here.iterdir()} - {*SMALL, ORIGINS, BUNDLE, *OF_OUTPUTS}


@pytest.mark.parametrize("path", [path for path in PAGES if blocks(path, "python")])
def test_python_runs(path: str, here: Path, capsys) -> None:
    for block in blocks(path, "python"):
        exec(compile(block, path, "exec"), {})
    assert capsys.readouterr().out
