"""Rules for the whole suite: where real data is, which tests may be skipped, how properties are searched."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
DATA = Path(os.environ.get("ADJUDGE_DATA") or TESTS.parents[1] / "shared" / "data")
DATA_REQUIRED = bool(os.environ.get("ADJUDGE_REQUIRE_DATA"))
MAY_BE_ABSENT = "human-parity-2018"  # its licence forbids redistribution

# A busy machine is no defect of a test: no deadline, no complaint about slow generation.
_common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
#: The same examples every time; new ones each time, or those of `--hypothesis-seed`; these and `_TIMES` as many.
settings.register_profile("fixed", _common, derandomize=True, database=None)
settings.register_profile("explore", _common, derandomize=False)
settings.register_profile("thorough", _common, derandomize=False)
settings.load_profile("fixed")
_TIMES = 10

_skipped: set[str] = set()


def _absent(path: Path) -> None:
    """Skip for lack of `path`, or fail where data is required."""
    reason = f"no data: {path} is absent (the folder is set by ADJUDGE_DATA)"
    if DATA_REQUIRED and MAY_BE_ABSENT not in path.parts:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data, one folder per data set."""
    if not DATA.is_dir():
        _absent(DATA)
    return DATA


@pytest.fixture(scope="session")
def data_file(data_dir: Path) -> Callable[[str], Path]:
    """Look up one file of real data: `data_file("iku-wmt20/Hansard-A.csv.gz")`."""

    def look_up(name: str) -> Path:
        path = data_dir / name
        if not path.exists():
            _absent(path)
        return path

    return look_up


def pytest_configure(config: pytest.Config) -> None:
    """Let a seed count: it is nothing to fixed examples."""
    if config.getoption("--hypothesis-seed") is not None and not config.getoption("--hypothesis-profile"):
        settings.load_profile("explore")


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder, so that no file can forget to."""
    for item in items:
        for folder in ("browser", "published"):
            if item.path.is_relative_to(TESTS / folder):
                item.add_marker(folder)
    if settings.get_current_profile_name() == "thorough":
        for test in {getattr(item, "obj", None) for item in items}:
            _repeat(test)


def _repeat(test: Any) -> None:
    """Give a property more examples in proportion: its own number, which says what it costs, overrides a profile's."""
    own = getattr(test, "_hypothesis_internal_use_settings", None)
    if own is not None:
        test._hypothesis_internal_use_settings = settings(own, max_examples=_TIMES * own.max_examples)


def _note_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Remember a skip that `ADJUDGE_REQUIRE_DATA` forbids, whichever way the test asked for it."""
    if (
        DATA_REQUIRED
        and report.skipped
        and not hasattr(report, "wasxfail")
        and report.nodeid.startswith("tests/published")
        and MAY_BE_ABSENT not in str(report.longrepr)
    ):
        _skipped.add(report.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_skip(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_skip(report)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if _skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped:
        terminalreporter.section("skipped although the data must be there", red=True)
        for nodeid in sorted(_skipped):
            terminalreporter.line(nodeid)
