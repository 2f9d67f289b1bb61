"""A published order as the reference: a list of names, or a file of clusters of a WMT release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import polars as pl

from adjudge.auditing.stability.catalogue import PUBLISHED_EMPTY, PUBLISHED_PARTLY, PUBLISHED_TWICE, PUBLISHED_UNKNOWN
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.tables import Supplement
from adjudge.io.reading import read
from adjudge.io.source import open_source

#: What stands between two clusters of a list.
_LINE = "---"


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
    given: str | PathLike[str] | Sequence[str] | Sequence[Sequence[str]] | Supplement,
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
    clusters = _clusters(given, pair)
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


def _clusters(given: object, pair: str | None) -> list[list[str]]:
    if isinstance(given, Supplement):
        return _of_release(given, pair)
    if isinstance(given, str | PathLike):
        return _of_file(Path(given), pair)
    parts = list(given)  # type: ignore[call-overload]
    if all(isinstance(part, str) for part in parts):
        return [parts]
    return [list(part) for part in parts]


def _of_file(path: Path, pair: str | None) -> list[list[str]]:
    text = open_source(path).data.decode("utf-8-sig", errors="replace")
    found = _released(path)
    if found is not None:
        return _of_release(found, pair)
    clusters: list[list[str]] = [[]]
    for line in map(str.strip, text.splitlines()):
        if line and set(line) - {"-"}:
            clusters[-1].append(line)
        elif clusters[-1]:
            clusters.append([])
    clusters = [cluster for cluster in clusters if cluster]
    if not clusters:
        raise PUBLISHED_EMPTY(source=path.name)
    return clusters


def _released(path: Path) -> Supplement | None:
    """A file of results of a WMT release; None for anything else, which is a list of names."""
    try:
        found = read(path)
    except AdjudgeError:
        return None
    return found if isinstance(found, Supplement) else None


def _of_release(table: Supplement, pair: str | None) -> list[list[str]]:
    """From `clusters.csv`: the systems of the language pair in the order of the file, with the ends of clusters."""
    if not {"system", "line_below"} <= set(table.frame.columns):
        raise PUBLISHED_EMPTY(source=table.kind)
    frame = table.frame
    if pair is not None:
        name = pl.concat_str("source_lang", pl.lit("-"), "target_lang").str.to_lowercase()
        frame = frame.filter(name == pair.lower())
    clusters: list[list[str]] = [[]]
    for system, line in frame.select("system", "line_below").iter_rows():
        clusters[-1].append(system)
        if line:
            clusters.append([])
    clusters = [cluster for cluster in clusters if cluster]
    if not clusters:
        raise PUBLISHED_EMPTY(source=table.kind)
    return clusters
