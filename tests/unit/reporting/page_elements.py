"""A page as its elements, its text, its outline and its tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Table:
    """A table of a page: its caption, the text of its cells, and the rows that a line stands above."""

    kind: str
    caption: str = ""
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


class Page(HTMLParser):
    """Elements and text of a page without its links; fails on elements that are not closed in order."""

    VOID = frozenset({"meta", "br", "wbr", "link", "img", "input", "hr"})
    BLOCKS = frozenset({"dt", "dd", "td", "th", "li", "p", "caption", "figcaption", "h1", "h2", "h3", "text", "desc"})
    UNREAD = frozenset({"script", "style", "nav"})
    ASKING = ("src", "href", "srcset", "data", "action", "poster", "xlink:href", "background", "formaction")
    OUTLINED = frozenset({"header", "nav", "main", "section", "figure", "svg", "table", "details", "footer", "script"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.outline: list[str] = []
        self.tables: list[Table] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if tag in self.OUTLINED:
            depth = len(self.OUTLINED.intersection(self._open)) if tag != "nav" else 0
            named = attributes.get("aria-label") or (attributes.get("aria-labelledby") or "").split(" ")[0]
            self.outline.append("  " * depth + " ".join(filter(None, (tag, attributes.get("class"), named))))
        if tag == "table":
            self.tables.append(Table(attributes.get("class") or ""))
        if tag == "tr":
            if attributes.get("class") == "line":
                self.tables[-1].lines.append(len(self.tables[-1].rows) - 1)  # without the head
            self.tables[-1].rows.append([])
        if tag in {"td", "th"}:
            self.tables[-1].rows[-1].append("")
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self.text += " " if tag in self.BLOCKS else ""

    def handle_data(self, data: str) -> None:
        self.text += "" if self.UNREAD.intersection(self._open) else data
        if "caption" in self._open:
            self.tables[-1].caption += data
        elif {"td", "th"}.intersection(self._open):
            self.tables[-1].rows[-1][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())

    @property
    def loaded(self) -> list[str]:
        """Whatever an element would ask for: every address that does not stay in the page."""
        asked = [(a.get(name) or "") for _, a in self.elements for name in self.ASKING if name in a]
        return [address for address in asked if not address.startswith("#")]

    @property
    def heat(self) -> list[Table]:
        """The heat tables."""
        return [table for table in self.tables if table.kind == "heat"]
