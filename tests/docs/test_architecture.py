"""The page on the architecture lists the modules that a file really passes, and every folder says what it holds."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.trace_modules import PAGE, filled

SOURCE = PAGE.parents[2] / "src" / "adjudge"
MODULES = sorted(SOURCE.rglob("*.py"))
FOLDERS = sorted({path.parent for path in MODULES})


def test_the_traces_are_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- begin trace of ") == 2
    assert filled(page) == page, "run: python -m tools.trace_modules"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_folder_says_what_may_go_in(folder: Path) -> None:
    sentence = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert sentence.endswith(".") or sentence.splitlines()[0].endswith(".")
    assert len(sentence.split()) >= 6
