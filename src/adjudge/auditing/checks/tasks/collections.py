"""Checks of what is pooled: collections of unlike items, documents that could not be drawn, the company of systems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.human_systems import human_systems
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings

UNLIKE: Final = FindingEntry(
    "AJ427",
    "warning",
    "Collections that are ranked together hold different kinds of items.",
    text="The collections do not hold the same: {_lacks:names 6}. z-scores of collections with and without such "
    "items are not comparable.",
    source="Knowles and Lo 2022, sections 2.1 and 3.2",
    todo="rank the collections on their own, or by a method that does not standardise over unlike items",
    needs="ratings of several collections",
)
TOO_LONG: Final = FindingEntry(
    "AJ426",
    "warning",
    "Documents are too long to be judged in a session.",
    text="{documents:count document} of the test set {documents:has/have} no judgement and {documents:is/are} longer "
    "than every document that was judged ({longest:count segment} at most): {documents:names}. Sessions had no room "
    "for {documents:it/them}, so the ranking says nothing about long documents.",
    source="Knowles and Lo 2022, section 2",
    todo="split long documents into parts before they are drawn",
    needs="ratings with sessions and documents",
)
NEAR_THE_LIMIT: Final = TOO_LONG.variant(
    "The longest document that was judged has {longest:count segment}, and {document} fills {_filled:.0%} of the "
    "{room:,} places that a task of {_task:,} items leaves for outputs of systems: a longer document could not be "
    "drawn whole. Whether the test set has such documents is unknown without its texts.",
    severity="note",
    todo="give the texts (`texts=`), and split long documents into parts before they are drawn",
)
COMPANY: Final = FindingEntry(
    "AJ428",
    "warning",
    "The company that a system kept moves it in the ranking by z-scores.",
    text="Systems were judged in unequal company: the systems beside {_high} in the work of its {_unit}s are better by "
    "{high:.1f} points than they would be if all were mixed evenly, those beside {_low} worse by {_below:.1f}. "
    "z-scores by {_unit} lower systems in good company (correlation {correlation:.2f} with the difference of z and "
    "raw scores), and change the order of {pairs:count pair}: {pairs:pairs and}.",
    source="Knowles 2021, sections 4 and 5.4",
    todo='spread all systems evenly over {_unit}s, or rank with `recipe="recommended"`',
    needs="ratings with annotators or sessions",
)


def _unlike(frame: pl.DataFrame) -> Iterator[Finding]:
    """Kinds of items, human translations and systems that one collection holds and another lacks.

    A collection is a file or data set that was gathered on its own. If only one of them holds references, degraded
    items or a human translation, the means that z-scores are taken from are not those of the same mix, so that the
    scores of the two cannot be compared. Fillers and tutorials are passed over.
    """
    rows = frame.filter(~pl.col("kind").is_in(["filler", "tutorial"]))
    held = rows.group_by("collection").agg(pl.col("kind").unique(), pl.col("system").unique()).sort("collection")
    if held.height < 2:
        return
    humans = set(human_systems(rows["system"].unique()))
    kinds, systems = (set().union(*held[name].to_list()) for name in ("kind", "system"))
    lacks: dict[str, list[str]] = {}
    for name, own_kinds, own_systems in held.iter_rows():
        missing = sorted(systems - set(own_systems))
        parts = [f"{kind} items" for kind in sorted(kinds - set(own_kinds))]
        parts += [f"the human translation {system}" for system in missing if system in humans]
        parts += [f"the system {system}" for system in missing if system not in humans]
        if parts:
            lacks[name] = parts
    if lacks:
        yield UNLIKE(
            collections=sorted(lacks),
            lacks=lacks,
            systems=sorted({system for own in held["system"] for system in systems - set(own)}),
            _lacks=[f"{name} lacks {', '.join(parts)}" for name, parts in lacks.items()],
        )


#: Of a task of 100 items, 70 are outputs of systems and the rest control items (Knowles 2021, section 2).
_TASK: Final = 100
_ROOM: Final = 0.7
#: A document that fills so much of the room says that the room is a limit.
_NEARLY: Final = 0.9
_FEWEST_SESSIONS: Final = 5


def _too_long(frame: pl.DataFrame, texts: pl.DataFrame | None) -> Iterator[Finding]:
    """Documents that a session has no room for.

    With the texts of the test set: documents without any judgement that have more segments than every judged one. That
    is what happens where whole documents are drawn while they fit into the 70 of 100 places that are not for control
    items. Without the texts nobody can tell; then it is a note if a judged document fills nine tenths of these 70
    places. A session of several hundred items is taken as several tasks of 100; a smaller one as one task.
    """
    rows = frame.filter(pl.col("kind") == "system")
    rows = rows.filter(pl.col("scope") == "segment") if "scope" in rows.columns else rows
    lengths = rows.group_by("document").agg(n=pl.col("segment").n_unique()).sort("n", "document")
    if lengths.is_empty():
        return
    document, longest = lengths.row(-1)
    if texts is not None and "document" in texts.columns:
        all_lengths = texts.drop_nulls("document").group_by("document").agg(n=pl.col("segment").n_unique())
        unjudged = all_lengths.join(lengths, on="document", how="anti").filter(pl.col("n") > longest).sort("document")
        if unjudged.height:
            yield TOO_LONG(documents=unjudged["document"].to_list(), longest=longest)
        return
    sizes = frame.group_by("session", "annotator").len("n")["n"]
    largest = int(sizes.median() or 0)  # type: ignore[arg-type]
    task = _TASK if largest >= 1.5 * _TASK else largest
    room = round(_ROOM * task)
    if len(sizes) >= _FEWEST_SESSIONS and room > 1 and longest >= _NEARLY * room:
        yield NEAR_THE_LIMIT(
            document=document, longest=longest, room=room, _task=task, _filled=longest / room, documents=[document]
        )


#: Difference of the company of two systems, in standard deviations of all scores, from which it is looked at.
_UNEQUAL: Final = 0.1
_FEWEST_SYSTEMS: Final = 4
_LEVEL: Final = 0.005


def _company(_: pl.DataFrame, counting: pl.DataFrame, unit: str) -> Iterator[Finding]:
    """Whether z-scores move systems by the company that they kept.

    The company of a system is the mean quality of the other systems in the same annotator's work (the same session's,
    where annotators are unknown), over the rows of the system, less what it would be if everybody had met the same mix.
    The quality of a system is its raw mean over everybody, so that strict annotators do not look like bad company.
    z-scores are taken relative to the company, so a system in good company loses. It is said if the company
    of systems differs by a tenth of a standard deviation or more, if
    company and the difference of standardised z and raw means have a negative correlation (one-sided p < .005), and if
    the two orders differ.
    """
    from scipy.special import stdtr

    quality = counting.group_by("system").agg(quality=pl.col("score").mean())
    cells = counting.group_by(unit, "system").agg(n=pl.len()).join(quality, on="system")
    cells = cells.with_columns(total=pl.col("n") * pl.col("quality"))
    cells = cells.with_columns(
        rest=pl.col("total").sum().over(unit) - pl.col("total"), others=pl.col("n").sum().over(unit) - pl.col("n")
    )
    company = (
        cells.filter(pl.col("others") > 0)
        .with_columns(beside=pl.col("rest") / pl.col("others"))
        .group_by("system")
        .agg(company=(pl.col("beside") * pl.col("n")).sum() / pl.col("n").sum())
        .join(cells.group_by("system").agg(pl.col("n", "total").sum()), on="system")
        .with_columns(usual=(pl.col("total").sum() - pl.col("total")) / (pl.col("n").sum() - pl.col("n")))
        .select("system", "company", excess=pl.col("company") - pl.col("usual"))
    )
    mean, sd = pl.col("score").mean().over(unit), pl.col("score").std().over(unit)
    z = counting.with_columns(z=pl.when(sd > 0).then((pl.col("score") - mean) / sd)).drop_nulls("z")
    means = z.group_by("system").agg(pl.col("z", "score").mean()).join(company, on="system").sort("system")
    low, high = means["excess"].min(), means["excess"].max()
    spread = counting["score"].std()
    if means.height < _FEWEST_SYSTEMS or high - low < _UNEQUAL * spread:  # type: ignore[operator]
        return
    z_mean, raw = (_standardised(means[name]) for name in ("z", "score"))
    r = float(np.corrcoef(means["excess"].to_numpy(), z_mean - raw)[0, 1]) if np.ptp(z_mean - raw) > 0 else 0.0
    freedom = means.height - 2
    p = float(stdtr(freedom, r * np.sqrt(freedom / max(1 - r * r, 1e-12))))  # one-sided, for a negative correlation
    names = means["system"].to_list()
    pairs = [
        [names[a], names[b]]
        for a in np.argsort(-z_mean)
        for b in np.argsort(-z_mean)
        if z_mean[a] > z_mean[b] and raw[a] < raw[b]
    ]
    if pairs and p < _LEVEL:
        order = means.sort("excess")["system"]
        yield COMPANY(
            low=low,
            high=high,
            correlation=r,
            pairs=pairs,
            systems=sorted({name for pair in pairs for name in pair}),
            _below=-float(low),  # type: ignore[arg-type]
            _low=order[0],
            _high=order[-1],
            _unit=unit,
        )


def _standardised(values: pl.Series) -> np.ndarray:
    numbers = values.to_numpy()
    return np.asarray((numbers - numbers.mean()) / (numbers.std() or 1.0))


CHECKS: Final = (
    Check(UNLIKE, _unlike, Ratings, columns=("collection",)),
    Check(TOO_LONG, _too_long, Ratings, columns=("session", "document"), facts=("known texts",)),
    Check(COMPANY, _company, Ratings, facts=("counting", "unit")),
)
