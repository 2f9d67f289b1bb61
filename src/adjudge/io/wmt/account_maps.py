"""Maps from accounts to annotators: two columns, or the JSON of WMT24 and WMT25.

A table with a header that names both columns, a map of accounts like that of WMT22, and JSON are recognised on their
own. Any other table of two columns is taken for a map only beside ratings whose sessions it names; see `map_beside`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

import polars as pl

from adjudge.core import problems
from adjudge.core.checking.checks import Checked, check_unique
from adjudge.core.columns import ANNOTATOR, LINE, SESSION
from adjudge.core.errors import InputError, TableError
from adjudge.core.tables import AnyTable, Ratings, Supplement
from adjudge.io import catalogue as io_catalogue
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format, supplement
from adjudge.io.source import Source
from adjudge.io.wmt import catalogue

ACCOUNTS: Final = "account-map"
#: An Appraise account: two language codes, a campaign number and a running number, both hexadecimal.
_ACCOUNT: Final = re.compile(r"[a-z]{6}[0-9a-f]{4,}")
_COLUMNS: Final = tuple(replace(column, nullable=False) for column in (SESSION, ANNOTATOR))
_NAMES: Final = [column.name for column in _COLUMNS]
#: Words of header lines, in small letters without signs.
_ACCOUNT_WORDS: Final = {
    *("account", "accounts", "accountid", "session", "sessionid", "user", "userid", "username", "login"),
    *("hit", "hitid", "task", "taskid"),
}
_PERSON_WORDS: Final = {
    *("annotator", "annotators", "annotatorid", "person", "personid", "people", "name", "rater", "raterid"),
    *("worker", "workerid", "judge", "evaluator", "pseudonym", "calibrationhit"),
}
_SEPARATORS: Final = (",", "\t")
#: What a table without annotators says, which a map settles.
_NOBODY: Final = problems.UNKNOWN_VALUES(column=ANNOTATOR.name, _meaning=ANNOTATOR.meaning)


def is_account(name: str) -> bool:
    """Whether a name looks like an account of Appraise."""
    return _ACCOUNT.fullmatch(name) is not None


def _separator(source: Source) -> str | None:
    """The separator at which most lines have two fields, if there is one."""
    for separator in _SEPARATORS:
        widths = [len(split_line(line, separator)) for line in source.sample]
        if 2 * widths.count(2) > len(widths):
            return separator
    return None


def _order(header: list[str]) -> list[str] | None:
    """Our names of two columns, if these are two names of which one is an account and the other a person."""
    words = [re.sub("[^a-z]", "", field.lower()) for field in header]
    if len(words) == 2 and words[0] in _ACCOUNT_WORDS and words[1] in _PERSON_WORDS:
        return _NAMES
    if len(words) == 2 and words[0] in _PERSON_WORDS and words[1] in _ACCOUNT_WORDS:
        return _NAMES[::-1]
    return None


def _is_map(source: Source) -> bool:
    if source.is_json:
        return _is_json_map(source)
    separator = _separator(source)
    if separator is None:
        return False
    rows = [split_line(line, separator) for line in source.sample]
    accounts = sum(len(row) == 2 and all(map(is_account, row)) for row in rows)
    return _order(rows[0]) is not None or 2 * accounts > len(rows)


def _is_json_map(source: Source) -> bool:
    """Whether the content starts like an object of lists of texts, or of objects of texts."""
    text = r'"(?:[^"\\]|\\.)*"'
    listed, nested = rf"\[\s*{text}\s*[,\]]", rf"\{{\s*{text}\s*:\s*{text}\s*[,}}]"
    return re.match(rf"\s*\{{\s*{text}\s*:\s*(?:{listed}|{nested})", source.start) is not None


def _read(source: Source) -> tuple[AnyTable, ...]:
    return (_checked(source, _json_rows(source) if source.is_json else _rows(source)),)


def _rows(source: Source) -> pl.DataFrame:
    """Both columns; without a header the account comes first."""
    separator = _separator(source) or ","
    header = split_line(source.first_line, separator)
    order = _order(header)
    if order is None:
        return read_rows(source, _NAMES, separator=separator, header=False)
    rows = read_rows(source, header, separator=separator)
    rows.columns = [*order, LINE]
    return rows


def _json_rows(source: Source) -> pl.DataFrame:
    try:
        found = json.loads(source.data)
    except json.JSONDecodeError as error:
        raise io_catalogue.BAD_JSON(
            source=source.name, line=error.lineno, column=error.colno, reason=error.msg
        ) from None
    except (ValueError, RecursionError) as error:
        raise io_catalogue.UNREADABLE_JSON(source=source.name, reason=str(error)[:80]) from None
    pairs = _json_pairs(found)
    if not pairs or not all(isinstance(value, str) and value for pair in pairs for value in pair):
        raise catalogue.BAD_MAP(source=source.name)
    json.dumps(pairs, ensure_ascii=False).encode()  # half of a surrogate pair is not text
    return pl.DataFrame(pairs, schema=dict.fromkeys(_NAMES, pl.String), orient="row")


def _json_pairs(found: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - anything JSON can hold
    """Accounts with their annotators: from annotators with lists of accounts, or by language pair (WMT25)."""
    if not isinstance(found, dict):
        return []
    pairs: list[tuple[Any, Any]] = []
    for key, value in found.items():
        if isinstance(value, list):
            pairs += [(account, key) for account in value]
        elif isinstance(value, dict):
            pairs += value.items()
        else:
            pairs.append((key, value))
    return pairs


def _checked(source: Source, frame: pl.DataFrame) -> Supplement:
    frame = frame.with_columns(pl.col(_NAMES).str.strip_chars()).unique(_NAMES, keep="first", maintain_order=True)
    state = Checked(frame, ACCOUNTS, source.name)
    check_unique(state, ["session"], io_catalogue.ACCOUNT_TWICE)
    if state.problems:
        raise TableError(*state.problems)
    return supplement(ACCOUNTS, _COLUMNS, frame, source)


def map_beside(source: Source, sessions: Collection[str]) -> Supplement | None:
    """A table of two columns as a map, if one of them holds sessions of the ratings that it was given with.

    Args:
        source: a file that fits no format.
        sessions: the sessions of the ratings.

    Returns:
        The map; None if this is no such table.

    Raises:
        TableError: AJ016 if an account has two annotators.
    """
    separator = None if source.is_json or source.is_parquet else _separator(source)
    if separator is None or not sessions:
        return None
    try:
        rows = read_rows(source, _NAMES, separator=separator, header=False)
    except InputError:
        return None  # what is wrong with the file as something else is told already
    known = [int(rows[name].str.strip_chars().is_in(list(sessions)).sum()) for name in _NAMES]
    if not max(known):
        return None
    if known[1] > known[0]:
        rows = rows.rename(dict(zip(_NAMES, _NAMES[::-1], strict=True)))
    # A first line that no account stands in, above lines that do, is a header with words of its own.
    first = rows["session"][0].strip()
    return _checked(source, rows if first in set(sessions) or is_account(first) else rows.slice(1))


def name_annotators(ratings: Ratings, accounts: pl.DataFrame) -> Ratings:
    """Fill in the annotator of each session from a map of accounts.

    In the WMT22 map the annotator is named by the account of the calibration task, which is not an account of the
    map itself: the rows of that account are calibration rows. Accounts that the map does not hold keep an unknown
    annotator and are counted.

    Raises:
        InputError: AJ023 if the map holds none of the accounts.
    """
    people = dict(accounts.select("session", "annotator").iter_rows())
    own = sorted(set(people.values()) - set(people))  # a person whose first account has the person's name
    calibration = [name for name in own if is_account(name)]
    everyone = people | {name: name for name in own}
    sessions = ratings.frame["session"].drop_nulls().unique()
    if len(sessions) and not sessions.is_in(list(everyone)).any():
        raise catalogue.NO_SUCH_ACCOUNTS(
            accounts=len(sessions), known=next(iter(people)), example=sessions.sort()[0], rows=ratings.frame.height
        )
    calibrates = pl.col("session").is_in(calibration) & (pl.col("kind") == "system")
    marked = ratings.frame.filter(calibrates)
    frame = ratings.frame.with_columns(
        annotator=pl.coalesce("annotator", pl.col("session").replace_strict(everyone, default=None)),
        kind=pl.when(calibrates).then(pl.lit("calibration")).otherwise("kind"),
    )
    unknown = frame.filter(pl.col("annotator").is_null())
    notes = []
    named = pl.col("session").replace_strict(everyone, default=None)
    other = ratings.frame.filter((pl.col("annotator") != named).fill_null(value=False))
    if other.height:
        first = other.with_columns(named=named).row(0, named=True)
        notes.append(
            catalogue.OTHER_ANNOTATORS(
                rows=other.height, _file=first["annotator"], _map=first["named"], _session=first["session"]
            )
        )
    if marked.height:
        notes.append(catalogue.CALIBRATION_ACCOUNTS(accounts=marked["session"].n_unique(), rows=marked.height))
    if unknown.height:
        sessions = unknown["session"]
        notes.append(io_catalogue.UNMAPPED_ACCOUNTS(accounts=sessions.n_unique(), rows=unknown.height))
    kept = tuple(finding for finding in ratings.findings if finding.text != _NOBODY.text)
    return replace(ratings, frame=frame, findings=(*kept, *notes))


FORMATS = (
    Format(
        ACCOUNTS,
        "map from accounts to annotators: two columns, or the JSON of WMT24 and WMT25",
        gives=(ACCOUNTS,),
        detect=_is_map,
        read=_read,
        author="organisers of WMT22 to WMT25; anybody who knows the people behind the accounts",
        tried=("wmt-conference/wmt24-news-systems: humeval/annotator_mapping.json",),
    ),
)
