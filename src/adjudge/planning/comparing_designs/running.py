"""Campaigns on all cores of this machine. How many work at once changes no figure."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from adjudge.planning.comparing_designs.catalogue import WORKERS_DIED
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.settings import DesignComparison, Job
from adjudge.planning.comparing_designs.simulating import run_job
from adjudge.planning.comparing_designs.store import Keep

#: A machine that kills workers again and again has too little memory for as many.
_MOST_DEATHS: Final = 3


def run_here(comparison: DesignComparison, jobs: Sequence[Job], keep: Keep, *, workers: int) -> None:
    """Run jobs in processes, or in this one if there is one worker.

    Args:
        comparison: what is compared.
        jobs: those that are left.
        keep: called with every outcome, in the order in which they come.
        workers: processes.

    Raises:
        AdjudgeError: AJ646 if workers are killed again and again.
    """
    if workers == 1:
        for job in jobs:
            keep(run_job(comparison, job))
        return
    left = list(jobs)
    for _ in range(_MOST_DEATHS):
        left = _run_until_death(comparison, left, keep, workers=workers)
        if not left:
            return
    raise WORKERS_DIED(left=len(left), total=len(jobs), deaths=_MOST_DEATHS)


def _run_until_death(comparison: DesignComparison, jobs: Sequence[Job], keep: Keep, *, workers: int) -> list[Job]:
    """Run jobs until all are done or a process is killed; returns those that are left."""
    # Not forked: threads of polars and numpy do not survive that.
    context = multiprocessing.get_context("spawn")
    done: set[Job] = set()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_hold, initargs=(comparison,)) as pool:
        running = {pool.submit(_run_held, job): job for job in jobs}
        try:
            for future in as_completed(running):
                keep(future.result())
                done.add(running[future])
        except BrokenProcessPool:
            pass
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # after an error or Ctrl-C, no further campaign is begun
    return [job for job in jobs if job not in done]


#: What a process works on; sent once, not with every job.
_held: list[DesignComparison] = []


def _hold(comparison: DesignComparison) -> None:
    _held[:] = [comparison]


def _run_held(job: Job) -> Outcome:
    return run_job(_held[0], job)
