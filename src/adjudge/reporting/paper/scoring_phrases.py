"""How judgements became scores, as sentences: weights, rows, quality control, standardisation, estimate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge.core.bibliography.citing import sources_in
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.reporting.wording import say_names
from adjudge.scoring.weights.built_in import WEIGHTS

Choices = Mapping[str, Any]

_KINDS: Final = {
    "system": "system outputs",
    "repeat": "repeats",
    "reference": "references",
    "degraded": "degraded items",
    "calibration": "calibration items",
    "tutorial": "tutorial items",
}
#: What centre and spread are computed from.
_BASES: Final = {
    "all": "all scores of the same {unit}, control items included",
    "counting": "the scores of the same {unit} that entered the ranking",
    "calibration": "the scores that the same {unit} gave to the calibration items",
    "anchor": "the scores that the same {unit} gave to {anchor}",
}
_CENTRES: Final = {"mean-sd": ("mean", "standard deviation"), "median-iqr": ("median", "interquartile range")}
_CONTROLS: Final = {"degraded": "degraded items", "reference": "references", "repeat": "repeats"}
_MEANS: Final = "The score of a system is the mean of the mean scores of its {scope}s."
_MODEL: Final = (
    "The scores of the systems were estimated by a linear mixed model with systems as fixed effects and annotators, "
    "documents, segments and systems on documents as random effects, as far as the judgements can tell these apart."
)


def say_weights(name: str | None) -> list[str]:
    """What marked errors cost.

    Args:
        name: of the weights; None if the judgements were scores.
    """
    if name is None:
        return []
    words = WEIGHTS[name].title if name in WEIGHTS else f"weights {name}"
    return [f"Marked errors were weighted ({words}); a segment scores minus the sum of the weights of its errors."]


def say_rows(recipe: Choices) -> str:
    """Which judgements entered the scores."""
    rows, whole = recipe["aggregate"], recipe["aggregate"]["scope"] == "document"
    of = say_names(_KINDS.get(kind, kind) for kind in rows["kinds"])
    return f"Judgements of {of} entered the scores{', each of a whole document' if whole else ''}."


def say_quality(recipe: Choices) -> str:
    """What quality control asked for; who failed is said by a finding."""
    filters = recipe["filters"]
    if filters["quality"] == "none":
        return "This analysis excluded nobody by quality control."
    controls = _CONTROLS.get(filters["quality"], filters["quality"])
    return f"Each {filters['quality_unit']} had to pass a check by {controls} (level {filters['quality_level']:g})."


def say_standardised(recipe: Choices) -> list[str]:
    """How scores became comparable between annotators: unit, basis and centre."""
    choice = recipe["standardise"]
    unit, ticks = choice["unit"], choice["ticks"]
    coded = [f"Scores were coded to the nearest of {ticks} tick marks first."] if ticks else []
    if unit == "none":
        return [*coded, "Scores were not standardised."]
    if choice["centre"] == "shrunken-sd":
        return [*coded, _say_one_spread(unit, normal=choice["scores"] == "normal")]
    anchor = choice["anchor"] or f"one system that every {unit} judged"
    basis = _BASES[choice["basis"]].format(unit=unit, anchor=anchor)
    centre, spread = _CENTRES[choice["centre"]]
    whole = f"each score minus the {centre}, divided by the {spread}, of {basis}"
    return [*coded, f"Scores were standardised by {unit}: {whole}."]


def _say_one_spread(unit: str, *, normal: bool) -> str:
    ranks = "Scores were replaced by the normal quantiles of their ranks; these" if normal else "Scores"
    return (
        f"{ranks} were brought to one spread around the mean of each {unit}, as far as spreads are shown to differ "
        "(no z-scores were made)."
    )


def say_estimate(recipe: Choices) -> str:
    """What the score of a system is."""
    rows = recipe["aggregate"]
    return _MODEL if rows["estimate"] == "mixed" else _MEANS.format(scope=rows["scope"])


def say_recipe(recipe: Choices) -> str:
    """The recipe by name, with the papers that it comes from."""
    cited = "; ".join(source.short for source in sources_in(recipe["source"]))
    # The rule picks every choice for the data at hand; what it picked is what the other sentences say.
    name = "recommended recipe of Adjudge" if recipe["name"] == RECOMMENDED else f"recipe {recipe['name']}"
    return f"The analysis followed the {name}{f' ({cited})' if cited else ''}."
