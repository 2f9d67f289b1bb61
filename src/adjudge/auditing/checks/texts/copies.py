"""Checks of outputs that are copies: of the source, of the reference, of another system."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.texts.outputs import Outputs, Share, more_than_others, shares
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.tables import Comparisons, PairCounts, Ratings

COPIES_SOURCE: Final = FindingEntry(
    "AJ447",
    "warning",
    "A system copies the source.",
    text="Outputs that are identical to the source: {_shown:names}[; other systems {others:.1%}].",
    source="Knowles and Lo 2022, section 2.1",
    todo="look at the outputs; if they are no translations, leave the system out before anybody judges it",
    needs="texts",
)
COPIES_REFERENCE: Final = FindingEntry(
    "AJ448",
    "warning",
    "A system repeats the reference.",
    text="Outputs that are identical to the reference: {_shown:names}[; other systems {others:.1%}]. The system may "
    "have been trained on the test set.",
    source="Knowles and Lo 2022, section 5.1",
    todo="ask the authors what the system was trained on, and rank on the segments that it did not repeat",
    needs="texts with a reference",
)
COPIES_SYSTEM: Final = FindingEntry(
    "AJ449",
    "warning",
    "Two systems give the same outputs.",
    text="{_shown:names}: they may be one system under two names[; other pairs agree in {usual:.0%}].",
    source="Lopez 2012, section 3",
    todo="find out whether a file was submitted twice; methods that count ties as wins favour such systems",
    needs="texts of two systems or more",
)
#: UQAM repeated 24.6% of the references, all other systems 1.2% (Knowles and Lo 2022, section 5.1).
REPEATED: Final = 0.05
FEWEST: Final = 5
#: A system with so many copies is suspicious whatever the others do.
MOSTLY: Final = 0.5
#: Two systems whose longer outputs agree so often, and twice as often as other pairs.
ALIKE: Final = 0.5
TIMES: Final = 2.0
#: With two systems there are no other pairs to compare with.
ALIKE_ALONE: Final = 0.8


def _source(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """The share of outputs that are identical to the source, by system.

    Blanks are evened out, and segments with fewer than ten letters, such as names and numbers, do not count. Said of a
    system with at least 5% and five copies, three times as many as the others and significantly more (level .001
    divided by the number of systems), or with a half of its outputs.
    """
    yield from _copied(outputs, "source", COPIES_SOURCE)


def _reference(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """The share of outputs that are identical to the reference, by system.

    In the English-Inuktitut News data one system repeated 295 of 1,201 references, the others 183 of 14,772: it had
    seen part of the test set. Said under the same conditions as for copies of the source. A human translation that is
    the reference itself, by its name, is left out.
    """
    yield from _copied(outputs, "reference", COPIES_REFERENCE)


def _copied(outputs: Outputs, what: str, entry: FindingEntry) -> Iterator[Finding]:
    human = human_systems(outputs.systems) if what == "reference" else []
    systems = [name for name in outputs.systems if name not in human]
    counts = {}
    for name in systems:
        lines = outputs.long & outputs.known(name)
        same = outputs.flags(name, pl.col(name) == pl.col(what))
        counts[name] = (int((same & lines).sum()), int(lines.sum()))
    rows = shares(counts)
    mostly = [row for row in rows if row.rate >= MOSTLY and row.hits >= FEWEST]
    found = more_than_others(rows, least=REPEATED, fewest=FEWEST)
    found = sorted({row.system: row for row in (*mostly, *found)}.values(), key=lambda row: (-row.rate, row.system))
    if found:
        yield entry(
            systems=[row.system for row in found],
            copies=[row.hits for row in found],
            lines=[row.lines for row in found],
            others=_rest(rows, found),
            _shown=[f"{row.system} {row.rate:.1%} ({row.hits:,} of {row.lines:,})" for row in found],
        )


def _rest(rows: list[Share], found: list[Share]) -> float | None:
    rest = [row for row in rows if row not in found]
    return sum(row.hits for row in rest) / max(sum(row.lines for row in rest), 1) if rest else None


def _system(_: pl.DataFrame, outputs: Outputs) -> Iterator[Finding]:
    """The share of segments on which two systems give exactly the same output.

    Segments with fewer than ten letters in the source do not count. Said of two systems that agree in half of the
    segments and twice as often as other pairs do in the median; if there are only two systems, in four fifths.
    """
    names = outputs.systems
    codes = {
        name: outputs.even[name].hash().to_numpy() for name in names
    }  # equal texts have equal hashes; different ones practically never
    rates = {}
    for a, b in combinations(names, 2):
        both = outputs.long & outputs.known(a) & outputs.known(b)
        rates[a, b] = float((codes[a] == codes[b])[both].mean()) if both.sum() >= FEWEST else 0.0
    if not rates:
        raise NotCheckableError(COPIES_SYSTEM.needs)
    usual = float(np.median(list(rates.values()))) if len(rates) > 1 else None
    limit = ALIKE_ALONE if usual is None else ALIKE
    found = [pair for pair, rate in rates.items() if rate >= limit and (usual is None or rate >= TIMES * usual)]
    if found:
        shown = [f"{a} and {b} give the same output for {rates[a, b]:.0%} of the segments" for a, b in found]
        yield COPIES_SYSTEM(
            systems=sorted({name for pair in found for name in pair}),
            pairs=[list(pair) for pair in found],
            rates=[rates[pair] for pair in found],
            usual=usual,
            _shown=shown,
        )


_TABLES: Final = (Ratings, Comparisons, PairCounts)
CHECKS: Final = (
    Check(COPIES_SOURCE, _source, _TABLES, facts=("outputs",)),
    Check(COPIES_REFERENCE, _reference, _TABLES, facts=("outputs with reference",)),
    Check(COPIES_SYSTEM, _system, _TABLES, facts=("outputs",)),
)
