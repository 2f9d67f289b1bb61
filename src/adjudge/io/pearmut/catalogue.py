"""Errors and findings on files of Pearmut."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io import catalogue
from adjudge.io.campaigns.catalogue import MARKUP, NO_SUCH_TASK

BAD_ENTRY: Final = catalogue.STRAY_QUOTE.variant(
    "{source}, line {line}: the entry cannot be read",
    expected="one object to a line with user_id, item_i, item and annotation: for each item the scores by model",
    count="{wrong:,} of {total:count line} ({places})",
    todo="fetch the log again; lines that were written twice or cut can be removed",
)
BAD_EXPORT: Final = BAD_ENTRY.variant(
    "{source}, entry {line}: it cannot be read",
    expected="for each campaign a list of entries with user_id, item_i, item and annotation",
    count="{wrong:,} of {total:count entry/entries} (entries {places})",
)
BAD_CAMPAIGN: Final = catalogue.STRAY_QUOTE.variant(
    "{source}, item {item} of {batch}: a field is missing or not text",
    expected="items with 'tgt', an object of model names and their texts, and 'src' or 'ref' where there is one",
    count="{wrong:,} of {total:count item}",
    todo="check the file with Pearmut: pearmut add FILE",
)
NOT_A_CAMPAIGN: Final = BAD_CAMPAIGN.variant(
    "{source} is not a campaign: {reason}",
    expected="an object with 'campaign_id', 'info' and 'data', or a list of them",
    count=None,
)
RESET: Final = FindingEntry(
    "AJ144",
    "note",
    "Work that was reset in Pearmut was left out.",
    text="{_source}: {entries:count entry/entries} of {users:count annotator} came before a reset of "
    "{users:the task/their tasks} and {entries:was/were} left out, as Pearmut does.",
)
NO_JUDGEMENT: Final = FindingEntry(
    "AJ145",
    "note",
    "Entries or items of Pearmut that hold no judgement, such as forms, were left out.",
    text="{_source}: {entries:count form/forms} for annotators, which {entries:holds/hold} no judgement, "
    "{entries:was/were} left out.",
)
UNNAMED_ITEMS: Final = FindingEntry(
    "AJ146",
    "warning",
    "Judgements of a Pearmut log do not name their items.",
    text="{_source}: {entries:count entry/entries} {entries:does/do} not hold the items that were judged; their "
    "segments are named after annotator and place, so nobody can say whether two annotators judged the same item.",
    todo="use the log of a newer version of Pearmut, or give items an 'item_id'",
)
SLIDER_RANGES: Final = FindingEntry(
    "AJ147",
    "warning",
    "The ranges of custom sliders are not in a Pearmut log.",
    text="{_source}: scores come from the custom sliders {sliders:names 6}; the log does not say their ranges, so they "
    "are treated as 0..100.",
    todo='name the range, for example `scale="1..5"`; keep sliders of different ranges apart',
)
SHOWN_OFFSETS: Final = catalogue.UTF_16_OFFSETS.variant(
    "{marks:count mark} {marks:lies/lie} in an output with line breaks or tags; older versions of Pearmut did not "
    "count these, so the {marks:place/places} may be shifted."
)
NOT_IN_LINKS: Final = NO_SUCH_TASK.variant(
    "{users:names} cannot be {users:a user/users} of Pearmut, whose names stand in links as they are",
    expected="names of letters, digits, `.`, `_`, `~` and `-`",
    todo="give {users:this annotator another name/these annotators other names}",
)
RENAMED: Final = FindingEntry(
    "AJ692",
    "note",
    MARKUP.title,
    text="Pearmut refuses names of nothing but digits; its dashboard shows {renamed:pairs as}.",
)
