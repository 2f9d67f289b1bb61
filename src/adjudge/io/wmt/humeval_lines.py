"""Human evaluation as WMT24 and WMT25 release it: JSON Lines with the judgements of all systems on one segment.

    {"doc_id": "en-cs_CZ_#_news_#_d1_#_0", "src_text": "...", "tgt_text": {"A": "..."},
     "scores": {"A": {"human1": 80, "errors1": [...], "annotator1": "...", "times1": [1.5, 2.5]}}}

WMT25 numbers its two waves; WMT24 has a list of judgements for each system (`score`, `annotator`, `errors`, `times`).
Before that WMT24 wrote one line per judgement (`esa_score`, `esa_spans`, `system`, `line_id`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Spans, Texts
from adjudge.io import catalogue as io_catalogue
from adjudge.io.appraise.items import is_tutorial
from adjudge.io.appraise.marks import SCHEMA, marks_of
from adjudge.io.formats import Format, build_all, checked
from adjudge.io.source import Source
from adjudge.io.wmt import catalogue
from adjudge.io.wmt.account_maps import ACCOUNTS, is_account

_JOIN: Final = "_#_"
_WAVE: Final = re.compile(r"human(\d*)")
_TEXT: Final = (
    *("annotator", "session", "system", "document", "segment", "showing"),
    *("source_lang", "target_lang", "domain", "criterion"),
)
_NUMBERS: Final = ("score", "started", "ended")
_JUDGED: Final = {**dict.fromkeys(_TEXT, pl.String), **dict.fromkeys(_NUMBERS, pl.Float64), "marks": pl.Object}
_KEY: Final = ("source_lang", "target_lang", "domain", "document", "segment")

_Row = dict[str, Any]


def _detect(source: Source) -> bool:
    """Whether the first line is an object of one of the forms; a line that is cut is for the reader to report."""
    line = source.first_line if source.is_json else ""
    if not line.lstrip().startswith("{"):
        return False
    return ('"doc_id"' in line and re.search(r'"scores": *\{', line) is not None) or (
        '"esa_score"' in line and '"line_id"' in line
    )


def _read(source: Source) -> tuple[AnyTable, ...]:
    judged: list[_Row] = []
    shown: list[_Row] = []
    wrong: list[tuple[int, str]] = []
    lines = source.lines()
    for number, line in lines:
        try:
            rows, texts = _line(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            wrong.append((number, str(error) if type(error) is ValueError else "a key is missing or not of its type"))
            continue
        judged += [{**row, LINE: number} for row in rows]
        shown += [{**text, LINE: number} for text in texts]
    if wrong:
        source.report_lines(catalogue.BAD_LINE, [line for line, _ in wrong], total=len(lines), reason=wrong[0][1])
    builders = [lambda: _ratings(source, judged)]
    if any(row["marks"] is not None for row in judged):
        builders.append(lambda: _spans(source, judged))
    if shown and any(text["output"] is not None for text in shown):
        builders.append(lambda: _texts(source, shown))
    return build_all(*builders)


def _line(line: str) -> tuple[list[_Row], list[_Row]]:
    """The judgements and the texts of one line.

    Raises:
        ValueError: with a reason, if it is not of this form.
    """
    try:
        found = json.loads(line)
    except ValueError:
        raise ValueError("it is not JSON") from None
    json.dumps(found, ensure_ascii=False).encode()  # half of a surrogate pair is not text
    if not isinstance(found, dict):
        raise ValueError("it is not an object")  # noqa: TRY004 - the reason is for the user
    return _one_judgement(found) if "esa_score" in found else _one_segment(found)


def _one_segment(found: _Row) -> tuple[list[_Row], list[_Row]]:
    place = _place(_string(found["doc_id"]))
    rows = [
        {**place, **judgement, "system": system}
        for system, judgements in found["scores"].items()
        for judgement in _judgements(judgements, place["document"])
    ]
    outputs = found.get("tgt_text") or {}
    source = _string(found.get("src_text") or "")
    return rows, [{**place, "source": source, "system": name, "output": _string(out)} for name, out in outputs.items()]


def _one_judgement(found: _Row) -> tuple[list[_Row], list[_Row]]:
    languages = _languages(_string(found["langs"]))
    place = {**languages, "domain": found.get("domain"), "document": _string(found["doc_id"])}
    place |= {"segment": str(int(found["line_id"]))}
    row = {**place, **_judgement(found, "esa_score", "annotator", "esa_spans", "times"), "showing": place["document"]}
    text = {**place, "source": found.get("src"), "system": _string(found["system"]), "output": found.get("tgt")}
    return [{**row, "system": _string(found["system"]), "criterion": "ESA"}], [text]


def _judgements(given: Any, document: str) -> Iterator[_Row]:  # noqa: ANN401 - anything JSON can hold
    """The judgements of one system: a list, or numbered waves.

    In a list a second judgement by the same annotator is a revision: copies of documents were removed before.
    """
    if isinstance(given, list):
        for one in given:
            row = _judgement(one, "score", "annotator", "errors", "times")
            yield {**row, "showing": document, "criterion": one.get("protocol")}
        return
    for name in given:
        wave = _WAVE.fullmatch(name)
        if wave:
            n = wave[1]
            row = _judgement(given, name, f"annotator{n}", f"errors{n}", f"times{n}")
            yield {**row, "showing": n or None, "criterion": None}


def _judgement(given: _Row, score: str, annotator: str, errors: str, times: str) -> _Row:
    """One judgement; the annotator is a person, or the account of a task."""
    marks = marks_of(given[errors]) if given.get(errors) is not None else None
    if marks is None and given.get(errors) is not None:
        raise ValueError("the error spans cannot be read")
    who = given.get(annotator)
    who = None if who in (None, "", "unknown") else _string(who)
    account = who is not None and is_account(who)
    started, ended = given.get(times) or (None, None)
    return {
        "annotator": None if account else who,
        "session": who if account else None,
        "score": _number(given[score]),
        "started": None if started is None else float(started),
        "ended": None if ended is None else float(ended),
        "marks": marks,
    }


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        raise TypeError
    return None if value is None else float(value)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _place(key: str) -> _Row:
    """Languages, domain, document and segment from the key of a segment.

    Raises:
        ValueError: if it does not hold them.
    """
    parts = key.split(_JOIN)
    if len(parts) < 4:
        raise ValueError("doc_id does not hold languages, domain, document and segment, joined by _#_")
    languages, domain, *document, segment = parts
    return {**_languages(languages), "domain": domain, "document": _JOIN.join(document), "segment": segment}


def _languages(pair: str) -> _Row:
    source, sign, target = pair.partition("-")
    if not (sign and source and target):
        raise ValueError("the language pair is not of the form en-cs")
    return {"source_lang": source, "target_lang": target}


def _ratings(source: Source, judged: list[_Row]) -> AnyTable:
    frame = pl.DataFrame(judged, schema={**_JUDGED, LINE: pl.Int64}).drop("marks")
    frame = frame.with_columns(kind=pl.when(is_tutorial()).then(pl.lit("tutorial")).otherwise(pl.lit("system")))
    # As in exports of Appraise: by the clock, and by the line where a judgement was saved twice.
    clock = pl.struct("started", pl.int_range(pl.len()))
    place = clock.rank("ordinal").over("annotator", "session").cast(pl.Int64) - 1
    timed = pl.col("started").is_not_null() & pl.any_horizontal(pl.col("annotator", "session").is_not_null())
    frame = frame.with_columns(position=pl.when(timed).then(place))
    table = checked(Ratings, frame.drop("criterion") if frame["criterion"].n_unique() < 2 else frame, source)
    return table.with_findings(*_notes(source, table.frame))


def _notes(source: Source, ratings: pl.DataFrame) -> Iterator[Finding]:
    sessions = ratings["session"].drop_nulls()
    if len(sessions):
        people = io_catalogue.UNKNOWN_PEOPLE(accounts=sessions.n_unique(), _example=sessions[0])
        yield source.settled_by(ACCOUNTS, people)
    known = ratings.filter(pl.any_horizontal(pl.col("annotator", "session").is_not_null()))
    again = known.height - known.select("annotator", "session", "system", *_KEY, "showing").n_unique()
    if again:
        yield io_catalogue.JUDGED_AGAIN(rows=again, _total=ratings.height, _source=source.name)


def _spans(source: Source, judged: list[_Row]) -> AnyTable:
    rows = [{**row, **mark} for row in judged for mark in row["marks"] or ()]
    schema: dict[str, type[pl.DataType]] = {name: pl.String for name in _TEXT if name in Spans.names()}
    schema |= {"started": pl.Float64, LINE: pl.Int64, **SCHEMA}
    told = [{name: row.get(name) for name in schema} for row in rows]
    frame = pl.DataFrame(told, schema=schema)
    return checked(Spans, frame, source).with_findings(io_catalogue.UTF_16_OFFSETS())


def _texts(source: Source, shown: list[_Row]) -> AnyTable:
    schema = {**dict.fromkeys((*_KEY, "source", "system", "output"), pl.String), LINE: pl.Int64}
    frame = pl.DataFrame([{name: text.get(name) for name in schema} for text in shown], schema=schema)
    frame = frame.unique([*_KEY, "system"], keep="first", maintain_order=True)
    outputs = frame.pivot("system", index=_KEY, values="output", maintain_order=True)
    sources = frame.unique(_KEY, keep="first", maintain_order=True).select(*_KEY, "source", LINE)
    return checked(Texts, sources.join(outputs, on=_KEY, nulls_equal=True, maintain_order="left"), source)


FORMATS = (
    Format(
        "wmt-humeval",
        "human evaluation of WMT24 and WMT25 as JSON Lines: *-genmt-humeval.jsonl, wmt24_esa_original.jsonl",
        gives=("ratings", "spans", "texts"),
        detect=_detect,
        read=_read,
        author="organisers of WMT24 and WMT25",
    ),
)
