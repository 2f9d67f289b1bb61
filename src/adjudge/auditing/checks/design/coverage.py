"""Checks of what each system was judged on: the same documents, the same segments, equally often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.layout import Flags, Layout
from adjudge.auditing.checks.design.links import smallest_of
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.documents.coverage import coverage_by_system, documents_of_all_systems
from adjudge.core.catalogue import FindingEntry, counted
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.scoring.model_factors import linked_groups

DIFFERENT_DOCUMENTS: Final = FindingEntry(
    "AJ440",
    "warning",
    "Systems were judged on different documents.",
    text="{_complete} of {documents_judged:count document} {complete:was/were} judged for all systems[; fewest for "
    "{_fewest:names}]. {_a} and {_b} have {shared:.0%} of their documents in common: a difference between them may be "
    "one between documents.",
    source="Knowles 2021, section 8; Knowles and Lo 2022, section 5.2",
    todo="compare systems on the documents that they share, or use the default recipe, which models documents; next "
    "time have every document judged for all systems",
    needs="ratings of two systems or more, with documents",
)
NEARLY_ALL_DOCUMENTS: Final = DIFFERENT_DOCUMENTS.variant(
    "{complete:,} of {documents_judged:count document} {complete:was/were} judged for all systems[; fewest for "
    "{_fewest:names}].",
    todo=None,
)
NO_COMMON_DOCUMENT: Final = DIFFERENT_DOCUMENTS.variant(
    "The systems form {_n} groups that share no document: {groups:groups}. Between the groups, nobody can tell a "
    "better system from an easier text.",
    todo="rank each group on its own, or have some documents judged for systems of all groups",
)
LOW_COVERAGE: Final = FindingEntry(
    "AJ441",
    "warning",
    "Systems were judged on different segments, or on few of them.",
    text="Systems were judged on {lowest:.0%} to {highest:.0%} of {segments:count segment}; least: {_fewest:names}.",
    source="Knowles and Lo 2022, section 5.2",
    todo="compare systems on the segments that they share; next time have every segment judged for all systems",
    needs="ratings of two systems or more",
)
ALIKE_LOW_COVERAGE: Final = LOW_COVERAGE.variant(
    "Every system was judged on about {lowest:.0%} of {segments:count segment} only, each on others.",
)
UNEQUAL_COUNTS: Final = FindingEntry(
    "AJ444",
    "warning",
    "Some systems have far more judgements than others.",
    text="The number of judgements differs much between systems: {_shown:names}; half of the systems have at least "
    "{median:,.0f}.",
    source="Knowles and Lo 2022, section 3.2",
    todo="find out why; means of systems with few judgements are uncertain, and z-scores of annotators lean towards "
    "the systems with many",
    needs="ratings of two systems or more",
)
ONE_SYSTEM_ONLY: Final = FindingEntry(
    "AJ468",
    "warning",
    "Some segments were judged for one system only.",
    text="{alone:,} of {segments:count segment} ({share:.0%}) were judged for one system only[, most of them for "
    "{_most}]: they say nothing about how systems compare on the same text.",
    source="Knowles 2021, section 8",
    todo="check the ids of segments and documents; if they are right, the same segments should be judged for all "
    "systems",
    needs="ratings of two systems or more",
)

#: In the Hansard data, called consistent, 101 of 107 documents were judged for all systems and every system had at
#: least 97% of the segments; in the News data 47% to 73% (Knowles and Lo 2022, section 5.2). Nine tenths lie between.
NEARLY_ALL: Final = 0.9
#: Shares that differ by less than this need no names.
SAME: Final = 0.02
#: Numbers of judgements that differ by less than this factor from the median change little.
MANY_TIMES: Final = 2.0
#: Chi-squared above its expectation by so many standard deviations: no random assignment gives that.
NO_ACCIDENT: Final = 5.0
#: Up to this share of segments an interrupted session explains it.
FEW_ALONE: Final = 0.1


def _documents(_: pl.DataFrame, layout: Layout, counting: pl.DataFrame) -> Iterator[Finding]:
    """Documents are harder or easier for all systems, so systems should be judged on the same ones.

    Counted are the documents with a judgement of every system, and for each two systems the share of the documents of
    either that both have. It is an error if groups of systems share no document at all, a warning if two systems share
    less than nine tenths, and a note if single documents lack a system. Systems whose documents are mostly unknown are
    left out: unknown is not different.
    """
    names = layout.names_of(layout.comparable)
    if len(names) < 2:
        raise NotCheckableError("the documents of two systems or more")
    held = layout.held[:, layout.comparable]
    held = held[held.any(axis=1)]
    if held.all():
        return
    document, system = np.nonzero(held)
    group = np.unique(linked_groups(system, document), return_inverse=True)[1]
    own = dict(zip(names, held.sum(axis=0).tolist(), strict=True))
    fewest, (share, a, b) = _names_of_fewest(own, len(held)), _least_in_common(held, names)
    complete = documents_of_all_systems(counting.filter(pl.col("system").is_in(names)))
    numbers: dict[str, Any] = {"complete": len(complete), "documents_judged": len(held), "shared": share}
    words: dict[str, Any] = {"_fewest": [f"{name} ({counted(own[name], 'document')})" for name in fewest]}
    if group.max() > 0:
        parts = [[names[i] for i in np.flatnonzero(group == g)] for g in range(int(group.max()) + 1)]
        yield NO_COMMON_DOCUMENT(
            severity="error", groups=parts, systems=smallest_of(parts), **numbers, **words, _n=len(parts)
        )
    elif share < NEARLY_ALL:
        few = f"Only {len(complete):,}" if complete else "None"
        yield DIFFERENT_DOCUMENTS(
            systems=fewest or [a, b], pairs=[[a, b]], **numbers, **words, _complete=few, _a=a, _b=b
        )
    else:
        yield NEARLY_ALL_DOCUMENTS(severity="note", systems=fewest, **numbers, **words)


def _least_in_common(held: Flags, names: list[str]) -> tuple[float, str, str]:
    """The two systems with the smallest share of documents in common, and that share."""
    own, both = held.sum(axis=0), held.T.astype(np.float64) @ held
    share = both / (own[:, None] + own[None, :] - both)
    a, b = np.unravel_index(int(share.argmin()), share.shape)
    return float(share[a, b]), names[a], names[b]


def _coverage(_: pl.DataFrame, layout: Layout, counting: pl.DataFrame) -> Iterator[Finding]:
    """The share of all judged segments that was judged for each system.

    A warning if it is below nine tenths for some system: in the English-Inuktitut Hansard data it is above 97% for
    all, in the News data, whose ranking had to be revised, 47% to 73%. Systems whose documents are mostly unknown while
    those of others are known are left out.
    """
    compared = counting.filter(pl.col("system").is_in(layout.names_of(layout.comparable)))
    table = coverage_by_system(compared).sort("share", "system")
    if table.height < 2:
        raise NotCheckableError(LOW_COVERAGE.needs)
    share = dict(table.select("system", "share").iter_rows())
    lowest, highest = min(share.values()), max(share.values())
    if lowest >= NEARLY_ALL:
        return
    low = [name for name, value in share.items() if value < NEARLY_ALL]
    low = low if 2 * len(low) <= len(share) else low[:3]
    alike = highest - lowest < SAME
    yield (ALIKE_LOW_COVERAGE if alike else LOW_COVERAGE)(
        systems=[] if alike else low,
        coverage={name: share[name] for name in sorted(share)},
        segments=int(table["total"][0]),
        lowest=lowest,
        highest=highest,
        _fewest=[f"{name} ({share[name]:.0%})" for name in low],
    )


def _counts(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Systems with less than half or more than twice the median number of judgements.

    The number of segments is what counts where every system was judged on the same ones, so the difference must also
    be more than a random assignment would give: chi-squared of the counts five standard deviations above its mean.
    """
    counts = layout.judgements_of.astype(np.float64)
    if len(counts) < 2:
        raise NotCheckableError(UNEQUAL_COUNTS.needs)
    median, mean = float(np.median(counts)), float(counts.mean())
    free = len(counts) - 1
    surprise = (float(((counts - mean) ** 2).sum() / mean) - free) / np.sqrt(2 * free)
    unusual = (counts * MANY_TIMES < median) | (counts > MANY_TIMES * median)
    if len(counts) == 2:
        unusual = counts * MANY_TIMES < counts.max()
    if surprise < NO_ACCIDENT or not unusual.any():
        return
    order = [int(i) for i in np.argsort(counts, kind="stable") if unusual[i]]
    yield UNEQUAL_COUNTS(
        systems=layout.names_of(order),
        judgements=[int(counts[i]) for i in order],
        median=median,
        _shown=[f"{layout.systems[i]} has {int(counts[i]):,}" for i in order],
    )


def _one_system_only(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Segments that were judged for a single system.

    Such segments enter the mean of their system and of no other. Often ids are to blame, which differ between systems.
    A warning if they are more than a tenth of all segments, a note if there are fewer. Systems whose documents are
    mostly unknown while those of others are known are left out.
    """
    if len(layout.comparable) < 2:
        raise NotCheckableError(ONE_SYSTEM_ONLY.needs)
    looked_at = np.isin(layout.system, layout.comparable)
    times = np.bincount(layout.item[looked_at], minlength=layout.items)
    alone = times == 1
    if not alone.any():
        return
    of_system = np.bincount(layout.system[alone[layout.item] & looked_at], minlength=len(layout.systems))
    segments = int((times > 0).sum())
    most, share = int(of_system.argmax()), float(alone.sum() / segments)
    named = [int(i) for i in np.argsort(-of_system, kind="stable") if of_system[i] > of_system.sum() / 2]
    yield ONE_SYSTEM_ONLY(
        severity="warning" if share > FEW_ALONE else "note",
        alone=int(alone.sum()),
        segments=segments,
        share=share,
        systems=layout.names_of(named),
        _most=layout.systems[most] if named else None,
    )


def _names_of_fewest(own: dict[str, int], most: int) -> list[str]:
    """Systems that lack more than a tenth of the documents, those that lack most first.

    If most systems do, the design is to blame and not single systems: then only the worst are named.
    """
    low = sorted((name for name, n in own.items() if n < NEARLY_ALL * most), key=lambda name: (own[name], name))
    return low if 2 * len(low) <= len(own) else low[:3]


CHECKS: Final = (
    Check(DIFFERENT_DOCUMENTS, _documents, Ratings, columns=("document",), facts=("layout", "counting")),
    Check(LOW_COVERAGE, _coverage, Ratings, facts=("layout", "counting")),
    Check(UNEQUAL_COUNTS, _counts, Ratings, facts=("layout",)),
    Check(ONE_SYSTEM_ONLY, _one_system_only, Ratings, facts=("layout",)),
)
