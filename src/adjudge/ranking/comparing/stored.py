"""Rankings that were stored as data: one, several by recipe or method, those of groups, and those of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any, Final

from adjudge.core.errors import AdjudgeError
from adjudge.ranking.comparing.catalogue import BROKEN_RANKING, NO_RANKING
from adjudge.ranking.comparing.sides import ranking_name
from adjudge.ranking.result import RankingResult

#: The parts of a name of a ranking: group and recipe, language pair and recipe, or one of them.
Parts = tuple[str, ...]

REPORT: Final = "adjudge.report/1"


def stored_rankings(data: object, source: str) -> dict[Parts, RankingResult]:
    """All rankings of what a file holds, by their names.

    Args:
        data: what `to_dict` of a ranking, of groups or of a report gave, or what `adjudge.rank` prints of several.
        source: name of the file, for messages.

    Raises:
        InputError: AJ066 if there are none, or one is broken.
    """
    if not isinstance(data, Mapping):
        raise NO_RANKING(source=source, held="no result")
    read = [(parts, _ranking(one, source)) for parts, one in _named(data, source)]
    if not read:
        raise NO_RANKING(source=source, held="no ranking")
    return {parts or (ranking_name(ranking),): ranking for parts, ranking in read}


def _named(data: Mapping[str, Any], source: str) -> Iterator[tuple[Parts, object]]:
    """The data of every ranking with the parts of its name; a ranking alone has none."""
    schema = str(data.get("schema", ""))
    if schema == REPORT:
        return _of_report(data, source)
    if schema.startswith("adjudge.rankings-by/"):
        return (((value,), one) for value, one in _items(data.get("groups"), source))
    if schema.startswith("adjudge.ranking/"):
        return iter([((), data)])
    several = next((data[key] for key in ("recipes", "methods") if key in data), None)
    if several is not None:
        return (((name,), one) for name, one in _items(several, source))
    if "by" in data and "rankings" in data:
        return _of_groups(data, source)
    raise NO_RANKING(source=source, held=f"{schema or 'JSON without a schema'}, which is no ranking")


def _of_report(data: Mapping[str, Any], source: str) -> Iterator[tuple[Parts, object]]:
    parts = data.get("parts")
    if not isinstance(parts, list) or not all(isinstance(part, Mapping) for part in parts):
        raise BROKEN_RANKING(source=source, reason="its parts are no list of objects")
    held = [(str(part.get("name") or ""), _items(part.get("rankings"), source)) for part in parts]
    one_each = len(held) > 1 and all(len(rankings) == 1 for _, rankings in held)
    for group, rankings in held:
        for name, one in rankings:
            # Where every group has one ranking, the group alone tells them apart, as in a published file.
            yield tuple(filter(None, (group, "" if one_each else name))), one


def _of_groups(data: Mapping[str, Any], source: str) -> Iterator[tuple[Parts, object]]:
    """The rankings of groups by several recipes or methods."""
    for name, groups in _items(data["rankings"], source):
        for value, one in _items(groups.get("groups") if isinstance(groups, Mapping) else None, source):
            yield (value, name), one


def _items(value: object, source: str) -> list[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise BROKEN_RANKING(source=source, reason="rankings are no object")
    return [(str(name), one) for name, one in value.items()]


def _ranking(data: object, source: str) -> RankingResult:
    """One ranking, checked as far as it is used.

    Raises:
        InputError: AJ066 with what is wrong.
    """
    if not isinstance(data, Mapping):
        raise BROKEN_RANKING(source=source, reason="a ranking is no object")
    held = {key: value for key, value in data.items() if key != "resampled"}
    try:
        ranking = RankingResult.from_dict(held)
    except AdjudgeError as error:
        raise BROKEN_RANKING(source=source, reason=error.problems[0].what) from None
    wrong = _first_fault(ranking)
    if wrong is not None:
        raise BROKEN_RANKING(source=source, reason=wrong)
    return ranking


def _first_fault(ranking: RankingResult) -> str | None:
    """What cannot be true of a ranking that was written by us; None if everything can."""
    rows = ranking.systems
    names: list[object] = [row.system for row in rows]
    clusters = [row.cluster for row in rows]
    whole = [(row.rank, row.cluster, row.judgements, row.rank_low) for row in rows]
    faults = {
        "its settings are no object": not isinstance(ranking.settings, Mapping),
        "it holds no systems": not rows,
        "a system has no name": not all(isinstance(name, str) and name for name in names),
        "a rank, a cluster or a count is no whole number": not all(_is_whole(v) for values in whole for v in values),
        "letters are no text": not all(isinstance(row.letters, str) for row in rows),
        "a score or a number of segments is no number": not all(
            value is None or _is_number(value) for row in rows for value in (row.score, row.n)
        ),
    }
    found = next((fault for fault, is_there in faults.items() if is_there), None)
    if found is not None:
        return found
    if len(set(names)) < len(names):
        return "a system occurs twice"
    if [row.rank for row in rows] != list(range(1, len(rows) + 1)) or clusters != sorted(clusters):
        return "its systems are not in the order of their ranks and clusters"
    return _first_fault_of_pairs(ranking)


def _first_fault_of_pairs(ranking: RankingResult) -> str | None:
    places = {row.system: row.rank for row in ranking.systems}
    for pair in ranking.pairs:
        if not 0 < places.get(str(pair.a), 0) < places.get(str(pair.b), 0):
            return f"{pair.a!r} and {pair.b!r} are no pair of its systems"
        if not _is_number(pair.p) or not isinstance(pair.significant, bool):
            return f"the pair {pair.a!r} and {pair.b!r} was not tested"
    held = {(pair.a, pair.b) for pair in ranking.pairs}
    if ranking.pairs and not len(held) == len(ranking.pairs) == len(places) * (len(places) - 1) // 2:
        return "some of its pairs are missing"
    return None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
