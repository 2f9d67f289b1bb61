"""Outcomes of comparisons as people write them: sides, names of systems, words of arenas, all become a, b or tie.

A word such as `A` may be a side and the name of a system. Names come first where the column is called `winner`, or
where only names explain every row. Where both readings explain every row and differ, the table is refused: one of them
turns the ranking upside down.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core import problems
from adjudge.core.checking.checks import Checked
from adjudge.core.checking.synonyms import has_text
from adjudge.core.columns import OUTCOMES

_SIDES: Final = ("system_a", "system_b")
#: How arenas write outcomes. Left and right are not among them, because nobody can say which system was shown there.
_WORDS: Final = {"a": "a", "b": "b", "tie": "tie", "model_a": "a", "model_b": "b", "draw": "tie"}
#: Words that a system may well be called, too; nobody calls one `bothbad` or `draw`, and if so the name is meant.
_COMMON: Final = ("a", "b", "tie", "model_a", "model_b")
#: Words for a tie of two outputs that are both bad; that they are is kept in the column `both_bad`.
_BOTH_BAD: Final = ("tie (bothbad)", "both_bad", "bothbad", "both bad")


def translate_outcomes(state: Checked) -> None:
    """Outcomes in other words become `a`, `b` or `tie`, and a finding says which."""
    column = "outcome" if state.has("outcome") else "winner"
    if state.has("outcome", "winner"):
        state.frame = state.frame.drop("winner")
        state.findings.append(
            problems.UNUSED_COLUMNS(
                columns=["winner"], source=state.source, _n=1, _owner=f"{state.owner} with outcomes"
            )
        )
    if not state.has(column, "system_a", "system_b") or state.frame[column].dtype != pl.String:
        return
    if not all(has_text(state.frame[side].dtype) for side in _SIDES):
        return  # the check of types says so
    if column == "outcome" and _is_plain(state):
        _note_sides(state)
        return
    read = _readings(state.frame, column)
    first, second = ("name", "word") if _names_first(state, column, read) else ("word", "name")
    outcome = read.select(pl.coalesce(first, second, "given")).to_series()
    frame = state.frame.drop("winner", strict=False).with_columns(outcome=outcome)
    bad = read.select((pl.col("bad") & (pl.col("name").is_null())).fill_null(value=False)).to_series()
    if bad.any():
        other = pl.col("both_bad") if state.has("both_bad") else pl.lit("no")
        frame = frame.with_columns(both_bad=pl.when(bad).then(pl.lit("yes")).otherwise(other))
    _note_translations(state, state.frame[column], outcome)
    state.frame = frame


def unmistakable_outcomes(frame: pl.DataFrame) -> pl.DataFrame:
    """Comparisons to be written: where a system is called like an outcome, outcomes are written in other words."""
    systems = {*frame["system_a"].unique(), *frame["system_b"].unique()}
    if not systems & set(OUTCOMES):
        return frame
    return frame.with_columns(pl.col("outcome").replace({"a": "model_a", "b": "model_b", "tie": "draw"}))


def _is_plain(state: Checked) -> bool:
    """Whether all outcomes are our words, and no system is called like one of them."""
    systems = {*state.frame["system_a"].unique(), *state.frame["system_b"].unique()}
    return bool(state.frame["outcome"].unique().is_in(OUTCOMES).all()) and not systems & set(OUTCOMES)


def _readings(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """Every outcome as given, as the name of one of the two systems, and as a word; missing where it is neither."""
    given = pl.col(column).str.strip_chars()
    first, second = (pl.col(name).cast(pl.String).str.strip_chars() for name in _SIDES)
    word = given.str.to_lowercase()
    if column == "winner":  # it names the better system, whatever the case of its letters
        systems = {str(name).strip().lower() for side in _SIDES for name in frame[side].unique()}
        given, first, second = word, first.str.to_lowercase(), second.str.to_lowercase()
        word = pl.when(~word.is_in(sorted(systems & {*_COMMON}))).then(word)
    is_first, is_second = given == first, given == second
    return frame.select(
        given=pl.col(column),
        name=pl.when(is_first & ~is_second).then(pl.lit("a")).when(is_second & ~is_first).then(pl.lit("b")),
        word=word.replace_strict(_WORDS | dict.fromkeys(_BOTH_BAD, "tie"), default=None, return_dtype=pl.String),
        bad=word.is_in(_BOTH_BAD),
    )


def _names_first(state: Checked, column: str, read: pl.DataFrame) -> bool:
    """Whether an outcome that is a name and a word is the name; that nobody can say is reported."""
    name, word, known = pl.col("name"), pl.col("word"), pl.col("given").is_not_null()
    common = pl.col("given").str.strip_chars().str.to_lowercase().is_in(_COMMON)
    differ = read.select(((name != word) & common).fill_null(value=False)).to_series()
    if column == "winner" or not differ.any():
        return True
    names, sides = read.select(
        (name.is_not_null() | (word == "tie") | ~known).fill_null(value=False).all().alias("names"),
        (word.is_not_null() | ~known).all().alias("sides"),
    ).row(0)
    # Sides are certain only where a word in doubt also stands where it is the name of neither: `A` for B against C.
    doubtful = pl.col("given").is_in(read["given"].filter(differ).unique().implode())
    elsewhere = read.select((doubtful & name.is_null()).any()).item()
    if names != sides and (names or elsewhere):
        return bool(names)
    row = read.filter(differ).row(0, named=True)
    meaning = {"a": "the first of the two", "b": "the second of the two", "tie": "a tie"}[row["word"]]
    state.report(problems.TWO_READINGS, differ, column=column, value=row["given"], meaning=meaning)
    return False


def _note_sides(state: Checked) -> None:
    """Our words `a` and `b` for sides, and systems called A and B: that the sides are meant is said."""
    if state.foreign:  # written by a reader, from ranks or scores
        return
    systems = {str(name).lower(): name for side in ("system_a", "system_b") for name in state.frame[side].unique()}
    alike = [systems[word] for word in ("a", "b") if word in systems]
    if alike and not (state.frame["system_a"].str.to_lowercase() == "a").all():
        state.findings.append(problems.SIDES_BESIDE_NAMES(systems=alike))


def _note_translations(state: Checked, given: pl.Series, outcome: pl.Series) -> None:
    changed = (outcome != given).fill_null(value=False)
    if not changed.any():
        return
    pairs = pl.DataFrame({"theirs": given.filter(changed), "ours": outcome.filter(changed)})
    counts = pairs.group_by("theirs", "ours").len().sort("theirs", "ours")
    numbers = {f"{theirs} -> {ours}": n for theirs, ours, n in counts.iter_rows()}
    shown = [f"{words!r} ({n:,})" for words, n in numbers.items()]
    state.findings.append(problems.TRANSLATED_OUTCOMES(**numbers, _n=int(changed.sum()), _words=shown))
