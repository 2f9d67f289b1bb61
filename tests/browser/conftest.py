"""Browser tests drive the system's Chromium; Playwright's own download is never used."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import LIKE_OTHERS, PAGES, make_pages


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = os.environ.get("ADJUDGE_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium: install one or set ADJUDGE_CHROMIUM")
    # Containers give /dev/shm little room, and a page that fills it crashes.
    return {**browser_type_launch_args, "executable_path": chromium, "args": ["--disable-dev-shm-usage"]}


#: Seconds that one worker waits for another to make the pages.
PATIENCE = 600


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, each made once, by whichever worker comes first."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    made, done = shared / "pages", shared / "pages.done"
    try:
        made.mkdir()
    except FileExistsError:
        for _ in range(10 * PATIENCE):
            if done.exists():
                return made
            time.sleep(0.1)
        pytest.fail("the worker that makes the pages did not end")
    make_pages(made)
    done.touch()
    return made


@pytest.fixture(params=[pytest.param(name, marks=[pytest.mark.slow] * (name in LIKE_OTHERS)) for name in PAGES])
def report(request: pytest.FixtureRequest, folder: Path) -> Path:
    """One page after the other."""
    return folder / f"{request.param}.html"
