"""Run every benchmark, or the named ones: `python -m benchmarks [NAME...]`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main(names: list[str]) -> int:
    """Run each benchmark in a process of its own, so that none warms up another."""
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    if unknown := set(names) - set(known):
        print(f"no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    worst = 0
    for name in names or known:
        print(f"== {name}", flush=True)
        run = subprocess.run([sys.executable, "-m", f"benchmarks.bench_{name}"], cwd=FOLDER.parent, check=False)
        worst = max(worst, abs(run.returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
