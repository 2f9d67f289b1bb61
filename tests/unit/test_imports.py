"""Every module can be imported first, by its full path, in every way Python has."""

from __future__ import annotations

import json
import subprocess
import sys

# One process for all of them; each module is imported as the first one of the package, which shows cycles of imports.
SCRIPT = """
import importlib, inspect, json, pkgutil, sys
import altair, click, jinja2, narwhals, numpy, polars, rich, scipy.stats  # once, not for every module

def forget():
    for name in [name for name in sys.modules if name.partition(".")[0] == "adjudge"]:
        del sys.modules[name]

import adjudge
modules = [module.name for module in pkgutil.walk_packages(adjudge.__path__, "adjudge.")]
failed = []
for name in modules:
    parent, _, child = name.rpartition(".")
    for statement in (f"import {name} as x", f"from {parent} import {child} as x"):
        forget()
        try:
            found = {}
            exec(statement, found)
            assert inspect.ismodule(found["x"]) and found["x"].__name__ == name, "another thing of that name"
            assert inspect.isfunction(sys.modules["adjudge"].rank), "adjudge.rank is no function"
        except Exception as error:
            failed.append(f"{statement}: {type(error).__name__}: {error}")
print(json.dumps({"modules": modules, "failed": failed}))
"""


def test_every_module_can_be_imported_by_its_full_path():
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    assert {"adjudge.ranking.rank", "adjudge.ranking.ratings.pipeline", "adjudge.cli.main"} <= set(found["modules"])
    assert found["failed"] == []


def test_the_public_function_stays_when_all_modules_are_there():
    script = """
import importlib, inspect, pkgutil
import adjudge
for module in pkgutil.walk_packages(adjudge.__path__, "adjudge."):
    importlib.import_module(module.name)
functions = "agreement formats methods next_pairs rank read recipes reproduce simulate write"
print([name for name in functions.split() if not inspect.isfunction(getattr(adjudge, name))])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
