"""What a reader of a ranking should know: findings about the order, the lines, the family of tests and the ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import RecipeError
from adjudge.core.findings import Finding
from adjudge.core.recipes import ClusterRule, Recipe
from adjudge.kernels.ranks.order import discordant_pairs, kendall_tau
from adjudge.ranking.lines import lines_below
from adjudge.ranking.ratings.pair_tests import AllPairs
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.ranking.result import RankedPair

_AFTER_DEGRADED_SOURCE = "Knowles and Lo 2024, section 5.4"


def pooled(counting: pl.DataFrame, names: Sequence[str] = ("domain", "criterion")) -> list[Finding]:
    """Domains and criteria have no natural weight: say when an average mixes them (G4)."""
    findings = []
    for name in names:
        if name in counting.columns and counting[name].n_unique() > 1:
            values = {str(value): n for value, n in counting.group_by(name).len().sort(name).iter_rows()}
            listed = ", ".join(f"{value} ({n:,})" for value, n in values.items())
            text = f"Judgements of {len(values)} values of '{name}' are pooled: {listed}."
            todo = f"rank them apart: files with one value of '{name}' each"
            findings.append(Finding("AJ205", "warning", text, values, "Knowles and Lo 2022, section 3", todo))
    return findings


def unlikely_scale(frame: pl.DataFrame) -> list[Finding]:
    """Scores from 1 to 5 read as scores from 0 to 100: nothing is wrong with the order, but the table misleads."""
    highest = frame["score"].max()
    if "scale" in frame.columns or not isinstance(highest, float) or highest > 10:
        return []
    text = f"The scores were read as 0..100, but none exceeds {highest:g}."
    todo = "say the scale they were given on, such as --scale 1..5"
    return [Finding("AJ221", "warning", text, {"highest": highest}, todo=todo)]


def against_the_order(systems: list[str], pairs: AllPairs) -> list[Finding]:
    """Pairs whose test points against the order of the means."""
    lower = np.triu(pairs.beats.T, 1)  # the lower ranked system beats the higher ranked one
    blind = np.triu(pairs.beats & pairs.ahead.T, 1)  # the higher ranked one is called better, the test says worse
    if not (lower | blind).any():
        return []
    against = [[systems[j], systems[i]] for i, j in zip(*np.nonzero(lower | blind), strict=True)]
    listed = ", ".join(f"{a} over {b}" for a, b in against[:3]) + (", ..." if len(against) > 3 else "")
    text = (
        f"The pairwise test favours the lower ranked system significantly in {counted(len(against), 'pair')}: {listed}."
    )
    if blind.any():
        text += " The test is blind to direction and counts them for the higher ranked one."
    return [Finding("AJ211", "warning", text, {"pairs": against}, "Knowles and Lo 2022, Table 3")]


def one_sided(recipe: Recipe) -> list[Finding]:
    """A direction chosen after seeing the order is no direction chosen in advance."""
    test = recipe.test
    if test.alternative == "two-sided":
        return []
    what = (
        "The test halves a two-sided p whatever the direction: it can call the worse of two systems better"
        if test.alternative == "halved"
        else "The test is one-sided and the direction was chosen after seeing the order"
    )
    text = f"{what}; its level of {test.level:g} is {2 * test.level:g} two-sided."
    return [Finding("AJ210", "note", text, {"level": test.level})]


def false_positives(recipe: Recipe, n_pairs: int) -> list[Finding]:
    """How many significant pairs chance alone would give (Lopez 2012, section 6)."""
    if recipe.test.correction != "none" or n_pairs < 2:
        return []
    # Each pair is tested in the direction of the order, and two-sided level counts both directions.
    rate = recipe.test.level * (1 if recipe.test.alternative == "two-sided" else 2)
    expected = rate * n_pairs
    text = (
        f"{counted(n_pairs, 'pair')} tested without correction: if no system differed, {expected:.1f} of them "
        "would still come out significant, more if the tested units are not independent."
    )
    numbers = {"pairs": n_pairs, "expected": expected}
    return [Finding("AJ212", "note", text, numbers, "Lopez 2012, section 6", "compare with --recipe recommended")]


def other_rules(systems: list[str], pairs: AllPairs, recipe: Recipe, hidden: Sequence[int] = ()) -> list[Finding]:
    """Where the three published line rules differ on these tests, hidden systems left out (T2)."""
    shown = [i for i in range(len(systems)) if i not in set(hidden)]
    systems, beats = [systems[i] for i in shown], pairs.beats[np.ix_(shown, shown)]
    lines = {rule: lines_below(beats, rule) for rule in get_args(ClusterRule)}
    if len({tuple(line) for line in lines.values()}) == 1:
        return []
    places = {rule: [systems[i] for i, below in enumerate(line) if below] for rule, line in lines.items()}
    used = recipe.clusters.rule
    parts = []
    for rule, names in places.items():
        if rule == used or set(names) == set(places[used]):
            continue
        more, less = [n for n in names if n not in places[used]], [n for n in places[used] if n not in names]
        words = [f"adds a line below {', '.join(more)}"] if more else []
        words += [f"has none below {', '.join(less)}"] if less else []
        parts.append(f"'{rule}' {' and '.join(words)}")
    text = f"Other rules draw other lines than '{used}': {'; '.join(parts)}."
    return [Finding("AJ213", "warning", text, places, "Knowles 2021, footnote 4")]


def segments_as_units(scores: SegmentScores, recipe: Recipe) -> list[Finding]:
    """A test that takes segments as independent although some share a document (T6)."""
    test = recipe.test
    if test.unit == "document" or test.name not in {"rank-sum", "signed-rank", "sign"}:
        return []
    documents, segments = len(scores.starts), len(scores.matrix)
    if scores.traced and documents == segments:
        return []
    what = (
        f"{segments:,} segments of {documents:,} documents" if scores.traced else "segments whose documents are unknown"
    )
    text = (
        f"The test takes {what} as independent; those of one document are not, so lines and power are too optimistic."
    )
    todo = "compare with --recipe recommended" if scores.traced else "give the document of every segment"
    numbers = {"documents": documents if scores.traced else None, "segments": segments}
    return [Finding("AJ209", "warning", text, numbers, "Knowles 2021, section 6", todo)]


def different_documents(scores: SegmentScores) -> list[Finding]:
    """Systems that were judged on different documents: luck of the draw enters the comparison (X2, X3)."""
    held = scores.document_sums[1] > 0
    if not scores.traced or held.all():
        return []
    documents, complete = len(held), int(held.all(axis=1).sum())
    smallest = int(held.sum(axis=0).min())
    text = (
        f"Systems were judged on different documents: {complete:,} of {counted(documents, 'document')} were judged for "
        f"all systems, and one system has only {smallest:,} of them."
    )
    numbers = {"documents": documents, "complete": complete, "smallest": smallest}
    return [Finding("AJ207", "warning", text, numbers, "Knowles 2021, section 6; Knowles and Lo 2022, section 5.2")]


def raw_order(means: pl.DataFrame, systems: list[str]) -> list[Finding]:
    """Raw means that disagree with the order by standardised scores or by the model (Z12)."""
    raw = means.sort(["raw", "system"], descending=[True, False])["system"].to_list()
    swapped = discordant_pairs(systems, raw)
    if not swapped:
        return []
    tau = kendall_tau(systems, raw)
    text = (
        f"The raw means put {counted(len(swapped), 'pair')} of systems the other way round than the ranking "
        f"(Kendall {tau:.3f})."
    )
    numbers = {"kendall": tau, "pairs": [list(pair) for pair in swapped]}
    return [Finding("AJ206", "warning", text, numbers, "Knowles and Lo 2022, section 3.2")]


def with_after_degraded(order: Sequence[str], included: Sequence[str]) -> list[Finding]:
    """What the rows left out because of a degraded item would have done to the order (G2).

    Args:
        order: the ranking, best first.
        included: the order by the same recipe with these rows. A system that only one of the two holds is named, and
            the places of the others are counted without it.
    """
    shared = [name for name in order if name in included]
    others = [name for name in included if name in order]
    tau = kendall_tau(shared, others)
    moved = {name: [place, others.index(name) + 1] for place, name in enumerate(shared, 1) if others[place - 1] != name}
    apart = sorted({*order, *included} - set(shared))
    text = f"Including the rows left out because of a degraded item would {_movement(moved, len(shared), tau)}"
    text += f"; only one of the two rankings holds {', '.join(apart)}." if apart else "."
    numbers = {"kendall": tau, "moved": moved, "order": list(included)}
    return [Finding("AJ225", "note", text, numbers, _AFTER_DEGRADED_SOURCE)]


def _movement(moved: dict[str, list[int]], systems: int, tau: float) -> str:
    if not moved:
        return "not change the order of the systems"
    if len(moved) == 2:
        (a, places), (b, _) = moved.items()
        return f"swap {a} and {b} (ranks {places[0]} and {places[1]}; Kendall {tau:.3f})"
    listed = [f"{name} from {before} to {after}" for name, (before, after) in list(moved.items())[:3]]
    more = ", ..." if len(moved) > 3 else ""
    return f"move {len(moved)} of {systems} systems: {', '.join(listed)}{more} (Kendall {tau:.3f})"


def after_degraded_refused(error: RecipeError) -> list[Finding]:
    """The recipe cannot be run with the rows left out because of a degraded item."""
    what = error.problems[0].what
    text = f"The recipe cannot be run with the rows left out because of a degraded item: {what}."
    return [Finding("AJ225", "note", text, {"problem": what}, _AFTER_DEGRADED_SOURCE)]


def ties(pairs: Sequence[RankedPair]) -> list[Finding]:
    """How much the pairs without a significant difference could hide (T7)."""
    tied = [pair for pair in pairs if not pair.significant]
    if not any(pair.power is not None for pair in tied):
        return []
    powers = sorted(pair.power for pair in tied if pair.power is not None)
    effects = sorted(pair.smallest for pair in tied if pair.smallest is not None)
    reach = f"; the smallest effect found four times in five is {effects[len(effects) // 2]:.3f}" if effects else ""
    text = (
        f"{counted(len(tied), 'pair')} without a significant difference are no ties in quality: the median power to "
        f"find an effect of .53 (closely performing systems) is {powers[len(powers) // 2]:.2f}{reach}."
    )
    numbers = {"pairs": len(tied), "median_power": powers[len(powers) // 2]}
    return [Finding("AJ216", "note", text, numbers, "Graham et al. 2020, sections 4 and 4.1")]


def equivalence(pairs: Sequence[RankedPair], margin: float | None) -> list[Finding]:
    """Which pairs are shown to be equal within the margin given in advance."""
    if margin is None:
        return []
    equal = [[pair.a, pair.b] for pair in pairs if pair.equivalent]
    listed = ", ".join(f"{a} and {b}" for a, b in equal[:3]) + (", ..." if len(equal) > 3 else "")
    text = f"Within the margin of {margin:g} given in advance, {counted(len(equal), 'pair')} are shown to be equal" + (
        f": {listed}." if equal else "."
    )
    return [Finding("AJ217", "note", text, {"margin": margin, "pairs": equal})]


def post_edited(pairs: Sequence[RankedPair], names: Sequence[str]) -> list[Finding]:
    """A tie with a post-edited machine translation is no parity with humans (O6)."""
    tied = [[pair.a, pair.b] for pair in pairs if not pair.significant and (pair.a in names) != (pair.b in names)]
    if not tied:
        return []
    listed = ", ".join(f"{a} and {b}" for a, b in tied[:3]) + (", ..." if len(tied) > 3 else "")
    text = f"Ties with a post-edited translation are no evidence of human parity: {listed}."
    return [Finding("AJ218", "warning", text, {"pairs": tied}, "Graham et al. 2020, section 4.1")]
