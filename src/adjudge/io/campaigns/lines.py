"""Texts from plain files of lines: one segment to a line, in the same order in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from adjudge.core.campaign.languages import is_language, nearest_language
from adjudge.core.checking.checks import listed_places
from adjudge.io.campaigns.catalogue import (
    BLANK_END,
    DOCUMENT_AGAIN,
    DOMAIN_GIVEN_TWICE,
    DOMAINS_AFTER_BLANK,
    MISSING_LINES,
    NO_LINE_FILE,
    RESERVED_NAME,
    TWO_DOMAINS,
    UNEQUAL_LINES,
    UNKNOWN_ORIGIN,
)
from adjudge.io.campaigns.places import CampaignPlaces
from adjudge.io.source import Source

#: Columns of texts that outputs cannot be called.
RESERVED = ("document", "segment", "source", "domain", "origin", "source_lang", "target_lang", "_line")


@dataclass(frozen=True)
class LineFile:
    """The lines of a file.

    Args:
        name: of the file.
        key: of the campaign file.
        lines: without line ends; blank lines are empty.
    """

    name: str
    key: tuple[str, ...]
    lines: list[str]

    @property
    def empty(self) -> list[int]:
        """Numbers of the lines that hold nothing, from 1."""
        return [number for number, line in enumerate(self.lines, 1) if not line]

    @property
    def filled(self) -> int:
        """The number of the last line that holds something; 0 if none does."""
        return next((number for number in range(len(self.lines), 0, -1) if self.lines[number - 1]), 0)


def read_line_file(places: CampaignPlaces, named: str, *key: str) -> LineFile | None:
    """The lines of a file; None if it cannot be read, which is noted."""
    source = places.open(named, key)
    return None if source is None else LineFile(source.name, key, _lines(source))


def _lines(source: Source) -> list[str]:
    """Lines end with a line feed, and with nothing else: translations hold other separators of lines."""
    lines = source.data.decode().removeprefix("\ufeff").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [line if line.strip() else "" for line in (line.removesuffix("\r") for line in lines)]


def read_lines_of(places: CampaignPlaces) -> pl.DataFrame | None:
    """Document, segment, source, domain, origin and outputs; None if the source cannot be read. Problems are noted."""
    texts, noted = places.campaign.texts, len(places.problems)
    given = {name: getattr(texts, name) for name in ("source", "documents", "domains", "origins")}
    named = {name: read_line_file(places, path, "texts", name) for name, path in given.items() if path is not None}
    filled = max((file.filled for file in named.values() if file), default=0)
    named = {name: _without_blank_end(places, file, filled) for name, file in named.items()}
    files = [file for file in named.values() if file]
    _require_as_many(places, files, files)
    height = len(files[0].lines) if files else 0
    columns = _columns(places, named, height)
    if len(places.problems) == noted:
        places.sources = _frame(columns, height)
    outputs = {name: file for name, file in read_outputs(places, height).items() if file}
    _require_as_many(places, [*files, *outputs.values()], list(outputs.values()))
    if named["source"] is None:
        return None
    return _frame(columns | {name: [line or None for line in file.lines] for name, file in outputs.items()}, height)


def _require_as_many(places: CampaignPlaces, files: Sequence[LineFile], checked: Sequence[LineFile]) -> None:
    """Note files with another number of lines than the first of all that could be read, which is the source at best."""
    if files:
        require_lines(places, [file for file in checked if file is not files[0]], files[0].name, files[0].lines)


def _columns(places: CampaignPlaces, files: dict[str, LineFile | None], height: int) -> dict[str, Sequence[str | None]]:
    """What files hold beside outputs: document, domain, origin and source. Problems are noted."""
    columns = _documents(places, files.get("documents"), height)
    documents, domains, origins, source = (files.get(name) for name in ("documents", "domains", "origins", "source"))
    if domains is not None:
        if documents is not None and "domain" in columns:
            wrong = sum(domain is not None for domain in columns["domain"])
            told = {"source": documents.name, "wrong": wrong, "total": len(documents.lines)}
            places.report(DOMAIN_GIVEN_TWICE, "texts", "domains", **told)
        columns["domain"] = [line.strip() or None for line in domains.lines]
    if origins is not None:
        columns["origin"] = [line.strip() or None for line in origins.lines]
        _check_origins(places, origins, columns["origin"])
    if source is not None:
        require_filled(places, source, "source")
        columns["source"] = source.lines
    if documents is not None:
        _check_one_domain(places, files, columns)
    return columns


def _frame(columns: dict[str, Sequence[str | None]], height: int) -> pl.DataFrame:
    """The columns that have a value for every line, and the number of every segment in its document."""
    even = {name: values for name, values in columns.items() if len(values) == height}
    frame = pl.DataFrame(even, schema=dict.fromkeys(even, pl.String))
    if "document" not in frame.columns:
        return frame
    return frame.with_columns(segment=(pl.int_range(pl.len()).over("document") + 1).cast(pl.String))


def read_outputs(places: CampaignPlaces, height: int | None) -> dict[str, LineFile | None]:
    """The lines of systems and references that have files, by name.

    Args:
        places: the campaign.
        height: how many lines there should be, if that is known.
    """
    campaign = places.campaign
    named = dict(campaign.systems) if isinstance(campaign.systems, dict) else {}
    files = {name: read_line_file(places, path, "systems", name) for name, path in named.items()}
    for name, reference in campaign.references.items():
        if reference.file is not None:
            files[name] = read_line_file(places, reference.file, "references", name, "file")
        elif campaign.texts.source is not None:
            places.report(NO_LINE_FILE, "references", name, noun="reference", name=name)
    if height:
        files = {name: _without_blank_end(places, file, height) for name, file in files.items()}
    for name in files:
        if name in RESERVED:
            noun = "system" if name in named else "reference"
            key = "systems" if name in named else "references"
            places.report(RESERVED_NAME, key, name, noun=noun, name=name, known=", ".join(RESERVED))
    for name, file in files.items():
        # References that nobody judges may have gaps: words are drawn from what is there.
        hidden = name in campaign.references and campaign.references[name].role == "hidden"
        if file is not None and not hidden:
            require_filled(places, file, f"output of {name}" if name in named else f"reference {name}")
    return files


def require_lines(places: CampaignPlaces, files: Sequence[LineFile], first: str, lines: Sequence[str]) -> None:
    """Note every file whose number of lines is not that of the first."""
    for file in files:
        if len(file.lines) != len(lines):
            places.report(
                UNEQUAL_LINES,
                *file.key,
                key=".".join(file.key),
                source=file.name,
                found=len(file.lines),
                lines=len(lines),
                more=max(0, len(file.lines) - len(lines)) or None,
                fewer=max(0, len(lines) - len(file.lines)) or None,
                first=first,
            )


def _without_blank_end(places: CampaignPlaces, file: LineFile | None, height: int) -> LineFile | None:
    """A file without the empty lines behind the last line of the texts, which are noted."""
    if file is None or not file.filled <= height < len(file.lines):
        return file
    more = len(file.lines) - height
    told = {"source": file.name, "more": more, "lines": height, "total": len(file.lines)}
    places.report(BLANK_END, *file.key, key=".".join(file.key), **told)
    return replace(file, lines=file.lines[:height])


def require_filled(places: CampaignPlaces, file: LineFile, noun: str) -> None:
    """Note the lines of a file that hold nothing."""
    empty = file.empty
    if empty:
        shown = listed_places("line", empty[:9])
        places.problems.append(
            MISSING_LINES.problem(
                source=file.name, line=empty[0], noun=noun, wrong=len(empty), total=len(file.lines), places=shown
            )
        )


def _documents(places: CampaignPlaces, file: LineFile | None, height: int) -> dict[str, Sequence[str | None]]:
    """The document of every line, and its domain if it stands before it."""
    if places.campaign.texts.documents is None:
        return {"document": [None] * height}
    if file is None:
        return {}
    require_filled(places, file, "name of the document")
    parts = [line.rpartition("\t") for line in file.lines]
    names = [name.strip() for _, _, name in parts]
    again = _again(names)
    if again:
        shown = listed_places("line", [number for number, _ in again[:9]])
        number, document = again[0]
        places.problems.append(
            DOCUMENT_AGAIN.problem(source=file.name, line=number, document=document, wrong=len(again), places=shown)
        )
    columns: dict[str, Sequence[str | None]] = {"document": names}
    words = _words_before_blanks(names)
    if words and places.campaign.texts.domains is None and not any(tab for _, tab, _ in parts):
        found = DOMAINS_AFTER_BLANK(words=words, documents=len(set(names)), _source=file.name)
        places.findings.append(found)
    if any(tab for _, tab, _ in parts):
        columns["domain"] = [domain.strip() or None for domain, _, _ in parts]
    return columns


def _words_before_blanks(names: Sequence[str]) -> list[str]:
    """The first words of names of two words, if these are few, as domains are; none if any name has another form."""
    split = [name.split(" ") for name in dict.fromkeys(names)]
    words = sorted({parts[0] for parts in split})
    few = 1 < len(words) <= len(split) / 2
    return words if few and all(len(parts) == 2 for parts in split) else []


def _again(names: Sequence[str]) -> list[tuple[int, str]]:
    """Lines on which a document begins for a second time."""
    seen: set[str] = set()
    found = []
    for number, name in enumerate(names, 1):
        if number > 1 and name == names[number - 2]:
            continue
        if name and name in seen:
            found.append((number, name))
        seen.add(name)
    return found


def _check_one_domain(
    places: CampaignPlaces, files: dict[str, LineFile | None], columns: dict[str, Sequence[str | None]]
) -> None:
    """Note documents that change their domain or their origin in the middle."""
    documents = columns.get("document", ())
    for name in ("domain", "origin"):
        values = columns.get(name, ())
        file = files.get(f"{name}s") or files["documents"]
        rows = list(zip(documents, values, strict=False))
        wrong = [
            number
            for number in range(2, len(rows) + 1)
            if rows[number - 1][0] == rows[number - 2][0] and rows[number - 1][1] != rows[number - 2][1]
        ]
        if wrong and file is not None:
            shown = listed_places("line", wrong[:9])
            values_of = {"line": wrong[0], "document": rows[wrong[0] - 1][0], "noun": name}
            places.problems.append(TWO_DOMAINS.problem(source=file.name, wrong=len(wrong), places=shown, **values_of))


def _check_origins(places: CampaignPlaces, file: LineFile, origins: Sequence[str | None]) -> None:
    lines: dict[str, list[int]] = {}
    for number, code in enumerate(origins, 1):
        if code is not None:
            lines.setdefault(code, []).append(number)
    for code, wrong in lines.items():
        if not is_language(code):
            found = {"line": wrong[0], "wrong": len(wrong), "places": listed_places("line", wrong[:9])}
            told = {"value": code, "near": nearest_language(code), "total": len(origins)}
            places.problems.append(UNKNOWN_ORIGIN.problem(source=file.name, **told, **found))
