"""What a writer is: an ending of file names, and a function from tables to bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudge.core.findings import Finding
from adjudge.core.tables import Table


@dataclass(frozen=True)
class FileContent:
    """The content of a file, and what a reader of it should know.

    Args:
        data: the content.
        findings: what was computed for it, and what it cannot hold.
    """

    data: bytes
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Writer:
    """A kind of file that can be written.

    Args:
        name: the ending of its name; of two endings that fit, the longer one counts.
        title: one line for lists and documentation.
        format: the format that it writes; reading the file gives the table back.
        write: the table, and the other tables that came with it, to a file.
        packed: whether the file may be gzip, with `.gz` behind the ending.
    """

    name: str
    title: str
    format: str
    write: Callable[[Table, Sequence[Table]], FileContent]
    packed: bool = True


def plain(write: Callable[[Table], bytes]) -> Callable[[Table, Sequence[Table]], FileContent]:
    """A writer of one table that keeps everything the table holds."""
    return lambda table, _: FileContent(write(table))
