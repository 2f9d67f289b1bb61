"""What is believed of the strengths when comparisons are dependent."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.core.tables import Comparisons
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.planning.next_pairs import next_pairs
from adjudge.planning.strength_belief import believe_strengths, design_effect
from adjudge.ranking.comparisons.tally import count_comparisons


def a_campaign(documents, seed=0):
    """Ten comparisons of four systems on each document, which favours each system by its own random amount."""
    rng = np.random.default_rng(seed)
    rows = []
    for document in range(documents):
        quality = 0.4 * np.arange(4) + rng.normal(0, 1.5, 4)
        for segment in range(10):
            a, b = rng.choice(4, 2, replace=False)
            won = rng.random() < 1 / (1 + np.exp(quality[b] - quality[a]))
            rows.append((f"d{document}", str(segment), "ABCD"[a], "ABCD"[b], "a" if won else "b"))
    return rows


def votes(rows):
    names = ("document", "segment", "system_a", "system_b", "outcome")
    return Comparisons.check(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row"))


def known(rows):
    return believe_strengths(count_comparisons(votes(rows)))


def model(rows):
    counted = count_comparisons(votes(rows))
    return model_covariance(fit_bradley_terry(counted.wins, counted.ties))


def test_the_design_effect_of_a_common_factor_is_the_factor():
    covariance = np.diag([0.1, 0.2, 0.3, 0.4])
    centred = np.eye(4) - 0.25
    covariance = centred @ covariance @ centred
    assert design_effect(covariance, 2.5 * covariance) == pytest.approx(2.5)
    assert design_effect(covariance, 0.5 * covariance) == 1


def test_comparisons_on_one_document_are_treated_as_dependent():
    rows = a_campaign(60)
    found = known(rows)
    assert found.unit == "document"
    assert found.belief.effect > 1.2
    np.testing.assert_allclose(found.belief.covariance, found.belief.effect * model(rows))
    assert found.findings[-1].numbers == {"design_effect": found.belief.effect}
    assert "unit:document" in str(next_pairs(votes(rows), 3).signature)


def test_comparisons_that_are_counted_twice_teach_nothing():
    # The information doubles and the sum over units is four times as large: the sandwich stays, the effect doubles.
    rows = a_campaign(60)
    once, twice = known(rows).belief, known([*rows, *rows]).belief
    assert twice.effect == pytest.approx(2 * once.effect)
    np.testing.assert_allclose(twice.covariance, once.covariance, rtol=1e-6)
    assert next_pairs(votes([*rows, *rows]), 1).uncertainty == pytest.approx(next_pairs(votes(rows), 1).uncertainty)


def test_too_few_units_are_not_used():
    rows = [("d0", "0", *row[2:]) for row in a_campaign(12)]
    found = known(rows)
    assert found.unit is None
    assert found.belief.effect == 1
    np.testing.assert_allclose(found.belief.covariance, model(rows))
    assert [finding.code for finding in found.findings] == ["AJ311"]
    assert "unit:none" in str(next_pairs(votes(rows), 3).signature)


def test_a_system_with_a_single_tie_is_not_certain():
    # By the sandwich its error would be that of the system it tied with.
    rows = [*a_campaign(60), ("d1", "0", "D", "new", "tie")]
    found = known(rows).belief
    names = count_comparisons(votes(rows)).systems
    assert found.covariance[names.index("new"), names.index("new")] > 2
    assert {"new"} <= {system for pair in next_pairs(votes(rows), 4).pairs for system in (pair.system_a, pair.system_b)}


def test_while_systems_must_be_connected_comparisons_are_independent():
    result = next_pairs(votes(a_campaign(60)), 5, systems=["new"])
    assert "unit:none" in str(result.signature)
    assert "AJ320" in {finding.code for finding in result.findings}
