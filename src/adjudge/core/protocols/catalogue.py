"""Errors about protocols and about answers that a protocol refuses."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError

NO_SUCH_PROTOCOL: Final = ErrorEntry(
    "AJ076",
    "A protocol of judging is unknown.",
    what="there is no protocol {name:quoted}",
    expected="one of: {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these",
    error=UsageError,
)
BAD_ANSWER: Final = ErrorEntry(
    "AJ077",
    "An answer is none that the protocol allows.",
    what="{field} is {value:quoted}",
    expected="{expected}",
    todo="send an answer as the protocol {protocol} asks for it",
    error=UsageError,
)
