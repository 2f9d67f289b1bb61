"""A datasheet from judgements: what they answer, joined with what results and a person say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from adjudge.auditing.datasheet.catalogue import NOT_DESCRIBED, OPEN_QUESTIONS
from adjudge.auditing.datasheet.combine import combine
from adjudge.auditing.datasheet.counted import counted_ratings
from adjudge.auditing.datasheet.facts import COUNTING, Facts, facts_of, of_kinds
from adjudge.auditing.datasheet.from_comparisons import answers_of_comparisons
from adjudge.auditing.datasheet.from_facts import answers_of_facts
from adjudge.auditing.datasheet.from_ratings import answers_of_controls, answers_of_ratings
from adjudge.auditing.datasheet.from_spans import answers_of_spans
from adjudge.auditing.datasheet.result import DatasheetResult, Entry, in_order
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.core.datasheet.given import answers_from_dict
from adjudge.core.datasheet.heds import QUESTIONS, SHEET
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import plain_name
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import AnyTable, Comparisons, Ratings, Spans
from adjudge.ranking.result import RankingResult

Judgements = Ratings | Comparisons | Spans
_OF_CRITERION: Final[dict[type[Any], Callable[[pl.DataFrame, str | None], Iterator[Answer | Unknown]]]] = {
    Ratings: answers_of_ratings,
    Comparisons: answers_of_comparisons,
    Spans: answers_of_spans,
}


def require_judgements(table: AnyTable) -> Judgements:
    """Single judgements of systems (AJ020)."""
    if not isinstance(table, Ratings | Comparisons | Spans):
        raise NOT_DESCRIBED(held=table.noun)
    return table


def criteria_of(table: Judgements, kinds: Sequence[str] = COUNTING) -> tuple[str | None, ...]:
    """The quality criteria of judgements of systems, in alphabetical order; None for one without a name.

    Args:
        table: judgements.
        kinds: for ratings, of items that are judgements of a system.
    """
    rows = of_kinds(table.frame, kinds)
    if "criterion" not in rows.columns or not rows.height:
        return (None,)
    return tuple(rows["criterion"].unique().sort(nulls_last=True).to_list())


def fill_sheet(
    table: Judgements,
    *,
    ranking: RankingResult | None = None,
    kinds: Sequence[str] = COUNTING,
    said: Sequence[Answer | Unknown] = (),
    answers: Mapping[str, Any] | None = None,
    source: str = "answers",
    settings: Mapping[str, str | None] | None = None,
    findings: Sequence[Finding] = (),
) -> DatasheetResult:
    """Fill in a datasheet.

    Args:
        table: judgements of one language pair.
        ranking: of the same judgements: counts are of its systems and of the ratings that it used; of all judgements of
            systems if left out.
        kinds: for ratings, of items that are judgements of a system.
        said: what others than the judgements answer: a ranking, agreement, the plan of a campaign.
        answers: what a person answers, as of a TOML file.
        source: name of that file, for messages.
        settings: signatures of the analyses behind it, by their names.
        findings: what is to be known of these.

    Raises:
        UsageError: AJ067 if answers cannot be used.
    """
    criteria = criteria_of(table, kinds)
    systems = None if ranking is None else ranking.order()
    facts = facts_of(table, counting=counted_ratings(table, ranking), systems=systems, kinds=kinds)
    given = answers_from_dict(answers, criteria=criteria, source=source) if answers is not None else ()
    found = [*_from_data(table, facts, criteria, kinds), *said]
    unknown = {one.number: one.why for one in found if isinstance(one, Unknown)}
    known = [*(one for one in found if isinstance(one, Answer)), *given]
    contradictions: list[Finding] = []

    def entry(number: str, criterion: str | None) -> Entry:
        fitting = [one for one in known if one.number == number and one.criterion in {None, criterion}]
        made, contradiction = combine(QUESTIONS[number], criterion, fitting, unknown.get(number, ""))
        contradictions.extend([contradiction] if contradiction else [])
        return made

    general = {number: entry(number, None) for number, one in QUESTIONS.items() if not one.per_criterion}
    of_criteria = [number for number, one in QUESTIONS.items() if one.per_criterion]
    specific = [{number: entry(number, criterion) for number in of_criteria} for criterion in criteria]
    return DatasheetResult(
        signature=Signature.of(
            {"datasheet": SHEET.replace(" ", "-").lower(), **_pair(facts), **selection_choices(table)}
        ),
        settings={**(settings or {}), "where": conditions_as_text(table)},
        findings=(*contradictions, *findings, *_observations(in_order(general, specific)), *table.findings),
        criteria=criteria,
        facts=facts,
        entries=in_order(general, specific),
    )


def _pair(facts: Facts) -> dict[str, str]:
    held = (facts.source_langs, facts.target_langs)
    return {"pair": plain_name("-".join("+".join(names) for names in held))} if all(held) else {}


def _from_data(
    table: Judgements, facts: Facts, criteria: Sequence[str | None], kinds: Sequence[str]
) -> Iterator[Answer | Unknown]:
    yield from answers_of_facts(facts)
    if isinstance(table, Ratings):
        yield from answers_of_controls(table.frame)
    for criterion in criteria:
        rows = of_kinds(table.frame, kinds)
        if "criterion" in rows.columns and len(criteria) > 1:
            rows = rows.filter(pl.col("criterion").eq_missing(criterion))
        if criterion is not None:
            yield Answer("4.3.1.1", "data", criterion, (), criterion, exact=True)
        yield from _OF_CRITERION[type(table)](rows, criterion)


def _observations(entries: Sequence[Entry]) -> Iterator[Finding]:
    blank = sum(entry.status == "open" for entry in entries)
    part = sum(entry.status == "in part" for entry in entries)
    if blank or part:
        yield OPEN_QUESTIONS(open=blank, part=part, questions=len(entries))
