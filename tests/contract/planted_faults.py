"""Faults that no rule of a table forbids, planted into good judgements: what each must make us say.

The good judgements are drawn here, without the simulator: three systems of known quality, annotators with a leniency of
their own, documents of four segments.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import polars as pl

SYSTEMS = {"alpha": 40.0, "beta": 55.0, "gamma": 70.0}


class Fault(NamedTuple):
    """A fault: the frame that holds it, the code it must give, and words that name the culprit."""

    frame: Callable[[], pl.DataFrame]
    code: str
    names: tuple[str, ...] = ()


def good_ratings(*, annotators: int = 4, documents: int = 6, seed: int = 1) -> pl.DataFrame:
    """Every annotator judges every system on every second document."""
    draw = random.Random(seed)
    rows: list[tuple[str | float, ...]] = []
    for number in range(annotators):
        leniency = draw.gauss(0, 5)
        for document in range(number % 2, documents, 2):
            for segment in range(4):
                ease = random.Random(f"{document} {segment}").gauss(0, 10)
                for system, quality in SYSTEMS.items():
                    score = min(100.0, max(0.0, float(round(quality + leniency + ease + draw.gauss(0, 8)))))
                    started = 1_700_000_000.0 + len(rows) * 20
                    rows.append(
                        (f"p{number}", f"s{number}", system, f"d{document}", str(segment), "system", score, started)
                    )
    names = ["annotator", "session", "system", "document", "segment", "kind", "score", "started"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return frame.with_columns(ended=pl.col("started") + 15)


def good_votes(*, votes: int = 240, seed: int = 1) -> pl.DataFrame:
    """Votes on segments, each of a random pair."""
    draw = random.Random(seed)
    rows = []
    for number in range(votes):
        a, b = draw.sample(list(SYSTEMS), 2)
        difference = SYSTEMS[a] - SYSTEMS[b] + draw.gauss(0, 30)
        outcome = "tie" if abs(difference) < 5 else "a" if difference > 0 else "b"
        rows.append((f"p{number % 5}", str(number % 60), a, b, outcome))
    return pl.DataFrame(rows, schema=["annotator", "segment", "system_a", "system_b", "outcome"], orient="row")


def _some(share: float, column: str = "system", value: str = "alpha") -> pl.Expr:
    """A part of the rows that hold a value: every so manieth."""
    return (pl.col(column) == value) & (pl.int_range(pl.len()) % round(1 / share) == 0)


def _respelled(new: str, old: str = "alpha") -> Callable[[], pl.DataFrame]:
    spelled = pl.when(_some(0.5, value=old)).then(pl.lit(new)).otherwise("system")
    return lambda: good_ratings().with_columns(system=spelled)


def _scored(expression: pl.Expr) -> Callable[[], pl.DataFrame]:
    return lambda: good_ratings().with_columns(score=expression)


def _degraded_above() -> pl.DataFrame:
    """Penalties with controls: degraded copies have the highest ones."""
    good = good_ratings().with_columns(score=100 - pl.col("score"))
    bad = good.filter(pl.col("segment") == "0").with_columns(kind=pl.lit("degraded"), score=pl.lit(95.0))
    return pl.concat([good, bad])


def _penalties() -> pl.DataFrame:
    """MQM-like: most segments without an error, a few with several; higher is worse."""
    draw = random.Random(2)
    rows = good_ratings()
    scores = [
        float(sum(draw.choice([1, 5]) for _ in range(draw.choice([0, 0, 0, 1, 1, 3, 5])))) for _ in range(rows.height)
    ]
    return rows.with_columns(score=pl.Series(scores))


def _exchanged(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.rename({"system": "annotator", "annotator": "system"})


def _nobody(frame: pl.DataFrame) -> pl.DataFrame:
    """Without annotators, sessions and times: rows that a table may hold twice."""
    return frame.drop("annotator", "session", "started", "ended")


def _mirrored(votes: pl.DataFrame) -> pl.DataFrame:
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    return votes.with_columns(system_a="system_b", system_b="system_a", outcome=other)


def _against() -> pl.DataFrame:
    """One of six annotators of the same items uses the scale the other way round."""
    frame = pl.concat(
        [
            good_ratings(annotators=1, documents=8, seed=s).with_columns(
                annotator=pl.lit(f"p{s}"), session=pl.lit(f"s{s}")
            )
            for s in range(6)
        ]
    )
    return frame.with_columns(score=pl.when(pl.col("annotator") == "p3").then(100 - pl.col("score")).otherwise("score"))


def _times(expression: pl.Expr) -> Callable[[], pl.DataFrame]:
    return lambda: good_ratings().with_columns(expression)


FAULTS: dict[str, Fault] = {
    # Names
    "capital letter": Fault(_respelled("Alpha"), "AJ170", ("'alpha'", "'Alpha'", "case")),
    "Cyrillic letter": Fault(_respelled("\u0430lpha"), "AJ170", ("'alpha'", "\\u0430lpha", "look alike")),
    "blank inside": Fault(_respelled("al pha"), "AJ170", ("'alpha'", "'al pha'", "blanks")),
    "invisible character": Fault(_respelled("al\u200bpha"), "AJ170", ("\\u200b",)),
    "composed and decomposed": Fault(
        lambda: good_ratings().with_columns(
            system=pl.when(pl.col("system") != "alpha")
            .then(pl.col("system"))
            .when(_some(0.5))
            .then(pl.lit("e\u0301t\u00e9"))
            .otherwise(pl.lit("\u00e9t\u00e9"))
        ),
        "AJ170",
        ("Unicode form",),
    ),
    "another dash": Fault(
        lambda: good_ratings().with_columns(
            system=pl.when(_some(0.5))
            .then(pl.lit("online\u2013a"))
            .when(pl.col("system") == "alpha")
            .then(pl.lit("online-a"))
            .otherwise("system")
        ),
        "AJ170",
        ("online-a", "look alike"),
    ),
    "annotator in two spellings": Fault(
        lambda: good_ratings().with_columns(
            annotator=pl.when(_some(0.5, "annotator", "p1")).then(pl.lit("P1")).otherwise("annotator")
        ),
        "AJ170",
        ("annotators", "'p1'", "'P1'"),
    ),
    "blank at the end": Fault(_respelled("alpha "), "AJ111", ("system",)),
    "votes with a look-alike": Fault(
        lambda: good_votes().with_columns(
            system_a=pl.when(pl.col("system_a") == "beta").then(pl.lit("Beta")).otherwise("system_a")
        ),
        "AJ170",
        ("'beta'", "'Beta'"),
    ),
    "nan as a system": Fault(_respelled("nan"), "AJ182", ("'nan'", "system")),
    "ids from a spreadsheet": Fault(
        lambda: good_ratings().with_columns(
            document=pl.when(pl.col("document") == "d1").then(pl.lit("1.2E+15")).otherwise("document")
        ),
        "AJ183",
        ("1.2E+15", "document"),
    ),
    "wrong encoding": Fault(_respelled("syst\u00c3\u00a8me"), "AJ184", ("syst\u00c3\u00a8me",)),
    # Scores
    "one system from 0 to 1": Fault(
        _scored(pl.when(pl.col("system") == "beta").then(pl.col("score") / 100).otherwise("score")), "AJ171", ("beta",)
    ),
    "one annotator from 0 to 1": Fault(
        _scored(pl.when(pl.col("annotator") == "p2").then(pl.col("score") / 100).otherwise("score")), "AJ171", ("p2",)
    ),
    "one annotator from 1 to 5": Fault(
        _scored(pl.when(pl.col("annotator") == "p2").then((pl.col("score") / 25).round() + 1).otherwise("score")),
        "AJ171",
        ("p2",),
    ),
    "all from 1 to 5": Fault(_scored((pl.col("score") / 25).round() + 1), "AJ221"),
    "penalties": Fault(_penalties, "AJ173", ("higher score means a worse output",)),
    "degraded items above systems": Fault(_degraded_above, "AJ172", ("upside down",)),
    "a human translation last": Fault(
        lambda: good_ratings().with_columns(system=pl.col("system").replace({"alpha": "refA"})), "AJ175", ("'refA'",)
    ),
    "one annotator upside down": Fault(_against, "AJ174", ("p3",)),
    "running number as score": Fault(
        lambda: good_ratings(annotators=1, documents=8).with_columns(score=pl.int_range(pl.len()).cast(pl.Float64)),
        "AJ179",
        ("rises by 1",),
    ),
    "segment as score": Fault(
        lambda: (
            _nobody(good_ratings(annotators=1, documents=8))
            .with_columns(segment=(pl.int_range(pl.len()) * 7 % 97).cast(pl.String))
            .with_columns(score=pl.col("segment").cast(pl.Float64))
        ),
        "AJ179",
        ("segment",),
    ),
    # Columns
    "annotators and systems exchanged, by sessions": Fault(lambda: _exchanged(good_ratings()), "AJ177", ("exchanged",)),
    "annotators and systems exchanged, by names": Fault(
        lambda: _exchanged(
            good_ratings().with_columns(
                system=pl.col("system").replace({"beta": "Online-B"}),
                annotator=pl.col("annotator").str.replace("p", "rater"),
            )
        ).with_columns(session=pl.lit(None, dtype=pl.String)),
        "AJ177",
        ("rater", "Online-B"),
    ),
    "row numbers as segments": Fault(
        lambda: (
            _nobody(good_ratings()).drop("document").with_columns(segment=pl.int_range(1, pl.len() + 1).cast(pl.String))
        ),
        "AJ178",
        ("numbers the",),
    ),
    # Copies
    "every rating twice": Fault(lambda: pl.concat([_nobody(good_ratings())] * 2), "AJ176", ("2 times",)),
    "every vote twice": Fault(lambda: pl.concat([good_votes()] * 2), "AJ176", ("2 times",)),
    "every vote three times, shuffled": Fault(
        lambda: pl.concat([good_votes()] * 3).sample(fraction=1, shuffle=True, seed=3), "AJ176", ("3 times",)
    ),
    "every vote in both orders": Fault(
        lambda: pl.concat([good_votes(), _mirrored(good_votes())]), "AJ176", ("both orders",)
    ),
    # Times
    "ended before started": Fault(
        _times(pl.when(pl.col("annotator") == "p0").then(pl.col("started") - 5).otherwise("ended").alias("ended")),
        "AJ180",
        ("p0",),
    ),
    "milliseconds": Fault(_times(pl.col("started", "ended") * 1000), "AJ181", ("milliseconds",)),
}


def second_session() -> pl.DataFrame:
    """Every judgement of one annotator once more under another name of the session."""
    frame = good_ratings().drop("started", "ended")
    copy = frame.filter(pl.col("annotator") == "p1").with_columns(session=pl.lit("s1-again"))
    return pl.concat([frame, copy])


def copycat() -> pl.DataFrame:
    """An annotator who gave what another one gave."""
    frame = good_ratings().drop("started", "ended")
    return pl.concat(
        [
            frame,
            frame.filter(pl.col("annotator") == "p1").with_columns(annotator=pl.lit("p9"), session=pl.lit("s9")),
        ]
    )


FAULTS |= {
    "a session copied under another name": Fault(second_session, "AJ185", ("s1-again",)),
    "an annotator who copied another": Fault(copycat, "AJ185", ("p1", "p9")),
    "votes in milliseconds": Fault(
        lambda: good_votes().with_columns(started=1_700_000_000_000.0 + pl.int_range(pl.len())), "AJ181", ("started",)
    ),
    "sides beside systems of these names": Fault(
        lambda: good_votes().with_columns(pl.col("system_a", "system_b").replace({"alpha": "A", "beta": "B"})),
        "AJ113",
        ("A, B",),
    ),
}
