"""Help must be instant: it loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {"altair", "fastapi", "numpy", "pandas", "polars", "pydantic", "rich", "scipy"}

# Help goes to standard output, the loaded modules to standard error, whatever way the command ends.
HELP = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from adjudge.cli.main import main
sys.argv = ["adjudge", "--help"]
main()
"""


def test_help_loads_no_heavy_module():
    run = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    loaded = set(run.stderr.split())

    assert "Usage:" in run.stdout
    assert "adjudge.cli.main" in loaded
    assert loaded.isdisjoint(HEAVY), f"loaded by help: {sorted(loaded & HEAVY)}"
