"""A strict reader of the LaTeX that we write: it knows a few commands, and refuses everything else.

It gives back what a reader of the paper would see, so that a name that LaTeX would change is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: What commands print.
_PRINTS = {
    r"\textbackslash": "\\",
    r"\textasciitilde": "~",
    r"\textasciicircum": "^",
    r"\textasciigrave": "`",
    r"\textless": "<",
    r"\textgreater": ">",
    r"\textbar": "|",
    r"\textendash": "–",
    r"\textemdash": "—",
    r"\textquoteleft": "\N{LEFT SINGLE QUOTATION MARK}",
    r"\textquoteright": "\N{RIGHT SINGLE QUOTATION MARK}",
    r"\textquotedblleft": "“",
    r"\textquotedblright": "”",
    r"\dots": "…",
    r"\allowbreak": "",
    r"\/": "",
    r"\ ": " ",
    r"\times": "×",
    r"\pm": "±",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\to": "→",
    r"\bigtriangleup": "▲",
    r"\bigtriangledown": "▼",
    **{f"\\{char}": char for char in "_&%#${}"},
}
_TOKEN = re.compile(r"%[^\n]*\n|\\[A-Za-z]+\*?|\\.|[{}&$]|[^\\{}&$%]+", re.DOTALL)
_FORBIDDEN = re.compile(r"[~^_#\"<>|`]")
#: What TeX joins to one sign.
_JOINED = {"---": "—", "--": "–", "''": "”", ",,": "„"}


class NotLatexError(Exception):
    """What LaTeX would refuse, or read as something else."""


@dataclass
class ParsedTable:
    """A table as LaTeX sees it."""

    environment: str = ""
    columns: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    rules: set[int] = field(default_factory=set)  # rows that a rule stands above
    caption: str = ""
    label: str = ""
    comments: list[str] = field(default_factory=list)
    size: str = ""
    scaled: bool = False


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [t for t in _TOKEN.findall(text) if not t.startswith("%")]
        if "".join(_TOKEN.findall(text)) != text:
            raise NotLatexError("a sign that stands alone")
        self.place = 0

    def peek(self) -> str:
        while self.place < len(self.tokens) and not self.tokens[self.place].strip():
            self.place += 1
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str | None = None) -> str:
        found = self.peek()
        if wanted is not None and found != wanted:
            raise NotLatexError(f"{found!r} where {wanted!r} was expected")
        self.place += 1
        return found

    def may(self, wanted: str) -> bool:
        if self.peek() == wanted:
            self.place += 1
            return True
        return False

    def group(self) -> list[str]:
        """The tokens between braces."""
        self.take("{")
        depth, inside = 1, []
        while depth:
            if self.place >= len(self.tokens):
                raise NotLatexError("a brace is not closed")
            token = self.tokens[self.place]
            self.place += 1
            depth += {"{": 1, "}": -1}.get(token, 0)
            inside.append(token)
        return inside[:-1]

    def begin(self, name: str) -> None:
        self.take(r"\begin")
        if self.group() != [name]:
            raise NotLatexError(f"no \\begin{{{name}}}")

    def end(self, name: str) -> None:
        self.take(r"\end")
        if self.group() != [name]:
            raise NotLatexError(f"no \\end{{{name}}}")


def printed(tokens: list[str]) -> str:
    """What LaTeX prints: spaces in a row are one, and braces do not keep signs from being joined."""
    text = re.sub(r"\\shortstack\0\[r\]", "", re.sub(r"\\char\x0034", _QUOTE, "\0".join(tokens)))
    parts = [part for part in text.split("\0") if part not in {"{", "}", r"\texttt"}]
    if parts.count("$") % 2:
        raise NotLatexError("mathematics is not closed")
    out = [_printed(part, math=parts[:i].count("$") % 2 == 1) for i, part in enumerate(parts)]
    text = "".join(out)
    for signs, sign in _JOINED.items():
        text = text.replace(signs, sign)
    return " ".join(text.replace(_APART, "").split())


#: Nothing is joined over it.
_APART = "\x01"
#: A quotation mark by its number.
_QUOTE = "\x02"


def _printed(token: str, *, math: bool) -> str:
    if token == "$":
        return _APART
    if token in {r"\\", _QUOTE}:
        return " " if token == r"\\" else '"'
    if token.startswith("\\"):
        if token not in _PRINTS:
            raise NotLatexError(f"the command {token}")
        return f"{_APART}{_PRINTS[token]}{_APART}"
    if token == "&" or _FORBIDDEN.search(token):
        raise NotLatexError(f"{token} has a meaning")
    if math and not re.fullmatch(r"-?[\d.]*|[nNpz]", token.strip()):
        raise NotLatexError(f"mathematics: {token}")
    return token.replace("-", "−") if math else token


def parse_table(latex: str) -> ParsedTable:
    """Read one table; everything but what we write is refused."""
    table = ParsedTable(comments=[line[2:] for line in latex.splitlines() if line.startswith("% ")])
    reader = _Reader(latex)
    if reader.may(r"\begingroup"):
        _long(reader, table)
    else:
        reader.take(r"\begin")
        [table.environment] = reader.group()
        if table.environment not in {"table", "table*"}:
            raise NotLatexError(table.environment)
        _float(reader, table)
    if reader.peek():
        raise NotLatexError("something behind the table")
    for row in (table.headings, *table.rows):
        if len(row) != len(table.columns):
            raise NotLatexError(f"{len(row)} cells in {len(table.columns)} columns")
    return table


def _float(reader: _Reader, table: ParsedTable) -> None:
    reader.take(r"\centering")
    _type(reader, table)
    if reader.may(r"\resizebox"):
        assert reader.group() == [r"\textwidth"]
        assert reader.group() == ["!"]
        reader.take("{")
        table.scaled = True
    reader.begin("tabular")
    table.columns = _columns(reader.group())
    table.headings = _head(reader)
    _body(reader, table, end=r"\bottomrule")
    reader.take(r"\bottomrule")
    reader.end("tabular")
    if table.scaled:
        reader.take("}")
    _caption(reader, table)
    reader.end(table.environment)


def _long(reader: _Reader, table: ParsedTable) -> None:
    table.environment = "longtable"
    _type(reader, table)
    reader.take(r"\setlength")
    assert reader.group() == [r"\LTcapwidth"]
    assert reader.group() == [r"\textwidth"]
    reader.begin("longtable")
    table.columns = _columns(reader.group())
    _caption(reader, table)
    reader.take(r"\\")
    table.headings = _head(reader)
    reader.take(r"\endfirsthead")
    if _head(reader) != table.headings:
        raise NotLatexError("another head on the second page")
    reader.take(r"\endhead")
    reader.take(r"\bottomrule")
    reader.take(r"\endfoot")
    _body(reader, table, end=r"\end")
    reader.end("longtable")
    reader.take(r"\endgroup")


def _type(reader: _Reader, table: ParsedTable) -> None:
    if reader.peek() in {r"\small", r"\footnotesize", r"\scriptsize"}:
        table.size = reader.take()
    if reader.peek() == r"\setlength" and reader.tokens[reader.place + 2] == r"\tabcolsep":
        reader.take()
        reader.group()
        assert re.fullmatch(r"\dpt", "".join(reader.group()))


def _columns(tokens: list[str]) -> list[str]:
    text = "".join(tokens)
    found = re.findall(r">\{\\raggedright\\arraybackslash\}p\{\d+pt\}|[lr]", text)
    if "".join(found) != text:
        raise NotLatexError(f"the columns {text}")
    return ["p" if "p{" in column else column for column in found]


def _caption(reader: _Reader, table: ParsedTable) -> None:
    reader.take(r"\caption")
    table.caption = printed(reader.group())
    reader.take(r"\label")
    table.label = "".join(reader.group())
    if not re.fullmatch(r"[a-z]+:[a-z0-9-]+", table.label):
        raise NotLatexError(f"the label {table.label}")


def _head(reader: _Reader) -> list[str]:
    reader.take(r"\toprule")
    cells = _row(reader)
    reader.take(r"\midrule")
    return cells


def _body(reader: _Reader, table: ParsedTable, *, end: str) -> None:
    while reader.peek() != end:
        if reader.may(r"\midrule"):
            if not table.rows or len(table.rows) in table.rules:
                raise NotLatexError("a rule where there is one")
            table.rules.add(len(table.rows))
        else:
            table.rows.append(_row(reader))
    if len(table.rows) in table.rules:
        raise NotLatexError("a rule below the last row")


def _row(reader: _Reader) -> list[str]:
    if reader.peek().lstrip().startswith(("[", "*")):
        raise NotLatexError("a row that begins with an option of what stands before")
    cells: list[list[str]] = [[]]
    depth = 0
    while True:
        if reader.place >= len(reader.tokens):
            raise NotLatexError("a row without end")
        token = reader.tokens[reader.place]
        reader.place += 1
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            raise NotLatexError("a brace too many")
        if token == r"\\" and not depth:
            return [printed(cell) for cell in cells]
        if token == "&" and not depth:
            cells.append([])
        else:
            cells[-1].append(token)
