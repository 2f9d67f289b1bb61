"""Degraded texts: a run of words is replaced by as many words of another segment, so that only readers notice."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from adjudge.planning.controls.edit_distance import edit_distance
from adjudge.planning.controls.lengths import Lengths
from adjudge.planning.controls.pieces import Piece, pieces_of, written

#: Donors and places that are tried before a text counts as one that cannot be damaged.
_TRIES: Final = 40
_BLANKS: Final = re.compile(r"\s+")


@dataclass(frozen=True)
class Donor:
    """A text that words are taken from.

    Args:
        document: where it is.
        segment: likewise.
        text: the text.
        source: what it translates.
    """

    document: str
    segment: str
    text: str
    source: str


@dataclass(frozen=True)
class Damage:
    """A degraded text.

    Args:
        text: the new text.
        start: first code point of what came in.
        end: first code point after it.
        replaced: what was taken out: the old text is `text[:start] + replaced + text[end:]`.
        donor: where the words come from.
    """

    text: str
    start: int
    end: int
    replaced: str
    donor: Donor


@dataclass(frozen=True, eq=False)
class Damager:
    """How texts are damaged in a campaign.

    Args:
        lengths: how many words, and where.
        characters: whether characters are damaged in place of words.
    """

    lengths: Lengths
    characters: bool = False

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """The words or characters of a text."""
        return pieces_of(text, characters=self.characters)

    def damage(
        self,
        text: str,
        donors: DonorPool,
        place: Donor,
        random: np.random.Generator,
        others: Sequence[str] = (),
        *,
        elsewhere: bool = False,
    ) -> Damage | None:
        """A degraded text; None if no donor changes it enough.

        As many words as are replaced must differ, by edit distance and without regard to case, both from the text
        itself and from each reference of the segment: a damage that restores the reference is none.

        Args:
            text: what is damaged.
            donors: where words come from.
            place: the segment itself; donors of the same segment, text or source are not used.
            random: random numbers.
            others: the references of the segment.
            elsewhere: whether words come from other documents only.
        """
        pieces = self.pieces(text)
        allowed = donors.allowed(place, (text, *others), elsewhere=elsewhere)
        size = min(self.lengths.damaged(len(pieces), doubled=self.characters), allowed.longest)
        if size == 0:
            return None
        references = [written(other, self.pieces(other)) for other in others if other]
        starts = self.lengths.starts(len(pieces), size)
        for _ in range(_TRIES):
            donor = allowed.draw(size, random)
            if donor is None:
                continue
            first = starts[int(random.integers(len(starts)))]
            made = self._replaced(text, pieces[first : first + size], donor, random, whole=size == len(pieces))
            new = written(made.text, self.pieces(made.text))
            old = written(text, pieces)
            if all(edit_distance(other, new) >= size for other in (old, *references)):
                return made
        return None

    def _replaced(
        self, text: str, out: Sequence[Piece], donor: Donor, random: np.random.Generator, *, whole: bool
    ) -> Damage:
        size = len(out)
        pieces = self.pieces(donor.text)
        inside = range(1, len(pieces) - size)
        at = inside if self.lengths.inner and len(inside) > 0 else range(max(1, len(pieces) - size + 1))
        first = at[int(random.integers(len(at)))]
        words = _BLANKS.sub(" ", donor.text[pieces[first][0] : pieces[first + size - 1][1]])
        if self.lengths.inner and not self.characters:
            head, blank, rest = words.partition(" ")
            words = (head[:1].upper() + head[1:] if whole else head.lower()) + blank + rest
        start, end = out[0][0], out[-1][1]
        return Damage(text[:start] + words + text[end:], start, start + len(words), text[start:end], donor)


@dataclass(frozen=True, eq=False)
class DonorPool:
    """Texts that words are taken from, the shortest first.

    Args:
        donors: the texts.
        sizes: how many pieces each has, rising.
    """

    donors: tuple[Donor, ...]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, donors: Iterable[Donor], damager: Damager) -> DonorPool:
        """A pool; texts without a word are left out."""
        sized = [(len(damager.pieces(donor.text)), donor) for donor in donors]
        kept = sorted((pair for pair in sized if pair[0] > 0), key=lambda pair: pair[0])
        return cls(tuple(donor for _, donor in kept), tuple(size for size, _ in kept))

    def allowed(self, place: Donor, texts: Sequence[str], *, elsewhere: bool = False) -> AllowedDonors:
        """Those that may be used for one segment; if `elsewhere` only those of other documents."""
        own = self._of_document.get(place.document, []) if elsewhere else []
        return AllowedDonors(self, place, frozenset(_plain(text) for text in texts), own)

    @cached_property
    def _of_document(self) -> dict[str, list[int]]:
        """Where the donors of each document stand."""
        found: dict[str, list[int]] = {}
        for place, donor in enumerate(self.donors):
            found.setdefault(donor.document, []).append(place)
        return found

    @cached_property
    def plain(self) -> list[tuple[str, str]]:
        """Text and source of every donor, in one spelling."""
        return [(_plain(donor.text), _plain(donor.source)) for donor in self.donors]


@dataclass(frozen=True, eq=False)
class AllowedDonors:
    """The donors of a pool that are neither the segment itself nor the same text.

    Args:
        pool: all donors.
        place: the segment that is damaged.
        texts: its texts, in one spelling.
        left_out: where donors stand in the pool that are never drawn, rising.
    """

    pool: DonorPool
    place: Donor
    texts: frozenset[str]
    left_out: Sequence[int] = ()

    def _is_allowed(self, number: int) -> bool:
        donor = self.pool.donors[number]
        if (donor.document, donor.segment) == (self.place.document, self.place.segment):
            return False
        text, source = self.pool.plain[number]
        return not (source and source == self._source) and text not in self.texts

    @cached_property
    def _source(self) -> str:
        return _plain(self.place.source)

    @cached_property
    def longest(self) -> int:
        """Pieces of the longest; 0 if there is none."""
        never = set(self.left_out)
        numbers = reversed(range(len(self.pool.donors)))
        return next((self.pool.sizes[n] for n in numbers if n not in never and self._is_allowed(n)), 0)

    def draw(self, size: int, random: np.random.Generator) -> Donor | None:
        """One of at least this size; None if the one that was drawn is not allowed."""
        first = bisect_right(self.pool.sizes, size - 1)
        never = self.left_out[bisect_left(self.left_out, first) :]
        number = first + int(random.integers(len(self.pool.donors) - first - len(never)))
        for place in never:  # rising: each one at or before the number moves it by one
            if place > number:
                break
            number += 1
        return self.pool.donors[number] if self._is_allowed(number) else None


def _plain(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().casefold()
