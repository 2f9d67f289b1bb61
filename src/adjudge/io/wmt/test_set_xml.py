"""Test sets of WMT since 2021 as XML: documents with their source, references by translator and outputs by system.

A reference is called `ref` and its translator (`refA`), as mt-metrics-eval does; `ref` where no translator is named.
Texts that share a document are matched by the numbers of their segments, never by their order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Texts
from adjudge.io.files.xml import parse_elements
from adjudge.io.formats import Format, checked
from adjudge.io.source import Source
from adjudge.io.wmt.catalogue import BAD_TEST_SET, NOT_A_TEST_SET, RESERVED_NAME, SEVERAL_LANGUAGES

_START: Final = re.compile(r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<dataset\b", re.DOTALL)
#: Elements that hold the segments of a document in one language, and the attribute that names whose text it is.
_HOLDERS: Final = {"src": None, "ref": "translator", "hyp": "system"}
_SOURCE: Final = ""
_REFERENCE: Final = "ref"


@dataclass
class _Document:
    """One document: its segments by text, and where they stand."""

    line: int
    says: Mapping[str, str]
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


@dataclass
class _Reader:
    """Collects documents while the parser goes through the file."""

    documents: list[_Document] = field(default_factory=list)
    languages: dict[str, Counter[str]] = field(default_factory=lambda: {tag: Counter() for tag in _HOLDERS})
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    elements: int = 0
    _held: dict[str, str] | None = None
    _holder: str = ""
    _segment: str | None = None
    _pieces: list[str] = field(default_factory=list)

    def opened(self, tag: str, says: Mapping[str, str], line: int) -> None:
        """An element begins."""
        self.elements += 1
        match tag:
            case "doc":
                self._held = None
                if not says.get("id"):
                    self.wrong.append((line, tag, "an id"))
                self.documents.append(_Document(line, says))
            case "src" | "ref" | "hyp":
                self._open_text(tag, says, line)
            case "seg":
                self._open_segment(says, line)
            case "supplemental":
                self._held = None

    def _open_text(self, tag: str, says: Mapping[str, str], line: int) -> None:
        language = says.get("lang") or says.get("language")
        if language:
            self.languages[tag][language] += 1
        names = {"src": _SOURCE, "ref": _REFERENCE + (says.get("translator") or ""), "hyp": says.get("system", "")}
        name = names[tag].strip()
        self._holder, self._held = tag, {}
        if not self.documents:
            self.wrong.append((line, tag, "a <doc> around it"))
        elif tag == "hyp" and not name:
            self.wrong.append((line, tag, "a system"))
        elif name in self.documents[-1].texts:
            self.wrong.append((line, tag, "a name of its own: this document has such a text already"))
        else:
            self._held = self.documents[-1].texts.setdefault(name, {})

    def _open_segment(self, says: Mapping[str, str], line: int) -> None:
        name = says.get("id", "").strip()
        if self._held is None:
            return  # notes and other supplements
        if not name or name in self._held:
            self.wrong.append((line, "seg", "an id" if not name else "an id of its own"))
            return
        self._segment, self._pieces = name, []
        if self._holder == "src":
            self.documents[-1].lines[name] = line
        elif name not in self.documents[-1].texts.get(_SOURCE, {}):
            self.wrong.append((line, "seg", f"a segment of the source with the id {name!r}, before it"))

    def closed(self, tag: str) -> None:
        """An element ends."""
        if tag == "seg" and self._segment is not None and self._held is not None:
            self._held[self._segment] = "".join(self._pieces)
            self._segment = None
        elif tag in _HOLDERS:
            self._held = None

    def text(self, piece: str) -> None:
        """Character data."""
        if self._segment is not None:
            self._pieces.append(piece)


def _read(source: Source) -> tuple[AnyTable, ...]:
    reader = _Reader()
    parse_elements(source, reader.opened, closed=reader.closed, text=reader.text, broken=NOT_A_TEST_SET)
    if reader.wrong:
        _, tag, lacks = reader.wrong[0]
        lines = [line for line, _, _ in reader.wrong]
        source.report_lines(BAD_TEST_SET, lines, total=reader.elements, tag=tag, lacks=lacks)
    names = list(dict.fromkeys(name for document in reader.documents for name in document.texts if name != _SOURCE))
    reserved = [name for name in names if name in {*Texts.names(), LINE}]
    if reserved:
        raise RESERVED_NAME(source=source.name, name=reserved[0])
    languages = {"source_lang": ("src",), "target_lang": ("ref", "hyp")}
    told = {column: _language(reader, tags) for column, tags in languages.items()}
    rows = [{**row, **told} for document in reader.documents for row in _rows(document, names)]
    columns = ("document", "segment", "source", "domain", "origin", *told, *names)
    schema = dict.fromkeys(columns, pl.String) | {LINE: pl.Int64}
    frame = pl.DataFrame(rows, schema=schema)
    table = checked(Texts, frame.drop(name for name in ("domain", "origin") if frame[name].is_null().all()), source)
    return (table.with_findings(*_notes(source, reader)),)


def _rows(document: _Document, names: list[str]) -> Iterator[dict[str, Any]]:
    says = document.says
    place = {"document": says.get("id"), "domain": says.get("domain"), "origin": says.get("origlang")}
    for segment, text in document.texts.get(_SOURCE, {}).items():
        outputs = {name: document.texts.get(name, {}).get(segment) for name in names}
        yield {**place, "segment": segment, "source": text, **outputs, LINE: document.lines[segment]}


def _language(reader: _Reader, tags: tuple[str, ...]) -> str | None:
    """The language that most texts say, those of the first kind that says any."""
    said = next((reader.languages[tag] for tag in tags if reader.languages[tag]), None)
    return said.most_common(1)[0][0] if said else None


def _notes(source: Source, reader: _Reader) -> Iterator[Finding]:
    for side, tags in (("sources", ("src",)), ("outputs", ("ref", "hyp"))):
        said = {language for tag in tags for language in reader.languages[tag]}
        if len(said) > 1:
            used = _language(reader, tags)
            yield SEVERAL_LANGUAGES(languages=sorted(said), used=used, _side=side, _source=source.name)


FORMATS = (
    Format(
        "wmt-xml",
        "test sets of WMT with their outputs (XML, since 2021)",
        gives=("texts",),
        detect=lambda source: _START.match(source.start) is not None,
        read=_read,
        author="WMT (wmt-conference/wmt-format-tools)",
        tried=(
            "wmt-conference/wmt22-news-systems: xml/wmttest2022.{en-hr,fr-de,liv-en,ru-sah}.all.xml",
            "wmt-conference/wmt-format-tools: test/sample-data/sample-hyp.xml, sample-src-ref.xml",
        ),
    ),
)
