"""What is known of a paper, a book or a program that a text can cite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

#: Types of BibTeX entries.
Kind = Literal["article", "inproceedings", "book", "misc"]


@dataclass(frozen=True)
class Source:
    """One paper, book or program.

    Args:
        key: of the BibTeX entry; that of the ACL Anthology where there is one.
        kind: of the BibTeX entry.
        cited_as: as our texts write it, the usual form first: `Graham et al. 2020`; `WMT22` is the findings paper of
            that year.
        authors: each as `Last, First`.
        title: with braces around what keeps its capitals.
        year: of publication; None if there is none.
        fields: further BibTeX fields as plain text; what could not be verified is left out.
        checked: where the fields were verified.
    """

    key: str
    kind: Kind
    cited_as: tuple[str, ...]
    authors: tuple[str, ...]
    title: str
    year: int | None
    fields: Mapping[str, str]
    checked: str

    @property
    def short(self) -> str:
        """The usual form in a text."""
        return self.cited_as[0]
