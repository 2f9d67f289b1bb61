"""Power, sample size and smallest effect as printed tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.planning.power.digits import level_text, solved_digits
from adjudge.planning.power.result import PowerCurve, PowerResult
from adjudge.planning.power.table import PowerTableResult
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number

#: Numbers with this many decimals or more were computed.
_MOST_GIVEN: Final = 11
_EFFECT: Final = "P(a segment of A scores below one of B), ties halved; .5 is no difference"
_VOTE_EFFECT: Final = "P(B beats A) among votes that are no ties; .5 is no difference"


def plan_table(result: PowerResult) -> PrintedTable:
    """The plan: what was given and solved."""
    votes = result.unit == "vote"
    size = f"{result.m:,}" if result.m is not None else MISSING
    margin = None if result.margin is None else effect_text(result.margin)
    cells = [
        (Heading("test", "text"), result.test),
        (Heading("n", meaning="votes on each pair" if votes else "distinct segments of each system"), f"{result.n:,}"),
        (Heading("m", meaning="segments of the other system"), size if result.m != result.n else None),
        (Heading("P(A < B)", meaning=_VOTE_EFFECT if votes else _EFFECT), effect_text(result.effect)),
        (Heading("margin", meaning="half the width of what counts as equal"), margin),
        (Heading("power", meaning="at this n and effect"), number(result.achieved_power, 3)),
        (Heading("level", meaning="of each comparison"), level_text(result.level, result.alpha)),
        (Heading("sides"), None if result.margin is not None else str(result.sides)),
        (
            Heading("design effect", meaning="dependent judgements worth one independent one"),
            None if result.icc is None else f"{result.design_effect:.2f}",
        ),
        (
            Heading("worth", meaning="independent judgements that n are worth"),
            None if result.icc is None else f"{result.effective_n:,.0f}",
        ),
    ]
    held = [(heading, cell) for heading, cell in cells if cell not in {None, MISSING}]
    return PrintedTable(tuple(heading for heading, _ in held), (tuple(str(cell) for _, cell in held),))


def effect_text(effect: float) -> str:
    """An effect or a margin with two decimals, or with as many as it was given with; four if it was solved."""
    given = (digits for digits in range(2, _MOST_GIVEN) if round(effect, digits) == effect)
    digits = next(given, solved_digits(effect))
    return f"{effect:.{digits}f}"


def needed_table(result: PowerResult) -> PrintedTable:
    """What other effects, or other margins, need."""
    by_margin = result.margin is not None
    first = Heading("margin", meaning="half the width of what counts as equal") if by_margin else Heading("P(A < B)")
    headings = (first, Heading("n", meaning="least number with the power; a dash if there is none"))
    rows = [
        (effect_text(one.effect if one.margin is None else one.margin), MISSING if one.n is None else f"{one.n:,}")
        for one in result.needed
    ]
    return PrintedTable(headings, tuple(rows))


def curves_table(curves: Sequence[PowerCurve]) -> PrintedTable:
    """Power by n, one column for each curve."""
    heads = [Heading(curve_name(curve), is_name=True) for curve in curves]
    rows = [(f"{size:,}", *(number(curve.powers[i], 3) for curve in curves)) for i, size in enumerate(curves[0].sizes)]
    return PrintedTable((Heading("n"), *heads), tuple(rows))


def curve_name(curve: PowerCurve) -> str:
    """What tells a curve from the others: its effect, or its margin."""
    return effect_text(curve.effect if curve.margin is None else curve.margin)


def grid_table(result: PowerTableResult) -> PrintedTable:
    """Power by effect (rows) and n (columns)."""
    heads = [Heading(f"n = {size:,}", is_name=True) for size in result.sizes]
    rows = [
        (effect_text(effect), *(number(row[i], 3) for row in result.powers)) for i, effect in enumerate(result.effects)
    ]
    return PrintedTable((Heading("P(A < B)"), *heads), tuple(rows))
