"""Hostile inputs: every format in every way in which files go wrong, and commands with arguments nobody should give.

They are invented from the samples of the formats, so a new format is tested with all of them at once.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Final

Change = Callable[[str], str | bytes]


def _lines(change: Callable[[list[str]], list[str]]) -> Change:
    return lambda text: "\n".join(change(text.split("\n")))


def _numbers(word: str) -> Change:
    """Every number but the first line's in another form."""

    def change(text: str) -> str:
        first, _, rest = text.partition("\n")
        return first + "\n" + re.sub(r"(?<![\w.])-?\d+(\.\d+)?(?![\w.])", word, rest)

    return change


def _grown(text: str) -> str:
    """One value of seventy thousand characters."""
    place = text.rfind("A")
    return text[:place] + "A" * 70_000 + text[place + 1 :]


#: What may happen to any file.
CHANGES: Final[dict[str, Change]] = {
    "cut in the middle": lambda text: text[: len(text) // 2],
    "cut behind the first line": lambda text: text.partition("\n")[0] + "\n",
    "without its first line": lambda text: text.partition("\n")[2] or "\n",
    "without its last characters": lambda text: text.rstrip()[:-3],
    "twice in one file": lambda text: text + text,
    "lines in reverse": _lines(lambda lines: lines[::-1]),
    "every line twice": _lines(lambda lines: [line for line in lines for _ in (0, 1)]),
    "first line again at the end": _lines(lambda lines: [*lines, lines[0], ""]),
    "blank lines everywhere": _lines(lambda lines: [line for text in lines for line in (text, "", "   ")]),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "commas for tabs": lambda text: text.replace("\t", ","),
    "semicolons for commas": lambda text: text.replace(",", ";"),
    "tabs for blanks": lambda text: text.replace(" ", "\t"),
    "quotes around nothing": lambda text: text.replace(",", ',"",'),
    "a quote in front": lambda text: '"' + text,
    "words for numbers": _numbers("many"),
    "numbers beyond all floats": _numbers("1e999"),
    "numbers that are none": _numbers("nan"),
    "negative numbers": _numbers("-7"),
    "huge whole numbers": _numbers("9" * 40),
    "one huge value": _grown,
    "control characters": lambda text: text.replace("A", "A\x1b[2J\x07\u202e"),
    "emptied values": lambda text: re.sub(r"(?<=[,\t])[^,\t\n]+(?=[,\t])", "", text),
    "a NUL in the middle": lambda text: text[: len(text) // 2] + "\0" + text[len(text) // 2 :],
    "Latin-1": lambda text: text.replace("A", "\u00e9").encode("latin-1", "replace"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "gzip cut short": lambda text: gzip.compress(text.encode())[:-9],
    "gzip twice": lambda text: gzip.compress(gzip.compress(text.encode())),
    "braces around it": lambda text: "{" + text + "}",
    "brackets around it": lambda text: "[" + text + "]",
    "nulls for values": lambda text: re.sub(r'(?<=: )("[^"]*"|\d+)', "null", text),
    "lists for values": lambda text: re.sub(r'(?<=: )("[^"]*"|\d+)', "[[]]", text),
}

#: Arguments that nobody should give; `RATINGS`, `VOTES` and `SPANS` stand for good files, `FOLDER` for a folder.
ARGUMENTS: Final[tuple[str, ...]] = (
    "rank",
    "rank RATINGS --recipe",
    "rank RATINGS --recipe nothing",
    "rank RATINGS --recipe FOLDER/none.toml",
    "rank RATINGS --recipe RATINGS",
    "rank RATINGS --method mfas",
    "rank RATINGS --unit annotator",
    "rank RATINGS --level 0",
    "rank RATINGS --level nan",
    "rank RATINGS --level -1",
    "rank RATINGS --level 1e-400",
    "rank RATINGS --seed -1",
    "rank RATINGS --seed 99999999999999999999999999",
    "rank RATINGS --bootstrap 0",
    "rank RATINGS --bootstrap 1000000000000 --recipe wmt-da",
    "rank RATINGS --margin nan",
    "rank RATINGS --margin inf",
    "rank RATINGS --margin -5",
    "rank RATINGS --hide nobody",
    "rank RATINGS --hide alpha --hide beta --hide gamma",
    "rank RATINGS --hide alpha --hide beta",
    "rank RATINGS --post-edited nobody",
    "rank RATINGS --scale 5..1",
    "rank RATINGS --scale 0..10",
    "rank RATINGS --scale nan..inf",
    "rank RATINGS --scale 1e308..1e309",
    "rank RATINGS --pair xx-yy",
    "rank RATINGS --pair",
    "rank RATINGS --format nothing",
    "rank RATINGS --format parquet",
    "rank RATINGS --format jsonl",
    "rank RATINGS --format appraise",
    "rank RATINGS --table spans",
    "rank RATINGS --table nothing",
    "rank RATINGS --column score",
    "rank RATINGS --column =score",
    "rank RATINGS --column score=nothing",
    "rank RATINGS --column nothing=score",
    "rank RATINGS --column score=annotator",
    "rank RATINGS --column system=score",
    "rank RATINGS --weights mqm",
    "rank RATINGS --correction bonferroni",
    "rank RATINGS --json --csv",
    "rank RATINGS --csv --pairs",
    "rank RATINGS --html FOLDER",
    "rank RATINGS --html FOLDER/none/page.html",
    "rank RATINGS RATINGS",
    "rank RATINGS VOTES",
    "rank RATINGS FOLDER",
    "rank FOLDER",
    "rank RATINGS --no-such-option",
    "rank RATINGS --where",
    "rank RATINGS --where domain",
    "rank RATINGS --where =",
    "rank RATINGS --where nothing=x",
    "rank RATINGS --where system=nobody",
    "rank RATINGS --where score>=many",
    "rank RATINGS --by nothing",
    "rank RATINGS --by segment",
    "rank RATINGS --keep-kinds nothing",
    "rank RATINGS --keep-kinds degraded",
    "rank VOTES --keep-kinds system",
    "rank VOTES --method nothing",
    "rank VOTES --recipe wmt-da",
    "rank VOTES --method mfas --time-limit nan",
    "rank VOTES --method mfas --time-limit -1",
    "rank VOTES --method trueskill --runs 0",
    "rank VOTES --method trueskill --runs 1000000000000",
    "rank VOTES --reference nobody",
    "rank VOTES --unit nothing",
    "rank VOTES --covariate nothing",
    "rank VOTES --both-bad drop",
    "rank VOTES --bootstrap 1000000000000",
    "rank VOTES --scale 1..5",
    "rank SPANS --weights nothing.toml",
    "rank SPANS --weights RATINGS",
    "rank SPANS --bootstrap 10",
    "annotators",
    "annotators RATINGS",
    "annotators SPANS",
    "annotators VOTES --json --csv",
    "power",
    "power RATINGS",
    "power --n 0",
    "power --n 1000000000000 --effect 0.4",
    "power --effect 0.5",
    "power --effect 0.4 --power 1",
    "power --effect 0.4 --svg FOLDER/none/power.svg",
    "power --table --n 4",
    "next-pairs RATINGS",
    "next-pairs VOTES --count 0",
    "next-pairs VOTES --count -1",
    "next-pairs VOTES --count 1000000000000",
    "next-pairs VOTES --seed x",
    "convert RATINGS",
    "convert RATINGS RATINGS",
    "convert RATINGS FOLDER/none/out.csv",
    "convert RATINGS FOLDER/out.docx",
    "convert RATINGS FOLDER",
    "convert RATINGS FOLDER/out.csv --table texts",
    "convert RATINGS VOTES FOLDER/out.csv",
    "convert SPANS FOLDER/out.csv --pair xx-yy",
    "simulate",
    "simulate FOLDER/out.docx",
    "simulate FOLDER/out.csv --preset nothing",
    "simulate FOLDER/out.csv --systems 0",
    "simulate FOLDER/out.csv --systems -3",
    "simulate FOLDER/out.csv --systems 1000000000000",
    "simulate FOLDER/out.csv --set nothing=1",
    "simulate FOLDER/out.csv --set annotators.noise=nan",
    "simulate FOLDER/out.csv --set annotators.noise",
    "simulate FOLDER/out.csv --seed -1",
    "reproduce",
    "reproduce nothing",
    "reproduce lopez-2012 --data FOLDER/none",
    "reproduce lopez-2012 --data RATINGS",
    "demo --out RATINGS",
    "demo --out FOLDER/none/deep/x --seed -1",
    "nothing",
    "--nothing",
    "rank --help extra",
    "",
)
