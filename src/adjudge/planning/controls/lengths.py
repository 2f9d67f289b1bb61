"""How many words of a text are damaged: the tables of the two published builders.

`graham` (the builder of direct assessment, Graham et al.) takes out at the ends of a text nothing, `wmt22` (the builder
of WMT20 to WMT22) may take the first word but never the last. Both papers say that as many words come in as go out.
The code of `graham` fills 6 words in from 28 words on, where 7 and more go out; here as many come in as go out.
The code of `wmt22` takes 2 of a text of one word; here no more words than there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

#: Longest text of each row, and the words that are damaged.
_WMT22: Final = ((5, 2), (8, 3), (15, 4), (20, 5))
_GRAHAM: Final = ((3, 1), (5, 2), (7, 3), (14, 4), (19, 5))


@dataclass(frozen=True)
class Lengths:
    """A table of a published builder.

    Args:
        name: as campaign files take it.
        source: where the table comes from.
        words: words of a text to words that are damaged, as published.
        starts: words of a text and how many are damaged, to the places where the damage may start.
        inner: whether words come from the inside of another text, not its first or last word; the first of them is
            then written in lower case, or with a capital if it replaces a whole text.
    """

    name: str
    source: str
    words: Callable[[int], int]
    starts: Callable[[int, int], range]
    inner: bool

    def damaged(self, length: int, *, doubled: bool = False) -> int:
        """How many words, or characters if `doubled`, of a text of this length are damaged; never more than it has.

        Example:
            >>> LENGTHS["wmt22"].damaged(12), LENGTHS["graham"].damaged(25), LENGTHS["wmt22"].damaged(12, doubled=True)
            (4, 6, 8)
        """
        return min(length, self.words(length) * (2 if doubled else 1))


def _wmt22_words(length: int) -> int:
    return next((words for longest, words in _WMT22 if length <= longest), 6)


def _wmt22_starts(length: int, damaged: int) -> range:
    """From the first word on, so that the last is never damaged; a text that is damaged as a whole starts at 0."""
    return range(max(1, length - damaged))


def _graham_words(length: int) -> int:
    if length == 4:
        return 2
    return next((words for longest, words in _GRAHAM if length <= longest), length // 4)


def _graham_starts(length: int, damaged: int) -> range:
    """Neither the first nor the last word; of two words the second, of four the two in the middle."""
    if length <= damaged:
        return range(1)
    return range(1, max(2, length - damaged))


LENGTHS: Final = {
    "wmt22": Lengths("wmt22", "builder of WMT22 (Kocmi et al. 2022)", _wmt22_words, _wmt22_starts, inner=False),
    "graham": Lengths("graham", "builder of Graham et al. 2016", _graham_words, _graham_starts, inner=True),
}
