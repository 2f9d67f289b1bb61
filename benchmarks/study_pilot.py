"""Does a pilot predict what the whole campaign separates?

Of every campaign half of the documents, drawn at random, are the pilot; in rows called `one more annotator`, in which
everybody judges everything or a random part of it, all annotators but one. `pilot_power` predicts from it what the
whole will separate, and the whole is ranked. Campaigns come from `adjudge.simulate` (presets) and from
`benchmarks.designs`, which shares no code with it. Differences in true quality are drawn anew in every campaign of the
presets and of rows called `drawn`; those of the other designs are fixed, in groups of equal systems or evenly spaced.

The second table pools all pairs of all campaigns: of the pairs to which a probability was given, how many were
separated. The third asks the same of the numbers of pairs: how often the range given for eight of ten campaigns held.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import polars as pl

import adjudge
from adjudge import AdjudgeError, Ratings, simulate
from adjudge.planning.pilot.pilot_power import pilot_power
from adjudge.planning.simulation.presets import preset
from benchmarks.designs import ROWS_LEVEL, ROWS_ORDER, ROWS_POWER, Design, draw
from benchmarks.designs.design import spaced
from benchmarks.designs.running import print_rows, read_options
from benchmarks.study import SeedPool, mean_with_error, share_with_error

#: Campaigns simulated for a prediction; the environment may name another number.
DRAWS: Final = int(os.environ.get("STUDY_DRAWS", "100"))
EDGES: Final = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)
COLUMNS: Final = ["campaigns", "pilot", "predicted", "whole", "predicted - whole", "size of it", "within range"]

#: How names begin of rows whose pilot lacks an annotator instead of documents.
ANNOTATOR: Final = "one more annotator"
_EVERYBODY: Final = Design(documents=40, annotators=3, length=(1, 8), quality=spaced(6, 2), assignment="all")
_SIX_AND_ONE: Final = replace(_EVERYBODY, annotators=7, length=(1, 15))


class Drawn(NamedTuple):
    """A design whose systems are drawn anew in every campaign.

    Args:
        design: the rest of it.
        sd: of the normal distribution of true qualities.
    """

    design: Design
    sd: float


class Thinned(NamedTuple):
    """A design in which everybody judges everything, of which a part is kept; the last annotator is the further one.

    Args:
        design: the whole.
        judges: annotators of a document, drawn from all but the last, who judges as much as the others on average.
    """

    design: Design
    judges: int


Row = tuple[str, int] | Design | Drawn | Thinned
_SMALL: Final = ROWS_POWER["4 systems, 30 documents, 8 annotators"]

_ONE_MORE: Final[dict[str, Row]] = {
    "the third": _EVERYBODY,
    "the third, noise of 20": replace(_EVERYBODY, noise=20.0),
    "the eighth, tastes of sd 3": replace(_EVERYBODY, annotators=8, taste=3.0),
    "the third, documents unknown": replace(_EVERYBODY, documents=150, length=(1, 1), known=False),
    "the seventh, two judge a document": Thinned(_SIX_AND_ONE, 2),
    "the seventh, one judges a document": Thinned(_SIX_AND_ONE, 1),
}

#: A preset and about how many ratings, or a design.
ROWS: Final[dict[str, Row]] = (
    {f"{ANNOTATOR}: {name}": row for name, row in _ONE_MORE.items()}
    | {
        "balanced, 6,000 ratings": ("balanced", 6_000),
        "balanced, 24,000 ratings": ("balanced", 24_000),
        "wmt20, 6,000 ratings": ("wmt20", 6_000),
        "wmt20, 24,000 ratings": ("wmt20", 24_000),
    }
    | {f"groups: {name}": design for name, design in ROWS_POWER.items()}
    | {
        f"even: {name}": ROWS_ORDER[name]
        for name in ("60 documents, 20 annotators", "annotator meets 4 of 12 systems", "very unequal stretch")
    }
    | {
        "even: tastes of sd 4, 10 annotators": replace(
            ROWS_LEVEL["tastes of sd 4, 10 annotators"], quality=spaced(6, 4)
        ),
        "even: 2 systems, 60 documents, 3 points apart": replace(
            ROWS_LEVEL["2 systems, 60 documents"], quality=spaced(2, 3)
        ),
        "even: 3 annotators rate 200 segments, documents unknown": replace(
            ROWS_LEVEL["3 annotators rate 200 segments, documents unknown"], quality=spaced(6, 1.5)
        ),
        "all equal: random annotators, 60 documents": ROWS_LEVEL["random annotators, 60 documents"],
    }
    # The same spread as that of the two groups of this design.
    | {"drawn: 4 systems, 30 documents, 8 annotators": Drawn(_SMALL, float(np.std(_SMALL.quality, ddof=1)))}
)


class Predicted(NamedTuple):
    """One campaign.

    Args:
        pilot: share of pairs that the pilot separates.
        predicted: expected share of the whole.
        realised: share that the whole separates.
        within: whether the number of pairs was in the range given for eight of ten campaigns.
        pairs: probability given to each pair, and whether the whole separated it.
    """

    pilot: float
    predicted: float
    realised: float
    within: bool
    pairs: tuple[tuple[float, bool], ...]


def campaign(row: Row, seed: int) -> pl.DataFrame:
    """The ratings of a campaign."""
    if isinstance(row, Drawn):
        quality = np.random.default_rng([seed, 311]).normal(0, row.sd, row.design.systems)
        row = replace(row.design, quality=tuple(quality.tolist()))
    if isinstance(row, Design):
        return draw(row, seed).frame
    if isinstance(row, Thinned):
        return thinned(draw(row.design, seed).frame, row.judges, seed)
    name, ratings = row
    spec = preset(name)
    if ratings < spec.rows:  # fewer documents, so that each is judged as often as in the preset
        documents = max(4, round(spec.texts.documents * ratings / spec.rows))
        spec = replace(spec.scaled(ratings), texts=replace(spec.texts, documents=documents), annotators=spec.annotators)
    table = simulate(spec, seed=seed).ratings
    if table is None:
        msg = "presets are of ratings"
        raise ValueError(msg)
    return table.frame


def halved(frame: pl.DataFrame, seed: int) -> tuple[pl.DataFrame, int, str]:
    """Half of the documents (of the segments, where documents are unknown), how many are left out, and of which."""
    unit = "document" if frame["document"].null_count() == 0 else "segment"
    units = frame[unit].unique().sort()
    kept = np.random.default_rng([seed, 4_253]).permutation(len(units))[: len(units) // 2]
    return frame.filter(pl.col(unit).is_in(units.gather(kept).implode())), len(units) - len(kept), unit


def thinned(frame: pl.DataFrame, judges: int, seed: int) -> pl.DataFrame:
    """Every document by some annotators; by the last one a random part of what they judge."""
    rng = np.random.default_rng([seed, 5_381])
    *others, last = frame["annotator"].unique().sort().to_list()
    documents = rng.permutation(frame["document"].unique().sort().to_numpy()).tolist()
    who = [(document, one) for document in documents for one in rng.choice(others, judges, replace=False).tolist()]
    kept = frame.join(pl.DataFrame(who, ["document", "annotator"], orient="row"), on=["document", "annotator"])
    turn = pl.col("document").replace_strict(documents, range(len(documents)))
    hers = frame.filter(annotator=last).sort(turn, "segment", "system")
    return pl.concat([kept, hers.head(round(kept.height / len(others)))])


def less_one(frame: pl.DataFrame, seed: int, *, last: bool) -> pl.DataFrame:
    """All annotators but one: the last, or one who is drawn."""
    annotators = frame["annotator"].unique().sort()
    place = -1 if last else int(np.random.default_rng([seed, 977]).integers(len(annotators)))
    return frame.filter(pl.col("annotator") != annotators[place])


def predicted(row: Row, seed: int, *, by_annotator: bool = False) -> Predicted | None:
    """Prediction and truth; None if the pilot or the whole is refused."""
    frame = campaign(row, seed)
    pilot, left, unit = halved(frame, seed)
    if by_annotator:
        pilot, left, unit = less_one(frame, seed, last=isinstance(row, Thinned)), 1, "annotator"
    try:
        result = pilot_power(
            Ratings.check(pilot),
            more_documents=left if unit == "document" else None,
            more_segments=left if unit == "segment" else None,
            more_annotators=left if unit == "annotator" else None,
            draws=DRAWS,
            seed=seed,
        )
        whole = adjudge.rank(Ratings.check(frame), seed=seed)
    except AdjudgeError:
        return None
    found = {frozenset((pair.a, pair.b)): pair.significant for pair in whole.pairs}
    outlook = result.scenarios[0]
    count = sum(found.values())
    return Predicted(
        result.pilot.share,
        outlook.share,
        count / len(found),
        outlook.low <= count <= outlook.high,
        tuple((pair.probability, found[frozenset((pair.a, pair.b))]) for pair in outlook.pairs),
    )


def cells(name: str, found: Sequence[Predicted | None]) -> list[str]:
    """One row of the first table."""
    known = [one for one in found if one is not None]
    gaps = [one.predicted - one.realised for one in known]
    shares = ([one.pilot for one in known], [one.predicted for one in known], [one.realised for one in known])
    label = name if len(known) == len(found) else f"{name} ({len(found) - len(known)} refused)"
    return [
        label,
        *(mean_with_error(share) for share in shares),
        mean_with_error(gaps),
        mean_with_error(np.abs(gaps)),
        share_with_error([one.within for one in known]),
    ]


def first_table(rows: Mapping[str, Row], pool: SeedPool, kept: dict[str, list[Predicted]]) -> Iterator[list[str]]:
    """One row for each kind of campaign; what was found is kept for the second table."""
    for name, row in rows.items():
        found = pool.run(partial(predicted, row, by_annotator=name.startswith(ANNOTATOR)), name)
        kept[name.partition(":")[0] if ":" in name else "presets"] += [one for one in found if one]
        yield cells(name, found)


def calibration(kept: Mapping[str, list[Predicted]]) -> Iterator[list[str]]:
    """Realised shares by the probability that was given."""
    for name, found in kept.items():
        pairs = np.array([pair for one in found for pair in one.pairs], dtype=np.float64).reshape(-1, 2)
        for low, high in pairwise(EDGES):
            here = pairs[(pairs[:, 0] >= low) & ((pairs[:, 0] < high) | (high == 1))]
            if len(here):
                given, realised = here.mean(axis=0)
                yield [name, f"{low:g} to {high:g}", f"{len(here):,}", f"{given:.3f}", f"{realised:.3f}"]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(100), ROWS)
    print("Share of pairs separated: by the pilot, predicted for the whole, by the whole (standard error)\n")
    kept: dict[str, list[Predicted]] = {
        "presets": [],
        "groups": [],
        "even": [],
        "all equal": [],
        "drawn": [],
        ANNOTATOR: [],
    }
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, first_table(rows, pool, kept))
    print("\nPairs by the probability that was given\n")
    print_rows(["campaigns", "probability", "pairs", "mean probability", "separated"], calibration(kept))


if __name__ == "__main__":
    main()
