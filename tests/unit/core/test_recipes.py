import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.columns import KINDS
from adjudge.core.errors import RecipeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.files import recipe_from_toml, recipe_to_toml
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test

_LEVELS = st.floats(0.001, 0.5)
_KINDS = st.lists(st.sampled_from(KINDS), min_size=1, unique=True).map(tuple)
#: Every key takes every value it may have; `...` infers the values from the type.
_RECIPES = st.builds(
    Recipe,
    name=st.text(),
    title=st.text(),
    source=st.text(),
    filters=st.builds(
        Filters,
        quality=...,
        quality_unit=...,
        quality_level=_LEVELS,
        revisions=...,
        zero_spread=...,
        after_degraded=...,
    ),
    standardise=st.builds(Standardise, unit=..., basis=..., anchor=st.text(), centre=..., ticks=...),
    aggregate=st.builds(Aggregate, kinds=_KINDS, scope=..., estimate=...),
    test=st.builds(
        Test, name=..., unit=..., alternative=..., correction=..., level=_LEVELS, draws=st.integers(100, 10**6)
    ),
    clusters=st.builds(Clusters, rule=..., hide=st.lists(st.text()).map(tuple)),
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


@pytest.mark.parametrize(
    ("section", "line", "expected"),
    [
        ("test", 'name = "t-test"', "one of rank-sum, signed-rank, sign, permutation, bootstrap, mixed"),
        ("test", "draws = 10", "a whole number from 100 to 1,000,000"),
        ("test", "draws = true", "a whole number from 100 to 1,000,000"),
        ("test", "level = 1.0", "a number between 0 and 1"),
        ("standardise", "ticks = 6", "one of 0, 5, 7"),
        ("standardise", "ticks = false", "one of 0, 5, 7"),
        ("standardise", "anchor = 3", "the name of a system"),
        ("aggregate", "kinds = []", "a list of system"),
        ("aggregate", 'kinds = ["sistem"]', "a list of system"),
        ("clusters", "hide = [1]", "a list of names of systems"),
        ("clusters", 'rule = "ranges"', "one of wins, stated, strict"),
    ],
)
def test_values_that_a_key_cannot_have_are_refused_with_those_it_can(section, line, expected):
    with pytest.raises(RecipeError) as error:
        recipe_from_toml(f'name = "x"\n[{section}]\n{line}\n')
    [problem] = error.value.problems
    assert problem.what == f"recipe [{section}]: {line}"
    assert problem.expected.startswith(expected)


def test_a_section_that_is_a_value_is_refused():
    with pytest.raises(RecipeError, match=r"recipe \[test\] is a value"):
        recipe_from_toml('name = "x"\ntest = "sign"\n')


def test_a_recipe_that_does_not_exist_is_refused_with_the_nearest_name():
    with pytest.raises(RecipeError, match="AJ030 there is no recipe 'wmt-dq'") as error:
        RECIPES.find("wmt-dq")
    assert "'wmt-da'" in error.value.problems[0].todo


@pytest.mark.parametrize(
    ("test", "independent"),
    [
        (Test("rank-sum"), "segment"),
        (Test("sign", "document"), "document"),
        (Test("permutation"), "document"),
        (Test("mixed", "document"), "rating"),
    ],
)
def test_a_signature_names_what_the_test_treats_as_independent(test, independent):
    assert Recipe("x", test=test).choices()["unit"] == independent
