"""Settings of libraries in the environment that would end the program in the middle of a library."""

from __future__ import annotations

import os
from typing import Final

from adjudge.cli.catalogue import BAD_THREADS

#: polars starts as many threads as it is told, and panics when it is told 0. Other libraries ignore what they cannot
#: use.
_THREAD_COUNTS: Final = ("POLARS_MAX_THREADS",)
_MOST_THREADS: Final = 1024


def require_thread_counts() -> None:
    """Refuse numbers of threads that are none; an empty one is taken for unset.

    Raises:
        UsageError: AJ059.
    """
    for name in _THREAD_COUNTS:
        value = os.environ.get(name)
        if value is not None and not value.strip():
            del os.environ[name]
        elif value is not None and not (value.isdecimal() and 1 <= int(value[:9]) <= _MOST_THREADS):
            raise BAD_THREADS(name=name, value=value, most=_MOST_THREADS)
