"""Texts are in the languages of their campaign: one pair, as the campaign says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.catalogue import counted, listed
from adjudge.core.datasheet.languages import language_number
from adjudge.core.errors import Problem
from adjudge.io.campaigns.catalogue import NONE_IN_LANGUAGES, OTHER_LANGUAGES, SEVERAL_LANGUAGES

_KEYS: Final = ("source_lang", "target_lang")
#: Pairs that are listed with their rows.
_SHOWN: Final = 6
_Pair = tuple[str | None, ...]


def language_problems(
    campaign: Campaign, frame: pl.DataFrame, source: str, place: Callable[..., str], *, passed: Iterable[str] = ()
) -> Iterator[Problem]:
    """What is wrong with the languages of texts: another pair than that of the campaign, or several pairs.

    Texts that do not say their languages are in those of the campaign; if only some of their rows say, the others are
    a pair of their own.

    Args:
        campaign: its languages.
        frame: the texts.
        source: their name, for messages.
        place: where a key stands in the campaign file.
        passed: keys whose value is wrong itself.
    """
    keys, pairs = _keys(frame), _pairs(frame)
    if _are_one(pairs):
        for key, theirs in zip(keys, next(iter(pairs), ()), strict=False):
            ours = getattr(campaign, key)
            if theirs is not None and key not in passed and not same_language(ours, theirs):
                found = {"key": key, "value": ours, "found": [theirs], "rows": frame.height}
                yield OTHER_LANGUAGES.problem(place=place(key), source=source, **found)
        return
    own = [pair for pair in pairs if _is_of(campaign, keys, pair)]
    entry = SEVERAL_LANGUAGES if own else NONE_IN_LANGUAGES
    told = _named(own[0]) if own else "-".join(getattr(campaign, key) for key in keys)
    rows = listed([f"{_named(pair)}: {counted(count, 'row')}" for pair, count in pairs.items()], _SHOWN)
    yield entry.problem(place=place("texts", "file"), source=source, pairs=len(pairs), own=told, rows=rows)


def rows_of_one_pair(campaign: Campaign, frame: pl.DataFrame) -> pl.DataFrame:
    """Of texts in several languages the rows of one pair, that of the campaign if it is there; others as they are."""
    keys, pairs = _keys(frame), _pairs(frame)
    if _are_one(pairs):
        return frame
    kept = next((pair for pair in pairs if _is_of(campaign, keys, pair)), next(iter(pairs)))
    return frame.filter(pl.col(key).eq_missing(pl.lit(code)) for key, code in zip(keys, kept, strict=True))


def _keys(frame: pl.DataFrame) -> list[str]:
    return [key for key in _KEYS if key in frame.columns]


def _pairs(frame: pl.DataFrame) -> dict[_Pair, int]:
    """Rows by what they say of their languages, in order of appearance."""
    keys = _keys(frame)
    if not keys:
        return {}
    return {row[:-1]: row[-1] for row in frame.group_by(keys, maintain_order=True).len().iter_rows()}


def _are_one(pairs: Iterable[_Pair]) -> bool:
    """Whether all codes may mean the same pair, such as `de-en` and `deu-eng`."""
    return all(
        one == other or (one is not None and other is not None and same_language(one, other))
        for first, second in combinations(pairs, 2)
        for one, other in zip(first, second, strict=True)
    )


def _is_of(campaign: Campaign, keys: Sequence[str], pair: _Pair) -> bool:
    codes = zip(keys, pair, strict=True)
    return all(code is not None and same_language(getattr(campaign, key), code) for key, code in codes)


def _named(pair: _Pair) -> str:
    return "-".join(code or "?" for code in pair)


def same_language(one: str, other: str) -> bool:
    """Whether two codes may mean the same language: `de` and `deu`, but not `zh-CN` and `zh-TW`.

    Example:
        >>> same_language("de", "deu"), same_language("cs_CZ", "ces"), same_language("zh-CN", "zh-TW")
        (True, True, False)
    """
    parts = [code.replace("_", "-").lower().partition("-") for code in (one, other)]
    (base, _, behind), (base_other, _, behind_other) = parts
    if behind and behind_other and behind != behind_other:
        return False
    number = language_number(base)
    return base == base_other or (number is not None and number == language_number(base_other))
