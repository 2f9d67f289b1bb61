"""What laws of whole analyses share: every analysis by its name, changes of data, and where two analyses differ."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
import polars as pl
from hypothesis import HealthCheck, Phase, settings

import adjudge

Analysis = Callable[..., Any]

#: Sums are taken in another order, and searches for the best parameters end a little elsewhere.
RELATIVE: Final = 1e-5
ABSOLUTE: Final = 1e-7
#: A name, as it stands in sentences and in the names of scenarios.
_WORD: Final = re.compile(r"[\w.-]*\w")
#: Columns that hold names, and what new names begin with.
_NAMED: Final = {
    "system": "team",
    "annotator": "person",
    "session": "task",
    "document": "text",
    "segment": "line",
    "ranking": "order",
    "showing": "look",
}

#: Everything that reads ratings; `draws` as few as is allowed, where only intervals need them.
OF_RATINGS: Final[dict[str, Analysis]] = {
    **{f"rank by {name}": partial(adjudge.rank, recipe=name) for name in adjudge.recipes()},
    "check": adjudge.check,
    "annotators": partial(adjudge.annotators, draws=100),
    "sessions": partial(adjudge.annotators, draws=100, sessions=True),
    "context": adjudge.context,
    "composition": adjudge.composition,
    "composition by annotator": partial(adjudge.composition, unit="annotator"),
    "documents": adjudge.documents,
    "origin": partial(adjudge.origin, source="eng", recipe="wmt-da"),
    "stability": partial(adjudge.stability, workers=1),
    "stability of wmt-da": partial(adjudge.stability, recipe="wmt-da", scenarios=["remove", "recipe"], workers=1),
    "stability of wmt24-esa": partial(
        adjudge.stability, recipe="wmt24-esa", scenarios=["resample:annotator"], draws=10, workers=1
    ),
}

_FEW_RUNS: Final = adjudge.ComparisonSettings(runs=20)
#: Every method for comparisons.
RANKED_BY: Final[dict[str, Analysis]] = {
    f"rank by {name}": partial(adjudge.rank, method=name, settings=_FEW_RUNS if name == "trueskill" else None)
    for name in adjudge.methods()
}
#: Everything that reads comparisons.
OF_COMPARISONS: Final[dict[str, Analysis]] = {
    **RANKED_BY,
    "check": adjudge.check,
    "annotators": adjudge.annotators,
    "stability": partial(adjudge.stability, method="bojar", scenarios=["remove", "recipe"], workers=1),
    "stability to draws": partial(adjudge.stability, method="bojar", scenarios=["resample"], draws=5, workers=1),
    "next pairs": lambda frame, **chosen: adjudge.next_pairs(adjudge.Comparisons.check(frame), 5, **chosen),
}


def few(examples: int) -> settings:
    """So few examples, for an analysis takes long; seeds of Hypothesis and its profiles give others and more.

    Campaigns are drawn from seeds: a smaller seed makes no simpler example, so none is looked for.
    """
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    return settings(max_examples=examples, phases=phases, suppress_health_check=list(HealthCheck))


def shuffled(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The same rows and columns in other orders."""
    rng = np.random.default_rng(seed)
    rows: list[int] = rng.permutation(frame.height).tolist()
    columns: list[str] = rng.permutation(frame.columns).tolist()
    return frame[rows].select(columns)


def renamed(frame: pl.DataFrame, *, turned: bool = False) -> tuple[pl.DataFrame, dict[str, str]]:
    """The same rows with other names of everything, and what is called how.

    Args:
        frame: the rows.
        turned: whether the alphabetical order of the new names is the reverse of the old one.
    """
    names: dict[str, str] = {}
    for column, word in _NAMED.items():
        held = [name for name in (column, f"{column}_a", f"{column}_b") if name in frame.columns]
        old = sorted({name for one in held for name in frame[one].drop_nulls()})
        new = {name: f"{word}-{100 + (len(old) - place if turned else place)}" for place, name in enumerate(old)}
        frame = frame.with_columns(pl.col(held).replace(new))
        names |= new
    return frame, names


def told(analyse: Analysis, *arguments: Any, **choices: Any) -> Any:
    """All that an analysis says as plain data, or why it refuses."""
    try:
        result = analyse(*arguments, **choices)
    except adjudge.AdjudgeError as error:
        return {"refused": [{"code": problem.code, "text": problem.text()} for problem in error.problems]}
    return json.loads(json.dumps(result.to_dict()))


def without(data: Any, *codes: str, keys: Sequence[str] = ()) -> Any:
    """What an analysis told without findings of some codes, and without what stands under some keys."""
    if isinstance(data, Mapping):
        return {key: without(value, *codes, keys=keys) for key, value in data.items() if key not in keys}
    if isinstance(data, list):
        kept = (one for one in data if not (isinstance(one, Mapping) and one.get("code") in codes))
        return [without(one, *codes, keys=keys) for one in kept]
    return data


def is_tied(ranking: Any) -> bool:
    """Whether two systems of a ranking have equal scores, or have none."""
    scores = sorted(one["score"] or 0.0 for one in ranking.get("systems", ()) if "score" in one)
    return any(after - before < 1e-9 for before, after in pairwise(scores))


def assert_drawn_alike(first: Any, second: Any, names: Mapping[str, str] | None = None) -> tuple[Any, Any]:
    """P-values of two rankings differ by no more than two draws of random signs, five standard errors.

    Returns:
        What the rankings say besides, which must be the same.
    """
    draws = min(first["test"]["draws"], second["test"]["draws"])
    new = names or {}
    found = {frozenset(new.get(pair[key], pair[key]) for key in "ab"): pair["p"] for pair in first["pairs"]}
    for pair in second["pairs"]:
        p = found[frozenset((pair["a"], pair["b"]))]
        assert abs(pair["p"] - p) < 5 * math.sqrt(2 * max(p * (1 - p), 1 / draws) / draws)
    drawn = ("p", "significant", "power", "smallest", "smallest_difference", "letters", "cluster", "draws", "findings")
    ranks = ("rank_low", "rank_high", "set_low", "set_high")
    return without(first, keys=(*drawn, *ranks)), without(second, keys=(*drawn, *ranks))


def differences(
    one: Any,
    other: Any,
    names: Mapping[str, str] | None = None,
    *,
    listed: bool = False,
    same: Callable[[Any, Any], bool] | None = None,
) -> list[str]:
    """Where two analyses differ, but for rounding.

    Args:
        one: what the first one told.
        other: what the second one told.
        names: what is called otherwise in the second one: old name -> new name.
        listed: whether what is listed by name may stand in another order. Ranks are numbers and stay what they are.
        same: when two values are the same; equal but for rounding if left out.
    """
    back = {new: old for old, new in (names or {}).items()}
    first, second = _spelled(one, {}, listed=listed), _spelled(other, back, listed=listed)
    return list(_between(first, second, same or _same, ""))


def _spelled(value: Any, back: Mapping[str, str], *, listed: bool) -> Any:
    """The same with the names of the first analysis; lists and keys in one order if theirs is by name."""
    if isinstance(value, Mapping):
        found = {_words(key, back): _spelled(item, back, listed=listed) for key, item in value.items()}
        return dict(sorted(_oriented(found).items())) if listed else found
    if isinstance(value, str):
        return _words(value, back)
    if isinstance(value, Sequence):
        items = [_spelled(item, back, listed=listed) for item in value]
        return sorted(items, key=_names_in) if listed else items
    return value


def _oriented(pair: dict[str, Any]) -> dict[str, Any]:
    """Two annotators in the order of their names; of two systems the first is the one ranked higher."""
    annotators = {"a", "b"} <= set(pair) and bool({"spearman", "agreement"} & set(pair))
    return pair | {"a": pair["b"], "b": pair["a"]} if annotators and pair["a"] > pair["b"] else pair


def _words(text: str, back: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: back.get(found.group(), found.group()), text) if back else text


def _names_in(value: Any) -> str:
    """What lists are sorted by: words, not numbers, which are rounded; numbers alone keep their places."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return json.dumps({key: _names_in(item) for key, item in value.items()})
    if isinstance(value, list):
        return json.dumps([_names_in(item) for item in value])
    return ""


def _between(one: Any, other: Any, same: Callable[[Any, Any], bool], place: str) -> Iterator[str]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in {**one, **other}:
            if key in one and key in other:
                yield from _between(one[key], other[key], same, f"{place}.{key}")
            else:
                yield f"{place}.{key}: only in the {'first' if key in one else 'second'}"
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from _between(first, second, same, f"{place}[{number}]")
    elif not same(one, other):
        yield f"{place}: {one!r} and {other!r}"


def _same(one: Any, other: Any) -> bool:
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other)):
        return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return type(one) is type(other) and bool(one == other)
