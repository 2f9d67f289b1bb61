"""What no single key shows to be wrong: languages that do not exist, keys that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BAD_VALUE, CONTRADICTION, UNKNOWN_LANGUAGE
from adjudge.core.campaign.languages import is_language, nearest_language
from adjudge.core.campaign.writing import toml_value
from adjudge.core.catalogue import ErrorEntry, listed
from adjudge.core.protocols.registry import PROTOCOLS

Broken = tuple[ErrorEntry, tuple[str, ...], dict[str, Any]]

_CAMPAIGN_NAME: Final = re.compile(r"[^\x00-\x1f\x7f]+")


def contradictions(campaign: Campaign) -> Iterator[Broken]:
    """Everything that is wrong with a campaign whose keys are each in order: an error, where, and its values."""
    yield from _names(campaign)
    yield from _texts(campaign)
    yield from _annotators(campaign)
    if campaign.protocol in PROTOCOLS:
        yield from _controls(campaign)


def _contradiction(path: tuple[str, ...], what: str, expected: str, todo: str) -> Broken:
    return CONTRADICTION, path, {"what": what, "expected": expected, "todo": todo}


def _names(campaign: Campaign) -> Iterator[Broken]:
    for key in ("source_lang", "target_lang"):
        code = getattr(campaign, key)
        if not is_language(code):
            yield UNKNOWN_LANGUAGE, (key,), {"key": key, "value": code, "near": nearest_language(code)}
    if campaign.protocol not in PROTOCOLS:
        expected = f"one of: {', '.join(PROTOCOLS)}"
        value = toml_value(campaign.protocol)
        yield BAD_VALUE, ("protocol",), {"key": "protocol", "value": value, "expected": expected}
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
            )
    twice = sorted(set(campaign.systems or ()) & set(campaign.references))
    if twice:
        yield _contradiction(
            ("references", twice[0]),
            f"{listed(twice)} is a system and a reference",
            "one name for one thing",
            "rename one of them",
        )
    if not lines and campaign.systems is not None and len(set(campaign.systems)) < len(campaign.systems):
        yield _contradiction(("systems",), "a system is listed twice", "every system once", "remove the second")


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
        yield _contradiction(("annotators", "names"), what, "different names", "give everybody a name of their own")
    if isinstance(given.hours, dict) and set(given.hours) != set(names):
        without, unknown = sorted(set(names) - set(given.hours)), sorted(set(given.hours) - set(names))
        what = f"hours are missing for {listed(without)}" if without else f"nobody is called {listed(unknown)}"
        yield _contradiction(
            ("annotators", "hours"), what, "hours for every annotator and for nobody else", "correct the names"
        )
    if campaign.work.judgements > len(names):
        yield _contradiction(
            ("work", "judgements"),
            f"every output is to be judged {campaign.work.judgements} times, by {len(names)} annotators",
            "no more judgements than annotators, because nobody judges an output twice",
            "ask for fewer judgements or more annotators",
        )
    if campaign.work.waves > 1 and campaign.sampling.documents and campaign.work.waves > campaign.sampling.documents:
        yield _contradiction(
            ("work", "waves"),
            f"{campaign.work.waves} waves of {campaign.sampling.documents} documents",
            "a document or more in every wave",
            "ask for fewer waves",
        )


def _controls(campaign: Campaign) -> Iterator[Broken]:
    controls = campaign.controls
    share = controls.degraded + controls.repeats + controls.references
    if share > 0.5:
        yield _contradiction(
            ("controls",),
            f"{share:.0%} of the items would be control items",
            "at most half",
            "lower `degraded`, `repeats` or `references`",
        )
    if controls.references and not any(reference.role == "control" for reference in campaign.references.values()):
        yield _contradiction(
            ("controls", "references"),
            "references are to be shown as control items, but none has that role",
            'a reference with role = "control"',
            "add one under [references], or set `controls.references = 0`",
        )
    if campaign.judging.outputs > 1 and (controls.degraded or controls.repeats or controls.references):
        default = "degraded" not in controls.model_fields_set and "repeats" not in controls.model_fields_set
        if not default:
            yield _contradiction(
                ("controls",),
                f"the protocol {campaign.protocol} shows several outputs at once",
                "control items for protocols that judge one output at a time",
                "set `degraded`, `repeats` and `references` to 0",
            )
