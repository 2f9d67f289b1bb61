"""Checks of what each system was judged on: the same documents, the same segments, equally often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.layout import Layout
from adjudge.core.catalogue import FindingEntry
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
    needs="ratings with documents",
)
NEARLY_ALL_DOCUMENTS: Final = DIFFERENT_DOCUMENTS.variant(
    "{complete:,} of {documents_judged:count document} {complete:was/were} judged for all systems[; fewest for "
    "{_fewest:names}].",
    todo=None,
)
NO_COMMON_DOCUMENT: Final = DIFFERENT_DOCUMENTS.variant(
    "The systems form {_n} groups that share no document: {_groups}. Between the groups, nobody can tell a better "
    "system from an easier text.",
    todo="rank each group on its own, or have some documents judged for systems of all groups",
)
LOW_COVERAGE: Final = FindingEntry(
    "AJ441",
    "warning",
    "Systems were judged on different segments, or on few of them.",
    text="Systems were judged on {lowest:.0%} to {highest:.0%} of {segments:count segment}; least: {_fewest:names}.",
    source="Knowles and Lo 2022, section 5.2",
    todo="compare systems on the segments that they share; next time have every segment judged for all systems",
    needs="ratings of several systems",
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
    needs="ratings of several systems",
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
    needs="ratings of several systems",
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


def _documents(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Documents are harder or easier for all systems, so systems should be judged on the same ones.

    Counted are the documents with a judgement of every system, and for each two systems the share of the documents of
    either that both have. It is an error if groups of systems share no document at all, a warning if two systems share
    less than nine tenths, and a note if single documents lack a system.
    """
    held = layout.held
    if len(layout.systems) < 2 or held.all():
        return
    document, system = np.nonzero(held)
    group = np.unique(linked_groups(system, document), return_inverse=True)[1]
    own, fewest = held.sum(axis=0), _names_of_fewest(layout, held.sum(axis=0), len(held))
    both = held.T.astype(np.float64) @ held
    share = both / (own[:, None] + own[None, :] - both)
    a, b = np.unravel_index(int(share.argmin()), share.shape)
    numbers: dict[str, Any] = {
        "complete": int(held.all(axis=1).sum()),
        "documents_judged": len(held),
        "shared": float(share[a, b]),
    }
    words: dict[str, Any] = {"systems": fewest, "_fewest": _with_counts(layout, fewest, own, "document")}
    if group.max() > 0:
        parts = [layout.names_of(np.flatnonzero(group == i)) for i in range(int(group.max()) + 1)]
        shown = "; ".join(f"{{{', '.join(part[:5])}{', ...' if len(part) > 5 else ''}}}" for part in parts[:5])
        yield NO_COMMON_DOCUMENT(severity="error", groups=parts, **numbers, **words, _n=len(parts), _groups=shown)
    elif share[a, b] < NEARLY_ALL:
        few = f"Only {numbers['complete']:,}" if numbers["complete"] else "None"
        yield DIFFERENT_DOCUMENTS(**numbers, **words, _complete=few, _a=layout.systems[a], _b=layout.systems[b])
    else:
        yield NEARLY_ALL_DOCUMENTS(severity="note", **numbers, **words)


def _coverage(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """The share of all judged segments that was judged for each system.

    A warning if it is below nine tenths for some system: in the English-Inuktitut Hansard data it is above 97% for
    all, in the News data, whose ranking had to be revised, 47% to 73%.
    """
    if len(layout.systems) < 2:
        return
    share = layout.segments_of / layout.items
    if share.min() >= NEARLY_ALL:
        return
    low = [int(i) for i in np.argsort(share, kind="stable") if share[i] < NEARLY_ALL]
    low = low if 2 * len(low) <= len(share) else low[:3]
    alike = share.max() - share.min() < SAME
    yield (ALIKE_LOW_COVERAGE if alike else LOW_COVERAGE)(
        systems=[] if alike else layout.names_of(low),
        coverage={name: float(x) for name, x in zip(layout.systems, share, strict=True)},
        segments=layout.items,
        lowest=float(share.min()),
        highest=float(share.max()),
        _fewest=[f"{layout.systems[i]} ({share[i]:.0%})" for i in low],
    )


def _counts(_: pl.DataFrame, layout: Layout) -> Iterator[Finding]:
    """Systems with less than half or more than twice the median number of judgements.

    The number of segments is what counts where every system was judged on the same ones, so the difference must also
    be more than a random assignment would give: chi-squared of the counts five standard deviations above its mean.
    """
    counts = layout.judgements_of.astype(np.float64)
    if len(counts) < 2:
        return
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
    A warning if they are more than a tenth of all segments, a note if there are fewer.
    """
    if len(layout.systems) < 2:
        return
    alone = layout.systems_of_item == 1
    if not alone.any():
        return
    of_system = np.bincount(layout.system[alone[layout.item]], minlength=len(layout.systems))
    most, share = int(of_system.argmax()), float(alone.mean())
    named = [int(i) for i in np.argsort(-of_system, kind="stable") if of_system[i] > of_system.sum() / 2]
    yield ONE_SYSTEM_ONLY(
        severity="warning" if share > FEW_ALONE else "note",
        alone=int(alone.sum()),
        segments=layout.items,
        share=share,
        systems=layout.names_of(named),
        _most=layout.systems[most] if named else None,
    )


def _names_of_fewest(layout: Layout, counts: np.ndarray, most: int) -> list[str]:
    """Systems that lack more than a tenth of the documents, those that lack most first.

    If most systems do, the design is to blame and not single systems: then only the worst are named.
    """
    low = [int(i) for i in np.argsort(counts, kind="stable") if counts[i] < NEARLY_ALL * most]
    return layout.names_of(low if 2 * len(low) <= len(counts) else low[:3])


def _with_counts(layout: Layout, names: list[str], counts: np.ndarray, noun: str) -> list[str]:
    held = dict(zip(layout.systems, counts.tolist(), strict=True))
    return [f"{name} ({held[name]:,} {noun}{'' if held[name] == 1 else 's'})" for name in names]


CHECKS: Final = (
    Check(DIFFERENT_DOCUMENTS, _documents, Ratings, columns=("document",), facts=("layout",)),
    Check(LOW_COVERAGE, _coverage, Ratings, facts=("layout",)),
    Check(UNEQUAL_COUNTS, _counts, Ratings, facts=("layout",)),
    Check(ONE_SYSTEM_ONLY, _one_system_only, Ratings, facts=("layout",)),
)
