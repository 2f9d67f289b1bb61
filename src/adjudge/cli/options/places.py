"""Files and folders that a command writes: looked at before anything is read, and again when they are written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import click

from adjudge.cli.catalogue import NO_FOLDER


class Target(click.Path):
    """The type of an argument or option that names what a command writes.

    Args:
        holds: a `file`; a `table`, which cannot say who wrote it; a `new file` to be filled in; a `folder` for files,
            which may be there; a `new folder`; a `store`, which is continued.
    """

    def __init__(self, holds: Literal["file", "table", "folder", "new file", "new folder", "store"] = "file") -> None:
        super().__init__(path_type=Path)
        self.holds = holds


class PlacesFirst(click.Command):
    """A command that refuses targets that it must not or cannot write before it does anything."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - whatever a command returns
        """Look at all targets, then run."""
        targets = {
            one.opts[-1]: (one.type, path)
            for one in self.params
            if isinstance(one.type, Target) and (path := ctx.params[one.name or ""]) is not None
        }
        if targets:
            _require(targets, list(_read(self, ctx)))
        return super().invoke(ctx)


def paths_read() -> list[Path]:
    """The files and folders that the command reads which is running."""
    context = click.get_current_context()
    return list(_read(context.command, context))


def _read(command: click.Command, ctx: click.Context) -> Iterator[Path]:
    """Every value that names a file or folder which is no target, such as `--recipe NAME|FILE`."""
    for parameter in command.params:
        named = isinstance(parameter.type, click.Path) or "FILE" in str(parameter.metavar)
        if named and not isinstance(parameter.type, Target):
            value = ctx.params.get(parameter.name or "")
            values = value if isinstance(value, tuple) else (value,)
            yield from (Path(one) for one in values if isinstance(one, str | Path))


def _require(targets: Mapping[str, tuple[Target, Path]], read: list[Path]) -> None:
    from adjudge.core.datasheet.catalogue import WOULD_OVERWRITE
    from adjudge.core.errors import InputError
    from adjudge.io.all_or_nothing import require_folder
    from adjudge.io.files.replacing import require_places, require_unread, require_usable
    from adjudge.io.writing import require_free

    require_unread([path for kind, path in targets.values() if kind.holds != "folder"], read)
    for option, (kind, path) in targets.items():
        if kind.holds == "folder":
            try:
                require_folder(path)
            except InputError as error:
                raise NO_FOLDER(what=error.problems[0].what, option=option) from None
        elif kind.holds == "new folder":
            require_free(path)
        elif kind.holds == "new file" and os.path.lexists(path):
            raise WOULD_OVERWRITE(path=path)
    require_places([path for kind, path in targets.values() if kind.holds in {"file", "new file"}])
    require_usable([path for kind, path in targets.values() if kind.holds == "table"])
