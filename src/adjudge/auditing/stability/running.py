"""Many rankings, in parallel and in order: the same figures for any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Value = TypeVar("Value")


def run_all(
    run: Callable[[Item], Value],
    items: Sequence[Item],
    *,
    workers: int,
    progress: Callable[[int], None] | None = None,
) -> list[Value]:
    """Run a function on every item; the results are in the order of the items.

    Threads, not processes: most of a ranking is work of polars and numpy, which leaves the interpreter free, and the
    judgements need not be copied.

    Args:
        run: must not change anything that items share.
        items: in any number.
        workers: how many run at a time.
        progress: called with the number of items that are done.
    """
    done: list[Value] = []
    if workers == 1:
        for item in items:
            done.append(run(item))
            if progress is not None:
                progress(len(done))
        return done
    with ThreadPoolExecutor(workers) as pool:
        for value in pool.map(run, items):
            done.append(value)
            if progress is not None:
                progress(len(done))
    return done
