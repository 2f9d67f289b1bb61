"""What all studies share: the seeds they run on, processes, paired comparisons, and tables for the documentation.

A study draws one campaign for each seed and compares methods on the same campaigns. Every study has the same options:
`--seeds FIRST-LAST` names the seeds, `--runs N` takes N from its first seed on, `--quick` takes three.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from adjudge.kernels.rating_tests.paired import sign_p

T = TypeVar("T")
QUICK: Final = 3
#: At most so many processes, however large the machine is: each holds a campaign.
WORKERS: Final = min(os.cpu_count() or 1, 4)
#: Differences below it are errors of rounding, not a better or worse result.
DECIMALS: Final = 9


def study_parser(description: str | None, seeds: range) -> argparse.ArgumentParser:
    """The options of a study; `seeds` of what it returns is a range.

    Args:
        description: the docstring of the study.
        seeds: those it runs on if none are named.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(seeds=seeds)
    group = parser.add_mutually_exclusive_group()
    default = f"{seeds[0]}-{seeds[-1]}"
    group.add_argument("--seeds", type=_seeds, metavar="FIRST-LAST", help=f"seeds of the campaigns (default {default})")
    group.add_argument(
        "--runs", dest="seeds", type=partial(_runs, seeds), metavar="N", help=f"N seeds from {seeds[0]} on"
    )
    group.add_argument(
        "--quick", dest="seeds", action="store_const", const=_runs(seeds, str(QUICK)), help=f"as --runs {QUICK}"
    )
    return parser


def _seeds(text: str) -> range:
    """The seeds of `FIRST-LAST`, both included."""
    match = re.fullmatch(r"(\d+)-(\d+)", text)
    if match is None or int(match[1]) > int(match[2]):
        msg = f"'{text}' is not FIRST-LAST, such as 0-99"
        raise argparse.ArgumentTypeError(msg)
    return range(int(match[1]), int(match[2]) + 1)


def _runs(seeds: range, text: str) -> range:
    """As many seeds, from the first on."""
    if not re.fullmatch(r"[1-9]\d*", text):
        msg = f"'{text}' is not a number of runs, such as 100"
        raise argparse.ArgumentTypeError(msg)
    return range(seeds[0], seeds[0] + int(text))


class SeedPool:
    """Runs a function once for every seed, in a few processes.

    Processes start afresh (`spawn`), because polars must not be forked, and because libraries read the number of
    threads when they are loaded. Each gets one thread: the processes fill the machine, small matrices gain nothing from
    more, and sums come out the same on every machine.

    Args:
        seeds: the seeds of the study.
    """

    def __init__(self, seeds: range) -> None:
        for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
            os.environ.setdefault(variable, "1")
        self.seeds = seeds
        self._pool = ProcessPoolExecutor(min(WORKERS, len(seeds)), mp_context=get_context("spawn"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)

    def run(self, campaign: Callable[[int], T], label: str) -> list[T]:
        """What `campaign(seed)` returns, in the order of the seeds; the seconds go to standard error."""
        start = time.perf_counter()
        results = list(self._pool.map(campaign, self.seeds))
        print(f"{label}: {len(self.seeds)} runs, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
        return results


class Paired(NamedTuple):
    """How one column of results compares with another on the same campaigns.

    Args:
        gain: mean difference.
        error: its standard error.
        better: campaigns in which the first is larger.
        worse: campaigns in which it is smaller.
        p: two-sided sign test.
    """

    gain: float
    error: float
    better: int
    worse: int
    p: float


def paired(ours: ArrayLike, theirs: ArrayLike) -> Paired | None:
    """Compare two columns, a row of each being one campaign; rows with a NaN are left out, None if none remain."""
    gains = np.round(np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64), DECIMALS)
    gains = gains[~np.isnan(gains)]
    if not len(gains):
        return None
    better, worse = int((gains > 0).sum()), int((gains < 0).sum())
    return Paired(float(gains.mean()), standard_error(gains), better, worse, sign_p(gains, "two-sided"))


def standard_error(values: ArrayLike) -> float:
    """The standard error of a mean, sd / sqrt(n); NaN for a single value."""
    column = np.asarray(values, dtype=np.float64)
    return float(column.std(ddof=1) / math.sqrt(len(column))) if len(column) > 1 else math.nan


def mean_with_error(values: ArrayLike, decimals: int = 3) -> str:
    """A mean and, in brackets, its standard error."""
    column = np.asarray(values, dtype=np.float64)
    return f"{column.mean():.{decimals}f} ({standard_error(column):.{decimals}f})"


def share_with_error(values: Sequence[bool]) -> str:
    """A share and, in brackets, its standard error.

    The error is sqrt(p (1 - p) / (n + 4)) with p = (k + 2) / (n + 4) for k of n, as in Agresti and Coull (1998): the
    usual one is 0 for a share of 0, however few the campaigns are.
    """
    n = len(values) + 4
    p = (sum(values) + 2) / n
    return f"{sum(values) / len(values):.3f} ({math.sqrt(p * (1 - p) / n):.3f})" if values else ""


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """Print a Markdown table and an empty line."""
    heading = [f"### {title}", ""] if title else []
    lines = [" | ".join(columns), *(" | ".join(row) for row in rows)]
    lines = [f"| {line} |" for line in lines]
    print("\n".join([*heading, lines[0], "|" + "---|" * len(columns), *lines[1:], ""]), flush=True)
