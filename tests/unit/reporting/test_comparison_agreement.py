from __future__ import annotations

from adjudge.auditing.annotators.comparisons.agreement import AgreementResult, AgreementRow
from adjudge.core.signature import Signature
from adjudge.reporting.annotators.comparison_agreement import agreement_table
from adjudge.reporting.printed_tables import MISSING


def _result(inter, intra):
    rows = (
        AgreementRow("recommended", "inter", 0.5, 0.33, 0.25, agree=inter // 2, comparable=inter, ties=3, total=1200),
        AgreementRow("recommended", "intra", None, None, None, agree=intra // 2, comparable=intra, ties=0, total=0),
    )
    return AgreementResult(Signature.of({}), {}, (), rows)


def test_one_row_for_each_kind_with_dashes_where_nothing_can_be_computed():
    assert agreement_table(_result(1500, 0)).rows == (
        ("recommended", "inter", "0.500", "0.330", "0.250", "750", "1,500", "3", "1,200"),
        ("recommended", "intra", MISSING, MISSING, MISSING, "0", "0", "0", "0"),
    )
