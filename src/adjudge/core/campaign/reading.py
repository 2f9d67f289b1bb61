"""TOML text to a campaign: every unknown key, every wrong value, every contradiction at once, with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BAD_VALUE, BROKEN_CAMPAIGN, MISSING_KEY, UNKNOWN_KEY
from adjudge.core.campaign.contradictions import contradictions
from adjudge.core.campaign.lines import line_of
from adjudge.core.campaign.sections import ReferenceSection
from adjudge.core.errors import Problem, UsageError
from adjudge.core.toml_files import parse_toml

#: What pydantic calls kinds of errors, in our words; the values in braces are its own.
_EXPECTED: Final = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "string_too_short": "a name",
    "string_too_long": "a name of at most {max_length} characters",
    "string_pattern_mismatch": "a name without blanks around it",
    "literal_error": "{expected}",
    "tuple_type": "a list",
    "dict_type": "a section",
    "model_type": "a section",
    "too_big": "a smaller number",
}


def campaign_from_toml(text: str, *, source: str = "campaign.toml") -> Campaign:
    """Read a campaign.

    Args:
        text: TOML.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ680 for text that is no TOML, every unknown key and every wrong value; AJ681 and AJ682 for unknown
            languages and for keys that contradict each other.
    """
    data = _listed(parse_toml(text, source=source, broken=BROKEN_CAMPAIGN))
    try:
        campaign = Campaign.model_validate(data)
    except ValidationError as error:
        raise UsageError(*dict.fromkeys(_problems(error, text, source))) from None
    problems = [
        entry.problem(place=place_of(text, source, path), **values) for entry, path, values in contradictions(campaign)
    ]
    if problems:
        raise UsageError(*problems)
    return campaign


def place_of(text: str, source: str, path: Sequence[str]) -> str:
    """A key of a campaign file with its line: `campaign.toml, line 7`."""
    line = line_of(text, path)
    return source if line is None else f"{source}, line {line}"


def _listed(value: Any) -> Any:  # noqa: ANN401
    """Lists as tuples, which strict fields ask for."""
    if isinstance(value, dict):
        return {key: _listed(held) for key, held in value.items()}
    return tuple(_listed(held) for held in value) if isinstance(value, list) else value


def _problems(error: ValidationError, text: str, source: str) -> Iterator[Problem]:
    for details in error.errors():
        path = _path(details["loc"])
        place = place_of(text, source, path)
        key = ".".join(path)
        match details["type"]:
            case "extra_forbidden":
                known = list(_model_at(path[:-1]).model_fields)
                near = next(iter(difflib.get_close_matches(path[-1], known, 1)), None)
                yield UNKNOWN_KEY.problem(place=place, key=path[-1], known=", ".join(known), near=near)
            case "missing":
                yield MISSING_KEY.problem(place=place, key=key, expected=f"a value for {key}")
            case _:
                yield BAD_VALUE.problem(place=place, key=key, value=details["input"], expected=_expected(details))


def _path(loc: tuple[int | str, ...]) -> tuple[str, ...]:
    """Keys only: pydantic adds numbers of list entries and the members of unions."""
    members = {"int", "float", "str", "constrained-str", "constrained-int", "constrained-float", "[key]"}
    names = [str(part) for part in loc if isinstance(part, str)]
    return tuple(
        name for name in names if name not in members and not name.startswith(("dict[", "tuple[", "function-"))
    )


def _model_at(path: Sequence[str]) -> type[BaseModel]:
    """The section that a path leads to."""
    if path[:1] == ["references"] or path[:1] == ("references",):
        return ReferenceSection
    model: type[BaseModel] = Campaign
    for name in path:
        field = model.model_fields.get(name)
        if field is None or not isinstance(field.annotation, type) or not issubclass(field.annotation, BaseModel):
            break
        model = field.annotation
    return model


def _expected(details: ErrorDetails) -> str:
    context: Mapping[str, Any] = details.get("ctx", {})
    template = _EXPECTED.get(details["type"])
    return template.format(**context) if template else details["msg"]
