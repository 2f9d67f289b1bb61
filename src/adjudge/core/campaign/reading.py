"""TOML text to a campaign: every unknown key, every wrong value, every contradiction at once, with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BAD_VALUE, BROKEN_CAMPAIGN, MISSING_KEY, UNKNOWN_KEY
from adjudge.core.campaign.contradictions import contradictions
from adjudge.core.campaign.field_meanings import meanings
from adjudge.core.campaign.lines import line_of
from adjudge.core.campaign.sections import ReferenceSection
from adjudge.core.campaign.writing import toml_value
from adjudge.core.checking.near import nearest
from adjudge.core.errors import Problem, UsageError
from adjudge.core.toml_files import parse_toml

#: What pydantic calls kinds of errors, in our words; the values in braces are its own.
_EXPECTED: Final = {
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "{ge:g} or more",
    "less_than_equal": "{le:g} or less",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "string_too_short": "a name",
    "string_too_long": "a name of at most {max_length} characters",
    "string_pattern_mismatch": "a name without blanks around it",
    "literal_error": "one of {expected}",
    "tuple_type": "a list of names in quotes",
    "dict_type": "a section",
    "model_type": "a section",
    "too_big": "a smaller number",
}
#: Keys that take one of two forms: the member of the union that pydantic names, by the type that is meant. The first
#: stands for everything else.
_UNIONS: Final[dict[tuple[str, ...], dict[type | tuple[type, ...], str]]] = {
    ("systems",): {dict: "dict[", tuple: "tuple["},
    ("annotators", "hours"): {(int, float): "constrained-float", dict: "dict["},
}
_EITHER: Final = {
    ("systems",): "a section with a file for each system, or a list of names",
    ("annotators", "hours"): "a number, or a section with a number for each annotator",
}
_LONGEST: Final = 60
#: What stands in for keys that a campaign cannot do without, if they are wrong.
_STAND_INS: Final[Mapping[str, Any]] = {
    "name": "x",
    "source_lang": "en",
    "target_lang": "de",
    "texts": {"file": "x"},
    "annotators": {"count": 1},
}


@dataclass(frozen=True)
class ParsedCampaign:
    """A campaign file with its mistakes, so that what they do not touch can be checked, too.

    Args:
        campaign: all choices; in place of what is broken, a default or anything else that is allowed.
        problems: the mistakes.
        broken: keys of the top level and sections that hold them: of these nothing further can be said.
    """

    campaign: Campaign
    problems: tuple[Problem, ...] = ()
    broken: frozenset[str] = frozenset()


def campaign_from_toml(text: str, *, source: str = "campaign.toml") -> Campaign:
    """Read a campaign.

    Args:
        text: TOML.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ680 for text that is no TOML, every unknown key and every wrong value; AJ681 and AJ682 for unknown
            languages and for keys that contradict each other.
    """
    parsed = parse_campaign(text, source=source)
    if parsed.problems:
        raise UsageError(*parsed.problems)
    return parsed.campaign


def parse_campaign(text: str, *, source: str = "campaign.toml") -> ParsedCampaign:
    """Read a campaign with all of its mistakes.

    Args:
        text: TOML.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ680 for text that is no TOML: then nothing is known.
    """
    data = _listed(parse_toml(text, source=source, broken=BROKEN_CAMPAIGN))
    problems: list[Problem] = []
    broken: set[str] = set()
    try:
        campaign = Campaign.model_validate(data)
    except ValidationError as error:
        problems += _problems(error, data, text, source)
        broken |= {str(details["loc"][0]) for details in error.errors()}
        campaign = Campaign.model_validate(_without(data, broken))
    for entry, path, values in contradictions(campaign, frozenset(broken)):
        problems.append(entry.problem(place=place_of(text, source, path), **values))
        broken.add(path[0])
    if "protocol" in broken:
        campaign = campaign.model_copy(update={"protocol": Campaign.model_fields["protocol"].default})
    return ParsedCampaign(campaign, tuple(dict.fromkeys(problems)), frozenset(broken))


def _without(data: Mapping[str, Any], broken: Collection[str]) -> dict[str, Any]:
    """What is in order, and stand-ins for what cannot be left out."""
    sound = {key: value for key, value in data.items() if key not in broken}
    return {**{key: value for key, value in _STAND_INS.items() if key in broken}, **sound}


def place_of(text: str, source: str, path: Sequence[str]) -> str:
    """A key of a campaign file with its line: `campaign.toml, line 7`."""
    line = line_of(text, path)
    return source if line is None else f"{source}, line {line}"


def _listed(value: Any) -> Any:  # noqa: ANN401
    """Lists as tuples, which strict fields ask for."""
    if isinstance(value, dict):
        return {key: _listed(held) for key, held in value.items()}
    return tuple(_listed(held) for held in value) if isinstance(value, list) else value


def _problems(error: ValidationError, data: Mapping[str, Any], text: str, source: str) -> Iterator[Problem]:
    for details in error.errors():
        place_in = _path(details["loc"], data)
        if place_in is None:
            continue
        path, given = place_in, details["input"]
        place = place_of(text, source, path)
        key = ".".join(path)
        match details["type"]:
            case "extra_forbidden":
                known = list(_model_at(path[:-1]).model_fields)
                near = nearest(path[-1], known)
                yield UNKNOWN_KEY.problem(place=place, key=path[-1], known=", ".join(known), near=near)
            case "missing":
                yield MISSING_KEY.problem(place=place, key=key, expected=f"a value{_meaning(path)}")
            case _:
                whole = _value_at(data, path) is given
                expected = f"{_expected(details, path if whole else ())}{_meaning(path)}"
                near = _near_choice(details)
                yield BAD_VALUE.problem(place=place, key=key, value=_shown(given), expected=expected, near=near)


def _near_choice(details: ErrorDetails) -> str | None:
    """The one of several words that was probably meant."""
    words = re.findall(r"'([^']*)'", details.get("ctx", {}).get("expected", ""))
    return nearest(details["input"], words) if details["type"] == "literal_error" else None


def _path(loc: tuple[int | str, ...], data: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The keys that lead to a value: pydantic adds numbers of list entries and the members of unions.

    Returns:
        None for a member that a union does not mean: a list is no dict that lacks its keys.
    """
    names = [part for part in loc if isinstance(part, str)]
    for union, members in _UNIONS.items():
        place = len(union)
        if tuple(names[:place]) != union or len(names) == place:
            continue
        member = names.pop(place)
        given = _value_at(data, union)
        meant = next((start for kind, start in members.items() if isinstance(given, kind)), None)
        if not member.startswith(meant or next(iter(members.values()))):
            return None
        break
    return tuple(names[:-1] if names[-1:] == ["[key]"] else names)


def _value_at(data: Any, path: Sequence[str]) -> Any:  # noqa: ANN401
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _model_at(path: Sequence[str]) -> type[BaseModel]:
    """The section that a path leads to."""
    if tuple(path[:1]) == ("references",):
        return ReferenceSection
    model: type[BaseModel] = Campaign
    for name in path:
        field = model.model_fields.get(name)
        if field is None or not isinstance(field.annotation, type) or not issubclass(field.annotation, BaseModel):
            break
        model = field.annotation
    return model


def _meaning(path: Sequence[str]) -> str:
    """What a key is for, as the reference says it."""
    meaning = meanings(_model_at(path[:-1])).get(path[-1]) if path else None
    if not meaning:
        return ""
    return f": {meaning}" if meaning.endswith("...") else f": {meaning.removesuffix('.')}"


def _shown(value: object) -> str:
    """A value as the file has it, cut so that a message stays a message."""
    written = toml_value(value)
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}..."


def _expected(details: ErrorDetails, path: Sequence[str]) -> str:
    if details["type"].endswith("_type") and tuple(path) in _EITHER:
        return _EITHER[tuple(path)]
    context: Mapping[str, Any] = details.get("ctx", {})
    template = _EXPECTED.get(details["type"])
    return template.format(**context) if template else details["msg"]
