"""Batch results of Mechanical Turk and exports of Prolific: one row for each judgement, with a map of columns.

The platform fills in annotator, session and times; `columns=` says which columns hold system, segment and score. A
column that is called like one of ours, with or without `Input.` or `Answer.` before it, needs no map.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.problems import NO_SUCH_COLUMN
from adjudge.core.tables import AnyTable, Comparisons, Ratings
from adjudge.io.crowdsourcing.catalogue import NO_MAP, NOT_ACCEPTED, UNKNOWN_TIMES
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.formats import Format, unused
from adjudge.io.own.tables import own_table, require_distinct, translated
from adjudge.io.source import Source
from adjudge.io.times import read_time

_RATINGS: Final = ("system", "segment", "score")
_COMPARISONS: Final = ("system_a", "system_b", "outcome")
_TIMES: Final = ("started", "ended")


@dataclass(frozen=True)
class Platform:
    """What a platform writes by itself.

    Args:
        name: for messages.
        header: columns that every export has.
        columns: our columns and those that hold them.
        session: columns that name one piece of work together.
        status: the column that says whether the work was accepted.
        refused: what it says if the work was not; compared in upper case.
        prefixes: of columns that the requester named.
        unfilled: columns at the end of the header that rows do not have, for the requester to fill in.
    """

    name: str
    header: frozenset[str]
    columns: Mapping[str, str]
    session: tuple[str, ...]
    status: str
    refused: frozenset[str]
    prefixes: tuple[str, ...] = ("",)
    unfilled: tuple[str, ...] = ()

    def names(self, source: Source) -> list[str]:
        """The columns of an export."""
        return [name.strip() for name in read_header(source)]

    def detect(self, source: Source) -> bool:
        """Whether a content is an export of this platform."""
        return not source.is_parquet and not source.is_json and self.header <= set(self.names(source))

    def read(self, source: Source) -> tuple[AnyTable, ...]:
        """The judgements of accepted work.

        Raises:
            AdjudgeError: AJ148 without a map, AJ040 if the map does not fit, or what is wrong with the rows.
        """
        source = self._even(source)
        names = self.names(source)
        require_distinct(names, source)
        columns = self._own_names(names) | self._meant(source, names)
        if not any(set(needed) <= set(columns) for needed in (_RATINGS, _COMPARISONS)):
            raise self._no_map(source, names, columns)
        rows = read_rows(source, read_header(source)).rename(str.strip)
        status = pl.col(self.status).str.strip_chars().str.to_uppercase().str.replace_all("[ _]", "-")
        accepted = rows.filter(~status.is_in(self.refused)) if self.status in names else rows
        notes = list(self._not_accepted(source, rows, accepted))
        filled, times = self._filled(source, accepted, columns)
        mapped = replace(source, columns=columns)
        kind, frame = translated(filled, mapped)
        table = own_table(kind, frame, mapped, names)
        used = {*columns.values(), *self.columns.values(), *self.session, self.status}
        left = [name for name in names if name not in used]
        notes += [unused(source, *left)] if left else []
        return (table.with_findings(*times, *notes),)

    def _even(self, source: Source) -> Source:
        """The export without the end of its header, if its first row has no fields for it."""
        names, more = self.names(source), len(self.unfilled)
        rows = csv.reader(io.StringIO(source.start, newline=""))
        first = next(itertools.islice(rows, 1, None), [])
        if not more or tuple(names[-more:]) != self.unfilled or len(first) != len(names) - more:
            return source
        header, end, others = source.data.partition(b"\n")
        kept = b",".join(header.rstrip(b"\r").split(b",")[:-more])
        return replace(source, content=kept + end + others)

    def _meant(self, source: Source, names: list[str]) -> dict[str, str]:
        """The columns that the user named, with the prefix that the platform put before them.

        Raises:
            UsageError: AJ040 if the file has no such column.
        """
        meant: dict[str, str] = {}
        absent = []
        for ours, theirs in (source.columns or {}).items():
            found = [name for name in (theirs, *(f"{prefix}{theirs}" for prefix in self.prefixes)) if name in names]
            if found:
                meant[ours] = found[0]
            else:
                absent.append(theirs)
        if absent:
            shown = ", ".join(map(quoted, absent))
            raise NO_SUCH_COLUMN(source=source.name, names=absent, shown=shown, found=names)
        return meant

    def _own_names(self, names: list[str]) -> dict[str, str]:
        """Columns that are called like ours, as the requester named them."""
        ours = [name for table in (Ratings, Comparisons) for name in table.names()]
        return {
            name: f"{prefix}{name}" for prefix in reversed(self.prefixes) for name in ours if f"{prefix}{name}" in names
        }

    def _filled(
        self, source: Source, rows: pl.DataFrame, columns: Mapping[str, str]
    ) -> tuple[pl.DataFrame, list[Finding]]:
        """The columns that the map names, and what the platform knows where the map does not say."""
        known = {
            ours: theirs for ours, theirs in self.columns.items() if ours not in columns and theirs in rows.columns
        }
        session = [name for name in self.session if name in rows.columns]
        held = {ours: pl.col(theirs) for ours, theirs in known.items() if ours not in _TIMES}
        if session and "session" not in columns:
            held["session"] = pl.concat_str(session, separator="/")
        read = {ours: [read_time(text) for text in rows[known[ours]]] for ours in _TIMES if ours in known}
        series = {ours: pl.Series(values, dtype=pl.Float64) for ours, values in read.items()}
        strange = [
            text
            for ours, values in read.items()
            for text, value in zip(rows[known[ours]], values, strict=True)
            if value is None and text.strip()
        ]
        notes = [UNKNOWN_TIMES(times=len(strange), _example=strange[0], _source=source.name)] if strange else []
        theirs = dict.fromkeys(name for name in columns.values() if name in rows.columns)
        clear = [name for name in theirs if name not in held and name not in series]
        return rows.select(*clear, *(expr.alias(name) for name, expr in held.items()), LINE).with_columns(
            value.alias(name) for name, value in series.items()
        ), notes

    def _not_accepted(self, source: Source, rows: pl.DataFrame, accepted: pl.DataFrame) -> list[Finding]:
        lost = rows.height - accepted.height
        if not lost:
            return []
        counts = rows.join(accepted.select(LINE), on=LINE, how="anti")[self.status].value_counts(sort=True)
        words = ", ".join(f"{n:,} {word}" for word, n in counts.iter_rows())
        return [NOT_ACCEPTED(rows=lost, _total=rows.height, _source=source.name, _words=words)]

    def _no_map(self, source: Source, names: list[str], columns: Mapping[str, str]) -> AdjudgeError:
        """The error with what to type: names that are known already, NAME for the others."""
        chosen = [name for name in names if any(prefix and name.startswith(prefix) for prefix in self.prefixes)]
        chosen = chosen or [name for name in names if name not in {*self.header, *self.columns.values()}]
        forms = [
            ", ".join(f'"{name}": "{columns.get(name, "NAME")}"' for name in needed)
            for needed in (_RATINGS, _COMPARISONS)
        ]
        shown = f"the columns {', '.join(chosen)}"[:400] if chosen else "no columns beyond those of the platform"
        return NO_MAP(source=source.name, platform=self.name, columns=shown, ratings=forms[0], comparisons=forms[1])


MECHANICAL_TURK: Final = Platform(
    "Mechanical Turk",
    header=frozenset({"HITId", "AssignmentId", "WorkerId", "AssignmentStatus"}),
    columns={"annotator": "WorkerId", "started": "AcceptTime", "ended": "SubmitTime"},
    session=("HITId", "AssignmentId"),
    status="AssignmentStatus",
    refused=frozenset({"REJECTED"}),
    prefixes=("Input.", "Answer."),
    unfilled=("Approve", "Reject"),
)
PROLIFIC: Final = Platform(
    "Prolific",
    header=frozenset({"Submission id", "Participant id", "Status"}),
    columns={"annotator": "Participant id", "started": "Started at", "ended": "Completed at"},
    session=("Submission id",),
    status="Status",
    refused=frozenset({"REJECTED", "RETURNED", "TIMED-OUT"}),
)

FORMATS = tuple(
    Format(
        name,
        title,
        gives=("ratings", "comparisons"),
        detect=platform.detect,
        read=platform.read,
        author=f"{platform.name} (requester's download)",
        tried=tried,
        takes_columns=True,
    )
    for name, title, platform, tried in (
        (
            "mturk",
            "batch results of Mechanical Turk (CSV), with a map of columns",
            MECHANICAL_TURK,
            ("pm990320/twitter-emotions: data/mturk_results.csv",),
        ),
        ("prolific", "exports of Prolific joined with judgements (CSV), with a map of columns", PROLIFIC, ()),
    )
)
