"""`adjudge.report`: every analysis of the judgements at hand, for each language pair or group of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from adjudge.auditing.catalogue import NOT_CHECKED, NOT_TEXTS
from adjudge.auditing.origin.directions import Origins
from adjudge.auditing.report.catalogue import NO_JUDGEMENTS, SAME_KIND
from adjudge.auditing.report.choices import Judgements, ReportChoices, without_marks
from adjudge.auditing.report.examining import examine
from adjudge.auditing.report.group import ReportedGroup
from adjudge.auditing.report.result import ReportResult
from adjudge.core.arguments import require_names, require_seed, require_text, require_whole_number
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.groups import LANGUAGE, groups_of, require_few_groups, say_group
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Texts
from adjudge.ranking.grouped import within_groups
from adjudge.ranking.rank import as_table, chosen_rows

#: What groups are told apart by where ratings and comparisons are reported together.
TABLE: Final = "table"
#: Arguments of `rank` that only one kind of table takes.
OF_RATINGS: Final = frozenset({"hide", "claims", "weights", "keep_kinds"})
OF_COMPARISONS: Final = frozenset({"settings"})
Recipes = Mapping[str, str | Recipe] | Sequence[str]


def report(
    *tables: object,
    recipes: Recipes = (),
    methods: Sequence[str] = (),
    scenarios: Sequence[str] = (),
    by: str | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    texts: Texts | None = None,
    origin: Origins = None,
    draws: int = 100,
    seed: int = 0,
    workers: int = 2,
    progress: Callable[[float], None] | None = None,
    **ranking: Any,  # noqa: ANN401 - those of `rank`, which refuses what it does not know
) -> ReportResult:
    """Rank systems and look at the ranking from every side.

    What cannot be made from the data, such as the effect of degraded items where there are none, is kept with the
    reason. Several language pairs are reported one by one.

    Args:
        *tables: ratings, marked errors or comparisons, or frames with the columns of one of them; one table of each
            kind may be given.
        recipes: for ratings: names, or recipes by name; the first is the main one, the others stand beside it. If left
            out, `recommended` and how WMT ranked.
        methods: for comparisons: names, likewise.
        scenarios: of `adjudge.stability`; if left out those of Knowles (2021) and, for up to 50,000 judgements, all
            recipes or methods.
        by: one report for each value of a column, such as `domain`, or for each language pair (`language`); of several
            language pairs, for each value in each of them.
        pair: the language pair to report; all if left out.
        where: the rows to use, as for `adjudge.rank`.
        columns: for frames with other names: our name -> name in the frame.
        scale: for frames of ratings: the scale of the scores.
        texts: source, reference and outputs, for the checks of texts.
        origin: where texts come from, as for `adjudge.origin`; the column `origin` if left out.
        draws: samples of scenarios that draw judgements again.
        seed: for everything that is random.
        workers: analyses at a time; the figures are the same for any number.
        progress: called with the share of the work that is done.
        **ranking: all other arguments of `adjudge.rank`.

    Returns:
        One entry for each group, with rankings, findings and all audits.

    Raises:
        AdjudgeError: if a table is broken, or an argument does not belong to it.

    Example:
        >>> import adjudge
        >>> ratings = adjudge.simulate("balanced", seed=1).table
        >>> result = adjudge.report(ratings, recipes=["wmt-da"], scenarios=["remove:best"])
        >>> [(group.name, list(group.rankings)) for group in result.groups]
        [('', ['wmt-da'])]
    """
    require_whole_number("draws", draws, least=1)
    require_whole_number("workers", workers, most=64, least=1)
    if texts is not None and not isinstance(texts, Texts):
        raise NOT_TEXTS(type=type(texts).__name__)
    choices = ReportChoices(
        recipes=_known(recipes),
        methods=require_names("methods", methods),
        scenarios=require_names("scenarios", scenarios),
        texts=texts,
        origin=origin,
        ranking=ranking,
        draws=draws,
        seed=require_seed(seed),
        workers=workers,
    )
    require_text("by", by, example="domain")
    require_text("pair", pair, example="eng-deu")
    if not tables:
        raise NO_JUDGEMENTS()  # noqa: RSE102 - an entry, not a class
    held = [_judgements(table, where, columns=columns, scale=scale, compared=bool(methods)) for table in tables]
    _require_kinds(held)
    parts = _parts([one if pair is None else choose_language_pair(one, pair) for one in held], by)
    groups = []
    for number, (name, table) in enumerate(parts.items()):

        def advance(share: float, before: int = number) -> None:
            if progress is not None:
                progress((before + share) / len(parts))

        groups.append(examine(table, name, choices if len(held) == 1 else _of_kind(table, choices), advance))
    return _result(groups, by or (LANGUAGE if len(held) == 1 else TABLE), choices, held, pair)


def _known(recipes: Recipes) -> dict[str, str | Recipe]:
    """Recipes by name, all of which there are."""
    named = recipes if isinstance(recipes, Mapping) else {name: name for name in require_names("recipes", recipes)}
    return {
        name: RECIPES.find(one) if isinstance(one, str) and one != RECOMMENDED else one for name, one in named.items()
    }


def _judgements(
    table: object, where: Where | None, *, columns: Mapping[str, str] | None, scale: str | None, compared: bool
) -> Judgements:
    held = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=compared), where)
    if not isinstance(held, Ratings | Spans | Comparisons | PairCounts):
        raise NOT_CHECKED(held=held.noun)
    return held


def _require_kinds(held: Sequence[Judgements]) -> None:
    """One table of each kind: a report has one place for each (AJ040)."""
    for noun, number in Counter(table.noun for table in held).items():
        if number > 1:
            raise SAME_KIND(noun=noun, number=number)


def _parts(held: Sequence[Judgements], by: str | None) -> dict[str, Judgements]:
    """The groups of all tables, by name; a single group has none."""
    parts: dict[str, Judgements] = {}
    for table in held:
        noun = table.noun if len(held) > 1 else ""
        for name, rows in _groups(table, by).items():
            parts[", ".join(filter(None, (name, noun)))] = rows
    require_few_groups(by or LANGUAGE, len(parts))
    return parts


def _groups(table: Judgements, by: str | None) -> dict[str, Judgements]:
    """The groups of a table; those of several language pairs pair by pair, as no ranking is of two of them."""
    several = len(language_pairs(table)) > 1
    pairs = groups_of(table, LANGUAGE) if several or by == LANGUAGE else {"": table}
    if by in (None, LANGUAGE):
        return dict(pairs)
    return {
        ", ".join(filter(None, (pair, say_group(by, value)))): group
        for pair, rows in pairs.items()
        for value, group in groups_of(rows, by).items()
    }


def _of_kind(table: Judgements, choices: ReportChoices) -> ReportChoices:
    """The choices without those for the other kind of table, where both kinds are reported."""
    if isinstance(table, Comparisons | PairCounts):
        kept = {name: value for name, value in choices.ranking.items() if name not in OF_RATINGS}
        return replace(choices, recipes={}, ranking=kept)
    kept = {name: value for name, value in choices.ranking.items() if name not in OF_COMPARISONS}
    return replace(choices, methods=(), ranking=kept)


def _result(
    groups: Sequence[ReportedGroup], by: str, choices: ReportChoices, held: Sequence[Judgements], pair: str | None
) -> ReportResult:
    mains = {group.name: group.main for group in groups if group.main is not None}
    names = dict.fromkeys(name for group in groups for name in group.rankings)
    parts = {"report": "+".join(names) or "none"} | ({"by": by} if len(groups) > 1 else {})
    parts |= {"pair": pair} if pair is not None else {}
    # All tables were chosen by the same conditions, so far as they have the columns.
    chosen = {name: value for table in held for name, value in selection_choices(table).items()}
    return ReportResult(
        signature=Signature.of(
            {key: without_marks(value) for key, value in parts.items()}
            | choices.signed()
            | chosen
            | {"seed": choices.seed}
        ),
        settings={
            **choices.to_dict(),
            "by": by if len(groups) > 1 else None,
            "pair": pair,
            "where": list(dict.fromkeys(one for table in held for one in conditions_as_text(table))),
        },
        findings=within_groups(mains),
        by=by if len(groups) > 1 else None,
        groups=tuple(groups),
    )
