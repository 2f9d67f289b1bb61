"""Which systems meet in sessions, and how good the company is that each of them kept (K4, K6)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.composition.kinds import Unit, judged_items
from adjudge.auditing.composition.sessions import Shown, shown_items
from adjudge.core.recipes.recipe import Standardise
from adjudge.core.seeds import Seeds
from adjudge.kernels.crossed.additive import Floats
from adjudge.kernels.crossed.balance import meeting_shares
from adjudge.kernels.ranks.correlations import spearman
from adjudge.kernels.rounding import AS_FAR
from adjudge.scoring.aggregate import differences, segment_means, system_means
from adjudge.scoring.standardise import standardise

#: Kinds of rows that count in means, as in the published recipes.
COUNTING: Final = ("system", "repeat")
#: Difference of the company of two systems, in standard deviations of all scores, from which it may matter.
UNEQUAL: Final = 0.1
#: Permutations of fewer systems cannot reach the level.
FEWEST_SYSTEMS: Final = 4
#: Of the correlation of company and ranks lost, by permutation.
LEVEL: Final = 0.01
_PERMUTATIONS: Final = 9999


def meetings(frame: pl.DataFrame, unit: Unit = "session", *, shown: Shown | None = None) -> pl.DataFrame:
    """In what share of the sessions of one system another one occurs (Knowles 2021, Figure 4); not symmetric.

    Definition: `share` = sessions with both / sessions of a. `expected` is the chance of it if every session had drawn
    its blocks, one system's version of one document each, at random from all blocks of the campaign. Where documents
    are unknown, every segment is a block.

    Checked against: counts by sets (tests/laws).

    Args:
        frame: ratings.
        unit: `session` or `annotator`.
        shown: the same counts, if they were made before.

    Returns:
        One row per ordered pair of systems, by name: `a`, `b`, `sessions` of a, `together`, `share`, `expected`.
    """
    shown = shown or shown_items(frame, unit)
    together, expected = meeting_shares(shown.counts, shown.blocks)
    rows = [
        (a, b, int(together[i, i]), int(together[i, j]), together[i, j] / together[i, i], float(expected[i, j]))
        for i, a in enumerate(shown.systems)
        for j, b in enumerate(shown.systems)
        if i != j
    ]
    names = {"a": pl.String, "b": pl.String, "sessions": pl.Int64, "together": pl.Int64}
    return pl.DataFrame(rows, schema=names | {"share": pl.Float64, "expected": pl.Float64}, orient="row")


@dataclass(frozen=True)
class Exposure:
    """The company that systems kept, and what z-scores made of it.

    Args:
        systems: one row per system, by name: `system`, `items`, `sessions`, `raw`, `z`, `raw_rank`, `z_rank`,
            `moved` (z rank - raw rank), `company`, `fair`, `surplus`.
        spearman: of `surplus` and `moved`; None if one of them does not vary.
        p: of it, by permutation of the systems, two-sided.
    """

    systems: pl.DataFrame
    spearman: float | None
    p: float | None


def exposure(frame: pl.DataFrame, unit: Unit = "session", *, seed: int = 0, shown: Shown | None = None) -> Exposure:
    """How good the other systems were that each system was judged beside.

    Definition: with q_j the raw mean of system j in the whole campaign and n_sj its items in session s, the company of
    a in s is the mean of q_j over the other systems weighted by n_sj; `company` is its mean over the items of a.
    `fair` is the same if every session had the campaign's mixture, and `surplus` = company - fair: positive if a was
    judged beside better systems than others were. z-scores within sessions subtract the session's mean, so that a
    system in better company ranks lower: `surplus` and `moved` (z rank - raw rank) then correlate.

    z is (x - mean) / sd (n - 1) within the unit over all kinds of rows; units without spread have none.

    Checked against: a plain twin (tests/laws).

    Args:
        frame: ratings.
        unit: `session` or `annotator`.
        seed: for the permutations.
        shown: the same counts, if they were made before.
    """
    shown = shown or shown_items(frame, unit)
    raw, z = _means(frame, unit)
    table = pl.DataFrame({"system": shown.systems}, schema={"system": pl.String})
    for means in (raw, z):
        table = table.join(means, on="system", how="left", maintain_order="left")
    company, fair = _company(shown.counts.astype(np.float64), table["raw"].to_numpy().astype(np.float64))
    table = table.with_columns(
        items=pl.Series(shown.counts.sum(axis=0)),
        sessions=pl.Series((shown.counts > 0).sum(axis=0).astype(np.int64)),
        raw_rank=pl.col("raw").rank("min", descending=True).cast(pl.Int64),
        z_rank=pl.col("z").rank("min", descending=True).cast(pl.Int64),
        company=pl.Series(company).fill_nan(None),
        fair=pl.Series(fair).fill_nan(None),
    ).with_columns(
        moved=pl.col("z_rank") - pl.col("raw_rank"),
    )
    table = table.with_columns(surplus=differences(table["company"], table["fair"]))
    names = ["system", "items", "sessions", "raw", "z", "raw_rank", "z_rank", "moved", "company", "fair", "surplus"]
    pairs = table.drop_nulls(["moved", "surplus"])
    rho, p = _correlation(pairs["surplus"].to_numpy(), pairs["moved"].to_numpy().astype(np.float64), seed)
    return Exposure(table.select(names), rho, p)


def _company(counts: Floats, quality: Floats) -> tuple[Floats, Floats]:
    """Company of each system, and what it would be if all sessions had the campaign's mixture; NaN if there is none."""
    known = np.isfinite(quality)  # a system with fillers only has no mean
    value, weight = np.where(known, quality, 0.0), np.where(known, counts, 0.0)
    beside = weight.sum(axis=1)[:, None] - weight
    met = (beside > 0) & (counts > 0)
    mean = np.divide((weight @ value)[:, None] - weight * value, beside, out=np.zeros_like(weight), where=met)
    own = np.where(met, counts, 0.0)
    total = weight.sum(axis=0)
    return _ratio((own * mean).sum(axis=0), own.sum(axis=0)), _ratio(total @ value - total * value, total.sum() - total)


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.asarray(np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0))


def _means(frame: pl.DataFrame, unit: Unit) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Raw means and means of z of every system."""
    rows = judged_items(frame).filter(pl.col(unit).is_not_null())
    counting = pl.col("kind").is_in(COUNTING)
    raw = system_means(segment_means(rows.filter(counting).with_columns(z=pl.lit(None, dtype=pl.Float64))))
    done = standardise(rows, Standardise(unit), kinds=COUNTING).frame.filter(counting)
    if done.is_empty():
        return raw.select("system", "raw"), raw.select("system", z=pl.lit(None, dtype=pl.Float64))
    return raw.select("system", "raw"), system_means(segment_means(done)).select("system", "z")


def _correlation(surplus: Floats, moved: Floats, seed: int) -> tuple[float | None, float | None]:
    """Spearman's rho, and its p by permutation."""
    if len(surplus) < 3 or np.ptp(surplus) == 0 or np.ptp(moved) == 0:
        return None, None
    observed = float(spearman(surplus[None], moved[None])[0])
    rng = Seeds(seed).stream("company of systems")
    shuffled = rng.permuted(np.tile(moved, (_PERMUTATIONS, 1)), axis=1)
    drawn = spearman(np.tile(surplus, (_PERMUTATIONS, 1)), shuffled)
    return observed, float((1 + (np.abs(drawn) >= abs(observed) * (1 - AS_FAR)).sum()) / (1 + _PERMUTATIONS))


def unfair_company(found: Exposure, spread: float) -> list[list[str]]:
    """Pairs that z-scores order otherwise than raw means because of the company; none if that may be chance.

    The company of systems must differ by `UNEQUAL` standard deviations of the scores or more, and good company go with
    a lower rank by z than by raw scores (p < `LEVEL` by permutation, of `FEWEST_SYSTEMS` or more). `check` and
    `composition` warn by this rule.

    Args:
        found: the company that systems kept.
        spread: standard deviation of the scores that count.

    Returns:
        Pairs, the one that is higher by z first.
    """
    table = found.systems.drop_nulls(["surplus", "moved"])
    if table.height < FEWEST_SYSTEMS or np.ptp(table["surplus"].to_numpy()) < UNEQUAL * spread:
        return []
    if found.spearman is None or found.p is None or found.spearman <= 0 or found.p >= LEVEL:
        return []
    ranked = table.sort("z_rank", "system").select("system", "z_rank", "raw_rank").rows()
    return [[a[0], b[0]] for a, b in combinations(ranked, 2) if a[1] < b[1] and a[2] > b[2]]
