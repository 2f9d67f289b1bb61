"""Checks of what links systems: annotators who met all of them, and nothing that stands for one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.judges import Judges
from adjudge.auditing.checks.design.layout import Layout
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.scoring.model_factors import linked_groups

FEW_SYSTEMS_MET: Final = FindingEntry(
    "AJ442",
    "warning",
    "Some annotators met few of the systems.",
    text="{annotators:count annotator} met only some of {_systems:count system}, or some far more often than others: "
    "{_shown:names}. There leniency cannot be told from quality, and z-scores take part of true differences away.",
    source="Knowles 2021, section 4; Knowles and Lo 2022, section 3.2",
    todo="do not use z-scores by annotator; next time give everybody outputs of all systems",
    needs="ratings of two systems or more with two annotators or more",
)
NOT_LINKED: Final = FindingEntry(
    "AJ443",
    "error",
    "No annotator links some of the systems.",
    text="The systems form {_n} groups without a common {_unit}: {groups:groups}. A better system cannot be told "
    "from a more lenient {_unit}[ where a group has {_few:count annotator} only].",
    source="Knowles 2021, section 4",
    todo="rank each group separately, or have the same annotators judge systems of all groups",
    needs="ratings with annotators or sessions",
)
BETWEEN_ANNOTATORS: Final = NOT_LINKED.variant(
    "The systems form {_n} groups without a common annotator: {groups:groups}. They can be compared between different "
    "annotators only, at least {fewest:,} in each group: how lenient these are is part of the error.",
    todo="test with annotators as the unit, and do not use z-scores by annotator, which take the differences between "
    "groups away; next time have the same annotators judge systems of all groups",
)
JUDGEMENTS_AND_SEGMENTS: Final = FindingEntry(
    "AJ451",
    "note",
    "There are many more judgements than distinct translations.",
    text="{judgements:count judgement} {judgements:is/are} of {translations:count distinct translation}, {times:.1f} "
    "each: the sample is {translations:,}, and a test that counts every judgement calls too many differences "
    "significant.",
    source="Graham et al. 2020, section 2",
    todo="report both numbers; all built-in recipes test distinct translations or whole documents",
    needs="ratings",
)

#: Whoever gave so many judgements per system would have met 86% of the systems if they had been drawn at random.
ENOUGH_PER_SYSTEM: Final = 2.0
#: And at least so many in all, so that two or three systems are not a matter of one document.
ENOUGH: Final = 20
#: An annotator who judged half of the systems equally often has this distance from the others' shares.
FAR: Final = 0.5
#: Annotators of a group with whom their leniency can be averaged out: two such groups have 8 degrees of freedom.
ENOUGH_ANNOTATORS: Final = 5
#: Judgements for each distinct translation.
MANY: Final = 1.5


def _few_systems(_: pl.DataFrame, judges: Judges) -> Iterator[Finding]:
    """Annotators whose judgements are of other systems than those of the rest.

    Compared are the shares of the systems among an annotator's judgements and among those of all others: half the sum
    of the absolute differences, 0 if they are the same, .5 if the annotator met half of the systems. Said from .5 on,
    for annotators with at least 20 judgements and two for every system: with systems drawn at random the distance is
    then about .27.
    """
    counts = judges.counts.astype(np.float64)
    own, systems = counts.sum(axis=1), len(judges.systems)
    if len(counts) < 2 or systems < 2:
        raise NotCheckableError(FEW_SYSTEMS_MET.needs)
    rest = counts.sum(axis=0) - counts
    shares = rest / np.maximum(rest.sum(axis=1, keepdims=True), 1)
    distance = 0.5 * np.abs(counts / own[:, None] - shares).sum(axis=1)
    found = np.flatnonzero((distance >= FAR) & (own >= max(ENOUGH, ENOUGH_PER_SYSTEM * systems)))
    if not len(found):
        return
    met = (counts > 0).sum(axis=1)
    yield FEW_SYSTEMS_MET(
        annotators=[judges.names[i] for i in found],
        met=met[found].tolist(),
        share=float(own[found].sum() / own.sum()),
        _systems=systems,
        _shown=[_met(judges, int(i)) for i in found],
    )


def _met(judges: Judges, place: int) -> str:
    """An annotator with the systems that make up most of the judgements."""
    counts, name = judges.counts[place], judges.names[place]
    if (counts > 0).sum() <= 3:
        return f"{name} ({', '.join(system for system, n in zip(judges.systems, counts, strict=True) if n)} only)"
    if (counts > 0).sum() < len(counts):
        return f"{name} ({(counts > 0).sum()} of them)"
    top = int(counts.argmax())
    return f"{name} ({counts[top] / counts.sum():.0%} of it {judges.systems[top]})"


def _not_linked(_: pl.DataFrame, judges: Judges) -> Iterator[Finding]:
    """Groups of systems that no annotator links, directly or through other systems.

    Systems of different groups are then compared between different people only. An error if a group has fewer than five
    annotators of its own, or if only sessions are known: then leniency cannot be told from quality. With more people a
    warning: leniency is part of the error of the comparison, and a test must count annotators, not segments. Where
    everybody gave a single judgement annotators are part of the noise and need not link anything.
    """
    if len(judges.systems) < 2:
        raise NotCheckableError("ratings of two systems or more")
    if judges.counts.sum() == len(judges.names):
        return
    who, system = np.nonzero(judges.counts)
    group = np.unique(linked_groups(system, who), return_inverse=True)[1]
    if not group.max():
        return
    parts = [np.flatnonzero(group == g) for g in range(int(group.max()) + 1)]
    fewest = min(int((judges.counts[:, part] > 0).any(axis=1).sum()) for part in parts)
    groups = [[judges.systems[i] for i in part] for part in parts]
    people = judges.unit == "annotator"
    enough = people and fewest >= ENOUGH_ANNOTATORS
    yield (BETWEEN_ANNOTATORS if enough else NOT_LINKED)(
        severity="warning" if enough else None,
        groups=groups,
        systems=smallest_of(groups),
        fewest=fewest,
        _few=fewest if people else None,
        _n=len(groups),
        _unit=judges.unit,
    )


def smallest_of(groups: list[list[str]]) -> list[str]:
    """The systems that stand apart: those of the smallest group, and of others that are as small."""
    return [name for group in groups if len(group) == min(map(len, groups)) for name in group]


def _judgements(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Judgements (N) against distinct translations (n): a note from 1.5 judgements for each translation on.

    A translation that was judged twice is no second translation. The sample size of a test is n; both numbers belong
    into every table.
    """
    translations, judgements = len(layout.system), int(layout.judgements.sum())
    if judgements >= MANY * translations:
        yield JUDGEMENTS_AND_SEGMENTS(judgements=judgements, translations=translations, times=judgements / translations)


CHECKS: Final = (
    Check(NOT_LINKED, _not_linked, Ratings, facts=("judges",)),
    Check(FEW_SYSTEMS_MET, _few_systems, Ratings, columns=("annotator",), facts=("judges",)),
    Check(JUDGEMENTS_AND_SEGMENTS, _judgements, Ratings, facts=("layout",)),
)
