"""Options that say when pairs of systems count as separated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from adjudge.cli.options.gathered import gathered

if TYPE_CHECKING:
    from adjudge.ranking.corrections import CorrectionName


@dataclass(frozen=True)
class TestingOptions:
    """What was asked for; see the help of each option."""

    level: float | None
    correction: CorrectionName | None
    seed: int


testing_options = gathered(
    TestingOptions,
    "testing",
    click.option(
        "--level",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="P",
        help="Significance level of the pairs; 0.05 by default, or as the recipe says.",
    ),
    click.option(
        "--correction",
        type=click.Choice(["familywise", "fdr"]),
        help="For the number of pairs: familywise, the default, avoids any false difference; fdr finds more and allows "
        "a share of --level among the differences found to be false.",
    ),
    click.option(
        "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
    ),
)
