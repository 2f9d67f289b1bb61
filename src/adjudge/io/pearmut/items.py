"""Words of Pearmut for items, in its campaigns and in its logs alike: names, documents, kinds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge.io.json_files.values import as_dict, as_list, as_text

#: The field in which items that we planned carry their rows of the plan; Pearmut keeps it in its logs.
PLAN: Final = "adjudge"
#: Prefixes of places outside of the normal work, and what items there are for.
_PLACES: Final = {"welcome": "tutorial", "goodbye": "tutorial", "random": "degraded"}
#: Names as WMT gives them: `cs-de_DE_#_news_#_idnes.1_#_0`.
_WMT: Final = re.compile(r"([A-Za-z]{2,3}(?:_\w+)?)-([A-Za-z]{2,3}(?:_\w+?)?)_#_(.+?)_#_(.+)_#_([^#]+)")


def is_form(item: Mapping[str, Any]) -> bool:
    """Whether an item asks the annotator about themself instead of about an output."""
    return "form" in item and "tgt" not in item


def place_of(item_i: object) -> str | None:
    """`welcome`, `goodbye` or `random` for an item outside of the normal work, else None."""
    word = str(item_i).split("_", 1)[0]
    return word if isinstance(item_i, str) and word in _PLACES else None


def kind_of(item: Mapping[str, Any], system: str, place: str | None) -> str:
    """What an item is for. Whoever has a known answer is no judgement of a system: a tutorial if it may be skipped."""
    rules = item.get("validation")
    if place is not None:
        return _PLACES[place]
    if not rules:
        return "tutorial" if item.get("skippable") is True else "system"
    # A screen with a rule for one output is a check as a whole: the other outputs were made for it.
    own = as_dict(rules).get(system, rules)
    skipped = item.get("skippable") is True or any(as_dict(rule).get("allow_skip") for rule in _rules(own))
    return "tutorial" if skipped else "degraded"


def _rules(rules: object) -> list[Any]:
    if isinstance(rules, list):
        return as_list(rules)
    held = as_dict(rules)
    return [held, *held.values()]


def name_items(items: Sequence[Mapping[str, Any]], unnamed: str) -> list[dict[str, str | None]]:
    """Segment and document of the items on one screen, and what a WMT name says beyond them.

    The document is named after its first item. An item without a name is called like its source text; without one
    `unnamed` and its place stand for it. A name that occurs again on the screen gets its number, `#2` and so on.

    Raises:
        TypeError: if a name is no plain value.
    """
    names = [_name(item) or f"{unnamed}.{place}" for place, item in enumerate(items, 1)]
    seen: Counter[str] = Counter()
    rows = []
    for name in names:
        seen[name] += 1
        match = _WMT.fullmatch(name)
        row: dict[str, str | None] = dict.fromkeys(("source_lang", "target_lang", "domain"))
        if match:
            row["source_lang"], row["target_lang"], row["domain"], row["document"], row["segment"] = match.groups()
        else:
            row |= {"document": names[0], "segment": name}
        if seen[name] > 1:
            row["segment"] = f"{row['segment']}#{seen[name]}"
        rows.append(row)
    return rows


def _name(item: Mapping[str, Any]) -> str | None:
    name = as_text(item.get("item_id"))
    return name if name is not None and name.strip() else (as_text(item.get("src")) or None)
