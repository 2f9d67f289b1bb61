"""Datasheets of small tables, whose counts can be read off: what is answered, what is a gap, and in which forms."""

from __future__ import annotations

import json
import tomllib

import polars as pl
import pytest

import adjudge
from adjudge import Comparisons, DatasheetResult, Ratings, ResultError, Spans, UsageError
from adjudge.core.datasheet.given import answers_from_toml
from adjudge.core.datasheet.heds import QUESTIONS
from adjudge.reporting.datasheet.blank_answers import blank_answers
from adjudge.reporting.datasheet.form import heds_form
from adjudge.reporting.datasheet.markdown import datasheet_markdown, plain
from adjudge.reporting.datasheet.text import datasheet_text
from adjudge.reporting.paper.paragraph import methods_paragraph

HOSTILE = "<img src=x onerror=alert(1)>|`*_[x](javascript:1)\n| --- |$\\frac{1}{2}$ 😀"


def ratings(**columns):
    """Two systems, two annotators; anna judges both systems, ben one."""
    frame = {
        "system": ["A", "A", "B", "B", "A"],
        "document": ["d", "d", "d", "d", "d"],
        "segment": ["1", "2", "1", "2", "1"],
        "annotator": ["anna", "anna", "anna", "anna", "ben"],
        "session": ["s", "s", "s", "s", "t"],
        "score": [90.0, 80, 40, 30, 70],
    }
    return Ratings.check(pl.DataFrame(frame | columns))


LANGUAGES = {"source_lang": ["eng"] * 5, "target_lang": ["deu"] * 5}


def test_ratings_answer_what_can_be_counted():
    sheet = adjudge.datasheet(ratings(**LANGUAGES))
    assert sheet.entry("2.3").options == (15,)
    assert (sheet.entry("2.4").options, sheet.entry("2.5").options) == ((41,), (55,))
    assert (sheet.entry("3.1.1").text, sheet.entry("3.2.1").text) == ("2", "2")
    assert sheet.facts.exposure == "mixed"
    assert sheet.facts.judgements == 5
    by = sheet.facts.judgements_by
    assert by is not None
    assert (by.min, by.median, by.max) == (1, 2.5, 4)
    assert sheet.entry("4.3.4").text == "0 to 100"
    assert sheet.entry("4.3.8").status == "in part"
    assert sheet.entry("4.3.9").lacks == "there is no ranking"
    assert sheet.entry("5.1").status == "open"


def test_every_question_has_one_entry_and_every_gap_a_reason():
    sheet = adjudge.datasheet(ratings())
    assert [entry.number for entry in sheet.entries] == list(QUESTIONS)
    assert {*sheet.answered} | {*sheet.gaps} == {*sheet.entries}
    assert all(entry.lacks for entry in sheet.gaps)
    assert not any(entry.lacks for entry in sheet.answered)


def test_exposure_is_within_or_between():
    frame = ratings().frame
    within = frame.filter(pl.col("annotator") == "anna")
    assert adjudge.datasheet(Ratings.check(within)).facts.exposure == "within"
    between = frame.filter((pl.col("annotator") == "ben") | (pl.col("system") == "B"))
    assert adjudge.datasheet(Ratings.check(between)).facts.exposure == "between"


def test_unequal_numbers_of_outputs_ask_for_a_reason():
    entry = adjudge.datasheet(ratings(segment=["1", "2", "1", "1", "3"], session=list("abcde"))).entry("3.1.1")
    assert entry.text == "From 1 to 3 (A: 3, B: 1)."
    assert entry.lacks == "how and why the number varies"


def test_unknown_annotators_are_not_counted_as_people():
    sheet = adjudge.datasheet(ratings(annotator=[None] * 5))
    assert sheet.entry("3.2.1").status == "open"
    assert "5 of 5 ratings have no annotator; 2 sessions are known" in sheet.entry("3.2.1").lacks
    assert sheet.entry("3.3.8").status == "open"


def test_controls_and_training_are_read_from_the_kinds_of_items():
    sheet = adjudge.datasheet(ratings(kind=["system", "degraded", "system", "tutorial", "repeat"]))
    assert sheet.entry("3.3.3.1").options == (2,)
    assert "degraded items (1 rating by 1 evaluator); repeated items (1 rating" in sheet.entry("3.3.3.2").text
    assert "tutorial items (1 rating by 1 evaluator)" in sheet.entry("3.2.4").text
    assert sheet.facts.judgements == 3  # two of kind system, one repeat
    assert sheet.facts.kinds == {"degraded": 1, "repeat": 1, "system": 2, "tutorial": 1}


def test_other_kinds_can_be_asked_for_and_none_is_an_error():
    calibration = ratings(kind=["calibration"] * 5)
    assert adjudge.datasheet(calibration, keep_kinds="calibration").facts.judgements == 5
    with pytest.raises(adjudge.AdjudgeError, match=r"AJ020 none of the ratings is a judgement of a system"):
        adjudge.datasheet(calibration)


def test_a_scale_whose_values_were_all_given_has_a_known_size():
    stars = ratings(score=[1.0, 2, 3, 4, 5], scale=["1..5"] * 5)
    sheet = adjudge.datasheet(stars)
    assert (sheet.entry("4.3.3").text, sheet.entry("4.3.3").status) == ("5", "answered")
    assert (sheet.entry("4.3.4").text, sheet.entry("4.3.4").status) == ("1 to 5", "answered")
    fewer = adjudge.datasheet(ratings(score=[1.0, 2, 3, 4, 4], scale=["1..5"] * 5)).entry("4.3.3")
    assert fewer.text == "5 if all whole numbers can be given; 4 of them were."
    assert fewer.status == "in part"


def test_standardised_scores_have_no_scale():
    sheet = adjudge.datasheet(ratings(score=[0.5, -1, 0, 1, 2], scale=["z"] * 5))
    assert sheet.entry("4.3.4").lacks == "the data holds standardised scores"


def test_text_in_one_language_is_no_translation():
    sheet = adjudge.datasheet(ratings(source_lang=["en"] * 5, target_lang=["eng"] * 5))
    assert sheet.entry("2.3").status == "open"


def test_an_unlisted_language_is_entered_as_other_and_named():
    sheet = adjudge.datasheet(ratings(source_lang=["hsb"] * 5, target_lang=["deu"] * 5))
    assert (sheet.entry("2.4").options, sheet.entry("2.4").text) == ((184,), "hsb")
    assert sheet.entry("2.5").options == (55,)


def test_preferences_and_rankings_are_told_apart():
    votes = {"system_a": ["x", "x"], "system_b": ["y", "z"], "outcome": ["a", "tie"], "segment": ["1", "1"]}
    voted = adjudge.datasheet(Comparisons.check(pl.DataFrame(votes)))
    assert (voted.entry("4.2.2").options, voted.entry("4.3.8").options) == ((2,), (3,))
    assert voted.entry("4.3.4").text == "The first is better; tie."
    ranked = adjudge.datasheet(Comparisons.check(pl.DataFrame(votes | {"ranking": ["r", "r"]})))
    assert (ranked.entry("4.3.3").text, ranked.entry("4.3.5").options) == ("N/A", (4,))
    assert "ranked 3 outputs at a time: 1 ranking, from which 2 comparisons" in ranked.entry("4.3.6").text


def test_marked_errors_are_annotation():
    marks = {"system": ["a", "a", "b"], "segment": ["1", "1", "1"], "severity": ["minor", "major", "no-error"]}
    sheet = adjudge.datasheet(Spans.check(pl.DataFrame(marks)))
    assert sheet.entry("4.3.8").options == (6,)
    assert sheet.facts.judgements == 2  # two marks of one output are one judgement
    assert "2 errors, with the severities major, minor" in sheet.entry("4.3.6").text


def test_section_four_is_repeated_for_every_criterion():
    table = ratings(criterion=["fluency", "fluency", "adequacy", "adequacy", "fluency"])
    sheet = adjudge.datasheet(table, answers={"criteria": {"fluency": {"4.3.2": "smooth"}}, "answers": {"4.1.1": 2}})
    assert sheet.criteria == ("adequacy", "fluency")
    assert len(sheet.entries) == 41 + 2 * 21
    assert sheet.entry("4.3.1.1", "fluency").text == "fluency"
    assert (sheet.entry("4.3.2", "fluency").text, sheet.entry("4.3.2", "adequacy").status) == ("smooth", "open")
    assert {sheet.entry("4.1.1", name).options for name in sheet.criteria} == {(2,)}


def test_a_ranking_of_several_criteria_answers_for_none():
    table = ratings(criterion=["fluency", "fluency", "adequacy", "adequacy", "fluency"])
    sheet = adjudge.datasheet(table, ranking=adjudge.rank(table, "wmt24-esa"))
    assert sheet.entry("4.3.9", "fluency").status == "open"
    assert "AJ205" in {finding.code for finding in sheet.findings}


@pytest.fixture(scope="module")
def campaign():
    return adjudge.simulate("balanced", seed=1).table


def test_a_ranking_answers_for_aggregation_test_and_power_and_its_rows_are_counted(campaign):
    ranking = adjudge.rank(campaign, "graham-2020")  # counts no repeats
    sheet = adjudge.datasheet(campaign, ranking=ranking)
    assert sheet.facts.judgements == ranking.judgements
    assert sheet.facts.judgements < adjudge.datasheet(campaign).facts.judgements
    assert "rank-sum test on segment means" in sheet.entry("4.3.10").text
    assert "graham-2020" in sheet.entry("4.3.9").text
    known = [pair.power for pair in ranking.pairs if pair.power is not None]
    assert f"in {len(known)} of {len(ranking.pairs)} pairs" in sheet.entry("3.1.3.2").text
    assert sheet.entry("3.1.3.1").status == "in part"  # nobody knows what was computed before the campaign
    assert sheet.settings["ranking"] == str(ranking.signature)


def test_aggregation_is_told_as_in_the_paragraph_for_a_paper(campaign):
    ranking = adjudge.rank(campaign)
    sheet = adjudge.datasheet(campaign, ranking=ranking)
    paragraph = methods_paragraph(ranking, audience="british")
    said = sheet.entry("4.3.9").text
    assert "Ratings after a degraded item of the same showing are left out." in said
    for sentence in (
        "Scores were brought to one spread around the mean of each annotator, as far as spreads are shown to differ",
        "annotators, documents, segments and systems on documents as random effects",
    ):
        assert sentence in said
        assert sentence in paragraph


def test_exclusions_of_a_recipe_are_quality_assurance(campaign):
    from dataclasses import replace

    recipe = adjudge.Recipe("strict", filters=adjudge.Filters(quality="degraded"))
    ranking = adjudge.rank(campaign, replace(recipe, standardise=adjudge.Standardise("none")))
    entry = adjudge.datasheet(campaign, ranking=ranking).entry("3.3.3.1")
    assert (entry.options, entry.sources) == ((2, 4), ("data", "ranking"))


def test_a_result_of_other_data_is_refused(campaign):
    for given, words in (
        ({"ranking": adjudge.rank(campaign, "wmt-da")}, "the systems"),
        ({"annotators": adjudge.annotators(campaign, draws=100)}, "20 annotators"),
    ):
        with pytest.raises(UsageError, match=f"AJ067.*{words}"):
            adjudge.datasheet(ratings(), **given)
    votes = Comparisons.check(pl.DataFrame({"system_a": ["x"] * 3, "system_b": ["y"] * 3, "outcome": ["a", "b", "a"]}))
    with pytest.raises(UsageError, match="is of ratings, but the table holds comparisons"):
        adjudge.datasheet(votes, ranking=adjudge.rank(campaign, "wmt-da"))


def test_counts_of_wins_are_no_single_judgements():
    counts = pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "wins_a": [6], "ties": [1], "wins_b": [3]})
    with pytest.raises(adjudge.AdjudgeError, match="AJ020"):
        adjudge.datasheet(counts)


def test_arguments_of_a_wrong_type_are_refused():
    for given in ({"ranking": 3}, {"annotators": "anna"}, {"answers": "answers.toml"}):
        with pytest.raises(UsageError, match="AJ040"):
            adjudge.datasheet(ratings(), **given)


def test_a_sheet_comes_back_from_json(campaign):
    answers = {"answers": {"3.1.2": {"options": [6], "text": HOSTILE}, "3.2.1": 3}}
    sheet = adjudge.datasheet(campaign, ranking=adjudge.rank(campaign, "wmt-da"), answers=answers)
    again = DatasheetResult.from_dict(json.loads(json.dumps(sheet.to_dict())))
    assert again == sheet
    assert "AJ582" in {finding.code for finding in again.findings}
    with pytest.raises(ResultError, match="AJ024"):
        DatasheetResult.from_dict(sheet.to_dict() | {"sheet": "HEDS 2.0"})
    with pytest.raises(ResultError, match="AJ024"):
        DatasheetResult.from_dict({**sheet.to_dict(), "answers": {}})


def test_names_and_answers_are_harmless_in_markdown():
    table = ratings(system=[HOSTILE, HOSTILE, "B", "B", "C"], criterion=[HOSTILE] * 5)
    page = datasheet_markdown(adjudge.datasheet(table, answers={"answers": {"3.2.3": HOSTILE}}))
    assert "<img" not in page
    assert "[x](" not in page.replace("\\[x\\](", "")
    assert "&lt;img src=x onerror=alert(1)&gt;\\|\\`\\*\\_\\[x\\]" in page
    for line in page.splitlines():
        if line.startswith("|"):
            cells = line.replace("\\|", "").count("|") - 1
            assert cells in {2, 3, 5}, line  # no cell breaks out of its row


def test_text_with_every_mark_is_escaped_once():
    assert plain("a\\|b") == "a\\\\\\|b"
    assert plain("one\ntwo\x1b[0m") == "one<br>two\N{REPLACEMENT CHARACTER}\\[0m"
    assert plain("5 < 6 & 7") == "5 &lt; 6 &amp; 7"


def test_markdown_and_text_show_every_question_of_the_sheet():
    sheet = adjudge.datasheet(ratings(**LANGUAGES))
    page, text = datasheet_markdown(sheet), datasheet_text(sheet)
    for number in QUESTIONS:
        assert f"| {number} |" in page
        assert number in text


def test_a_blank_file_asks_for_exactly_the_gaps():
    for table in (ratings(**LANGUAGES), ratings(criterion=[HOSTILE] * 3 + ["fluency"] * 2)):
        sheet = adjudge.datasheet(table)
        text = blank_answers(sheet)
        assert answers_from_toml(text, criteria=sheet.criteria) == ()
        asked = [line.split('"')[1] for line in text.splitlines() if line.startswith('# "')]
        general = [one.number for one in sheet.gaps if len(sheet.criteria) == 1 or not one.question.per_criterion]
        special = [one.number for one in sheet.gaps if len(sheet.criteria) > 1 and one.question.per_criterion]
        assert asked == general + special


def test_a_blank_file_that_is_filled_in_leaves_no_gaps():
    sheet = adjudge.datasheet(ratings(**LANGUAGES))
    lines = []
    for line in blank_answers(sheet).splitlines():
        number = line.split('"')[1] if line.startswith('# "') else None
        kind = QUESTIONS[number].kind if number else ""
        option = {"4.3.5": 4, "4.2.2": 1, "4.3.8": 2}.get(str(number), 2)
        said = "[0,100]" if number == "4.3.4" else "said"
        value = {"text": f'"{said}"', "whole": "2"}.get(kind, f'{{ options = [{option}], text = "said" }}')
        lines.append(f'"{number}" = {value}' if number else line)
    full = adjudge.datasheet(ratings(**LANGUAGES), answers=tomllib.loads("\n".join(lines)))
    assert full.gaps == ()
    assert {finding.code for finding in full.findings} & {"AJ582", "AJ583"} == set()


def test_the_file_of_the_form_has_its_fields():
    """Names of fields as nlp-heds.github.io has them; one option is one field, a text beside it another."""
    table = ratings(**LANGUAGES, criterion=["a<b & c"] * 5)
    form = heds_form(adjudge.datasheet(table, answers={"answers": {"3.1.2": {"options": [6], "text": "by lot"}}}))
    assert form["heds-system-tasks-15"]["data"] == {"": True}
    assert form["heds-system-tasks-15"]["number"] == "2.3"
    assert form["heds-system-input_languages-42"]["data"] == {"": True}  # English is option 41 in field 42
    assert form["heds-sample_evaluators_design-evaluators-number_of_evaluators"]["data"] == {"": "2"}
    assert form["heds-sample_evaluators_design-sample-system_output_selection-other_text"]["data"] == {"": "by lot"}
    assert form["heds-criteria-criterion"]["control"] == {"a(b + c": True}
    size = "heds-criteria-criterion-response_elicitation-qc_name-participant_criterion_name"
    assert form[size]["data"] == {"a(b + c": "a<b & c"}
    assert "heds-ethics-review_body" not in form
    # The form writes into `text` of every option when it is downloaded, and breaks if there is none.
    assert all("text" in held for held in form.values() if True in held["data"].values())


def test_criteria_that_the_form_would_confuse_keep_names_of_their_own():
    table = ratings(criterion=["a<b", "a(b", "a<b", "a(b", "a<b"], session=list("abcde"))
    assert list(heds_form(adjudge.datasheet(table))["heds-criteria-criterion"]["control"]) == ["a(b", "a(b (2)"]


def test_two_hundred_systems_and_one_system():
    many = pl.DataFrame({"system": [f"s{i:03}" for i in range(200)], "segment": ["1"] * 200, "score": [50.0] * 200})
    many = pl.concat([many, many.head(1).with_columns(segment=pl.lit("2"))])
    assert "and 170 more" in adjudge.datasheet(Ratings.check(many)).entry("3.1.1").text
    one = pl.DataFrame({"system": ["A"], "segment": ["1"], "score": [50.0]})
    sheet = adjudge.datasheet(Ratings.check(one))
    assert sheet.entry("3.1.1").text == "1"
    assert datasheet_markdown(sheet)
