"""How much memory is free, so that what cannot fit is refused with the figure instead of being killed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from adjudge.io.files.catalogue import TOO_LARGE

_MEMINFO: Final = Path("/proc/meminfo")
#: The limit of a container and what it uses, for both versions of control groups.
_GROUPS: Final = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"), Path("/sys/fs/cgroup/memory/memory.usage_in_bytes")),
)
#: Bytes that reading takes for every byte of a file that is held as a whole: the content, its lines and its fields.
#: Measured as the peak over the size: Parquet 3, JSON Lines of long texts 6, of short values 15.
WHOLE: Final = 16
#: Bytes that reading and checking take for every byte of the columns that are kept of a file read in blocks.
KEPT: Final = 3


def require_memory(source: str, size: int, *, times: int, least: int = 1 << 28) -> None:
    """Refuse what would not fit (AJ050).

    Args:
        source: name of the file, for messages.
        size: bytes that are to be held.
        times: bytes of memory for each of them.
        least: below this need nothing is asked, as the answer costs more than it saves.

    Raises:
        InputError: AJ050.
    """
    need = size * times
    if need < least:
        return
    free = free_memory()
    if free is not None and need > free:
        raise TOO_LARGE(source=source, need=need / 1e9, free=free / 1e9, size=size / 1e6)


def free_memory() -> int | None:
    """Bytes that this process may still take; None where the system does not say."""
    known = [limit for limit in (_machine(), *(_group(*paths) for paths in _GROUPS)) if limit is not None]
    return min(known, default=None)


def _machine() -> int | None:
    try:
        fields = dict(line.split(":", 1) for line in _MEMINFO.read_text(encoding="ascii").splitlines() if ":" in line)
        return int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _group(limit: Path, used: Path) -> int | None:
    """What a container may still take; files that the system keeps in memory give way."""
    try:
        taken = int(used.read_text(encoding="ascii")) - _kept_files(used.with_name("memory.stat"))
        return max(int(limit.read_text(encoding="ascii")) - max(taken, 0), 0)
    except (OSError, ValueError):  # no such group, or `max`
        return None


def _kept_files(path: Path) -> int:
    lines = (line.split() for line in path.read_text(encoding="ascii").splitlines()) if path.exists() else ()
    numbers = {line[0]: int(line[1]) for line in lines if len(line) == 2}
    return max(numbers.get("file", numbers.get("cache", 0)) - numbers.get("shmem", 0), 0)
