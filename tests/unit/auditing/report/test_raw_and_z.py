"""Raw against standardised means: the orders, and a ranking that has both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.auditing.report.raw_and_z import RawAndZ, raw_and_z
from tests.unit.reporting.builder import compared, ranking


def of_means(means):
    result = ranking([list(means)])
    systems = tuple(replace(one, raw=means[one.system][0], z=means[one.system][1]) for one in result.systems)
    return replace(result, systems=systems)


#: By raw means a b c d, by z-scores b a c d: one of six pairs changes places.
MEANS = {"a": (80.0, 0.1), "b": (79.0, 0.2), "c": (60.0, -0.1), "d": (50.0, -0.3)}


def test_both_orders_are_told():
    found = raw_and_z({"wmt-da": of_means(MEANS)})
    assert found is not None
    assert [(one.system, one.raw_rank, one.z_rank) for one in found.systems] == [
        ("b", 2, 1),
        ("a", 1, 2),
        ("c", 3, 3),
        ("d", 4, 4),
    ]
    assert found.kendall == pytest.approx(1 - 2 * 1 / 6)  # one discordant pair of six


def test_the_first_ranking_with_both_means_is_taken():
    without = of_means({name: (raw, None) for name, (raw, _) in MEANS.items()})
    found = raw_and_z({"recommended": without, "wmt-da": of_means(MEANS)})
    assert found is not None
    assert found.ranking == "wmt-da"


def test_there_is_nothing_to_compare_without_z_scores_or_with_one_system():
    assert raw_and_z({}) is None
    assert raw_and_z({"mfas": compared([["a"], ["b"]])}) is None
    assert raw_and_z({"wmt-da": of_means({"a": (80.0, 0.1)})}) is None


def test_it_reads_back():
    found = raw_and_z({"wmt-da": of_means(MEANS)})
    assert found is not None
    assert RawAndZ.from_dict(found.to_dict()) == found
