"""Standard streams: text in characters that they have, results for programs as UTF-8, and no last words of Python.

- Text for people is written in the encoding of the stream. Characters that it does not have are replaced
  (`adjudge.reporting.characters`).
- What programs read (`--json`, `--csv`, `--latex`, `--markdown`) is UTF-8 whatever the terminal has:
  `print_machine_text`.
- A stream that is closed takes nothing and is no error. One that is full is one, and a reader that leaves a pipe ends
  the command quietly.

Only the standard library and click are imported here.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from pathlib import Path
from typing import Final

import click

from adjudge.reporting.characters import SHOWN

#: ASCII under another name: click takes a stream of the encoding `ascii` for misconfigured and writes UTF-8 to it.
_ASCII: Final = "adjudge-ascii"
#: The number of standard error.
_LAST_STREAM: Final = 2


def open_streams() -> None:
    """Prepare standard output and standard error; for the start of the program, before a file is opened."""
    _open_closed_ones()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if is_ascii else None, errors=SHOWN)


def close_streams() -> None:
    """Write what is left; for the end of the program. A stream that takes nothing any more is replaced by nothing.

    Otherwise Python would try again when it shuts down, and print what it thinks of it.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_machine_text(text: str) -> None:
    """Print a result for programs: UTF-8 with line ends as they are, on every terminal.

    Half a character, which a name of a file can hold, is written as an escape.
    """
    written = text.encode("utf-8", "backslashreplace")
    if hasattr(sys.stdout, "buffer"):
        click.echo(written, nl=False)
    else:  # text only, as in a notebook
        click.echo(written.decode(), nl=False)


def say_error(text: str) -> None:
    """Print a line on standard error, if there is still anybody to read it."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(text, err=True)


def _open_closed_ones() -> None:
    """Give a closed stream a place to write to, so that no file that is opened later takes its number."""
    opened = os.open(os.devnull, os.O_RDWR)
    while opened <= _LAST_STREAM:
        opened = os.open(os.devnull, os.O_RDWR)
    os.close(opened)
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for the whole program
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _search(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != _ASCII:
        return None
    ascii_ = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii_.encode,
        ascii_.decode,
        streamreader=ascii_.streamreader,
        streamwriter=ascii_.streamwriter,
        incrementalencoder=ascii_.incrementalencoder,
        incrementaldecoder=ascii_.incrementaldecoder,
        name=_ASCII,
    )


codecs.register(_search)
