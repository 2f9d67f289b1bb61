"""Errors in the parameters of a simulation; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError

BAD_VALUE: Final = ErrorEntry(
    "AJ041",
    "A simulation parameter is unknown, out of range, or does not fit the others.",
    what="the simulation parameter {key} is {value!r}",
    expected="{expected}",
    todo="change {key}",
    error=UsageError,
)
NO_SUCH_PARAMETER: Final = BAD_VALUE.variant(
    "there is no simulation parameter {key:quoted}",
    expected="a name such as annotators.noise",
    todo="[did you mean {near:quoted}? Otherwise ]see docs/how-to/simulate.md, which lists the parameters",
)
NO_SUCH_PRESET: Final = BAD_VALUE.variant(
    "there is no preset {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]see what each is with `adjudge.presets()`",
)
BAD_SEED: Final = BAD_VALUE.variant(
    "the seed is {seed}", expected="a whole number, zero or more", todo="choose another `seed=`"
)

# Parameters that do not fit together

TOO_FEW_SYSTEMS: Final = BAD_VALUE.variant(
    "systems.count is {systems} and there is no human translation",
    expected="at least two systems, a human translation included",
    todo="raise systems.count",
)
TOO_WIDE: Final = BAD_VALUE.variant(
    "systems.width is {width:exact} around systems.mean = {mean:exact}: qualities go from {low:exact} to {high:exact}",
    expected="qualities from 0 to 100",
    todo="lower systems.width, or move systems.mean towards 50",
)
NOT_A_NAME_EACH: Final = BAD_VALUE.variant(
    "systems.names holds {names:count name} for {systems:count system}",
    expected="one name for each system",
    todo="change systems.names or systems.count",
)
NAMES_TWICE: Final = BAD_VALUE.variant(
    "systems.names is {names}",
    expected="names that differ from each other and from 'human'",
    todo="change systems.names",
)
BAD_LENGTH: Final = BAD_VALUE.variant(
    "texts.length_mean is {mean:exact}",
    expected="a number from texts.length_min = {low} to texts.length_max = {high}",
    todo="change one of the three",
)
TOO_MANY_ANNOTATORS: Final = BAD_VALUE.variant(
    "annotators.count is {annotators:,}, but there {sessions:is/are} {sessions:count session}",
    expected="at most one annotator for each session",
    todo="lower annotators.count, or raise {other}",
)
TOO_MANY_CONTROLS: Final = BAD_VALUE.variant(
    "sessions.degraded, sessions.repeat and sessions.reference add up to {share:exact}",
    expected="at most 0.5: every control item is a copy of an item that counts",
    todo="lower one of the three",
)
LONG_DOCUMENTS: Final = BAD_VALUE.variant(
    "texts.length_max is {length}, but a session has room for {room:count segment} besides its control items",
    expected="documents that fit into a session",
    todo="lower texts.length_max, or raise sessions.size",
)
LONG_SNIPPETS: Final = BAD_VALUE.variant(
    "sessions.snippet is {length}, but a session has room for {room:count segment} besides its control items",
    expected="snippets that fit into a session",
    todo="lower sessions.snippet, or raise sessions.size",
)
SMALL_SESSIONS: Final = BAD_VALUE.variant(
    "sessions.size is {size}, which leaves room for {room:count segment} besides the control items",
    expected="room for one segment of each of {systems:count system}",
    todo="raise sessions.size",
)
LARGE_RANKINGS: Final = BAD_VALUE.variant(
    "rankings.size is {size}, but there are {systems:count system}",
    expected="no more systems in a ranking than there are",
    todo="lower rankings.size, or raise systems.count",
)
