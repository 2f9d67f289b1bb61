"""Options of `adjudge rank` for comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.gathered import gathered
from adjudge.cli.options.listing import list_option
from adjudge.core.arguments import MOST_DRAWS

if TYPE_CHECKING:
    from adjudge.ranking.comparisons.settings import ComparisonSettings


@dataclass(frozen=True)
class ComparisonOptions:
    """What was asked for; see the help of each option."""

    methods: tuple[str, ...]
    reference: str | None
    rank_reference: bool
    unit: str | None
    covariates: tuple[str, ...]
    arcs: str | None
    time_limit: float | None
    runs: int | None
    both_bad: str | None

    def calls(self, *, bootstrap: int | None) -> dict[str, dict[str, Any]]:
        """Arguments of `rank` for each method that was typed, `recommended` if there is none.

        Of several methods each gets the settings that it takes.

        Raises:
            UsageError: AJ040 if none of them takes a setting.
        """
        from adjudge.ranking.comparisons.registry import RECOMMENDED, require_taken, settings_for

        methods = self.methods or (RECOMMENDED,)
        settings = self.settings(bootstrap=bootstrap)
        if settings is None:
            return {method: {"method": method} for method in methods}
        require_taken(methods, settings)
        return {method: {"method": method, "settings": settings_for(method, settings)} for method in methods}

    def settings(self, *, bootstrap: int | None = None) -> ComparisonSettings | None:
        """The settings that were typed; None if there are none.

        Args:
            bootstrap: replicates for the intervals of models, an option that ratings have as well.
        """
        from adjudge.ranking.comparisons.settings import ComparisonSettings

        asked: dict[str, Any] = {
            "reference": self.reference,
            "rank_reference": self.rank_reference,
            "unit": self.unit,
            "covariates": self.covariates,
            "arcs": self.arcs,
            "time_limit": self.time_limit,
            "runs": self.runs,
            "both_bad": self.both_bad,
            "bootstrap": bootstrap,
        }
        typed = {
            name: value for name, value in asked.items() if value is not None and value is not False and value != ()
        }
        return ComparisonSettings(**typed) if typed else None


comparison_options = gathered(
    ComparisonOptions,
    "comparisons",
    click.option(
        "--method",
        "methods",
        multiple=True,
        metavar="NAME",
        help="Comparisons: how to rank (--methods lists the names); recommended by default. Repeat it to compare "
        "several.",
    ),
    list_option("--methods", "methods", "Comparisons: list the methods and exit."),
    click.option(
        "--reference",
        metavar="SYSTEM",
        help="Comparisons: the human reference among the systems; _ref by default.",
    ),
    click.option("--rank-reference", is_flag=True, help="Comparisons: rank the reference like a system."),
    click.option(
        "--unit",
        type=click.Choice(["auto", "none", "ranking", "segment", "document", "annotator"]),
        help="Comparisons: what dependent comparisons share; auto, the default, takes the document, else the segment, "
        "else the ranking.",
    ),
    click.option(
        "--covariate",
        "covariates",
        multiple=True,
        type=click.Choice(["position", "length"]),
        help="Comparisons: estimate the effect of being shown first (position) or of longer output (length), with "
        "bradley-terry, davidson or rao-kupper. Repeatable.",
    ),
    click.option(
        "--arcs",
        type=click.Choice(["net", "normalised"]),
        help="Comparisons: weight of a majority: wins minus losses (net, the default), or twice that over the number "
        "of comparisons of the pair.",
    ),
    click.option(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="Comparisons: for the exact search of mfas; 60 by default.",
    ),
    click.option(
        "--runs",
        type=click.IntRange(3, MOST_DRAWS),
        metavar="N",
        help="Comparisons: random runs of trueskill; 1000 by default.",
    ),
    click.option(
        "--both-bad",
        type=click.Choice(["tie", "drop"]),
        help="Comparisons: what becomes of comparisons that call both outputs bad: ties (the default), or left out.",
    ),
)
