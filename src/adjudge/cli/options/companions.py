"""Files that stand beside the judgements: texts and scores of metrics, of the language pair that was judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from adjudge.cli.catalogue import WRONG_FILE

if TYPE_CHECKING:
    from adjudge.core.tables import AnyTable, MetricScores, Table, Texts

AnyOf = TypeVar("AnyOf", bound="Table")


def read_texts(path: Path | None, judged: Table) -> Texts | None:
    """The texts of a file; None without one.

    Args:
        path: a file that holds a table of texts, maybe beside others.
        judged: the judgements. Of texts of several language pairs only theirs are kept; all, if they have several too.

    Raises:
        AdjudgeError: AJ020 for another kind of file; AJ018 or AJ019 if nobody can say which of several language pairs
            of the texts was judged.
    """
    from adjudge.core.tables import Texts
    from adjudge.io.reading import read

    if path is None:
        return None
    return _of_pair(_of_kind(read(path, table=Texts.noun), Texts, path.name), judged, path.name)


def read_metrics(paths: tuple[Path, ...], judged: Table) -> MetricScores | None:
    """The scores of metrics in these files; None without any.

    Args:
        paths: one or more.
        judged: as for `read_texts`.

    Raises:
        AdjudgeError: as `read_texts`.
    """
    from adjudge.core.tables import MetricScores
    from adjudge.io.reading import read

    if not paths:
        return None
    names = ", ".join(path.name for path in paths)
    return _of_pair(_of_kind(read(*paths), MetricScores, names, len(paths)), judged, names)


def _of_kind(found: AnyTable, kind: type[AnyOf], names: str, files: int = 1) -> AnyOf:
    if not isinstance(found, kind):
        raise WRONG_FILE(source=names, _files=files, held=found.noun, needed=kind.noun)
    return found


def _of_pair(found: AnyOf, judged: Table, names: str) -> AnyOf:
    """The rows of the language pair that was judged, if there are several."""
    from adjudge.core.language_pairs import choose_language_pair, language_pairs

    pairs = list(language_pairs(judged))
    if len(language_pairs(found)) < 2 or len(pairs) > 1:
        return found
    return choose_language_pair(found, pairs[0] if pairs else None, source=names)
