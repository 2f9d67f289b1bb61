"""The name that was probably meant."""

from __future__ import annotations

import pytest

from adjudge.core.checking.near import nearest


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("ESA", ["da", "esa"], "esa"),
        ("birch", ["Birch", "Cedar"], "Birch"),
        ("blokcs", ["blocks", "side-by-side"], "blocks"),
        ("esa", ["ESA", "Esa"], "ESA"),
        ("x", ["blocks"], None),
        (3, ["3"], None),
    ],
)
def test_capitals_do_not_count(name: object, known: list[str], meant: str | None) -> None:
    assert nearest(name, known) == meant
