"""Arguments of the Python interface, checked before anything is computed: a wrong type is refused in words.

The command line has its own checks of what is typed; these are for calls from Python, where a text in the place of a
list is a list of letters, and a number in the place of a text fails far away from the mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any, Final

from adjudge.core.problems import BAD_OPTION

#: Random draws, runs and replicates. The error of a share over a million draws is 0.0005 at most.
MOST_DRAWS: Final = 1_000_000

WRONG_ARGUMENT: Final = BAD_OPTION.variant(
    "`{name}=` is {value:quoted}",
    expected="{expected}",
    todo="{todo}",
)
TOO_MANY: Final = BAD_OPTION.variant(
    "`{name}=` is {number}",
    expected="at most {most:,}",
    todo="choose a smaller number; more would change nothing that one can see",
)


def require_seed(seed: object) -> int:
    """A whole number, zero or more (AJ040)."""
    if isinstance(seed, bool) or not isinstance(seed, Integral) or int(seed) < 0:
        expected = "a whole number, zero or more"
        raise WRONG_ARGUMENT(name="seed", value=seed, expected=expected, todo="choose another seed")
    return int(seed)


def require_text(name: str, value: object, *, example: str) -> None:
    """A text, or nothing (AJ040).

    Args:
        name: of the argument.
        value: what was given.
        example: how it is written.
    """
    if value is not None and not isinstance(value, str):
        raise WRONG_ARGUMENT(
            name=name, value=value, expected=f"a text such as {example!r}", todo=f'write `{name}="{example}"`'
        )


def require_names(name: str, values: object) -> tuple[str, ...]:
    """Names in a list (AJ040): a single text would be taken for a list of its letters.

    Args:
        name: of the argument.
        values: what was given.
    """
    if isinstance(values, str):
        raise WRONG_ARGUMENT(name=name, value=values, expected="a list of names", todo=f'write `{name}=["{values}"]`')
    given = tuple(values) if isinstance(values, Iterable) and not isinstance(values, Mapping | bytes) else (values,)
    if not all(isinstance(one, str) for one in given):
        raise WRONG_ARGUMENT(
            name=name, value=values, expected="a list of names", todo=f'write `{name}=["NAME", "NAME"]`'
        )
    return given


def require_number(name: str, value: object) -> None:
    """A number, or nothing (AJ040)."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
        raise WRONG_ARGUMENT(name=name, value=value, expected="a number", todo=f"leave `{name}=` out, or give a number")


def require_whole_number(
    name: str,
    value: Any,  # noqa: ANN401 - what was given
    *,
    most: int = MOST_DRAWS,
    least: int | None = None,
) -> None:
    """A whole number that is not absurd, or nothing (AJ040).

    Args:
        name: of the argument.
        value: what was given.
        most: the largest that is taken.
        least: the smallest that is taken; who calls knows it if left out.
    """
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise WRONG_ARGUMENT(
            name=name, value=value, expected="a whole number", todo=f"leave `{name}=` out, or give a whole number"
        )
    if least is not None and int(value) < least:
        raise WRONG_ARGUMENT(name=name, value=value, expected=f"at least {least}", todo=f"leave `{name}=` out")
    if int(value) > most:
        raise TOO_MANY(name=name, number=f"{int(value):,}" if int(value) < 10**15 else f"{int(value):.3g}", most=most)
