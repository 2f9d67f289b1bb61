"""Names in a text that is still to be spelled or escaped: they are set aside and put back as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.ranking.result import RankingResult
from adjudge.reporting.printed_tables import printable
from adjudge.scoring.weights.built_in import WEIGHTS

AnyRanking = TypeVar("AnyRanking", bound=RankingResult)
#: Files and paths, such as `scores.csv.gz` before a colon.
_FILE: Final = re.compile(r"[^\s,;:()]*\w[./\\_][\w][^\s,;:()]*")
_PLACE: Final = re.compile("⟦(\\d+)⟧")


@dataclass
class KeptNames:
    """Names, each with the number of the mark that stands for it in a text."""

    numbers: dict[str, int] = field(default_factory=dict)

    def keep(self, name: str) -> str:
        """A mark for a name."""
        return f"⟦{self.numbers.setdefault(name, len(self.numbers))}⟧"

    def keep_in(self, ranking: AnyRanking) -> AnyRanking:
        """The ranking with marks for the names of systems, wherever our sentences take them from."""
        systems = tuple(replace(one, system=self.keep(one.system)) for one in ranking.systems)
        settings = dict(ranking.settings)
        if settings.get("where"):
            settings["where"] = [self.keep(condition) for condition in settings["where"]]
        if settings.get("weights") and settings["weights"] not in WEIGHTS:
            settings["weights"] = self.keep(settings["weights"])
        if settings.get("recipe"):
            settings["recipe"] = self._recipe(settings["recipe"])
        return replace(ranking, systems=systems, settings=settings)

    def _recipe(self, recipe: Mapping[str, Any]) -> dict[str, Any]:
        clusters, standardise = recipe["clusters"], recipe["standardise"]
        anchor = standardise["anchor"] and self.keep(standardise["anchor"])
        return {
            **recipe,
            "name": recipe["name"] if recipe["name"] == RECOMMENDED else self.keep(recipe["name"]),
            "clusters": {**clusters, "hide": [self.keep(name) for name in clusters["hide"]]},
            "standardise": {**standardise, "anchor": anchor},
        }

    def sentence(self, finding: Finding, names: Iterable[str]) -> str:
        """The sentence of a finding with marks for the names in it.

        Args:
            finding: the finding.
            names: those of systems; further ones are taken from its numbers.
        """
        known = sorted({name for name in (*names, *_texts(finding.numbers)) if name}, key=len, reverse=True)
        text = printable(finding.text)
        if known:
            pattern = "|".join(re.escape(printable(name)) for name in known)
            text = re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", lambda found: self.keep(found[0]), text)
        return _FILE.sub(lambda found: self.keep(found[0]), text)

    def restore(self, text: str, shown: Callable[[str], str] = printable) -> str:
        """The text with all names.

        Args:
            text: with marks.
            shown: how a name is printed.
        """
        names = list(self.numbers)
        return _PLACE.sub(lambda found: shown(names[int(found[1])]), text)


def _texts(value: object) -> list[str]:
    """All texts in the numbers of a finding."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for part in (*value, *value.values()) for text in _texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return []
