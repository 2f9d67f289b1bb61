"""What the studies of the default ranking share: recipes, rows named on the command line, and tables row by row."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import polars as pl

import adjudge
from adjudge import AdjudgeError
from adjudge.ranking.result import RatingRankingResult
from benchmarks.study import mean_with_error, study_parser

Row = TypeVar("Row")
#: The environment may name others, or fewer, for long runs: STUDY_RECIPES=recommended.
RECIPES: Final = tuple(os.environ.get("STUDY_RECIPES", "recommended,mixed-model,wmt-da").split(","))


def read_options(description: str | None, seeds: range, rows: Mapping[str, Row]) -> tuple[range, dict[str, Row]]:
    """The seeds and the rows that the command line asks for; `--rows TEXT` keeps rows whose name holds the text."""
    parser = study_parser(description, seeds)
    parser.add_argument("--rows", default="", metavar="TEXT", help="only rows whose name holds TEXT")
    options: argparse.Namespace = parser.parse_args()
    chosen = {name: design for name, design in rows.items() if options.rows in name}
    if not chosen:
        parser.error(f"no row holds '{options.rows}'; there are: {'; '.join(rows)}")
    return options.seeds, chosen


def ranked(frame: pl.DataFrame, recipe: str) -> RatingRankingResult | None:
    """The ranking; None if the recipe refuses the data."""
    try:
        return adjudge.rank(frame, recipe)
    except AdjudgeError:
        return None


def mean_cell(values: Sequence[float]) -> str:
    """A mean with its standard error; empty without values."""
    return mean_with_error(values) if values else ""


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table, each row as soon as it is known: a study may run for hours."""
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
