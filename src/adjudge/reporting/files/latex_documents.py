"""A whole document for LaTeX around tables or figures, to look at them and to take them from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.reporting.files.latex_text import beyond_pdflatex

#: Defines a command that makes a character look whether the font has it.
_IF_IN_FONT: Final = r"""% names print in full if the font has their characters: \setmainfont{Noto Sans CJK SC}
\newcommand\orcode[1]{\begingroup\lccode`\~="#1\lowercase{\endgroup\protected\def~}%
{\iffontchar\font"#1 \char"#1 \else\texttt{U+#1}\allowbreak{}\fi}\catcode"#1=13 }"""


def latex_document(parts: Sequence[str], *, packages: str, text: str, about: str) -> str:
    """A document of one column that pdflatex, xelatex and lualatex compile.

    A character that pdflatex cannot set, or that the font of xelatex and lualatex lacks, is printed as its code, such
    as U+65E5: no name gets lost.

    Args:
        parts: what it holds, each on a page of its own.
        packages: that they need, with commas between.
        text: all text of the parts, to see which characters it needs.
        about: what the document is, for a comment.
    """
    codes = [f"{ord(char):04X}" for char in beyond_pdflatex(text)]
    return "\n".join(
        [
            f"% {about}",
            "\\documentclass{article}",
            "\\usepackage{iftex}",
            "\\ifPDFTeX",
            "\\usepackage[T1]{fontenc}",
            "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}",
            *(f"\\DeclareUnicodeCharacter{{{code}}}{{\\texttt{{U+{code}}}\\allowbreak{{}}}}" for code in codes),
            "\\else",
            "\\usepackage{fontspec}",
            *([_IF_IN_FONT, *(f"\\orcode{{{code}}}" for code in codes)] if codes else []),
            "\\fi",
            "\\usepackage[a4paper,margin=2.5cm]{geometry}",
            f"\\usepackage{{{packages}}}",
            "\\begin{document}",
            *(f"{part.rstrip()}\n\\clearpage" for part in parts),
            "\\end{document}",
            "",
        ]
    )
