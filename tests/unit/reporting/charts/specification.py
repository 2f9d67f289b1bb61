"""What a chart draws, read from its specification."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Rows = list[dict[str, Any]]


def rows(spec: dict[str, Any], key: str) -> Rows:
    """The rows that hold a field, without repetition."""
    found = {json.dumps(row, sort_keys=True) for _, data in marks(spec) for row in data if key in row}
    return [json.loads(row) for row in sorted(found)]


def drawn_by(spec: dict[str, Any], mark: str) -> list[Rows]:
    """The rows of every layer with this kind of mark."""
    return [data for kind, data in marks(spec) if kind["type"] == mark]


def marks(spec: dict[str, Any], node: Any = None, data: Any = ()) -> Iterator[tuple[dict[str, Any], Rows]]:
    """Every mark with the rows it draws; altair keeps rows apart and lets layers inherit them."""
    node = spec if node is None else node
    if "data" in node:
        data = spec["datasets"][node["data"]["name"]]
    if "mark" in node:
        yield node["mark"], data
    for child in (*node.get("layer", ()), *node.get("hconcat", ())):
        yield from marks(spec, child, data)
