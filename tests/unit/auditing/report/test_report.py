"""A report holds every analysis of its groups, the same as each gives alone, and why some are missing."""

from __future__ import annotations

import json

import polars as pl
import pytest

import adjudge
from adjudge.auditing.report.group import AUDITS, ReportedGroup
from adjudge.core.errors import UsageError
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.ratings import analysis
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.model import fit_model
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.scoring.weights.rules import Rule, Weights
from tests.builders import known

SMALL = {"systems.count": "3", "texts.documents": "12", "sessions.count": "8", "annotators.count": "4"}
VOTES = {"systems.count": "4", "rankings.count": "120", "annotators.count": "4", "protocol": "rankings"}
FEW = ("remove:best", "remove:worst")


@pytest.fixture(scope="module")
def ratings() -> Ratings:
    table = adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=1).table
    assert isinstance(table, Ratings)
    return table


@pytest.fixture(scope="module")
def votes() -> Comparisons:
    table = adjudge.simulate(with_settings(preset("balanced"), VOTES), seed=1).table
    assert isinstance(table, Comparisons)
    return table


@pytest.fixture(scope="module")
def report(ratings):
    return adjudge.report(ratings, scenarios=FEW)


def test_parts_are_what_each_analysis_gives_alone(report, ratings):
    (group,) = report.groups
    assert (group.name, group.kind, report.by) == ("", "ratings", None)
    assert list(group.rankings) == ["recommended", "wmt-da", "wmt25-esa"]
    for name, result in group.rankings.items():
        assert result == adjudge.rank(ratings, name)
    assert group.check == adjudge.check(ratings)
    assert group.annotators == adjudge.annotators(ratings)
    assert group.documents == adjudge.documents(ratings)
    assert group.composition == adjudge.composition(ratings)
    assert group.context == adjudge.context(ratings)
    assert group.stability.to_dict() == adjudge.stability(ratings, scenarios=FEW).to_dict() | {
        "findings": [one.to_dict() for one in group.stability.findings],
        "signature": str(group.stability.signature),
    }


def test_facts_are_counts_of_the_rows(report, ratings):
    (group,) = report.groups
    frame = ratings.frame
    assert group.facts["systems"] == frame.filter(pl.col("kind") == "system")["system"].n_unique()
    assert group.facts["ratings"] == frame.height  # degraded items are ratings, too, but do not count
    assert group.facts["counted"] == group.main.judgements < frame.height
    assert group.facts["documents"] == frame["document"].n_unique() == 12
    assert group.facts["annotators"] == 4
    assert group.facts["sessions"] == frame["session"].n_unique()
    assert group.facts["segments"] == frame.select("document", "segment").n_unique()


def test_a_report_reads_back_without_loss(report):
    written = json.dumps(report.to_dict())
    assert json.dumps(adjudge.ReportResult.from_dict(json.loads(written)).to_dict()) == written
    with pytest.raises(adjudge.ResultError, match="AJ024"):
        adjudge.ReportResult.from_dict({"schema": "adjudge.report/0"})


def test_findings_are_told_once_and_the_most_serious_first(report):
    (group,) = report.groups
    found = group.findings()
    assert len({(one.code, one.text) for one in found}) == len(found)
    order = ["error", "warning", "note"]
    places = [order.index(one.severity) for one in found]
    assert places == sorted(places)
    assert {one.code for one in group.check.findings} <= {one.code for one in found}


def test_the_number_of_workers_changes_nothing(report, ratings):
    assert adjudge.report(ratings, scenarios=FEW, workers=1).to_dict() == report.to_dict()


def test_the_first_recipe_is_the_main_one_and_scenarios_take_it(ratings):
    (group,) = adjudge.report(ratings, recipes=["wmt-da", "recommended"], scenarios=FEW).groups
    assert list(group.rankings) == ["wmt-da", "recommended"]
    assert known(group.stability).settings["recipe"]["name"] == "wmt-da"
    assert known(group.raw_and_z).ranking == "wmt-da"


def test_comparisons_have_what_can_be_made_of_them(votes):
    (group,) = adjudge.report(votes, scenarios=FEW).groups
    assert (group.kind, list(group.rankings)) == ("comparisons", ["recommended", "mfas", "expected-wins"])
    assert group.annotators == adjudge.annotators(votes)
    assert (group.composition, group.documents, group.context, group.origin) == (None, None, None, None)


def test_counts_of_wins_can_be_reported(votes):
    frame = pl.DataFrame(
        {"system_a": ["x", "x", "y"], "system_b": ["y", "z", "z"], "wins_a": [30, 25, 20], "wins_b": [10, 15, 18]}
    )
    table = PairCounts.check(frame.with_columns(ties=pl.lit(0)))
    (group,) = adjudge.report(table, scenarios=FEW).groups
    assert group.facts == {"systems": 3, "comparisons": 118}
    assert group.annotators is None


def test_both_kinds_stand_side_by_side_with_their_own_choices(ratings, votes):
    result = adjudge.report(ratings, votes, recipes=["wmt-da"], methods=["bojar"], scenarios=["remove:best"])
    assert [(group.name, *group.rankings) for group in result.groups] == [
        ("ratings", "wmt-da"),
        ("comparisons", "bojar"),
    ]
    assert result.by == "table"


def test_groups_are_reported_one_by_one(ratings):
    half = pl.col("document").str.tail(1).is_in(list("02468"))
    table = ratings.with_frame(
        ratings.frame.with_columns(domain=pl.when(half).then(pl.lit("news")).otherwise(pl.lit("law")))
    )
    result = adjudge.report(table, by="domain", recipes=["wmt-da"], scenarios=["remove:best"])
    assert {group.name for group in result.groups} == {"domain news", "domain law"}
    ranked = adjudge.rank_by(table, "domain", "wmt-da")
    for value in ("news", "law"):
        assert result.group(f"domain {value}").main == ranked[value]
    assert result.findings == ranked.findings
    with pytest.raises(KeyError):
        result.group("domain film")


def test_several_language_pairs_are_groups_without_being_asked_for(ratings):
    frames = [
        ratings.frame.with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit(code)) for code in ("deu", "ces")
    ]
    table = Ratings.check(pl.concat(frames))
    assert [group.name for group in adjudge.report(table, recipes=["wmt-da"], scenarios=FEW).groups] == [
        "eng-deu",
        "eng-ces",
    ]
    only = adjudge.report(table, pair="eng-ces", recipes=["wmt-da"], scenarios=FEW)
    assert [group.name for group in only.groups] == [""]


def test_what_cannot_be_made_says_why():
    rows = {"system": list("aabb"), "segment": list("1212"), "score": [80, 70, 40, 30]}
    (group,) = adjudge.report(pl.DataFrame(rows)).groups
    assert group.main is not None
    for part in ("annotators", "composition", "context"):
        assert getattr(group, part) is None
        problem = group.why_not(part)
        assert problem is not None
        assert problem.todo
    assert group.why_not("origin") is None  # nobody said where texts come from: not tried


def test_one_system_has_no_ranking_but_a_report():
    rows = {"system": ["a"] * 4, "segment": list("1234"), "score": [80, 70, 40, 30]}
    (group,) = adjudge.report(pl.DataFrame(rows)).groups
    assert group.main is None
    assert group.why_not("recipe:recommended") is not None
    assert group.stability is None
    assert "cannot be ranked" in adjudge.report(pl.DataFrame(rows)).summary()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"methods": ["mfas"]}, "method"),
        ({"recipes": ["no-such"]}, "no-such"),
        ({"scenarios": ["remove:nobody"]}, "remove:nobody"),
        ({"by": "colour"}, "colour"),
        ({"seed": -1}, "seed"),
        ({"recipes": "wmt-da"}, "recipes"),
    ],
)
def test_what_does_not_belong_is_refused(ratings, choices, message):
    with pytest.raises(adjudge.AdjudgeError, match=message):
        adjudge.report(ratings, **choices)


def test_large_tables_say_that_fewer_scenarios_were_run(ratings, monkeypatch):
    from adjudge.auditing.report import scenarios

    monkeypatch.setattr(scenarios, "SMALL", 10)
    (group,) = adjudge.report(ratings, recipes=["wmt-da"]).groups
    assert next(one.code for one in known(group.stability).findings) == "AJ591"
    assert not any(one.kind == "recipe" for one in known(group.stability).scenarios)


def test_every_audit_has_a_field():
    fields = ReportedGroup.__dataclass_fields__
    assert set(AUDITS) <= set(fields)


def test_tables_of_one_kind_are_not_reported_in_the_place_of_each_other(ratings):
    with pytest.raises(UsageError, match="AJ040 2 tables of ratings are given"):
        adjudge.report(ratings, ratings)


@pytest.mark.parametrize("run", [adjudge.report, adjudge.stability])
@pytest.mark.parametrize("given", [{"draws": 0}, {"workers": 0}, {"workers": -1}])
def test_a_number_that_cannot_be_used_is_refused_and_not_replaced(ratings, run, given):
    with pytest.raises(UsageError, match=r"AJ040 (?s:.*)at least 1"):
        run(ratings, scenarios=FEW, **given)


def test_a_report_of_nothing_is_refused():
    with pytest.raises(UsageError, match="AJ040 no judgements are given"):
        adjudge.report()


def test_every_analysis_of_marked_errors_takes_the_weights_of_the_ranking():
    # By hand: a major error costs 5 points by the weights of MQM, and 1 point by these; of 12 segments of each system
    # a has an error in 3, b in 8 and c in all.
    one_point = Weights("one-point", (Rule(1, "major"), Rule(1, "minor"), Rule(0, "no-error")))
    wrong = {"a": {0, 4, 8}, "b": {1, 2, 4, 5, 7, 8, 10, 11}, "c": set(range(12))}
    marks = [
        {"annotator": f"ann-{who}", "system": system, "document": f"doc-{text}", "segment": str(text)}
        | {"severity": ("no-error" if text not in texts else "major" if text % 2 else "minor")}
        for who in range(2)
        for text in range(12)
        for system, texts in wrong.items()
    ]
    (group,) = adjudge.report(Spans.check(pl.DataFrame(marks)), weights=one_point, scenarios=FEW).groups
    assert group.main is not None
    assert group.annotators is not None
    assert {row.system: row.raw for row in group.main.systems} == pytest.approx({"a": -3 / 12, "b": -8 / 12, "c": -1.0})
    assert group.annotators.to_frame()["mean"].to_list() == pytest.approx([-23 / 36, -23 / 36])
    made = [group.main, *(one for name in AUDITS if (one := getattr(group, name)) is not None)]
    assert len(made) >= 5
    for result in made:
        assert dict(result.signature.choices)["weights"] == result.settings["weights"] == "one-point"


def test_the_model_of_the_default_recipe_is_searched_once(ratings, monkeypatch):
    """The main ranking, the linter and the reference of stability are the same analysis of the same rows."""
    searched = []

    def counted_fit(scored, unit="document", like=None, start=None):
        searched.extend([unit] if like is None and start is None else [])
        return fit_model(scored, unit, like, start)

    monkeypatch.setattr(analysis, "fit_model", counted_fit)
    adjudge.report(ratings, recipes=["recommended"], scenarios=["remove:best"])
    assert searched == ["document"]


def test_tables_share_nothing_unless_they_are_told_to(ratings):
    shared = ratings.sharing()
    assert (ratings.shared, shared.frame is ratings.frame) == (None, True)
    first, second = analyse(shared, "wmt-da"), analyse(shared, "knowles-2021")
    assert second.scored is first.scored
    assert analyse(ratings, "wmt-da").scored is not first.scored
    unscored = shared.with_frame(pl.concat([shared.frame, shared.frame.head(1).with_columns(score=None)]))
    assert analyse(unscored, "wmt-da").scored is analyse(unscored, "wmt-da").scored


def test_of_several_language_pairs_every_pair_has_a_group_for_each_value(ratings):
    # No ranking is of two language pairs, so one by domain alone could not be made.
    one = ratings.frame.with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit("deu"))
    first = one.with_columns(
        domain=pl.when(pl.col("document").hash() % 2 == 0).then(pl.lit("news")).otherwise(pl.lit("ted"))
    )
    second = one.with_columns(target_lang=pl.lit("fra"), domain=pl.lit("news"))
    result = adjudge.report(
        Ratings.check(pl.concat([first, second])), by="domain", recipes=["wmt-da"], scenarios=["remove:best"]
    )
    assert {group.name for group in result.groups} == {
        "eng-deu, domain news",
        "eng-deu, domain ted",
        "eng-fra, domain news",
    }
    assert all(group.main is not None for group in result.groups)


def test_signature_and_settings_hold_every_choice_that_was_made(ratings):
    result = adjudge.report(
        ratings,
        recipes=["wmt-da"],
        scenarios=["remove:best"],
        where="kind!=degraded",
        level=0.01,
        correction="fdr",
        hide=["human"],
        claims=Claims(margin=2.0, merge=True),
        seed=7,
    )
    chosen = dict(result.signature.choices)
    expected = {"level": "0.01", "correction": "fdr", "hide": "human", "margin": "2", "merge": "yes", "seed": "7"}
    assert expected.items() <= chosen.items()
    assert (chosen["where"], chosen["scenarios"], chosen["draws"]) == ("kind!=degraded", "remove.best", "100")
    assert (result.settings["level"], result.settings["hide"]) == (0.01, ["human"])
    assert result.settings["claims"] == {"margin": 2.0, "post_edited": [], "merge": True}
    assert result.settings["where"] == ["kind!=degraded"]
    assert type(result).from_dict(json.loads(json.dumps(result.to_dict()))).settings == result.settings


def test_choices_that_were_not_made_are_no_part_of_the_signature(report):
    assert [name for name, _ in report.signature.choices] == ["report", "scenarios", "draws", "seed"]


def test_settings_of_comparisons_are_part_of_the_signature(votes):
    settings = ComparisonSettings(unit="segment")
    result = adjudge.report(votes, methods=["expected-wins"], settings=settings, scenarios=["remove:best"])
    assert dict(result.signature.choices)["unit"] == "segment"
    assert result.settings["settings"] == {"unit": "segment"}
