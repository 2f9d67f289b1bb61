"""MQM scores of the WMT21 TED talks: 14 systems and 7,406 segments."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from adjudge.core.tables import MetricScores, Spans
from adjudge.papers import mqm_ted as paper
from adjudge.papers.data import read_as
from adjudge.scoring.weights.built_in import MQM
from adjudge.scoring.weights.rules import Rule


@pytest.fixture(scope="module")
def spans(data_file):
    return read_as(Spans, data_file("mqm-ted-ende/mqm_ted_ende.tsv.gz"))


@pytest.fixture(scope="module")
def released(data_file):
    return read_as(MetricScores, data_file("mqm-ted-ende/mqm_ted_ende.avg_seg_scores.tsv")).frame


def test_nothing_is_unexplained(reproduced):
    result = reproduced("mqm-ted")
    assert [row for row in result.rows if row.status == "different"] == []


def test_every_system_has_its_place_and_its_scores(reproduced, expected):
    result, systems = reproduced("mqm-ted"), expected("mqm-ted-ende")["published"]
    assert len(result.of_table("System scores")) == 2 * len(systems)
    assert len(result.of_table("Segment scores")) == len(systems) + 1  # and the segments that nobody rated


def test_all_segment_scores_are_equal(reproduced, expected):
    # "all 7406 scored segments equal (...; the other 77 lines per system say None)"
    scored, unrated = map(int, re.findall(r"\d+", expected("mqm-ted-ende")["computed"]["segment_file"])[:2])
    *rows, last = reproduced("mqm-ted").of_table("Segment scores")
    assert sum(row.computed for row in rows) == scored
    assert last.computed == unrated * len(rows)


def test_one_system_score_is_printed_truncated(reproduced):
    explained = [row for row in reproduced("mqm-ted").rows if row.status == "explained"]
    assert [(row.figure, row.published, round(row.computed, 3)) for row in explained] == [
        ("error points of eTranslation", 1.96, 1.969)
    ]


def test_full_weight_of_punctuation_is_found_out(spans, released):
    weights = replace(MQM, rules=tuple(rule for rule in MQM.rules if rule.weight != 0.1))
    rows = paper.figures(spans, released, weights)
    assert sum(row.status == "different" for row in rows if row.table == "Segment scores") > 10


def test_an_explanation_does_not_cover_another_value(spans, released):
    weights = replace(MQM, rules=(Rule(6, "major"), *MQM.rules))
    rows = {row.figure: row for row in paper.figures(spans, released, weights)}
    assert rows["error points of eTranslation"].status == "different"


def test_agrees_with_those_beside_the_data(reproduced, expected):
    facts = expected("mqm-ted-ende")
    published = {name.replace("ref.A", "ref"): score for name, score in facts["published"].items()}
    assert published == paper.PRINTED
    computed = {row.figure: row.computed for row in reproduced("mqm-ted").of_table("System scores")}
    for name, score in facts["computed"]["systems"].items():
        assert computed[f"error points of {name}"] == pytest.approx(score, abs=6e-4)
