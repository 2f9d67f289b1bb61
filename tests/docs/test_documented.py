"""Nothing that a user can name is undocumented: commands, options, choices, presets, settings, public names."""

from __future__ import annotations

import re
import typing
from dataclasses import fields
from importlib import import_module
from typing import Literal

import click
import pytest

import adjudge
from adjudge.cli.main import COMMANDS
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.core.recipes.recipe import Aggregate, Standardise, Test
from adjudge.planning.simulation.parameters import parameters
from adjudge.planning.simulation.presets import PRESETS
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.lines import LINE_RULES
from adjudge.scoring.weights.built_in import WEIGHTS
from tests.docs.written_pages import PAGES, context_of, text_of

STATISTICS = "docs/reference/statistics.md"
#: Pages that a script writes; that a command stands there is no explanation.
GENERATED = ("docs/reference/cli.md", "docs/reference/codes.md", "docs/reference/checks/")


def sections(page: str) -> dict[str, str]:
    """What is below each heading of the second and third level."""
    parts = re.split(r"^##+ (.+)\n", text_of(page), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def options() -> list[tuple[str, str]]:
    """Every spelling of every option, with its command."""
    found = []
    for name, (module, _) in COMMANDS.items():
        command: click.Command = import_module(module).command
        for parameter in command.get_params(context_of(command)):
            if isinstance(parameter, click.Option) and not parameter.hidden:
                found += [(name, spelling) for spelling in (*parameter.opts, *parameter.secondary_opts)]
    return found


@pytest.mark.parametrize(("command", "option"), options())
def test_every_option_is_on_the_page_of_the_command_line(command: str, option: str) -> None:
    listed = sections("docs/reference/cli.md")[f"adjudge {command}"].split("\nOptions:\n", 1)[1]
    assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", listed)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_explained_on_a_page_that_somebody_wrote(command: str) -> None:
    pages = [page for page in PAGES if not page.startswith(GENERATED)]
    assert any(re.search(rf"adjudge {command}\b", text_of(page)) for page in pages)


@pytest.mark.parametrize("name", [*RATING_TESTS, *CORRECTIONS, *LINE_RULES])
def test_every_test_correction_and_line_rule_has_formula_source_and_faults(name: str) -> None:
    text = sections(STATISTICS)[name]
    assert len(text.split()) > 15
    assert "*Known to be wrong" in text


def test_no_test_correction_or_line_rule_is_on_the_page_that_does_not_exist() -> None:
    headings = set(sections(STATISTICS))
    written = {heading for heading in headings if heading == heading.lower()}
    assert written == {*RATING_TESTS, *CORRECTIONS, *LINE_RULES, *(field.name for field in fields(Standardise))} - {
        "anchor"
    }


def choices() -> list[tuple[str, str]]:
    """Every choice of the standardisation, the estimate and the alternative, with the heading it stands below."""
    kinds: dict[type, dict[str, str]] = {
        Standardise: {},
        Aggregate: {"estimate": "The estimate"},
        Test: {"alternative": "Alternatives"},
    }
    found = []
    for kind, headings in kinds.items():
        for key, hint in typing.get_type_hints(kind).items():
            if typing.get_origin(hint) is Literal and (kind is Standardise or key in headings):
                found += [(headings.get(key, key), str(choice)) for choice in typing.get_args(hint)]
    return found


@pytest.mark.parametrize(("heading", "choice"), choices())
def test_every_choice_of_a_recipe_is_explained(heading: str, choice: str) -> None:
    assert f"`{choice}`" in sections(STATISTICS)[heading]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_says_what_is_wrong_with_it_and_who_published_it(name: str) -> None:
    text = sections("docs/reference/methods.md")[name]
    assert re.search(r"\*Known (faults|limits)\.\*", text)
    assert re.search(r"\b(19|20)\d\d\b", text)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_described(name: str) -> None:
    assert f"| `{name}` |" in text_of("docs/how-to/simulate.md")


@pytest.mark.parametrize("name", list(parameters()))
def test_every_setting_of_a_simulation_is_described(name: str) -> None:
    assert f"| `{name}` |" in text_of("docs/how-to/simulate.md")


@pytest.mark.parametrize("name", WEIGHTS)
def test_every_set_of_error_weights_is_described(name: str) -> None:
    assert f"`{name}`" in text_of("docs/reference/formats.md")


def test_every_public_name_is_on_the_page_of_python_and_no_other() -> None:
    listed = re.findall(r"^::: adjudge\.(\w+)$", text_of("docs/reference/python.md"), flags=re.MULTILINE)
    assert sorted(listed) == sorted(set(dir(adjudge)) - {"__version__"})
