"""Broken files: what is in them, the codes they must give, and what the message must say."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import polars as pl

HEADER = "annotator,session,system,document,segment,kind,score\n"
ROWS = "".join(f"ann{n % 2},s{n % 2},sys{n % 3},d{n % 4},{n},system,{50 + n}\n" for n in range(12))
GOOD = HEADER + ROWS
FIVE_HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + "".join(f"system{i}Number,system{i}Id," for i in range(1, 6))
    + ",".join(f"system{i}rank" for i in range(1, 6))
    + "\n"
)
FIVE = "Czech,English,1,-1,1,judge1,1,A,2,B,3,C,4,D,5,E,"


class Bad(NamedTuple):
    """A broken file: its content, the codes it must give, and what the message must say."""

    content: str | bytes | Callable[[Path], object]
    codes: str
    says: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    name: str = "bad.csv"


def line(number: int, text: str) -> str:
    """The good file with another line in place of one."""
    lines = GOOD.split("\n")
    lines[number - 1] = text
    return "\n".join(lines)


def row(**changes: str) -> str:
    """A row that would be good without the changes."""
    values = dict(zip(HEADER.strip().split(","), ("ann1", "s1", "sys1", "d9", "99", "system", "70"), strict=True))
    return ",".join((values | changes).values())


def parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def zipped(*names: str, content: str = "<workbook/>") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, content)
    return buffer.getvalue()


def open_spreadsheet() -> bytes:
    return zipped("mimetype", content="application/vnd.oasis.opendocument.spreadsheet")


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("ratings.csv")
        info.size = len(GOOD)
        archive.addfile(info, io.BytesIO(GOOD.encode()))
    return buffer.getvalue()


PACKED = gzip.compress(GOOD.encode() * 50)
FRAME = pl.DataFrame({"system": ["A", "B"], "segment": ["1", "2"], "score": [1.0, 2.0]})
RATING = '{"system": "A", "segment": "1", "score": 5}\n'
MIXED = "system,segment,score,source_lang,target_lang\nA,1,5,eng,deu\nB,1,6,eng,deu\nA,1,5,eng,ces\nB,1,6,eng,ces\n"

CORPUS: dict[str, Bad] = {
    # The file itself
    "missing": Bad(lambda _: None, "AJ001", ("bad.csv does not exist",)),
    "missing, with a neighbour": Bad(lambda path: path.with_name("bad2.csv").write_text(GOOD), "AJ001", ("bad2.csv?",)),
    "a directory": Bad(Path.mkdir, "AJ002", ("bad.csv is a directory",)),
    "a pipe": Bad(os.mkfifo, "AJ002", ("not a regular file",)),
    "a device": Bad(lambda path: path.symlink_to("/dev/zero"), "AJ002", ("not a regular file",)),
    "a broken link": Bad(
        lambda path: path.symlink_to("nowhere"), "AJ001", ("bad.csv does not exist", "link to nowhere")
    ),
    "truncated gzip": Bad(PACKED[:-20], "AJ003", ("gzip stream ends too early",)),
    "corrupt gzip": Bad(PACKED[:60] + b"\0\0\0\0" + PACKED[64:], "AJ003", ("gzip stream is damaged",)),
    "gzip of nothing": Bad(gzip.compress(b""), "AJ004", ("bad.csv is empty",)),
    "empty": Bad("", "AJ004", ("bad.csv is empty",)),
    "blank": Bad("\n  \n\t\r\n", "AJ004", ("bad.csv is empty",)),
    "only a byte order mark": Bad(b"\xef\xbb\xbf", "AJ004", ("bad.csv is empty",)),
    "NUL bytes": Bad(line(4, "a\0b\0"), "AJ005", ("bad.csv, line 4", "2 NUL bytes")),
    "Latin-1": Bad(line(3, row(system="é")).encode("latin-1"), "AJ005", ("bad.csv, line 3", "0xe9", "1 line")),
    "UTF-16": Bad(GOOD.encode("utf-16"), "AJ005", ("UTF-16",)),
    "UTF-16 without mark": Bad(GOOD.encode("utf-16-le"), "AJ005", ("line 1", "NUL")),
    "a spreadsheet": Bad(zipped("xl/workbook.xml"), "AJ005", ("Excel (.xlsx)", "CSV UTF-8", "pandas.read_excel")),
    "an open spreadsheet": Bad(open_spreadsheet(), "AJ005", (".ods", "CSV UTF-8")),
    "an old spreadsheet": Bad(b"\xd0\xcf\x11\xe0" + bytes(600), "AJ005", (".xls", "CSV UTF-8")),
    "a spreadsheet of another program": Bad(
        zipped("docProps/app.xml", "xl/workbook.xml"), "AJ005", ("Excel (.xlsx)", "CSV UTF-8", "TSV")
    ),
    "a document of Word": Bad(zipped("[Content_Types].xml", "word/document.xml"), "AJ005", ("Word (.docx)", "TSV")),
    "an archive that speaks of xl/": Bad(zipped("ratings.csv", content="xl/"), "AJ005", ("a zip archive", "unzip")),
    "a zip archive": Bad(zipped("ratings.csv"), "AJ005", ("is a zip archive", "unzip")),
    "a tar archive": Bad(tarred(), "AJ005", ("is a tar archive", "tar -xf")),
    "a packed tar archive": Bad(gzip.compress(tarred()), "AJ005", ("is a tar archive", "tar -xf"), name="bad.tar.gz"),
    "bzip2": Bad(
        bz2.compress(GOOD.encode()), "AJ005", ("compressed by bzip2", "bunzip2 -k bad.csv.bz2"), name="bad.csv.bz2"
    ),
    "xz": Bad(lzma.compress(GOOD.encode()), "AJ005", ("compressed by xz", "unxz")),
    "zstandard": Bad(b"\x28\xb5\x2f\xfd" + bytes(40), "AJ005", ("Zstandard", "unzstd")),
    "7z": Bad(b"7z\xbc\xaf\x27\x1c" + bytes(40), "AJ005", ("7z archive",)),
    "a PDF": Bad(b"%PDF-1.7\n%\xe2\xe3\n", "AJ005", ("PDF document",)),
    "SQLite": Bad(b"SQLite format 3\x00" + bytes(80), "AJ005", ("SQLite", "sqlite3 -header -csv")),
    "Arrow": Bad(b"ARROW1\x00\x00" + bytes(80), "AJ005", ("Arrow",)),
    "a pickle": Bad(b"\x80\x04\x95" + bytes(80), "AJ005", ("pickle",)),
    "a web page": Bad("\n<!DOCTYPE html>\n<html><body>Not found</body></html>\n", "AJ052", ("web page", "Raw")),
    "a pointer of Git LFS": Bad(
        "version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n", "AJ052", ("git lfs pull",)
    ),
    "a gzip bomb": Bad(
        lambda path: path.write_bytes(gzip.compress(HEADER.encode() + bytes(80_000_000), 6)),
        "AJ051",
        ("bytes when unpacking was stopped", "gunzip"),
    ),
    "one line of 10 MB": Bad("x" * 10_000_000, "AJ006", ("line 1 has 10,000,000 bytes",)),
    "a row of 10 MB": Bad(line(5, row(system="x" * 10_000_000)), "AJ006", ("bad.csv, line 5 has 10,000,",)),
    "one JSON line of 10 MB": Bad('{"a": "' + "x" * 10_000_000, "AJ006", ("line 1 has",)),
    # The structure
    "bars": Bad(GOOD.replace(",", "|"), "AJ008", ("bad.csv, line 1", "bars", "7 columns")),
    "two separators": Bad(
        "system_a,system_b,outcome,x;system;segment;score\nA,B,a,x;A;1;5\n", "AJ008", ("commas or by semicolons",)
    ),
    "semicolons and no score": Bad(
        GOOD.replace(",", ";").replace("score", "mood"), "AJ010", ("no column 'score'", "kind, mood")
    ),
    "semicolons and a bad row": Bad(line(5, row() + ",x").replace(",", ";"), "AJ009", ("line 5 has 8 fields",)),
    "thousands or decimals": Bad(
        "system;segment;score\nA;1;1,234\nB;1;2,500\nC;1;50\n",
        "AJ053",
        ("line 2, column score: '1,234' may mean 1.234 or 1234", "2 of 3 lines (lines 2, 3)"),
    ),
    "commas and points": Bad(
        "system;segment;score\nA;1;83,5\nB;1;1.234\n", "AJ012", ("line 2, column score: '83,5' is not a number",)
    ),
    "thousands and decimals": Bad(
        "system;segment;score\nA;1;1.083,5\nB;1;5\n", "AJ012", ("line 2, column score: '1.083,5'",)
    ),
    "prose": Bad("Dear all,\nplease find the scores attached.\n", "AJ007", ("bad.csv",)),
    "unknown columns": Bad(
        "colour,mood,points\nA,1,5\n", "AJ007", ("colour, mood, points", "--column system=NAME --column segment=NAME")
    ),
    "other words for our columns": Bad(
        "Model,rater,sentence_id,stars\nA,r,1,5\n",
        "AJ007",
        ("--column annotator=rater --column system=Model --column segment=sentence_id --column score=stars",),
    ),
    "other words for a comparison": Bad(
        "model_a;model_b;winner\nA;B;a\n",
        "AJ007",
        ("--column system_a=model_a --column system_b=model_b --column outcome=winner",),
    ),
    "a text that is called a rating": Bad("model,item,rating\nA,1,good\n", "AJ007", ("--column system=NAME",)),
    "no segment, but people": Bad(
        "system,username,score\nA,ann,5\n",
        "AJ010",
        ("columns found: system, username, score", "--column segment=NAME"),
    ),
    "no segment under a name given": Bad(
        "system,username,stars\nA,ann,5\n",
        "AJ010",
        ("columns found: system, username, stars", "--column segment=NAME"),
        ("--column", "score=stars"),
    ),
    "a single word": Bad("x\n", "AJ007", ("fits no known format", "adjudge convert --formats")),
    "a row too short": Bad(line(6, "ann1,s1,sys2"), "AJ009", ("bad.csv, line 6 has 3 fields", "1 of 13 lines")),
    "a row too long": Bad(line(6, row() + ",1,2"), "AJ009", ("line 6 has 9 fields", "7 fields")),
    "rows of all lengths": Bad(
        GOOD + "a\na,b\n" + row() + ",\n", "AJ009", ("line 14", "3 of 16 lines (lines 14, 15, 16)")
    ),
    "an unclosed quote": Bad(line(5, row(system='"sys1')), "AJ011", ("bad.csv, line 5", "not closed", "1 place")),
    "a stray quote": Bad(line(5, row(system='5" disk')), "AJ011", ("bad.csv, line 5", "out of place")),
    "text behind a quote": Bad(line(5, row(system='"a"b')), "AJ011", ("bad.csv, line 5", "out of place")),
    "a column twice": Bad(
        GOOD.replace("document", "session", 1), "AJ010", ("line 1", "'session' occurs more than once")
    ),
    "a reserved column": Bad(GOOD.replace("document", "_line", 1), "AJ010", ("'_line' is reserved",)),
    "hundreds of columns": Bad(
        f"system,segment,{','.join(f'c{number}' for number in range(600))}\n",
        "AJ010",
        ("columns found: system, segment, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 590 more",),
    ),
    "no score": Bad(GOOD.replace("score", "mood", 1), "AJ010", ("no column 'score'", "--column score=NAME")),
    "another word for score": Bad(GOOD.replace("score", "rating", 1), "AJ010", ("--column score=rating",)),
    "a word for score over text": Bad(
        "system,segment,rating\nA,1,good\n", "AJ010", ("no column 'score'", "--column score=NAME")
    ),
    "several words for score": Bad("system,segment,rating,stars\nA,1,5,6\n", "AJ010", ("--column score=NAME",)),
    "nearly a score": Bad(GOOD.replace("score", "scores", 1), "AJ010", ("--column score=scores",)),
    "no system, no score": Bad(
        "annotator,segment,document\na,1,d\n", "AJ010 AJ010", ("no column 'system'", "no column 'score'")
    ),
    "header only": Bad(HEADER, "AJ017", ("bad.csv has no rows", "one row of ratings")),
    # The values
    "text for a number": Bad(
        line(4, row(score="good")), "AJ012", ("bad.csv, line 4, column score: 'good'", "1 of 12 lines")
    ),
    "a decimal comma": Bad(line(4, row(score='"51,5"')), "AJ012", ("line 4, column score: '51,5'",)),
    "a score too high": Bad(line(4, row(score="100.5")), "AJ013", ("line 4, column score: 100.5 is outside", "0..100")),
    "a score too low": Bad(line(4, row(score="-1")), "AJ013", ("line 4, column score: -1",)),
    "a score off the given scale": Bad(GOOD, "AJ013", ("line 2", "1..5", "12 of 12 lines"), ("--scale", "1..5")),
    "NaN": Bad(line(4, row(score="NaN")), "AJ013", ("line 4, column score", "not a finite number")),
    "infinity": Bad(line(4, row(score="-inf")), "AJ013", ("line 4, column score", "not a finite number")),
    "a number too large": Bad(line(4, row(score="1e999")), "AJ013", ("line 4, column score",)),
    "an unknown kind": Bad(
        line(4, row(kind="sistem")), "AJ014", ("line 4, column kind: 'sistem'", "did you mean 'system'")
    ),
    "kinds of Appraise": Bad(
        re.sub(r",system,(?=\d)", ",TGT,", GOOD), "AJ014", ("column kind: 'TGT'", "12 of 12 lines")
    ),
    "a missing system": Bad(line(4, row(system="")), "AJ015", ("line 4, column system: the value is missing",)),
    "a judgement twice": Bad(GOOD + GOOD.split("\n")[2], "AJ016", ("line 3: the same", "2 of 13 lines (lines 3, 14)")),
    "an unreadable scale": Bad(
        "system,segment,score,scale\nA,1,5,\nB,1,5,wide\nC,1,5,wide\n",
        "AJ014",
        ("line 3, column scale: 'wide'", "2 of 3"),
    ),
    "a fraction as position": Bad(
        "system,segment,score,position\nA,1,5,1\nB,1,5,1.5\n", "AJ012", ("line 3, column position", "whole number")
    ),
    "a position beyond all integers": Bad(
        "system,segment,score,position\nA,1,5,1\nB,1,5,1e30\n", "AJ012", ("line 3, column position: '1e30'",)
    ),
    "a place behind quoted line ends": Bad(
        'system,segment,score,domain\nA,1,5,"two\nlines"\n\nB,1,x,\n', "AJ012", ("line 5, column score",)
    ),
    # Comparisons and counts
    "an unknown outcome": Bad(
        "system_a,system_b,outcome\nA,B,a\nA,B,left\n", "AJ014", ("line 3, column outcome: 'left'", "a, b, tie")
    ),
    "a system against itself": Bad(
        "system_a,system_b,outcome\nA,B,a\nC,C,tie\n", "AJ014", ("line 3: system 'C' is compared with itself",)
    ),
    "a negative weight": Bad(
        "system_a,system_b,outcome,weight\nA,B,a,-2\n", "AJ013", ("line 2, column weight: -2 is negative",)
    ),
    "negative counts": Bad("A B 3 1 -2\nA C 1 1 1\n", "AJ013", ("line 1, column wins_b: -2",)),
    "fractional counts": Bad("A B 3 1 2\nA C 1.5 1 1\n", "AJ012", ("line 2, column wins_a: '1.5'", "whole number")),
    "contradicting counts": Bad("A B 3 1 2\nB A 2 1 4\n", "AJ021", ("line 1", "A and B", "2 of 2 lines (lines 1, 2)")),
    "contradicting counts in CSV": Bad(
        "system_a,system_b,wins_a,ties,wins_b\nA,B,3,1,2\nA,C,1,1,1\nB,A,2,1,4\n", "AJ021", ("line 2", "(lines 2, 4)")
    ),
    "counts twice": Bad("A B 3 1 2\nA B 3 1 2\n", "AJ016", ("line 1: the same pair", "2 of 2 lines")),
    "counts of a system against itself": Bad("A B 3 1 2\nA A 3 1 3\n", "AJ014", ("line 2: system 'A'",)),
    "a rank that is no number": Bad(
        FIVE_HEADER + FIVE + "1,2,3,4,5\n" + FIVE + "1,2,x,4,5\n", "AJ012", ("line 3, column system3rank: 'x'",)
    ),
    "a missing rank": Bad(
        FIVE_HEADER + FIVE + "1,2,3,4,5\n" + FIVE + "1,2,,4,5\n", "AJ015", ("line 3, column system3rank",)
    ),
    "a rank of zero": Bad(FIVE_HEADER + FIVE + "0,2,3,4,5\n", "AJ013", ("line 2, column system1rank: 0",)),
    "rankings that rank nothing": Bad(FIVE_HEADER + FIVE + "-1,-1,3,-1,-1\n", "AJ017", ("no rows",)),
    # Spans, metric scores, texts, batches
    "a span that ends before it starts": Bad(
        "system,segment,start,end,severity\nA,1,5,2,minor\n",
        "AJ013",
        ("line 2: the start of the span is 5, its end is 2",),
    ),
    "half a span": Bad(
        "system,segment,start,end,severity\nA,1,5,,minor\n",
        "AJ013",
        ("line 2: the start of the span is 5, its end is missing",),
    ),
    "a metric score twice": Bad("metric,system,score\nbleu,A,5\nbleu,A,6\n", "AJ016", ("line 2: the same score",)),
    "a text twice": Bad("document,segment,source,A\nd,1,x,y\nd,1,x,z\n", "AJ016", ("line 2: the same segment",)),
    "a place twice": Bad(
        "session,position,item,system,segment\n1,0,1,A,1\n1,0,2,B,1\n", "AJ016", ("line 2: the same position",)
    ),
    # JSON and Parquet
    "broken JSON": Bad('[{"task": {}, "items": [', "AJ011", ("line 1, column",), name="bad.json"),
    "JSON of another kind": Bad("[1]", "AJ007", ("JSON of an unknown kind",), name="bad.json"),
    "a list of objects": Bad(
        '[{"a": 1}]', "AJ007", ("JSON list of objects", "one object to a line", "jq -c '.[]' bad.json"), name="bad.json"
    ),
    "batches without fields": Bad(
        '[{"task": {}, "items": [{"itemID": 1}]}]', "AJ011", ("task 1, item 1",), name="bad.json"
    ),
    "deep JSON": Bad('[{"items": ' + "[" * 100_000, "AJ011", ("cannot be read as JSON",), name="bad.json"),
    "broken JSON lines": Bad(
        RATING + '{"system": \n[1]\n' + RATING, "AJ011", ("line 2", "2 of 4 lines (lines 2, 3)"), name="bad.jsonl"
    ),
    "nested JSON lines": Bad(RATING + '{"system": ["A"]}\n', "AJ011", ("line 2",), name="bad.jsonl"),
    "a key twice": Bad(RATING + '{"system": "A", "system": "B"}\n', "AJ011", ("line 2",), name="bad.jsonl"),
    "half of a surrogate pair": Bad(RATING + RATING.replace("A", "\\ud800"), "AJ011", ("line 2",), name="bad.jsonl"),
    "JSON lines with bad values": Bad(
        RATING + RATING.replace("5", '"x"'), "AJ012", ("line 2, column score: 'x'",), name="bad.jsonl"
    ),
    "JSON lines that are no judgements": Bad('{"a": 1}\n', "AJ007", ("the columns a",), name="bad.jsonl"),
    "broken Parquet": Bad(parquet(FRAME)[:-30], "AJ003", ("cannot be read as Parquet",), name="bad.parquet"),
    "only the mark of Parquet": Bad(b"PAR1", "AJ003", ("cannot be read as Parquet",), name="bad.parquet"),
    "Parquet with lists": Bad(
        parquet(FRAME.with_columns(score=pl.lit([1.0, 2.0], dtype=pl.List(pl.Float64)))),
        "AJ012",
        ("row 1, column score", "2 of 2 rows"),
        name="bad.parquet",
    ),
    "Parquet with truth values": Bad(
        parquet(FRAME.with_columns(score=pl.lit(value=True))),
        "AJ012",
        ("row 1, column score: 'true'",),
        name="bad.parquet",
    ),
    # Released formats
    "direct assessment, cut": Bad(
        "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\nh w en de i h\n",
        "AJ009",
        ("line 2 has 6 fields", "12 fields"),
    ),
    "means without names": Bad('[1] "w1"\n[1] 50\n[1] 3\n[1] 60\n', "AJ009", ("line 4",)),
    "an account with two people": Bad(
        "engdeu1001,engdeu2001\nengdeu1001,engdeu2002\n", "AJ016", ("line 1: the same account",)
    ),
    # Options
    "another format": Bad(GOOD, "AJ007", ("first line is not the header",), ("--format", "wmt-rankings")),
    "text as Parquet": Bad(GOOD, "AJ007", ("cannot be read as parquet: it is not Parquet",), ("--format", "parquet")),
    "an unknown format": Bad(GOOD, "AJ040", ("there is no format 'csw'", "did you mean 'csv'"), ("--format", "csw")),
    "an absent pair": Bad(MIXED, "AJ019", ("no language pair 'eng-fra'", "eng-deu (2 rows)"), ("--pair", "eng-fra")),
    "a pair of no languages": Bad(GOOD, "AJ019", ("does not name its languages",), ("--pair", "eng-deu")),
    "a column that is not there": Bad(GOOD, "AJ040", ("no column 'stars'",), ("--column", "score=stars")),
    "a column of no table": Bad(GOOD, "AJ040", ("'points' is not a column",), ("--column", "points=score")),
    "columns of a release": Bad(
        GOOD, "AJ040", ("cannot be renamed",), ("--column", "score=score", "--format", "wmt-da")
    ),
    "a column given twice": Bad(
        GOOD, "AJ040", ("2 times, for score, segment",), ("--column", "score=score", "--column", "score=segment")
    ),
    "nearly a column": Bad(GOOD, "AJ040", ("did you mean 'score'?",), ("--column", "score=scores")),
    "half a column": Bad(GOOD, "AJ040", ("OURS=THEIRS",), ("--column", "score")),
    "no scale": Bad(GOOD, "AJ040", ("'wide' is not a scale",), ("--scale", "wide")),
    "a scale for comparisons": Bad(
        "system_a,system_b,outcome\nA,B,a\n",
        "AJ040",
        ("comparisons have no scores", "--scale 1..5"),
        ("--scale", "1..5"),
    ),
}
