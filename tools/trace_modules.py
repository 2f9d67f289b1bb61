"""Which modules a file passes on its way to a ranking: those in which a function runs while `adjudge rank` ranks it.

Run `python -m tools.trace_modules` after moving code: it rewrites the lists in `docs/explanation/architecture.md`. A
test fails until that is done. Imports, class bodies, lambdas and comprehensions do not count.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pkgutil
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

import adjudge
from adjudge.cli.main import run

PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "architecture.md"
#: What is simulated, and how it is ranked.
FILES: Final = {"ratings": ["--preset", "wmt20"], "comparisons": ["--protocol", "rankings"]}


def trace(kind: str) -> list[str]:
    """Modules in the order in which a function of them first runs.

    Args:
        kind: `ratings` or `comparisons`.
    """
    for module in pkgutil.walk_packages(adjudge.__path__, "adjudge."):
        importlib.import_module(module.name)
    seen: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = str(frame.f_globals.get("__name__", ""))
        if event == "call" and name.startswith("adjudge.") and not frame.f_code.co_name.startswith("<"):
            seen.setdefault(name)

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = str(Path(folder) / f"{kind}.csv")
        run(["simulate", path, *FILES[kind]])
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            run(["rank", path])
        finally:
            sys.setprofile(before)
    return [name for name in seen if not hasattr(sys.modules[name], "__path__")]


def lists(kind: str) -> Iterator[str]:
    """One line per folder with its modules, in the order of the first call."""
    modules = trace(kind)
    folders: dict[str, list[str]] = {}
    for name in modules:
        folder, _, module = name.removeprefix("adjudge.").rpartition(".")
        folders.setdefault(folder.replace(".", "/"), []).append(module)
    yield f"{len(modules)} modules:\n"
    yield "| folder | modules, in the order of their first call |\n|---|---|"
    for folder, names in folders.items():
        yield f"| `{folder}` | {', '.join(names)} |"


def filled(page: str) -> str:
    """The page with its lists as the code is now."""

    def fill(match: re.Match[str]) -> str:
        text = "\n".join(lists(match["kind"]))
        return f"<!-- begin trace of {match['kind']} -->\n{text}\n<!-- end trace of {match['kind']} -->"

    lists_of = r"<!-- begin trace of (?P<kind>\w+) -->\n.*?<!-- end trace of (?P=kind) -->"
    return re.sub(lists_of, fill, page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
