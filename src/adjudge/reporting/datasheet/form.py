"""A datasheet as the file that the form of HEDS 3.0 downloads and uploads.

The form keeps one object for each of its fields, by the name of the field: `data` holds the value, by the name of the
quality criterion in section 4 and by an empty text elsewhere. Fields without an answer may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge.auditing.datasheet.result import DatasheetResult, Entry

_PREFIX: Final = "heds-"
#: The field that lists the criteria, and which of them is shown.
_CRITERIA: Final = "heds-criteria-criterion"
#: The form shows the name of a criterion as HTML and compares it with what the browser made of that.
_HARMLESS: Final = str.maketrans({"&": "+", "<": "(", ">": ")"})
_UNNAMED: Final = "criterion"


def heds_form(result: DatasheetResult) -> dict[str, Any]:
    """Everything that is answered, as the form at https://nlp-heds.github.io takes it by "upload json".

    Args:
        result: any datasheet.
    """
    names = criterion_names(result)
    form: dict[str, Any] = {}
    for entry in result.entries:
        key = names[entry.criterion] if entry.question.per_criterion else ""
        for field, value in _fields(entry):
            held = form.setdefault(field, {"data": {}, "control": {}, "number": entry.number})
            held["data"][key] = value
            if value is True:
                held.setdefault("text", {})[key] = _label(entry, field)
    shown = {name: place == 0 for place, name in enumerate(names.values())}
    form[_CRITERIA] = {"data": dict.fromkeys(shown, ""), "control": shown, "text": {}, "number": ""}
    return form


def criterion_names(result: DatasheetResult) -> dict[str | None, str]:
    """The names of the criteria in the form: different from each other, and without characters that it would read."""
    names: dict[str | None, str] = {}
    for criterion in result.criteria:
        given = result.entry("4.3.1.1", criterion).text or _UNNAMED
        name = wanted = " ".join(given.translate(_HARMLESS).split())
        place = 2
        while name in names.values():
            name, place = f"{wanted} ({place})", place + 1
        names[criterion] = name
    return names


def _fields(entry: Entry) -> Iterator[tuple[str, str | bool]]:
    """The fields of an answer with their values: one for each option, or a text."""
    field = f"{_PREFIX}{entry.question.field}"
    if not entry.question.options:
        if entry.text:
            yield field, entry.text
        return
    for code in entry.options:
        yield f"{field}-{entry.question.option(code).place}", True
    if entry.text:
        yield f"{field}-other_text", entry.text


def _label(entry: Entry, field: str) -> str:
    """What stands beside the field, in our words; the form replaces it by its own when it is downloaded again."""
    place = int(field.rpartition("-")[2])
    option = next(one for one in entry.question.options if one.place == place)
    return f"{option.code}. {option.words}"
