import numpy as np
import pytest
from scipy.optimize import minimize, rosen, rosen_der

from adjudge.kernels.mixed_model.search import find_minimum


@pytest.mark.parametrize("seed", range(5))
def test_quadratic_functions_are_minimised(seed):
    rng = np.random.default_rng(seed)
    root, target = rng.normal(size=(4, 4)) + 2 * np.eye(4), rng.normal(size=4)
    curvature = root @ root.T

    def quadratic(x):
        return float((x - target) @ curvature @ (x - target)) / 2, curvature @ (x - target)

    found, evaluations = find_minimum(quadratic, np.zeros(4), 1e-8)
    np.testing.assert_allclose(found, target, atol=1e-6)
    assert evaluations < 60


def test_a_curved_valley_is_followed_as_by_scipy():
    start = np.array([-1.2, 1.0, 0.5])
    found, _ = find_minimum(lambda x: (float(rosen(x)), rosen_der(x)), start, 1e-6)
    np.testing.assert_allclose(found, minimize(rosen, start, jac=rosen_der, method="BFGS").x, atol=1e-4)


def test_a_flat_function_ends_at_once():
    found, evaluations = find_minimum(lambda x: (1.0, np.zeros_like(x)), np.ones(2), 1e-5)
    assert evaluations == 1
    assert found.tolist() == [1.0, 1.0]


def test_the_search_ends_where_rounding_hides_the_gain():
    calls = 0

    def steps(x):
        """A bowl whose value is rounded: near its bottom the slope promises what the value cannot show."""
        nonlocal calls
        calls += 1
        return 1e6 + round(float(x @ x), 3), 2 * x

    find_minimum(steps, np.array([3.0, 2.0]), 1e-12)
    assert calls < 100
