"""Checks of simulation parameters: every bad one is reported, not only the first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.core.errors import Problem, UsageError
from adjudge.planning.simulation import catalogue
from adjudge.planning.simulation.parameters import parameters, values
from adjudge.planning.simulation.spec import SimulationSpec


def check_spec(spec: SimulationSpec) -> None:
    """Refuse parameters that cannot be used.

    Args:
        spec: the parameters.

    Raises:
        UsageError: AJ041, one problem for each bad parameter or combination.
    """
    known = parameters()
    problems = [
        catalogue.BAD_VALUE.problem(key=key, value=value, expected=known[key].expected())
        for key, value in values(spec)
        if not known[key].accepts(value)
    ]
    # Combinations are checked only of values that are good one by one.
    if not problems:
        problems = [*_bad_systems(spec), *_bad_texts(spec), *_bad_sessions(spec), *_bad_rankings(spec)]
    if problems:
        raise UsageError(*problems)


def _bad_systems(spec: SimulationSpec) -> Iterator[Problem]:
    systems = spec.systems
    if systems.total < 2:
        yield catalogue.TOO_FEW_SYSTEMS.problem(systems=systems.machines)
    low, high = systems.mean - systems.width / 2, systems.mean + systems.width / 2
    if not systems.qualities and not 0 <= low <= high <= 100:
        yield catalogue.TOO_WIDE.problem(width=systems.width, mean=systems.mean, low=low, high=high)
    if systems.names and len(systems.names) != systems.machines:
        yield catalogue.NOT_A_NAME_EACH.problem(names=len(systems.names), systems=systems.machines)
    if len({*systems.names, "human"}) < len(systems.names) + 1:
        yield catalogue.NAMES_TWICE.problem(names=", ".join(systems.names))


def _bad_texts(spec: SimulationSpec) -> Iterator[Problem]:
    texts = spec.texts
    if not texts.length_min <= texts.length_mean <= texts.length_max:
        yield catalogue.BAD_LENGTH.problem(mean=texts.length_mean, low=texts.length_min, high=texts.length_max)


def _bad_sessions(spec: SimulationSpec) -> Iterator[Problem]:
    if spec.protocol != "ratings":
        return
    sessions, people, room = spec.sessions, spec.annotators.count, spec.sessions.room
    if people > sessions.count:
        yield catalogue.TOO_MANY_ANNOTATORS.problem(annotators=people, sessions=sessions.count, other="sessions.count")
    if sessions.controls > room:
        share = sessions.degraded + sessions.repeat + sessions.reference
        yield catalogue.TOO_MANY_CONTROLS.problem(share=share)
    if sessions.design == "wmt20" and spec.texts.length_max > room:
        yield catalogue.LONG_DOCUMENTS.problem(length=spec.texts.length_max, room=room)
    if sessions.design == "wmt22" and sessions.snippet > room:
        yield catalogue.LONG_SNIPPETS.problem(length=sessions.snippet, room=room)
    if sessions.design == "balanced" and spec.systems.total > room:
        yield catalogue.SMALL_SESSIONS.problem(size=sessions.size, room=room, systems=spec.systems.total)


def _bad_rankings(spec: SimulationSpec) -> Iterator[Problem]:
    if spec.protocol != "rankings":
        return
    rankings, people = spec.rankings, spec.annotators.count
    if rankings.size > spec.systems.total:
        yield catalogue.LARGE_RANKINGS.problem(size=rankings.size, systems=spec.systems.total)
    if people > rankings.sessions:
        yield catalogue.TOO_MANY_ANNOTATORS.problem(
            annotators=people, sessions=rankings.sessions, other="rankings.count"
        )
