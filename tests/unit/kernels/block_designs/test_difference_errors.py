"""Standard errors of differences in designs whose variance can be written down."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.block_designs.difference_errors import (
    Cells,
    ScoreVariances,
    difference_errors,
    estimate_covariance,
)

VARIANCES = ScoreVariances(
    annotator=90.0,
    document=30.0,
    segment=80.0,
    system_document=20.0,
    system_segment=150.0,
    showing=70.0,
    residual=200.0,
)


def complete(lengths, systems, judges=1):
    """Every document judged for all systems by the same annotators."""
    rows = [(s, d * judges + j, d) for d in range(len(lengths)) for j in range(judges) for s in range(systems)]
    system, annotator, document = np.array(rows).T
    return Cells(system, annotator, document, document, np.array(lengths, dtype=float)[document])


def test_a_complete_design_has_the_closed_form():
    variance = difference_errors(estimate_covariance(complete([4] * 6, 3), VARIANCES, 3))[0, 1] ** 2
    assert variance == pytest.approx(2 * ((20 + 70) / 6 + (150 + 200) / (6 * 4)))


def test_documents_of_unequal_length_count_by_their_precision():
    variance = difference_errors(estimate_covariance(complete([1, 5, 20], 2), VARIANCES, 2))[0, 1] ** 2
    assert variance == pytest.approx(2 / sum(1 / (20 + 70 + (150 + 200) / length) for length in (1, 5, 20)))


def test_more_judgements_of_the_same_outputs_leave_what_outputs_share():
    variance = difference_errors(estimate_covariance(complete([4] * 6, 3, judges=2), VARIANCES, 3))[0, 1] ** 2
    assert variance == pytest.approx(2 * ((20 + 70 / 2) / 6 + (150 + 200 / 2) / (6 * 4)))


def test_annotators_who_judge_one_system_each_add_their_leniency():
    own, one = np.array([0, 1]), np.array([0, 0])
    cells = Cells(own, own, one, one, np.array([4.0, 4.0]))
    variance = difference_errors(estimate_covariance(cells, VARIANCES, 2))[0, 1] ** 2
    assert variance == pytest.approx(2 * (90 + 20 + 70 + (150 + 200) / 4))
