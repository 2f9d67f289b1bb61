"""Coefficients of agreement against printed examples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from adjudge.kernels.agreement.alpha import Alpha
from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.coefficient import value_of
from adjudge.kernels.agreement.gwet import GwetAC, gwet_plain
from adjudge.kernels.agreement.icc import IntraclassCorrelations

#: Six targets, four judges (Shrout and Fleiss 1979, Table 2).
SHROUT_FLEISS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))
#: Twelve items, four observers, five categories; 0 is missing (Krippendorff 2011, "Computing Krippendorff's alpha
#: reliability", section C; Gwet 2014 uses the same table for AC1, with the only rating of the last item by another
#: annotator, which changes nothing).
TWELVE = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3),
    (0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0),
)


def cells_of(columns):
    """Columns are annotators, 0 is missing."""
    rows = [(i, j, score) for j, column in enumerate(columns) for i, score in enumerate(column) if score]
    return rated_cells(*(np.array(part) for part in zip(*rows, strict=True)))


# Printed with three digits in section C (nominal) and D (ordinal, interval).
@pytest.mark.parametrize(("level", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_example(level, printed):
    assert value_of(Alpha(cells_of(TWELVE), level)) == pytest.approx(printed, abs=5e-4)


def test_ac1_of_gwets_example():
    # "AC1 = 0.775": Gwet's handbook and the documentation of irrCAC (0.77544), pe 0.19032.
    assert value_of(GwetAC(cells_of(TWELVE), "identity")) == pytest.approx(0.77544, abs=5e-6)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "ordinal"])
def test_ac2_of_gwets_example_in_fractions(weights):
    by_item = [[score for score in item if score] for item in zip(*TWELVE, strict=True)]
    exact = gwet_plain(by_item, weights, range(1, 6))
    assert exact is not None
    assert value_of(GwetAC(cells_of(TWELVE), weights)) == pytest.approx(float(exact), abs=1e-12)


# What irrCAC 0.4.4 gives for the same table (CAC(...).gwet() and .krippendorff() with twelve digits); it cannot be
# installed beside a current pandas, so its figures stand here.
@pytest.mark.parametrize(
    ("weights", "printed"),
    [
        ("identity", 0.775444068127),
        ("quadratic", 0.914000723552),
        ("linear", 0.858739136433),
        ("ordinal", 0.898939769908),
    ],
)
def test_ac2_is_that_of_irrcac(weights, printed):
    assert value_of(GwetAC(cells_of(TWELVE), weights)) == pytest.approx(printed, abs=1e-11)


@pytest.mark.parametrize(("level", "printed"), [("nominal", 0.743421052632), ("interval", 0.849107142857)])
def test_alpha_is_that_of_irrcac(level, printed):
    assert value_of(Alpha(cells_of(TWELVE), level)) == pytest.approx(printed, abs=1e-11)


def test_icc_is_that_of_pingouin():
    # pingouin 0.7.0, intraclass_corr of the same table: ICC(A,1) and ICC(A,k).
    icc = IntraclassCorrelations(cells_of(tuple(zip(*SHROUT_FLEISS, strict=True))))
    single, mean = icc.at(np.ones((1, 6)))[0, :2]
    assert (single, mean) == pytest.approx((0.28976377952755916, 0.6200505475989893), abs=1e-12)


def test_icc_of_shrout_and_fleiss():
    icc = IntraclassCorrelations(cells_of(tuple(zip(*SHROUT_FLEISS, strict=True))))
    single, mean = icc.at(np.ones((1, 6)))[0, :2]
    # Printed: .29 and .62 (Table 4).
    assert (round(single, 2), round(mean, 2)) == (0.29, 0.62)
    rows, columns, rest = _mean_squares(SHROUT_FLEISS)
    # Table 3 prints the mean squares of targets 11.24, judges 32.49, residual 1.02.
    assert [round(float(ms), 2) for ms in (rows, columns, rest)] == [11.24, 32.49, 1.02]
    assert single == pytest.approx(float((rows - rest) / (rows + 3 * rest + 4 * (columns - rest) / 6)), abs=1e-12)
    assert mean == pytest.approx(float((rows - rest) / (rows + (columns - rest) / 6)), abs=1e-12)


def _mean_squares(table):
    """Two-way analysis of variance in exact fractions."""
    n, k = len(table), len(table[0])
    total = Fraction(sum(map(sum, table)), n * k)
    by_row = [Fraction(sum(row), k) for row in table]
    by_column = [Fraction(sum(column), n) for column in zip(*table, strict=True)]
    rows = k * sum((mean - total) ** 2 for mean in by_row)
    columns = n * sum((mean - total) ** 2 for mean in by_column)
    rest = sum((x - total) ** 2 for row in table for x in row) - rows - columns
    return rows / (n - 1), columns / (k - 1), rest / ((n - 1) * (k - 1))
