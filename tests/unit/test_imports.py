"""Every module can be imported first, by its full path, in every way Python has."""

from __future__ import annotations

import json
import subprocess
import sys

# One process for all of them. Each module is imported as the first one of its stage, which shows cycles of imports;
# between stages there are none, as the import linter checks.
SCRIPT = """
import inspect, json, pkgutil, sys
import adjudge

def forget(stage):
    for name in [name for name in sys.modules if name.split(".")[:2] == stage]:
        del sys.modules[name]

modules = [module.name for module in pkgutil.walk_packages(adjudge.__path__, "adjudge.")]
failed = []
for name in modules:
    parent, _, child = name.rpartition(".")
    forget(name.split(".")[:2])
    for statement in (f"import {name} as x", f"from {parent} import {child} as x", f"import {name}; x = {name}"):
        found = {}
        try:
            exec(statement, found)
            assert inspect.ismodule(found["x"]) and found["x"].__name__ == name, "another thing of that name"
        except Exception as error:
            failed.append(f"{statement}: {type(error).__name__}: {error}")
names = ("agreement", "formats", "methods", "next_pairs", "rank", "read", "recipes", "reproduce", "simulate", "write")
hidden = [name for name in names if not inspect.isfunction(getattr(adjudge, name))]
print(json.dumps({"modules": modules, "failed": failed, "hidden": hidden}))
"""


def test_every_module_can_be_imported_by_its_full_path_and_hides_no_public_function():
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    assert {"adjudge.ranking.rank", "adjudge.ranking.ratings.pipeline", "adjudge.cli.main"} <= set(found["modules"])
    assert found["failed"] == []
    assert found["hidden"] == []
