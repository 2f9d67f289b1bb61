"""How many threads linear algebra takes."""

from __future__ import annotations

from contextlib import AbstractContextManager


def one_thread() -> AbstractContextManager[object]:
    """Linear algebra on one thread for a while: products of small matrices gain nothing from several.

    On a busy machine the threads of a small product wait for each other, which made fits eight times slower
    (docs/decisions/0013).
    """
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[object] = threadpool_limits(limits=1, user_api="blas")
    return limits
