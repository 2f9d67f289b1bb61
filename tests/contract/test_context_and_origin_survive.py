"""Whatever ratings hold, `context` and `origin` give a result without NaN, or refuse in words."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.auditing.context.result import ContextResult
from adjudge.auditing.origin.result import OriginResult

_DAMAGED = ("annotator", "session", "document", "kind", "score", "position", "showing", "origin")


def whole_campaign(rng):
    """Documents of up to three systems, judged and, some of them, judged again in a copy with controls."""
    rows: list[tuple[object, ...]] = []
    for d in range(int(rng.integers(1, 7))):
        system, who = "ABC"[rng.integers(0, 3)], f"x{rng.integers(0, 3)}"
        session, length = f"s{rng.integers(0, 3)}", int(rng.integers(1, 5))
        for copy in range(int(rng.integers(1, 3))):
            for i in range(length):
                kind = ("repeat", "degraded", "reference")[rng.integers(0, 3)] if copy else "system"
                score = 50.0 if rng.random() < 0.2 else float(rng.integers(0, 101))
                place = (who, session, system, f"d{d}", str(i), kind)
                origin = ("de", "en", "fr")[rng.integers(0, 3)] if rng.random() < 0.3 else ("de", "en")[d % 2]
                rows.append((*place, score, len(rows), f"{d}-{copy}", origin))
    names = ["annotator", "session", "system", "document", "segment", "kind", "score", "position", "showing", "origin"]
    return pl.DataFrame(rows, schema=names, orient="row")


def shared_campaign(rng):
    """Documents of two directions and sometimes a third language, translated by three systems."""
    rows: list[tuple[object, ...]] = []
    for d in range(int(rng.integers(2, 9))):
        for i in range(int(rng.integers(1, 4))):
            for system in "ABC"[: int(rng.integers(2, 4))]:
                score = 50.0 if rng.random() < 0.1 else float(rng.integers(0, 101))
                origin = "fr" if d == 7 else ("de", "en")[d % 2]
                rows.append(
                    (f"x{rng.integers(0, 3)}", "s", system, f"d{d}", str(i), "system", score, len(rows), origin)
                )
    names = ["annotator", "session", "system", "document", "segment", "kind", "score", "position", "origin"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return frame.with_columns(source_lang=pl.lit("de"), target_lang=pl.lit("en"), showing=pl.lit("1"))


@st.composite
def frames(draw, campaign):
    """Campaigns, many of them damaged: columns are gone, values and rows are missing, rows are in no order."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    frame = campaign(rng)
    for column in draw(st.lists(st.sampled_from(_DAMAGED), unique=True, max_size=1)):
        gone = pl.Series(rng.random(frame.height) < 0.2)
        if column != "kind":
            frame = frame.with_columns(pl.when(~gone).then(pl.col(column)).alias(column))
    if draw(st.booleans()):
        frame = frame.filter(pl.Series(rng.random(frame.height) < 0.8)).sample(fraction=1, shuffle=True, seed=1)
    return frame.drop(draw(st.lists(st.sampled_from(_DAMAGED[:4] + _DAMAGED[5:]), unique=True, max_size=1)))


def survives(call, result):
    try:
        found = call()
    except adjudge.AdjudgeError as error:
        assert all(problem.what and problem.todo for problem in error.problems)  # noqa: PT017 - either is right
        return
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert result.from_dict(data).to_dict() == found.to_dict()
    assert found.summary()
    assert not found.to_frame().is_empty()


@settings(max_examples=150)
@given(frames(whole_campaign), st.sampled_from([None, "annotator", "session", "copy"]))
def test_context_survives(frame, unit):
    survives(lambda: adjudge.context(frame, unit=unit), ContextResult)


@settings(max_examples=150)
@given(
    frames(shared_campaign), st.sampled_from([None, "de"]), st.sampled_from(["recommended", "wmt-da", "graham-2020"])
)
def test_origin_survives(frame, source, recipe):
    origins = None if "origin" in frame.columns else {"d1": "forward", "d2": "reverse"}
    survives(lambda: adjudge.origin(frame, origins, source=source, recipe=recipe), OriginResult)
