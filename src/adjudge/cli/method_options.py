"""Which methods for comparisons know which options: an option that no chosen method knows is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from adjudge.ranking.comparisons.settings import ComparisonSettings

_MODELS: Final = ("bradley-terry", "davidson", "rao-kupper")
#: By the name of the parameter; every method knows the others.
KNOWN_BY: Final[dict[str, tuple[str, ...]]] = {
    "covariates": _MODELS,
    "bootstrap": _MODELS,
    "time_limit": ("mfas",),
    "runs": ("trueskill",),
}
#: Likewise: methods that do not know an option which all others know.
UNKNOWN_TO: Final[dict[str, tuple[str, ...]]] = {"unit": ("annotator-bradley-terry",)}
#: What the rule `recommended` may pick.
_PICKED: Final = ("davidson", "mfas")


def require_known(methods: Sequence[str], given: Mapping[str, str]) -> None:
    """Refuse unknown methods, and options that none of the methods knows.

    Args:
        methods: names as typed.
        given: options as typed, by the name of their parameter.

    Raises:
        AdjudgeError: AJ033 if there is no such method.
        click.UsageError: if an option would be without effect.
    """
    from adjudge.ranking.comparisons.registry import RECOMMENDED, find_method

    for method in methods:
        if method != RECOMMENDED:
            find_method(method)
    for name in (*KNOWN_BY, *UNKNOWN_TO):
        if name in given and not any(_knows(method, name) for method in methods):
            have = "has" if len(methods) == 1 else "have"
            owners = ", ".join(KNOWN_BY.get(name, ["the other methods"]))
            msg = f"{' and '.join(methods)} {have} no {given[name]}; it belongs to {owners}"
            raise click.UsageError(msg)


def _knows(method: str, option: str) -> bool:
    from adjudge.ranking.comparisons.registry import RECOMMENDED

    names = set(_PICKED if method == RECOMMENDED else (method,))
    if option in KNOWN_BY:
        return bool(names & set(KNOWN_BY[option]))
    return not names & set(UNKNOWN_TO[option])


def settings_of(method: str, settings: ComparisonSettings) -> ComparisonSettings:
    """The settings without those that belong to another one of several methods, which this one would refuse."""
    if not _knows(method, "bootstrap"):
        settings = replace(settings, bootstrap=0)
    return settings if _knows(method, "covariates") else replace(settings, covariates=())
