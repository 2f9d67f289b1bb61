"""From a campaign file to the campaign and everything it names: texts, tutorial, scores of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BROKEN_CAMPAIGN
from adjudge.core.campaign.reading import campaign_from_toml
from adjudge.core.datasheet.languages import language_number
from adjudge.core.errors import AdjudgeError, InputError
from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores, Texts
from adjudge.io.campaigns.beside import read_metrics, read_tutorial
from adjudge.io.campaigns.catalogue import COPIED_SOURCE, OTHER_LANGUAGES, SAME_OUTPUTS
from adjudge.io.campaigns.lines import read_lines_of
from adjudge.io.campaigns.places import CampaignPlaces
from adjudge.io.campaigns.table_files import choose_outputs, read_table_of
from adjudge.io.folders import is_folder
from adjudge.io.source import open_source

#: The name of a campaign file in the folder of a plan.
FILE: Final = "campaign.toml"
#: From this share on outputs that equal the source are no names and numbers any more.
_COPIED: Final = 0.5


@dataclass(frozen=True, eq=False)
class ReadCampaign:
    """A campaign and what its file names.

    Args:
        campaign: all choices.
        texts: the test set: a column for each system and each reference, in the order of the campaign.
        toml: the text of the file, for the lines of messages.
        source: its name.
        path: where it is.
        inputs: the files that it names, by key.
        metrics: scores for the choice of a calibration set, if the campaign names a file.
        tutorial: tutorial items with `document`, `segment`, `source`, `output`, `low`, `high`, if it names a file.
        given: whether the texts were given as a table, so that no file holds them.
    """

    campaign: Campaign
    texts: Texts
    toml: str
    source: str
    path: Path
    inputs: dict[tuple[str, ...], Path]
    metrics: MetricScores | None = None
    tutorial: pl.DataFrame | None = None
    given: bool = False


def read_campaign(path: str | Path) -> ReadCampaign:
    """Read a campaign file and every file it names. Relative paths are relative to its folder.

    Args:
        path: the campaign file, or a folder with a `campaign.toml`.

    Raises:
        AdjudgeError: everything that is wrong with the file (AJ680 to AJ682), or with the files that it names (AJ683
            to AJ687, AJ696), each with its file and line.
    """
    path = Path(path)
    places = _places(path / FILE if is_folder(path) else path)
    return _read(places)


def _read(places: CampaignPlaces) -> ReadCampaign:
    """The campaign with the texts that it names."""
    lines = places.campaign.texts.source is not None
    return _completed(places, read_lines_of(places) if lines else read_table_of(places))


def _completed(places: CampaignPlaces, frame: pl.DataFrame | None, *, given: bool = False) -> ReadCampaign:
    """The campaign with its texts, and what stands beside them.

    Raises:
        InputError: everything that is wrong.
    """
    tutorial = read_tutorial(places, frame)
    metrics = read_metrics(places, frame)
    texts = None if frame is None or places.problems else _checked(places, frame)
    if texts is None:
        raise InputError(*dict.fromkeys(places.problems))
    findings = (*texts.findings, *places.findings, *_suspicions(places.campaign, texts))
    told = Texts(texts.frame, tuple({(finding.code, finding.text): finding for finding in findings}.values()))
    name, path = places.path.name, places.path
    return ReadCampaign(places.campaign, told, places.toml, name, path, places.inputs, metrics, tutorial, given)


def read_campaign_with_texts(campaign: str | Path | Campaign, texts: Texts | None) -> ReadCampaign:
    """A campaign whose texts are given as a table, or that comes from no file.

    Args:
        campaign: a campaign file, or a campaign, whose paths are relative to the working directory.
        texts: the test set; None to read the files that the campaign names.

    Raises:
        AdjudgeError: as `read_campaign`.
    """
    if isinstance(campaign, Campaign):
        places = CampaignPlaces(campaign, "", Path(FILE))
    else:
        path = Path(campaign)
        places = _places(path / FILE if is_folder(path) else path)
    if texts is None:
        return _read(places)
    frame = choose_outputs(places, texts.frame, "the texts", added=set())
    return _completed(places, frame, given=True)


def read_campaign_file(path: str | Path) -> tuple[Campaign, pl.DataFrame | None]:
    """A campaign and its tutorial items, without its texts.

    Raises:
        AdjudgeError: as `read_campaign`.
    """
    places = _places(Path(path))
    tutorial = read_tutorial(places, None)
    if places.problems:
        raise InputError(*places.problems)
    return places.campaign, tutorial


def _places(path: Path) -> CampaignPlaces:
    file = open_source(path)
    if file.is_parquet:
        raise BROKEN_CAMPAIGN(source=file.name, reason="it is a Parquet file")
    toml = file.data.decode().removeprefix("\ufeff")
    return CampaignPlaces(campaign_from_toml(toml, source=file.name), toml, path)


def _checked(places: CampaignPlaces, frame: pl.DataFrame) -> Texts | None:
    """The texts in the languages of the campaign; None if they are in others, or their ids are not unique."""
    campaign = places.campaign
    source = campaign.texts.file or campaign.texts.source or places.path.name
    for key in ("source_lang", "target_lang"):
        ours = getattr(campaign, key)
        found = frame[key].drop_nulls().unique(maintain_order=True).to_list() if key in frame.columns else []
        if any(not same_language(ours, theirs) for theirs in found):
            places.report(OTHER_LANGUAGES, key, key=key, value=ours, source=Path(source).name, found=found)
        frame = frame.with_columns(pl.lit(ours).alias(key))
    outputs = [name for name in (*(campaign.systems or ()), *campaign.references) if name in frame.columns]
    others = [name for name in frame.columns if name not in outputs]
    try:
        checked = Texts.check(frame.select(*others, *outputs), source=Path(source).name)
    except AdjudgeError as error:
        places.problems += error.problems
        return None
    return None if places.problems else checked


def same_language(one: str, other: str) -> bool:
    """Whether two codes may mean the same language: `de` and `deu`, but not `zh-CN` and `zh-TW`.

    Example:
        >>> same_language("de", "deu"), same_language("cs_CZ", "ces"), same_language("zh-CN", "zh-TW")
        (True, True, False)
    """
    parts = [code.replace("_", "-").lower().partition("-") for code in (one, other)]
    (base, _, behind), (base_other, _, behind_other) = parts
    if behind and behind_other and behind != behind_other:
        return False
    number = language_number(base)
    return base == base_other or (number is not None and number == language_number(base_other))


def _suspicions(campaign: Campaign, texts: Texts) -> Iterator[Finding]:
    """Outputs that can hardly be what was meant."""
    systems = list(campaign.systems) if campaign.systems is not None else texts.systems
    plain = {name: texts.frame[name].str.strip_chars() for name in systems if name not in campaign.references}
    source = texts.frame["source"].str.strip_chars()
    for name, outputs in plain.items():
        copies = int((outputs == source).sum())
        if texts.frame.height and copies >= _COPIED * texts.frame.height:
            yield COPIED_SOURCE(system=name, copies=copies, _total=texts.frame.height)
    alike: dict[tuple[str | None, ...], list[str]] = {}
    for name, outputs in plain.items():
        alike.setdefault(tuple(outputs.to_list()), []).append(name)
    for systems in alike.values():
        if len(systems) > 1:
            yield SAME_OUTPUTS(systems=systems)
