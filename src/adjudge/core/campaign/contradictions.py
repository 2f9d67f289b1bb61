"""What no single key shows to be wrong: languages that do not exist, keys that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BAD_VALUE, CONTRADICTION, UNKNOWN_LANGUAGE
from adjudge.core.campaign.languages import is_language, nearest_language
from adjudge.core.campaign.writing import toml_value
from adjudge.core.catalogue import ErrorEntry, counted, listed
from adjudge.core.checking.near import nearest
from adjudge.core.protocols.registry import PROTOCOLS

Broken = tuple[ErrorEntry, tuple[str, ...], dict[str, Any]]

_CAMPAIGN_NAME: Final = re.compile(r"[^\x00-\x1f\x7f]+")


def contradictions(campaign: Campaign, broken: frozenset[str] = frozenset()) -> Iterator[Broken]:
    """Everything that is wrong with a campaign whose keys are each in order: an error, where, and its values.

    Args:
        campaign: all choices.
        broken: keys of the top level that are not in order: what depends on them is left unsaid.
    """
    yield from (found for found in _names(campaign) if found[1][0] not in broken)
    for check, needs in _CHECKS.items():
        if not needs & broken:
            yield from check(campaign)


def _contradiction(path: tuple[str, ...], what: str, expected: str, todo: str, count: str | None = None) -> Broken:
    return CONTRADICTION, path, {"what": what, "expected": expected, "count": count, "todo": todo}


def _names(campaign: Campaign) -> Iterator[Broken]:
    for key in ("source_lang", "target_lang"):
        code = getattr(campaign, key)
        if not is_language(code):
            yield UNKNOWN_LANGUAGE, (key,), {"key": key, "value": code, "near": nearest_language(code)}
    if campaign.protocol not in PROTOCOLS:
        expected = f"one of: {', '.join(PROTOCOLS)}"
        value = toml_value(campaign.protocol)
        near = nearest(campaign.protocol, PROTOCOLS)
        yield BAD_VALUE, ("protocol",), {"key": "protocol", "value": value, "expected": expected, "near": near}
    if not _CAMPAIGN_NAME.fullmatch(campaign.name):
        value = toml_value(campaign.name)
        yield BAD_VALUE, ("name",), {"key": "name", "value": value, "expected": "a name of one line"}


def _texts(campaign: Campaign) -> Iterator[Broken]:
    texts = campaign.texts
    if (texts.file is None) == (texts.source is None):
        yield _contradiction(
            ("texts",),
            "the texts are given twice" if texts.file else "there are no texts",
            "either `file`, which holds everything, or `source`, a file of lines",
            "keep one of the two" if texts.file else "add `file` or `source`",
        )
    lines = isinstance(campaign.systems, dict)
    if texts.source is not None and not lines:
        yield _contradiction(
            ("systems",),
            "`texts.source` is a file of lines, but the outputs have no files",
            "a file of lines for each system",
            'add a section [systems] with a line NAME = "FILE" for each',
        )
    if texts.file is not None:
        unused = [name for name in ("documents", "domains", "origins") if getattr(texts, name) is not None]
        if unused:
            yield _contradiction(
                ("texts", unused[0]),
                f"`texts.file` holds everything, so {', '.join(unused)} would not be read",
                "these beside `texts.source` only",
                "remove them",
                counted(len(unused), "key"),
            )
    twice = sorted(set(campaign.systems or ()) & set(campaign.references))
    if twice:
        yield _contradiction(
            ("references", twice[0]),
            f"{listed(twice)} is a system and a reference",
            "one name for one thing",
            "rename one of them",
            counted(len(twice), "name"),
        )
    yield from _listed_twice(campaign)


def _listed_twice(campaign: Campaign) -> Iterator[Broken]:
    listing = () if isinstance(campaign.systems, dict) else campaign.systems or ()
    again = sorted({name for name in listing if listing.count(name) > 1})
    if again:
        count = f"{len(again)} of {counted(len(set(listing)), 'system')}"
        what = f"the system {listed(again)} is listed twice"
        yield _contradiction(("systems",), what, "every system once", "remove the second", count)


def _annotators(campaign: Campaign) -> Iterator[Broken]:
    given = campaign.annotators
    if (given.names is None) == (given.count is None):
        yield _contradiction(
            ("annotators",),
            "annotators are given twice" if given.names else "there are no annotators",
            "either `names` or `count`",
            "keep one of the two" if given.names else "add `names` or `count`",
        )
        return
    names = campaign.annotator_names
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled or not names:
        what = f"the name {listed(doubled)} occurs twice" if doubled else "there are no annotators"
        count = counted(len(doubled), "name") if doubled else None
        todo = "give everybody a name of their own"
        yield _contradiction(("annotators", "names"), what, "different names", todo, count)
    if isinstance(given.hours, dict):
        yield from _hours(given.hours, names)


def _hours(hours: dict[str, float], names: tuple[str, ...]) -> Iterator[Broken]:
    path, expected = ("annotators", "hours"), "hours for every annotator and for nobody else"
    without, unknown = [name for name in names if name not in hours], [name for name in hours if name not in names]
    if without:
        count = f"{len(without):,} of {counted(len(names), 'annotator')}"
        yield _contradiction(path, f"hours are missing for {listed(without)}", expected, "add their hours", count)
    if unknown:
        count = counted(len(unknown), "name")
        yield _contradiction(path, f"nobody is called {listed(unknown)}", expected, "correct the names", count)


def _work(campaign: Campaign) -> Iterator[Broken]:
    given, names = campaign.annotators, campaign.annotator_names
    known = (given.names is None) != (given.count is None)
    if known and campaign.work.judgements > len(names) > 0:
        yield _contradiction(
            ("work", "judgements"),
            f"every output is to be judged {campaign.work.judgements} times, by {len(names)} annotators",
            "no more judgements than annotators, because nobody judges an output twice",
            "ask for fewer judgements or more annotators",
            f"{counted(campaign.work.judgements - len(names), 'judgement')} too many",
        )


def _waves(campaign: Campaign) -> Iterator[Broken]:
    if campaign.work.waves > 1 and campaign.sampling.documents and campaign.work.waves > campaign.sampling.documents:
        yield _contradiction(
            ("work", "waves"),
            f"{campaign.work.waves} waves of {campaign.sampling.documents} documents",
            "a document or more in every wave",
            "ask for fewer waves",
            f"{counted(campaign.work.waves - campaign.sampling.documents, 'wave')} too many",
        )


def _controls(campaign: Campaign) -> Iterator[Broken]:
    if campaign.protocol not in PROTOCOLS:
        return
    controls = campaign.controls
    share = controls.degraded + controls.repeats + controls.references
    if share > 0.5:
        yield _contradiction(
            ("controls",),
            f"{share:.0%} of the items would be control items",
            "at most half",
            "lower `degraded`, `repeats` or `references`",
            f"{100 * (share - 0.5):.3g}% of the items too many",
        )
    if controls.references and not any(reference.role == "control" for reference in campaign.references.values()):
        yield _contradiction(
            ("controls", "references"),
            "references are to be shown as control items, but none has that role",
            'a reference with role = "control"',
            "add one under [references], or set `controls.references = 0`",
        )
    shares = [name for name in ("degraded", "repeats", "references") if name in controls.model_fields_set]
    given = [f"`{name}`" for name in shares if getattr(controls, name)]  # defaults ask for nothing here
    if campaign.judging.outputs > 1 and given:
        yield _contradiction(
            ("controls",),
            f"the protocol {campaign.protocol} shows several outputs at once",
            "control items for protocols that judge one output at a time",
            f"set {listed(given)} to 0",
        )


def _calibration(campaign: Campaign) -> Iterator[Broken]:
    if campaign.protocol in PROTOCOLS and campaign.judging.outputs > 1 and campaign.calibration.segments:
        yield _contradiction(
            ("calibration", "segments"),
            f"the protocol {campaign.protocol} shows several outputs at once",
            "a calibration set for protocols that judge one output at a time",
            "set it to 0, or leave [calibration] out",
            counted(campaign.calibration.segments, "segment"),
        )


#: What depends on several keys, and on which ones.
_CHECKS: Final[dict[Callable[[Campaign], Iterator[Broken]], frozenset[str]]] = {
    _texts: frozenset({"texts", "systems", "references"}),
    _annotators: frozenset({"annotators"}),
    _work: frozenset({"annotators", "work"}),
    _waves: frozenset({"sampling", "work"}),
    _controls: frozenset({"protocol", "controls", "references"}),
    _calibration: frozenset({"protocol", "calibration"}),
}
