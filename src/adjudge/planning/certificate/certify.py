"""`certify`: the certificate of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudge.core.catalogue import exact
from adjudge.core.findings import Finding
from adjudge.core.signature import Signature
from adjudge.kernels.block_designs.difference_errors import ScoreVariances
from adjudge.planning.certificate.counted import COPIES, CountedPlan
from adjudge.planning.certificate.coverage import coverage_rows, efficiencies, votes_of_pairs
from adjudge.planning.certificate.parts import NotChecked, Precision, RuleRow
from adjudge.planning.certificate.precision import WIDTH, expected_precision
from adjudge.planning.certificate.result import Certificate
from adjudge.planning.certificate.rules.registry import RULES
from adjudge.planning.certificate.shares import meeting_rows, partial_sessions, session_room, share_rows
from adjudge.planning.certificate.waves import wave_rows
from adjudge.planning.certificate.work_time import annotator_work, goal_rows, session_work, timed_items
from adjudge.planning.plans.result import PlannedWork


def certify(
    work: PlannedWork,
    *,
    variances: ScoreVariances | None = None,
    variances_from: str | None = None,
    width: float = WIDTH,
) -> Certificate:
    """What a plan covers, how balanced it is, what it will find, what it takes, and which rules it breaks.

    Args:
        work: the plan.
        variances: components of the variance of a score, from a pilot; those of WMT20 if left out.
        variances_from: where they come from, for the page.
        width: from the worst to the best system, points of the scale: how far neighbours are apart follows from it.

    Returns:
        The certificate. A broken rule is a finding; nothing is refused.
    """
    plan, campaign = CountedPlan(work), work.campaign
    checked, items = _checked(plan), timed_items(plan)
    told = expected_precision(plan, variances, variances_from=variances_from, width=width)
    precision = told if isinstance(told, Precision) else None
    untold = told if isinstance(told, Finding) else None
    partial = None if "sessions-represent" in checked.broken else partial_sessions(plan)
    choices = {"design": campaign.design, "protocol": campaign.protocol, "seed": campaign.seed}
    known = "none" if precision is None else "given" if variances else "wmt20"
    return Certificate(
        signature=_signature(choices, known, width),
        settings={"campaign": campaign.name, **choices, "width": width},
        findings=(*work.batches.findings, *checked.findings, *filter(None, (untold, partial))),
        sessions=plan.rows["session"].n_unique(),
        annotators=plan.rows["annotator"].n_unique() if plan.people_known else 0,
        systems=len(plan.systems),
        documents=plan.counting["document"].n_unique(),
        texts=plan.cells["unit"].n_unique(),
        segments=plan.counting.select("document", "segment").n_unique(),
        judgements=plan.counting.height,
        comparisons=0 if plan.one_by_one else plan.counting.select("session", "item").n_unique(),
        items=items.height,
        connected="connected" not in checked.broken,
        efficiencies=efficiencies(plan),
        rules=checked.rows,
        not_checked=checked.not_checked,
        coverage=coverage_rows(plan),
        session_shares=share_rows(plan, "session"),
        annotator_shares=share_rows(plan, "who") if plan.people_known else (),
        co_occurrence=meeting_rows(plan),
        pairs=() if plan.one_by_one else votes_of_pairs(plan),
        room=session_room(plan),
        annotator_work=annotator_work(plan, items) if plan.people_known else (),
        session_work=session_work(plan, items),
        waves=wave_rows(plan, items, variances),
        goals=goal_rows(plan, items),
        currency=None if campaign.annotators.cost_per_hour is None else campaign.annotators.currency,
        pace_from=campaign.pace.source,
        precision=precision,
        no_precision=None if untold is None else untold.text,
        no_controls=None if plan.rows["kind"].is_in(COPIES).any() else campaign.controls.reason,
    )


@dataclass(frozen=True)
class _Checked:
    """What the rules say of a plan: rows of those that apply, the others, findings and names of broken ones."""

    rows: tuple[RuleRow, ...]
    not_checked: tuple[NotChecked, ...]
    findings: tuple[Finding, ...]
    broken: frozenset[str]


def _checked(plan: CountedPlan) -> _Checked:
    verdicts = [(rule, rule.check(plan)) for rule in RULES]
    held = [(rule, verdict) for rule, verdict in verdicts if verdict is not None]
    found = [(rule.name, verdict.finding) for rule, verdict in held if verdict.finding is not None]
    return _Checked(
        tuple(rule.row(verdict) for rule, verdict in held),
        tuple(NotChecked(rule.name, rule.needs) for rule, verdict in verdicts if verdict is None),
        tuple(finding for _, finding in found),
        frozenset(name for name, _ in found),
    )


def _signature(choices: dict[str, Any], variances: str, width: float) -> Signature:
    own = {"certificate": choices["design"], "protocol": choices["protocol"], "variances": variances}
    return Signature.of({**own, "width": exact(width), "seed": choices["seed"]})
