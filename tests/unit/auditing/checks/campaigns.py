"""Small campaigns without fault, drawn with plain numpy; each test plants one fault into them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from adjudge.auditing.checks.check import check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings


def clean(
    seed: int = 1, *, annotators: int = 6, systems: int = 5, documents: int = 40, length: int = 4, judges: int = 2
) -> pl.DataFrame:
    """Every document of every system is judged by some of the annotators, each in one session with all its systems.

    Quality falls from system to system; documents, segments and outputs differ; annotators differ in leniency.
    """
    rng = np.random.default_rng(seed)
    lenient = rng.normal(0, 6, annotators)
    easy, hard = rng.normal(0, 6, documents), rng.normal(0, 8, (documents, length))
    output = rng.normal(0, 12, (systems, documents, length))
    rows = []
    place = dict.fromkeys(range(annotators), 0)
    for document in range(documents):
        for turn in range(judges):
            who = (document + turn * (1 + document // annotators % max(annotators - 1, 1))) % annotators
            for system in rng.permutation(systems):
                for segment in range(length):
                    quality = (
                        75 - 4 * system + easy[document] + hard[document, segment] + output[system, document, segment]
                    )
                    score = np.clip(np.round(quality + lenient[who] + rng.normal(0, 7)), 0, 100)
                    rows.append(
                        {
                            "annotator": f"ann{who}",
                            "session": f"s{who}-{place[who] // 100}",
                            "system": f"sys{system}",
                            "document": f"doc{document}",
                            "segment": str(segment),
                            "kind": "system",
                            "score": float(score),
                            "position": place[who] % 100,
                            "started": 1e9 + 1e6 * who + 20.0 * place[who],
                            "ended": 1e9 + 1e6 * who + 20.0 * place[who] + 15 + float(rng.uniform(0, 4)),
                        }
                    )
                    place[who] += 1
    return pl.DataFrame(rows)


def without_documents() -> pl.DataFrame:
    """The same without documents, segments having names of their own."""
    return clean().with_columns(segment=pl.format("{}-{}", "document", "segment")).drop("document")


def controls(frame: pl.DataFrame, seed: int = 2, *, kind: str = "degraded", every: int = 5) -> pl.DataFrame:
    """The rows with a copy of each fifth output at the end of its session: degraded ones lose about 40 points."""
    rng = np.random.default_rng(seed)
    copies = frame.gather_every(every)
    noise = rng.normal(0, 5, copies.height)
    drop = {"degraded": 40.0, "repeat": 0.0}[kind]
    score = np.clip(np.round(copies["score"].to_numpy() - drop + noise), 0, 100)
    copies = copies.with_columns(
        kind=pl.lit(kind),
        score=pl.Series(score),
        position=pl.col("position") + 1000,
        started=pl.col("started") + 1e5,
        ended=pl.col("ended") + 1e5,
    )
    return pl.concat([frame, copies])


def of(frame: pl.DataFrame, *codes: str, **options: object) -> list[Finding]:
    """The findings with these codes."""
    result = check(Ratings.check(frame), select=list(codes), **options)  # type: ignore[arg-type]
    return [finding for finding in result.findings if finding.code in codes]


def one(frame: pl.DataFrame, code: str, **options: object) -> Finding:
    """The one finding with this code."""
    (finding,) = of(frame, code, **options)
    return finding


def needs(frame: pl.DataFrame, code: str) -> str:
    """What the check would need."""
    (row,) = check(Ratings.check(frame), select=[code]).not_checked
    return row.needs


def where(frame: pl.DataFrame, name: str, values: Sequence[float] | np.ndarray) -> pl.DataFrame:
    """The rows with other scores for one annotator, in their order."""
    mine = frame["annotator"] == name
    scores = frame["score"].to_numpy().copy()
    scores[mine.to_numpy()] = np.clip(np.round(values), 0, 100)
    return frame.with_columns(score=pl.Series(scores))


def scores_of(frame: pl.DataFrame, name: str) -> np.ndarray:
    """The scores of one annotator, in their order."""
    return frame.filter(pl.col("annotator") == name)["score"].to_numpy()
