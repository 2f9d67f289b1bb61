"""Languages as Appraise calls them: three letters, with a script behind them where it knows several."""

from __future__ import annotations

from typing import Final

from adjudge.core.datasheet.languages import language_number, three_letters

#: Codes that are not those of ISO 639-3, and where it knows one script or region by a name of its own.
_OWN: Final = {
    "pol": "plk",
    "tur": "trk",
    "nor": "nob",
    "zho-hans": "zho-Hans",
    "zho-cn": "zho-Hans",
    "zho-hant": "zho-Hant",
    "zho-tw": "zho-Hant",
    "srp-cyrl": "srp-Cyrl",
    "srp-latn": "srp-Latn",
}


def appraise_language(code: str) -> str:
    """The code of a language in Appraise.

    Args:
        code: of ISO 639, with a script or a region behind it.

    Example:
        >>> [appraise_language(code) for code in ("de", "deu", "pl", "zh_Hant", "cs-CZ", "hsb")]
        ['deu', 'deu', 'plk', 'zho-Hant', 'ces', 'hsb']
    """
    base, _, behind = code.replace("_", "-").lower().partition("-")
    three = base if language_number(base) is None else three_letters(base)
    for known in (f"{three}-{behind}", f"{three}-{behind.partition('-')[0]}", three):
        if known in _OWN:
            return _OWN[known]
    return three
