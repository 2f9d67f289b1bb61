"""What is said of bundles that are written and run again; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import BAD_OPTION

NOT_A_ZIP: Final = BAD_OPTION.variant(
    "the name of the bundle is {name:quoted}",
    expected="a name that ends in .zip",
    todo='write `out="{stem}.zip"`',
)
PEOPLE: Final = FindingEntry(
    "AJ584",
    "note",
    "A bundle may hold the names of people.",
    text="The bundle holds the data as it was given, with {_who}: these may be names or accounts of people.",
    todo="share it only if they agreed; otherwise replace the names in the files by numbers and write the bundle anew",
)
RENAMED: Final = FindingEntry(
    "AJ585",
    "note",
    "A file has another name in the bundle.",
    text="In the bundle {name:quoted} is called {path:quoted}, because {_reason}; its content is the same.",
)
OTHER_VERSIONS: Final = FindingEntry(
    "AJ586",
    "note",
    "A bundle is run again with other versions than it was written with.",
    text="The bundle was written with other versions: {_differences}. Figures may differ for that reason.",
    todo="install the versions of the bundle to repeat it exactly",
)
NOT_PROVEN: Final = FindingEntry(
    "AJ587",
    "warning",
    "A result of a bundle depends on the speed of the computer.",
    text="{result} comes from a search that was stopped at its time limit; another computer may find another order.",
    todo="give the search more time with `time_limit=`, until the order is proven to be optimal",
)

TWO_OF_ONE_NAME: Final = "files of one name are told apart by numbered folders"
NOT_EVERYWHERE: Final = "some systems do not allow the name"
CHANGED: Final = "the file is not the one that was put into the bundle"
MISSING: Final = "the file is missing"
EXTRA: Final = "the file is not listed in manifest.json"
ONLY_PUBLISHED: Final = "this is in the bundle and was not computed"
ONLY_COMPUTED: Final = "this was computed and is not in the bundle"
NO_RESULT: Final = "{path} is missing or cannot be read"
NO_DATA: Final = "{paths} missing"
REFUSED: Final = "the analysis was refused: {reason}"
NOT_FROM_RESULTS: Final = "the file is not what the results computed now give"
NOT_USED: Final = "no analysis of the bundle uses or gives this file"
ONLY_THE_VERSION: Final = "only the version of Adjudge differs: {published} in the bundle, {computed} here"
VERSIONS: Final = "a possible reason: {differences}"
