"""Checks of what control items do to scores: in the basis of z-scores, and as context of what followed them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import after_degraded
from adjudge.scoring.spreads import spread_or_zero

IN_THE_BASIS: Final = FindingEntry(
    "AJ424",
    "note",
    "Control items are part of what z-scores are computed from.",
    text="{rows:count control item} ({_kinds}) {rows:is/are} part of the means and spreads behind published z-scores: "
    "{_low:.0%} to {_high:.0%} of the items of {_unit}s. They move the z-scores of {_unit}s by unequal amounts "
    "(standard deviation {spread:.2f})[, most those of {_most:names}][; without them {pairs:count pair} of systems "
    "would stand in another order: {pairs:pairs and}].",
    source="Knowles 2021, section 3 and footnote 5; Knowles and Lo 2022, section 3.2",
    todo='compute z-scores from rows that count (`basis = "counting"` in a recipe), or rank with '
    '`recipe="recommended"`',
    needs="ratings with control items, and annotators or sessions",
)
AFTER_DEGRADED: Final = FindingEntry(
    "AJ425",
    "warning",
    "Outputs that were seen after a degraded item count in the scores.",
    text="{rows:count judgement} of undamaged outputs {rows:was/were} given after a degraded item of the same "
    "document, which lowered scores at WMT22, and published recipes count them: {_least:.0%} to {_most:.0%} of the "
    "judgements of a system, most for {_system}.",
    source="Knowles and Lo 2024, sections 5.2 to 5.4",
    todo='leave them out, as `recipe="recommended"` does where showings are known, and in the next campaign show '
    "degraded items apart from what counts",
    needs="ratings with degraded items, documents and positions or times",
)
_COUNTING: Final = ("system", "repeat")
_CONTROLS: Final = ("reference", "degraded")
#: Standard deviation over annotators of what control items do to z-scores, from which a changed order is worth a
#: warning. Where control items are drawn at random it reaches .12 (simulated, 20 to 40 annotators of 100 items each).
_UNEQUAL: Final = 0.15


def _in_the_basis(_: pl.DataFrame, scored: pl.DataFrame, unit: str) -> Iterator[Finding]:
    """What degraded and reference items do to z-scores if they are part of the basis, as in published recipes.

    z-scores are computed twice: with means and spreads over all items of an annotator (or session, where annotators
    are unknown), and over the items that count. The difference of the two means, in units of the spread, is what the
    control items do to everything that the annotator judged. If it is the same for everybody it does no harm. It is a
    warning if it differs between annotators with a standard deviation of .15 or more and the order of some systems
    changes.
    """
    scored = scored.filter(pl.col("kind").is_in([*_COUNTING, *_CONTROLS]))
    controls = scored.filter(pl.col("kind").is_in(list(_CONTROLS)))
    if controls.is_empty():
        raise NotCheckableError("items of kind 'degraded' or 'reference'")
    counts = pl.col("kind").is_in(list(_COUNTING))
    own = pl.col("score").filter(counts)
    # In order, so that sums over units are the same to the last bit in every run.
    moments = scored.group_by(unit, maintain_order=True).agg(
        n=counts.sum(),
        share=pl.col("kind").is_in(list(_CONTROLS)).mean(),
        mean_all=pl.col("score").mean(),
        sd_all=spread_or_zero(pl.col("score").std()),
        mean=own.mean(),
        sd=spread_or_zero(own.std(), own),
    )
    moments = moments.filter((pl.col("sd_all") > 0) & (pl.col("sd") > 0) & (pl.col("n") > 1))
    if moments.height < 2:
        raise NotCheckableError(f"two {unit}s whose scores differ")
    moved = (moments["mean"] - moments["mean_all"]) / moments["sd_all"]
    weights = moments["n"].to_numpy()
    spread = float(np.sqrt(np.cov(moved.to_numpy(), aweights=weights, ddof=0)))
    rows = scored.filter(counts).join(moments, on=unit, maintain_order="left")
    z = rows.with_columns(
        z_all=(pl.col("score") - pl.col("mean_all")) / pl.col("sd_all"),
        z=(pl.col("score") - pl.col("mean")) / pl.col("sd"),
    )
    pairs = _reordered(z)
    kinds = controls["kind"].value_counts().sort("kind")
    apart = moments.with_columns(away=(moved - moved.median()).abs()).filter(pl.col("away") >= 2 * _UNEQUAL)
    names = apart.sort("away", unit, descending=[True, False])[unit].to_list()
    yield IN_THE_BASIS(
        **{f"{unit}s": names},
        severity="warning" if pairs and spread >= _UNEQUAL else "note",
        rows=controls.height,
        spread=spread,
        pairs=pairs,
        _kinds=" and ".join(f"{n:,} {kind}" for kind, n in kinds.iter_rows()),
        _low=float(moments["share"].min()),  # type: ignore[arg-type]
        _high=float(moments["share"].max()),  # type: ignore[arg-type]
        _unit=unit,
        _most=names,
    )


def _reordered(z: pl.DataFrame) -> list[list[str]]:
    """Pairs of systems that the two kinds of z-scores order differently, by means of segment means."""
    text = [name for name in ("document", "segment", "criterion") if name in z.columns]
    means = (
        z.group_by("system", *text, maintain_order=True)
        .agg(pl.col("z_all", "z").mean())
        .group_by("system", maintain_order=True)
        .agg(pl.col("z_all", "z").mean())
        .sort("z_all", "system", descending=[True, False])
    )
    places = dict(zip(means["system"], means["z"], strict=True))
    return [[a, b] for a, b in combinations(means["system"], 2) if places[a] < places[b]]


def _after_degraded(_: pl.DataFrame, showings: pl.DataFrame) -> Iterator[Finding]:
    """Judgements of undamaged outputs that came after a degraded item of the same showing.

    A control copy of a document mixes damaged and undamaged segments. Segments that follow the damage score lower
    (Knowles and Lo 2024: by 1.9 points), whatever their own quality. Showings are as given, or told from the order: a
    new one begins where the number of the segment does not increase.
    """
    marked = showings.with_columns(_after=after_degraded(showings))
    counts = marked.filter(pl.col("kind").is_in(list(_COUNTING)))
    by_system = counts.group_by("system").agg(after=pl.col("_after").sum(), share=pl.col("_after").mean())
    rows = int(by_system["after"].sum())
    if rows:
        worst = by_system.sort("share", "system", descending=[True, False])
        yield AFTER_DEGRADED(
            rows=rows,
            system=worst["system"][0],
            by_system=dict(by_system.sort("system").select("system", "after").iter_rows()),
            _least=float(worst["share"][-1]),
            _most=float(worst["share"][0]),
            _system=worst["system"][0],
        )


CHECKS: Final = (
    Check(IN_THE_BASIS, _in_the_basis, Ratings, facts=("scored", "unit")),
    Check(AFTER_DEGRADED, _after_degraded, Ratings, facts=("showings",)),
)
