from __future__ import annotations

import re

import pytest

from adjudge.reporting.paper.spelling import AMERICAN, spelled


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("Judgements were standardised.", "Judgments were standardized."),
        ("in favour of the lower-ranked system", "in favor of the lower-ranked system"),
        ("95 per cent of all colours", "95 percent of all colors"),
        ("Standardisation changes behaviour", "Standardization changes behavior"),
        ("misjudgements and prejudgement", "misjudgements and prejudgement"),  # other words are left alone
        ("systems on documents", "systems on documents"),
    ],
)
def test_our_words_are_spelled_for_the_audience(british, american):
    assert spelled(british, "american") == american
    assert spelled(american, "british") == british
    assert spelled(british, "british") == british


def test_the_two_spellings_of_every_word_differ_and_lead_back():
    assert len(set(AMERICAN.values())) == len(AMERICAN)
    assert not set(AMERICAN) & set(AMERICAN.values())
    for british, american in AMERICAN.items():
        assert spelled(spelled(british, "american"), "british") == british
        assert spelled(british, "american") == american


def test_words_that_our_sentences_use_are_in_the_table():
    # -ise, -our, -lled and -ement words in the catalogues that a paragraph can quote.
    from adjudge.scoring import catalogue
    from tools.catalogues import entries_of

    texts = " ".join(str(getattr(entry, "text", "")) for entry in entries_of(catalogue).values()).lower()
    found = set(re.findall(r"\b(?:standardis\w+|judgements?|favours?|colours?|behaviours?|modell\w+)\b", texts))

    assert found
    assert found <= set(AMERICAN)
