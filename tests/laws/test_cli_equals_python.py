"""The command line and Python give the same result for the same input, and refuse the same with the same words.

Judgements and options are drawn at random. What a command prints as JSON is the result of the Python call, with the
options in its sentences as they are typed; where one refuses, the other refuses in the same words.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.cli.main import run
from adjudge.cli.output.groups import spelled_groups
from adjudge.cli.spelling import spelled_problems, spelled_result
from tests.builders import small_campaigns

#: What is typed, and the arguments of Python that mean the same; fields of settings and claims stand for themselves.
Option = tuple[str, dict[str, Any]]
NOTHING: Option = ("", {})
CLAIMS = {field.name for field in fields(adjudge.Claims)}
SETTINGS = {field.name for field in fields(adjudge.ComparisonSettings)}
RECIPE = """name = "mine"
[standardise]
unit = "none"
[test]
name = "signed-rank"
alternative = "two-sided"
correction = "holm"
"""
WEIGHTS = """name = "own"
[[weight]]
severity = "major"
weight = 10
[[weight]]
severity = "minor"
weight = 1
[[weight]]
severity = "no-error"
weight = 0
"""


def typed(*arguments: object) -> str:
    """What a command prints: its result, or why it refuses."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([*map(str, arguments), "--json"])
    assert code == (2 if err.getvalue() else 0)
    return out.getvalue() or err.getvalue()


def called(function: Callable[[], adjudge.Result | adjudge.GroupedRankings]) -> str:
    """What a command would print about the result of a function."""
    try:
        result = function()
    except adjudge.AdjudgeError as error:
        return "".join(f"{problem.text()}\n" for problem in spelled_problems(error))
    spelled = spelled_groups(result) if isinstance(result, adjudge.GroupedRankings) else spelled_result(result)
    return json.dumps(spelled.to_dict(), ensure_ascii=False, indent=2) + "\n"


def rank(table: object, **arguments: Any) -> adjudge.RankingResult:
    """`adjudge.rank` with claims and settings from their fields."""
    claims = {name: arguments.pop(name) for name in CLAIMS & set(arguments)}
    choices = {name: arguments.pop(name) for name in SETTINGS & set(arguments)}
    if claims:
        arguments["claims"] = adjudge.Claims(**claims)
    if choices:
        arguments["settings"] = adjudge.ComparisonSettings(**choices)
    result: adjudge.RankingResult = adjudge.rank(table, **arguments)
    return result


def any_of(*options: Option) -> st.SearchStrategy[Option]:
    return st.just(NOTHING) | st.sampled_from(options)


def mostly(good: Option, bad: Option) -> st.SearchStrategy[Option]:
    """An option, and now and then one that is refused."""
    return st.sampled_from([NOTHING] * 4 + [good] * 3 + [bad])


def joined(*options: st.SearchStrategy[Option]) -> st.SearchStrategy[tuple[list[str], dict[str, Any]]]:
    """What is typed, as words, and all arguments."""
    return st.tuples(*options).map(
        lambda drawn: (
            " ".join(words for words, _ in drawn).split(),
            {name: value for _, arguments in drawn for name, value in arguments.items()},
        )
    )


SEEDS = st.integers(0, 5).map(lambda seed: (f"--seed {seed}", {"seed": seed}))
FOR_RATINGS = joined(
    any_of(*((f"--recipe {name}", {"recipe": name}) for name in ("wmt-da", "graham-2020", "wmt25-esa", "recommended"))),
    any_of(("--hide s0", {"hide": ("s0",)}), ("--hide s0 --hide s1", {"hide": ("s0", "s1")})),
    mostly(("--margin 5", {"margin": 5.0}), ("--margin -1", {"margin": -1.0})),
    mostly(("--post-edited s1", {"post_edited": ("s1",)}), ("--post-edited no", {"post_edited": ("no",)})),
    any_of(("--merge", {"merge": True})),
    mostly(
        ("--keep-kinds system,repeat", {"keep_kinds": ("system", "repeat")}), ("--keep-kinds no", {"keep_kinds": "no"})
    ),
    SEEDS,
)
#: Conditions as typed and as data; some are refused, by every reader in the same words.
CONDITIONS = joined(
    st.sampled_from(
        [
            ("--where annotator=a0,a1", {"where": {"annotator": ["a0", "a1"]}}),
            ("--where annotator=a0,a1", {"where": "annotator=a0,a1"}),
            ("--where annotator!=a0 --where segment!=1", {"where": ["annotator!=a0", "segment!=1"]}),
            ("--where document=d9 --where annotator!=a2", {"where": ["document=d9", "annotator!=a2"]}),
            ("--where system=s0,s1", {"where": {"system": ("s0", "s1")}}),
            ("--where session=", {"where": {"session": None}}),
            ("--where kind=system", {"where": {"kind": "system"}}),
            ("--where annotator=nobody", {"where": {"annotator": "nobody"}}),
            ("--where score>50", {"where": "score>50"}),
            ("--where document", {"where": "document"}),
            ("--where topic=x", {"where": {"topic": "x"}}),
        ]
    )
)
BY = st.sampled_from(["annotator", "document", "kind", "system", "language", "topic"])
METHODS = any_of(*((f"--method {name}", {"method": name}) for name in adjudge.methods()))
UNITS = any_of(*((f"--unit {name}", {"unit": name}) for name in ("none", "segment", "document", "annotator")))
NO_UNITS = mostly(("--unit none", {"unit": "none"}), ("--unit segment", {"unit": "segment"}))
REFERENCES = mostly(("--reference y", {"reference": "y"}), ("--reference no", {"reference": "no"}))
RANK_REFERENCE = mostly(
    ("--rank-reference --reference y", {"rank_reference": True, "reference": "y"}),
    ("--rank-reference", {"rank_reference": True}),
)
ARCS = any_of(("--arcs normalised", {"arcs": "normalised"}))
FOR_COMPARISONS = joined(METHODS, UNITS, REFERENCES | RANK_REFERENCE, ARCS, SEEDS)
FOR_COUNTS = joined(METHODS, NO_UNITS, REFERENCES | RANK_REFERENCE, ARCS, SEEDS)
#: Settings that belong to one method each.
FOR_ONE_METHOD = joined(
    st.sampled_from(
        [
            ("--method mfas --time-limit 5", {"method": "mfas", "time_limit": 5.0}),
            ("--method mfas --time-limit -1", {"method": "mfas", "time_limit": -1.0}),
            ("--method mfas --runs 20", {"method": "mfas", "runs": 20}),
            ("--method trueskill --runs 20", {"method": "trueskill", "runs": 20}),
            ("--method davidson --bootstrap 100", {"method": "davidson", "bootstrap": 100}),
            ("--method bojar --bootstrap 100", {"method": "bojar", "bootstrap": 100}),
            ("--method rao-kupper --covariate position", {"method": "rao-kupper", "covariates": ("position",)}),
            ("--method davidson --covariate length", {"method": "davidson", "covariates": ("length",)}),
            ("--method elo", {"method": "elo"}),
        ]
    ),
    SEEDS,
)
FOR_THE_OTHER_KIND = st.sampled_from(
    [
        ("--method mfas", {"method": "mfas"}),
        ("--unit document --arcs normalised", {"unit": "document", "arcs": "normalised"}),
        ("--recipe wmt-da", {"recipe": "wmt-da"}),
        ("--hide x", {"hide": ("x",)}),
        ("--margin 5 --merge", {"margin": 5.0, "merge": True}),
        ("--keep-kinds system", {"keep_kinds": "system"}),
    ]
)


@st.composite
def comparisons(draw: st.DrawFn) -> adjudge.Comparisons:
    """Comparisons of three or four systems, perhaps with the reference, by three annotators on a few segments."""
    names = ["x", "y", "z", "_ref"][: draw(st.integers(3, 4))]
    pair = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)
    place = st.tuples(st.integers(0, 2), st.integers(0, 11))
    rows = draw(st.lists(st.tuples(pair, place, st.sampled_from(["a", "b", "tie"])), min_size=12, max_size=60))
    frame = pl.DataFrame(
        {
            "annotator": [f"annotator-{annotator}" for _, (annotator, _), _ in rows],
            "document": [f"document-{segment // 4}" for _, (_, segment), _ in rows],
            "segment": [str(segment) for _, (_, segment), _ in rows],
            "system_a": [a for (a, _), _, _ in rows],
            "system_b": [b for (_, b), _, _ in rows],
            "outcome": [outcome for _, _, outcome in rows],
        }
    )
    return adjudge.Comparisons.check(frame)


@st.composite
def spans(draw: st.DrawFn) -> adjudge.Spans:
    """One marked error, or none, on each of some segments of two or three systems."""
    systems, segments = draw(st.integers(2, 3)), draw(st.integers(6, 12))
    size = systems * segments
    severity = st.sampled_from(["major", "minor", "no-error"])
    frame = pl.DataFrame(
        {
            "annotator": ["anna"] * size,
            "system": [f"s{i % systems}" for i in range(size)],
            "document": [f"d{i // systems % 5}" for i in range(size)],
            "segment": [str(i // systems) for i in range(size)],
            "severity": draw(st.lists(severity, min_size=size, max_size=size)),
        }
    )
    return adjudge.Spans.check(frame)


@contextlib.contextmanager
def written(table: adjudge.Table) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "judgements.csv"
        adjudge.write(table, path)
        yield path


@settings(max_examples=30)
@given(small_campaigns(), FOR_RATINGS)
def test_ratings(table, options):
    words, arguments = options
    with written(table) as path:
        assert typed("rank", path, *words) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=30)
@given(comparisons(), FOR_COMPARISONS)
def test_comparisons(table, options):
    words, arguments = options
    with written(table) as path:
        assert typed("rank", path, *words) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=20)
@given(comparisons(), FOR_ONE_METHOD)
def test_settings_of_one_method(table, options):
    words, arguments = options
    with written(table) as path:
        assert typed("rank", path, *words) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=20)
@given(comparisons(), FOR_COUNTS)
def test_counts(table, options):
    words, arguments = options
    with written(table.counts()) as path:
        assert typed("rank", path, *words) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=15)
@given(spans(), FOR_RATINGS, st.sampled_from(["", "mqm", "own"]))
def test_spans(table, options, weights):
    words, arguments = options
    with written(table) as path:
        own = path.with_name("own.toml")
        own.write_text(WEIGHTS)
        if weights:
            words = [*words, "--weights", str(own) if weights == "own" else weights]
            arguments = arguments | {"weights": adjudge.load_weights(own) if weights == "own" else adjudge.MQM}
        assert typed("rank", path, *words) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=15)
@given(small_campaigns() | comparisons() | spans(), FOR_THE_OTHER_KIND)
def test_options_of_the_other_kind_of_table(table, option):
    words, arguments = option
    with written(table) as path:
        assert typed("rank", path, *words.split()) == called(lambda: rank(adjudge.read(path), **arguments))


@settings(max_examples=20)
@given(small_campaigns(), CONDITIONS, SEEDS)
def test_some_rows(table, options, seed):
    (words, arguments), (seed_words, seeds) = options, seed
    with written(table) as path:
        printed = typed("rank", path, *words, *seed_words.split())
        assert printed == called(lambda: rank(adjudge.read(path, **arguments), **seeds))
        if printed.startswith("{"):  # a table has no file for a message to name
            assert printed == called(lambda: rank(adjudge.read(path), **arguments, **seeds))


@settings(max_examples=15)
@given(small_campaigns(), BY, CONDITIONS | st.just(([], {})), st.sampled_from(["recommended", "wmt-da"]))
def test_groups_of_ratings(table, by, options, recipe):
    words, arguments = options
    with written(table) as path:
        printed = typed("rank", path, *words, "--by", by, "--recipe", recipe)
        assert printed == named(
            path, called(lambda: adjudge.rank_by(adjudge.read(path, **arguments), by, recipe=recipe))
        )


@settings(max_examples=10)
@given(comparisons(), st.sampled_from(["annotator", "document", "outcome", "topic"]), METHODS)
def test_groups_of_comparisons(table, by, option):
    words, arguments = option
    with written(table) as path:
        printed = typed("rank", path, *words.split(), "--by", by)
        assert printed == named(path, called(lambda: adjudge.rank_by(adjudge.read(path), by, **arguments)))


def test_of_two_faults_both_tell_the_same_one():
    """Rows chosen by the score, and a column that names the systems."""
    table = adjudge.Ratings.check(pl.DataFrame({"system": ["x", "y"], "segment": ["1", "1"], "score": [60.0, 70.0]}))
    with written(table) as path:
        printed = typed("rank", path, "--where", "score>50", "--by", "system")
        assert "rows are chosen by 'score'" in printed
        assert printed == called(lambda: adjudge.rank_by(adjudge.read(path, where="score>50"), "system"))


def named(path: Path, words: str) -> str:
    """What Python says of a table, the command says of its file."""
    return re.sub("the table of (ratings|comparisons)", path.name, words)


@settings(max_examples=10)
@given(small_campaigns(), SEEDS)
def test_a_recipe_file(table, seed):
    words, arguments = seed
    with written(table) as path:
        recipe = path.with_name("mine.toml")
        recipe.write_text(RECIPE)
        expected = called(lambda: rank(adjudge.read(path), recipe=adjudge.load_recipe(recipe), **arguments))
        assert typed("rank", path, "--recipe", recipe, *words.split()) == expected


@settings(max_examples=10)
@given(small_campaigns(), st.sampled_from(["eng-deu", "ENG-IKU"]))
def test_language_pairs(table, pair):
    languages = pl.Series(["deu", "iku"] * (len(table) // 2 + 1)).head(len(table))
    table = table.with_frame(table.frame.with_columns(source_lang=pl.lit("eng"), target_lang=languages))
    with written(table) as path:
        assert typed("rank", path, "--pair", pair) == called(lambda: rank(adjudge.read(path), pair=pair))


@settings(max_examples=15)
@given(small_campaigns(), st.sampled_from(["0..5", "1..5"]))
def test_other_columns_and_another_scale(table, scale):
    """A file, and a frame from another reader; whole stars from 0 to 5, which the second scale refuses."""
    stars = table.frame.drop_nulls("score").select(
        "annotator", "document", "segment", model="system", stars=(pl.col("score") / 20).round()
    )
    columns = {"system": "model", "score": "stars"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stars.csv"
        stars.write_csv(path)
        words = ["--column", "system=model", "--column", "score=stars", "--scale", scale]
        printed = typed("rank", path, *words)
        assert printed == called(lambda: rank(adjudge.read(path, columns=columns, scale=scale)))
        if printed.startswith("{"):  # a frame has no lines for a message to name, and no name for a finding
            nameless = printed.replace('"source": "stars.csv"', '"source": null')
            assert nameless == called(lambda: rank(stars, columns=columns, scale=scale))


@settings(max_examples=10)
@given(comparisons(), st.integers(1, 20), st.sampled_from([(), ("new",), ("x",)]), SEEDS)
def test_next_pairs(table, count, systems, seed):
    words, arguments = seed
    where = ["annotator!=annotator-0"] if (table.frame["annotator"] == "annotator-0").any() else []
    with written(table) as path:
        further = [word for system in systems for word in ("--system", system)]
        further += [word for condition in where for word in ("--where", condition)]
        printed = typed("next-pairs", path, "--count", count, *further, *words.split())
        expected = called(
            lambda: adjudge.next_pairs(adjudge.read(path, where=where), count, systems=systems, **arguments)
        )
        assert printed == expected


@settings(max_examples=10)
@given(comparisons())
def test_agreement_of_annotators(table):
    with written(table) as path:
        segment = table.frame["segment"][0]
        read = adjudge.read(path, where={"segment": segment})
        assert isinstance(read, adjudge.Comparisons)
        assert typed("annotators", path, "--where", f"segment={segment}") == called(lambda: adjudge.annotators(read))


@pytest.mark.parametrize("paper", ["laeubli-2018", "no-such-paper"])
def test_figures_of_papers(paper, data_dir):
    assert typed("reproduce", paper, "--data", data_dir) == called(lambda: adjudge.reproduce(paper, data_dir))
