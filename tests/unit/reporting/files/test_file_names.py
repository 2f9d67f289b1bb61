from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.reporting.files.file_names import file_names, slug


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hi-bn", "hi-bn"),
        ("Zürich/100% <b>", "zurich-100-b"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "c-x"),
        ("日本", "table"),
        ("", "table"),
        ("NUL", "table-nul"),  # a device of Windows, whatever the ending
        ("x" * 300, "x" * 60),
    ],
)
def test_names_become_safe(name, expected):
    assert slug(name, otherwise="table") == expected


@given(st.lists(st.text() | st.sampled_from(["a", "A", "a-2", "日", "table", "table-2"])))
def test_files_have_different_names_even_where_case_does_not_count(names):
    found = file_names(names, otherwise="table", taken=["tables"])
    assert len({name.lower() for name in found} | {"tables"}) == len(names) + 1
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name) for name in found)


def test_a_number_that_is_a_name_is_not_given_twice():
    assert file_names(["a", "a", "a-2", "tables"], otherwise="x", taken=["tables"]) == ["a", "a-2", "a-2-2", "tables-2"]
