"""The form of every finding and every error: a code, a sentence as a template over its numbers, and what to do.

Each stage keeps its entries in one module called `catalogue`; the page `docs/reference/codes.md` is generated from
them. A code is never used again for something else. Sentences name options the way Python does, in backticks:
`` `method="mfas"` ``; the command line spells them `--method mfas` (`adjudge.cli.spelling`).

Templates are those of `str.format`, with these additions:

- `{rows:count row}` is a number with its noun, `1 row` or `1,234 rows`; `{n:count entry/entries}` names the plural; of
  a list its length is counted;
- `{n:is/are}` is one of two words, by a number or by the length of a list;
- `{names:names}` lists three names, `{names:names 8}` eight, and says how many more there are; `{pairs:pairs over}`
  lists pairs as `a over b`; `{groups:groups}` lists groups as `{a, b}; {c}`;
- `{value:quoted}` is a value in quotes, cut if it is long; `{value:exact}` is a number that a user gave, with all its
  digits; `{value:figure}` a computed one with thousands and two decimals at most; `{place:ordinal}` is `second`;
- a part in square brackets is left out if one of its values is missing, empty or False; `[[` is a bracket.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudge.core.errors import AdjudgeError, InputError, Problem
from adjudge.core.findings import Finding, Severity

_NAMES: Final = 3
_LONGEST_VALUE: Final = 60
#: Groups that are listed, and names of each.
_GROUPS: Final = 5


@dataclass(frozen=True)
class FindingEntry:
    """One kind of finding.

    Args:
        code: stable identifier, `AJ` and three digits.
        severity: `error`, `warning` or `note`; a finding may be raised or lowered where the numbers ask for it.
        title: what it is about, one line for lists and the documentation.
        text: template of the sentence.
        source: paper and section the rule comes from, if any.
        todo: template of what to do about it, if anything.
        needs: what the data must hold for it to be looked for.
    """

    code: str
    severity: Severity
    title: str
    text: str
    source: str | None = None
    todo: str | None = None
    needs: str = ""

    def __call__(self, *, severity: Severity | None = None, **numbers: Any) -> Finding:  # noqa: ANN401
        """The finding with its numbers.

        Args:
            severity: another one than usual.
            **numbers: the figures behind the sentence. Names that begin with `_` are words of the sentence only.
        """
        return Finding(
            code=self.code,
            severity=severity or self.severity,
            text=fill(self.text, numbers),
            numbers={name: value for name, value in numbers.items() if not name.startswith("_")},
            source=self.source,
            todo=(fill(self.todo, numbers) or None) if self.todo else None,
        )

    def variant(self, text: str, **changes: Any) -> FindingEntry:  # noqa: ANN401
        """Another sentence under the same code."""
        return replace(self, text=text, **changes)


@dataclass(frozen=True)
class ErrorEntry:
    """One kind of error.

    Args:
        code: stable identifier, `AJ` and three digits.
        title: what it is about, one line for the documentation.
        what: template: what is wrong, with the value and its place.
        expected: template: what should have been there.
        todo: template: an edit or an option that helps.
        count: template: how many rows, lines or files are concerned, where there is anything to count.
        error: the class that is raised.
    """

    code: str
    title: str
    what: str
    expected: str
    todo: str
    count: str | None = None
    error: type[AdjudgeError] = InputError

    def problem(self, **values: Any) -> Problem:  # noqa: ANN401
        """The problem with its values."""
        return Problem(
            code=self.code,
            what=fill(self.what, values),
            expected=fill(self.expected, values),
            todo=fill(self.todo, values),
            count=(fill(self.count, values) or None) if self.count else None,
        )

    def __call__(self, **values: Any) -> AdjudgeError:  # noqa: ANN401
        """The error to be raised: `raise NO_ROWS(source=...)`."""
        return self.error(self.problem(**values))

    def variant(self, what: str, **changes: Any) -> ErrorEntry:  # noqa: ANN401
        """Another sentence under the same code."""
        return replace(self, what=what, **changes)


Entry = FindingEntry | ErrorEntry


def fill(template: str, values: Mapping[str, Any]) -> str:
    """A template with its values.

    Raises:
        KeyError: if a value is missing outside of square brackets.

    Example:
        >>> fill("{rows:count row} left out[ of {source}].", {"rows": 2, "source": None})
        '2 rows left out.'
    """
    parts, outside = [], True
    for piece in _pieces(template):
        shown = outside or _is_complete(piece, values)
        parts.append(_FORMATTER.vformat(piece, (), values) if shown else "")
        outside = not outside
    return "".join(parts)


def _pieces(template: str) -> list[str]:
    """Text outside and inside of square brackets, by turns."""
    hidden = template.replace("[[", "\0").replace("]]", "\1")
    pieces = [piece for part in hidden.split("[") for piece in part.split("]")]
    return [piece.replace("\0", "[").replace("\1", "]") for piece in pieces]


def _is_complete(piece: str, values: Mapping[str, Any]) -> bool:
    names = [name for _, name, _, _ in string.Formatter().parse(piece) if name]
    held = [values.get(name) for name in names]
    return all(not _is_empty(value) for value in held)


def _is_empty(value: object) -> bool:
    return value is None or value is False or (isinstance(value, Collection) and len(value) == 0)


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401
        word, _, rest = format_spec.partition(" ")
        if word == "count":
            return counted(_size(value), rest)
        if word == "names":
            return listed([str(name) for name in value], int(rest or _NAMES))
        if word == "pairs":
            return listed([f"{a} {rest} {b}" for a, b in value], _NAMES)
        if word in _SHOWN:
            return _SHOWN[word](value)
        if "/" in format_spec:
            one, many = format_spec.split("/")
            return one if _size(value) == 1 else many
        return str(super().format_field(value, format_spec))


_FORMATTER: Final = _Formatter()


def _size(value: Any) -> int:  # noqa: ANN401
    return len(value) if isinstance(value, Collection) else int(value)


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 row`, `1,234 rows`; `entry/entries` names the plural."""
    one, _, many = noun.partition("/")
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(names: Sequence[str], most: int = _NAMES) -> str:
    """The first names, and how many more there are.

    Example:
        >>> listed(["a", "b", "c", "d", "e"])
        'a, b, c and 2 more'
    """
    if len(names) <= most + 1:  # "and 1 more" is no shorter than the name
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most:,} more"


def grouped(groups: Sequence[Sequence[str]]) -> str:
    """The first groups with their first names.

    Example:
        >>> grouped([["a", "b"], ["c"]])
        '{a, b}; {c}'
    """
    shown = [f"{', '.join(names[:_GROUPS])}{', ...' if len(names) > _GROUPS else ''}" for names in groups[:_GROUPS]]
    return "; ".join(f"{{{names}}}" for names in shown) + ("; ..." if len(groups) > _GROUPS else "")


def exact(value: float) -> str:
    """A number with all its digits and no more: `100`, `100.0001`, `1e+300`; what was typed can be found again.

    Example:
        >>> exact(100.0), exact(100.0001), exact(-0.5)
        ('100', '100.0001', '-0.5')
    """
    return str(value) if isinstance(value, int) else repr(float(value)).removesuffix(".0")


def figure(value: float) -> str:
    """A computed number with two decimals at most: `1,234,567`, `0.5`."""
    return f"{round(value, 2):,.12g}"


def ordinal(place: int) -> str:
    """A place in words as far as they are short: `second`, `12th`.

    Example:
        >>> ordinal(3), ordinal(12), ordinal(21), ordinal(22), ordinal(113)
        ('third', '12th', '21st', '22nd', '113th')
    """
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if 1 <= place <= len(words):
        return words[place - 1]
    ending = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def quoted(value: object) -> str:
    """A value in quotes, cut so that a message stays a message."""
    text = str(value)
    return repr(text) if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]!r}... ({len(text):,} characters)"


#: Forms of a single value.
_SHOWN: Final[dict[str, Callable[[Any], str]]] = {
    "quoted": quoted,
    "exact": exact,
    "figure": figure,
    "groups": grouped,
    "ordinal": ordinal,
}
