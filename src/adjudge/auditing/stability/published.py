"""A published order as the reference: a list of names, or a file of clusters of a WMT release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from adjudge.auditing.stability.catalogue import PUBLISHED_EMPTY, PUBLISHED_PARTLY, PUBLISHED_TWICE, PUBLISHED_UNKNOWN
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.findings import Finding
from adjudge.core.tables import Supplement
from adjudge.ranking.comparing.published import Given, published_orders


@dataclass(frozen=True, eq=False)
class Published:
    """A published order.

    Args:
        verdict: of the systems that the data hold, too.
        findings: which systems only one of the two has.
    """

    verdict: Verdict
    findings: tuple[Finding, ...] = ()


def published_verdict(
    given: Given,
    systems: Sequence[str],
    pair: str | None,
) -> Published:
    """The published order of the systems at hand.

    Args:
        given: a path; names, best first; clusters of names; or a file of clusters that was read.
        systems: names in the data.
        pair: language pair of the data, to choose from a file of several.

    Raises:
        UsageError: AJ061 if the order shares fewer than two systems with the data, or names one of them twice.
        AdjudgeError: if the file cannot be read.
    """
    clusters = [cluster for order in published_orders(given, pair).values() for cluster in order.clusters]
    if not clusters and isinstance(given, str | PathLike | Supplement):
        raise PUBLISHED_EMPTY(source=given.kind if isinstance(given, Supplement) else Path(given).name)
    names = [name for cluster in clusters for name in cluster]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PUBLISHED_TWICE(system=twice)
    only_list = [name for name in names if name not in systems]
    only_data = [name for name in systems if name not in names]
    if len(names) - len(only_list) < 2:
        raise PUBLISHED_UNKNOWN(
            only_list=only_list, only_data=only_data, n=len(only_list) + len(only_data), known=list(systems)
        )
    kept = [[name for name in cluster if name in systems] for cluster in clusters]
    findings = (PUBLISHED_PARTLY(only_list=only_list, only_data=only_data),) if only_list or only_data else ()
    return Published(Verdict.in_clusters([cluster for cluster in kept if cluster]), findings)
