"""What control items are made of: the outputs of each unit, and the texts that words may be taken from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
from adjudge.planning.controls.degraded import Damage, Damager, Donor, DonorPool
from adjudge.planning.controls.lengths import LENGTHS
from adjudge.planning.controls.pieces import without_spaces
from adjudge.planning.designs.design import DesignInput

#: The column of texts that holds a human translation that is not ranked.
_REFERENCE: Final = "reference"

Place = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Material:
    """Texts of a campaign, looked up by unit and by system.

    Args:
        given: units and their segments.
        texts: sources, outputs and references.
        lengths: table of how many words are damaged; None = what the campaign says.
    """

    given: DesignInput
    texts: Texts
    lengths: str | None = None

    @cached_property
    def places(self) -> dict[int, list[Place]]:
        """Document and segment of every segment of a unit, in order."""
        found: dict[int, list[Place]] = {}
        for row in self.given.segments.sort("unit", "place").iter_rows(named=True):
            found.setdefault(row["unit"], []).append((row["document"], row["segment"]))
        return found

    @cached_property
    def source(self) -> dict[Place, str]:
        """The source of every segment."""
        return self._column("source")

    @cached_property
    def outputs(self) -> dict[str, dict[Place, str]]:
        """The texts of every system and every reference by segment; those that are missing are empty."""
        return {name: self._column(name) for name in (*self.texts.systems, *self._plain_reference)}

    @property
    def _plain_reference(self) -> tuple[str, ...]:
        return (_REFERENCE,) if _REFERENCE in self.texts.frame.columns else ()

    def _column(self, name: str) -> dict[Place, str]:
        frame = self.texts.frame.select("document", "segment", name)
        return {(document, segment): text or "" for document, segment, text in frame.iter_rows()}

    @cached_property
    def references(self) -> tuple[str, ...]:
        """References, whatever they are for."""
        named = [name for name in self.given.campaign.references if name in self.outputs]
        return tuple(dict.fromkeys((*named, *self._plain_reference)))

    @cached_property
    def damager(self) -> Damager:
        """How texts are damaged here."""
        return Damager(LENGTHS[lengths_of(self.given.campaign, self.lengths)], characters=self._is_by_characters())

    def _is_by_characters(self) -> bool:
        script = self.given.campaign.controls.script
        if script != "auto":
            return script == "characters"
        return without_spaces(self.outputs[name][place] for place in self.source for name in sorted(self.outputs))

    @cached_property
    def _reference_pool(self) -> DonorPool:
        return self._pool(self.references)

    @cached_property
    def _own_pools(self) -> dict[str, DonorPool]:
        return {}

    def _pool(self, names: Iterable[str]) -> DonorPool:
        return DonorPool.of(
            (Donor(*place, text, self.source[place]) for name in names for place, text in self.outputs[name].items()),
            self.damager,
        )

    def _own_pool(self, system: str) -> DonorPool:
        if system not in self._own_pools:
            self._own_pools[system] = self._pool((system,))
        return self._own_pools[system]

    def shown(self, system: str, unit: int, length: int) -> Iterator[tuple[Place, str]]:
        """The first segments of a unit as a system translated them."""
        outputs = self.outputs[system]
        return ((place, outputs.get(place, "")) for place in self.places[unit][:length])

    def is_usable(self, system: str, unit: int, length: int) -> bool:
        """Whether a control copy would say anything: no text is empty or a copy of the source.

        Source: Knowles and Lo 2022, appendix C: damaged copies of a system that copied the source scored 0 like the
        system itself.
        """
        return all(
            text.strip() and text.strip().casefold() != self.source.get(place, "").strip().casefold()
            for place, text in self.shown(system, unit, length)
        )

    def damaged(self, system: str, place: Place, random: np.random.Generator) -> Damage | None:
        """A degraded copy of one output; None if there is none that differs enough.

        Words come from the references; without any, from what the same system wrote in other documents.
        """
        text = self.outputs[system].get(place, "")
        others = tuple(self.outputs[name].get(place, "") for name in self.references if name != system)
        donors, elsewhere = self._donors(system)
        return self.damager.damage(text, donors, self._here(place, text), random, others, elsewhere=elsewhere)

    def _donors(self, system: str) -> tuple[DonorPool, bool]:
        """Where words come from, and whether from other documents only."""
        referenced = bool(self._reference_pool.donors)
        return (self._reference_pool if referenced else self._own_pool(system)), not referenced

    def _here(self, place: Place, text: str) -> Donor:
        return Donor(*place, text, self.source.get(place, ""))

    def has_words(self, system: str, unit: int, length: int) -> bool:
        """Whether there are words at all that could come into each of the first segments of a unit."""
        donors, elsewhere = self._donors(system)
        return all(
            donors.allowed(self._here(place, text), (text,), elsewhere=elsewhere).longest
            for place, text in self.shown(system, unit, length)
        )

    def damaged_unit(
        self, system: str, unit: int, length: int, random: np.random.Generator
    ) -> tuple[Damage, ...] | None:
        """Degraded copies of the first segments of a unit; None if one of them cannot be made."""
        made = []
        for place in self.places[unit][:length]:
            damage = self.damaged(system, place, random)
            if damage is None:
                return None
            made.append(damage)
        return tuple(made)


def lengths_of(campaign: Campaign, design: str | None) -> str:
    """The table of lengths: the campaign's if it names one, else that of the design, else the default."""
    if "lengths" in campaign.controls.model_fields_set or design is None:
        return campaign.controls.lengths
    return design
