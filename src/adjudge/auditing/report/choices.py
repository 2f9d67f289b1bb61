"""What a report looks at, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge.auditing.origin.directions import Origins
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Texts
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.ratings.claims import Claims
from adjudge.scoring.weights.rules import Weights

Judgements = Ratings | Spans | Comparisons | PairCounts


@dataclass(frozen=True, eq=False)
class ReportChoices:
    """What to look at, and how.

    Args:
        recipes: by name, for ratings; the usual ones if empty.
        methods: for comparisons; the usual ones if empty.
        scenarios: of stability; by the size of the data if empty.
        texts: source, reference and outputs.
        origin: where texts come from, as for `adjudge.origin`.
        ranking: further arguments of `rank`.
        draws: samples of scenarios that draw judgements again.
        seed: for everything that is random.
        workers: analyses at a time.
    """

    recipes: Mapping[str, str | Recipe] = field(default_factory=dict)
    methods: Sequence[str] = ()
    scenarios: Sequence[str] = ()
    texts: Texts | None = None
    origin: Origins = None
    ranking: Mapping[str, Any] = field(default_factory=dict)
    draws: int = 100
    seed: int = 0
    workers: int = 2

    def to_dict(self) -> dict[str, Any]:
        """Every choice that may change what is reported, as plain data; what was not chosen is absent or empty."""
        given = {name: _plain(value) for name, value in self.ranking.items()}
        return {
            "recipes": list(self.recipes),
            "methods": list(self.methods),
            "scenarios": list(self.scenarios),
            "texts": self.texts is not None,
            "origin": self.origin is not None,
            **{name: value for name, value in given.items() if value},
            "draws": self.draws,
            "seed": self.seed,
        }

    def signed(self) -> dict[str, str]:
        """The same as parts of a signature, where anything was chosen; names of rankings are no part of it."""
        data, claims = self.to_dict(), self.ranking.get("claims")
        parts = {name: data[name] for name in _SIGNED if data.get(name)}
        parts |= claims.choices() if isinstance(claims, Claims) else {}
        parts |= {"post-edited": claims.post_edited} if isinstance(claims, Claims) and claims.post_edited else {}
        parts |= data.get("settings", {})
        parts |= {name: "given" for name in ("texts", "origin") if data[name]}
        parts |= {"scenarios": self.scenarios, "draws": self.draws} if self.scenarios else {}
        return {name: without_marks(_short(value)) for name, value in parts.items()}


#: Choices of rankings whose value stands in the signature as it is, in this order.
_SIGNED: Final = ("level", "correction", "hide", "weights", "keep_kinds")


def _plain(value: object) -> Any:  # noqa: ANN401 - of any type that JSON knows
    """A choice of rankings as plain data."""
    if isinstance(value, Claims):
        held = value.to_dict()
        return held if any(held.values()) else None
    if isinstance(value, ComparisonSettings):
        return value.to_dict(value.given)
    if isinstance(value, Weights):
        return value.name
    return value if value is None or isinstance(value, str | int | float) else list(value)  # type: ignore[call-overload]


def without_marks(text: str) -> str:
    """Without the marks that a signature is made with, which the name of a recipe file may hold."""
    return text.replace(":", ".").replace("|", "_")


def _short(value: object) -> str:
    if isinstance(value, str | int | float):
        return str(value)
    return "+".join(map(str, value))  # type: ignore[call-overload]
