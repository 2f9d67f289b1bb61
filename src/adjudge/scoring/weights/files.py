"""Files of weights: our TOML form, and the list of mt-metrics-eval, `Major:5 Minor/Fluency/Punctuation:0.1`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes.files import unknown_keys
from adjudge.core.toml_files import parse_toml
from adjudge.io.catalogue import PARQUET_NOT_TOML
from adjudge.io.source import open_source
from adjudge.scoring.weights.catalogue import (
    BAD_WEIGHT,
    BAD_WEIGHT_ITEM,
    BAD_WEIGHT_MATCH,
    BAD_WEIGHT_TEXT,
    MATCH_FOR_NOTHING,
    MISSING_WEIGHT,
    NO_WEIGHTS,
    UNNAMED_WEIGHTS,
    WEIGHT_FOR_NOTHING,
    WEIGHT_TWICE,
    WEIGHT_WITHOUT_EFFECT,
)
from adjudge.scoring.weights.rules import LEVELS, MATCHES, Rule, Weights

_KEYS: Final = ("severity", "category", "match", "weight")
_ITEM: Final = re.compile(r"([^:]*[^:\s])\s*:\s*(\d+(?:\.\d*)?|\.\d+)")
#: A segment without errors has its own row, which such a list does not name because it is no error.
_FAULTLESS: Final = "no-error"


def load_weights(path: str | Path) -> Weights:
    """Weights from a file: TOML, or a list as mt-metrics-eval takes it, which has no equals sign.

    Raises:
        AdjudgeError: if the file is missing, or malformed (AJ031).
    """
    source = open_source(path)
    if source.is_parquet:
        raise PARQUET_NOT_TOML(source=source.name, needed="weights")
    text = source.data.decode()
    if ":" in text and "=" not in text:
        return weights_from_list(text, name=source.path.name.split(".")[0] or "weights", source=source.name)
    return weights_from_toml(text, source=source.name)


def weights_from_list(text: str, *, name: str, source: str = "weights") -> Weights:
    """Read weights in the form of mt-metrics-eval.

    The most specific item that fits an error gives its weight: `Minor/Fluency/Punctuation` before `Minor/Fluency`
    before `Minor`, upper and lower case alike. Unlike there, an error that no item fits is refused when spans are
    scored, not counted as 0.

    Args:
        text: items `severity[/category[/subcategory]]:weight`, one to a line, or several to a line with blanks between
            them; an item whose category holds blanks has a line of its own.
        name: of the weights.
        source: name of the file, for messages.

    Raises:
        RecipeError: AJ031 for every item that cannot be read or occurs twice.
    """
    items = [item for line in text.splitlines() for item in _items(line)]
    wrong = [item for item in items if not _ITEM.fullmatch(item)]
    if wrong:
        raise RecipeError(*(BAD_WEIGHT_ITEM.problem(source=source, item=item) for item in wrong))
    weights: dict[str, float] = {}
    for item in items:
        found = _ITEM.fullmatch(item)
        key, weight = (found[1].strip().lower(), float(found[2])) if found else ("", 0.0)
        if key in weights:
            raise WEIGHT_TWICE(source=source, key=key)
        weights[key] = weight
    special_first = sorted(weights, key=lambda key: -key.count(LEVELS))
    rules = [_rule_of(key, weights[key]) for key in special_first]
    if _FAULTLESS not in weights:
        rules.append(Rule(0, _FAULTLESS))
    return Weights(name, tuple(rules))


def _items(line: str) -> list[str]:
    """The items of a line: its words if each is one, else the line."""
    words = line.split()
    return words if all(_ITEM.fullmatch(word) for word in words) else [line.strip()]


def _rule_of(key: str, weight: float) -> Rule:
    severity, _, category = key.partition(LEVELS)
    return Rule(weight, severity, category, "path") if category else Rule(weight, severity)


def weights_from_toml(text: str, *, source: str = "weights") -> Weights:
    """Read weights.

    Args:
        text: TOML with a `name` and one `[[weight]]` for each rule, the most special first:
            `severity` and `category`, at least one of them, and `weight`.
        source: name of the file, for messages.

    Raises:
        RecipeError: AJ031 for every unknown key, wrong value, missing part and rule without effect.
    """
    data = parse_toml(text, source=source)
    problems = unknown_keys(data, ("name", "title", "weight"), source)
    if not isinstance(data.get("title", ""), str):
        problems.append(
            BAD_WEIGHT_TEXT.problem(place=source, key="title", value=json.dumps(data["title"], default=str))
        )
    if not isinstance(data.get("name"), str):
        problems.append(UNNAMED_WEIGHTS.problem(source=source))
    entries = data.get("weight")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, Mapping) for entry in entries):
        raise RecipeError(*problems, NO_WEIGHTS.problem(source=source))
    for number, entry in enumerate(entries, 1):
        problems += _entry_problems(entry, f"{source}, weight {number}")
    if problems:
        raise RecipeError(*problems)
    rules = tuple(
        Rule(float(e["weight"]), severity=e.get("severity"), category=e.get("category"), match=e.get("match", "start"))
        for e in entries
    )
    _require_effect(rules, source)
    return Weights(data["name"], rules, data.get("title", ""))


def _entry_problems(entry: Mapping[str, Any], place: str) -> list[Problem]:
    problems = unknown_keys(entry, _KEYS, place)
    weight = entry.get("weight")
    if "weight" not in entry:
        problems.append(MISSING_WEIGHT.problem(place=place))
    elif isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < math.inf:
        problems.append(BAD_WEIGHT.problem(place=place, value=json.dumps(weight, default=str)))
    for key in ("severity", "category"):
        if key in entry and not (isinstance(entry[key], str) and entry[key].strip()):
            value = json.dumps(entry[key], default=str)
            problems.append(BAD_WEIGHT_TEXT.problem(place=place, key=key, value=value))
    if entry.get("match", MATCHES[0]) not in MATCHES:
        value = json.dumps(entry["match"], default=str)
        problems.append(BAD_WEIGHT_MATCH.problem(place=place, value=value, known=", ".join(MATCHES)))
    if "match" in entry and "category" not in entry:
        problems.append(MATCH_FOR_NOTHING.problem(place=place))
    if not {"severity", "category"} & set(entry):
        problems.append(WEIGHT_FOR_NOTHING.problem(place=place))
    return problems


def _require_effect(rules: tuple[Rule, ...], source: str) -> None:
    """A rule below a more general one never applies: a likely slip of order."""
    hidden = [
        (i + 1, j + 1) for i, rule in enumerate(rules) for j, earlier in enumerate(rules[:i]) if earlier.covers(rule)
    ]
    if hidden:
        later, earlier = hidden[0]
        n = len({place for place, _ in hidden})
        raise WEIGHT_WITHOUT_EFFECT(source=source, later=later, earlier=earlier, n=n)


def weights_to_toml(weights: Weights) -> str:
    """The weights as TOML text; `weights_from_toml` is the inverse."""
    texts = {"name": weights.name} | ({"title": weights.title} if weights.title else {})
    lines = [f"{key} = {_quoted(text)}" for key, text in texts.items()]
    for rule in weights.rules:
        lines += ["", "[[weight]]"]
        values = {key: getattr(rule, key) for key in _KEYS}
        if rule.match == MATCHES[0]:
            del values["match"]
        lines += [f"{key} = {_quoted(value)}" for key, value in values.items() if value is not None]
    return "\n".join(lines) + "\n"


def _quoted(value: str | float) -> str:
    # JSON and TOML agree on text and numbers, but for one control character that TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
