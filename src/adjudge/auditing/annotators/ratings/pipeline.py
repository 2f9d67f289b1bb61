"""Annotators who gave ratings: every part of their description, and what speaks against trusting them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudge.auditing.annotators.distributions import score_distributions
from adjudge.auditing.annotators.ratings.calibration import describe_calibration, later_work
from adjudge.auditing.annotators.ratings.coefficients import agreement_coefficients, agreement_with_others
from adjudge.auditing.annotators.ratings.consistency import consistencies
from adjudge.auditing.annotators.ratings.drift import drifts
from adjudge.auditing.annotators.ratings.findings import observe
from adjudge.auditing.annotators.ratings.generalisability import generalise
from adjudge.auditing.annotators.ratings.leniency import leniencies
from adjudge.auditing.annotators.ratings.model_fit import model_fits
from adjudge.auditing.annotators.ratings.pace import paces
from adjudge.auditing.annotators.ratings.pairs import PairSummary, annotator_pairs, summarise_pairs
from adjudge.auditing.annotators.ratings.profiles import profiles
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult, DescribedAnnotator, RatingAgreement
from adjudge.auditing.annotators.ratings.rows import DescribedRows, describe_rows
from adjudge.auditing.annotators.ratings.shared import shared_outputs
from adjudge.core.language_pairs import language_pairs
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Ratings
from adjudge.ranking.ratings.kinds import parse_kinds

#: Called with the share of the work that is done.
Progress = Callable[[float], None]


def describe_ratings(
    table: Ratings,
    *,
    draws: int,
    level: float,
    seed: int,
    keep_kinds: str | Sequence[str] = (),
    sessions: bool = False,
    weights: str | None = None,
    progress: Progress | None = None,
) -> AnnotatorsResult:
    """Describe the annotators of ratings of one language pair; arguments as of `adjudge.annotators`.

    Besides, `weights` names the weights that made scores of marked errors; it is None if scores were given.
    """
    report = progress or (lambda _: None)
    kinds = parse_kinds(keep_kinds)
    rows = describe_rows(table, kinds=kinds, sessions=sessions)
    report(0.1)
    pairs = annotator_pairs(rows)
    report(0.3)
    agreement = _agreement(rows, pairs=summarise_pairs(pairs), draws=draws, level=level, seeds=Seeds(seed))
    report(0.6)
    described = _annotators(rows, draws=draws, level=level, seeds=Seeds(seed))
    report(0.8)
    calibration = describe_calibration(rows)
    general = generalise(rows, draws=draws, level=level, seeds=Seeds(seed))
    chosen = {"kinds": "+".join(kinds)} if kinds else {}
    choices = {"annotators": "sessions" if sessions else "given", "intervals": rows.unit, "draws": draws}
    choices |= {"weights": weights} if weights else {}
    choices |= {"level": f"{level:g}", **chosen, **selection_choices(table), "seed": seed}
    settings = {"draws": draws, "level": level, "seed": seed, "keep_kinds": list(kinds), "sessions": sessions}
    settings |= {"weights": weights}
    found = observe(rows, described, pairs, agreement=agreement, calibration=calibration, general=general)
    return AnnotatorsResult(
        signature=Signature.of(choices),
        settings=settings | {"pair": next(iter(language_pairs(table)), None), "where": conditions_as_text(table)},
        findings=(*table.findings, *suspect(table), *rows.findings, *found),
        annotators=described,
        pairs=pairs,
        agreement=agreement,
        calibration=calibration,
        generalisability=general,
        distributions=score_distributions(rows),
    )


def _agreement(
    rows: DescribedRows, *, draws: int, level: float, seeds: Seeds, pairs: tuple[PairSummary, ...]
) -> RatingAgreement:
    paired = rows.cells.paired
    return RatingAgreement(
        shared=shared_outputs(rows),
        judgements=len(paired.score),
        k=paired.items / float((1 / paired.ratings).sum()) if paired.items else None,
        unit=rows.unit,
        units=paired.documents,
        coefficients=agreement_coefficients(rows, draws=draws, level=level, seeds=seeds),
        pairs=pairs,
    )


def _annotators(rows: DescribedRows, *, draws: int, level: float, seeds: Seeds) -> tuple[DescribedAnnotator, ...]:
    """Everything about each annotator."""
    parts: dict[str, Mapping[str, Any]] = {
        "consistency": consistencies(rows),
        "others": agreement_with_others(rows, draws=draws, level=level, seeds=seeds),
        "leniency": leniencies(rows),
        "fit": model_fits(rows),
        "drift": drifts(rows),
        "pace": paces(rows),
        "later": later_work(rows),
    }
    return tuple(
        DescribedAnnotator(one, **{name: found.get(one.annotator) for name, found in parts.items()})
        for one in profiles(rows)
    )
