"""A page as its elements and its text."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Elements and text of a page without its links; fails on elements that are not closed in order."""

    VOID = frozenset({"meta", "br", "wbr", "link", "img", "input", "hr"})
    BLOCKS = frozenset({"dt", "dd", "td", "th", "li", "p", "caption", "figcaption", "h1", "h2", "h3", "text", "desc"})
    UNREAD = frozenset({"script", "style", "nav"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self.text += " " if tag in self.BLOCKS else ""

    def handle_data(self, data: str) -> None:
        self.text += "" if self.UNREAD.intersection(self._open) else data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())
