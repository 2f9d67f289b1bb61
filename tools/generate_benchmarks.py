"""Run benchmarks and write the ratios they print into `benchmarks/results/speed.json` and onto the page on speed.

`python tools/generate_benchmarks.py startup rank_sum` runs these two and keeps the ratios of the others;
`python tools/generate_benchmarks.py` runs nothing and writes the page from the file. Seconds are not kept, because they
belong to a machine; a ratio is of two programs by turns in one run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools.generate_reproductions import replaced

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = ROOT / "benchmarks" / "results" / "speed.json"
PAGE: Final = ROOT / "docs" / "explanation" / "benchmarks" / "speed.md"
_RATIO: Final = re.compile(r"^ *(?P<over>.+) / (?P<under>.+): (?P<ratio>[\d.]+)(?: \(target (?P<target>[\d.]+)\))?$")
#: What a benchmark says about both giving the same answer.
_SAME: Final = re.compile(
    r"(?:after the same .*)?largest difference of .*|the same order of systems: \w+|both differ by .*"
)


def run(name: str) -> dict[str, Any]:
    """What a benchmark prints, without seconds."""
    command = [sys.executable, "-m", "benchmarks", name]
    printed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return parsed(printed)


def parsed(printed: str) -> dict[str, Any]:
    """Ratios and statements of equality in the output of a benchmark."""
    lines = printed.splitlines()
    ratios = [match.groupdict() for match in map(_RATIO.match, lines) if match]
    same = [match[0] for match in map(_SAME.search, lines) if match]
    return {"ratios": ratios, "same": same}


def speed(measured: dict[str, Any]) -> Iterator[str]:
    """One row per ratio, one list entry per statement of equality."""
    yield "| command | ratio of seconds | |\n|---|---|--:|"
    for name, result in measured.items():
        for one in result["ratios"]:
            aim = f" (aim {one['target']})" if one["target"] else ""
            yield f"| `python -m benchmarks {name}` | {one['over']} / {one['under']} | {one['ratio']}{aim} |"
    yield "\nBoth give the same answer:\n"
    for name, result in measured.items():
        for statement in result["same"]:
            yield f"- `{name}`: {statement}"


def filled(page: str) -> str:
    """The page with the ratios of the file."""
    measured = json.loads(RESULTS.read_text(encoding="utf-8"))
    return replaced(page, {"speed": "\n".join(speed(measured))})


def main() -> None:
    """Run the benchmarks that were named, then write the file and the page."""
    measured = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for name in sys.argv[1:]:
        measured[name] = run(name)
    RESULTS.write_text(json.dumps(dict(sorted(measured.items())), indent=2) + "\n", encoding="utf-8")
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
