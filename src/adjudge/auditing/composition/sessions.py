"""Sessions and systems: how many items of which system a session holds, and how far that is from the campaign (K3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.composition.kinds import Unit, judged_items
from adjudge.core.checking.identity import SHOWING, present
from adjudge.core.seeds import Seeds
from adjudge.kernels.crossed.additive import Floats
from adjudge.kernels.crossed.balance import Counts, drawn_balance, imbalance
from adjudge.scoring.known_documents import shown_together
from adjudge.scoring.model_factors import level_codes

#: Kinds of items that show an undamaged output of the system they name.
SHOWN: Final = ("system", "repeat", "filler")
#: Samples of each size of a session: the standard error of a p-value of .05 is .007.
DRAWS: Final = 999
#: Share of a session that would have to be of other systems, beyond that of random sessions: a quarter of the work.
FAR: Final = 0.25
#: A session of fewer blocks cannot hold many systems.
FEWEST_BLOCKS: Final = 5
#: Random sessions that a session which is far from the campaign is compared with.
SAMPLES: Final = 4_999
#: A campaign without fault is accused of one by chance in at most one of a hundred, however many sessions it has.
FAMILYWISE: Final = 0.01


@dataclass(frozen=True, eq=False)
class Shown:
    """What each session showed of each system.

    Args:
        items: the rows: undamaged outputs, with their unit known.
        units: names of sessions (or annotators), sorted.
        systems: names, sorted.
        counts: items of each unit (rows) and system (columns).
        blocks: the same in blocks: a block is one system's version of one document, as given or recovered; of one
            segment where documents are unknown. Blocks are what was drawn and shown as one.
        block: what blocks are: `document`, `showing` where documents are unknown but showings are not, or `segment`.
    """

    items: pl.DataFrame
    units: list[str]
    systems: list[str]
    counts: Counts
    blocks: Counts
    block: str


def shown_items(frame: pl.DataFrame, unit: Unit = "session") -> Shown:
    """Count what each session showed of each system; only undamaged outputs count.

    Args:
        frame: ratings.
        unit: `session` or `annotator`; rows without it are left out.
    """
    rows = judged_items(frame).filter(pl.col("kind").is_in(SHOWN) & pl.col(unit).is_not_null())
    units, systems = rows[unit].unique().sort().to_list(), rows["system"].unique().sort().to_list()
    together = shown_together(rows, SHOWN)
    if together.name == "segment" and "showing" in rows.columns and not rows["showing"].null_count():
        together = pl.Series("showing", level_codes(rows, *present(SHOWING, rows)))  # a document of unknown name
    blocks = rows.select(unit, "system", "kind", together.alias("_block"))
    if together.name == "showing":  # a control copy shows a document again: it was not drawn a second time
        first = pl.col("kind") != "repeat"
        blocks = blocks.filter(first | ~first.any().over(unit))
    blocks = blocks.drop("kind").unique()

    def counted(cells: pl.DataFrame) -> Counts:
        counts = np.zeros((len(units), len(systems)), dtype=np.int64)
        row = cells[unit].cast(pl.Enum(units)).to_physical().to_numpy()
        column = cells["system"].cast(pl.Enum(systems)).to_physical().to_numpy()
        counts[row, column] = cells["len"].to_numpy()
        return counts

    items, held = (counted(found.group_by(unit, "system").len()) for found in (rows, blocks))
    return Shown(rows, units, systems, items, held, together.name)


def session_balance(
    frame: pl.DataFrame, unit: Unit = "session", *, seed: int = 0, draws: int = DRAWS, shown: Shown | None = None
) -> pl.DataFrame:
    """How far each session is from a picture of the campaign (Knowles 2021, sections 5.1 and 5.4).

    Definition: `imbalance` is the share of the session's blocks that would have to be of other systems to give it the
    campaign's mixture (total variation distance). A block is one system's version of one document, where documents
    are known or can be recovered, else one item. `expected` is its mean if as many blocks had been drawn at random
    from the campaign, and `p` the share of such draws whose chi-square is at least that of the session
    (`adjudge.kernels.crossed.balance`).

    Checked against: the exact distribution for two systems (tests/unit/kernels).

    Args:
        frame: ratings.
        unit: `session` or `annotator`.
        seed: for the draws.
        draws: for each size of a session; 0 leaves `expected` and `p` out.
        shown: the same counts, if they were made before.

    Returns:
        One row per session, by name: `unit`, `items`, `systems` that occur in it, `imbalance`, `expected`, `p`.
    """
    shown = shown or shown_items(frame, unit)
    table = pl.DataFrame(
        {
            "unit": pl.Series(shown.units, dtype=pl.String),
            "items": shown.counts.sum(axis=1),
            "systems": (shown.counts > 0).sum(axis=1).astype(np.int64),
        }
    )
    if not shown.units:
        return table.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("imbalance", "expected", "p"))
    table = table.with_columns(imbalance=pl.Series(imbalance(shown.blocks)))
    if not draws:
        return table.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("expected", "p"))
    expected, p = drawn_balance(shown.blocks, draws, Seeds(seed).stream("sessions drawn at random"))
    return table.with_columns(expected=pl.Series(expected), p=pl.Series(p))


@dataclass(frozen=True)
class OddSessions:
    """Sessions whose mixture of systems chance does not explain, the farthest from the campaign first.

    Args:
        names: of the sessions.
        imbalance: of each.
    """

    names: list[str]
    imbalance: list[float]


def odd_sessions(shown: Shown) -> OddSessions:
    """Sessions that hold a mix of systems far from that of the campaign; the same for `check` and `composition`.

    Definition: a session of `FEWEST_BLOCKS` blocks or more whose imbalance is `FAR` above its mean in random sessions
    of as many blocks, and whose chi-square is reached in a share of at most .01 / sessions of `SAMPLES` random ones (in
    none, where that is less than one).

    Checked against: clean and faulty simulated campaigns (tests/contract).

    Args:
        shown: what sessions showed.
    """
    table = shown.blocks
    index = imbalance(table)
    # Few sessions are far from the campaign by this measure; only those of their sizes are drawn.
    drawn = (table.sum(axis=1) >= FEWEST_BLOCKS) & (index >= FAR)
    if not drawn.any():
        return OddSessions([], [])
    expected, p = _drawn_like(table, drawn)
    odd = np.flatnonzero(drawn & (index - expected >= FAR) & (p <= max(FAMILYWISE / len(table), 1 / (SAMPLES + 1))))
    odd = odd[np.argsort(-index[odd], kind="stable")]
    return OddSessions([shown.units[int(place)] for place in odd], [float(index[place]) for place in odd])


def _drawn_like(table: Counts, chosen: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Imbalance and p of random sessions of the sizes of the chosen ones; NaN for the others."""
    expected, p = np.full(len(table), np.nan), np.full(len(table), np.nan)
    rest = table[~chosen].sum(axis=0)[None]  # one row more keeps the totals of the campaign
    rows = np.concatenate([table[chosen], rest[rest.sum(axis=1) > 0]])
    found = drawn_balance(rows, SAMPLES, Seeds().stream("mix of sessions"))
    expected[chosen], p[chosen] = (values[: int(chosen.sum())] for values in found)
    return expected, p
