"""Every benchmark and every study is on a page, with the command that repeats it."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks.__main__ import found
from tests.docs.written_pages import text_of
from tools.generate_benchmarks import PAGE, RESULTS, filled, parsed

SPEED, STUDIES = "docs/explanation/benchmarks/speed.md", "docs/explanation/benchmarks/index.md"


@pytest.mark.parametrize("name", found("bench"))
def test_every_benchmark_is_on_the_page_on_speed(name: str) -> None:
    assert f"`python -m benchmarks {name}`" in text_of(SPEED)


@pytest.mark.parametrize("name", found("study"))
def test_every_study_is_in_the_overview(name: str) -> None:
    assert re.search(rf"python -m benchmarks\.study_{name}\b", text_of(STUDIES))


def test_the_page_on_speed_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page, "run: python tools/generate_benchmarks.py"


def test_results_hold_ratios_and_no_seconds() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert set(results) <= set(found("bench"))
    for result in results.values():
        assert set(result) == {"ratios", "same"}
        assert all(float(one["ratio"]) > 0 for one in result["ratios"])


def test_ratios_and_equality_are_read_from_what_a_benchmark_prints() -> None:
    printed = (
        "20 systems, medians of 5\n  adjudge 1.0 ms, scipy loop 145 ms\n  scipy loop / adjudge: 145\n"
        "  evalica / adjudge: 11 (target 10)\n  largest difference of a p-value: 2.2e-16\n"
    )
    assert parsed(printed) == {
        "ratios": [
            {"over": "scipy loop", "under": "adjudge", "ratio": "145", "target": None},
            {"over": "evalica", "under": "adjudge", "ratio": "11", "target": "10"},
        ],
        "same": ["largest difference of a p-value: 2.2e-16"],
    }
