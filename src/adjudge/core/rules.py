"""Rules that single tables have beyond those of their columns: scales, pairs of systems, spans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.checks import Checked
from adjudge.core.errors import Problem, UsageError
from adjudge.core.findings import Finding
from adjudge.core.scale import Scale, parse_scale


def check_scale(state: Checked) -> None:
    """Scores must lie on their scale, `0..100` unless the column `scale` says otherwise."""
    score = state.frame["score"]
    unnamed = pl.Series([None], dtype=pl.String).new_from_index(0, state.frame.height)
    named = state.frame["scale"] if "scale" in state.frame.columns else unnamed
    unreadable: dict[str, Problem] = {}
    for text in named.unique(maintain_order=True):
        try:
            scale = parse_scale(text)
        except UsageError as error:
            unreadable[text] = error.problems[0]
            continue
        if scale is not None:
            here = named.is_null() if text is None else named == text
            _check_bounds(state, scale, (here & score.is_finite() & ~score.is_between(scale.low, scale.high)))
    if unreadable:
        problem = next(iter(unreadable.values()))
        wrong = named.is_in(list(unreadable)).fill_null(value=False)
        state.report("AJ014", wrong, problem.what, expected=problem.expected, todo=problem.todo, column="scale")


def _check_bounds(state: Checked, scale: Scale, wrong: pl.Series) -> None:
    wrong = wrong.fill_null(value=False)
    if wrong.any():
        state.report(
            "AJ013",
            wrong,
            f"{state.frame['score'].filter(wrong)[0]:g} is outside the scale {scale}",
            expected=f"a score from {scale.low:g} to {scale.high:g}",
            todo="correct the scores, or name the scale they were given on (--scale LOW..HIGH, or a column 'scale')",
            column="score",
        )


def note_missing_scores(state: Checked) -> None:
    """Rows without a score are allowed and counted."""
    missing = state.frame["score"].null_count()
    if missing:
        text = f"{missing:,} of {counted(state.frame.height, 'row')} have no score; they count nowhere."
        state.findings.append(Finding("AJ107", "note", text, {"missing": missing, "rows": state.frame.height}))


#: How arenas write outcomes. A name of one of the two systems is understood as well; sides of a screen are not, because
#: nobody can say which system was shown there.
_OUTCOME_WORDS: Final = {
    "model_a": "a",
    "model_b": "b",
    **dict.fromkeys(("tie (bothbad)", "both_bad", "bothbad", "both bad", "draw"), "tie"),
}


def translate_outcomes(state: Checked) -> None:
    """Outcomes in other words become `a`, `b` or `tie`, and a finding says which."""
    if not state.has("outcome", "system_a", "system_b") or state.frame["outcome"].dtype != pl.String:
        return
    given = pl.col("outcome")
    word = given.str.strip_chars().str.to_lowercase()
    known = word.is_in(["a", "b", "tie"])
    sides = pl.when(given == pl.col("system_a")).then(pl.lit("a")).when(given == pl.col("system_b")).then(pl.lit("b"))
    meaning = pl.when(known).then(word).otherwise(sides.otherwise(word.replace_strict(_OUTCOME_WORDS, default=given)))
    translated = state.frame.with_columns(outcome=meaning)
    changed = (translated["outcome"] != state.frame["outcome"]).fill_null(value=False)
    if not changed.any():
        return
    pairs = pl.DataFrame(
        {"theirs": state.frame["outcome"].filter(changed), "ours": translated["outcome"].filter(changed)}
    )
    numbers = {
        f"{a} -> {b}": n for a, b, n in pairs.group_by("theirs", "ours").len().sort("theirs", "ours").iter_rows()
    }
    listed = ", ".join(f"'{key}' ({n:,})" for key, n in list(numbers.items())[:6]) + (
        ", ..." if len(numbers) > 6 else ""
    )
    state.frame = translated
    text = f"{counted(int(changed.sum()), 'outcome')} in other words were translated: {listed}."
    state.findings.append(Finding("AJ110", "note", text, numbers))


def check_self_comparison(state: Checked) -> None:
    """A system is compared with another one."""
    if not state.has("system_a", "system_b"):
        return
    wrong = (state.frame["system_a"] == state.frame["system_b"]).fill_null(value=False)
    if wrong.any():
        state.report(
            "AJ014",
            wrong,
            f"system '{state.frame['system_a'].filter(wrong)[0]}' is compared with itself",
            expected="two different systems",
            todo="correct or remove these rows",
        )


def check_not_negative(state: Checked, *names: str) -> None:
    """Counts, weights and offsets are zero or more."""
    for name in filter(state.has, names):
        wrong = (state.frame[name] < 0).fill_null(value=False)
        if wrong.any():
            what = f"{state.frame[name].filter(wrong)[0]:g} is negative"
            state.report("AJ013", wrong, what, expected="zero or more", todo="correct these values", column=name)


def check_span_order(state: Checked) -> None:
    """A span has both ends, in order, or none."""
    if not state.has("start", "end") or state.mistyped & {"start", "end"}:
        return
    start, end = state.frame["start"], state.frame["end"]
    wrong = (start.is_null() != end.is_null()) | (end < start).fill_null(value=False)
    if wrong.any():
        state.report(
            "AJ013",
            wrong,
            f"the span goes from {start.filter(wrong)[0]} to {end.filter(wrong)[0]}",
            expected="a start and an end with start <= end, or neither",
            todo="correct the offsets (code points, half open)",
        )


def merge_mirrored(state: Checked, key: Sequence[str], counts: Sequence[str]) -> None:
    """Put the systems of every pair in alphabetical order; two rows of one pair must tell the same (AJ021).

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
        state.report(
            "AJ021",
            different,
            f"the two rows of {row['system_a']} and {row['system_b']} contradict each other",
            expected="the same counts, mirrored, in both orders of a pair",
            todo="correct the counts, or keep one row for each pair",
        )
    state.frame = frame.unique(key, keep="first", maintain_order=True) if pairs.any() else frame
