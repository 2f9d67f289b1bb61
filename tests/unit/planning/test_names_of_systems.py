"""Systems may have any name that texts allow."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.tables import Texts
from adjudge.planning.certificate.certify import certify
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of

NAMES = (
    "words",
    "index",
    "name",
    "seen",
    "unit",
    "place",
    "first",
    "length",
    "kind",
    "session",
    "_of",
    "text",
    "system",
)


@pytest.mark.parametrize("design", ["blocks", "side-by-side", "wmt22-da-sqm"])
def test_names_of_our_own_columns_are_names_like_others(design):
    texts = texts_of([6, 40, 5, 7], len(NAMES))
    new = {f"S{number}": name for number, name in enumerate(NAMES)}
    campaign = campaign_of(3, design=design, controls={"degraded": 0.1, "repeats": 0.1})
    named = plan_work(campaign, Texts.check(texts.frame.rename(new)))
    plain = plan_work(campaign, texts)
    assert named.batches.frame.equals(plain.batches.frame.with_columns(pl.col("system").replace(new)))
    assert named.texts.systems == list(NAMES)
    certify(named)
