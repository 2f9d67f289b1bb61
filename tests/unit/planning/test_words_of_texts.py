"""Lengths in words, for scripts with and without spaces."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.planning.sampling.words import words_in


def counted(text: str) -> float:
    return float(pl.DataFrame({"text": [text]}).select(words_in(pl.col("text")))["text"][0])


@pytest.mark.parametrize(
    ("characters", "words"),
    [
        ({"中": 63_125 + 49_968}, 48_305 - 1_043 + 33_927 - 1_208),
        ({"中": 17_686 + 24_610, "の": 33_989 + 55_182}, 28_968 - 2_108 + 33_927 - 2_532),
    ],
    ids=["Chinese", "Japanese"],
)
def test_characters_count_as_many_words_as_the_english_side_of_wmt22_has(
    characters: dict[str, int], words: int
) -> None:
    """Both directions of the general test sets, without words in other scripts on the side that has no spaces."""
    text = "".join(character * count for character, count in characters.items())
    assert counted(text) == pytest.approx(words, rel=0.01)


def test_words_between_blanks_hold_a_letter_or_a_digit() -> None:
    assert counted("Two words - no more.") == 4
    assert counted("...") == 1
    assert counted("GPT-4 和 BLEU") == 2 + 45 / 64
