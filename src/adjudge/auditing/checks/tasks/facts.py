"""Facts about tasks: control items with their originals, what was shown together, the unit of z-scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from adjudge.auditing.checks.fact import Fact, NotCheckableError
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import scored_segments

if TYPE_CHECKING:
    from adjudge.auditing.checks.facts import Facts


def _unit(facts: Facts) -> str:
    """As `published` standardises."""
    frame = facts.table.frame
    known = [name for name in ("annotator", "session") if not frame[name].null_count()]
    if not known:
        raise NotCheckableError("a value of 'annotator' or 'session' in every row")
    return known[0]


def _showings(facts: Facts) -> pl.DataFrame:
    from adjudge.auditing.context.showings import find_showings

    if not (facts.table.frame["kind"] == "degraded").any():
        raise NotCheckableError("items of kind 'degraded'")
    assert isinstance(facts.table, Ratings)  # noqa: S101 - no other table has kinds
    try:
        return find_showings(facts.table).frame
    except AdjudgeError as error:
        raise NotCheckableError(error.problems[0].expected) from None


def _of_segments(facts: Facts) -> pl.DataFrame:
    return scored_segments(facts.table.frame)


def _repeats(facts: Facts) -> pl.DataFrame:
    from adjudge.scoring.quality import control_pairs

    pairs = control_pairs(_of_segments(facts), "repeat")
    if pairs.is_empty():
        raise NotCheckableError("items of kind 'repeat' that the same person judged before, in the same session")
    return pairs


def _quality(facts: Facts) -> Any:  # noqa: ANN401 - imported when asked for
    from adjudge.core.recipes.recipe import Filters
    from adjudge.scoring.quality import check_quality

    unit = facts["people"].unit
    rows = _of_segments(facts).drop_nulls(unit)
    if not (rows["kind"] == "degraded").any():
        raise NotCheckableError("items of kind 'degraded'")
    return check_quality(rows, Filters(quality="degraded", quality_unit=unit))


def _known_texts(facts: Facts) -> pl.DataFrame | None:
    return facts.texts.frame if facts.texts is not None else None


FACTS: Final = (
    Fact("scored", "judgements of segments of every kind, with a score", _of_segments),
    Fact("showings", "the same in order, each with its showing, where there are degraded items", _showings),
    Fact("unit", "what published recipes standardise by: `annotator`, or `session` where those are unknown", _unit),
    Fact("known texts", "the texts, or None", _known_texts),
    Fact("repeats", "repeated items with the first judgement of the same item by the same person", _repeats),
    Fact("quality", "for each person the test of degraded items against their originals", _quality),
)
