"""The package can be run."""

from __future__ import annotations

import subprocess
import sys

import adjudge


def test_the_package_is_the_command_line():
    ran = subprocess.run([sys.executable, "-m", "adjudge", "--version"], capture_output=True, text=True, check=True)
    assert adjudge.__version__ in ran.stdout
