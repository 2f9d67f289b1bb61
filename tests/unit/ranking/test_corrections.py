from typing import get_args

import numpy as np
import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.recipe import Correction
from adjudge.ranking.corrections import CORRECTIONS


def test_recipes_name_the_corrections_there_are():
    assert set(get_args(Correction)) == set(CORRECTIONS)


def test_no_correction_leaves_p_values_as_they_are():
    correct = CORRECTIONS["none"].correct
    assert correct is not None
    assert correct(np.array([0.2, 0.01])).tolist() == [0.2, 0.01]


def test_a_correction_that_does_not_exist_is_refused():
    with pytest.raises(RecipeError, match="did you mean 'holm'"):
        CORRECTIONS.find("holms")
