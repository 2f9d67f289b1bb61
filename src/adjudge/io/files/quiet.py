"""A library that fails on damaged content prints where it failed; our own message is enough."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import Final

_ONE_AT_A_TIME: Final = threading.RLock()
_STDERR: Final = 2


@contextlib.contextmanager
def quiet_failure() -> Iterator[None]:
    """Hold back what is printed to the standard error; print it if all goes well, and drop it if there is an exception.

    Rust prints its panics straight to the file descriptor, before Python sees any exception.
    """
    with _ONE_AT_A_TIME, contextlib.ExitStack() as stack:
        try:
            kept = os.dup(_STDERR)
            held = stack.enter_context(tempfile.TemporaryFile())
        except OSError:  # closed, or no room for a file: nothing to hold back
            yield
            return
        _flush()
        os.dup2(held.fileno(), _STDERR)
        failed = True
        try:
            yield
            failed = False
        finally:
            _flush()
            os.dup2(kept, _STDERR)
            os.close(kept)
            held.seek(0)
            if not failed and (printed := held.read()):
                os.write(_STDERR, printed)


def _flush() -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
