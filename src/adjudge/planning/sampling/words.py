"""How long a text is, in words, for scripts with and without spaces between them."""

from __future__ import annotations

from typing import Final

import polars as pl

#: Scripts that put no spaces between words.
UNSPACED: Final = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
#: Characters of such scripts that count as a word.
_CHARACTERS: Final = 4
_WORD: Final = r"\S*[\p{L}\p{N}]\S*"


def words_in(text: pl.Expr) -> pl.Expr:
    """The number of words of every text: those between blanks that hold a letter or a digit, one or more.

    Characters of scripts without spaces count as a quarter of a word, also inside of a text of another script.

    Args:
        text: a column of texts.

    Example:
        >>> texts = pl.DataFrame({"text": ["Two words - no more.", "我們去看電影了", "..."]})
        >>> texts.select(words_in(pl.col("text")))["text"].to_list()
        [4.0, 1.75, 1.0]
    """
    characters = text.str.count_matches(UNSPACED)
    words = text.str.replace_all(UNSPACED, " ").str.count_matches(_WORD)
    return pl.max_horizontal(characters / _CHARACTERS + words, pl.lit(1.0))
