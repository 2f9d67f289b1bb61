"""Rules that single tables have beyond those of their columns: scales, pairs of systems, spans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import polars as pl

from adjudge.core import problems
from adjudge.core.checking.checks import LARGEST, Checked, check_unique
from adjudge.core.errors import UsageError
from adjudge.core.scale import Scale, parse_scale

#: The largest number of comparisons that a weight or a count can stand for, and one over it the smallest.
MOST_COMPARISONS: Final = 1e15
#: Second looks at items of unknown documents: how many judgements of an item, and which share of all, they may be.
MOST_LOOKS: Final = 2
MOST_AGAIN: Final = 0.1
_MOMENTS: Final = ("position", "started", "ended")


def check_scale(state: Checked) -> None:
    """Scores must lie on their scale, `0..100` unless the column `scale` says otherwise."""
    score = state.frame["score"]
    unnamed = pl.Series([None], dtype=pl.String).new_from_index(0, state.frame.height)
    named = state.frame["scale"] if "scale" in state.frame.columns else unnamed
    unreadable: list[str] = []
    for text in named.unique(maintain_order=True):
        try:
            scale = parse_scale(text)
        except UsageError:
            unreadable.append(text)
            continue
        if scale is not None:
            here = named.is_null() if text is None else named == text
            _check_bounds(state, scale, (here & score.is_finite() & ~score.is_between(scale.low, scale.high)))
    if unreadable:
        wrong = named.is_in(unreadable).fill_null(value=False)
        state.report(problems.NOT_A_SCALE_IN_ROWS, wrong, column="scale", text=unreadable[0])


def _check_bounds(state: Checked, scale: Scale, wrong: pl.Series) -> None:
    wrong = wrong.fill_null(value=False)
    if wrong.any():
        value = state.frame["score"].filter(wrong)[0]
        state.report(
            problems.OFF_SCALE, wrong, column="score", value=value, scale=scale, low=scale.low, high=scale.high
        )


def note_missing_scores(state: Checked) -> None:
    """Rows without a score are allowed and counted."""
    missing = state.frame["score"].null_count()
    if missing:
        state.findings.append(problems.NO_SCORE(missing=missing, rows=state.frame.height))


#: Words of names of columns and metrics in which a higher number is worse; parts of words before the first `\b`.
_WORSE: Final = re.compile(
    r"penalt|error|mistake|defect|violation|mqm|distance|effort"
    r"|\b(err|errs|edits?|[chm]?ter|[cmpw]er|tern|terp|ranks?|ranking|placing|places?|placement|dist|loss|losses|costs?"
    r"|times?|duration|seconds|keystrokes|perplexity|ppl|levenshtein|eed|metric x|deletions|insertions|substitutions)\b"
)
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def means_worse(name: str) -> bool:
    """Whether the name of a column or a metric says that a higher number is worse, such as `HTER` or `edit_rate`."""
    return bool(_WORSE.search(" ".join(_WORDS.findall(name)).lower()))


def note_penalties(state: Checked) -> None:
    """A column of positive numbers that the file calls penalties or errors, read as scores."""
    theirs = state.written.columns.get("score") if state.written is not None else None
    if theirs is not None and means_worse(theirs) and _is_positive(state, state.frame):
        state.findings.append(problems.PENALTY_COLUMN(column=theirs))


def note_error_metrics(state: Checked) -> None:
    """Metrics of errors or edits with positive numbers."""
    note_penalties(state)
    for metric in state.frame["metric"].drop_nulls().unique(maintain_order=True):
        trained = re.sub("mqm", "", metric, flags=re.IGNORECASE)  # COMET-MQM was trained on penalties, and gives none
        if means_worse(trained) and _is_positive(state, state.frame.filter(pl.col("metric") == metric)):
            state.findings.append(problems.PENALTY_METRIC(metric=metric))


def _is_positive(state: Checked, rows: pl.DataFrame) -> bool:
    if not state.has("score") or "score" in state.mistyped:
        return False
    return bool((rows["score"] >= 0).all() and (rows["score"] > 0).any())


def check_documents_named(state: Checked, key: Sequence[str], *, only: pl.Expr) -> None:
    """Segments that are counted in each document anew, while no row names its document: different texts would be one.

    Places and times tell revisions and second looks apart, which do not make up a tenth of all judgements with some
    items three times; and rounds, in which every item comes equally often.
    """
    held = [name for name in state.frame.columns if state.frame[name].null_count() < state.frame.height]
    if state.foreign or "document" in held or not {*_MOMENTS, "showing"} & set(held):
        return
    items = [name for name in key if name not in {*_MOMENTS, "showing"}]
    rows = state.frame.filter(only).select(name for name in items if name in state.frame.columns)
    times = rows.group_by(rows.columns).len()["len"]
    uneven = times.n_unique() > 1 and (times > MOST_LOOKS).any()
    if uneven and rows.height - len(times) > MOST_AGAIN * rows.height:
        check_unique(state, items, problems.JUDGED_TWICE_UNNAMED, only=only)


def check_self_comparison(state: Checked) -> None:
    """A system is compared with another one."""
    if not state.has("system_a", "system_b"):
        return
    wrong = (state.frame["system_a"] == state.frame["system_b"]).fill_null(value=False)
    if wrong.any():
        state.report(problems.SELF_COMPARISON, wrong, system=state.frame["system_a"].filter(wrong)[0])


def check_not_negative(state: Checked, *names: str) -> None:
    """Counts, weights and offsets are zero or more."""
    for name in filter(state.has, names):
        wrong = (state.frame[name] < 0).fill_null(value=False)
        if wrong.any():
            state.report(problems.NEGATIVE, wrong, column=name, value=state.frame[name].filter(wrong)[0])


def check_numbers_of_comparisons(state: Checked, *names: str) -> None:
    """Weights and counts say how often something counts: sums and squares of them must stay exact enough."""
    for name in filter(state.has, names):
        held = state.frame[name].cast(pl.Float64)
        wrong = ((held > 0) & ~held.is_between(1 / MOST_COMPARISONS, MOST_COMPARISONS)).fill_null(value=False)
        wrong &= held.is_finite().fill_null(value=False) & (held <= LARGEST).fill_null(value=False)  # reported already
        if wrong.any():
            bounds = {"least": 1 / MOST_COMPARISONS, "most": MOST_COMPARISONS}
            value = state.frame[name].filter(wrong)[0]
            state.report(problems.OUT_OF_REASON, wrong, column=name, value=value, **bounds)


def check_span_order(state: Checked) -> None:
    """A span has both ends, in order, or none."""
    if not state.has("start", "end") or state.mistyped & {"start", "end"}:
        return
    start, end = state.frame["start"], state.frame["end"]
    wrong = (start.is_null() != end.is_null()) | (end < start).fill_null(value=False)
    if wrong.any():
        first = [series.filter(wrong)[0] for series in (start, end)]
        shown = ["missing" if offset is None else offset for offset in first]
        state.report(problems.BAD_SPAN, wrong, start=shown[0], end=shown[1])


def merge_mirrored(state: Checked, key: Sequence[str], counts: Sequence[str]) -> None:
    """Put the systems of every pair in alphabetical order; two rows of one pair must agree (AJ021).

    Args:
        state: rows that name no ordered pair twice.
        key: what makes a pair, ending with `system_a` and `system_b`.
        counts: wins of the first system, ties, wins of the second.
    """
    key = [name for name in key if state.has(name)]
    first, _, second = counts
    swap = pl.col("system_a") > pl.col("system_b")
    frame = state.frame.with_columns(
        pl.when(swap).then(pl.col(theirs)).otherwise(pl.col(ours)).alias(ours)
        for ours, theirs in (("system_a", "system_b"), ("system_b", "system_a"), (first, second), (second, first))
    )
    pairs = frame.select(key).is_duplicated()
    different = pairs & ~frame.select(*key, *counts).is_duplicated()
    if different.any():
        row = frame.row(different.arg_true()[0], named=True)
        state.report(problems.CONTRADICTING_COUNTS, different, system_a=row["system_a"], system_b=row["system_b"])
    state.frame = frame.unique(key, keep="first", maintain_order=True) if pairs.any() else frame
