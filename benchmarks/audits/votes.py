"""Draw a clean campaign of comparisons."""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.audits.campaign import SYSTEMS, Campaign, drawn_qualities
from benchmarks.audits.ratings import DAY, START
from benchmarks.audits.shape import VoteShape
from benchmarks.audits.wording import drawn_texts, word_counts

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Units of utility: what a document and a segment do to one system, how a person sees one output, and what differs when
#: she looks again.
DOCUMENT, SEGMENT, PERSON, OCCASION = 0.25, 0.5, 0.4, 0.15
#: Outputs of a ranking, and segments of a document.
RANKED: Final = 5
LENGTH: Final = (2, 8)
#: Votes of a session: whole rankings, of whatever size.
SESSION: Final = 30


class Votes(NamedTuple):
    """Codes of every vote, in the order in which they were given."""

    annotator: Ints
    segment: Ints
    first: Ints
    second: Ints
    ranking: Ints


def clean_votes(shape: VoteShape, seed: int) -> Campaign:
    """The campaign of this shape and seed; nothing in it deserves a warning."""
    rng = np.random.default_rng([seed, 27_941])
    quality = drawn_qualities(shape.systems, shape.width, rng, tie=True)
    names = [name for name in SYSTEMS if name in quality]
    given = shape.annotators * shape.votes
    segments = max(30, given // max(4, shape.systems))
    lengths = _lengths(segments, rng) if shape.documents else np.ones(segments, dtype=np.intp)
    votes = _repeated(shape, (_rankings if shape.rankings else _pairs)(shape, segments, rng), rng)
    outcome = _outcomes(shape, votes, np.array([quality[name] for name in names]), lengths, rng)
    frame = _named(shape, votes, outcome, names, lengths)
    if shape.sessions:
        frame = _in_sessions(frame, rng)
    words = word_counts(segments, rng)
    texts = drawn_texts(names, lengths, words, rng, documents=shape.documents) if shape.texts else None
    return Campaign(frame, quality, texts)


def _lengths(segments: int, rng: np.random.Generator) -> Ints:
    """Lengths of documents that have so many segments together."""
    lengths: list[int] = []
    while sum(lengths) < segments:
        lengths.append(min(int(rng.integers(LENGTH[0], LENGTH[1] + 1)), segments - sum(lengths)))
    return np.array(lengths, dtype=np.intp)


def _dealt(cards: int, number: int, rng: np.random.Generator) -> Ints:
    """So many cards from decks that are shuffled anew whenever one is used up."""
    decks = [rng.permutation(cards) for _ in range(-(-number // cards))]
    return np.concatenate(decks)[:number]


def _pairs(shape: VoteShape, segments: int, rng: np.random.Generator) -> Votes:
    """Single pairs: everybody is dealt all pairs in turn, and segments in turn; sides are tossed."""
    pairs = np.array(list(itertools.combinations(range(shape.systems), 2)))
    total = shape.annotators * shape.votes
    pair = pairs[np.concatenate([_dealt(len(pairs), shape.votes, rng) for _ in range(shape.annotators)])]
    pair = rng.permuted(pair, axis=1)
    annotator = np.repeat(np.arange(shape.annotators), shape.votes)
    return Votes(annotator, _dealt(segments, total, rng), pair[:, 0], pair[:, 1], np.arange(total))


def _rankings(shape: VoteShape, segments: int, rng: np.random.Generator) -> Votes:
    """Rankings of five outputs, shown in random order; everybody is dealt all systems in turn."""
    shown = min(RANKED, shape.systems)
    inside = np.array(list(itertools.combinations(range(shown), 2)))
    each = max(8, round(shape.votes / len(inside)))
    systems = np.concatenate([_sets(shape.systems, shown, each, rng) for _ in range(shape.annotators)])
    ranking = np.repeat(np.arange(len(systems)), len(inside))
    places = np.tile(inside, (len(systems), 1))
    segment = _dealt(segments, len(systems), rng)
    pair = systems[ranking[:, None], places]
    return Votes(ranking // each, segment[ranking], pair[:, 0], pair[:, 1], ranking)


def _sets(systems: int, shown: int, number: int, rng: np.random.Generator) -> Ints:
    """Sets of different systems: those that were shown least go first, in random order."""
    count = np.zeros(systems)
    sets = []
    for _ in range(number):
        chosen = np.argsort(count + rng.uniform(0, 0.5, systems))[:shown]
        count[chosen] += 1
        sets.append(rng.permutation(chosen))
    return np.array(sets)


def _repeated(shape: VoteShape, votes: Votes, rng: np.random.Generator) -> Votes:
    """Some rankings or pairs by another annotator too, and some by the same one again in the other order."""
    number = int(votes.ranking.max()) + 1
    other = rng.random(number) < (shape.overlap if shape.annotators > 1 else 0)
    same = rng.random(number) < shape.again
    parts = [votes]
    rows = other[votes.ranking]
    shift = rng.integers(1, max(shape.annotators, 2), number)[votes.ranking]
    by_another = votes._replace(annotator=(votes.annotator + shift) % shape.annotators, ranking=votes.ranking + number)
    parts.append(Votes(*(column[rows] for column in by_another)))
    rows = same[votes.ranking]
    again = votes._replace(first=votes.second, second=votes.first, ranking=votes.ranking + 2 * number)
    parts.append(Votes(*(column[rows] for column in again)))
    joined = Votes(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    # Rankings in random order within an annotator, so that a second look is not next to the first.
    order = np.lexsort((rng.permutation(3 * number)[joined.ranking], joined.annotator))
    return Votes(*(column[order] for column in joined))


def _outcomes(shape: VoteShape, votes: Votes, quality: Floats, lengths: Ints, rng: np.random.Generator) -> list[str]:
    """What annotators say: a tie below a difference that they do not see."""
    k, segments = len(quality), int(lengths.sum())
    document = np.repeat(np.arange(len(lengths)), lengths)
    own = quality + rng.normal(0, DOCUMENT, (len(lengths), k))[document] + rng.normal(0, SEGMENT, (segments, k))
    people = rng.normal(0, PERSON, (shape.annotators, segments, k))
    # One look at all outputs of a ranking: its order has no cycles.
    looks = rng.normal(0, OCCASION, (int(votes.ranking.max()) + 1, k))

    drawers = shape.rankings and shape.tie > 0

    def utility(system: Ints) -> Floats:
        seen = people[votes.annotator, votes.segment, system]
        value = own[votes.segment, system] + seen + looks[votes.ranking, system]
        # Ranks of a ranking are transitive: outputs in the same drawer are tied.
        return np.floor(value / shape.tie) if drawers else np.asarray(value)

    gap = utility(votes.first) - utility(votes.second)
    unseen = 0.5 if drawers else shape.tie
    return [str(one) for one in np.where(np.abs(gap) < unseen, "tie", np.where(gap > 0, "a", "b"))]


def _named(shape: VoteShape, votes: Votes, outcome: list[str], names: list[str], lengths: Ints) -> pl.DataFrame:
    document = np.repeat(np.arange(len(lengths)), lengths)
    within = np.arange(len(document)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    number = within[votes.segment] if shape.documents else votes.segment
    frame = pl.DataFrame(
        {
            "annotator": [f"ann-{code:02d}" for code in votes.annotator.tolist()],
            "document": [f"doc-{code:03d}" for code in document[votes.segment].tolist()],
            "segment": [str(code + 1) for code in number.tolist()],
            "ranking": [f"rank-{code}" for code in votes.ranking.tolist()],
            "system_a": [names[code] for code in votes.first.tolist()],
            "system_b": [names[code] for code in votes.second.tolist()],
            "outcome": outcome,
        }
    )
    hidden = [*([] if shape.documents else ["document"]), *([] if shape.rankings else ["ranking"])]
    return frame.drop(hidden)


def _in_sessions(frame: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    """Sessions of equal size with start times, about half a minute for a vote."""
    took = 8 + 20 * np.exp(rng.normal(0, 0.35, frame.height))
    number = pl.int_range(pl.len()).over("annotator") // SESSION
    unit = ["annotator", "session"]
    return (
        frame.with_columns(session=pl.format("{}-task-{}", "annotator", number), took=pl.Series(took), number=number)
        .with_columns(started=(START + DAY * pl.col("number") + pl.col("took").cum_sum().over(unit)).round(1))
        .drop("took", "number")
    )
