"""What can be wrong with a campaign file."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError

BROKEN_CAMPAIGN: Final = ErrorEntry(
    "AJ680",
    "A campaign file cannot be read, or a key or value in it is not known.",
    what="{source} is not readable as TOML: {reason}",
    expected="a campaign file",
    todo="correct it, or begin with the commented example that the command plan writes",
    error=UsageError,
)
UNKNOWN_KEY: Final = BROKEN_CAMPAIGN.variant(
    "{place}: there is no key {key:quoted} here",
    expected="one of: {known}",
    todo="[did you mean {near:quoted}? Otherwise ]remove it",
)
MISSING_KEY: Final = BROKEN_CAMPAIGN.variant(
    "{place}: {key:quoted} is missing",
    expected="{expected}",
    todo="add it",
)
BAD_VALUE: Final = BROKEN_CAMPAIGN.variant(
    "{place}: {key} is {value}",
    expected="{expected}",
    todo="[did you mean {near:quoted}? Otherwise ]correct the value",
)
UNKNOWN_LANGUAGE: Final = ErrorEntry(
    "AJ681",
    "A language code of a campaign is unknown.",
    what="{place}: {key} is {value:quoted}, which is no language code",
    expected="a code of ISO 639 such as de or deu, with a script or region behind it if needed (zh_Hant, pt-BR)",
    todo="[did you mean {near:quoted}? Otherwise ]correct the code",
    error=UsageError,
)
CONTRADICTION: Final = ErrorEntry(
    "AJ682",
    "Keys of a campaign file contradict each other, or ask for what cannot be.",
    what="{place}: {what}",
    expected="{expected}",
    count="[{count}]",
    todo="{todo}",
    error=UsageError,
)
