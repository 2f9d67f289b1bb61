"""One progress bar for everything that may take long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

#: Seconds until a bar appears.
PATIENCE: Final = 2.0


@contextmanager
def progress(label: str, *, after: float = PATIENCE) -> Iterator[Callable[[float], None]]:
    """A bar on standard error for work that takes long; none if that is not a terminal.

    Args:
        label: what is being done.
        after: seconds until the bar appears.

    Yields:
        A function that takes the share of the work that is done; without a call the bar only shows that work goes on.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=None)
    timer = Timer(after, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda share: bar.update(task, total=1.0, completed=share)
    finally:
        timer.cancel()
        timer.join()  # it may just be starting the display
        bar.stop()
