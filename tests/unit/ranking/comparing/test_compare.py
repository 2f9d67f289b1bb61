"""What the two sides of a comparison may be, how rankings find each other by name, and what is refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import adjudge
from adjudge.ranking.orders import Rankings
from adjudge.ranking.result import RankingResult
from tests.builders import campaign
from tests.built_rankings import built_ranking

RATINGS = campaign([-8, -3, 0, 4, 20], noise=25)
DA, ESA = adjudge.rank(RATINGS, "wmt-da"), adjudge.rank(RATINGS, "wmt24-esa")


def report(rankings: dict[str, dict[str, RankingResult]], *, pairs: bool = True) -> dict[str, Any]:
    """The data of a report, as JSON or with the pairs left out as in a page."""
    parts = [
        {
            "name": name,
            "rankings": {recipe: one.to_dict() | ({} if pairs else {"pairs": []}) for recipe, one in of.items()},
        }
        for name, of in rankings.items()
    ]
    return {"schema": "adjudge.report/1", "signature": "report:1|v:0", "settings": {}, "findings": [], "parts": parts}


def page(data: dict[str, Any]) -> str:
    text = json.dumps(data).replace("</", "<\\/")
    return (
        "<!doctype html>\n<html><head><title>x</title></head><body>"
        f'<script type="application/json" id="adjudge-report">{text}</script><script>1</script></body></html>'
    )


def write(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_every_form_of_a_ranking_is_the_same_side(tmp_path):
    forms: dict[str, Any] = {
        "ranking": DA,
        "data": DA.to_dict(),
        "by name": {"wmt-da": DA},
        "rankings": Rankings({"x": DA}),
        "table": RATINGS,
        "frame": RATINGS.frame,
        "pandas": pd.DataFrame(RATINGS.frame.to_dict(as_series=False)),
        "json": write(tmp_path / "a.json", DA.to_dict()),
        "sorted": write(tmp_path / "s.json", json.dumps(DA.to_dict(), sort_keys=True, indent=3)),
        "report": write(tmp_path / "r.json", report({"": {"wmt-da": DA}})),
        "page": write(tmp_path / "p.html", page(report({"": {"wmt-da": DA}}, pairs=False))),
    }
    adjudge.write(RATINGS, tmp_path / "ratings.csv")
    forms["csv"] = str(tmp_path / "ratings.csv")
    forms["gzip"] = tmp_path / "a.json.gz"
    forms["gzip"].write_bytes(gzip.compress(json.dumps(DA.to_dict()).encode()))
    for name, form in forms.items():
        is_ranked = name in ("table", "frame", "pandas", "csv")
        result = adjudge.compare(form, DA, **({"recipe": "wmt-da"} if is_ranked else {}))
        assert not result.differs, name
        assert result.choices == (), name
        assert result.a.evidence == "tests", name


def test_a_published_order_is_read_with_its_lines(tmp_path):
    clusters = DA.clusters()
    text = "\n---\n".join("\n".join(cluster) for cluster in clusters)
    for given in (clusters, write(tmp_path / "o.txt", text), write(tmp_path / "b.txt", text.replace("---", ""))):
        result = adjudge.compare(given, DA)
        assert not result.differs
        assert len(result.lines) == len(clusters) - 1
        assert result.a.kind == "published"
        assert result.a.signature is None
    trueskill = "\n+++\n".join("\n".join(f"{name} 0.5 (1, 2)" for name in cluster) for cluster in clusters)
    result = adjudge.compare(write(tmp_path / "t.txt", trueskill), DA)
    assert not result.differs
    assert result.systems[0].score_a == 0.5


def test_a_file_of_clusters_is_taken_by_the_language_pair(tmp_path):
    rows = ["SRC TRG WINS TOTAL CLUSTER_START CLUSTER_END END_OF_CLUSTER SYSTEM"]
    for pair in ("en de", "en cs"):
        rows += [f"{pair} 1 2 1 1 True {'x' if pair == 'en de' else 'y'}", f"{pair} 0 2 2 2 True z"]
    path = write(tmp_path / "clusters.csv", "\n".join(rows) + "\n")
    one = built_ranking([["x"], ["z"]], pair="en-de")
    assert not adjudge.compare(one, path).differs
    assert not adjudge.compare(path, one, pair="EN-de").differs
    groups = adjudge.GroupedRankings("language", {"en-de": one, "en-cs": built_ranking([["z"], ["y"]])}, {}, ())
    found = adjudge.compare_each(groups, path)
    assert {name: result.differs for name, result in found.items()} == {"en-de": False, "en-cs": True}
    with pytest.raises(adjudge.InputError, match="no order of systems of the language pair 'en-fr'"):
        adjudge.compare(one, path, pair="en-fr")


def test_rankings_of_the_same_name_are_compared():
    two = {"recipes": {"wmt-da": DA.to_dict(), "wmt24-esa": ESA.to_dict()}}
    found = adjudge.compare_each(two, {"wmt-da": DA, "other": ESA})
    assert list(found) == ["wmt-da"]
    assert (found.only_a, found.only_b) == (("wmt24-esa",), ("other",))
    assert list(adjudge.compare_each(two, DA)) == ["wmt-da"]
    result = adjudge.compare(two, two, ranking_a="wmt-da", ranking_b="wmt24-esa")
    assert (result.a.name, result.b.name) == ("wmt-da", "wmt24-esa")
    assert adjudge.RankingComparisons.from_dict(found.to_dict()) == found
    assert found.to_frame()["ranking"].unique().to_list() == ["wmt-da"]


def test_parts_of_a_report_are_named_by_both():
    both = report({"en-de": {"wmt-da": DA, "wmt24-esa": ESA}, "en-cs": {"wmt-da": DA}})
    assert list(adjudge.compare_each(both, both)) == ["en-de / wmt-da", "en-de / wmt24-esa", "en-cs / wmt-da"]
    assert list(adjudge.compare_each(both, both, ranking="wmt-da")) == ["en-de", "en-cs"]
    assert list(adjudge.compare_each(both, both, pair="en-de")) == ["wmt-da", "wmt24-esa"]
    assert adjudge.compare(both, DA, ranking_a="en-cs / wmt-da").kendall == 1
    by_recipe = {
        "by": "language",
        "rankings": {
            name: {"schema": "adjudge.rankings-by/1", "groups": {"en-de": one.to_dict()}}
            for name, one in (("wmt-da", DA), ("wmt24-esa", ESA))
        },
    }
    assert list(adjudge.compare_each(both, by_recipe)) == ["en-de / wmt-da", "en-de / wmt24-esa"]


def test_several_rankings_need_a_choice():
    two = {"x": DA, "y": ESA}
    with pytest.raises(adjudge.UsageError, match="hold several rankings of the same names: x, y"):
        adjudge.compare(two, two)
    with pytest.raises(adjudge.UsageError, match='choose with `ranking_a="x"`'):
        adjudge.compare(two, DA)
    with pytest.raises(adjudge.UsageError, match="holds no ranking 'z'"):
        adjudge.compare(two, two, ranking="z")


def test_rankings_that_cannot_be_compared_are_named():
    found = adjudge.compare_each({"x": DA, "y": DA}, {"x": DA, "y": built_ranking([["p"], ["q"]])})
    assert list(found) == ["x"]
    assert found.refused["y"][0].code == "AJ066"
    assert found.differs
    assert "Not compared: y" in found.summary()


def test_a_recipe_for_each_side():
    result = adjudge.compare(RATINGS, RATINGS, recipe=["wmt-da", "wmt24-esa"])
    assert (result.a.name, result.b.name) == ("wmt-da", "wmt24-esa")
    with pytest.raises(adjudge.UsageError, match="AJ066 `recipe=` names 3 entries"):
        adjudge.compare(RATINGS, RATINGS, recipe=["wmt-da"] * 3)


def test_single_choices_say_what_moves_systems():
    result = adjudge.compare(RATINGS, ESA, recipe="wmt-da", why=True)
    *single, whole = result.why
    assert whole.choice == "all of them"
    assert whole.reaches
    assert (whole.moved, whole.kendall) == (len(result.moved), 1.0)
    assert {"scores standardised within"} <= {one.choice for one in single}
    # The same the other way round: the side with judgements is the one that is ranked again.
    back = adjudge.compare(ESA, RATINGS, recipe="wmt-da", why=True)
    assert back.why == result.why
    assert adjudge.RankingComparisonResult.from_dict(result.to_dict()) == result
    other = campaign([20, 4, 0, -3, -8], noise=25)
    assert not adjudge.compare(other, ESA, recipe="wmt-da", why=True).why[-1].reaches


def test_a_choice_that_cannot_be_made_alone_is_named_with_the_reason():
    recipe = adjudge.Recipe("calibrated", standardise=adjudge.Standardise(basis="calibration"))
    goal = built_ranking([["system-4"], ["system-3", "system-2"], ["system-1", "system-0"]], recipe=recipe)
    [basis] = [
        one for one in adjudge.compare(RATINGS, goal, recipe="wmt-da", why=True).why if one.value == "calibration"
    ]
    assert basis.moved is None
    assert basis.reason


@pytest.mark.parametrize(
    ("a", "b", "given", "words"),
    [
        (DA, ESA, {"recipe": "wmt-da"}, "`recipe=` belongs to ratings, but neither A nor B holds ratings"),
        (DA, ESA, {"method": "mfas"}, "`method=` belongs to comparisons"),
        (DA, ESA, {"where": "domain=news", "scale": "1..5"}, "`where=` and `scale=` belong to judgements"),
        (DA, ESA, {"why": True}, "neither side is judgements"),
        (RATINGS, [["system-0"], ["system-1"]], {"why": True}, "B is no ranking by a recipe"),
        (DA, 5, {}, "the second argument is of the type 'int'"),
        (None, DA, {}, "the first argument is of the type 'NoneType'"),
        (DA, [["a"], [1]], {}, "the second argument is of the type 'list'"),
        (DA, b"abc", {}, "the second argument is of the type 'bytes'"),
    ],
)
def test_what_cannot_be_compared_is_refused(a, b, given, words):
    with pytest.raises(adjudge.UsageError, match="AJ066") as caught:
        adjudge.compare(a, b, **given)
    [problem] = caught.value.problems
    assert words in problem.what
    assert problem.expected
    assert problem.todo


def changed(**changes: Any) -> dict[str, Any]:
    return DA.to_dict() | changes


def with_first_system(**changes: Any) -> dict[str, Any]:
    first, *others = DA.to_dict()["systems"]
    return changed(systems=[first | changes, *others])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"schema": "adjudge.stability/1"}, "holds adjudge.stability/1, which is no ranking"),
        ({}, "JSON without a schema"),
        ({"schema": "adjudge.report/1", "parts": []}, "holds no ranking"),
        ({"schema": "adjudge.report/1", "parts": [5]}, "its parts are no list of objects"),
        ({"schema": "adjudge.report/1", "parts": [{"rankings": [1]}]}, "rankings are no object"),
        ({"recipes": {"x": 5}}, "a ranking is no object"),
        ({"by": "x", "rankings": {"y": 5}}, "rankings are no object"),
        (changed(schema="adjudge.ranking/1"), "schema is 'adjudge.ranking/1'"),
        (changed(systems=[], pairs=[]), "it holds no systems"),
        (changed(settings=[]), "its settings are no object"),
        (changed(pairs=DA.to_dict()["pairs"][1:]), "some of its pairs are missing"),
        (changed(pairs=[{"a": "x", "b": "y", "p": 1, "effect": 1, "significant": True}]), "'x' and 'y' are no pair"),
        (changed(pairs=[one | {"p": None} for one in DA.to_dict()["pairs"]]), "was not tested"),
        (with_first_system(system=""), "a system has no name"),
        (with_first_system(system=DA.order()[1]), "a system occurs twice"),
        (with_first_system(rank="1"), "no whole number"),
        (with_first_system(rank=2), "not in the order of their ranks"),
        (with_first_system(score="good"), "no number"),
        (with_first_system(letters=None), "letters are no text"),
    ],
)
def test_broken_data_is_refused_in_words(data, words, tmp_path):
    with pytest.raises(adjudge.InputError, match="AJ066") as caught:
        adjudge.compare(data, DA)
    assert words in caught.value.problems[0].what


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.json", json.dumps(DA.to_dict())[:500], "AJ011"),
        ("deep.json", '{"schema": "adjudge.report/1", "x": ' + "[" * 100_000, "AJ011"),
        ("page.html", "<!DOCTYPE html><html></html>", "AJ066"),
        ("page.html", '<!doctype html><script id="adjudge-report">{"a":</script>', "AJ011"),
        ("texts.csv", "segment,source\n1,abc\n", "AJ066"),
        ("broken.csv", "system,segment,score\nA,1,abc\n", "AJ012"),
        ("dashes.txt", "---\n\n---\n", "AJ066"),
        ("twice.txt", "A\nB\nA\n", "AJ066"),
        ("empty.txt", "", "AJ004"),
        ("list.json", "[1, 2]", "AJ007"),
    ],
)
def test_wrong_files_are_refused_in_words(name, content, code, tmp_path):
    with pytest.raises(adjudge.AdjudgeError) as caught:
        adjudge.compare(write(tmp_path / name, content), DA)
    problem = caught.value.problems[0]
    assert problem.code == code
    assert name in problem.what
    assert problem.expected
    assert problem.todo


def test_letters_that_may_hide_a_lower_winner_are_not_trusted():
    """Where the number of better systems is another one than the letters say, lines stand for tests."""
    data = DA.to_dict() | {"pairs": []}
    data["systems"] = [row | {"rank_low": 2 if row["rank"] == 1 else row["rank_low"]} for row in data["systems"]]
    assert adjudge.compare(data, DA).a.evidence == "lines"
