"""The files of a command, how to read them, and the one table that they hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from adjudge.cli.catalogue import BAD_COLUMN, COLUMN_NAMED_TWICE, WRONG_FILE
from adjudge.cli.options.gathered import Decorator, gathered

if TYPE_CHECKING:
    from adjudge.core.tables import AnyTable, Table

AnyOf = TypeVar("AnyOf", bound="Table")

#: Every command names its own: click keeps the first help option it made, whichever command that was for.
HELP_NAMES: Final = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True)
class Files:
    """Files, and how to read them.

    Args:
        paths: one or more; the reader says whether they exist.
        format: its name; detected if None.
        pair: the language pair to keep.
        scale: of the scores.
        columns: `OURS=THEIRS`, as typed.
        table: which one to take of files that hold several; the main one if None.
        where: conditions on rows, as typed.
    """

    paths: tuple[Path, ...]
    format: str | None
    pair: str | None
    scale: str | None
    columns: tuple[str, ...]
    table: str | None
    where: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """The files for a sentence, without their folders."""
        return ", ".join(path.name for path in self.paths)

    def read(self, *kinds: type[AnyOf], all_pairs: bool = False) -> AnyOf:
        """The one table that they hold, of one language pair.

        Args:
            *kinds: the tables that the command can use.
            all_pairs: keep all language pairs if none was named.

        Raises:
            AdjudgeError: what is wrong with the files, every problem counted; AJ020 for another kind of table.
        """
        from adjudge.core.language_pairs import choose_language_pair
        from adjudge.core.problems import NO_SCALE
        from adjudge.core.tables import Ratings

        found = self.read_any()
        if not isinstance(found, kinds):
            needed = " or ".join(kind.noun for kind in kinds)
            raise WRONG_FILE(source=self.names, _files=len(self.paths), held=found.noun, needed=needed)
        if self.scale is not None and not isinstance(found, Ratings):
            raise NO_SCALE(scale=self.scale, owner=found.noun)
        if all_pairs and self.pair is None:
            return found
        return choose_language_pair(found, self.pair, source=self.names)

    def read_any(self) -> AnyTable:
        """Whatever they hold, of all language pairs if none was named."""
        from adjudge.io.reading import read

        return read(*self.paths, **self._how())

    def read_kinds(self) -> tuple[AnyTable, ...]:
        """One table of each kind that they hold, of all language pairs if none was named."""
        from adjudge.io.reading import read_kinds

        return read_kinds(*self.paths, **self._how())

    def _how(self) -> dict[str, Any]:
        """The arguments of the reader."""
        return {
            "format": self.format,
            "pair": self.pair,
            "scale": self.scale,
            "columns": parse_columns(self.columns),
            "table": self.table,
            "where": self.where or None,
        }

    def hold(self, noun: str) -> bool:
        """Whether every file holds a table of this kind, so that it can be taken; those that cannot be read do not."""
        from adjudge.core.errors import AdjudgeError
        from adjudge.io.reading import read

        try:
            read(*self.paths, format=self.format, columns=parse_columns(self.columns), table=noun)
        except AdjudgeError:
            return False
        return True

    def read_others(self, main: AnyTable) -> tuple[AnyTable, ...]:
        """What a single file or folder holds beside the table that was taken from it; nothing for several files."""
        from adjudge.core.language_pairs import choose_language_pair
        from adjudge.core.tables import Table
        from adjudge.io.reading import read_file

        if len(self.paths) != 1 or self.table is not None:
            return ()
        columns = parse_columns(self.columns)
        reading = read_file(self.paths[0], format=self.format, scale=self.scale, columns=columns, pair=self.pair)
        others = (table for table in reading.tables if isinstance(table, Table) and table.noun != main.noun)
        return tuple(choose_language_pair(table, self.pair) for table in others)


def reading_options(metavar: str = "FILE...") -> Decorator:
    """Add the files and how to read them; the command gets `files`, a `Files`.

    Args:
        metavar: what the help calls the files.
    """
    return gathered(
        Files,
        "files",
        click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar=metavar),
        click.option("--format", metavar="NAME", help="Format of the files; detected from the content by default."),
        click.option("--pair", metavar="SRC-TGT", help="Language pair to use, as written in the data."),
        click.option("--scale", metavar="LOW..HIGH", help="Scale of the scores; 0..100 by default."),
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar="OURS=THEIRS",
            help="For files with other column names: our name and the name in the file, such as score=rating. "
            "Repeatable.",
        ),
        click.option(
            "--where",
            multiple=True,
            metavar="COLUMN=VALUE",
            help="Use only some rows: domain=news, domain=news,speech (any of them), domain!=news, origin= (missing), "
            "position<50. Repeatable: all conditions must hold.",
        ),
        click.option(
            "--table", metavar="NAME", help="Table to take from files that hold several, such as spans or texts."
        ),
    )


def parse_columns(columns: tuple[str, ...]) -> dict[str, str] | None:
    """`("score=rating",)` to `{"score": "rating"}`.

    Raises:
        UsageError: AJ040 if a name is missing on one side, or one of ours is given twice.
    """
    pairs = [column.partition("=") for column in columns]
    for ours, sign, theirs in pairs:
        if not (ours and sign and theirs):
            raise BAD_COLUMN(text=f"{ours}{sign}{theirs}")
    names = [ours.strip() for ours, _, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        given = [theirs.strip() for ours, _, theirs in pairs if ours.strip() == twice]
        raise COLUMN_NAMED_TWICE(name=twice, given=given)
    return {ours.strip(): theirs.strip() for ours, _, theirs in pairs} or None
