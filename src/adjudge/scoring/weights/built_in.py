"""The published weights by name; a test holds each to the tables that were published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from adjudge.core.registry import Registry
from adjudge.scoring.weights.catalogue import NO_SUCH_WEIGHTS
from adjudge.scoring.weights.files import load_weights, weights_from_list
from adjudge.scoring.weights.rules import Rule, Weights

#: Freitag et al. 2021: minor punctuation hardly counts, a translation that is none counts as five major errors.
MQM: Final = Weights(
    "mqm",
    (
        Rule(25, category="Non-translation"),
        Rule(0.1, "minor", "Fluency/Punctuation"),
        Rule(5, "major"),
        Rule(1, "minor"),
        Rule(0, "neutral"),
        Rule(0, "no-error"),
    ),
    "Freitag et al. 2021: major 5, minor 1, minor punctuation 0.1, non-translation 25",
)
#: The defaults of Marot (google-research): errors of the source and free renderings cost nothing, and categories may
#: be flat, such as `punctuation`. The segment scores inside the side-by-side annotations of WMT23 follow them.
MAROT: Final = Weights(
    "marot",
    (
        Rule(0.1, "minor", "punctuation", "anywhere"),
        Rule(0.1, "trivial"),
        Rule(0, category="reinterpretation", match="anywhere"),
        Rule(0, category="source"),
        Rule(25, category="non-translation", match="anywhere"),
        Rule(25, category="non_translation", match="anywhere"),
        Rule(25, category="non translation", match="anywhere"),
        Rule(1, "minor"),
        Rule(5, "major"),
        Rule(5, "critical"),
        Rule(0, "neutral"),
        Rule(0, "no-error"),
    ),
    "as mqm, and source issues and reinterpretations 0, critical 5 (Marot)",
)
#: The defaults of `score_mqm` in mt-metrics-eval.
MTME: Final = replace(
    weights_from_list("Major:5 Minor:1 Neutral:0 Major/Non-translation!:25 Minor/Fluency/Punctuation:0.1", name="mtme"),
    title="mt-metrics-eval: as mqm, and only a major non-translation is 25",
)
WEIGHTS: Final[Registry[Weights]] = Registry(NO_SUCH_WEIGHTS, (MQM, MAROT, MTME))


def find_weights(name: str) -> Weights:
    """Published weights by their name, or those of a file.

    Raises:
        AdjudgeError: AJ040 if there are no weights of this name, and what is wrong with a file (AJ001, AJ031).
    """
    path = Path(name)
    is_file = path.suffix or len(path.parts) > 1 or path.exists()
    return load_weights(path) if name not in WEIGHTS and is_file else WEIGHTS.find(name)
