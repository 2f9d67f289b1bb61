import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.columns import KINDS
from adjudge.core.errors import RecipeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.files import recipe_from_toml, recipe_to_toml
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test

_RECIPES = st.builds(
    Recipe,
    name=st.text(),
    title=st.text(),
    source=st.text(),
    filters=st.builds(Filters),
    standardise=st.builds(Standardise),
    aggregate=st.builds(
        Aggregate, kinds=st.lists(st.sampled_from(KINDS), min_size=1, unique=True).map(tuple), scope=st.just("document")
    ),
    test=st.builds(Test, level=st.floats(0.001, 0.5), draws=st.integers(100, 10**6)),
    clusters=st.builds(Clusters),
)


@given(_RECIPES)
def test_toml_is_lossless(recipe):
    assert recipe_from_toml(recipe_to_toml(recipe)) == recipe


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_built_in_recipes_have_a_source_and_a_toml_form(recipe):
    assert recipe.source
    assert recipe_from_toml(recipe_to_toml(recipe)) == recipe


def test_every_mistake_in_a_recipe_file_is_listed():
    text = 'nme = "x"\n[test]\nname = "ranksum"\nlevel = 5\n[filters]\nrevision = "keep-all"\n[agregate]\n'
    with pytest.raises(RecipeError) as error:
        recipe_from_toml(text, source="my.toml")
    whats = [problem.what for problem in error.value.problems]
    for part in ("'nme'", "'agregate'", "no name", "ranksum", "level = 5", "'revision'"):
        assert any(part in what for what in whats), part
    assert {problem.code for problem in error.value.problems} == {"AJ031"}


def test_broken_toml_names_the_place():
    with pytest.raises(RecipeError, match="line 2"):
        recipe_from_toml('name = "x"\n[test\n', source="my.toml")
