from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import adjudge
from adjudge.auditing.checks.result import CheckResult, NotChecked
from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise
from adjudge.core.recipes.recipe import Test as Choice
from adjudge.core.signature import Signature
from adjudge.ranking.catalogue import AGAINST_THE_ORDER, FEW_ANNOTATORS
from adjudge.ranking.comparisons.catalogue import LEFT_OUT_REFERENCE
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.ratings.catalogue import NOT_SEPARATED
from adjudge.ranking.result import PairwiseTest, RankingResult, RatingRankingResult
from adjudge.reporting.paper.paragraph import methods_latex, methods_paragraph
from adjudge.reporting.paper.spelling import AMERICAN
from adjudge.reporting.wording import say_test
from adjudge.scoring import catalogue as scoring
from tests.unit.reporting.builder import HOSTILE, RANK_SUM, compared, cycle, model, ranking

ABC = [["A"], ["B", "C"]]


def by_recipe(recipe: Recipe, clusters: Any = ABC, findings: tuple[Finding, ...] = (), **settings: Any) -> Any:
    """A ranking as the recipe would have tested it."""
    test = recipe.test
    tested = PairwiseTest(test.name, test.alternative, test.correction, level=test.level, unit=test.independent)
    result = ranking(clusters, test=tested, rule=recipe.clusters.rule, findings=findings)
    return replace(result, settings={"recipe": recipe.to_dict(), "weights": None, **settings})


def said(result: RankingResult, audience: Any = "british", **others: Any) -> str:
    return methods_paragraph(result, audience=audience, **others)


def checked(*severities: Any, skipped: int = 0) -> CheckResult:
    findings = tuple(Finding(f"AJ4{i:02}", severity, "x") for i, severity in enumerate(severities))
    missing = tuple(NotChecked(f"AJ5{i:02}", "more") for i in range(skipped))
    return CheckResult(Signature.of({"check": "all"}), {"checks": ["AJ400", "AJ401", "AJ402"]}, findings, missing)


def has_numbers_of(text: str, result: RankingResult) -> None:
    clusters, pairs = len(result.clusters()), len(result.pairs)
    separated = sum(pair.significant for pair in result.pairs)
    assert f"We ranked {len(result.systems)} systems" in text
    assert f"N = {result.judgements:,} " in text
    assert f"form {clusters} clusters" in text
    assert f"significantly better in {separated} of {pairs} pairs" in text
    assert say_test(result) in text
    assert f"significance level {result.test.level:g}," in text
    assert text.endswith(f"\n\n¹ {result.signature}")


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_gives_a_paragraph_with_its_test_and_the_numbers_of_the_result(name):
    result = by_recipe(RECIPES[name])
    text = said(result)

    has_numbers_of(text, result)
    assert f"The analysis followed the recipe {name} (" in text


@pytest.mark.parametrize("name", METHODS)
def test_every_method_gives_a_paragraph_with_its_test_and_the_numbers_of_the_result(name):
    result = compared(ABC, method=name)
    text = said(result)

    has_numbers_of(text, result)
    assert f"Systems are ranked by {name}: {METHODS[name].title} ({METHODS[name].source})." in text


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (
            Standardise("annotator", "all"),
            (
                "Scores were standardised by annotator: each score minus the mean, divided by the standard deviation, "
                "of all scores of the same annotator, control items included."
            ),
        ),
        (Standardise("session", "counting"), "of the scores of the same session that entered the ranking."),
        (Standardise("annotator", "calibration"), "that the same annotator gave to the calibration items."),
        (Standardise("annotator", "anchor"), "gave to one system that every annotator judged."),
        (Standardise("annotator", "anchor", "Facebook_AI"), "that the same annotator gave to Facebook_AI."),
        (
            Standardise("annotator", "all", centre="median-iqr"),
            "each score minus the median, divided by the interquartile range, of",
        ),
        (Standardise("annotator", "counting", centre="shrunken-sd"), "Scores were brought to one spread around the"),
        (
            Standardise("session", "counting", centre="shrunken-sd", scores="normal"),
            "normal quantiles of their ranks; these were brought to one spread around the mean of each session",
        ),
        (Standardise("none", ticks=7), "nearest of 7 tick marks first. Scores were not standardised."),
    ],
)
def test_how_scores_were_standardised_is_said_by_unit_basis_and_centre(choice, words):
    assert words in said(by_recipe(Recipe("own", standardise=choice)))


def test_rows_quality_control_and_estimate_are_those_of_the_recipe():
    text = said(
        by_recipe(
            Recipe(
                "own",
                filters=Filters(quality="degraded", quality_unit="session", quality_level=0.01),
                aggregate=Aggregate(("system", "calibration"), scope="document", estimate="mixed"),
                test=Choice("model-flips", "document", "two-sided", "step-down", level=0.1),
            )
        )
    )

    assert "Judgements of system outputs and calibration items entered the scores, each of a whole document." in text
    assert "Each session had to pass a check by degraded items (level 0.01)." in text
    assert "were estimated by a linear mixed model" in text
    assert "flips the signs of what whole documents contribute" in text
    assert "significance level 0.1, corrected for multiple testing by the step-down maximum" in text
    assert "excluded nobody by quality control" in said(by_recipe(RECIPES["wmt-da"]))


def test_marked_errors_are_scored_by_published_weights_or_by_those_of_a_file():
    assert "Marked errors were weighted (Freitag et al. 2021: major 5, minor 1," in said(
        by_recipe(RECIPES["wmt24-esa"], weights="mqm")
    )
    assert "Marked errors were weighted (weights standardised.toml);" in said(
        by_recipe(RECIPES["wmt24-esa"], weights="standardised.toml"), "american"
    )


def test_what_was_left_out_is_said_with_its_counts_before_the_result():
    findings = (
        scoring.REVISED(dropped=12, rows=3400),
        scoring.QUALITY(
            _kind="degraded", _failed=2, _tested=40, _unit="annotator", rows=200, _total=3400, _share=0.0588
        ),
        scoring.AFTER_DEGRADED(dropped=77),
    )
    text = said(by_recipe(RECIPES["mixed-model"], findings=findings))

    assert "12 of 3,400 rows were left out, because a later judgement of the same item replaced them." in text
    assert "2 of 40 annotators failed, and 200 of 3,400 rows (5.9%) were left out." in text
    assert text.index("77 rows seen with or after a degraded item") < text.index("Pairs of systems were tested")


def test_the_count_of_comparisons_with_the_reference_stands_in_the_place_of_the_bare_sentence():
    counts = LEFT_OUT_REFERENCE(comparisons=1495, reference="_ref")
    bare, counted = (
        said(compared(ABC, method="bojar", settings={"reference_use": "left-out"}, findings=findings))
        for findings in ((), (counts,))
    )

    assert "Comparisons with the reference are left out." in bare
    assert "1,495 comparisons with the reference _ref are left out." in counted
    assert "Comparisons with the reference are left out." not in counted


def test_pairs_that_are_not_separated_are_never_equal_and_come_with_the_smallest_effect():
    finding = NOT_SEPARATED(pairs=1, median_power=0.5, _smallest=0.545, _difference=None)
    known, unknown = said(by_recipe(RECIPES["wmt-da"], findings=(finding,))), said(by_recipe(RECIPES["wmt-da"]))

    assert "smallest effect that would be detected with a power of 0.8 is 0.545" in known
    assert "1 pair was not separated, which is not evidence of equal quality; how small a difference could" in unknown
    for text in (known, unknown, said(ranking([["A", "B"]])), said(cycle())):
        assert "not evidence of equal quality" in text
        assert not re.search(r"\b(are|is) equal\b|equally good|no difference between", text)


def test_one_cluster_of_which_nothing_is_separated():
    text = said(ranking([["A", "B", "C"]]))

    assert "No line separates the 3 systems: these judgements do not establish an order" in text
    assert "None of the 3 pairs was separated; how small a difference could have been found is not known." in text
    assert "form 1 cluster" not in text


def test_two_systems():
    separated = said(ranking([["A"], ["B"]]))

    assert "The 2 systems form 2 clusters. A is alone in the first cluster." in separated
    assert "The higher-ranked system is significantly better in the only pair." in separated
    assert "The pair was not separated; how small" in said(ranking([["A", "B"]]))


def test_one_system_has_no_order_and_no_test():
    text = said(ranking([["A"]]))

    assert "We ranked 1 system (n = 1,001 segments per system, N = 2,001 judgements in total)." in text
    assert "With one system there is no order." in text
    assert "tested" not in text
    assert "line" not in text


def test_the_names_of_200_systems_are_not_all_listed():
    names = [f"system-{i:03}" for i in range(200)]
    text = said(ranking([names[:150], names[150:]]))

    assert "We ranked 200 systems" in text
    assert len(re.findall(r"system-\d{3}", text)) == 8
    assert "and 142 more share the first cluster" in text
    assert len(text) < 3000


def test_hidden_systems_do_not_lead():
    recipe = replace(RECIPES["wmt-da"], clusters=Clusters("stated", hide=("Human-A",)))
    text = said(by_recipe(recipe, [["Human-A", "B"], ["C"]]))

    assert "Human-A took no part in drawing lines; where it stands between lines means nothing." in text
    assert "B is alone in the first cluster." in text


def test_lines_that_do_not_rest_on_the_tests_are_marked():
    text = said(compared(ABC, method="trueskill", settings={"runs": 1000}, rule="ranges"))

    assert "lines do not rest on these tests" in text
    assert "Scores are means over 1,000 random runs." in text


def test_a_model_and_an_exact_search_say_what_only_they_know():
    by_document = compared(ABC, method="davidson", model=model("A", "B", "C", unit="document", units=82))

    assert "treated as dependent (82 documents)" in said(by_document)
    assert "It is proven that no order contradicts less." in said(cycle())
    assert "The order contradicts the majority in 1 pair, with a weight of 2 out of 6" in said(cycle())


def test_warnings_of_the_ranking_are_counted_and_named():
    findings = (
        AGAINST_THE_ORDER(pairs=[["B", "A"]]),
        FEW_ANNOTATORS(_who="these 2 annotators", _fewest=6),
        Finding("AJ101", "note", "x"),
    )
    text = said(ranking(ABC, findings=findings))

    assert "With the ranking, Adjudge reported no errors and 2 warnings (AJ211 and AJ240)." in text
    assert "in favour of the lower-ranked system: B over A." in text
    assert "hold for these 2 annotators" in text
    assert "With the ranking, Adjudge reported no errors and no warnings." in said(ranking(ABC))


@pytest.mark.parametrize(
    ("severities", "skipped", "words"),
    [
        ((), 0, "Its linter (3 checks run) reported no errors and no warnings."),
        (("error", "warning", "warning", "note"), 0, "reported 1 error (AJ400) and 2 warnings (AJ401 and AJ402)."),
        (("warning",), 1, "no errors and 1 warning (AJ400); 1 check could not be run on these data."),
        (
            ("warning",) * 40,
            2,
            "40 warnings (AJ400, AJ401, AJ402, AJ403, AJ404, AJ405, AJ406, AJ407, AJ408, AJ409, AJ410, ",
        ),
    ],
)
def test_what_the_linter_found_is_never_hidden(severities, skipped, words):
    assert words in said(ranking(ABC), check=checked(*severities, skipped=skipped))


def test_a_warning_that_occurs_twice_counts_twice_and_is_named_once():
    twice = (Finding("AJ207", "warning", "x"), Finding("AJ207", "warning", "y"))

    assert "no errors and 2 warnings (AJ207)." in said(ranking(ABC, findings=twice))


def test_agreement_and_the_numbers_of_annotators_and_documents_are_those_of_their_results():
    table = adjudge.simulate("balanced", seed=3).table
    people, texts = adjudge.annotators(table, draws=100), adjudge.documents(table)
    text = said(ranking(ABC), agreement=people, documents=texts)

    assert table.frame["annotator"].n_unique() == len(people.annotators)
    documents = table.frame.filter(pl.col("kind") == "system")["document"].n_unique()
    assert f"; {len(people.annotators)} annotators and {documents} documents)." in text
    assert people.sentence in text


def test_the_rows_and_the_language_pair_are_named():
    text = said(replace(ranking(ABC), settings={"pair": "eng-deu", "where": ["domain=news"]}))

    assert "We ranked 3 systems for the language pair eng-deu (" in text
    assert "Only rows with domain=news were used." in text


def test_the_version_is_that_of_the_result():
    result = replace(ranking(ABC), signature=Signature((("recipe", "x"),), "7.1.2"))

    assert "computed with Adjudge 7.1.2.¹\n\n¹ recipe:x|v:7.1.2" in said(result)


def _everything(names: Any = ABC) -> list[RankingResult]:
    """Rankings by all recipes and methods, with findings whose sentences are quoted."""
    findings = (scoring.REVISED(dropped=12, rows=3400), AGAINST_THE_ORDER(pairs=[["B", "A"]]))
    rated: list[RankingResult] = [by_recipe(recipe, names, findings) for recipe in RECIPES.values()]
    return [*rated, *(compared(names, method=name, findings=findings) for name in METHODS)]


def test_a_british_text_has_no_american_spelling_and_an_american_one_no_british():
    for result in _everything():
        texts = {audience: said(result, audience, check=checked("warning")) for audience in ("british", "american")}
        for audience, wrong in (("british", AMERICAN.values()), ("american", AMERICAN)):
            words = set(re.findall(r"[a-z]+", texts[audience].partition("\n\n¹")[0].lower()))
            assert not words & set(wrong)
        assert texts["british"] != texts["american"]


def test_names_files_and_signatures_are_never_respelled():
    names = ("Standardised-Judgement", "Judgement", "colour center", "behavior")
    findings = (
        Finding(
            "AJ104", "warning", "judgement-standardised.csv.gz holds standardised scores; the raw scores are unknown."
        ),
        scoring.WITHOUT_SPREAD(_n=1, _unit="annotator", rows=3, units=["Favour"]),
        AGAINST_THE_ORDER(pairs=[["Judgement", "Standardised-Judgement"]]),
    )
    recipe = replace(RECIPES["wmt-da"], name="standardised-favour", clusters=Clusters("stated", hide=("behavior",)))
    result = by_recipe(recipe, [names[:2], names[2:]], findings, where=["domain=colour"])
    result = replace(result, signature=Signature.of({"recipe": "standardised-favour", "where": "domain=colour"}))
    texts = {audience: said(result, audience) for audience in ("british", "american")}

    for text in texts.values():
        assert "Standardised-Judgement and Judgement share the first cluster" in text
        assert "judgement-standardised.csv.gz holds" in text
        assert "left out with 3 rows: Favour." in text
        assert "Judgement over Standardised-Judgement." in text
        assert "the recipe standardised-favour (" in text
        assert "behavior took no part in drawing lines" in text
        assert "Only rows with domain=colour were used." in text
        assert text.endswith("\n\n¹ recipe:standardised-favour|where:domain=colour|v:" + result.signature.version)
    assert "significant in favor of the lower-ranked system" in texts["american"]
    assert "holds standardized scores" in texts["american"]


def test_hostile_names_can_neither_move_the_cursor_nor_act_in_latex():
    result = ranking([[HOSTILE[0], HOSTILE[1], "\x1b[2Jx"], [HOSTILE[2], HOSTILE[3]]])

    assert all(line.isprintable() for line in said(result).split("\n"))
    latex = methods_latex(result, audience="british")
    assert r"a\_b \& 50\%" in latex
    assert r"\textless{}script\textgreater{}" in latex


def test_the_latex_form_says_the_same_with_the_signature_in_a_footnote():
    result = ranking(ABC)
    latex = methods_latex(result, audience="american", check=checked("error"))

    assert latex.startswith("We ranked 3 systems ($n$ = 1,001 to 1,003 segments per system, $N$ = 6,006 judgments")
    assert r"\footnote{\texttt{recipe:wmt-da\textbar{}\allowbreak{}unit:segment" in latex
    assert latex.count("{") == latex.count("}")
    assert "1 error (AJ400)" in latex


def test_a_result_that_was_read_back_gives_the_same_paragraph():
    result = by_recipe(RECIPES["wmt-da"], pair="eng-deu")

    assert said(RatingRankingResult.from_dict(result.to_dict())) == said(result)


def test_a_ranking_of_another_program_is_described_as_far_as_it_is_known():
    test = PairwiseTest("novel", "sideways", "new", level=0.05, unit="segment")

    assert "tested with a novel (significance level 0.05, new)." in said(ranking(ABC, test=test, rule="newer"))
    assert "Systems are ranked by novel." in said(compared(ABC, method="novel", test=RANK_SUM))
