"""Scenarios: their names, and the single scenarios that the name of a group stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from adjudge.auditing.stability.catalogue import BAD_FACTOR, NO_SUCH_NAME, NO_SUCH_SCENARIO

Kind = Literal["remove", "divide", "recipe", "resample"]

#: What raw scores are divided by in Knowles (2021, figure 1).
DIVISORS: Final = (1.25, 1.5, 2.0, 4.0, 10.0)
#: Whole groups of systems that can be removed or divided.
TARGETS: Final = ("human", "best", "worst")
#: What can be removed, or drawn again, besides systems.
UNITS: Final = ("annotator", "document", "session")
#: What can be drawn again.
DRAWN: Final = (*UNITS, "segment", "ranking", "comparison")
#: What is run if nothing is asked for: the scenarios of Knowles (2021), and each single system.
DEFAULT: Final = ("remove:human", "remove:best", "remove:worst", "remove:system", "divide:human")
ALL: Final = "all"
#: Everything but single annotators, documents and sessions, of which there may be thousands.
EVERYTHING: Final = (*DEFAULT, "recipe", "resample")
#: Beginnings of names, for messages.
FORMS: Final = (
    "remove:human",
    "remove:best",
    "remove:worst",
    "remove:system:NAME",
    "remove:annotator:NAME",
    "remove:document:NAME",
    "remove:session:NAME",
    "divide:human:2",
    "divide:system:NAME:2",
    "multiply:worst:2",
    "recipe:NAME",
    "method:NAME",
    "resample:document",
)


@dataclass(frozen=True)
class Scenario:
    """One thing that is changed.

    Args:
        name: as users write it.
        kind: what is done; a multiplication is a `divide`.
        target: `human`, `best`, `worst`, `system`, `annotator`, `document`, `session`; a recipe or method; a unit.
        what: the name of the system, annotator, document or session.
        factor: what scores are divided by; below 1 they are multiplied by 1 / factor.
    """

    name: str
    kind: Kind
    target: str
    what: str | None = None
    factor: float | None = None


@dataclass(frozen=True)
class Names:
    """Everything in the data that a scenario can name.

    Args:
        systems: in rank order.
        units: names of annotators, documents and sessions, where they are known.
        recipes: names of the recipes or methods of the multiverse.
        also: further ones that can be asked for by name.
        draws: units that can be drawn again.
        word: `recipe` for ratings, `method` for comparisons.
    """

    systems: Sequence[str]
    units: dict[str, Sequence[str]]
    recipes: Sequence[str]
    draws: Sequence[str]
    word: str
    also: Sequence[str] = ()


def scenarios_of(asked: Iterable[str], names: Names) -> list[Scenario]:
    """The single scenarios that names and groups stand for, each once, in the order asked.

    Args:
        asked: names, or beginnings of them, such as `remove` or `remove:system`; `all`.
        names: what the data hold.

    Raises:
        UsageError: AJ061 if there is no such scenario.
    """
    found: dict[str, Scenario] = {}
    for one in asked:
        wanted = EVERYTHING if one == ALL else (one,)
        for name in wanted:
            found |= {scenario.name: scenario for scenario in _expanded(name, names)}
    return list(found.values())


def _expanded(name: str, names: Names) -> list[Scenario]:
    head, _, rest = name.partition(":")
    if head == "remove":
        return _removals(name, rest, names)
    if head in ("divide", "multiply"):
        return _divisions(name, head, rest, names)
    if head in ("recipe", "method"):
        if rest:
            _require_known(names.word, rest, [*names.recipes, *names.also])
        chosen = [rest] if rest else names.recipes
        return [Scenario(f"{names.word}:{one}", "recipe", one) for one in chosen]
    if head == "resample" and (not rest or rest in DRAWN):
        return [Scenario(f"resample:{unit}", "resample", unit) for unit in ([rest] if rest else names.draws)]
    raise NO_SUCH_SCENARIO(name=name, forms=list(FORMS))


def _removals(name: str, rest: str, names: Names) -> list[Scenario]:
    if not rest:
        parts = [f"remove:{target}" for target in (*TARGETS, "system")]
        return [scenario for part in parts for scenario in _expanded(part, names)]
    target, _, what = rest.partition(":")
    if target in TARGETS and not what:
        return [Scenario(f"remove:{target}", "remove", target)]
    held: dict[str, Sequence[str]] = {"system": names.systems, **names.units}
    if target not in ("system", *UNITS):
        raise NO_SUCH_SCENARIO(name=name, forms=list(FORMS))
    known = held.get(target, ())
    if what:
        _require_known(target, what, known)
    return [Scenario(f"remove:{target}:{one}", "remove", target, what=one) for one in ([what] if what else known)]


def _divisions(name: str, verb: str, rest: str, names: Names) -> list[Scenario]:
    parts = rest.split(":") if rest else ["human"]
    factors: Sequence[float] = DIVISORS
    single = parts[0] == "system" and ":".join(parts[1:]) in names.systems  # a name may end in a number
    if len(parts) > 1 and not single and _number(parts[-1]) is not None:
        factors = [_factor(name, parts.pop())]
    target, what = parts[0], ":".join(parts[1:]) or None
    if target not in (*TARGETS, "system") or (what is None) != (target != "system"):
        raise NO_SUCH_SCENARIO(name=name, forms=list(FORMS))
    if what is not None:
        _require_known("system", what, names.systems)
    place = target if what is None else f"system:{what}"
    return [
        Scenario(
            f"{verb}:{place}:{factor:g}", "divide", target, what=what, factor=factor if verb == "divide" else 1 / factor
        )
        for factor in factors
    ]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _factor(name: str, text: str) -> float:
    factor = _number(text)
    if factor is None or not 1 <= factor < float("inf"):
        raise BAD_FACTOR(name=name, value=text)
    return factor


def _require_known(noun: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise NO_SUCH_NAME(noun=noun, name=name, known=list(known), n=len(known))
