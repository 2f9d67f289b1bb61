"""How long audits take for 300,000 ratings of 20 systems by 200 annotators, and how much memory.

The aims, each as a whole command on two cores: `adjudge check` in 5 s, `adjudge stability` with all removals of systems
and all divisors in 20 s, both below 2 GB. The peer is `adjudge rank` on the same file in the same run: machines differ,
the ratio less so. `python -m benchmarks.bench_audits`, or with the names of some commands.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.bench_default import Case, write_ratings
from benchmarks.timing import ADJUDGE, print_ratio, run_process

CASE: Final = Case(20, 1_920, 200, 5, 2_048)
#: Command -> its options and the aim in seconds, where there is one.
COMMANDS: Final[dict[str, tuple[tuple[str, ...], int | None]]] = {
    "check": ((), 5),
    "stability": ((), 20),
    "annotators": ((), None),
    "composition": (("--unit", "annotator"), None),
    "documents": ((), None),
}


def main() -> None:
    """Write one file, run every command on it, print seconds, memory and the ratio to a ranking."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        ratings = write_ratings(path, CASE, 8.4)
        rank = run_process(ADJUDGE, "rank", str(path))
        print(f"{ratings:,} ratings of {CASE.systems} systems by {CASE.annotators} annotators")
        print(f"rank: {rank.seconds:.1f} s, {rank.peak:,.0f} MB", flush=True)
        for name in sys.argv[1:] or COMMANDS:
            options, aim = COMMANDS[name]
            ran = run_process(ADJUDGE, name, str(path), *options)
            goal = f" (aim {aim} s and {CASE.memory:,} MB)" if aim else ""
            print(f"{name}: {ran.seconds:.1f} s, {ran.peak:,.0f} MB{goal}", flush=True)
            print_ratio((name, ran.seconds), ("rank", rank.seconds))


if __name__ == "__main__":
    main()
