"""One self-contained HTML page about one or several rankings: it opens from disk and loads nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import adjudge
from adjudge.core.catalogue import counted
from adjudge.ranking.result import RankingResult
from adjudge.reporting import charts
from adjudge.reporting.tables import MISSING, Heading, caption, compare_rankings, number, ranking_table
from adjudge.reporting.wording import say_against_truth, say_leaders, say_names

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class TruthCheck:
    """How one ranking compares with the truth.

    Args:
        swapped: pairs that it puts the other way round, the truly better system first.
        kendall: Kendall's tau of the two orders.
    """

    swapped: Sequence[tuple[str, str]]
    kendall: float


@dataclass(frozen=True)
class Truth:
    """What a simulation knows and a real campaign does not.

    Args:
        quality: true quality by system, best first.
        checks: how each ranking compares, by the name of its recipe.
        note: what a reader must not conclude from it.
    """

    quality: Mapping[str, float]
    checks: Mapping[str, TruthCheck] = field(default_factory=dict)
    note: str = ""


def ranking_page(
    results: Mapping[str, RankingResult],
    *,
    title: str,
    lede: str,
    commands: Sequence[str] = (),
    facts: Mapping[str, str] | None = None,
    truth: Truth | None = None,
) -> str:
    """A page with tables, charts, findings and signatures.

    Args:
        results: rankings of the same systems by the name of their recipe; at least one.
        title: heading of the page.
        lede: one sentence that says what this is.
        commands: what to type to get the same page again.
        facts: a few numbers for the head of the page; by default from the first ranking.
        truth: the true order, if it is known: adds a section on where the rankings depart from it.

    Returns:
        HTML without references to anything outside of it.
    """
    first = next(iter(results.values()))
    template = _environment().get_template("page.html.j2")
    return template.render(
        title=title,
        lede=lede,
        facts=_facts(first) if facts is None else facts,
        comparison=_comparison(results, truth),
        rankings=[_ranking(i, name, result, truth) for i, (name, result) in enumerate(results.items(), 1)],
        commands=commands,
        version=adjudge.__version__,
    )


def significant_errors(result: RankingResult, check: TruthCheck) -> set[tuple[str, str]]:
    """The swapped pairs that the ranking calls significant, the truly better system first."""
    called = {(pair.b, pair.a) for pair in result.pairs if pair.significant}
    return called & set(check.swapped)


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("adjudge.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = typeset
    return environment


def typeset(cell: str, heading: Heading) -> str:
    """A cell with a true minus sign, and with an en dash in a range."""
    if heading.kind == "text" or cell == MISSING:
        return cell
    return cell.replace("-", "\N{EN DASH}" if heading.kind == "range" else "\N{MINUS SIGN}")


def _svg(spec: charts.Spec, name: str, title: str, description: str) -> Any:  # noqa: ANN401 - markupsafe.Markup
    from markupsafe import Markup

    # Safe: the renderer escapes the names it draws, and `svg` the title and the description.
    return Markup(charts.svg(spec, name=name, title=title, description=description))  # noqa: S704


def _facts(result: RankingResult) -> dict[str, str]:
    total = sum(s.judgements for s in result.systems)
    judgements = {"judgements": f"{total:,}"} if result.kind == "ratings" else {"comparisons": f"{total // 2:,}"}
    return {
        "systems": f"{len(result.systems):,}",
        **judgements,
        "clusters": f"{len(result.clusters()):,}",
    }


def _ranking(index: int, name: str, result: RankingResult, truth: Truth | None) -> dict[str, Any]:
    """What the template needs to know about one ranking."""
    best, worst = result.systems[0], result.systems[-1]
    clusters = counted(len(result.clusters()), "cluster")
    separated = sum(pair.significant for pair in result.pairs)
    scores = charts.score_chart(result, truth=truth.quality if truth else None)
    pairs = charts.pair_chart(result)
    return {
        "id": f"ranking-{index}",
        "name": name,
        "verdict": say_leaders(result),
        "table": ranking_table(result),
        "caption": caption(result),
        "findings": result.findings,
        "signature": str(result.signature),
        "scores": _svg(
            scores,
            f"scores-{index}",
            f"Scores under {name}",
            f"{counted(len(result.systems), 'system')} in {clusters}, from {best.system} ({number(best.score, 3)}) "
            f"down to {worst.system} ({number(worst.score, 3)}).",
        ),
        "pairs": _svg(
            pairs,
            f"pairs-{index}",
            f"Pairs under {name}",
            f"P-values of all pairs; a difference was detected in {separated} of {len(result.pairs)}.",
        ),
    }


def _comparison(results: Mapping[str, RankingResult], truth: Truth | None) -> dict[str, Any] | None:
    """Rankings against the truth, or against each other; nothing if there is one order only."""
    orders: dict[str, Sequence[charts.Place]] = {name: charts.places(result) for name, result in results.items()}
    if truth is not None:
        orders = {"truth": [charts.Place(name, i) for i, name in enumerate(truth.quality, 1)], **orders}
    if len(orders) == 1:
        return None
    return {
        "truth": truth is not None,
        "note": truth.note if truth else "",
        "table": compare_rankings(results, truth=None if truth is None else list(truth.quality)),
        "chart": _svg(
            charts.bump_chart(orders),
            "orders",
            f"Ranks under {say_names(orders)}",
            "One line for each system; the table of ranks holds the same numbers.",
        ),
        "checks": [_check(name, results[name], check) for name, check in (truth.checks if truth else {}).items()],
    }


def _check(name: str, result: RankingResult, check: TruthCheck) -> dict[str, Any]:
    errors = significant_errors(result, check)
    sentence = say_against_truth(
        name,
        swapped=len(check.swapped),
        pairs=len(result.pairs),
        kendall=check.kendall,
        significant=len(errors),
    )
    return {
        "name": name,
        "sentence": sentence,
        "swapped": [{"better": a, "worse": b, "significant": (a, b) in errors} for a, b in check.swapped],
    }
