"""Benchmarks, which time the package against peers, and studies, which count how often an analysis finds the truth.

`python -m benchmarks` lists them, `python -m benchmarks startup recovery` runs some, and `python -m benchmarks all`
every benchmark. Options after the names go to the studies: `python -m benchmarks recovery --quick`.

What may go into this folder: `bench_*.py` and `study_*.py`, each with a `main()` and a first line that says what it
asks; what several of them share; and `peer_*.py`, which run in the environment of the peers.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

FOLDER = Path(__file__).parent
KINDS = {"bench": "Benchmarks", "study": "Studies"}


def found(kind: str) -> dict[str, Path]:
    """The scripts of one kind by their short names."""
    return {path.stem.removeprefix(f"{kind}_"): path for path in sorted(FOLDER.glob(f"{kind}_*.py"))}


def listing() -> str:
    """Every script with the first line of its docstring."""
    lines = []
    for kind, title in KINDS.items():
        lines.append(f"{title} (python -m benchmarks NAME)")
        for name, path in found(kind).items():
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            lines.append(f"  {name:14} {next(iter(text.splitlines()), '')}")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Run each script in a separate process, so that none warms up another."""
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    options = words[len(names) :]
    benchmarks, studies = (found(kind) for kind in KINDS)
    if names == ["all"]:
        names = list(benchmarks)
    known = benchmarks | studies
    if unknown := sorted(set(names) - set(known)):
        print(f"no benchmark or study {', '.join(unknown)}\n\n{listing()}", file=sys.stderr)
        return 2
    if not names:
        print(listing())
        return 0
    if options and (timed := sorted(set(names) & set(benchmarks))):
        print(f"a benchmark takes no options: {', '.join(timed)}", file=sys.stderr)
        return 2
    worst = 0
    for name in names:
        print(f"== {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{known[name].stem}", *options]
        run = subprocess.run(command, cwd=FOLDER.parent, check=False)
        worst = max(worst, abs(run.returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
