"""Single parameters by dotted name, from text: what `adjudge simulate --set annotators.noise=5` does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudge.core.checking.near import nearest
from adjudge.core.errors import Problem, UsageError
from adjudge.planning.simulation.catalogue import BAD_VALUE, NO_SUCH_PARAMETER
from adjudge.planning.simulation.parameters import parameters
from adjudge.planning.simulation.spec import SimulationSpec


def with_settings(spec: SimulationSpec, settings: Mapping[str, str]) -> SimulationSpec:
    """A specification with some parameters changed.

    Args:
        spec: the parameters to start from.
        settings: dotted name to written value, such as `{"annotators.noise": "5", "systems.human": "none"}`;
            lists are separated by commas.

    Returns:
        The changed specification; how parameters fit together is checked when it is used.

    Raises:
        UsageError: AJ041 for every name that is not known and every value that cannot be used.
    """
    known = parameters()
    problems: list[Problem] = []
    for key, text in settings.items():
        if key not in known:
            problems.append(NO_SUCH_PARAMETER.problem(key=key, near=nearest(key, known, 0.4)))
            continue
        value = known[key].parse(text)
        if not known[key].accepts(value):
            problems.append(BAD_VALUE.problem(key=key, value=text, expected=known[key].expected()))
        spec = _changed(spec, key, value)
    if problems:
        raise UsageError(*problems)
    return spec


def _changed(spec: SimulationSpec, key: str, value: Any) -> SimulationSpec:  # noqa: ANN401
    group, _, name = key.rpartition(".")
    changes: dict[str, Any] = {name: value}
    if group:
        changes = {group: replace(getattr(spec, group), **changes)}
    return replace(spec, **changes)
