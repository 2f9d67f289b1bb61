"""`adjudge.composition`: what sessions were made of, and what that does to z-scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from adjudge.auditing.composition import catalogue as say
from adjudge.auditing.composition import kinds as of_kind
from adjudge.auditing.composition.company import COUNTING, Exposure, exposure, meetings, unfair_company
from adjudge.auditing.composition.kinds import Unit
from adjudge.auditing.composition.result import (
    AnnotatorCount,
    CompositionResult,
    ExposedSystem,
    KindCount,
    Meeting,
    SeenShare,
    SessionRow,
)
from adjudge.auditing.composition.sessions import DRAWS, Shown, odd_sessions, session_balance, shown_items
from adjudge.auditing.documents.catalogue import NOT_AUDITED
from adjudge.auditing.held_ratings import held_ratings
from adjudge.core.arguments import WRONG_ARGUMENT, require_names, require_seed
from adjudge.core.findings import Finding, Severity
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.suspicions.registry import suspect
from adjudge.ranking.ratings.requirements import require_one_scale

UNITS: Final[tuple[Unit, ...]] = ("session", "annotator")
_SEEN: Final = {"reference": "references", "degraded": "degraded items", "human": "human translations"}
#: A session lacks systems by chance alone where it is small; called out if the imbalance is this much above chance, or
#: if so many sessions lack some, by chance or not.
_BEYOND_CHANCE: Final = 1.25
_HALF: Final = 0.5
#: p of the correlation of company and change of rank below which it is noted; a warning needs more.
_NOTED: Final = 0.05


def composition(
    table: object,
    *,
    unit: Unit = "session",
    human: Sequence[str] | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    seed: int = 0,
) -> CompositionResult:
    """What sessions were made of, and what that does to z-scores (Knowles 2021, section 5).

    Args:
        table: `Ratings`, or any frame with their columns; judgements of segments are looked at.
        unit: what counts as a session: `session`, or `annotator` for all that one annotator judged. Annotators are
            never put in the place of unknown sessions without being asked for.
        human: systems that are human translations; by their names if left out.
        pair: the language pair, needed if the table holds several.
        where: the rows to look at, as for `adjudge.rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores; `0..100` if left out.
        seed: for random draws of sessions and permutations of systems.

    Raises:
        AdjudgeError: AJ063 if sessions (or annotators) are not known in every row.

    Example:
        >>> import adjudge
        >>> result = adjudge.composition(adjudge.simulate("balanced", seed=1).table)
        >>> all(session.systems == 12 for session in result.sessions)
        True
    """
    seed = require_seed(seed)
    if unit not in UNITS:
        raise WRONG_ARGUMENT(name="unit", value=unit, expected="session or annotator", todo='write `unit="session"`')
    ratings = held_ratings(table, where=where, columns=columns, scale=scale, pair=pair)
    rows = of_kind.judged_items(ratings.frame)
    _require_units(rows, unit)
    require_one_scale(rows)
    names = _human(rows, human)
    shown = shown_items(rows, unit)
    if not shown.units:
        raise NOT_AUDITED(rows=len(ratings))
    kept = exposure(rows, unit, seed=seed, shown=shown)
    balance = session_balance(rows, unit, seed=seed, shown=shown)
    counts = [dict(zip(shown.systems, map(int, row), strict=True)) for row in shown.counts]
    sessions = [SessionRow(**row, counts=held) for row, held in zip(balance.iter_rows(named=True), counts, strict=True)]
    shares = of_kind.kind_shares(rows, human=names)
    annotators = of_kind.annotator_counts(rows)
    return CompositionResult(
        signature=Signature.of(
            {"composition": unit, "draws": DRAWS, "z": unit, "basis": "all"}
            | selection_choices(ratings)
            | {"seed": seed}
        ),
        settings={
            "unit": unit,
            "human": names,
            "blocks": shown.block,
            "draws": DRAWS,
            "seed": seed,
            "where": conditions_as_text(ratings),
        },
        findings=(
            *suspect(ratings),
            *ratings.findings,
            *_seen(of_kind.who_met(shares), unit),
            *_mixture(sessions, shown, unit),
            *_company(rows, kept, unit),
            *_uneven(annotators),
        ),
        unit=unit,
        kinds=tuple(KindCount(**row) for row in of_kind.kind_counts(rows).iter_rows(named=True)),
        seen=tuple(SeenShare(**row) for row in shares.iter_rows(named=True)),
        sessions=tuple(sessions),
        meetings=tuple(Meeting(**row) for row in meetings(rows, unit, shown=shown).iter_rows(named=True)),
        annotators=tuple(AnnotatorCount(**row) for row in annotators.iter_rows(named=True)),
        systems=tuple(ExposedSystem(**row) for row in _best_first(kept.systems).iter_rows(named=True)),
        spearman=kept.spearman,
        p=kept.p,
    )


def _best_first(systems: pl.DataFrame) -> pl.DataFrame:
    return systems.sort(["raw", "system"], descending=[True, False], nulls_last=True)


def _require_units(rows: pl.DataFrame, unit: Unit) -> None:
    if rows.is_empty():
        raise NOT_AUDITED(rows=rows.height)
    unknown = rows[unit].null_count()
    if unknown:
        entry = say.UNKNOWN_SESSIONS if unit == "session" else say.UNKNOWN_ANNOTATORS
        raise entry(unknown=unknown, rows=rows.height)


def _human(rows: pl.DataFrame, human: Sequence[str] | None) -> list[str]:
    if human is None:
        return human_systems(rows["system"].unique().sort())
    names = require_names("human", human)
    systems = rows["system"].unique().sort().to_list()
    wrong = [name for name in names if name not in systems]
    if wrong:
        raise say.NO_SUCH_HUMAN(names=wrong, systems=systems)
    return list(names)


def _seen(met: Sequence[of_kind.Met], unit: Unit) -> Iterator[Finding]:
    for one in met:
        row = one.sessions if unit == "session" else one.annotators
        if row is not None and one.some(unit):
            yield say.SEEN_BY_SOME(
                **{name: row[name] for name in ("collection", "unit", "seen", "units", "number", "share")},
                severity="warning" if one.uneven else "note",
                _place=one.collection or "the data",
                _what=_SEEN[one.seen],
            )


def _company(rows: pl.DataFrame, kept: Exposure, unit: Unit) -> Iterator[Finding]:
    if kept.spearman is not None and kept.p is not None and kept.spearman > 0 and kept.p < _NOTED:
        moved = kept.systems.filter(pl.col("moved") != 0)["system"].to_list()
        severity: Severity = "warning" if unfair_company(kept, _spread(rows)) else "note"
        yield say.COMPANY_MOVES(spearman=kept.spearman, p=kept.p, systems=moved, unit=unit, severity=severity)


def _uneven(annotators: pl.DataFrame) -> Iterator[Finding]:
    known = annotators.drop_nulls()
    everywhere = known["collection"].n_unique()
    missing = known.group_by("annotator").len().filter(pl.col("len") < everywhere)["annotator"].sort().to_list()
    if missing:
        yield say.UNEVEN_ANNOTATORS(annotators=missing)


def _mixture(sessions: Sequence[SessionRow], shown: Shown, unit: Unit) -> Iterator[Finding]:
    """Whether units hold all systems: a warning if chance does not explain the mix of some, as `check` says it."""
    systems = len(shown.systems)
    incomplete = sum(row.systems < systems for row in sessions)
    mean, chance = (sum(getattr(row, name) for row in sessions) / len(sessions) for name in ("imbalance", "expected"))
    odd = odd_sessions(shown).names if min(shown.blocks.shape) > 1 else []
    if odd or incomplete >= _HALF * len(sessions) or (incomplete and mean > _BEYOND_CHANCE * chance):
        yield say.NOT_REPRESENTATIVE(
            severity="warning" if odd else "note",
            incomplete=incomplete,
            units=len(sessions),
            n_systems=systems,
            imbalance=mean,
            expected=chance,
            unit=unit,
            odd=odd,
            **{f"{unit}s": odd},
            _block=shown.block,
        )


def _spread(rows: pl.DataFrame) -> float:
    """Standard deviation of the scores that count."""
    found = rows.filter(pl.col("kind").is_in(COUNTING))["score"].std()
    return found if isinstance(found, float) else 0.0
