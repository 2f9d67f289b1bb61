"""`adjudge.datasheet`: a datasheet from judgements, their ranking, the agreement of annotators, and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.auditing.datasheet.catalogue import POOLED_CRITERIA
from adjudge.auditing.datasheet.facts import COUNTING
from adjudge.auditing.datasheet.result import DatasheetResult
from adjudge.auditing.datasheet.sheet import Judgements, criteria_of, fill_sheet, require_judgements
from adjudge.core.arguments import WRONG_ARGUMENT, require_text
from adjudge.core.catalogue import counted, listed
from adjudge.core.datasheet.answer import Answer, Unknown
from adjudge.core.datasheet.catalogue import OTHER_DATA
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.selecting.conditions import Where
from adjudge.core.tables import Comparisons, Ratings
from adjudge.ranking.catalogue import NOT_FOR_TABLE
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.ranking.ratings.kinds import parse_kinds
from adjudge.ranking.result import RankingResult, RatingRankingResult
from adjudge.reporting.datasheet.agreement import answers_of_annotators
from adjudge.reporting.datasheet.rankings import answers_of_ranking

Annotators = AnnotatorsResult | ComparisonAnnotatorsResult
#: What stays open without a ranking or a description of annotators.
_WITHOUT: Final = {
    "ranking": ("there is no ranking", ("4.3.9", "4.3.10")),
    "annotators": ("agreement was not computed", ("4.3.11.1", "4.3.11.2", "4.3.12.1", "4.3.12.2")),
}


def datasheet(
    table: object,
    *,
    ranking: RankingResult | None = None,
    annotators: Annotators | None = None,
    answers: Mapping[str, Any] | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    keep_kinds: str | Sequence[str] = (),
    source: str = "answers",
) -> DatasheetResult:
    """Fill in a HEDS 3.0 datasheet as far as judgements, results and answers go; what is missing is listed.

    Nothing is guessed: a question that the data answers in part is a gap, and the entry says what is missing.

    Args:
        table: `Ratings`, `Comparisons` or `Spans`, or any frame with the columns of one of them.
        ranking: of the same data, answers what is asked about aggregation, tests and power. The counts are then of the
            ratings that it used.
        annotators: of the same data, from `adjudge.annotators`; answers what is asked about agreement.
        answers: what only people know, as of a TOML file: `{"answers": {"3.2.3": "by email"}}`, and answers that differ
            between criteria below `"criteria"`. An answer that contradicts the data is a finding (AJ582) and not taken.
        pair: the language pair, needed if the table holds several.
        where: the rows to describe, such as `"criterion=adequacy"`; all if left out.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame of ratings: the scale of the scores, `0..100` if left out.
        keep_kinds: for ratings: the kinds of rows that are the evaluation, such as `"calibration"`; judgements of real
            outputs if left out.
        source: name of the file of answers, for messages.

    Returns:
        Every question with its answer, who gave it, and what is missing.

    Raises:
        AdjudgeError: AJ020 for a table without single judgements; AJ067 for answers that cannot be used, and results of
            other data.

    Example:
        >>> import adjudge
        >>> sheet = adjudge.datasheet(adjudge.simulate("balanced", seed=1).table, answers={"answers": {"3.2.2.2": 3}})
        >>> sheet.entry("3.2.1").text, sheet.entry("3.2.2.2").words, sheet.entry("3.2.3").status
        ('20', '3 (not paid)', 'open')
    """
    require_text("pair", pair, example="eng-deu")
    _require(ranking=(ranking, RankingResult), annotators=(annotators, Annotators), answers=(answers, Mapping))
    held = require_judgements(chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where))
    judgements = choose_language_pair(held, pair)
    _require_same_data(judgements, ranking, annotators)
    kinds = parse_kinds(keep_kinds) or COUNTING
    if keep_kinds and not isinstance(judgements, Ratings):
        raise NOT_FOR_TABLE(options="`keep_kinds=`", _count=1, of="ratings", held=judgements.noun)
    said, findings = _said(criteria_of(judgements, kinds), ranking, annotators)
    results = {"ranking": ranking, "annotators": annotators}
    return fill_sheet(
        judgements,
        ranking=ranking,
        kinds=kinds,
        said=said,
        answers=answers,
        source=source,
        settings={name: None if result is None else str(result.signature) for name, result in results.items()},
        findings=findings,
    )


def _require(**given: tuple[object, Any]) -> None:
    """Arguments of the right kind, or nothing (AJ040)."""
    for name, (value, kind) in given.items():
        if value is not None and not isinstance(value, kind):
            expected = " or ".join(one.__name__ for one in getattr(kind, "__args__", (kind,)))
            raise WRONG_ARGUMENT(name=name, value=value, expected=f"a {expected}", todo=f"see the help of `{name}=`")


def _said(
    criteria: Sequence[str | None], ranking: RankingResult | None, annotators: Annotators | None
) -> tuple[list[Answer | Unknown], list[Finding]]:
    """What results answer; of several criteria together they answer nothing about one."""
    said: list[Answer | Unknown] = [*(answers_of_ranking(ranking) if ranking else ())]
    said += answers_of_annotators(annotators) if annotators else ()
    given = {"ranking": ranking, "annotators": annotators}
    for name, (why, numbers) in _WITHOUT.items():
        said += [Unknown(number, why) for number in numbers] if given[name] is None else []
    if len(criteria) == 1 or not (ranking or annotators):
        return said, []
    pooled = [name for name, result in given.items() if result is not None]
    why = "the analysis is of several criteria together"
    kept = [Unknown(one.number, why) if one.number.startswith("4") else one for one in said]
    words = " and ".join({"ranking": "ranking", "annotators": "agreement"}[name] for name in pooled)
    names = [name or "without a name" for name in criteria]
    return kept, [POOLED_CRITERIA(criteria=names, _results=words, _n=len(pooled), _example=criteria[0])]


def _require_same_data(table: Judgements, ranking: RankingResult | None, annotators: Annotators | None) -> None:
    """Refuse results of another kind of judgements, of other systems, or of other annotators (AJ067)."""
    kind = "comparisons" if isinstance(table, Comparisons) else "ratings"
    for argument, result in (("ranking", ranking), ("annotators", annotators)):
        if result is not None and result.kind != kind:
            raise OTHER_DATA(argument=argument, of=result.kind, held=table.noun)
    if ranking is not None:
        names = ("system_a", "system_b") if isinstance(table, Comparisons) else ("system",)
        systems = {system for name in names for system in table.frame[name].unique()}
        others = [name for name in ranking.order() if name not in systems]
        if others:
            held = f"no output of {'them' if len(others) > 1 else 'it'}"
            raise OTHER_DATA(argument="ranking", of=f"the {_systems(others)}", held=held)
    if annotators is not None:
        known = set(table.frame["annotator"].drop_nulls().unique()) | _sessions(table)
        strange = [one for one in _names(annotators) if one not in known]
        if strange:
            held = "nothing of theirs" if len(strange) > 1 else "nothing of this annotator"
            raise OTHER_DATA(
                argument="annotators", of=f"{counted(len(strange), 'annotator')} {listed(strange)}", held=held
            )
    if isinstance(ranking, RatingRankingResult) and isinstance(table, Ratings):
        used = ranking.judgements
        if used > table.frame.height:
            raise OTHER_DATA(argument="ranking", of=counted(used, "rating"), held=counted(table.frame.height, "rating"))


def _systems(names: list[str]) -> str:
    return f"system{'s' if len(names) > 1 else ''} {listed(names)}"


def _sessions(table: Judgements) -> set[str]:
    """Sessions count as annotators where annotators are unknown."""
    return set(table.frame["session"].drop_nulls().unique()) if "session" in table.frame.columns else set()


def _names(annotators: Annotators) -> list[str]:
    if isinstance(annotators, AnnotatorsResult):
        return [one.name for one in annotators.annotators]
    return [one.annotator for one in annotators.annotators]
