r"""Text for LaTeX: what has a meaning there is escaped, and characters that pdflatex cannot set are found.

The rule: pdflatex sets ASCII, Latin-1, most of Latin Extended-A (`\usepackage[T1]{fontenc}`) and the signs that are
replaced here. A table with any other character, such as a name in Cyrillic or Chinese or an emoji, needs xelatex or
lualatex and a font that has it. Accents that follow their letter are joined with it first.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from adjudge.reporting.printed_tables import printable

#: Of a word that stays whole, and of its parts if it is longer.
_LONGEST_WORD: Final = 14


def latex_escape(text: str) -> str:
    """Text that LaTeX prints as it stands."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], _normal(text))


def latex_breakable(text: str) -> str:
    """The same for a narrow column: words that are too long may be broken, best where a part of them ends."""
    words = (r"\allowbreak{}".join(map(latex_escape, _parts(word))) for word in _normal(text).split(" "))
    return " ".join(words)


def latex_caption(caption: str, signature: str) -> str:
    """A caption with n and N as mathematics, and the signature in typewriter behind it."""
    words = latex_words(caption)
    return f"{words} Signature: {latex_signature(signature)}." if signature else words


def latex_words(text: str) -> str:
    """Sentences of a caption or a paragraph, with n and N as mathematics."""
    return re.sub(r"\b([nN]) =", r"$\1$ =", latex_escape(text))


def latex_signature(signature: str) -> str:
    """A signature in typewriter that may be broken between its parts."""
    broken = latex_escape(signature).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    return f"\\texttt{{{broken}}}"


def beyond_pdflatex(text: str) -> str:
    """Characters that pdflatex cannot set, each once in the order of their code."""
    return "".join(sorted({char for char in _normal(text) if not _is_settable(char)}))


def beyond_ascii(text: str) -> bool:
    """Whether there are characters that pdflatex sets only in a larger font encoding."""
    return any(not char.isascii() and char not in _ESCAPES for char in _normal(text))


def _normal(text: str) -> str:
    return printable(unicodedata.normalize("NFC", text))


def _parts(word: str) -> list[str]:
    if len(word) <= _LONGEST_WORD:
        return [word]
    parts = re.findall(r"[^-_./:+|]*[-_./:+|]+|[^-_./:+|]+", word)
    return [part[i : i + _LONGEST_WORD] for part in parts for i in range(0, len(part), _LONGEST_WORD)]


def _is_settable(char: str) -> bool:
    code = ord(char)
    return code < 0x80 or char in _ESCAPES or (0xA1 <= code < 0x180 and char not in _NOT_IN_T1) or char in "ȘșȚț"


#: Of Latin Extended-A, what the encodings T1 and TS1 of LaTeX lack.
_NOT_IN_T1: Final = frozenset("ĦħĸĿŀŉŦŧſ")
_ESCAPES: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\char34{}",  # a letter with an accent in some languages
    **{char: f"\\{char}" for char in "_&%#${}"},
    # Two of them would become a dash or a quotation mark; lualatex joins them even over an empty group.
    **{char: f"{char}\\/" for char in "-',"},
    "\N{MINUS SIGN}": "$-$",
    "\N{EN DASH}": r"\textendash{}",
    "\N{EM DASH}": r"\textemdash{}",
    "\N{HORIZONTAL ELLIPSIS}": r"\dots{}",
    # After a question mark, the left ones would turn it over.
    "\N{LEFT SINGLE QUOTATION MARK}": r"{}\textquoteleft{}",
    "\N{RIGHT SINGLE QUOTATION MARK}": r"\textquoteright{}",
    "\N{LEFT DOUBLE QUOTATION MARK}": r"{}\textquotedblleft{}",
    "\N{RIGHT DOUBLE QUOTATION MARK}": r"\textquotedblright{}",
    "\N{MULTIPLICATION SIGN}": r"$\times$",
    "\N{PLUS-MINUS SIGN}": r"$\pm$",
    "\N{LESS-THAN OR EQUAL TO}": r"$\leq$",
    "\N{GREATER-THAN OR EQUAL TO}": r"$\geq$",
    "\N{RIGHTWARDS ARROW}": r"$\to$",
    "\N{BLACK UP-POINTING TRIANGLE}": r"$\bigtriangleup$",
    "\N{BLACK DOWN-POINTING TRIANGLE}": r"$\bigtriangledown$",
    "\N{REPLACEMENT CHARACTER}": "?",
}
_SPECIAL: Final = re.compile("-(?=-)|'(?=')|,(?=,)|" + "|".join(re.escape(k) for k in _ESCAPES if k not in "-',"))
