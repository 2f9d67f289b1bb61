"""Power and sample sizes as a page: the chart, the tables behind it, and what to know with every number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.catalogue import exact
from adjudge.planning.power.digits import level_text
from adjudge.planning.power.forms import FORMS
from adjudge.planning.power.result import PowerResult
from adjudge.planning.power.table import PowerTableResult
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.power import power_chart
from adjudge.reporting.figures import CaptionedTable, Figure, figure, heat_figure
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.power.tables import curves_table, effect_text, grid_table, needed_table, plan_table

TITLE: Final = "Power of a planned comparison"
GRID_TITLE: Final = "Power by sample size and effect"
_STEPS: Final = "The power of an exact test goes up and down with n; lines join the sizes of the table."


def power_page(result: PowerResult, *, source: str = "", commands: Sequence[str] = ()) -> str:
    """A page about one plan.

    Args:
        result: of `adjudge.power`.
        source: not used: a plan has no files.
        commands: what to type to get the same page again.
    """
    del source
    facts = {
        f"{result.unit}s, n": f"{result.n:,}",
        "P(A < B)": effect_text(result.effect),
        "power": f"{result.achieved_power:.3f}",
        "level": level_text(result.level, result.alpha),
    }
    if result.margin is not None:
        facts["margin"] = effect_text(result.margin)
    return audit_page(
        result, title=TITLE, lede=result.summary(), facts=facts, sections=power_sections(result), commands=commands
    )


def power_sections(result: PowerResult) -> list[AuditSection]:
    """The plan, power by n, and what other effects need."""
    form = FORMS[result.test]
    plan = CaptionedTable("plan", "What was given and what follows.", plan_table(result))
    needed = CaptionedTable("needed", say_needed(result), needed_table(result))
    return [
        AuditSection("The plan", text=f"Test: {form.title} ({form.source}).", tables=(plan,)),
        AuditSection("Power by sample size", figures=(power_figure(result),)),
        AuditSection("Other sizes", tables=(needed,)),
    ]


def say_needed(result: PowerResult) -> str:
    """The caption of the table of other effects or margins."""
    what = "effect" if result.margin is None else "margin"
    return f"Sample sizes by {what}, with a power of {exact(result.target)}."


def power_figure(result: PowerResult) -> Figure:
    """Power by n, with the numbers behind it."""
    kind = "effect, P(A < B)" if result.margin is None else "margin"
    target = f"The dashed line is a power of {exact(result.target)}."
    steps = "" if FORMS[result.test].counted is None else f" {_STEPS}"
    return figure(
        power_chart(result),
        name="power",
        title="Power by sample size",
        caption=f"The thick line is the plan, the diamond its n; numbers beside lines are the {kind}. {target}{steps}",
        description=f"{result.summary()} {target}",
        numbers=CaptionedTable("power-numbers", f"Power by n, for each {kind}.", curves_table(result.curves)),
    )


def power_item(result: PowerResult) -> PaperTable:
    """What others need, as a table for a paper, with the plan in its caption."""
    caption = f"{result.summary()} {say_needed(result)}"
    return PaperTable("power", caption, needed_table(result), "tab:power", str(result.signature))


def grid_page(result: PowerTableResult, *, source: str = "", commands: Sequence[str] = ()) -> str:
    """A page with the table as a heat map.

    Args:
        result: of `adjudge.power_table`.
        source: not used: a plan has no files.
        commands: what to type to get the same page again.
    """
    del source
    facts = {"test": result.test, "level": level_text(result.level, result.alpha), "sides": str(result.sides)}
    section = AuditSection("The table", text=f"Test: {FORMS[result.test].title}.", figures=(grid_figure(result),))
    return audit_page(
        result, title=GRID_TITLE, lede=result.summary(), facts=facts, sections=[section], commands=commands
    )


def grid_figure(result: PowerTableResult) -> Figure:
    """The table as a heat map."""
    cells = {
        (effect_text(effect), f"{size:,}"): power
        for size, row in zip(result.sizes, result.powers, strict=True)
        for effect, power in zip(result.effects, row, strict=True)
    }
    return heat_figure(
        cells,
        rows=[effect_text(effect) for effect in result.effects],
        columns=[f"{size:,}" for size in result.sizes],
        name="power-grid",
        title=f"Power by P(A < B) and number of {result.unit}s",
        caption=result.summary(),
        values="power",
        digits=3,
        bounds=(0.0, 1.0),
    )


def grid_item(result: PowerTableResult) -> PaperTable:
    """The table for a paper."""
    return PaperTable("power-table", result.summary(), grid_table(result), "tab:power", str(result.signature))
