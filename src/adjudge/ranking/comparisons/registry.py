"""The methods for comparisons, in the order of lists: adding one is one line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.registry import Registry
from adjudge.ranking.comparisons.catalogue import NO_SUCH_METHOD, NOT_A_METHOD, NOT_TAKEN
from adjudge.ranking.comparisons.method import COMMON_SETTINGS, Method
from adjudge.ranking.comparisons.methods import (
    annotator_reliability,
    counting,
    mfas,
    recommended,
    strength_models,
    trueskill,
)
from adjudge.ranking.comparisons.settings import ComparisonSettings

#: The default: a rule over the comparisons at hand that picks one of the methods, and says which and why.
RECOMMENDED: Final = recommended.NAME

METHODS: Final[Registry[Method]] = Registry(
    NO_SUCH_METHOD,
    (
        *counting.METHODS,
        mfas.METHOD,
        *strength_models.METHODS,
        annotator_reliability.METHOD,
        trueskill.METHOD,
    ),
)


def find_method(name: object) -> Method:
    """The method of this name.

    Raises:
        UsageError: AJ033 if there is none.
    """
    if not isinstance(name, str):
        raise NOT_A_METHOD(value=name)
    return METHODS.find(name, also=(RECOMMENDED,))


def method_titles() -> dict[str, str]:
    """One line for every method with its source, and for the rule that picks one."""
    return {RECOMMENDED: recommended.TITLE} | {
        name: f"{method.title} ({method.source})" for name, method in METHODS.items()
    }


def require_taken(methods: Sequence[str], settings: ComparisonSettings) -> None:
    """Refuse unknown methods, and settings that none of the methods takes.

    Args:
        methods: names; `recommended` takes what the methods take that it may pick.
        settings: the choices that were made.

    Raises:
        UsageError: AJ033 if there is no such method, AJ040 if a setting would have no effect.
    """
    taken = {name for method in methods for name in _taken_by(method)}
    for name in settings.given:
        if name not in taken:
            owners = [method.name for method in METHODS.values() if name in method.takes]
            raise NOT_TAKEN(
                methods=list(methods), _methods=" and ".join(methods), setting=name, owners=", ".join(owners)
            )


def settings_for(method: str, settings: ComparisonSettings) -> ComparisonSettings:
    """The settings that a method takes, without those that are meant for other methods ranked beside it."""
    return settings.only(_taken_by(method))


def _taken_by(method: object) -> tuple[str, ...]:
    if method == RECOMMENDED:
        return (*COMMON_SETTINGS, *(name for picked in recommended.PICKED for name in picked.takes))
    return find_method(method).settings
