"""XML as a stream of elements with their lines, in which no entity can be defined and so none can grow."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final
from xml.parsers import expat

from adjudge.core.catalogue import ErrorEntry
from adjudge.io.source import Source

_DECLARATION: Final = re.compile(rb"\s*<\?xml[^>]*\?>")
_AROUND: Final = b"<adjudge>"
_NAME: Final = _AROUND.strip(b"<>").decode()

#: Name, attributes and line of an element that begins.
Opened = Callable[[str, Mapping[str, str], int], None]


def parse_elements(
    source: Source,
    opened: Opened,
    *,
    closed: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
    broken: ErrorEntry,
) -> None:
    """Go through the elements of a file, which need no element around them.

    Inside the element that is put around everything XML allows no definitions of entities.

    Args:
        source: the file.
        opened: called for every element that begins.
        closed: called with the name of every element that ends.
        text: called with character data, in pieces.
        broken: the error for what is no XML, a template over `source`, `line`, `column` and `reason`.

    Raises:
        AdjudgeError: that error.
    """
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, says: None if tag == _NAME else opened(tag, says, parser.CurrentLineNumber)
    if closed is not None:
        parser.EndElementHandler = closed
    if text is not None:
        parser.CharacterDataHandler = text
    data = source.data
    head = _DECLARATION.match(data)
    if head:  # blanks in its place, because an element is opened before it
        data = re.sub(rb"[^\n]", b" ", head.group()) + data[head.end() :]
    try:
        parser.Parse(_AROUND, False)
        parser.Parse(data, False)
        parser.Parse(b"</adjudge>", True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        column = error.offset + 1 - (len(_AROUND) if error.lineno == 1 else 0)
        raise broken(source=source.name, line=error.lineno, column=max(column, 1), reason=reason) from None
