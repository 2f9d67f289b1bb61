"""The published weights by name, the list of mt-metrics-eval, and how rules compare categories."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, RecipeError
from adjudge.core.tables import Spans
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import WEIGHTS, find_weights
from adjudge.scoring.weights.files import load_weights, weights_from_list, weights_from_toml
from adjudge.scoring.weights.rules import Rule, Weights


def points(severity, category, weights):
    frame = pl.DataFrame({"system": ["a"], "segment": ["1"], "severity": [severity], "category": [category]})
    return -score_spans(Spans.check(frame), weights).frame["score"].item()


#: Freitag et al. 2021, as said with their release; the defaults of Marot (mqmDefaultWeights) and of score_mqm.
@pytest.mark.parametrize(
    ("severity", "category", "mqm", "marot", "mtme"),
    [
        ("major", "Accuracy/Mistranslation", 5, 5, 5),
        ("minor", "Style/Awkward", 1, 1, 1),
        ("minor", "Fluency/Punctuation", 0.1, 0.1, 0.1),
        ("major", "Fluency/Punctuation", 5, 5, 5),
        ("minor", "punctuation", 1, 0.1, 1),  # the flat categories of later releases
        ("major", "Non-translation!", 25, 25, 25),
        ("minor", "Non-translation!", 25, 25, 1),
        ("major", "non_translation", 5, 25, 5),
        ("minor", "Source issue", 1, 0, 1),
        ("major", "Source error/-", 5, 0, 5),
        ("major", "Accuracy/Creative Reinterpretation", 5, 0, 5),
        ("major", "Accuracy/Source language fragment", 5, 5, 5),  # not an error of the source
        ("minor", "Fluency/Punctuation marks", 0.1, 0.1, 1),  # another category, by its whole name
        ("neutral", "Style/Awkward", 0, 0, 0),
        ("no-error", "No-error", 0, 0, 0),
    ],
)
def test_published_weights_are_those_of_their_sources(severity, category, mqm, marot, mtme):
    published = [points(severity, category, WEIGHTS[name]) for name in ("mqm", "marot", "mtme")]
    assert published == [mqm, marot, mtme]


def test_a_severity_that_only_other_weights_know_names_them():
    assert points("critical", "Accuracy", WEIGHTS["marot"]) == 5
    with pytest.raises(RecipeError, match=r"AJ032.*'critical'") as caught:
        points("critical", "Accuracy", WEIGHTS["mtme"])
    assert 'weights="marot"' in caught.value.problems[0].todo
    with pytest.raises(RecipeError) as caught:
        points("unrateable", "Accuracy", WEIGHTS["mqm"])
    assert caught.value.problems[0].todo.startswith("add a [[weight]]")


def test_the_names_are_listed_and_taken_by_rank():
    assert list(adjudge.error_weights()) == ["mqm", "marot", "mtme"]
    assert all(adjudge.error_weights().values())
    marks = {
        "annotator": ["r"] * 4,
        "system": ["a", "a", "b", "b"],
        "segment": ["1", "2", "1", "2"],
        "document": ["d"] * 4,
        "severity": ["major", "minor", "minor", "minor"],
        "category": ["Source issue", "Style", "Style", "Style"],
    }
    spans = Spans.check(pl.DataFrame(marks))
    assert adjudge.rank(spans, "wmt25-esa").order() == ["b", "a"]  # 3 points a segment and 1
    assert adjudge.rank(spans, "wmt25-esa", weights="marot").order() == ["a", "b"]  # half a point and 1
    with pytest.raises(AdjudgeError, match="did you mean 'marot'"):
        adjudge.rank(spans, "wmt25-esa", weights="maro")


def test_a_name_or_a_file_gives_weights(tmp_path, monkeypatch):
    assert find_weights("mtme") is WEIGHTS["mtme"]
    path = tmp_path / "mine.txt"
    path.write_text("Minor:2 Major:3\n")
    assert find_weights(str(path)) == Weights("mine", (Rule(2, "minor"), Rule(3, "major"), Rule(0, "no-error")))
    monkeypatch.chdir(tmp_path)
    path.rename("mine")
    assert find_weights("mine").rules[0] == Rule(2, "minor")
    with pytest.raises(AdjudgeError, match="AJ040 there are no weights 'mqn'"):
        find_weights("mqn")
    with pytest.raises(AdjudgeError, match="AJ001"):
        find_weights(str(tmp_path / "none.txt"))


def test_the_most_specific_item_of_a_list_wins_in_any_order():
    text = "Minor:1\nMinor/Fluency/Punctuation:.1\nminor/fluency:0.5\nMinor/Locale convention:2\nNo-error:3"
    weights = weights_from_list(text, name="x")
    assert points("minor", "Fluency/Punctuation", weights) == 0.1
    assert points("minor", "Fluency/Punctuation/Comma", weights) == 0.1
    assert points("minor", "Fluency/Grammar", weights) == 0.5
    assert points("minor", "Locale convention/Name format", weights) == 2
    assert points("minor", "Fluencies", weights) == 1
    assert points("no-error", "No-error", weights) == 3  # as it says, however odd


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Minor:1 Major", "'Minor:1 Major' is not a weight"),
        ("Minor:-1", "'Minor:-1' is not a weight"),
        ("Minor:inf", "'Minor:inf' is not a weight"),
        (":5", "':5' is not a weight"),
        ("Minor:1 minor:2", "'minor' has two weights"),
    ],
)
def test_mistakes_in_a_list_are_explained(tmp_path, text, message):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(RecipeError, match="AJ031") as caught:
        load_weights(path)
    assert f"mine.txt: {message}" in str(caught.value)
    assert "to do:" in str(caught.value)


@pytest.mark.parametrize("name", list(WEIGHTS))
def test_published_weights_are_written_and_read_back(name):
    assert weights_from_toml(WEIGHTS[name].to_toml()) == WEIGHTS[name]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('category = "x"\nmatch = "end"', 'match = "end"'),
        ('severity = "minor"\nmatch = "path"', "has a match and no category"),
        ('category = "x"\nmatch = ["path"]', 'match = ["path"]'),
    ],
)
def test_a_wrong_match_is_explained(entry, message):
    with pytest.raises(RecipeError, match="AJ031") as caught:
        weights_from_toml(f'name = "x"\n[[weight]]\n{entry}\nweight = 1\n')
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("general", "special", "covered"),
    [
        (("flu", "start"), ("fluency", "path"), True),
        (("flu", "start"), ("fluency", "anywhere"), False),
        (("flu", "anywhere"), ("a/fluency", "start"), True),
        (("fluency", "path"), ("fluency", "start"), False),  # which also fits "fluencies"
        (("fluency", "path"), ("fluency", "path"), True),
        (("fluency", "path"), ("fluency/grammar", "start"), True),
        (("fluency", "path"), ("fluencies", "path"), False),
    ],
)
def test_a_rule_covers_another_if_it_fits_all_of_its_errors(general, special, covered):
    rules = [Rule(1, None, category, match) for category, match in (general, special)]
    assert rules[0].covers(rules[1]) is covered
