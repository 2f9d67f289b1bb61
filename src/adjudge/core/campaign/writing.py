"""A campaign as the text of a file that says everything: all sections, every value, the version and the seed."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from adjudge import __version__
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.sections import ControlSection

#: Keys that designs and protocols decide if the campaign does not: a default is written as a comment only.
_LEFT_OPEN: Final = {
    "controls": frozenset(ControlSection.model_fields),
    "sampling": frozenset({"part", "snippet"}),
    "work": frozenset({"session_items"}),
}
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def campaign_to_toml(campaign: Campaign) -> str:
    """The text of a campaign file; `campaign_from_toml` reads the same campaign from it.

    Args:
        campaign: with defaults filled in. The version is that of the program which writes.

    Returns:
        TOML that is the same for equal campaigns. Keys without a value are left out; defaults that a design or a
        protocol may know better are comments.
    """
    data = campaign.model_copy(update={"version": __version__}).model_dump()
    plain = {key: value for key, value in data.items() if value is not None and not isinstance(value, Mapping)}
    sections = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lines = _entries(plain)
    for name, section in sections.items():
        nested = {key: value for key, value in section.items() if isinstance(value, Mapping)}
        own = {key: value for key, value in section.items() if key not in nested and value is not None}
        open_keys = _LEFT_OPEN.get(name, frozenset()) - getattr(getattr(campaign, name), "model_fields_set", set())
        if own or not nested:
            lines += ["", f"[{name}]", *_entries(own, comments=open_keys)]
        for key, inner in nested.items():
            held = {field: value for field, value in inner.items() if value is not None}
            lines += ["", f"[{name}.{_key(key)}]", *_entries(held)]
    return "\n".join(lines) + "\n"


def _entries(values: Mapping[str, Any], *, comments: Collection[str] = ()) -> list[str]:
    return [f"{'# ' if key in comments else ''}{_key(key)} = {toml_value(value)}" for key, value in values.items()]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def toml_value(value: Any) -> str:  # noqa: ANN401 - whatever TOML can hold
    """A value as TOML writes it.

    Example:
        >>> toml_value(("a", 1, 0.5, True))
        '["a", 1, 0.5, true]'
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            return "{" + ", ".join(f"{_key(str(key))} = {toml_value(held)}" for key, held in value.items()) + "}"
    return repr(value) if isinstance(value, int | float) else _text(str(value))


def _text(value: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for one character that JSON leaves as it is."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
