"""Do the intervals and sets that are printed hold the truth where units are few?

`python -m benchmarks.study_few_units` prints Markdown: one row for everything that prints an interval, a set or a range
of ranks, one column for each number of units, with the share of intervals that hold the truth and, where only some are
printed, the share that is. Nothing is drawn by `adjudge.simulate`. "Of 40" rows have few units on one side only: one
system was judged on a few of 40 documents, or one direction has few documents, or few of 20 annotators judged anything
before a degraded item. Intervals of one campaign are dependent, so the error of a share is that of the number of
campaigns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

import adjudge
from adjudge import AdjudgeError
from adjudge.auditing.context.covariates import regress
from adjudge.auditing.context.effect import context_group
from adjudge.auditing.origin.agreement import direction_agreement
from adjudge.auditing.origin.difference import Segments, average_difference, pair_changes, system_differences
from adjudge.auditing.origin.gap import agreement_gap
from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Ratings
from adjudge.kernels.agreement.intervals import estimates
from adjudge.kernels.agreement.leave_one_out import LeaveOneOut
from adjudge.kernels.generalisability.components import ComponentEstimates, CrossedRatings
from adjudge.kernels.generalisability.decision_study import DecisionStudy
from adjudge.kernels.generalisability.decision_study import Design as StudyDesign
from adjudge.kernels.ranks.correlations import kendall, pearson, spearman
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.ratings.repeating.resampling import resample
from benchmarks.designs import Design, draw, spaced
from benchmarks.study import SeedPool, print_table, study_parser
from benchmarks.study_agreement_intervals import COLUMNS, campaign, coefficients, truth
from benchmarks.votes import Design as VoteDesign
from benchmarks.votes import draw_votes

UNITS: Final = (2, 3, 4, 6, 10)
MANY: Final = 40
RECIPES: Final = ("recommended", "mixed-model", "wmt24-esa", "wmt-da", "knowles-2021")
VOTE_SETTINGS: Final = {
    "davidson": ComparisonSettings(),
    "davidson, bootstrap": ComparisonSettings(bootstrap=200),
    "davidson, covariates": ComparisonSettings(covariates=("position",)),
}
Ints = NDArray[np.intp]
#: Whether each interval holds the truth; None where none is printed.
Held = dict[str, list[bool | None]]


def _holds(low: float | None, high: float | None, value: float) -> bool | None:
    return None if low is None or high is None else bool(low - 1e-9 <= value <= high + 1e-9)


def _only(frame: pl.DataFrame, column: str, rare: str, units: int, rng: np.random.Generator) -> pl.DataFrame:
    """The rows without those of one system, but for a few documents."""
    names = frame["document"].unique().sort().to_list()
    kept = [names[i] for i in rng.choice(len(names), units, replace=False)]
    return frame.filter((pl.col(column) != rare) | pl.col("document").is_in(kept))


def ratings(units: int, seed: int) -> Held:
    """Four equal systems on few documents, and one of four on few of many documents."""
    found: Held = defaultdict(list)
    for label, documents in (("", units), (f", one system of {MANY}", MANY)):
        frame, quality = draw(Design(systems=4, documents=documents, annotators=8, scale="open"), seed)
        rare = min(quality)
        if label:
            frame = _only(frame, "system", rare, units, np.random.default_rng([seed, units]))
        for recipe in RECIPES:
            try:
                result = adjudge.rank(frame, recipe)
            except AdjudgeError:
                continue
            sets = [None if one.set_low is None else (one.set_low, one.set_high) == (1, 4) for one in result.systems]
            found[f"rank sets, {recipe}{label}"].append(None if None in sets else all(sets))
            if recipe in {"recommended", "wmt24-esa"}:
                pairs = [one for one in result.pairs if not label or rare in {one.a, one.b}]
                found[f"P(A > B), {recipe}{label}"] += [_holds(p.effect_low, p.effect_high, 0.5) for p in pairs]
            middle = np.mean([one.score for one in result.systems])
            rows = [one for one in result.systems if not label or one.system == rare]
            found[f"score, {recipe}{label}"] += [_holds(one.score_low, one.score_high, float(middle)) for one in rows]
    return found


def ranks(units: int, seed: int) -> Held:
    """Ranks of documents drawn again: whether they hold the true rank."""
    found: Held = defaultdict(list)
    frame, quality = draw(Design(systems=4, documents=units, annotators=8, quality=spaced(4, 3.0), scale="open"), seed)
    best_first = sorted(quality, key=lambda name: -quality[name])
    for recipe in ("recommended", "wmt-da"):
        try:
            settled = recipe_from_dict(adjudge.rank(frame, recipe).settings["recipe"])
            rows = resample(Ratings.check(frame), settled, draws=100, seed=seed).to_frame()
        except AdjudgeError:
            found[f"ranks of resampled documents, {recipe}"].append(None)
            continue
        for name, low, high in rows.select("system", "rank_low", "rank_high").iter_rows():
            true = best_first.index(name) + 1
            found[f"ranks of resampled documents, {recipe}"].append(low <= true <= high)
    return found


def votes(units: int, seed: int) -> Held:
    """Four equal systems compared on few documents, and one of four on few of many."""
    found: Held = defaultdict(list)
    for label, documents in (("", units), (f", one system of {MANY}", MANY)):
        frame = draw_votes(VoteDesign(systems=4, documents=documents, votes=30), [seed, documents]).frame()
        rare = "s0000"
        if label:
            rng = np.random.default_rng([seed, units])
            frame = _only(
                _only(frame, "system_a", rare, units, rng),
                "system_b",
                rare,
                units,
                np.random.default_rng([seed, units]),
            )
        for name, settings in VOTE_SETTINGS.items():
            try:
                result = adjudge.rank(frame, method="davidson", settings=settings)
            except AdjudgeError:
                found[f"strength, {name}{label}"].append(None)
                continue
            assert result.model is not None
            rows = [one for one in result.model.strengths if not label or one.system == rare]
            found[f"strength, {name}{label}"] += [_holds(one.low, one.high, 0.0) for one in rows]
            for covariate, effect in (result.model.effects or {}).items():
                found[f"effect of {covariate}{label}"].append(_holds(effect["low"], effect["high"], 0.0))
            sets = [None if one.set_low is None else (one.set_low, one.set_high) == (1, 4) for one in result.systems]
            found[f"rank sets, {name}{label}"].append(None if None in sets else all(sets))
    drawn = draw_votes(VoteDesign(systems=4, documents=units, votes=30, strengths=1.0), [seed, units, 1])
    for row in adjudge.rank(drawn.frame(), method="trueskill", settings=ComparisonSettings(runs=200)).systems:
        true = 1 + int((drawn.truth > drawn.truth[int(row.system[1:])]).sum())
        found["range of ranks, trueskill"].append(row.rank_low <= true <= row.rank_high)
    return found


@cache
def _true_others() -> list[float]:
    cells = LeaveOneOut(campaign(np.random.default_rng(11), 40_000))
    return [float(value) for value in cells.at(np.ones((1, cells.documents)))[0]]


_PEOPLE: Final = 8


def _decisions(rng: np.random.Generator, documents: int) -> DecisionStudy:
    """The same six systems and eight annotators on new documents of four segments; two annotators rate an output."""
    fixed = np.random.default_rng(77)
    quality, leniency, taste = fixed.normal(0, 2, 6), fixed.normal(0, 3, _PEOPLE), fixed.normal(0, 1.5, (6, _PEOPLE))
    system, segment, place = (code.ravel() for code in np.indices((6, 4 * documents, 2)))
    document = segment // 4
    crews = np.array([rng.permutation(_PEOPLE)[:2] for _ in range(documents)])
    annotator = crews[document, place]
    score = quality[system] + leniency[annotator] + taste[system, annotator] + rng.normal(0, 7, len(system))
    for sd, codes in ((3, document), (3, segment), (2, system * documents + document), (4, system + 6 * segment)):
        score += rng.normal(0, sd, int(codes.max()) + 1)[codes]
    people = np.unique(annotator, return_inverse=True)[1].astype(np.intp)
    rated = CrossedRatings(score, system.astype(np.intp), segment.astype(np.intp), people, document.astype(np.intp))
    return DecisionStudy(ComponentEstimates(rated), [StudyDesign(1, 100)])


@cache
def _true_decision() -> float:
    return float(_decisions(np.random.default_rng(11), 4_000).at(np.ones((1, 4_000)))[0, 0])


def agreement(units: int, seed: int) -> Held:
    """Coefficients of agreement, of every annotator with the others, and generalisability."""
    found: Held = defaultdict(list)
    cells = campaign(np.random.default_rng([units, seed]), units)
    rows = [row for part in coefficients(cells) for row in estimates(part, np.random.default_rng(seed), draws=500)[:2]]
    for name, row, value in zip(COLUMNS, rows, truth(), strict=True):
        found[name].append(_holds(row.low, row.high, value))
    others = estimates(LeaveOneOut(cells), np.random.default_rng(seed), draws=500)
    for row, value in zip(others, _true_others(), strict=False):
        found["correlation with the others"].append(_holds(row.low, row.high, value))
    study = _decisions(np.random.default_rng([seed, units]), units)
    [row, *_] = estimates(study, np.random.default_rng(seed), draws=500, method="percentile")
    found["generalisability"].append(_holds(row.low, row.high, _true_decision()))
    return found


def _context_pairs(rng: np.random.Generator, before: int, after: int) -> pl.DataFrame:
    """Differences original - copy of annotators who shift and react; `before` of them judged anything before."""
    differences, afters, extra = [], [], []
    places: list[Ints] = []
    for annotator in range(max(before, after)):
        shift, own = rng.normal(0, 3), rng.normal(0, 4)
        for session in range(int(rng.integers(1, 5))):
            mood = rng.normal(0, 2)
            for _ in range(int(rng.integers(1, 4))):
                n, first = int(rng.integers(4, 11)), int(rng.integers(0, 11))
                late = np.arange(n) >= (first if annotator < before else 0)
                differences.append(shift + mood + rng.normal(0, 4) + own * late + rng.standard_t(4, n) * 6)
                afters.append(late)
                places.append(np.tile([annotator, 10 * annotator + session, len(places)], (n, 1)))
                extra.append(rng.normal(0, 10, n))
    numbers = dict(zip(("annotator", "session", "copy"), np.concatenate(places).T, strict=True))
    late = np.concatenate(afters)
    return pl.DataFrame({"difference": np.concatenate(differences), "after": late, **numbers}).with_columns(
        adjacent=pl.Series(late & (np.random.default_rng(len(late)).random(len(late)) < 0.4)),
        seen=late.astype(np.int64),
        magnitude=pl.when(pl.Series(late)).then(pl.Series(np.concatenate(extra))),
        copy_first=pl.lit(value=False),
    )


def context(units: int, seed: int) -> Held:
    """The robust test of degraded context by annotator, and its regression."""
    found: Held = defaultdict(list)
    for label, after in (("", units), (f", before: of {MANY // 2}", MANY // 2)):
        pairs = _context_pairs(np.random.default_rng([seed, units, after]), units, after)
        group = context_group(pairs, "all", "all", "annotator")
        found[f"context{label}"].append(_holds(group.low, group.high, 0.0))
        fit = regress(pairs, "annotator")
        for row in fit.rows if fit else ():
            if row.name in {"after", "adjacent", "magnitude"}:
                found[f"context, {row.name}{label}"].append(_holds(row.low, row.high, 0.0))
    return found


_GAINS: Final = (4.0, 0.0, 7.0, -3.0)


def _origin_scores(rng: np.random.Generator, forward: int, reverse: int, noise: float) -> Segments:
    names, rows = ("A", "B", "C", "D"), []
    for d in range(forward + reverse):
        turned, ease, own = d >= forward, rng.normal(0, 5), rng.normal(0, 2 * noise, 4)
        for s in range(int(rng.integers(3, 12))):
            segment = rng.normal(0, 6)
            for k, system in enumerate(names):
                score = 70 - 2 * k + ease + own[k] + segment + _GAINS[k] * turned + rng.normal(0, 8 * noise)
                rows.append((system, score, "reverse" if turned else "forward", d, f"d{d}", f"{s}"))
    schema = ["system", "raw", "direction", "_unit", "document", "segment"]
    return Segments(pl.DataFrame(rows, schema=schema, orient="row").with_columns(score="raw"), names)


def origin(units: int, seed: int) -> Held:
    """Differences between directions of the original text, and how far the directions agree."""
    found: Held = defaultdict(list)
    forward = np.array([70.0, 68.0, 66.0, 64.0])
    reverse = forward + np.array(_GAINS)
    true = {
        name: float(run(forward, reverse))
        for name, run in {"pearson": pearson, "spearman": spearman, "kendall": kendall}.items()
    }
    for label, other in (("", units), (f", other direction: {MANY}", MANY)):
        rng = np.random.default_rng([seed, units, other])
        data = _origin_scores(rng, other, units, 1.0)
        for one, gain in zip(system_differences(data, ranked_by_raw=True), _GAINS, strict=True):
            found[f"origin, system{label}"].append(_holds(one.low, one.high, gain))
        fit = average_difference(data)
        low, high = (fit.interval(1) if fit else None) or (None, None)
        found[f"origin, average{label}"].append(_holds(low, high, float(np.mean(_GAINS))))
        for change in pair_changes(data):
            gap = dict(zip("ABCD", _GAINS, strict=True))
            found[f"origin, change of a pair{label}"].append(
                _holds(change.low, change.high, gap[change.a] - gap[change.b])
            )
        sides = data.frame.pivot("direction", index="system", values="score", aggregate_function="mean").sort("system")
        agreed = direction_agreement(sides["forward"].to_list(), sides["reverse"].to_list(), data, Seeds(seed))
        for name, value in true.items():
            low, high = agreed.intervals[name] or (None, None)
            found[f"origin, {name} of directions{label}"].append(_holds(low, high, value))
        metric = _origin_scores(rng, other, units, 1.0)
        gap_found = agreement_gap(data, metric, Seeds(seed))
        found[f"origin, human - metric{label}"].append(
            None if gap_found is None else _holds(gap_found.low, gap_found.high, 0.0)
        )
    return found


KINDS: Final[dict[str, Callable[[int, int], Held]]] = {
    "ratings": ratings,
    "ranks": ranks,
    "votes": votes,
    "agreement": agreement,
    "context": context,
    "origin": origin,
}


def _cell(values: Sequence[bool | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return "-"
    printed = len(known) / len(values)
    return f"{np.mean(known):.2f}" + (f" ({printed:.0%})" if printed < 1 else "")


def table(kind: Callable[[int, int], Held], pool: SeedPool) -> Iterator[list[str]]:
    """One row for every kind of interval."""
    cells: dict[str, dict[int, str]] = defaultdict(dict)
    for units in UNITS:
        results = pool.run(partial(kind, units), f"{kind.__name__}, {units}")
        for name in dict.fromkeys(name for one in results for name in one):
            cells[name][units] = _cell([value for one in results for value in one.get(name, [])])
    for name, row in cells.items():
        if set(row.values()) == {"-"}:
            continue
        yield [name, *(row.get(units, "refused") for units in UNITS)]


def main() -> None:
    """Run the study."""
    parser = study_parser(__doc__, range(300))
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    options = parser.parse_args()
    with SeedPool(options.seeds) as pool:
        for name in options.kinds:
            print_table(["95% interval or set", *(f"{units} units" for units in UNITS)], table(KINDS[name], pool), name)


if __name__ == "__main__":
    main()
