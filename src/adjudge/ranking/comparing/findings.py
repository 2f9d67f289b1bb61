"""What a reader should know about two rankings that were compared."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.ranking.comparing import catalogue as say
from adjudge.ranking.comparing.choices import ChoiceDifference
from adjudge.ranking.comparing.result import RankingComparisonResult


def comparison_findings(result: RankingComparisonResult) -> tuple[Finding, ...]:
    """What a reader should know: contradictions first, then moves that are none, then what explains them."""
    found: list[Finding] = []
    pairs = result.contradictions
    if pairs:
        shown = [
            f"{pair.better_a} over {pair.better_b} in A, {pair.better_b} over {pair.better_a} in B" for pair in pairs
        ]
        named = [[pair.better_a, pair.better_b] for pair in pairs]
        found.append(say.CONTRADICTED(pairs=named, _shown=shown))
    open_, one_sided = result.turned.open, result.turned.one_sided
    if open_ or one_sided:
        found.append(say.NOT_ESTABLISHED(turned=open_ + one_sided, open=open_ or None, one_sided=one_sided or None))
    if result.only_a or result.only_b:
        found.append(say.LEFT_OUT(common=len(result.common), only_a=list(result.only_a), only_b=list(result.only_b)))
    return (*found, *_about_causes(result), *_gaps(result), *_agreement(result))


def _about_causes(result: RankingComparisonResult) -> list[Finding]:
    """Whether counts and choices can explain what differs."""
    counts = [row.system for row in result.common if row.other_counts]
    if "published" in (result.a.kind, result.b.kind):
        return []
    analysis = [choice.title for choice in result.choices if choice.concern == "analysis"]
    if counts and not any(choice.rows for choice in result.choices):
        said = _listed_choices(result.choices)
        return [say.OTHER_JUDGEMENTS(systems=counts, common=len(result.common), _choices=said if analysis else None)]
    same = not counts and not result.choices and not result.only_a and not result.only_b
    if same and result.differs:
        what = [name for name, changed in (("the order", result.moved), ("lines", _changed_lines(result))) if changed]
        return [say.UNEXPLAINED(_what=" and ".join(what), _count=2 if len(what) > 1 or what == ["lines"] else 1)]
    return []


def _changed_lines(result: RankingComparisonResult) -> bool:
    return any(line.change != "kept" for line in result.lines)


def _listed_choices(choices: Sequence[ChoiceDifference]) -> str:
    return ", ".join(choice.title for choice in choices if choice.concern == "analysis")


def _gaps(result: RankingComparisonResult) -> list[Finding]:
    """What a side does not say, and what is therefore not compared."""
    found = []
    for name, side in (("A", result.a), ("B", result.b)):
        if side.evidence == "none":
            gap, so = "does not say where lines are", "lines are not compared and nothing can contradict it"
        elif side.evidence == "lines":
            gap = "holds no tests of pairs"
            so = "its lines stand for them: two systems with a line between them count as separated"
        else:
            continue
        found.append(say.NOT_KNOWN(side=name, evidence=side.evidence, _side=name, _gap=gap, _consequence=so))
    return found


def _agreement(result: RankingComparisonResult) -> list[Finding]:
    if result.differs:
        return []
    lines = len(result.lines)
    said = counted(lines, "line") if lines else "clusters: no line separates them"
    return [say.SAME(systems=len(result.common), lines=lines, _lines=said if result.lines_known else None)]
