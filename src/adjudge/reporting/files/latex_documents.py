"""A whole document for LaTeX around tables or figures, to look at them and to take them from."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.reporting.files.latex_text import beyond_pdflatex


def latex_document(parts: Sequence[str], *, packages: str, text: str, about: str) -> str:
    """A document of one column that pdflatex, xelatex and lualatex compile.

    Under pdflatex a character that it cannot set is printed as its code, such as U+65E5: it does not get lost. Under
    xelatex and lualatex one that the font lacks is named on the terminal.

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
            *(f"\\DeclareUnicodeCharacter{{{code}}}{{\\texttt{{U+{code}}}}}" for code in codes),
            "\\else",
            "\\usepackage{fontspec}",
            *(["% choose a font that has the characters, such as: \\setmainfont{Noto Sans CJK SC}"] if codes else []),
            "\\tracinglostchars=2",
            "\\fi",
            "\\usepackage[a4paper,margin=2.5cm]{geometry}",
            f"\\usepackage{{{packages}}}",
            "\\begin{document}",
            *(f"{part.rstrip()}\n\\clearpage" for part in parts),
            "\\end{document}",
            "",
        ]
    )
