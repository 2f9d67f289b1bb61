"""The layout of a test set for mt-metrics-eval: which files of a folder belong to a language pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudge.core import problems
from adjudge.io.mt_metrics_eval.catalogue import NO_TEST_SET, SEVERAL_PAIRS
from adjudge.io.mt_metrics_eval.names import is_pair, read_label

HUMAN: Final = "human-scores"
METRICS: Final = "metric-scores"
OUTPUTS: Final = "system-outputs"
SOURCES: Final = "sources"
REFERENCES: Final = "references"
DOCUMENTS: Final = "documents"
#: A folder with one of these is meant to be a test set.
_TELLING: Final = (HUMAN, METRICS, OUTPUTS)
_TEXTS: Final = (".txt", ".jsonl")


@dataclass(frozen=True)
class TestSet:
    """The files of one language pair, each group in the order of names.

    Args:
        path: the folder.
        pair: the language pair.
    """

    path: Path
    pair: str

    @property
    def scores(self) -> list[Path]:
        """Human scores, then metric scores."""
        human = [path for path in _files(self.path / HUMAN, ".score") if read_label(path.name).pair == self.pair]
        return human + _files(self.path / METRICS / self.pair, ".score")

    @property
    def ratings(self) -> list[Path]:
        """Error spans."""
        return [path for path in _files(self.path / HUMAN, ".rating") if read_label(path.name).pair == self.pair]

    @property
    def outputs(self) -> dict[str, Path]:
        """Outputs by system."""
        return {path.stem: path for ending in _TEXTS for path in _files(self.path / OUTPUTS / self.pair, ending)}

    @property
    def references(self) -> dict[str, Path]:
        """References by name."""
        found = (path for ending in _TEXTS for path in _files(self.path / REFERENCES, ending))
        named = {path.stem: path for path in found if path.stem.startswith(f"{self.pair}.")}
        return {stem.removeprefix(f"{self.pair}."): path for stem, path in sorted(named.items())}

    @property
    def source(self) -> Path | None:
        """The source texts."""
        named = (self.path / SOURCES / f"{self.pair}{ending}" for ending in _TEXTS)
        return next((path for path in named if path.is_file()), None)

    @property
    def documents(self) -> Path | None:
        """Domain and document of each segment."""
        path = self.path / DOCUMENTS / f"{self.pair}.docs"
        return path if path.is_file() else None

    @property
    def files(self) -> list[Path]:
        """All of them, in the order of their paths."""
        single = [path for path in (self.source, self.documents) if path is not None]
        return sorted([*self.scores, *self.ratings, *self.outputs.values(), *self.references.values(), *single])


def is_test_set(path: Path) -> bool:
    """Whether a folder has the sub-folders of a test set."""
    return any((path / name).is_dir() for name in _TELLING)


def choose_test_set(path: Path, pair: str | None) -> TestSet:
    """The files of the pair that is asked for, or of the only one.

    Raises:
        InputError: AJ018, AJ019 or AJ141.
    """
    pairs = sorted(set(_pairs(path)))
    shown, example = ", ".join(pairs), next(iter(pairs), None)
    if not pairs:
        raise NO_TEST_SET(folder=path)
    if pair is None and len(pairs) > 1:
        raise SEVERAL_PAIRS(source=path.name, pairs=shown, n=len(pairs), example=example)
    named = {name.lower(): name for name in pairs}
    if pair is not None and pair.lower() not in named:
        raise problems.NO_SUCH_PAIR(source=path.name, pair=pair, pairs=shown, example=example)
    return TestSet(path, named[pair.lower()] if pair is not None else pairs[0])


def _pairs(path: Path) -> Iterator[str]:
    for ending in (".score", ".rating"):
        yield from (pair for file in _files(path / HUMAN, ending) if (pair := read_label(file.name).pair))
    for name in (METRICS, OUTPUTS):
        folder = path / name
        if folder.is_dir():
            yield from (held.name for held in folder.iterdir() if held.is_dir() and is_pair(held.name))


def _files(folder: Path, ending: str) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.name.endswith(ending) and path.is_file())
