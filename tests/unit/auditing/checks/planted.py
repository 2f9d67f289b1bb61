"""Clean campaigns for tests of checks, and what a check finds in them once a fault is planted."""

from __future__ import annotations

import numpy as np
import polars as pl

from adjudge.auditing.checks.check import check
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, Ratings, Texts


def clean(
    systems: int = 5, *, documents: int = 24, length: int = 4, annotators: int = 4, seed: int = 1, step: float = 4.0
) -> pl.DataFrame:
    """Every system on every segment; each document is judged by one annotator in one session."""
    rng = np.random.default_rng(seed)
    shape = (documents, length, systems)
    d, s, k = (axis.ravel() for axis in np.indices(shape))
    leniency, difficulty = rng.normal(0, 4, annotators), rng.normal(0, 6, documents)
    score = 50 + step * k + leniency[d % annotators] + difficulty[d] + rng.normal(0, 10, d.size)
    return pl.DataFrame(
        {
            "annotator": [f"ann-{i % annotators}" for i in d],
            "session": [f"session-{i}" for i in d],
            "system": [f"sys-{i}" for i in k],
            "document": [f"doc-{i:02}" for i in d],
            "segment": [str(i) for i in s],
            "kind": ["system"] * d.size,
            "score": np.clip(np.round(score), 0, 100),
        }
    )


def run(frame: pl.DataFrame, *select: str, texts: pl.DataFrame | None = None) -> CheckResult:
    """The result of some checks of ratings."""
    given = None if texts is None else Texts.check(texts)
    return check(Ratings.check(frame), select=select, texts=given)


def compared(frame: pl.DataFrame, *select: str) -> CheckResult:
    """The result of some checks of comparisons."""
    return check(Comparisons.check(frame), select=select)


def only(result: CheckResult) -> Finding:
    """The one finding of the checks; what reading found does not count."""
    (finding,) = [one for one in result.findings if one.code in CHECKS]
    return finding


def none(result: CheckResult) -> bool:
    """Whether the checks were run and found nothing."""
    return not result.not_checked and not [one for one in result.findings if one.code in CHECKS]


def silent(result: CheckResult) -> bool:
    """Whether the checks found nothing, also because they could not look."""
    return not [one for one in result.findings if one.code in CHECKS]


def needed(result: CheckResult) -> str:
    """What the one check needs that could not be run."""
    (row,) = result.not_checked
    return row.needs


def votes(
    systems: int = 5, *, segments: int = 120, annotators: int = 6, seed: int = 1, step: float = 0.5, ties: float = 0.5
) -> pl.DataFrame:
    """Every pair of systems on every segment, sides at random, by Davidson's model; system 0 is the worst."""
    rng = np.random.default_rng(seed)
    pairs = np.array([(i, j) for i in range(systems) for j in range(i + 1, systems)])
    segment = np.repeat(np.arange(segments), len(pairs))
    a, b = np.tile(pairs, (segments, 1)).T
    turned = rng.random(len(a)) < 0.5
    a, b = np.where(turned, b, a), np.where(turned, a, b)
    gap = step * (a - b) / 2
    up, down = np.exp(gap), np.exp(-gap)
    drawn = rng.random(len(a)) * (up + down + ties)
    return pl.DataFrame(
        {
            "annotator": [f"ann-{i % annotators}" for i in segment],
            "document": [f"doc-{i // 4:02}" for i in segment],
            "segment": [str(i) for i in segment],
            "system_a": [f"sys-{i}" for i in a],
            "system_b": [f"sys-{i}" for i in b],
            "outcome": np.where(drawn < up, "a", np.where(drawn < up + down, "b", "tie")).tolist(),
        }
    )
