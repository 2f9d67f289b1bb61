"""Campaigns on the workers of a Dask cluster. Workers may come and go; a job whose worker died runs on another one."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Sequence
from typing import Final

from adjudge.planning.comparing_designs.catalogue import NO_CLUSTER, NO_DASK, WORKERS_DIED
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.settings import DesignComparison, Job
from adjudge.planning.comparing_designs.simulating import run_job
from adjudge.planning.comparing_designs.store import Keep

_SECONDS_TO_CONNECT: Final = 20


def run_on_cluster(comparison: DesignComparison, jobs: Sequence[Job], keep: Keep, *, address: str) -> None:
    """Run jobs on a cluster.

    Args:
        comparison: what is compared; sent to the workers once.
        jobs: those that are left.
        keep: called with every outcome, in the order in which they come.
        address: of the scheduler, such as `tcp://127.0.0.1:8786`.

    Raises:
        UsageError: AJ647 if Dask is not installed or no scheduler answers.
        AdjudgeError: AJ646 if a job killed one worker after the other.
    """
    try:
        from distributed import Client, as_completed
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise NO_DASK() from None  # noqa: RSE102 - an entry, no class
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NO_CLUSTER(address=address, reason=str(error) or type(error).__name__) from None
    with client:
        held = client.scatter(comparison, broadcast=True, hash=False)
        futures = client.map(_run_on_worker, jobs, comparison=held, pure=False)
        left = len(jobs)
        try:
            for future in as_completed(futures, loop=client.loop):
                keep(future.result())
                left -= 1
        except (CancelledError, OSError) as error:
            raise NO_CLUSTER(address=address, reason=f"it is gone ({type(error).__name__})") from None
        except KilledWorker as error:
            raise WORKERS_DIED(left=left, total=len(jobs), deaths=error.allowed_failures) from None


def _run_on_worker(job: Job, comparison: DesignComparison) -> Outcome:
    return run_job(comparison, job)
