"""How long control copies may be: what sessions have room for beside the judgements that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from adjudge.core.findings import Finding
from adjudge.planning.controls import catalogue
from adjudge.planning.designs.showings import Session, Showing

#: So many copies of long texts, or more, are missing if chance does not explain it: fewer than 1 in 20 draws have none.
_EXPECTED: Final = 3.0

#: From this share of the showings on, many are longer than any copy.
_MANY: Final = 0.1


def length_class(length: int) -> int:
    """Texts of about the same length: 1, 2 to 3, 4 to 7 segments, and so on.

    Example:
        >>> [length_class(length) for length in (1, 2, 3, 4, 7, 8)]
        [1, 2, 2, 3, 3, 4]
    """
    return length.bit_length()


@dataclass(frozen=True, eq=False)
class Rooms:
    """The rooms that a design leaves for control copies.

    A copy is a whole text: a text that is cut is told from one that counts without reading it. Only if no session has
    room for even the shortest text are copies cut, because otherwise there were none.

    Args:
        sessions: with the showings that count.
        most: items of a session.
    """

    sessions: Sequence[Session]
    most: int

    @cached_property
    def counting(self) -> list[int]:
        """The length of every showing that counts."""
        return [showing.items for session in self.sessions for showing in session.showings if showing.counts]

    @cached_property
    def shown(self) -> Counter[int]:
        """How many showings that count are in each class of length."""
        return Counter(map(length_class, self.counting))

    @cached_property
    def widest(self) -> int:
        """The most items that any session has room for."""
        held = (session for session in self.sessions if any(showing.counts for showing in session.showings))
        return max((self.most - session.items for session in held), default=0)

    @cached_property
    def cut(self) -> bool:
        """Whether copies must be cut."""
        return self.widest < min(self.counting, default=0)

    @cached_property
    def typical(self) -> float:
        """Items of a copy in the mean."""
        whole = [length for length in self.counting if length <= self.widest]
        return sum(whole) / len(whole) if whole else float(max(1, self.widest))

    def length(self, original: Showing, room: int) -> int:
        """How many segments of a text a copy has; 0 if there is no room for one."""
        return original.length if original.length <= room else max(0, room) * self.cut

    def findings(self, copies: Sequence[Showing]) -> Iterator[Finding]:
        """What the lengths of whole copies tell about them; the certificate counts those that are cut.

        Args:
            copies: those that were made.
        """
        longest = max((copy.length for copy in copies), default=0)
        longer = sum(length > longest for length in self.counting)
        if not self.cut and longer * len(copies) >= _EXPECTED * len(self.counting):
            yield catalogue.NO_LONG_COPIES(
                severity="warning" if longer > _MANY * len(self.counting) else "note",
                longer=longer,
                showings=len(self.counting),
                longest=longest,
            )
