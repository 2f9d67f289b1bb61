"""What reading a file takes, so that what cannot fit is refused with the figure instead of being killed."""

from __future__ import annotations

from typing import Final

from adjudge.core.memory import available_memory
from adjudge.io.files.catalogue import TOO_LARGE

#: Bytes that reading takes for every byte of a file that is held as a whole: the content, its lines and its fields.
#: Measured as the peak over the size: Parquet 3, JSON Lines of long texts 6, of short values 15.
WHOLE: Final = 16
#: Bytes that reading and checking take for every byte of the columns that are kept of a file read in blocks.
KEPT: Final = 3


def require_room(source: str, size: int, *, times: int, least: int = 1 << 28) -> None:
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
    free = available_memory()
    if free is not None and need > free:
        raise TOO_LARGE(source=source, need=need / 1e9, free=free / 1e9, size=size / 1e6)
