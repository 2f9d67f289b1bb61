"""One self-contained HTML page about one or several rankings: it opens from disk and loads nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import adjudge
from adjudge.core.errors import Problem
from adjudge.core.findings import Finding
from adjudge.planning.simulation.recovery import Truth
from adjudge.ranking.orders import AnyRanking, Rankings
from adjudge.ranking.result import RankingResult
from adjudge.reporting.page_sections import opponents_section, ranking_section, say_without_pairs, side_by_side
from adjudge.reporting.printed_tables import printable, typeset
from adjudge.reporting.shared_findings import findings_by_ranking, say_holders

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


#: More orders than this cannot be followed in one chart.
MOST_GROUPS_SIDE_BY_SIDE: Final = 8


@dataclass(frozen=True)
class GroupFacts:
    """What there is to say about rankings of groups of rows.

    Args:
        refused: what is wrong with groups that are not ranked, by name.
        findings: about all groups together.
    """

    refused: Mapping[str, Sequence[Problem]]
    findings: Sequence[Finding]


def ranking_page(
    results: Rankings[AnyRanking],
    *,
    title: str,
    lede: str,
    commands: Sequence[str] = (),
    facts: Mapping[str, str] | None = None,
    truth: Truth | None = None,
    groups: GroupFacts | None = None,
) -> str:
    """A page with tables, charts, findings and signatures.

    Args:
        results: rankings of the same systems by the name of their recipe or method, from ratings or from comparisons;
            at least one.
        title: heading of the page.
        lede: one sentence that says what this is.
        commands: what to type to get the same page again.
        facts: a few numbers for the head of the page; by default from the first ranking.
        truth: the true order, if it is known: adds a section on where the rankings depart from it.
        groups: if the rankings are of groups of rows: what there is to say about the groups.

    Returns:
        HTML without references to anything outside of it.
    """
    template = page_environment().get_template("page.html.j2")
    found = findings_by_ranking(results)
    said = {say_holders(names, len(results)): findings for names, findings in found.items()}
    if groups is not None and groups.findings:
        said |= {"Findings about the groups": list(groups.findings)}
    return template.render(
        title=title,
        lede=lede,
        facts=_facts(results) if facts is None else facts,
        side_by_side=side_by_side(results, truth) if groups is None or _comparable(results) else None,
        refused=groups.refused if groups else {},
        word="for" if groups else "by",
        rankings=[ranking_section(i, name, result, truth) for i, (name, result) in enumerate(results.items(), 1)],
        opponents=None if groups else opponents_section(results),
        without_pairs=say_without_pairs(),
        findings=said,
        commands=commands,
    )


def _comparable(results: Rankings[AnyRanking]) -> bool:
    """Whether the orders of groups can stand side by side: few, and of the same systems."""
    return len(results) <= MOST_GROUPS_SIDE_BY_SIDE and all(one.same_systems for one in results.agreements)


def page_environment() -> Environment:
    """Templates of pages, with the filters that they use."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("adjudge.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"headings": headings, "kind": kind_of, "typeset": typeset, "with_code": with_code}
    script = (files("adjudge.reporting") / "templates" / "report.js").read_text(encoding="utf-8")
    # A browser runs no other script in the page than the one with this digest, whatever a name may smuggle in.
    digest = b64encode(sha256(script.encode()).digest()).decode()
    environment.globals |= {
        "script": Markup(script),  # noqa: S704 - our own file
        "script_digest": f"sha256-{digest}",
        "version": adjudge.__version__,
    }
    return environment


def headings(body: Markup) -> list[tuple[str, str]]:
    """Ids and texts of the headings of the second level, for the contents of a page."""
    from markupsafe import Markup

    found = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', body, re.DOTALL)
    return [(key, Markup(text).striptags()) for key, text in found]  # noqa: S704 - read, and escaped when printed


def _shown(value: object) -> object:
    """Text without characters that could turn the direction of what follows; markup as it is."""
    return printable(value) if type(value) is str else value


def kind_of(block: object) -> str:
    """The name of its class, which templates choose the form of a block by."""
    return type(block).__name__


def with_code(text: str) -> Markup:
    """Text as HTML, with what stands in backticks set as code."""
    from markupsafe import Markup

    outside_and_inside = enumerate(re.split("`([^`]+)`", text))
    return Markup("").join(Markup("<code>{}</code>").format(part) if i % 2 else part for i, part in outside_and_inside)


def _facts(results: Mapping[str, RankingResult]) -> dict[str, str]:
    first = next(iter(results.values()))
    noun = "judgement" if first.kind == "ratings" else "comparison"
    numbers = {"system": len(first.systems), noun: first.judgements}
    numbers |= {"ranking": len(results)} if len(results) > 1 else {"cluster": len(first.clusters())}
    return {noun if number == 1 else f"{noun}s": f"{number:,}" for noun, number in numbers.items()}
