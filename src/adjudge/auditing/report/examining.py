"""One group of rows, looked at from every side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudge.auditing.annotators.describe import annotators
from adjudge.auditing.checks.check import check
from adjudge.auditing.composition.audit import composition
from adjudge.auditing.context.context import context
from adjudge.auditing.documents.audit import documents
from adjudge.auditing.origin.origin import origin
from adjudge.auditing.report.choices import Judgements, ReportChoices
from adjudge.auditing.report.group import NotMade, ReportedGroup
from adjudge.auditing.report.made import Made
from adjudge.auditing.report.rankings import rank_side_by_side
from adjudge.auditing.report.raw_and_z import raw_and_z
from adjudge.auditing.report.scenarios import study_stability
from adjudge.auditing.report.scored import scored, weights_of, with_weights
from adjudge.auditing.stability.running import run_all
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.results import Result
from adjudge.core.tables import Comparisons, PairCounts, Ratings
from adjudge.ranking.result import Kind, RankingResult
from adjudge.scoring.weights.built_in import MQM


def examine(
    table: Judgements, name: str, choices: ReportChoices, progress: Callable[[float], None] | None = None
) -> ReportedGroup:
    """Everything about one group of rows; what cannot be made is kept with its reason.

    Args:
        table: judgements of one language pair.
        name: of the group.
        choices: what to look at.
        progress: called with the share of the work that is done.

    Raises:
        UsageError: if an argument does not belong to this kind of table.
    """
    made, table = Made(), table.sharing()
    kind: Kind = "comparisons" if isinstance(table, Comparisons | PairCounts) else "ratings"
    rankings = dict(rank_side_by_side(table, kind, choices, made))
    main = next(iter(rankings.values()), None)
    audits = _audits(table, main, choices)

    def run(part: str) -> Result | None:
        return made.of(part, audits[part])

    def report(done: int) -> None:
        if progress is not None:
            progress((done + 2) / (len(audits) + 2))

    report(0)
    found = dict(zip(audits, run_all(run, list(audits), workers=choices.workers, progress=report), strict=True))
    return ReportedGroup(
        name=name,
        kind=kind,
        facts=_facts(table, kind, main),
        rankings=rankings,
        raw_and_z=raw_and_z(rankings),
        not_made=_in_order(made.refused, list(audits)),
        **found,  # type: ignore[arg-type]
    )


def _in_order(refused: Sequence[NotMade], audits: Sequence[str]) -> tuple[NotMade, ...]:
    """Rankings as they were asked for, then audits, whichever ended first."""
    places = {name: place for place, name in enumerate(audits)}
    return tuple(sorted(refused, key=lambda one: places.get(one.part, -1)))


def _audits(
    table: Judgements, main: RankingResult | None, choices: ReportChoices
) -> dict[str, Callable[[], Result | None]]:
    """What to run, by the name of the field; the longest first, because two run at a time."""
    seed, weights = choices.seed, weights_of(table, choices)
    # Audits take marked errors by the weights of MQM alone; by others they get the scores.
    judged = table if weights in (None, MQM) else scored(table, weights)
    audits: dict[str, Callable[[], Result | None]] = {
        "stability": lambda: None if main is None else study_stability(judged, main, choices),
        "check": lambda: check(judged, texts=choices.texts, seed=seed),
    }
    if isinstance(table, PairCounts):
        return audits
    audits["annotators"] = lambda: (
        annotators(judged) if isinstance(judged, Comparisons) else annotators(judged, seed=seed)
    )
    if isinstance(table, Comparisons):
        return audits
    audits |= _of_ratings(scored(judged, weights), main, choices)
    return {name: with_weights(run, weights) for name, run in audits.items()}


def _of_ratings(
    ratings: Any,  # noqa: ANN401 - `Ratings`, which `scored` makes of any judgements that are rated
    main: RankingResult | None,
    choices: ReportChoices,
) -> dict[str, Callable[[], Result | None]]:
    """The audits that only ratings have."""
    seed = choices.seed
    audits: dict[str, Callable[[], Result | None]] = {}
    audits |= {
        "documents": lambda: documents(ratings),
        "composition": lambda: composition(ratings, unit=_unit(ratings), seed=seed),
        "context": lambda: context(ratings),
    }
    known = "origin" in ratings.frame.columns and ratings.frame["origin"].null_count() < len(ratings)
    if choices.origin is not None or known:
        recipe = RECOMMENDED if main is None else recipe_from_dict(main.settings["recipe"])
        audits["origin"] = lambda: origin(ratings, choices.origin, recipe=recipe, seed=seed)
    return audits


def _unit(ratings: Ratings) -> Any:  # noqa: ANN401 - a unit of `composition`
    """Sessions where they are known, else all that one annotator judged: the page says which."""
    frame = ratings.frame
    known = {name for name in ("session", "annotator") if name in frame.columns and not frame[name].null_count()}
    return "annotator" if known == {"annotator"} else "session"


def _facts(table: Judgements, kind: Kind, main: RankingResult | None) -> dict[str, int]:
    """How many there are of everything that the rows name, and how many judgements the main ranking counts."""
    frame = table.frame
    facts = {"systems": len(main.systems)} if main is not None else {}
    # A row of marked errors, or of counted pairs, is not one judgement.
    rows = frame.height if main is None or isinstance(table, Ratings | Comparisons) else main.judgements
    facts |= {"ratings" if kind == "ratings" else "comparisons": rows}
    facts |= {} if main is None or main.judgements == rows else {"counted": main.judgements}
    keys = {"segments": ["document", "segment"], "documents": ["document"]}
    keys |= {"annotators": ["annotator"], "sessions": ["session"]}
    for noun, names in keys.items():
        held = [name for name in names if name in frame.columns and frame[name].null_count() < frame.height]
        if names[-1] in held:
            facts[noun] = frame.select(held).drop_nulls(names[-1]).n_unique()
    return facts
