"""British and American spelling of our own words; names, files and signatures are never respelled."""

from __future__ import annotations

import re
from typing import Final, Literal

Audience = Literal["british", "american"]

#: Our texts are British. Words that one of the two spells both ways, such as `licence` and `programme`, are not here.
AMERICAN: Final = {
    "judgement": "judgment",
    "judgements": "judgments",
    "standardise": "standardize",
    "standardised": "standardized",
    "standardises": "standardizes",
    "standardising": "standardizing",
    "standardisation": "standardization",
    "normalised": "normalized",
    "organiser": "organizer",
    "organisers": "organizers",
    "randomised": "randomized",
    "recognised": "recognized",
    "studentised": "studentized",
    "summarised": "summarized",
    "analyse": "analyze",
    "analysed": "analyzed",
    "artefact": "artifact",
    "artefacts": "artifacts",
    "behaviour": "behavior",
    "centre": "center",
    "colour": "color",
    "colours": "colors",
    "favour": "favor",
    "favours": "favors",
    "favoured": "favored",
    "grey": "gray",
    "labelled": "labeled",
    "modelled": "modeled",
    "neighbour": "neighbor",
    "neighbours": "neighbors",
    "per cent": "percent",
}
_SPELLINGS: Final[dict[Audience, dict[str, str]]] = {
    "british": {american: british for british, american in AMERICAN.items()},
    "american": AMERICAN,
}


def spelled(text: str, audience: Audience) -> str:
    """Our own words as the audience spells them.

    Args:
        text: without names; they are put in afterwards (`KeptNames`).
        audience: who reads it.

    Example:
        >>> spelled("Judgements were standardised.", "american")
        'Judgments were standardized.'
    """
    words = _SPELLINGS[audience]
    pattern = re.compile(rf"\b({'|'.join(sorted(words, key=len, reverse=True))})\b", re.IGNORECASE)
    return pattern.sub(lambda found: _like(found[0], words[found[0].lower()]), text)


def _like(written: str, word: str) -> str:
    """A word that begins with a capital if the written one does."""
    return word[0].upper() + word[1:] if written[0].isupper() else word
