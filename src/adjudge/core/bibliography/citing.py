"""Sources in a text: `Knowles and Lo 2022, 2024; WMT findings papers 2018-2022` names seven."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge import __version__
from adjudge.core.bibliography.evaluation import EVALUATION
from adjudge.core.bibliography.planning import PLANNING
from adjudge.core.bibliography.source import Source
from adjudge.core.bibliography.statistical_models import STATISTICAL_MODELS
from adjudge.core.bibliography.statistical_tests import STATISTICAL_TESTS
from adjudge.core.bibliography.wmt_findings import WMT_FINDINGS

SOURCES: Final[tuple[Source, ...]] = (
    *EVALUATION,
    *WMT_FINDINGS,
    *STATISTICAL_MODELS,
    *STATISTICAL_TESTS,
    *PLANNING,
)
_KNOWN: Final = {form: source for source in SOURCES for form in source.cited_as}

_NAME: Final = r"(?:(?:Van|De) )?[^\W\d_a-z][\w'-]+"
_YEAR: Final = r"(?:19|20)\d\d\b"
#: Authors with one year or several: `Knowles (2021`, `Graham, Haddow and Koehn 2020`, `Knowles and Lo 2022, 2024`.
_AUTHORS: Final = re.compile(
    rf"({_NAME}(?:(?:, {_NAME})* and {_NAME}| et al\.)?),? \(?({_YEAR}(?:(?:, | and ){_YEAR})*)"
)
#: Campaigns, cited by their findings papers: `WMT15`, `WMT findings papers 2018-2022`.
_CAMPAIGN: Final = re.compile(r"\bWMT(\d\d)\b")
_CAMPAIGNS: Final = re.compile(rf"\bWMT findings papers ({_YEAR})-({_YEAR})")
#: Documents that have a name instead of authors.
_NAMED: Final = re.compile(r"\bHEDS 3\.0")


def software(version: str = __version__) -> Source:
    """Adjudge itself.

    Args:
        version: the one that computed what is cited; that of a result is in its signature.
    """
    return Source(
        "adjudge",
        "misc",
        ("Adjudge",),
        ("{The Adjudge authors}",),
        "{Adjudge}: Human Evaluation of Translation Systems, from the First Plan to a Ranking That Can Be Defended",
        year=None,
        fields={"note": f"Software, version {version}"},
        checked="this program; it has no paper and no address yet",
    )


def sources_in(text: str) -> list[Source]:
    """The sources that a text names, in the order of the text, each once.

    Example:
        >>> [source.key for source in sources_in("Knowles 2021, section 5.4; Knowles and Lo 2022, 2024")]
        ['knowles-2021-stability', 'knowles-lo-2022-test', 'knowles-lo-2024-calibration']
    """
    return list({form: _KNOWN[form] for form in _cited(text) if form in _KNOWN}.values())


def unknown_in(text: str) -> list[str]:
    """What a text cites with a year and the bibliography does not know.

    Example:
        >>> unknown_in("Knowles 2021; Nobody and Nemo 2031, section 2")
        ['Nobody and Nemo 2031']
    """
    return [form for form in dict.fromkeys(_cited(text)) if form not in _KNOWN]


def _cited(text: str) -> list[str]:
    """Every source as it is cited, one year each, in the order of the text."""
    return [form for _, form in sorted(_places(text), key=lambda found: found[0])]


def _places(text: str) -> Iterator[tuple[int, str]]:
    for found in _AUTHORS.finditer(text):
        for year in re.findall(_YEAR, found[2]):
            yield found.start(), f"{found[1]} {year}"
    for found in _CAMPAIGN.finditer(text):
        yield found.start(), found[0]
    for found in _CAMPAIGNS.finditer(text):
        for year in range(int(found[1]), int(found[2]) + 1):
            yield found.start(), f"WMT{year % 100}"
    for found in _NAMED.finditer(text):
        yield found.start(), found[0]
