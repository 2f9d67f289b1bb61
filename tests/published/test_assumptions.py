"""Assumptions on released data: the rows agree with what the papers say about these data."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.auditing.assumptions.verdicts import assumptions


@pytest.fixture(scope="module")
def status(data_file):
    """The status of every assumption, by name."""

    def of(*names, pair=None):
        table = adjudge.read(*(data_file(name) for name in names))
        verdicts = assumptions(adjudge.check(table, pair=pair), adjudge.rank(table, pair=pair))
        return {one.assumption.name: one.status for one in verdicts}

    return of


def test_english_inuktitut_news_has_the_faults_that_made_a_new_ranking_necessary(status):
    found = status("iku-wmt20/News-WMT20DocSrcDA.csv.gz", "iku-wmt20/News-WMT20DocSrcDA2.csv.gz")
    # Knowles and Lo 2022: sections 2 (sessions), 2.1 (collections, annotators, a copy of the source), 5.1 and 5.2.
    doubtful = ["sessions-alike", "poolable-collections", "role-of-humans", "annotators-and-systems"]
    doubtful += ["outputs-are-translations", "no-odd-documents", "same-texts"]
    assert {name: found[name] for name in doubtful} == dict.fromkeys(doubtful, "doubtful")
    # Documents of up to 137 lines did not fit into 70 places; the judgements alone cannot show what was left out.
    assert found["room-for-documents"] == "unknown"


def test_english_inuktitut_hansard_was_collected_to_avoid_them(status):
    found = status("iku-wmt20/Hansard-A.csv.gz", "iku-wmt20/Hansard-B.csv.gz")
    # Knowles and Lo 2022, sections 2.2 and 5.2: short documents, the same ones for all systems, spread over annotators.
    holds = ("same-texts", "annotators-and-systems", "poolable-collections", "room-for-documents")
    assert {name: found[name] for name in holds} == dict.fromkeys(holds, "holds")
    assert found["one-direction"] == "doubtful"  # Table 3: the human translation
    assert found["careful-work"] == "unknown"  # section 2.2: no quality assurance segments


def test_majorities_of_french_english_2010_go_round_and_are_not_called_one_order(status):
    # Lopez 2012, section 5.1.
    assert status("lopez-rr-2010-2011/raw.wmt10.RNK.csv.gz", pair="French-English")["one-order"] == "unknown"


def test_one_order_holds_where_majorities_have_no_cycle(status):
    # Lopez 2012, section 5.1: English-Czech 2011, individual systems, is acyclic.
    assert status("lopez-rr-2010-2011/raw.wmt11.individual.RNK.csv.gz", pair="English-Czech")["one-order"] == "holds"
