"""Fill the generated parts of the reference pages from the code they describe.

A page keeps its own words. Between `<!-- begin NAME -->` and `<!-- end NAME -->` stands what this file writes there.
Run `python tools/generate_reference.py` after a change of columns, formats, codes, options, recipes or the version; a
test fails until that is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from adjudge.cli import demo
from adjudge.cli.main import COMMANDS, cli
from adjudge.core.codes import CODES
from adjudge.core.columns import Column
from adjudge.core.recipe_files import recipe_to_toml
from adjudge.core.recipes import BUILT_IN, Recipe, recipe_names
from adjudge.core.signature import Signature
from adjudge.io.own.tables import TABLES
from adjudge.io.reading import FORMATS
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.recommended import recommend

REFERENCE: Final = Path(__file__).parents[1] / "docs" / "reference"
PAGES: Final = ("formats.md", "codes.md", "cli.md", *(f"recipes/{name}.md" for name in recipe_names()))
_PRESENCE: Final = {
    "required": "required",
    "expected": "expected: a note tells of its absence",
    "optional": "optional",
}


def tables() -> Iterator[str]:
    """One section per table with its columns."""
    for table in TABLES:
        yield f"### {table.noun.capitalize()}\n\n{_sentence(table.__doc__)}\n"
        yield "| column | type | presence | meaning |\n|---|---|---|---|"
        yield from map(_column_row, table.columns)
        yield ""


def _column_row(column: Column) -> str:
    presence = _PRESENCE[column.presence]
    if column.default is not None:
        presence += f"; if absent every row is `{column.default}`"
    meaning = column.meaning
    if column.choices:
        meaning += "; one of " + ", ".join(f"`{choice}`" for choice in column.choices)
    values = column.type if column.nullable else f"{column.type}, never missing"
    return f"| `{column.name}` | {values} | {presence} | {meaning} |"


def _sentence(docstring: str | None) -> str:
    return " ".join((docstring or "").split())


def formats() -> Iterator[str]:
    """One row per format that is read."""
    yield "| `--format` | what it is | gives |\n|---|---|---|"
    for form in FORMATS.values():
        yield f"| `{form.name}` | {form.title} | {', '.join(form.gives)} |"


def codes(first: str) -> Callable[[], Iterator[str]]:
    """One row per code that starts with `first`."""

    def rows() -> Iterator[str]:
        yield "| code | meaning |\n|---|---|"
        for code, meaning in CODES.items():
            if code.startswith(first):
                yield f'| <a id="{code.lower()}"></a>`{code}` | {meaning} |'

    return rows


def commands() -> Iterator[str]:
    """The help of every command, as the terminal shows it."""
    parent = click.Context(cli, info_name="adjudge", terminal_width=100, max_content_width=100, **cli.context_settings)
    for name, (module, _) in COMMANDS.items():
        command = import_module(module).command
        context = click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100)
        yield f"## adjudge {name}\n\n```text\n{command.get_help(context)}\n```\n"


def recipe(name: str) -> Callable[[], Iterator[str]]:
    """The signature that a recipe prints, and its file."""

    def forms() -> Iterator[str]:
        chosen, seed = _recipe_and_seed(name)
        signature = Signature.of({"recipe": name, **chosen.choices(), "seed": seed})
        yield f"```text\n{signature}\n```\n\n```toml\n{recipe_to_toml(chosen)}```"

    return forms


def _recipe_and_seed(name: str) -> tuple[Recipe, int]:
    """A recipe and the seed in its signature; `recommended` is a rule, so what it picks for the demo stands for it."""
    if name in BUILT_IN:
        return BUILT_IN[name], 0
    return recommend(simulate(demo.PRESET, seed=demo.SEED).table.frame)[0], demo.SEED


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "commands": commands,
    "tables": tables,
    "formats": formats,
    "errors": codes("AJ0"),
    "findings on reading": codes("AJ1"),
    "findings on ranking": codes("AJ2"),
    "findings on comparisons": codes("AJ3"),
    **{f"recipe {name}": recipe(name) for name in recipe_names()},
}


def filled(page: str) -> str:
    """The page with its generated parts as the code has them now."""

    def fill(match: re.Match[str]) -> str:
        text = "\n".join(PARTS[match["name"]]()).strip()
        return f"<!-- begin {match['name']} -->\n{text}\n<!-- end {match['name']} -->"

    return re.sub(r"<!-- begin (?P<name>.+?) -->\n.*?<!-- end (?P=name) -->", fill, page, flags=re.DOTALL)


def main() -> None:
    """Rewrite the pages."""
    for name in PAGES:
        path = REFERENCE / name
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
