"""How many control items are owed, and which kind is due: a debt that sessions hand on to each other.

Copies are whole texts, and a session's share is often less than one: so a copy comes when half a text is owed, of
whatever kind, and what is too much or too little then is left to the sessions that follow. Kinds take turns where a
session gets one copy, and so do annotators: who has had their share waits until a whole text is owed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from adjudge.core.findings import Finding
from adjudge.planning.controls import catalogue

#: The keys of a campaign file, by the kind of the items.
KEYS: Final = {"degraded": "degraded", "repeat": "repeats", "reference": "references"}
_ROUNDING: Final = 1e-9


@dataclass(eq=False)
class Quota:
    """What is owed after each session.

    A kind is given only where it is owed, so it never has more than a text beyond what was asked for. Where all copies
    that are due can be placed, less than a text of all kinds together is owed in the end.

    Args:
        shares: of all items, by kind.
        typical: items of a copy in the mean.
        asked: items so far if shares were met exactly, by kind.
        given: items that were placed, by kind.
        full: in how many sessions a copy was due for which there was no room, by kind.
        near: in how many nothing was left to be copied, by kind.
        unmade: in how many no copy could be made of what was left, by kind.
    """

    shares: dict[str, float]
    typical: float
    asked: dict[str, float] = field(default_factory=dict)
    given: Counter[str] = field(default_factory=Counter)
    full: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    unmade: Counter[str] = field(default_factory=Counter)
    _own: dict[str, dict[str, float]] = field(default_factory=dict)

    def ask(self, who: str, counting: int) -> None:
        """Owe what belongs to these counting items of an annotator."""
        total = counting / (1 - sum(self.shares.values()))
        own = self._own.setdefault(who, {})
        for kind, share in self.shares.items():
            self.asked[kind] = self.asked.get(kind, 0.0) + share * total
            own[kind] = own.get(kind, 0.0) + share * total

    def due(self, who: str, kinds: Collection[str]) -> str | None:
        """The kind of the next copy for an annotator, the one that they are owed most; None if nothing is due.

        Args:
            who: the annotator.
            kinds: those that can still be placed, in order.
        """
        owed = {kind: self.asked[kind] - self.given[kind] for kind in kinds}
        own = self._own[who]
        total, share = sum(owed.values()), sum(own[kind] for kind in kinds)
        needed = self.typical / 2 if share > _ROUNDING else self.typical
        if not owed or total < needed - _ROUNDING:
            return None
        least = max(0.0, max(owed.values()) - self.typical / 2) - _ROUNDING
        choice = [kind for kind in kinds if owed[kind] >= least]
        return max(choice, key=lambda kind: (round(own[kind], 6), round(owed[kind], 6)))

    def give(self, who: str, kind: str, items: int) -> None:
        """Count a copy that was placed."""
        self.given[kind] += items
        self._own[who][kind] -= items

    def findings(self, distance: int, *, wordless: bool = False) -> Iterator[Finding]:
        """How far every kind is from what was asked for: what could not be placed, and what whole texts leave over.

        Args:
            distance: fewest items between a copy and its original.
            wordless: whether degraded copies are missing only because there are no other words to take.
        """
        others = {}
        for kind in self.shares:
            asked, found = self.asked.get(kind, 0.0), self.given[kind]
            wanted, blocked = round(asked), self.full[kind] + self.near[kind] + self.unmade[kind] > 0
            if blocked and asked - found >= max(1.0, self.typical / 2) - _ROUNDING:
                yield self._missed(kind, wanted, distance, wordless=wordless)
            elif wanted and not found:
                yield catalogue.NONE_DUE(wanted=wanted, kind=kind, typical=round(self.typical), key=KEYS[kind])
            elif found != wanted:
                others[kind] = (found, wanted)
        if others:
            yield _not_exactly(others)

    def _missed(self, kind: str, wanted: int, distance: int, *, wordless: bool) -> Finding:
        """Why items of a kind are missing."""
        found = self.given[kind]
        if wordless and self.unmade[kind] and kind == "degraded":
            return catalogue.NO_OTHER_WORDS(wanted=wanted, found=found, kind=kind)
        return catalogue.SHARES_MISSED(
            wanted=wanted,
            found=found,
            kind=kind,
            full=self.full[kind] or None,
            near=self.near[kind] or None,
            unmade=self.unmade[kind] or None,
            distance=distance,
            key=KEYS[kind],
        )


#: What items of a kind are called, several of them.
_NOUNS: Final = {"degraded": "degraded items", "repeat": "repeats", "reference": "references"}


def _not_exactly(others: dict[str, tuple[int, int]]) -> Finding:
    """What there is and what was asked for, by kind."""
    return catalogue.NOT_EXACTLY(
        kinds=list(others),
        found=[found for found, _ in others.values()],
        wanted=[wanted for _, wanted in others.values()],
        _kinds=", ".join(
            f"{found:,} {_NOUNS[kind]} ({wanted:,} were asked for)" for kind, (found, wanted) in others.items()
        ),
    )
