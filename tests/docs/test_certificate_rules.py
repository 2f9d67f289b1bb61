"""The page on the certificate has every rule, with what the code measures and where the code sets its limit."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest

from adjudge.planning.certificate.precision import WMT20_VARIANCES
from adjudge.planning.certificate.rules.registry import RULES
from adjudge.planning.certificate.rules.sample import DOCUMENTS, SEGMENTS
from tests.docs.written_pages import text_of

PAGE = text_of("docs/explanation/certificate.md")
ROWS = {
    cells[0].strip("`"): cells[1:]
    for cells in (
        [cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| `")
    )
}


def test_every_rule_has_a_row_in_the_order_of_the_table():
    assert list(ROWS) == [rule.name for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_row_says_what_the_code_does(rule):
    assert ROWS[rule.name] == [rule.value, f"at {rule.bound} {rule.limit}", rule.source, rule.entry.code]


def test_limits_in_words_are_those_of_the_code():
    assert ROWS["enough-segments"][1].startswith(f"at least {SEGMENTS}")
    assert ROWS["enough-documents"][1].startswith(f"at least {DOCUMENTS}")


def test_the_components_of_variance_are_printed():
    printed = re.findall(r"([a-z][a-z ]*?) (\d+)(?=[,.])", PAGE.split("0 to 100: ")[1].split(". For")[0] + ".")
    found = {name.strip().replace(" by ", "_"): float(value) for name, value in printed}
    assert found == pytest.approx(asdict(WMT20_VARIANCES), abs=0.5)
