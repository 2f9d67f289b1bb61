"""Fill the generated parts of the reference pages from the code they describe.

The text of a page is written by hand, except between `<!-- begin NAME -->` and `<!-- end NAME -->`, where this script
writes. Run `python -m tools.generate_reference` after a change of columns, formats, methods, recipes, catalogues,
options or the version; a test fails until you do.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Final

import click

import adjudge
from adjudge.auditing.assumptions.assumption import Assumption
from adjudge.auditing.assumptions.registry import ASSUMPTIONS
from adjudge.auditing.assumptions.verdicts import looks_at
from adjudge.auditing.checks.registry import CHECKS, SUBJECTS
from adjudge.cli import demo
from adjudge.cli.main import COMMANDS, cli
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.field_meanings import meanings, title_of
from adjudge.core.campaign.sections import ReferenceSection, Section
from adjudge.core.campaign.writing import toml_value
from adjudge.core.catalogue import Entry, ErrorEntry, FindingEntry
from adjudge.core.columns import Column
from adjudge.core.recipes.built_in import RECIPES, recipe_names
from adjudge.core.recipes.files import recipe_to_toml
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.signature import Signature
from adjudge.io.folders import FolderFormat
from adjudge.io.formats import Format
from adjudge.io.own.tables import TABLES
from adjudge.io.registry import FOLDERS, FORMATS
from adjudge.io.writing import FOLDER_ENDING, WRITERS
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.ratings.recommended import recommend
from adjudge.ranking.result import Kind
from adjudge.reporting.linting.explanations import explanation_page
from adjudge.reporting.report.levels import RULES
from tests.contract.released import FILES
from tools.catalogues import all_entries

REFERENCE: Final = Path(__file__).parents[1] / "docs" / "reference"
PAGES: Final = (
    "formats.md",
    "methods.md",
    "codes.md",
    "cli.md",
    "campaign-file.md",
    "checks/index.md",
    "recipes/index.md",
    "../explanation/assumptions.md",
    *(f"recipes/{name}.md" for name in recipe_names()),
)
_PRESENCE: Final = {
    "required": "required",
    "expected": "expected: a note says if it is missing",
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
        presence += f"; without it every row is `{column.default}`"
    meaning = column.meaning
    if column.choices:
        meaning += "; one of " + ", ".join(f"`{choice}`" for choice in column.choices)
    values = column.type if column.nullable else f"{column.type}, never missing"
    return f"| `{column.name}` | {values} | {presence} | {meaning} |"


def _sentence(docstring: str | None) -> str:
    return " ".join((docstring or "").split())


def formats() -> Iterator[str]:
    """One row per format: who writes it, what is read and written, and on which files that is tested."""
    yield "| `--format` | what it is | who writes it | read as | written as | tested on |\n|---|---|---|---|---|---|"
    forms: list[Format | FolderFormat] = [*FORMATS.values(), *FOLDERS.values()]
    for form in forms:
        written = ", ".join(f"`{ending}`" for ending in endings_of(form.name)) or "no"
        cells = (f"`{form.name}`", form.title, form.author, ", ".join(form.gives), written, _tested(form))
        yield f"| {' | '.join(cells)} |"


def endings_of(form: str) -> list[str]:
    """The endings of files, or of a folder, that are written in a format."""
    folders = [FOLDER_ENDING] if form in FOLDERS else []
    return [writer.name for writer in WRITERS.values() if writer.format == form] + folders


def released_in(form: str) -> list[str]:
    """The data sets whose released files tests read as a format."""
    return sorted({name.split("/")[0] for name, file in FILES.items() if file.format == form})


def _tested(form: Format | FolderFormat) -> str:
    released = released_in(form.name)
    tests = f"released files: {', '.join(released)}" if released else "a small file in the documented form"
    return tests + (f"; by hand: {'; '.join(form.tried)}" if form.tried else "")


def methods() -> Iterator[str]:
    """One row per method for comparisons."""
    yield "| name | order by | published | settings |\n|---|---|---|---|"
    for method in METHODS.values():
        takes = ", ".join(f"`{name}`" for name in method.takes) or "none"
        yield f"| [`{method.name}`](#{method.page}) | {method.title} | {method.source} | {takes} |"


def _titles(names: Mapping[str, str]) -> Iterator[str]:
    """One row per name."""
    yield "| name | what it is |\n|---|---|"
    yield from (f"| `{name}` | {title} |" for name, title in names.items())


def campaign_sections() -> Iterator[str]:
    """One table per section of a campaign file, from the docstrings of the sections."""
    yield from _section_rows("At the top", Campaign, "")
    for name, field in Campaign.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from _section_rows(f"[{name}]", field.annotation, f"{name}.")
        elif name == "references":
            yield from _section_rows("[references.NAME]", ReferenceSection, "references.NAME.")


def _section_rows(heading: str, section: type[Section], prefix: str) -> Iterator[str]:
    about = title_of(section)
    said = about[about.find(": ") + 2 :] if prefix else about
    yield f"### {heading}\n\n{said[:1].upper()}{said[1:]}\n"
    yield "| key | default | meaning |\n|---|---|---|"
    for key, meaning in meanings(section).items():
        field = section.model_fields[key]
        plain = not field.is_required() and isinstance(field.default, str | int | float)
        default = f"`{toml_value(field.default)}`" if plain else "required" if field.is_required() else ""
        of_sections = isinstance(field.annotation, type) and issubclass(field.annotation, Section)
        if not of_sections and field.annotation != Campaign.model_fields["references"].annotation:
            yield f"| `{prefix}{key}` | {default} | {meaning} |"
    yield ""


def recipes() -> Iterator[str]:
    """One row per recipe for ratings."""
    yield "| name | what it does | published |\n|---|---|---|"
    for name, title in adjudge.recipes().items():
        source = RECIPES[name].source if name in RECIPES else "this project"
        yield f"| [`{name}`]({name}.md) | {title} | {source} |"


def recipe(name: str) -> Callable[[], Iterator[str]]:
    """The signature that a recipe prints, and its file."""

    def forms() -> Iterator[str]:
        chosen, seed = _recipe_and_seed(name)
        signature = Signature.of({"recipe": name, **chosen.choices(), "seed": seed})
        yield f"```text\n{signature}\n```\n\n```toml\n{recipe_to_toml(chosen)}```"

    return forms


def _recipe_and_seed(name: str) -> tuple[Recipe, int]:
    """A recipe and the seed in its signature; for `recommended`, a rule, what it chooses for the demo."""
    if name in RECIPES:
        return RECIPES[name], 0
    return recommend(simulate(demo.PRESET, seed=demo.SEED).table.frame).recipe, demo.SEED


def commands() -> Iterator[str]:
    """The help of every command, as the terminal shows it."""
    parent = click.Context(cli, info_name="adjudge", terminal_width=100, max_content_width=100, **cli.context_settings)
    for name, (module, _) in COMMANDS.items():
        command = import_module(module).command
        context = click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100)
        yield f"## adjudge {name}\n\n```text\n{command.get_help(context)}\n```\n"


def codes(first: str) -> Callable[[], Iterator[str]]:
    """One section per code that starts with `first`: its title, and every sentence it can have."""

    def sections() -> Iterator[str]:
        chosen = [entry for entry in all_entries() if entry.code.startswith(first) and not _is_blank_form(entry)]
        for code, entries in groupby(chosen, key=lambda entry: entry.code):
            yield from _code_section(code, list(entries))

    return sections


def checks() -> Iterator[str]:
    """One table per subject with all its checks."""
    for subject in SUBJECTS:
        yield f"## {subject.title}\n\n`--select {subject.name}`\n"
        yield "| code | severity | what is found | source |\n|---|---|---|---|"
        for one in subject.checks:
            cells = (f"[{one.name}]({one.name}.md)", one.entry.severity, one.title, one.entry.source or "")
            yield f"| {' | '.join(cells)} |"
        yield ""


def assumptions() -> Iterator[str]:
    """One table per kind of ranking with its assumptions, and what tests each."""
    titles: dict[Kind, str] = {"ratings": "Ratings", "comparisons": "Comparisons"}
    for kind, title in titles.items():
        yield f"### {title}\n"
        yield "| assumption | why it matters | tested by | notes that speak against it, or leave it open | source |"
        yield "|---|---|---|---|---|"
        for one in ASSUMPTIONS.values():
            if kind in one.kinds:
                yield f"| {' | '.join(_assumption_cells(one, kind))} |"
        yield ""


def _assumption_cells(one: Assumption, kind: Kind) -> tuple[str, ...]:
    codes = [code for code in one.codes if code not in CHECKS or looks_at(CHECKS[code], kind)]
    tested = [_linked(code) for code in codes] + (["the choices of the ranking"] if one.told else [])
    against = ", ".join(code for code in codes if code in one.notes_against)
    leaves_open = ", ".join(f"{code} (open)" for code in codes if code in one.notes_open)
    notes = ", ".join(part for part in (against, leaves_open) if part)
    return one.statement, one.matters, ", ".join(tested), notes, one.source


def _linked(code: str) -> str:
    page = f"checks/{code}.md" if code in CHECKS else f"codes.md#{code.lower()}"
    return f"[{code}](../reference/{page})"


def levels() -> Iterator[str]:
    """One row per rule of the verdict."""
    yield "| at best | if |\n|---|---|"
    yield from (f"| {rule.level} | {rule.when} |" for rule in RULES)
    yield "| sound | none of these |"


def check_pages() -> dict[str, str]:
    """The page of every check, by its file in the reference."""
    sentences: dict[str, list[str]] = {}
    for entry in all_entries():
        if isinstance(entry, FindingEntry) and not _is_blank_form(entry):
            sentences.setdefault(entry.code, []).extend(_finding_lines(entry))
    return {f"checks/{code}.md": explanation_page(one, "\n".join(sentences[code])) for code, one in CHECKS.items()}


def _is_blank_form(entry: Entry) -> bool:
    """Whether the sentence is one value and nothing else: such an entry only serves its variants."""
    return re.fullmatch(r"\{\w+\}", _sentence_of(entry)) is not None


def _sentence_of(entry: Entry) -> str:
    return entry.text if isinstance(entry, FindingEntry) else entry.what


def _code_section(code: str, entries: Sequence[Entry]) -> Iterator[str]:
    yield f"### {code}\n\n**{entries[0].title}**\n"
    for entry in entries:
        yield from _finding_lines(entry) if isinstance(entry, FindingEntry) else _error_lines(entry)
    findings = [entry for entry in entries if isinstance(entry, FindingEntry)]
    needs = _distinct(entry.needs for entry in findings)
    sources = _distinct(entry.source for entry in findings)
    notes = [f"Needs {needs}." if needs else "", f"Source: {sources}." if sources else ""]
    yield "\n" + " ".join(filter(None, notes)) + "\n" if any(notes) else ""


def _distinct(values: Iterable[str | None]) -> str:
    return "; ".join(dict.fromkeys(filter(None, values)))


def _finding_lines(entry: FindingEntry) -> Iterator[str]:
    yield f"- {entry.severity.capitalize()}: {readable(entry.text)}"
    if entry.todo:
        yield f"    - To do: {readable(entry.todo)}"


def _error_lines(entry: ErrorEntry) -> Iterator[str]:
    yield f"- {readable(entry.what)}"
    yield f"    - Expected: {readable(entry.expected)}"
    yield f"    - To do: {readable(entry.todo)}"


def readable(template: str) -> str:
    r"""A template for people: values in italics, counts as N, optional parts in square brackets.

    Example:
        >>> print(readable('{rows:count row} of {source:quoted}[ by {names:names}]: see `unit="{unit}"`'))
        *N* rows of *source* \[by *names*\]: see `unit="UNIT"`
    """
    pieces = re.split(r"(`[^`]*`)", template)
    return "".join(_as_code(piece) if piece.startswith("`") else _as_prose(piece) for piece in pieces)


def _as_prose(template: str) -> str:
    def literal(text: str) -> str:
        escaped = re.sub(r"([*<|])", r"\\\1", text).replace("[[", "\0").replace("]]", "\1")
        brackets = re.sub(r"( *)\]", r"\\]\1", re.sub(r"\[( *)", r"\1\\[", escaped))
        return brackets.replace("\0", r"\[").replace("\1", r"\]")

    return _filled(template, literal, lambda name: f"*{name.replace('_', ' ')}*")


def _as_code(template: str) -> str:
    return _filled(template, lambda text: text.replace("[[", "[").replace("]]", "]"), str.upper)


def _filled(template: str, literal: Callable[[str], str], value: Callable[[str], str]) -> str:
    """The template with names in place of values."""
    parts = []
    for text, name, spec, _ in string.Formatter().parse(template):
        parts.append(literal(text))
        if name is not None:
            parts.append(_placeholder(name.lstrip("_"), spec or "", value))
    return "".join(parts)


def _placeholder(name: str, spec: str, value: Callable[[str], str]) -> str:
    word, _, noun = spec.partition(" ")
    if word == "count":
        one, _, many = re.sub(r"\{_?(\w+)\}", lambda field: value(field[1]), noun).partition("/")
        return f"{value('N')} {many or one + 's'}"
    if "/" in spec:  # one of two words, by a number: the plural
        one, many = spec.split("/")
        return many or rf"\[{one}\]"
    return value(name)


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "commands": commands,
    "tables": tables,
    "formats": formats,
    "methods": methods,
    "campaign file": campaign_sections,
    "designs": lambda: _titles(adjudge.designs()),
    "protocols": lambda: _titles(adjudge.protocols()),
    "recipes": recipes,
    "errors": codes("AJ0"),
    "findings on reading": codes("AJ1"),
    "findings on ratings": codes("AJ2"),
    "findings on comparisons": codes("AJ3"),
    "findings of checks": codes("AJ4"),
    "checks": checks,
    "findings of audits": codes("AJ5"),
    "planning": codes("AJ6"),
    "assumptions": assumptions,
    "levels": levels,
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
    for old in (REFERENCE / "checks").glob("AJ*.md"):
        old.unlink()
    for name, text in check_pages().items():
        (REFERENCE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
