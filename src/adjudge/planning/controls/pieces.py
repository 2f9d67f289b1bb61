"""Texts as the pieces that are damaged: words, or characters for scripts that write no spaces between words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

import polars as pl

from adjudge.planning.sampling.words import UNSPACED

_WORD: Final = re.compile(r"\S+")
#: A word of other scripts.
_LETTERS: Final = r"\p{L}+"
#: So many texts are looked at: enough to know the script of a language.
_LOOKED_AT: Final = 2_000
_ZERO_WIDTH_JOINER: Final = "\u200d"

Piece = tuple[int, int]


def without_spaces(texts: Iterable[str]) -> bool:
    """Whether most of the texts is in scripts that write no spaces: more of their letters than words of others.

    Example:
        >>> without_spaces(["猫が好きです。"]), without_spaces(["고양이를 좋아해요."]), without_spaces(["A cat."])
        (True, False, False)
    """
    looked_at = pl.Series(list(islice(texts, _LOOKED_AT)), dtype=pl.String)
    letters = looked_at.str.count_matches(UNSPACED).sum()
    return bool(letters > looked_at.str.replace_all(UNSPACED, " ").str.count_matches(_LETTERS).sum())


@lru_cache(maxsize=1 << 17)
def pieces_of(text: str, *, characters: bool) -> tuple[Piece, ...]:
    r"""Where the pieces of a text are, in code points, half open; blanks belong to none.

    A character is a letter with its marks, so that no mark comes to stand over another letter.

    Example:
        >>> pieces_of("two words", characters=False), pieces_of("e\u0301 x", characters=True)
        (((0, 3), (4, 9)), ((0, 2), (3, 4)))
    """
    if not characters:
        return tuple(found.span() for found in _WORD.finditer(text))
    starts: list[int] = []
    ends: list[int] = []
    for place, character in enumerate(text):
        if character.isspace():
            continue
        if ends and ends[-1] == place and _belongs_to(character, text[place - 1]):
            ends[-1] = place + 1
        else:
            starts.append(place)
            ends.append(place + 1)
    return tuple(zip(starts, ends, strict=True))


def _belongs_to(character: str, before: str) -> bool:
    joined = _ZERO_WIDTH_JOINER in {character, before}
    return joined or unicodedata.category(character).startswith("M")


def written(text: str, pieces: Sequence[Piece]) -> list[str]:
    """The pieces themselves, without regard to case: a capital is no difference that must be noticed."""
    return [text[start:end].casefold() for start, end in pieces]
