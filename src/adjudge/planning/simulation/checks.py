"""Checks of simulation parameters: every bad one is told, not the first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, UsageError
from adjudge.planning.simulation.parameters import bad_parameter, parameters, values
from adjudge.planning.simulation.spec import SimulationSpec


def check_spec(spec: SimulationSpec) -> None:
    """Refuse parameters that make no sense.

    Args:
        spec: the parameters.

    Raises:
        UsageError: AJ041, one problem for each bad parameter or combination.
    """
    known = parameters()
    problems = [
        bad_parameter(key, value, known[key].expected()) for key, value in values(spec) if not known[key].accepts(value)
    ]
    # Combinations are checked only of values that make sense one by one.
    if not problems:
        problems = [*_bad_systems(spec), *_bad_texts(spec), *_bad_sessions(spec), *_bad_rankings(spec)]
    if problems:
        raise UsageError(*problems)


def _bad_systems(spec: SimulationSpec) -> Iterator[Problem]:
    systems = spec.systems
    if systems.total < 2:
        yield bad_parameter("systems.count", systems.machines, "at least two systems, a human one included")
    ends = (systems.mean - systems.width / 2, systems.mean + systems.width / 2)
    if not systems.qualities and not 0 <= ends[0] <= ends[1] <= 100:
        yield bad_parameter(
            "systems.width",
            systems.width,
            f"qualities from 0 to 100; around systems.mean = {systems.mean:g} they go from {ends[0]:g} to {ends[1]:g}",
            "lower systems.width or move systems.mean to the middle",
        )
    if systems.names and len(systems.names) != systems.machines:
        yield bad_parameter(
            "systems.names", systems.names, f"one name for each of {counted(systems.machines, 'system')}"
        )
    if len({*systems.names, "human"}) < len(systems.names) + 1:
        yield bad_parameter("systems.names", systems.names, "names that differ from each other and from 'human'")


def _bad_texts(spec: SimulationSpec) -> Iterator[Problem]:
    texts = spec.texts
    if not texts.length_min <= texts.length_mean <= texts.length_max:
        yield bad_parameter(
            "texts.length_mean",
            texts.length_mean,
            f"a number from texts.length_min = {texts.length_min} to texts.length_max = {texts.length_max}",
        )


def _bad_sessions(spec: SimulationSpec) -> Iterator[Problem]:
    if spec.protocol != "ratings":
        return
    sessions, people = spec.sessions, spec.annotators.count
    if people > sessions.count:
        yield bad_parameter(
            "annotators.count",
            people,
            f"at most one annotator for each of {counted(sessions.count, 'session')}",
            "lower annotators.count or raise sessions.count",
        )
    if sessions.controls > sessions.room:
        shares = (sessions.degraded, sessions.repeat, sessions.reference)
        yield bad_parameter(
            "sessions.degraded, repeat, reference",
            shares,
            "shares that add up to at most 0.5: a control item is made of an item that counts",
            "lower one of the shares",
        )
    if sessions.design == "wmt20" and spec.texts.length_max > sessions.room:
        yield bad_parameter(
            "texts.length_max",
            spec.texts.length_max,
            f"at most {counted(sessions.room, 'segment')}, what a session holds besides its control items: "
            "longer documents could never be drawn",
            "lower texts.length_max or raise sessions.size",
        )
    if sessions.design == "wmt22" and sessions.snippet > sessions.room:
        yield bad_parameter(
            "sessions.snippet",
            sessions.snippet,
            f"at most {sessions.room}, what a session holds besides controls",
        )
    if sessions.design == "balanced" and spec.systems.total > sessions.room:
        yield bad_parameter(
            "sessions.size",
            sessions.size,
            f"room for one segment of each of {spec.systems.total} systems besides the control items",
            "raise sessions.size",
        )


def _bad_rankings(spec: SimulationSpec) -> Iterator[Problem]:
    if spec.protocol != "rankings":
        return
    rankings = spec.rankings
    if rankings.size > spec.systems.total:
        yield bad_parameter("rankings.size", rankings.size, f"at most {spec.systems.total}, the number of systems")
    if spec.annotators.count > rankings.sessions:
        yield bad_parameter(
            "annotators.count",
            spec.annotators.count,
            f"at most one annotator for each of {counted(rankings.sessions, 'session')} of rankings",
            "lower annotators.count or raise rankings.count",
        )
