"""What stands on the pages for readers: blocks of code, and what each line of them is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from adjudge.cli.main import cli

ROOT: Final = Path(__file__).parents[2]
#: The changelog tells what was; nobody is to type it.
NO_MANUAL: Final = {"CHANGELOG.md"}
#: Every page of the manual, by its path.
PAGES: Final = sorted(
    str(path.relative_to(ROOT))
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if path.name not in NO_MANUAL
)
#: Languages of blocks that may hold commands.
SHELL: Final = ("", "console", "text")
_BLOCK: Final = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<code>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_COMMAND: Final = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(?P<command>adjudge .*)$")


@dataclass(frozen=True)
class Block:
    """A block of code.

    Args:
        page: where it stands.
        language: as written behind the fence; may be empty.
        code: its lines.
    """

    page: str
    language: str
    code: str

    @property
    def lines(self) -> list[str]:
        """Lines with something in them."""
        return [line for line in self.code.splitlines() if line.strip()]

    @property
    def commands(self) -> list[str]:
        """Commands of ours, without redirection and comments."""
        found = [_COMMAND.match(line) for line in self.lines] if self.language in SHELL else []
        return [re.split(r" +[>#|] ?", match["command"])[0].strip() for match in found if match]

    @property
    def others(self) -> list[str]:
        """Lines that are no command of ours: in a block with `$` they are what the command prints."""
        if self.language not in SHELL or any(line.startswith("$ ") for line in self.lines):
            return []
        return [line for line in self.lines if not _COMMAND.match(line)]


def text_of(page: str) -> str:
    """The page as written."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks_of(page: str, text: str | None = None) -> list[Block]:
    """The blocks of a page, in order.

    Args:
        page: its path.
        text: what stands on it; read if not given.
    """
    written = text_of(page) if text is None else text
    return [Block(page, match["language"], match["code"]) for match in _BLOCK.finditer(written)]


def prose_of(page: str) -> str:
    """The page without its blocks."""
    return _BLOCK.sub("", text_of(page))


def context_of(command: click.Command) -> click.Context:
    """A context as the command line makes it: click remembers the names of the help option from the first one."""
    return click.Context(command, parent=click.Context(cli, info_name="adjudge", **cli.context_settings))
