"""Results of ours that were stored: JSON as commands print it, or the JSON inside of the page of a report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from adjudge.io import catalogue
from adjudge.io.files.stored import open_stored
from adjudge.io.json_files.values import parse_json
from adjudge.io.source import Source

#: The element of a page that holds the data of its report; `</` is written `<\/` in it.
_EMBEDDED: Final = re.compile(rb"<script\b[^>]*\bid=\"adjudge-report\"[^>]*>(.*?)</script>", re.DOTALL)
#: Every result of ours names its schema, and no judgements do.
_OURS: Final = re.compile(rb'"schema"\s*:\s*"adjudge\.')


@dataclass(frozen=True)
class StoredResult:
    """What a file of ours holds.

    Args:
        data: a value of JSON; None if the file is a page without data.
    """

    data: Any


def stored_result(path: Path) -> StoredResult | None:
    """The result that a file holds; None if it is something else, such as judgements.

    Args:
        path: a file, plain or gzip.

    Raises:
        InputError: AJ001 to AJ003 if it cannot be read, AJ011 if its JSON is broken.
    """
    content = open_stored(path)
    head = content if isinstance(content, bytes) else content.head
    is_page = head[:1024].lstrip().lower().startswith((b"<!doctype html", b"<html"))
    if not is_page and not (head.lstrip().startswith(b"{") and _OURS.search(head)):
        return None
    data = content if isinstance(content, bytes) else content.data
    if is_page:
        embedded = _EMBEDDED.search(data)
        if embedded is None:
            return StoredResult(None)
        data = embedded[1]
    return StoredResult(_parsed(path, data))


def _parsed(path: Path, data: bytes) -> Any:  # noqa: ANN401 - anything JSON can hold
    try:
        data.decode()
    except UnicodeDecodeError:
        raise catalogue.UNREADABLE_JSON(source=path.name, reason="it is not UTF-8") from None
    return parse_json(Source(path, data))
