"""A trial in another process for content that could end ours.

A damaged Parquet file can make the library ask for more memory than there is in the world, which ends the process at
once: no exception, no message of ours. Files with our checksum are verified first; a file of another program is read in
another process before it is read in this one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

#: Ends with 0 whatever exception there is: those have their message in this process.
_SCRIPT: Final = """
import io, sys
try:
    import polars
    polars.read_parquet(io.BytesIO(sys.stdin.buffer.read()), columns=sys.argv[1:] or None)
except BaseException:
    pass
"""
_SECONDS: Final = 120


def ends_a_process(data: bytes, columns: list[str]) -> bool:
    """Whether reading a Parquet file ends the process that does it, or takes it without end.

    Args:
        data: the file.
        columns: those that will be read.

    Returns:
        False also where no other process can be started.
    """
    if not Path(sys.executable or "").stem.lower().startswith("python"):
        return False  # a program that has Python inside
    try:
        done = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-c", _SCRIPT, *columns], input=data, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    except (OSError, ValueError):
        return False
    return done.returncode != 0
