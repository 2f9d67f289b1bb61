"""`adjudge.compare`: two rankings, what moved between them, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

from adjudge.core.arguments import require_names, require_seed, require_text
from adjudge.core.checking.near import nearest
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.signature import Signature
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans
from adjudge.ranking.comparing.catalogue import (
    NO_SUCH_RANKING,
    NOT_SEPARABLE,
    NOTHING_TO_RANK,
    SEVERAL,
    SEVERAL_COMPARED,
    TOO_MANY_RECIPES,
)
from adjudge.ranking.comparing.contrast import contrast
from adjudge.ranking.comparing.reading import NamedSides, Reading, read_side
from adjudge.ranking.comparing.result import RankingComparisonResult
from adjudge.ranking.comparing.several import RankingComparisons
from adjudge.ranking.comparing.sides import Side
from adjudge.ranking.comparing.single_choices import SingleChoice, single_choices
from adjudge.ranking.comparing.stored import Parts

Progress = Callable[[float], None]
#: One for both sides, or one for each.
Recipes = str | Recipe | PathLike[str] | Sequence[str | Recipe] | None


def compare(a: object, b: object, **choices: Any) -> RankingComparisonResult:  # noqa: ANN401 - those of `compare_each`
    """Compare two rankings: systems that moved, lines gained and lost, and the choices and data that differ.

    Only systems in both are compared, and places are among them.

    Args:
        a: a ranking, or what holds one: a path (JSON of `adjudge.rank` or of a report, the page of a report, a
            published order, judgements), several rankings by name, names or clusters of names, best first, or
            judgements.
        b: likewise.
        **choices: as for `compare_each`.

    Returns:
        Places, clusters, scores and counts of every system in both, lines, pairs, and what differs behind them.

    Raises:
        AdjudgeError: AJ066 if the two share fewer than two systems, or hold several rankings and none is chosen.

    Example:
        >>> import adjudge
        >>> result = adjudge.compare([["x"], ["y", "z"]], [["x"], ["z", "y"]])
        >>> [(row.system, row.place_a, row.place_b, row.move) for row in result.moved]
        [('y', 2, 3, 'open'), ('z', 3, 2, 'open')]
        >>> len(result.lines_of("kept"))
        1
    """
    found = compare_each(a, b, **choices)
    if len(found) + len(found.refused) > 1:
        names = [*found, *found.refused]
        first = next(iter(found.values()))
        raise SEVERAL_COMPARED(a=first.a.source, b=first.b.source, names=names, n=len(names), first=names[0])
    return next(iter(found.values()))


def compare_each(
    a: object,
    b: object,
    *,
    ranking: str | None = None,
    ranking_a: str | None = None,
    ranking_b: str | None = None,
    recipe: Recipes = None,
    method: str | Sequence[str] | None = None,
    hide: Sequence[str] = (),
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of `adjudge.read`
    table: str | None = None,
    seed: int = 0,
    why: bool = False,
    progress: Progress | None = None,
) -> RankingComparisons:
    """Compare all rankings of the same name that two files, reports or groups hold; see `compare`.

    A single ranking on each side is compared whatever its name. The name of a ranking is its recipe or method, or its
    group; those of a report, and of groups by several recipes, have both: `eng-deu / wmt-da`.

    Args:
        a: as for `compare`.
        b: as for `compare`.
        ranking: the ranking to take of both sides: a name, or a part of names such as `wmt-da`.
        ranking_a: the ranking to take of `a`.
        ranking_b: the ranking to take of `b`.
        recipe: for ratings: how they are ranked; two recipes are one for each side; `recommended` if left out.
        method: for comparisons: likewise.
        hide: for ratings: systems that take no part in drawing lines.
        pair: the language pair of judgements, of a published order, and of a report.
        where: the rows to rank, as for `rank`.
        columns: for judgements with other column names.
        scale: for ratings: the scale of the scores.
        format: of a file of judgements.
        table: the table to take of a file of judgements.
        seed: for what is random.
        why: rank the ratings of one side again with each choice of the other that differs, one at a time.
        progress: called with the share of the work that is done.

    Returns:
        Comparisons by name.

    Raises:
        AdjudgeError: AJ066 if nothing can be compared; what `read` and `rank` raise.

    Example:
        >>> import adjudge
        >>> ratings = adjudge.simulate("balanced", seed=1).table
        >>> this, last = adjudge.rank(ratings, "wmt-da"), adjudge.rank(ratings, "wmt24-esa")
        >>> list(adjudge.compare_each({"en-de": this}, {"en-de": last}))
        ['']
    """
    require_text("pair", pair, example="eng-deu")
    for name, value in (("ranking", ranking), ("ranking_a", ranking_a), ("ranking_b", ranking_b)):
        require_text(name, value, example="wmt-da")
    how = Reading(
        hide=require_names("hide", hide),
        seed=require_seed(seed),
        pair=pair,
        where=where,
        columns=columns,
        scale=scale,
        format=format,
        table=table,
        progress=progress,
    )
    recipes, methods = _for_each("recipe", recipe), _for_each("method", method)
    ways = [replace(how, recipe=one, method=other) for one, other in zip(recipes, methods, strict=True)]
    sides = read_side(a, "A", ways[0]), read_side(b, "B", ways[1])
    _require_used(sides, {"recipe": recipe, "method": method}, how)
    chosen = [_chosen(side, name or ranking, pair) for side, name in zip(sides, (ranking_a, ranking_b), strict=True)]
    first, second = _of_one_pair(*chosen)
    return _all_of(*_same_names(first, second), seed=how.seed, why=why, progress=progress)


def _for_each(name: str, given: Any) -> list[Any]:  # noqa: ANN401 - a recipe, a name, or two of them
    """One value for each side."""
    if given is None or isinstance(given, str | Recipe | PathLike):
        return [given, given]
    values = list(given)
    if not 1 <= len(values) <= 2:
        raise TOO_MANY_RECIPES(name=name, given=len(values))
    return [values[0], values[-1]]


def _of_one_pair(a: NamedSides, b: NamedSides) -> tuple[NamedSides, NamedSides]:
    """Where one side is a single ranking of a known language pair, those of that pair from the other."""
    pairs = [_own_pair(side) for side in (a, b)]
    first = a if pairs[1] is None else _with_part(a, pairs[1]) or a
    second = b if pairs[0] is None else _with_part(b, pairs[0]) or b
    return first, second


def _own_pair(side: NamedSides) -> str | None:
    """The language pair of the only ranking of a side, if it is known."""
    return _pair_of(next(iter(side.values()))) if len(side) == 1 else None


def _pair_of(side: Side) -> str | None:
    pair = None if side.ranking is None else side.ranking.settings.get("pair")
    return pair if isinstance(pair, str) else None


def _with_part(side: NamedSides, name: str) -> NamedSides:
    """The rankings with a part of this name in theirs, which is left out of their names."""
    low = name.lower()
    kept = {parts: one for parts, one in side.items() if low in map(str.lower, parts)}
    return {tuple(part for part in parts if part.lower() != low): one for parts, one in kept.items()}


def _require_used(sides: tuple[NamedSides, NamedSides], asked: Mapping[str, Any], how: Reading) -> None:
    """Refuse options that no side can use (AJ066)."""
    tables = [one.table for side in sides for one in side.values() if one.table is not None]
    rated = any(isinstance(one, Ratings | Spans) for one in tables)
    compared = any(isinstance(one, Comparisons | PairCounts) for one in tables)
    given = {
        "ratings": {"recipe": asked["recipe"], "hide": how.hide} if not rated else {},
        "comparisons": {"method": asked["method"]} if not compared else {},
        "judgements": {
            key: getattr(how, key) for key in ("where", "columns", "scale", "format", "table") if not tables
        },
    }
    for of, options in given.items():
        wrong = [f"`{key}=`" for key, value in options.items() if value not in (None, (), [], "")]
        if wrong:
            first, second = (next(iter(side.values())).source for side in sides)
            raise NOTHING_TO_RANK(options=" and ".join(wrong), _count=len(wrong), of=of, a=first, b=second)


def _chosen(side: NamedSides, name: str | None, pair: str | None) -> NamedSides:
    """The rankings of a language pair and of a name, or with these as parts of their names."""
    if pair is not None:
        unlike = [one for one in side.values() if (_pair_of(one) or pair).lower() != pair.lower()]
        found = _with_part(side, pair) or {parts: one for parts, one in side.items() if one not in unlike}
        side = found or _refuse_name(side, pair)
    if name is None:
        return side
    whole = {parts: one for parts, one in side.items() if _joined(parts) == name}
    return whole or _with_part(side, name) or _refuse_name(side, name)


def _refuse_name(side: NamedSides, name: str) -> NamedSides:
    """There is no ranking of that name (AJ066)."""
    pairs = [_pair_of(one) for one in side.values()]
    known = [*map(_joined, side), *(part for parts in side for part in parts), *(pair for pair in pairs if pair)]
    names = list(dict.fromkeys(filter(None, known)))
    near = nearest(name, names)
    source = next(iter(side.values())).source
    raise NO_SUCH_RANKING(source=source, name=name, known=names or ["one without a name"], near=near)


def _joined(parts: Parts) -> str:
    return " / ".join(parts)


def _same_names(a: NamedSides, b: NamedSides) -> tuple[dict[str, tuple[Side, Side]], list[str], list[str]]:
    """The rankings to compare, and the names that only one side has."""
    if len(a) == len(b) == 1:
        return {"": (next(iter(a.values())), next(iter(b.values())))}, [], []
    common = {_joined(parts): (one, b[parts]) for parts, one in a.items() if parts in b}
    only_a, only_b = ([_joined(parts) for parts in one if parts not in other] for one, other in ((a, b), (b, a)))
    if not common:
        sources = {side: next(iter(one.values())).source for side, one in (("a", a), ("b", b))}
        names = {side: [name or "one without a name" for name in held] for side, held in (("a", only_a), ("b", only_b))}
        raise SEVERAL(
            **sources,
            names_a=names["a"],
            names_b=names["b"],
            n=len(a) + len(b),
            first_a=names["a"][0] if len(a) > 1 else None,
            first_b=names["b"][0] if len(b) > 1 else None,
        )
    return common, only_a, only_b


def _all_of(
    pairs: Mapping[str, tuple[Side, Side]],
    only_a: Sequence[str],
    only_b: Sequence[str],
    *,
    seed: int,
    why: bool,
    progress: Progress | None,
) -> RankingComparisons:
    done: dict[str, RankingComparisonResult] = {}
    refused: dict[str, tuple[Problem, ...]] = {}
    errors: list[AdjudgeError] = []
    for name, (a, b) in pairs.items():
        try:
            plain = contrast(a, b)
            done[name] = replace(plain, why=_causes(a, b, seed, progress)) if why else plain
        except AdjudgeError as error:
            errors.append(error)
            refused[name] = error.problems
    if not done:
        raise errors[0]
    named = len(done) > 1
    return RankingComparisons(
        signature=Signature.of({"compare": "rankings", "rankings": len(done), "systems": "common"}),
        settings={"seed": seed, "why": why},
        findings=tuple(
            replace(finding, text=f"{name}: {finding.text}" if named else finding.text)
            for name, one in done.items()
            for finding in one.findings
        ),
        comparisons=done,
        refused=refused,
        only_a=tuple(only_a),
        only_b=tuple(only_b),
    )


def _causes(a: Side, b: Side, seed: int, progress: Progress | None) -> tuple[SingleChoice, ...]:
    """Single choices of the side that is no judgements, or of B if both are."""
    if a.table is None and b.table is None:
        raise NOT_SEPARABLE(reason="neither side is judgements")
    own, other = (a, b) if a.table is not None else (b, a)
    return single_choices(own, other, seed=seed, progress=progress)
