"""Browser tests drive the system's Chromium; Playwright's own download is never used."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = os.environ.get("ADJUDGE_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium: install one or set ADJUDGE_CHROMIUM")
    # Containers give /dev/shm little room, and a page that fills it crashes.
    return {**browser_type_launch_args, "executable_path": chromium, "args": ["--disable-dev-shm-usage"]}
