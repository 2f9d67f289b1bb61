"""Knowles 2021, section 3: the toy example, and what happens to annotators without spread."""

import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.recipe import Standardise
from adjudge.scoring.standardise import standardise
from tests.builders import ratings


def _z(scores, *, kinds=None, basis="all", zero_spread="drop"):
    table = ratings(
        {
            "system": ["s"] * len(scores),
            "segment": [str(i) for i in range(len(scores))],
            "score": [float(s) for s in scores],
            "kind": kinds or ["system"] * len(scores),
        }
    )
    return standardise(
        table.frame, Standardise("annotator", basis), kinds=("system", "repeat"), zero_spread=zero_spread
    )


@pytest.mark.parametrize(
    ("scores", "z_of_50"), [([25, 50, 50, 75], 0.0), ([0, 25, 50, 75], 0.39), ([25, 50, 75, 100], -0.39)]
)
def test_the_toy_example_of_knowles_2021(scores, z_of_50):
    z = _z(scores).frame["z"]
    assert round(z[scores.index(50)], 2) == z_of_50


def test_degraded_rows_shift_the_mean_only_if_the_basis_holds_them():
    kinds = ["system", "system", "degraded"]
    # Counting rows 40 and 60: mean 50, sd sqrt(200). All rows 40, 60, 2: mean 34.
    assert _z([40, 60, 2], kinds=kinds, basis="counting").frame["z"].to_list()[:2] == pytest.approx(
        [-10 / 200**0.5, 10 / 200**0.5]
    )
    assert _z([40, 60, 2], kinds=kinds).frame["z"][0] == pytest.approx(6 / 868**0.5)


def test_an_annotator_without_spread_is_left_out_and_named():
    done = _z([7, 7, 7])
    assert done.frame.is_empty()
    assert done.findings[0].code == "AJ202"
    assert done.findings[0].numbers == {"units": ["annotator-1"], "rows": 3}


def test_a_recipe_may_refuse_annotators_without_spread():
    with pytest.raises(RecipeError, match="annotator-1") as error:
        _z([7, 7, 7], zero_spread="refuse")
    assert error.value.problems[0].code == "AJ032"
