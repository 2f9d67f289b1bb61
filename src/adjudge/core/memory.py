"""A budget of memory: what an analysis will need is estimated before it starts, and refused in words if it is too much.

An array that does not fit ends in a crash of the whole program, or in a computer that swaps for hours. So every stage
whose memory grows faster than its input says first how much it is going to take.

Available is what the system says it can hand out without swapping (`/proc/meminfo`), or less if a limit of the
control group or of the process leaves less. Half of it is the budget: estimates are right within a factor of
two. Where nothing can be found out, nothing is refused. Only the standard library is imported here.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError

#: Of the available memory.
SHARE: Final = 0.5
#: Nobody is refused an analysis that needs less.
ALWAYS_GRANTED: Final = 64 * 1024**2

_UNITS: Final = ((1e18, "EB"), (1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"))
_GROUPS: Final = Path("/sys/fs/cgroup")
_MEMINFO: Final = Path("/proc/meminfo")

NOT_ENOUGH_MEMORY: Final = ErrorEntry(
    "AJ058",
    "An analysis needs more memory than there is.",
    what="{what} needs about {needed} of memory; {available} are available, {share:.0%} of which may be used",
    expected="an analysis that needs at most {budget}",
    todo="{todo}",
    error=UsageError,
)


def require_memory(needed: float, *, what: str, todo: str) -> None:
    """Refuse work that would take more than the budget.

    Args:
        needed: estimated bytes at the peak.
        what: what needs them and what drives it, such as `ranking 100,000 systems`.
        todo: what helps.

    Raises:
        UsageError: AJ058 with the estimate and what is available.
    """
    if needed <= ALWAYS_GRANTED:
        return
    available = available_memory()
    if available is None or needed <= SHARE * available:
        return
    raise NOT_ENOUGH_MEMORY(
        what=what,
        needed=say_size(needed),
        available=say_size(available),
        budget=say_size(SHARE * available),
        share=SHARE,
        todo=todo,
    )


def available_memory() -> int | None:
    """Bytes that this process can still take without swapping; None if the system does not say."""
    known = [*_free_of_computer(), *_free_of_group(), *_free_of_process()]
    return max(0, min(known)) if known else None


def say_size(size: float) -> str:
    """Bytes for people: `2.7 GB`."""
    if not math.isfinite(size):
        return "far more than any computer has"
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:,.2g} {name}" if size / unit < 10 else f"{size / unit:,.0f} {name}"
    return f"{math.ceil(size / 1000):,} kB"


def _free_of_computer() -> Iterator[int]:
    with contextlib.suppress(OSError):
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", _MEMINFO.read_text("ascii"), re.MULTILINE)
        if found:
            yield int(found[1]) * 1024


def _free_of_group() -> Iterator[int]:
    """What the limits of control groups leave, versions 1 and 2; those of a container are mounted at the root."""
    for most, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        with contextlib.suppress(OSError, ValueError):  # "max" is no number: there is no limit
            taken = int((_GROUPS / used).read_text("ascii")) - _kept_files((_GROUPS / used).with_name("memory.stat"))
            yield int((_GROUPS / most).read_text("ascii")) - max(taken, 0)


def _kept_files(path: Path) -> int:
    """Bytes of files that the system keeps in memory, which give way to whoever needs them."""
    lines = (line.split() for line in path.read_text("ascii").splitlines()) if path.exists() else ()
    numbers = {line[0]: int(line[1]) for line in lines if len(line) == 2}
    return max(numbers.get("file", numbers.get("cache", 0)) - numbers.get("shmem", 0), 0)


def _free_of_process() -> Iterator[int]:
    with contextlib.suppress(ImportError, OSError, ValueError, IndexError):
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most != resource.RLIM_INFINITY:
            yield most - int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
