"""Maps that come with a release: from accounts to annotators, and from segment ids to places in the test set."""

from __future__ import annotations

import re
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Supplement
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format
from adjudge.io.source import Source

ACCOUNTS: Final = "account-map"
SEGMENTS: Final = "segment-map"
#: An Appraise account: two language codes, a campaign number and a running number, both hexadecimal.
_ACCOUNT = re.compile(r"[a-z]{6}[0-9a-f]{4,}")


def _is_account_map(source: Source) -> bool:
    rows = [split_line(line) for line in source.sample]
    return bool(rows) and all(len(row) == 2 and all(map(_ACCOUNT.fullmatch, row)) for row in rows)  # noqa: PLR2004


def _read_accounts(source: Source) -> tuple[AnyTable, ...]:
    frame = read_rows(source, header=False).select(session=pl.col("0"), annotator=pl.col("1").str.strip_chars())
    return (Supplement(ACCOUNTS, frame),)


def _is_segment_map(source: Source) -> bool:
    rows = [line.split("\t") for line in source.sample]
    return bool(rows) and all(
        len(row) == 6 and row[2].isdigit() and row[4].isdigit() and row[5].strip().isdigit()  # noqa: PLR2004
        for row in rows
    )


def _read_segments(source: Source) -> tuple[AnyTable, ...]:
    names = ["domain", "original_document", "original_segment", "document", "segment", "position"]
    rows = read_rows(source, separator="\t", header=False, quoted=False).drop(LINE)
    frame = rows.rename({str(i): name for i, name in enumerate(names)})
    return (Supplement(SEGMENTS, frame.with_columns(pl.col("original_segment", "position").cast(pl.Int64))),)


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
    kept = tuple(f for f in ratings.findings if not (f.code == "AJ102" and "accounts" in f.numbers))
    findings = [*kept]
    if unknown.height:
        n = unknown["session"].n_unique()
        text = f"{n:,} accounts with {unknown.height:,} rows are not in the map; their annotator is unknown."
        findings.append(Finding("AJ105", "warning", text, {"accounts": n, "rows": unknown.height}))
    return Ratings(frame, tuple(findings))


FORMATS = (
    Format(
        "account-map",
        "map from ordinary accounts to calibration accounts (WMT22)",
        ("account-map",),
        _is_account_map,
        _read_accounts,
    ),
    Format(
        "segment-map",
        "map from segment ids to places in the test set (Knowles and Lo 2022)",
        ("segment-map",),
        _is_segment_map,
        _read_segments,
    ),
)
