"""Every block of code on every page is run, or one table says why it is not.

Commands of one page run one after the other in one folder that holds small simulated campaigns. Commands that name
released files run where the data is at hand.
"""

from __future__ import annotations

import json
import shlex
import shutil
import tomllib
from importlib import import_module
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import COMMANDS, run
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.datasheet.heds import QUESTIONS
from adjudge.core.recipes.files import recipe_from_toml
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.reporting.report.contents import report_contents
from adjudge.reporting.report.page import report_page
from tests.docs.written_pages import NO_MANUAL, PAGES, ROOT, SHELL, Block, blocks_of, context_of

_THREE = {"systems.count": "3", "texts.documents": "12", "sessions.count": "8", "annotators.count": "4"}
#: Campaigns that the examples read.
SMALL = {
    "judgements.csv": _THREE,
    "domains.csv": _THREE,
    "comparisons.csv": {"systems.count": "5", "rankings.count": "120", "annotators.count": "4", "protocol": "rankings"},
}
#: Rankings that the examples compare, by the recipe they were made by.
STORED = {"last-year.json": "wmt-da", "this-year.json": "recommended"}
#: Released files that pages name -> the folder of the data.
RELEASED = {
    "ad-csen-good-stnd-redup.csv.gz": "wmt22-toen-mturk",
    "ad-csen-trk-mean-sd.txt": "wmt22-toen-mturk",
    "ad-latest.csv.gz": "wmt21-facebook-wikipedia",
    "clusters.csv": "wmt21-facebook-wikipedia",
    "calibrationHITs.csv.gz": "wmt22-calibration",
    "calibrationHITs.mapping.csv": "wmt22-calibration",
    "Hansard-A.csv.gz": "iku-wmt20",
    "Hansard-B.csv.gz": "iku-wmt20",
    "mqm_ted_ende.tsv.gz": "mqm-ted-ende",
    "raw.wmt10.RNK.csv.gz": "lopez-rr-2010-2011",
    "segment_id_mapping.tsv": "iku-wmt20",
}
#: Papers whose command is run; the others take longer, and tests/published computes the same figures.
REPRODUCED = ("knowles-lo-2022", "laeubli-2018")

#: More than a few seconds.
SLOW = {"adjudge rank raw.wmt10.RNK.csv.gz --by language"}

#: A page, the first line of a block, or a command -> why it is not run here. Nothing else is skipped.
NOT_RUN = {
    "docs/how-to/extend.md": "tests/docs/test_extend.py runs every block, with its line in the registry",
    "docs/gallery.md": "tests/docs/test_gallery.py runs every command, to draw the pictures",
    "docs/tutorial/first-ranking.md": "tests/docs/test_tutorials.py runs it and compares what is printed",
    "docs/tutorial/votes.md": "tests/docs/test_tutorials.py runs it and compares what is printed",
    "docs/reference/cli.md": "generated from the help; its examples are parsed below",
    "make demo     # set up, simulate campaigns with known truth, rank them, write a report": "sets up an environment",
    "src/adjudge/": "a picture of the tree",
    "cli, web > papers, reporting > planning, auditing, metrics > ranking > scoring > collecting > io > core, kernels": (  # noqa: E501
        "the layers, which import-linter checks"
    ),
    "AJ012 judgements.csv, line 17, column score: 'abc' is not a number": "an error, which tests/unit/io prints",
    "AJ683 birch.de.txt (campaign.toml, line 24, systems.birch) has 23 lines": "an error, which tests/unit/io compares",
    "AJ013 ratings.csv, line 17, column score: 120 is outside the scale 0..100": "an error, as above",
    "annotator,session,system,document,segment,kind,score": "the first rows of a file",
    "annotator,session,system,document,segment,score": "the first rows of a file",
    "annotator,segment,ranking,system_a,system_b,outcome": "the first rows of a file",
    "account,annotator": "the first rows of a map of accounts",
    "adjudge plan try/campaign.toml --compare --campaigns 200 --cluster tcp://127.0.0.1:8786": (
        "waits for a Dask scheduler; tests/unit/planning/comparing_designs starts one"
    ),
    "document,origin": "the first rows of a map of origins",
    "adjudge rank esa_generalMT2024_wave3.csv annotator_mapping.json --pair eng-zho": (
        "the released map of accounts is not among the data"
    ),
    **{
        f"adjudge reproduce {name} --data DIR": "tests/published computes the same figures"
        for name in adjudge.reproducible_papers()
        if name not in REPRODUCED
    },
}


def examined(page: str) -> list[Block]:
    """The blocks of a page that are run here; signatures of recipes are compared by test_recipe_pages.py."""
    if page in NOT_RUN:
        return []
    signatures = page.startswith("docs/reference/recipes/")
    return [block for block in blocks_of(page) if not (signatures and block.code.startswith("recipe:"))]


def commands_of(page: str, *, released: bool) -> list[str]:
    """Commands that are to be run: those that name released files, or those that do not."""
    typed = [command for block in examined(page) for command in block.commands if command not in NOT_RUN]
    return [command for command in typed if names_released(command) == released]


def names_released(command: str) -> bool:
    return bool({*RELEASED, "DIR"} & set(command.split()))


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns")
    for name, settings in SMALL.items():
        table = adjudge.simulate(with_settings(preset("balanced"), settings), seed=1).table
        adjudge.write(with_domains(table) if name == "domains.csv" else table, folder / name)
    ratings = adjudge.read(folder / "judgements.csv").frame
    write_origins(ratings, folder)
    write_outputs(ratings, folder)
    write_export(ratings, folder)
    write_rankings(folder)
    adjudge.bundle(folder / "judgements.csv", folder / "evaluation.zip", recipes="wmt-da")
    return folder


def write_rankings(folder: Path) -> None:
    """Two recipes on the same judgements, the order of one of them as a list, and a page."""
    ratings = adjudge.read(folder / "judgements.csv")
    rankings = {name: adjudge.rank(ratings, recipe) for name, recipe in STORED.items()}
    for name, ranking in rankings.items():
        (folder / name).write_text(json.dumps(ranking.to_dict()), encoding="utf-8")
    clusters = "\n---\n".join("\n".join(cluster) for cluster in rankings["last-year.json"].clusters())
    (folder / "published.txt").write_text(clusters, encoding="utf-8")
    reported = adjudge.report(ratings, recipes=["recommended"], scenarios=["remove:best"])
    page = report_page(report_contents(reported), source="judgements.csv")
    (folder / "report.html").write_text(page, encoding="utf-8")


def with_domains(table: adjudge.Table) -> adjudge.Table:
    """The documents by turns from two domains, those of one of unknown origin."""
    speech = pl.col("document").str.tail(1).is_in(["1", "3", "5", "7", "9"])
    domain = pl.when(speech).then(pl.lit("speech")).otherwise(pl.lit("news"))
    return table.with_frame(table.frame.with_columns(domain=domain, origin=pl.when(speech).then(pl.lit("eng"))))


def write_origins(ratings: pl.DataFrame, folder: Path) -> None:
    documents = ratings["document"].unique().sort()
    origins = [("forward", "reverse")[i % 2] for i in range(len(documents))]
    pl.DataFrame({"document": documents, "origin": origins}).write_csv(folder / "origins.csv")


def write_outputs(ratings: pl.DataFrame, folder: Path) -> None:
    """A metric and short texts for every judged output, so that they differ."""
    outputs = ratings.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("metric"), score=outputs.hash_rows(seed=1) % 100)
    adjudge.write(adjudge.MetricScores.check(scores), folder / "scores.csv")
    texts = outputs.select("document", "segment").unique().sort(pl.all())
    texts = texts.with_columns(source=pl.lit("text"), reference=pl.lit("the cat sat on a mat"))
    for i, name in enumerate(outputs["system"].unique().sort()):
        length = 4 + 4 * i + texts.hash_rows(seed=i) % 5
        texts = texts.with_columns(pl.lit("the cat sat on a mat").str.head(length).alias(name))
    adjudge.write(adjudge.Texts.check(texts), folder / "texts.csv")


def write_export(ratings: pl.DataFrame, folder: Path) -> None:
    """What Mechanical Turk would have exported."""
    rows = ratings.filter(pl.col("kind") == "system").with_row_index("n").head(600)
    export = rows.select(
        pl.format("hit-{}", "n").alias("HITId"),
        pl.format("assignment-{}", "n").alias("AssignmentId"),
        pl.col("annotator").alias("WorkerId"),
        pl.lit("Submitted").alias("AssignmentStatus"),
        pl.col("system").alias("Input.model"),
        pl.format("{}-{}", "document", "segment").alias("Input.id"),
        pl.col("score").alias("Answer.rating"),
    )
    export.write_csv(folder / "batch.csv")


@pytest.fixture
def here(campaigns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(campaigns, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def try_out(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command; it must succeed and leave something to read."""
    _, *arguments = shlex.split(command)
    before = set(Path.cwd().iterdir())
    code, printed = run(arguments), capsys.readouterr()
    assert code == 0, f"{command}\n{printed.err}"
    assert printed.out or set(Path.cwd().iterdir()) - before, f"{command} prints and writes nothing"


def unexplained(block: Block) -> list[str]:
    """Lines that are neither a command, nor code that is run, nor in the table."""
    if block.language in {"python", "toml"}:
        return []
    if block.language not in SHELL:
        return [f"language {block.language}"]
    return [] if block.lines[0] in NOT_RUN else block.others


@pytest.mark.parametrize("path", PAGES)
def test_every_line_is_a_command_or_has_a_reason(path: str) -> None:
    assert [line for block in examined(path) for line in unexplained(block)] == [], "run it, or add it to NOT_RUN"


def test_a_line_that_nobody_runs_is_found() -> None:
    (block,) = blocks_of("a page", "```\nadjudge rank judgements.csv\nrm -rf judgements.csv\n```\n")
    assert block.commands == ["adjudge rank judgements.csv"]
    assert unexplained(block) == ["rm -rf judgements.csv"]
    (block,) = blocks_of("a page", "```rust\nfn main() {}\n```\n")
    assert unexplained(block) == ["language rust"]


def test_every_file_of_markdown_is_a_page_of_the_manual() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md")}
    kept = {name for name in found if not name.startswith((".", "site/", "dist/")) and "node_modules" not in name}
    assert kept == {*PAGES, *NO_MANUAL}


def test_every_reason_is_needed() -> None:
    lines = {line for page in PAGES for block in blocks_of(page) for line in (block.lines[0], *block.commands)}
    assert set(NOT_RUN) <= {*PAGES, *lines}


@pytest.mark.parametrize("path", [page for page in PAGES if commands_of(page, released=False)])
def test_commands_run(path: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands_of(path, released=False):
        try_out(command, capsys)


@pytest.mark.parametrize("path", [page for page in PAGES if any(b.language == "python" for b in examined(page))])
def test_python_runs(path: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands_of(path, released=False):
        if command.startswith("adjudge plan --new "):  # what the code reads
            try_out(command, capsys)
    for block in examined(path):
        if block.language == "python":
            exec(compile(block.code, path, "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("path", [page for page in PAGES if any(b.language == "toml" for b in examined(page))])
def test_files_of_choices_are_read(path: str, tmp_path: Path) -> None:
    for block in examined(path):
        if block.language == "toml" and "weight" in tomllib.loads(block.code):
            (tmp_path / "weights.toml").write_text(block.code, encoding="utf-8")
            assert adjudge.load_weights(tmp_path / "weights.toml").rules
        elif block.language == "toml" and "answers" in tomllib.loads(block.code):
            assert set(tomllib.loads(block.code)["answers"]) <= set(QUESTIONS)
        elif block.language == "toml" and "texts" in tomllib.loads(block.code):
            head = 'name = "x"\nsource_lang = "en"\ntarget_lang = "hr"\n'
            assert campaign_from_toml(f"{head}{block.code}\n[annotators]\ncount = 2\n").references
        elif block.language == "toml":
            assert recipe_from_toml(block.code).name


def on_released_files() -> list[object]:
    """Commands that name released files, those that take long marked."""
    commands = sorted({command for page in PAGES for command in commands_of(page, released=True)})
    return [pytest.param(one, marks=pytest.mark.slow if one in SLOW else ()) for one in commands]


@pytest.mark.parametrize("command", on_released_files())
def test_commands_on_released_files_run(command: str, data_file, data_dir: Path, here: Path, capsys) -> None:
    words = [str(data_dir) if word == "DIR" else word for word in command.split()]
    paths = {word: str(data_file(f"{RELEASED[word]}/{word}")) for word in words if word in RELEASED}
    try_out(shlex.join(paths.get(word, word) for word in words), capsys)


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_in_the_help_parse(name: str) -> None:
    command = import_module(COMMANDS[name][0]).command
    lines = [line.strip() for line in (command.help or "").splitlines() if line.strip().startswith("adjudge ")]
    typed = [shlex.split(line.split(" > ")[0].split("  #")[0])[1:] for line in lines]
    assert any(first == name for first, *_ in typed), "the help has no examples"
    for other, *arguments in typed:
        shown = import_module(COMMANDS[other][0]).command
        shown.make_parser(context_of(shown)).parse_args(arguments)
