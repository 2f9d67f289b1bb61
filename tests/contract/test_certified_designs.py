"""What the certificate says of the designs there are: the default is clean, published builders show their faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.result import Certificate
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of

#: 100 documents of 4 to 13 segments, 850 in all.
LENGTHS = [4 + number % 10 for number in range(100)]
ASKED = {"degraded": 0.05, "repeats": 0.05}


def certified(design: str, systems: int = 12, people: int = 20, lengths: list[int] = LENGTHS, **rest) -> Certificate:
    campaign = campaign_of(people, design=design, controls=ASKED, **rest)
    return certify(plan_work(campaign, texts_of(lengths, systems)))


def broken(certificate: Certificate) -> set[str]:
    return {row.rule for row in certificate.broken}


def test_the_default_design_keeps_every_rule():
    found = certified("blocks")
    assert not found.broken
    assert [finding for finding in found.findings if finding.severity != "note"] == []
    assert found.connected
    assert found.efficiency > 0.99
    assert max(row.apart for row in found.annotator_shares) < 1


def test_a_small_plan_is_only_small():
    found = certified("blocks", systems=2, people=1, lengths=[8] * 5)
    assert broken(found) == {"enough-segments", "enough-documents"}


def test_documents_drawn_from_one_pool_represent_no_systems():
    # Knowles (2021, sections 5.4 and 8) and Knowles and Lo (2024, section 5.4) name these faults of WMT20.
    found = certified("wmt20-sr-dc")
    assert {"annotators-balanced", "sessions-represent", "repeats-unspoilt"} <= broken(found)
    assert found.efficiency < certified("blocks").efficiency


@pytest.mark.parametrize("design", ["graham-da", "wmt22-da-sqm", "wmt24-esa"])
def test_published_designs_leave_systems_to_chance(design):
    assert {"annotators-balanced", "sessions-represent"} <= broken(certified(design, lengths=LENGTHS[:40]))


SCRIPT = """
import json
from tests.contract.test_certified_designs import certified
print(json.dumps(certified("blocks", systems=4, people=3, lengths=[5] * 12).to_dict()))
"""


def test_two_processes_with_other_hashes_give_the_same_bytes():
    def printed(seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=environment
        )
        return done.stdout

    one, two = printed("1"), printed("2")
    assert one == two
    assert json.loads(one)["judgements"] == 4 * 12 * 5
