"""Every built-in recipe has a page of its own, and what stands there is what the recipe does."""

from __future__ import annotations

import re
import typing
from dataclasses import fields, is_dataclass
from typing import Any, Literal

import pytest

import adjudge
from adjudge.cli import demo
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED, recipe_names
from adjudge.core.recipes.files import recipe_from_toml
from adjudge.core.recipes.recipe import Recipe
from tests.builders import campaign
from tools.generate_reference import REFERENCE

PAGES = REFERENCE / "recipes"
HEADINGS = [
    "What it does",
    "Who published it",
    "Checked against",
    "What is known to be wrong with it",
    "Signature and file",
]
SECTIONS = {name: kind for name, kind in typing.get_type_hints(Recipe).items() if is_dataclass(kind)}


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def block(text: str, language: str) -> str:
    """The one block of code in that language."""
    (code,) = re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)
    return str(code)


def sections(text: str) -> dict[str, str]:
    """What stands below each heading."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_recipe_has_a_page_and_every_page_a_recipe() -> None:
    assert sorted(path.stem for path in PAGES.iterdir()) == sorted(["index", *recipe_names()])


def test_the_navigation_has_all_pages_in_the_order_of_the_recipes() -> None:
    navigation = (REFERENCE.parents[1] / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- reference/recipes/(.+)\.md$", navigation, flags=re.MULTILINE)
    assert listed == ["index", *recipe_names()]


def test_the_overview_has_one_row_for_each_recipe() -> None:
    assert re.findall(r"^\| \[`(.+?)`\]\(\1\.md\) \|", page("index"), flags=re.MULTILINE) == recipe_names()


@pytest.mark.parametrize("name", recipe_names())
def test_a_page_is_named_after_its_recipe(name: str) -> None:
    assert page(name).startswith(f"# {name}\n")


@pytest.mark.parametrize("name", recipe_names())
def test_a_page_answers_the_same_questions(name: str) -> None:
    found = sections(page(name))
    assert list(found) == HEADINGS
    assert found["What it does"].startswith("\n1. ")
    assert all(len(text.split()) > 10 for text in found.values())


@pytest.mark.parametrize("name", RECIPES)
def test_the_signature_is_the_one_that_a_ranking_prints(name: str) -> None:
    assert f"{adjudge.rank(campaign([-20, 0, 20]), name).signature}\n" == block(page(name), "text")


def test_the_signature_of_the_default_is_the_one_of_the_demo() -> None:
    ratings = adjudge.simulate(demo.PRESET, seed=demo.SEED).table
    assert f"{adjudge.rank(ratings, RECOMMENDED, seed=demo.SEED).signature}\n" == block(page(RECOMMENDED), "text")


@pytest.mark.parametrize("name", RECIPES)
def test_the_file_reads_back_as_the_recipe(name: str) -> None:
    assert recipe_from_toml(block(page(name), "toml")) == RECIPES[name]


def test_the_example_of_a_file_holds_every_key_with_its_default() -> None:
    text = block(page("index"), "toml")
    recipe = recipe_from_toml(text)
    assert recipe == Recipe(recipe.name, recipe.title, recipe.source)
    keys = re.findall(r"^(\w+) = ", text, flags=re.MULTILINE)
    assert keys == ["name", "title", "source", *(key.name for kind in SECTIONS.values() for key in fields(kind))]


@pytest.mark.parametrize(("section", "kind"), SECTIONS.items())
def test_the_example_of_a_file_names_every_choice(section: str, kind: type[Any]) -> None:
    text = block(page("index"), "toml").split(f"[{section}]\n", 1)[1].split("\n\n", 1)[0]
    for line in text.splitlines():
        hint = typing.get_type_hints(kind)[line.split(" = ", 1)[0]]
        if typing.get_origin(hint) is Literal:
            words = set(re.findall(r"[\w-]+", line.split(" = ", 1)[1]))
            assert {str(choice) for choice in typing.get_args(hint)} <= words, line
