"""What a ranking from comparisons assumes about preferences."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions import told
from adjudge.auditing.assumptions.assumption import Assumption

ASSUMPTIONS: Final = (
    Assumption(
        "connected",
        "A chain of comparisons links every two systems.",
        "Without one there is no order between them, whatever the method.",
        "Ford 1957",
        ("comparisons",),
        checks=("AJ496",),
    ),
    Assumption(
        "like-opponents",
        "Systems met opponents of like strength, or the strength of opponents is allowed for.",
        "A system that met weak opponents wins more often, and is no better for it.",
        "Lopez 2012, section 3",
        ("comparisons",),
        checks=("AJ492",),
        notes_against=("AJ492",),
        eased={"AJ492": told.opponents_modelled},
    ),
    Assumption(
        "no-position-bias",
        "The side on which an output stood does not decide.",
        "Otherwise the ranking is partly one of who was shown first.",
        "Davidson and Beaver 1977",
        ("comparisons",),
        checks=("AJ490",),
    ),
    Assumption(
        "one-order",
        "Preferences follow one order and do not go round in cycles.",
        "Where they go round, every order contradicts a majority.",
        "Lopez 2012, section 5.1",
        ("comparisons",),
        checks=("AJ494",),
        findings=("AJ243",),
        notes_open=("AJ494",),  # cycles that chance explains: more comparisons may dissolve them, or not
    ),
    Assumption(
        "ties-of-close-systems",
        "Systems tie because their outputs are of close quality.",
        "Systems with the same outputs tie always, and a score that rewards ties favours them.",
        "Lopez 2012, section 3",
        ("comparisons",),
        checks=("AJ498",),
    ),
)
