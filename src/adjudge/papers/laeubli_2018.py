"""Laeubli, Sennrich and Volk 2018: preferences between a human and a machine translation, by the sign test.

This is the study of 55 documents whose power Graham et al. (2020) discuss. The text of the paper is not at hand; the
figures are counts and p-values computed for the project from the released ratings by an independent script.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.tables import Comparisons
from adjudge.kernels.rating_tests.paired import sign_p
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Tolerance, compare

NAME: Final = "laeubli-2018"
#: criterion, scope -> wins of the machine, ties, wins of the human translation, two-sided p.
SIGN_TESTS: Final = {
    ("adequacy", "document"): (74, 22, 104, 0.029446),
    ("adequacy", "segment"): (103, 19, 86, 0.244421),
    ("fluency", "document"): (44, 57, 99, 4.887e-06),
    ("fluency", "segment"): (66, 36, 106, 0.002834),
}
ROWS: Final = {"ratings.csv": 1232, "ratings.with-spam.csv": 1400}


def reproduce(data_dir: Path) -> ReproductionResult:
    """Wins, ties and p-value in the four settings, and the sizes of the files."""
    folder = data_folder(data_dir, "laeubli-parity-2018")
    tables = {name: read_as(Comparisons, folder / name) for name in ROWS}
    sizes = [compare("Files", name, n, len(tables[name])) for name, n in ROWS.items()]
    return ReproductionResult.of(NAME, [*sign_tests(tables["ratings.csv"]), *sizes])


def sign_tests(comparisons: Comparisons) -> list[Figure]:
    """Two-sided sign tests, ties dropped; sentences that overlap with the documents (U-) are left out."""
    used = comparisons.frame.filter(~pl.coalesce("document", "segment").str.starts_with("U-"))
    figures = []
    for (criterion, scope), (machine, ties, human, p) in SIGN_TESTS.items():
        here = used.filter((pl.col("criterion") == criterion) & (pl.col("scope") == scope))
        signs = here["outcome"].replace_strict({"a": 1.0, "tie": 0.0, "b": -1.0}).to_numpy().astype(np.float64)
        table = f"{criterion.capitalize()}, {'documents' if scope == 'document' else 'sentences'}"
        figures += [
            compare(table, "human translation preferred", human, int((signs > 0).sum())),
            compare(table, "no preference", ties, int((signs == 0).sum())),
            compare(table, "machine translation preferred", machine, int((signs < 0).sum())),
            compare(table, "p of the sign test", p, sign_p(signs, "two-sided"), Tolerance(within=1e-6, relative=1e-4)),
        ]
    return figures
