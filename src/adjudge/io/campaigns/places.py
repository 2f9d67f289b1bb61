"""A campaign file with its folder: where keys stand, which files they name, and what was found wrong on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.reading import place_of
from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.near import nearest
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.findings import Finding
from adjudge.io.campaigns.catalogue import FOLDER_FOR_FILE, NAMES_OUTSIDE, NO_FILE
from adjudge.io.detecting import has_known_layout
from adjudge.io.folders import is_folder
from adjudge.io.own.headers import column_names
from adjudge.io.source import Source, open_source

_LONGEST_NAME: Final = 40


@dataclass
class CampaignPlaces:
    """What the parts of reading a campaign share.

    Args:
        campaign: all choices.
        toml: the text of the file.
        path: where it is.
        problems: what is wrong, so that everything is told at once.
        findings: what is worth a note.
        inputs: the files that were read, by key.
        broken: keys of the top level and sections with mistakes: what depends on them is not checked.
        root: the folder that no file may lie outside of; None if files may lie anywhere.
        sources: the texts without their outputs (`document`, `segment`, `source`, `domain`, `origin`); None as long as
            anything is wrong with them.
    """

    campaign: Campaign
    toml: str
    path: Path
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    inputs: dict[tuple[str, ...], Path] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()
    root: Path | None = None
    sources: pl.DataFrame | None = None

    def place(self, *key: str) -> str:
        """A key with its line: `campaign.toml, line 7`."""
        return place_of(self.toml, self.path.name, key)

    def report(self, entry: ErrorEntry, *key: str, **values: object) -> None:
        """Note a problem of a key."""
        self.problems.append(entry.problem(place=self.place(*key), **values))

    def find(self, named: str, key: Sequence[str]) -> Path | None:
        """The file that a key names, or a folder of a known layout; None if there is neither, which is noted."""
        path = self.path.parent / named
        if self.root is not None and not is_below(path, self.root):
            self.report(NAMES_OUTSIDE, *key, key=".".join(key), path=named)
            return None
        self.inputs[tuple(key)] = path
        if is_folder(path) and not has_known_layout(path):
            self.report(FOLDER_FOR_FILE, *key, key=".".join(key), path=named)
            return None
        if _is_there(path):
            return path
        near = nearest(path.name, _names_in(path.parent))
        meant = str(Path(named).with_name(near)) if near else None
        self.report(NO_FILE, *key, key=".".join(key), path=named, near=meant)
        return None

    def open(self, named: str, key: Sequence[str]) -> Source | None:
        """The content of the file that a key names; None if it cannot be read, which is noted."""
        path = self.find(named, key)
        if path is None:
            return None
        try:
            source = open_source(path)
            source.require_readable()
        except AdjudgeError as error:
            self.blame(error, key)
            return None
        return source

    def blame(self, error: AdjudgeError, key: Sequence[str]) -> None:
        """Note what is wrong with the file that a key names."""
        self.problems += [problem.at(f"{self.place(*key)}, {'.'.join(key)}") for problem in error.problems]


def header_of(path: Path) -> list[str]:
    """The names of the columns of a file; none if it is no table, or cannot be read."""
    try:
        return [] if is_folder(path) else column_names(open_source(path))
    except AdjudgeError:  # told by the reader
        return []


def shortened(names: Sequence[str]) -> list[str]:
    """Names of columns for messages; in a file without a header the first texts are taken for names."""
    return [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..." for name in names]


def is_below(path: Path, folder: Path) -> bool:
    """Whether a path leads to something below a folder, when `..` and links are followed; no, if that is unknown."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, names that no system of files takes
        return False


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []
