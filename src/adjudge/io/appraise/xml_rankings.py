"""Rankings exported by the first Appraise as XML (WMT13 to WMT16): HITs of ranking tasks, each with its results.

A translation may name several systems with identical outputs, joined by commas. As WMT did, each of them gets the
rank, so that they tie with each other. HITs may stand without an element around them: one of the export scripts
prints them so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Comparisons
from adjudge.io.appraise import catalogue
from adjudge.io.files.xml import parse_elements
from adjudge.io.formats import Format, checked
from adjudge.io.source import Source
from adjudge.io.wmt.catalogue import JOINED_SYSTEMS

_SIGN: Final = ","
_RANK: Final = re.compile(r"-1|[1-9][0-9]*")
_START: Final = re.compile(
    r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)?<(WMT\d\d-results|HIT\s|appraise-results)", re.IGNORECASE | re.DOTALL
)
#: Element -> what it must say about itself.
_NEEDED: Final = {"HIT": (), "ranking-task": (), "ranking-result": ("user",), "ranking-item": ("id", "user")}
_NOT_RANKED: Final = -1


@dataclass
class _Result:
    """One ranking by one annotator."""

    line: int
    user: str
    task: str | None
    hit: Mapping[str, str]
    places: list[tuple[list[str], int]] = field(default_factory=list)

    def entries(self) -> list[tuple[str, int]]:
        """Every system with its rank, those behind a joined name one by one."""
        ranked = ((names, rank) for names, rank in self.places if rank != _NOT_RANKED)
        return [(name, rank) for names, rank in ranked for name in names]


class _Reader:
    """Collects the results while the parser goes through the file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.results: list[_Result] = []
        self.wrong: list[tuple[int, str, str]] = []
        self.elements = 0
        self._hit: Mapping[str, str] = {}
        self._task: str | None = None

    def read(self) -> None:
        """Go through the file; HITs need no element around them.

        Raises:
            InputError: AJ011 if it is no XML.
        """
        parse_elements(self.source, self._open, broken=catalogue.BAD_XML)

    def _open(self, tag: str, says: Mapping[str, str], line: int) -> None:
        self.elements += 1
        lacks = [name for name in _NEEDED.get(tag, ()) if not says.get(name)]
        if lacks:
            self.wrong.append((line, tag, " and ".join(lacks)))
        elif tag == "HIT":
            self._hit, self._task = says, None
        elif tag == "ranking-task":
            self._task = says.get("id")
        elif tag in ("ranking-result", "ranking-item"):
            self.results.append(_Result(line, says["user"], says.get("id") or self._task, self._hit))
        elif tag == "translation":
            self._place(line, says)

    def _place(self, line: int, says: Mapping[str, str]) -> None:
        names = [name.strip() for name in says.get("system", "").split(_SIGN)]
        if not self.results or "" in names or not _RANK.fullmatch(says.get("rank", "")):
            lacks = "a system" if "" in names else "a rank (1 for the best, or -1)"
            self.wrong.append((line, "translation", lacks))
            return
        self.results[-1].places.append((names, int(says["rank"])))


def _read(source: Source) -> tuple[AnyTable, ...]:
    reader = _Reader(source)
    reader.read()
    if reader.wrong:
        _, tag, lacks = reader.wrong[0]
        lines = [line for line, _, _ in reader.wrong]
        source.report_lines(catalogue.NOT_A_RESULT, lines, total=reader.elements, tag=tag, lacks=lacks)
    rows = list(_rows(reader.results))
    schema = dict.fromkeys(_COLUMNS, pl.String) | {LINE: pl.Int64}
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_columns(document=pl.lit(None, dtype=pl.String))
    table = checked(Comparisons, frame, source)
    notes = []
    empty = sum(len(result.entries()) < 2 for result in reader.results)
    if empty:
        notes.append(catalogue.SKIPPED_RANKINGS(empty=empty, rankings=len(reader.results)))
    joined = {_SIGN.join(names) for result in reader.results for names, _ in result.places if len(names) > 1}
    if joined:
        apart = [len(result.places) for result in reader.results]
        before = sum(n * (n - 1) // 2 for n in apart)
        notes.append(
            JOINED_SYSTEMS(
                names=sorted(joined), rows=before, expanded=len(rows), ties=None, _sign=_SIGN, _source=source.name
            )
        )
    return (table.with_findings(*notes),)


_COLUMNS: Final = (
    *("annotator", "session", "segment", "ranking", "system_a", "system_b", "outcome"),
    *("source_lang", "target_lang"),
)


def _rows(results: list[_Result]) -> Iterator[tuple[str | int | None, ...]]:
    """One comparison for every two systems of a ranking."""
    for number, result in enumerate(results, 1):
        hit = result.hit
        languages = (hit.get("source-language"), hit.get("target-language"))
        for (a, rank_a), (b, rank_b) in combinations(result.entries(), 2):
            outcome = "tie" if rank_a == rank_b else "a" if rank_a < rank_b else "b"
            told = (result.user, hit.get("hit-id"), result.task, str(number), a, b, outcome, *languages)
            yield *told, result.line


FORMATS = (
    Format(
        "appraise-xml",
        "rankings exported by Appraise as XML (WMT13 to WMT16)",
        gives=("comparisons",),
        detect=lambda source: _START.match(source.start) is not None,
        read=_read,
        author="Appraise",
        tried=("mjpost/wmt15: data/wmt15.xml.gz",),
    ),
)
