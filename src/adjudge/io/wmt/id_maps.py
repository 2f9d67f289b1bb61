"""Maps that come with a release: from accounts to annotators, and from segment ids to places in the test set."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import polars as pl

from adjudge.core.checking.checks import Checked, check_unique
from adjudge.core.columns import ANNOTATOR, DOCUMENT, DOMAIN, SEGMENT, SESSION, Column
from adjudge.core.errors import TableError
from adjudge.core.tables import AnyTable, Ratings
from adjudge.io import catalogue
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format, supplement
from adjudge.io.source import Source

ACCOUNTS: Final = "account-map"
SEGMENTS: Final = "segment-map"
#: An Appraise account: two language codes, a campaign number and a running number, both hexadecimal.
_ACCOUNT: Final = re.compile(r"[a-z]{6}[0-9a-f]{4,}")
_ACCOUNT_COLUMNS: Final = tuple(replace(column, nullable=False) for column in (SESSION, ANNOTATOR))
_SEGMENT_COLUMNS: Final = (
    DOMAIN,
    Column("original_document", "text", "name of the document in the test set"),
    Column("original_segment", "integer", "line in that document, counted from 1", nullable=False),
    replace(DOCUMENT, nullable=False),
    SEGMENT,
    Column("position", "integer", "line in the test set, counted from 0", nullable=False),
)


def _is_account_map(source: Source) -> bool:
    rows = [split_line(line) for line in source.sample]
    return 2 * sum(len(row) == 2 and all(map(_ACCOUNT.fullmatch, row)) for row in rows) > len(rows)


def _read_accounts(source: Source) -> tuple[AnyTable, ...]:
    names = [column.name for column in _ACCOUNT_COLUMNS]
    frame = read_rows(source, names, header=False).unique(names, keep="first", maintain_order=True)
    state = Checked(frame, ACCOUNTS, source.name)
    check_unique(state, ["session"], catalogue.ACCOUNT_TWICE)
    if state.problems:
        raise TableError(*state.problems)
    return (supplement(ACCOUNTS, _ACCOUNT_COLUMNS, frame, source),)


def _is_segment_map(source: Source) -> bool:
    rows = [line.split("\t") for line in source.sample]
    fits = (len(row) == 6 and all(map(str.isdigit, (row[2], row[4], row[5].strip()))) for row in rows)
    return 2 * sum(fits) > len(rows)


def _read_segments(source: Source) -> tuple[AnyTable, ...]:
    names = [column.name for column in _SEGMENT_COLUMNS]
    frame = read_rows(source, names, separator="\t", header=False, quoted=False)
    return (supplement(SEGMENTS, _SEGMENT_COLUMNS, frame, source),)


def name_annotators(ratings: Ratings, accounts: pl.DataFrame) -> Ratings:
    """Fill in the annotator of each session from a map of accounts.

    In the WMT22 map the annotator is named by the account of the calibration task, so the rows of that account are
    the calibration rows. Accounts that the map does not hold keep an unknown annotator and are counted.
    """
    people = dict(accounts.select("session", "annotator").iter_rows())
    calibration = sorted(set(people.values()))
    everyone = people | {name: name for name in calibration}
    frame = ratings.frame.with_columns(
        annotator=pl.coalesce("annotator", pl.col("session").replace_strict(everyone, default=None)),
        kind=pl.when(pl.col("session").is_in(calibration) & (pl.col("kind") == "system"))
        .then(pl.lit("calibration"))
        .otherwise("kind"),
    )
    unknown = frame.filter(pl.col("annotator").is_null())
    named = ratings.with_frame(frame)
    if unknown.is_empty():
        return named
    sessions = unknown["session"].n_unique()
    return named.with_findings(catalogue.UNMAPPED_ACCOUNTS(accounts=sessions, rows=unknown.height))


FORMATS = (
    Format(
        ACCOUNTS,
        "map from ordinary accounts to calibration accounts (WMT22)",
        gives=(ACCOUNTS,),
        detect=_is_account_map,
        read=_read_accounts,
    ),
    Format(
        SEGMENTS,
        "map from segment ids to places in the test set (Knowles and Lo 2022)",
        gives=(SEGMENTS,),
        detect=_is_segment_map,
        read=_read_segments,
    ),
)
