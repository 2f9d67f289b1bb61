"""Plans: what is refused and where it stands in the file, what is said, and that plans do not depend on the machine."""

from __future__ import annotations

import os
import subprocess
import sys

import polars as pl
import pytest

from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Texts
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.precision import WMT20_VARIANCES
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.simulation.planned import collect
from tests.planned import campaign_of, texts_of

TOML = """name = "test"
source_lang = "en"
target_lang = "de"
{top}

[texts]
file = "texts.tsv"

[controls]
degraded = 0.0
repeats = 0.0
reason = "experts"

[annotators]
count = 2
{annotators}

[sampling]
{sampling}

[work]
seconds_per_item = 36
seconds_per_word = 0
{work}
"""


def problems_of(texts, *, top="", annotators="", sampling="", work=""):
    """The problems of a plan."""
    toml = TOML.format(top=top, annotators=annotators, sampling=sampling, work=work)
    with pytest.raises(AdjudgeError) as caught:
        plan_work(campaign_from_toml(toml), texts, toml=toml)
    return caught.value.problems


def problem_of(texts, **options):
    """The only problem of a plan, and its code."""
    (problem,) = problems_of(texts, **options)
    return problem.code, problem.text()


# A text of 10 segments takes 36 s * 10 * 3 systems = 0.3 hours.
TEXTS = texts_of([10] * 4)


def test_fewer_hours_than_one_text_for_all_systems():
    code, text = problem_of(TEXTS, annotators="hours = 0.1")
    assert code == "AJ653"
    assert "campaign.toml, line 16" in text
    assert "0.2 hours" in text
    assert "takes 0.3" in text


def test_more_texts_than_hours():
    code, text = problem_of(TEXTS, annotators="hours = 0.4", sampling="documents = 3")
    assert code == "AJ653"
    assert "campaign.toml, line 19" in text
    assert "3 texts take 0.9 hours, and the annotators have 0.8" in text
    assert "at most 2 texts, which take 0.6 hours" in text


def test_more_hours_than_work():
    code, text = problem_of(TEXTS, annotators="hours = 5")
    assert code == "AJ653"
    assert "10 hours, and 4 texts take only 1.2" in text
    planned = plan_work(campaign_of(2, annotators={"hours": 5.0, "spare_hours": True}), TEXTS)
    assert planned.units.height == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        # Two documents of 10 segments in two parts each, of 0.15 hours.
        (
            {"annotators": "hours = 0.2", "sampling": "documents = 2\npart = 5"},
            "4 texts (parts of 2 documents) take 0.6",
        ),
        ({"annotators": "hours = 5", "sampling": "part = 5"}, "4 texts (parts of 2 documents) take only 0.6"),
        ({"sampling": "documents = 9\npart = 5"}, "there are 2\n"),
        ({"sampling": "documents = 9"}, "there are 2\n"),
    ],
)
def test_parts_are_counted_with_their_documents(options, words):
    assert words in problem_of(texts_of([10] * 2), **options)[1]


def test_documents_are_asked_for_as_wholes():
    """Three of ten documents, all parts of each; a document of six parts is as likely to be drawn as any other."""
    lengths = [60] + [10] * 9
    drawn = []
    for seed in range(60):
        planned = plan_work(campaign_of(2, seed=seed, sampling={"documents": 3, "part": 10}), texts_of(lengths))
        judged = planned.units.group_by("document").agg(pl.col("length").sum())
        assert judged.height == 3
        assert dict(judged.iter_rows()) == {name: lengths[int(name[1:])] for name in judged["document"]}
        drawn.append("d0" in set(judged["document"]))
    assert 7 <= sum(drawn) <= 29  # 18 of 60 expected; outside with a chance of .002


def test_as_many_texts_as_fit_the_hours():
    toml = TOML.format(top="", annotators="hours = 0.4", sampling="", work="")
    planned = plan_work(campaign_from_toml(toml), TEXTS, toml=toml)
    assert planned.units.height == 2
    work = planned.batches.frame.group_by("annotator").len()
    assert work["len"].to_list() == [30, 30]


def test_the_tutorial_takes_its_share_of_the_hours():
    """Ten items of 36 seconds are a tenth of an hour for each, so half an hour leaves what .4 hours were before."""
    toml = TOML.format(top="", annotators="hours = 0.5", sampling="", work="")
    tutorial = pl.DataFrame(
        {"segment": [str(number) for number in range(10)], "source": "a text", "output": "ein Text"}
    )
    tutorial = tutorial.with_columns(document=pl.lit("t"), low=pl.lit(None, pl.Float64), high=pl.lit(None, pl.Float64))
    planned = plan_work(campaign_from_toml(toml), TEXTS, toml=toml, tutorial=tutorial)
    work = planned.batches.frame.group_by("annotator", "kind").len().sort("annotator", "kind")
    assert work["len"].to_list() == [30, 10, 30, 10]
    assert "AJ659" not in {finding.code for finding in planned.batches.findings}


def test_work_follows_the_hours():
    people = {"hours": {"a01": 3.0, "a02": 1.0}, "spare_hours": True}
    campaign = campaign_of(2, annotators=people, work={"seconds_per_item": 36.0, "seconds_per_word": 0.0})
    frame = plan_work(campaign, texts_of([10] * 8)).batches.frame
    assert dict(frame.group_by("annotator").len().iter_rows()) == {"a01": 180, "a02": 60}


@pytest.mark.parametrize(
    ("design", "hours", "sampling", "whole"),
    [
        ("blocks", "", "", True),
        ("blocks", "hours = 0.6", "", True),  # of each of two: 1.2 hours, as long as four texts take
        ("blocks", "hours = 0.5", "", False),
        ("blocks", "hours = 0.5", "documents = 3", True),  # no more was asked for
        # Two tasks of 100 items take an hour each; the four texts alone would take 1.2 hours.
        ("wmt20-sr-dc", "hours = 2\nspare_hours = true", "", True),
        ("wmt20-sr-dc", "hours = { a01 = 1, a02 = 0.5 }\nspare_hours = true", "", False),
    ],
)
def test_a_plan_is_whole_if_hours_leave_nothing_out(design, hours, sampling, whole):
    toml = TOML.format(top=f'design = "{design}"', annotators=hours, sampling=sampling, work="")
    assert plan_work(campaign_from_toml(toml), TEXTS, toml=toml).whole is whole


def test_nobody_judges_an_output_twice_however_many_hours_they_have():
    people = {"hours": {"a01": 30.0, "a02": 1.5, "a03": 1.5}, "spare_hours": True}
    campaign = campaign_of(
        3, annotators=people, work={"judgements": 2, "seconds_per_item": 36.0, "seconds_per_word": 0.0}
    )
    frame = plan_work(campaign, texts_of([10] * 4)).batches.frame
    # Half of the 240 judgements is the most; the others share the rest.
    assert dict(frame.group_by("annotator").len().iter_rows()) == {"a01": 120, "a02": 60, "a03": 60}


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ({"sampling": "documents = 9"}, "AJ654", "9 documents are to be judged, and there are 4"),
        ({"work": "waves = 5"}, "AJ654", "5 waves of 4 documents"),
        ({"top": 'systems = ["S0", "X"]'}, "AJ651", "line 4: there are no outputs of X"),
        ({"top": 'systems = ["S0"]\nprotocol = "pairwise"'}, "AJ651", "1 system takes part"),
        ({"sampling": "part = 12", "work": "session_items = 8"}, "AJ650", "d0, d1, d2, d3 have up to 10 segments"),
        ({"top": 'design = "blokcs"'}, "AJ655", "did you mean 'blocks'"),
    ],
)
def test_what_cannot_be_planned_is_said_with_numbers(options, code, words):
    found, text = problem_of(TEXTS, **options)
    assert found == code
    assert words in text


@pytest.mark.parametrize(
    ("options", "count"),
    [
        # Of 0.3 hours for a text (see `TEXTS`), 1.2 for all.
        ({"annotators": "hours = 0.1"}, "0.1 hours too few"),
        ({"annotators": "hours = 0.4", "sampling": "documents = 3"}, "1 text too many"),
        ({"annotators": "hours = 5"}, "8.8 hours too many"),
        ({"sampling": "documents = 9"}, "5 documents too few"),
        ({"work": "waves = 6"}, "2 waves too many"),
        ({"top": 'systems = ["S0", "X"]'}, "1 system"),
        ({"top": 'systems = ["S0"]\nprotocol = "pairwise"'}, "1 system too few"),
        ({"sampling": "part = 12", "work": "session_items = 8"}, "4 texts"),
    ],
)
def test_what_cannot_be_planned_says_how_many_and_on_which_line(options, count):
    (problem,) = problems_of(TEXTS, **options)
    assert problem.count == count
    assert problem.what.startswith("campaign.toml, line ")


def test_hours_that_suffice_together_but_belong_to_one_person_are_not_called_too_few():
    # A text takes 0.6 hours with two judgements: nobody can take more than half of it.
    hours = "hours = {a01 = 5, a02 = 0.1}"
    (problem,) = problems_of(TEXTS, annotators=hours, work="judgements = 2")
    assert (problem.code, problem.count) == ("AJ653", None)
    assert "the annotators have 5.1 hours, enough for a single text" in problem.what


def test_everything_that_cannot_be_planned_is_said_at_once():
    found = problems_of(TEXTS, top='design = "blokcs"\nsystems = ["S0", "X"]\nprotocol = "ranking"')
    assert [problem.code for problem in found] == ["AJ655", "AJ651"]
    assert found[0].what == "campaign.toml, line 4: there is no design 'blokcs'"
    found = problems_of(
        TEXTS, annotators="hours = 0.1", sampling="documents = 9\npart = 12", work="session_items = 8\nwaves = 5"
    )
    assert [problem.code for problem in found] == ["AJ650", "AJ654", "AJ654", "AJ653"]


def test_texts_of_several_language_pairs_are_refused():
    frame = TEXTS.frame.with_columns(source_lang=pl.lit("en"), target_lang=pl.lit("de"))
    both = pl.concat([frame, frame.with_columns(target_lang=pl.lit("fr"))])
    (problem,) = problems_of(Texts.check(both))
    assert problem.code == "AJ687"
    assert problem.count == "en-de: 40 rows, en-fr: 40 rows"
    assert problem.todo.startswith("keep only the rows of en-de")


@pytest.mark.parametrize(
    ("sections", "words"),
    [
        ({"systems": ("S0",)}, "Only S0 is judged and ranked, so there is nothing to compare it with."),
        (
            {"references": {"S1": {"role": "control"}, "S2": {"role": "hidden"}}},
            "compare it with: S1, S2 are references that are not ranked.",
        ),
        ({"systems": (), "references": {"S2": {}}}, "Only S2 is judged"),
    ],
)
def test_a_single_ranked_system_is_planned_with_a_warning(sections, words):
    planned = plan_work(campaign_of(2, **sections), TEXTS)
    (found,) = [finding for finding in planned.batches.findings if finding.code == "AJ694"]
    assert found.severity == "warning"
    assert words in found.text
    assert found in certify(planned).findings


def test_a_control_reference_without_a_share_is_told():
    references = {"S2": {"role": "control"}}
    given = {"systems": ("S0", "S1"), "references": references}
    codes = [finding.code for finding in plan_work(campaign_of(2, **given), texts_of([4] * 3)).batches.findings]
    assert "AJ629" in codes
    shown = plan_work(campaign_of(2, controls={"references": 0.2}, **given), texts_of([4] * 9))
    assert "AJ629" not in {finding.code for finding in shown.batches.findings}
    assert "reference" in set(shown.batches.frame["kind"])


@pytest.mark.parametrize("design", ["graham-da", "wmt20-sr-dc", "wmt22-da-sqm", "wmt24-esa"])
def test_published_builders_refuse_protocols_of_several_outputs(design):
    (problem,) = problems_of(texts_of([4] * 9), top=f'design = "{design}"\nprotocol = "pairwise"')
    assert problem.code == "AJ655"
    assert problem.expected == "a design that shows several: blocks, side-by-side"


def test_two_ranked_systems_are_something_to_compare():
    planned = plan_work(campaign_of(2, systems=("S0",), references={"S1": {"role": "system"}}), TEXTS)
    assert "AJ694" not in [finding.code for finding in planned.batches.findings]


def test_missing_outputs_are_listed():
    frame = TEXTS.frame.with_columns(
        S1=pl.when((pl.col("document") == "d2") & pl.col("segment").is_in(["3", "4"])).then(None).otherwise("S1")
    )
    code, text = problem_of(Texts.check(frame))
    assert code == "AJ652"
    assert "S1 has no output for document d2, segment 3, document d2, segment 4" in text
    assert "2 outputs of 40" in text


def test_texts_of_other_origin_are_left_out_and_named():
    texts = texts_of([3] * 4, origin=["en", "de", "en-GB", None])
    planned = plan_work(campaign_of(2), texts)
    assert sorted(planned.units["document"]) == ["d0", "d2"]
    found = {finding.code: finding.text for finding in planned.batches.findings}
    assert "2 documents of 4 are left out" in found["AJ657"]
    assert "of 1 the original language is unknown" in found["AJ657"]
    everything = plan_work(campaign_of(2, sampling={"origin": "any"}), texts)
    assert everything.units.height == 4
    with pytest.raises(AdjudgeError, match="no text was first written in en"):
        plan_work(campaign_of(2), texts_of([3], origin=["cs"]))


def test_unknown_origin_and_missing_documents_are_said():
    frame = texts_of([2, 2]).frame.drop("origin", "document").with_columns(segment=pl.Series(["a", "b", "c", "d"]))
    planned = plan_work(campaign_of(2), Texts.check(frame))
    codes = [finding.code for finding in planned.batches.findings]
    assert {"AJ657", "AJ658"} <= set(codes)
    assert sorted(planned.units["document"]) == ["a", "b", "c", "d"]


def test_parts_of_long_documents_are_shown_apart_and_stay_one_document():
    planned = plan_work(campaign_of(2, sampling={"part": 15}), texts_of([31, 4]))
    assert sorted(planned.units.select("document", "first", "length").iter_rows()) == [
        ("d0", 0, 10), ("d0", 10, 10), ("d0", 20, 11), ("d1", 0, 4)
    ]  # fmt: skip
    shown = planned.batches.frame.group_by("session", "showing").agg("segment", pl.col("document").unique())
    assert max(map(len, shown["segment"])) == 11
    assert max(map(len, shown["document"])) == 1
    certificate = certify(planned)
    assert (certificate.documents, certificate.texts) == (2, 4)
    assert {row.documents for row in certificate.coverage} == {2}
    few = next(rule for rule in certificate.rules if rule.rule == "enough-documents")
    assert few.value == 2
    judged = collect(planned, seed=1).table
    assert judged.frame["document"].n_unique() == 2


def test_parts_of_a_document_promise_less_than_as_many_documents():
    parts = certify(plan_work(campaign_of(2, sampling={"part": 10}), texts_of([40] * 5))).precision
    documents = certify(plan_work(campaign_of(2, sampling={"part": 10}), texts_of([10] * 20))).precision
    assert parts is not None
    assert documents is not None
    # In a complete design, 2 (v_sd + v_showing) / D + ..., see `estimate_covariance`: only v_sd is over documents.
    extra = 2 * WMT20_VARIANCES.system_document * (1 / 5 - 1 / 20)
    assert parts.standard_error**2 - documents.standard_error**2 == pytest.approx(extra, rel=0.02)


def test_published_builders_take_whole_documents_and_lose_long_ones():
    """As in WMT20, where no document of more than 70 segments was ever judged (Knowles and Lo 2022, section 2)."""
    texts = texts_of([40] * 6 + [71])
    planned = plan_work(campaign_of(2, design="wmt20-sr-dc"), texts)
    assert planned.units["length"].to_list().count(40) == 6
    assert set(planned.batches.frame["document"]) == {f"d{number}" for number in range(6)}
    dropped = [finding for finding in planned.batches.findings if "document(s)" in finding.numbers]
    assert [(finding.code, finding.numbers["document(s)"]) for finding in dropped] == [("AJ666", ["d6"])]
    cut = plan_work(campaign_of(2, design="wmt20-sr-dc", sampling={"part": 15}), texts)
    assert set(cut.batches.frame["document"]) == {f"d{number}" for number in range(7)}


def test_a_builder_that_can_make_nothing_is_an_error():
    with pytest.raises(AdjudgeError, match=r"AJ650 .*the design wmt20-sr-dc makes no session: all texts are longer"):
        plan_work(campaign_of(2, design="wmt20-sr-dc"), texts_of([71, 90]))


def test_nobody_gets_a_single_output_nor_calibration_without_work():
    """30 showings: three people have 3 hours each, the others .1 and .05: their shares are below one showing."""
    hours = {f"a{number:02d}": 3.0 if number in {2, 3, 5} else 0.05 if number == 1 else 0.1 for number in range(1, 13)}
    people = {"names": tuple(hours), "count": None, "hours": hours, "spare_hours": True}
    planned = plan_work(campaign_of(annotators=people, calibration={"segments": 5}), texts_of([5] * 10))
    assert set(planned.batches.frame["annotator"]) == {"a02", "a03", "a05"}
    told = next(finding for finding in planned.batches.findings if finding.code == "AJ659")
    assert set(told.numbers["annotators"]) == set(hours) - {"a02", "a03", "a05"}


def test_outputs_that_are_judged_once_more_are_counted():
    """Six systems in groups of five: two groups for each text hold ten outputs, four of them twice."""
    planned = plan_work(campaign_of(4, protocol="ranking"), texts_of([2] * 10, 6))
    told = next(finding for finding in planned.batches.findings if "more often than asked for" in finding.text)
    assert (told.numbers["outputs"], told.numbers["total"]) == (4 * 20, 6 * 20)


def test_annotators_without_work_are_named():
    planned = plan_work(campaign_of(5), texts_of([2], 3))
    idle = next(finding for finding in planned.batches.findings if finding.code == "AJ659")
    busy = set(planned.batches.frame["annotator"])
    assert set(idle.numbers["annotators"]) == {f"a{number:02d}" for number in range(1, 6)} - busy


CODE = """
import sys
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of

campaign = campaign_of(5, seed=7, design=sys.argv[1], controls={"degraded": 0.05, "repeats": 0.05},
    work={"waves": 2}, calibration={"segments": 10})
texts = texts_of([7, 30, 4, 9, 12, 3, 8, 8], 4, domain=list("abcabcab"))
planned = plan_work(campaign, texts)
sys.stdout.write(planned.batches.frame.write_csv())
sys.stdout.write(planned.altered.write_csv())
sys.stdout.write(planned.texts.frame.write_csv())
sys.stdout.write(repr(planned.batches.findings))
"""


@pytest.mark.parametrize("design", ["blocks", "side-by-side", "wmt22-da-sqm"])
def test_plans_are_the_same_bytes_whatever_the_hash_seed(design):
    written = []
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", CODE, design], capture_output=True, env=environment, check=True)
        written.append(run.stdout)
    assert written[0] == written[1]
    assert len(written[0]) > 1000


def test_other_seeds_give_other_plans():
    plans = [plan_work(campaign_of(3, seed=seed), texts_of([5] * 6)).batches.frame for seed in (0, 1)]
    assert not plans[0].equals(plans[1])
