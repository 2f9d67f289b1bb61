"""Checks of the order: would other choices that can be defended, or another field of systems, turn it round?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.orders.firm_pairs import FirmPairs, in_common, moved
from adjudge.auditing.checks.orders.unit_moments import UnitMoments
from adjudge.core.catalogue import FindingEntry, fill, listed
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.tables import Ratings
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.result import RankingResult

RAW_AGAINST_Z: Final = FindingEntry(
    "AJ456",
    "note",
    "Raw scores and z-scores order the systems differently.",
    text="Raw means and mean z-scores order the systems differently (Kendall {kendall:.2f}): {_moves:names}.[ Raw "
    "means put {turned:pairs above}, z-scores significantly the opposite by the published test.]",
    source="Knowles and Lo 2022, section 3.2",
    todo="look for annotators who met other systems than the rest; with a balanced design the two orders agree",
    needs="ratings with annotators or sessions",
)
REMOVAL: Final = FindingEntry(
    "AJ457",
    "note",
    "The order of the other systems changes if one is left out.",
    text="The z-scores of the other systems give another order {_shown:names}.",
    source="Knowles 2021, section 5.2",
    todo="`adjudge stability` shows every removal; scores that depend on who else took part need a better design",
    needs="ratings of three systems or more, with annotators or sessions",
)
REMOVAL_TURNS: Final = REMOVAL.variant(
    "Left out of the z-scores, other systems turn round pairs that differ significantly by the published test: "
    "{_shown:names}.",
)
TURNED: Final = "{what} ({pairs:pairs above})"
PLACES: Final = "{name} is {z:ordinal} by z-scores and {raw:ordinal} by raw means"
OTHER_RECIPES: Final = FindingEntry(
    "AJ458",
    "note",
    "Raw means or other z-scores give another order.",
    text="Raw means and z-scores of other kinds order some systems differently, none of which the default recipe "
    "separates: {_shown:names}.",
    source="Knowles 2021, section 5; Knowles and Lo 2022, section 3",
    todo="say which recipe was chosen and why, and do not interpret the order of systems that are not separated; "
    "`adjudge stability` compares whole recipes",
    needs="ratings that can be ranked, with annotators or sessions",
)
RECIPES_TURN: Final = OTHER_RECIPES.variant(
    "Raw means or z-scores of other kinds turn round systems that the default recipe separates: {_shown:names}.",
    todo="find out which recipe is right before publishing: usually annotators or sessions met different systems, and "
    "z-scores take true differences away",
)
#: Of two systems nothing is left to compare once one is left out.
ENOUGH_SYSTEMS: Final = 3


def _raw_against_z(_: pl.DataFrame, published: Analysis, firm: FirmPairs) -> Iterator[Finding]:
    """Orders by raw means and by mean z-scores, compared by Kendall's tau.

    With a balanced design they agree but for systems that are not separated. A note names the systems that change
    places; a warning if raw means turn round a pair that differs significantly by the published test (rank-sum test on
    z-scores, Holm).
    """
    means = published.estimate.means
    if means["raw"].null_count():
        raise NotCheckableError("raw scores of all systems")
    order = published.estimate.order
    raw = means.sort(["raw", "system"], descending=[True, False])["system"].to_list()
    if raw == order:
        return
    turned, changed = firm.reversed_in(raw), moved(order, raw)
    places = [{"name": name, "z": order.index(name) + 1, "raw": raw.index(name) + 1} for name in changed]
    yield RAW_AGAINST_Z(
        severity="warning" if turned else None,
        kendall=kendall_tau(order, raw),
        systems=changed,
        turned=turned,
        _moves=[fill(PLACES, place) for place in places],
    )


def _removal(_: pl.DataFrame, moments: UnitMoments, firm: FirmPairs) -> Iterator[Finding]:
    """The order of the rest without human translations, without the best system, and without the worst.

    z-scores are computed again from what is left. The order of two systems should not depend on a third; in many WMT
    rankings it does (Knowles 2021). A note if any systems change places, a warning if a pair that differs significantly
    by the published test (rank-sum test on all data, Holm) is turned round. Systems whose scores do not vary any more
    once others are left out have no place, and are not compared.
    """
    order = firm.order
    if len(order) < ENOUGH_SYSTEMS:
        raise NotCheckableError(REMOVAL.needs)
    removed = {"human translations": human_systems(moments.names)}
    removed |= {f"the best system {order[0]}": order[:1], f"the worst system {order[-1]}": order[-1:]}
    changes: dict[str, list[str]] = {}
    turned: dict[str, list[list[str]]] = {}
    for what, names in removed.items():
        rest = [name for name in order if name not in names]
        if not names or len(rest) < 2:
            continue
        rest, without = in_common(rest, moments.order(moments.marked(names)))
        if without != rest:
            changes[what] = moved(rest, without)
        if firm.reversed_in(without):
            turned[what] = firm.reversed_in(without)
    systems = sorted({name for names in changes.values() for name in names})
    if turned:
        pairs = [pair for found in turned.values() for pair in found]
        shown = [fill(TURNED, {"what": what, "pairs": found}) for what, found in turned.items()]
        yield REMOVAL_TURNS(severity="warning", systems=systems, turned=pairs, _shown=shown)
    elif changes:
        shown = [f"without {what} ({listed(names)} change places)" for what, names in changes.items()]
        yield REMOVAL(systems=systems, turned=[], _shown=shown)


def _other_recipes(
    _: pl.DataFrame, ranking: RankingResult, published: Analysis, orders: dict[str, list[str]]
) -> Iterator[Finding]:
    """The orders by raw means and by other z-scores, against the significant pairs of the default recipe.

    Compared are raw means, and mean z-scores by annotator and by session, with means and standard deviations from all
    rows and from those that count. A warning if one of them turns round a pair that the default recipe separates; a
    note if only systems change places that are not separated, which is true of most good campaigns. Only orders are
    compared here; `adjudge stability` runs whole recipes with their tests and lines.
    """
    firm = FirmPairs(ranking.order(), tuple((pair.a, pair.b) for pair in ranking.pairs if pair.significant))
    means = published.estimate.means
    if not means["raw"].null_count():
        by_raw = means.sort(["raw", "system"], descending=[True, False])["system"].to_list()
        orders = {"raw means": by_raw, **orders}
    other = {name: order for name, order in orders.items() if set(order) == set(firm.order)}
    if not other:
        raise NotCheckableError("raw means or z-scores of every system")
    turned = {name: firm.reversed_in(order) for name, order in other.items()}
    turned = {name: pairs for name, pairs in turned.items() if pairs}
    changed = {name: moved(firm.order, order) for name, order in other.items() if order != firm.order}
    if turned:
        shown = [fill(TURNED, {"what": name, "pairs": pairs}) for name, pairs in turned.items()]
        systems = sorted({name for pairs in turned.values() for pair in pairs for name in pair})
        yield RECIPES_TURN(severity="warning", systems=systems, recipes=list(turned), turned=turned, _shown=shown)
    elif changed:
        shown = [f"{name} (Kendall {kendall_tau(firm.order, other[name]):.2f})" for name in changed]
        systems = sorted({name for names in changed.values() for name in names})
        yield OTHER_RECIPES(systems=systems, recipes=list(changed), turned={}, _shown=shown)


CHECKS: Final = (
    Check(RAW_AGAINST_Z, _raw_against_z, Ratings, facts=("published", "firm pairs")),
    Check(REMOVAL, _removal, Ratings, facts=("moments", "firm pairs")),
    Check(OTHER_RECIPES, _other_recipes, Ratings, facts=("ranking", "published", "z orders")),
)
