"""From a campaign file to the campaign and everything it names: texts, tutorial, scores of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.catalogue import BROKEN_CAMPAIGN
from adjudge.core.campaign.reading import parse_campaign
from adjudge.core.errors import AdjudgeError, InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores, Texts
from adjudge.io.campaigns.beside import read_metrics, read_tutorial
from adjudge.io.campaigns.catalogue import COPIED_SOURCE, HARDLY_SYSTEM, SAME_OUTPUTS
from adjudge.io.campaigns.lines import read_lines_of
from adjudge.io.campaigns.places import CampaignPlaces
from adjudge.io.campaigns.table_files import check_languages, choose_outputs, read_table_of
from adjudge.io.folders import is_folder
from adjudge.io.source import open_source

#: The name of a campaign file in the folder of a plan.
FILE: Final = "campaign.toml"
#: What has to be in order before texts are read, and before what stands beside them is.
_FOR_TEXTS: Final = frozenset({"texts", "systems", "references"})
_FOR_TUTORIAL: Final = frozenset({"controls", "protocol"})
_FOR_METRICS: Final = frozenset({"calibration", *_FOR_TEXTS})
#: From this share on outputs that equal the source are no names and numbers any more.
_COPIED: Final = 0.5
#: What stands in columns of texts that are no outputs, if it stands in every row.
_NO_OUTPUTS: Final = {"numbers": r"^[+-]?[\d.,]*\d$", "addresses": r"^\w+://\S+$"}


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


@dataclass(frozen=True, eq=False)
class GatheredCampaign:
    """A campaign and what its file names, with all mistakes, so that what they do not touch can be checked, too.

    Args:
        places: the campaign file, and what is wrong with it and with the files that it names.
        frame: the texts; None if they cannot be read.
        tutorial: tutorial items, likewise.
        metrics: scores of metrics, likewise.
        given: whether the texts were given as a table.
    """

    places: CampaignPlaces
    frame: pl.DataFrame | None
    tutorial: pl.DataFrame | None
    metrics: MetricScores | None
    given: bool = False

    @property
    def sources(self) -> Texts | None:
        """The texts without their outputs; None if anything is wrong with them."""
        frame = self.places.sources
        try:
            return None if frame is None else Texts.check(frame)
        except AdjudgeError:  # told with the outputs
            return None

    @property
    def systems(self) -> tuple[str, ...] | None:
        """What is judged, whether or not its outputs are there; None if the texts say it and cannot be read."""
        campaign = self.places.campaign
        named = None if campaign.systems is None else tuple(campaign.systems)
        if named is None and self.frame is not None:
            others = {*Texts.names(), *campaign.references, "_line"}
            named = tuple(name for name in self.frame.columns if name not in others)
        return None if named is None else (*named, *campaign.ranked_references)

    def completed(self, *further: Problem) -> ReadCampaign:
        """The campaign with its texts, if there is no mistake.

        Args:
            further: what else was found to be wrong with it.

        Raises:
            InputError: everything that is wrong.
        """
        places = self.places
        wrong = bool(places.problems or further)
        texts = None if self.frame is None or wrong else _checked(places, self.frame)
        if texts is None:
            raise InputError(*dict.fromkeys((*places.problems, *further)))
        findings = (*texts.findings, *places.findings, *_suspicions(places.campaign, texts))
        told = Texts(texts.frame, tuple({(finding.code, finding.text): finding for finding in findings}.values()))
        path, beside = places.path, (self.metrics, self.tutorial)
        return ReadCampaign(places.campaign, told, places.toml, path.name, path, places.inputs, *beside, self.given)


def read_campaign(path: str | Path) -> ReadCampaign:
    """Read a campaign file and every file it names. Relative paths are relative to its folder.

    Args:
        path: the campaign file, or a folder with a `campaign.toml`.

    Raises:
        AdjudgeError: everything that is wrong with the file (AJ680 to AJ682), or with the files that it names (AJ683
            to AJ687, AJ696), each with its file and line.
    """
    return gather_campaign(path).completed()


def read_campaign_with_texts(campaign: str | Path | Campaign, texts: Texts | None) -> ReadCampaign:
    """A campaign whose texts are given as a table, or that comes from no file.

    Args:
        campaign: a campaign file, or a campaign, whose paths are relative to the working directory.
        texts: the test set; None to read the files that the campaign names.

    Raises:
        AdjudgeError: as `read_campaign`.
    """
    return gather_campaign(campaign, texts).completed()


def gather_campaign(campaign: str | Path | Campaign, texts: Texts | None = None) -> GatheredCampaign:
    """Read all of a campaign that can be read.

    Args:
        campaign: a campaign file, a folder with one, or a campaign, whose paths are relative to the working directory.
        texts: the test set; None to read the files that the campaign names.

    Raises:
        AdjudgeError: for a campaign file that cannot be read at all.
    """
    if isinstance(campaign, Campaign):
        places = CampaignPlaces(campaign, "", Path(FILE))
    else:
        path = Path(campaign)
        places = _places(path / FILE if is_folder(path) else path)
    frame = _frame(places, texts)
    tutorial = None if places.broken & _FOR_TUTORIAL else read_tutorial(places, frame)
    metrics = None if places.broken & _FOR_METRICS else read_metrics(places, frame)
    return GatheredCampaign(places, frame, tutorial, metrics, given=texts is not None)


def _frame(places: CampaignPlaces, texts: Texts | None) -> pl.DataFrame | None:
    """The texts that are given, or those that the campaign names."""
    if places.broken & _FOR_TEXTS:
        return None
    if texts is not None:
        source = "the texts"
        return choose_outputs(places, check_languages(places, texts.frame, source), source, added=set())
    return read_table_of(places) if places.campaign.texts.source is None else read_lines_of(places)


def read_campaign_file(path: str | Path, *, root: Path | None = None) -> tuple[Campaign, pl.DataFrame | None]:
    """A campaign and its tutorial items, without its texts.

    Args:
        path: the campaign file.
        root: a folder that no file may lie outside of; None if files may lie anywhere.

    Raises:
        AdjudgeError: as `read_campaign`; AJ693 for a file outside of the folder.
    """
    places = _places(Path(path))
    places.root = root
    tutorial = None if places.broken & _FOR_TUTORIAL else read_tutorial(places, None)
    if places.problems:
        raise InputError(*places.problems)
    return places.campaign, tutorial


def _places(path: Path) -> CampaignPlaces:
    file = open_source(path)
    if file.is_parquet:
        raise BROKEN_CAMPAIGN(source=file.name, reason="it is a Parquet file")
    toml = file.data.decode().removeprefix("\ufeff")
    parsed = parse_campaign(toml, source=file.name)
    return CampaignPlaces(parsed.campaign, toml, path, list(parsed.problems), broken=parsed.broken)


def _checked(places: CampaignPlaces, frame: pl.DataFrame) -> Texts | None:
    """The texts in the languages of the campaign; None if their ids are not unique, which is noted."""
    campaign = places.campaign
    source = Path(campaign.texts.file or campaign.texts.source or places.path.name).name
    frame = frame.with_columns(source_lang=pl.lit(campaign.source_lang), target_lang=pl.lit(campaign.target_lang))
    outputs = [name for name in (*(campaign.systems or ()), *campaign.references) if name in frame.columns]
    others = [name for name in frame.columns if name not in outputs]
    try:
        return Texts.check(frame.select(*others, *outputs), source=source)
    except AdjudgeError as error:
        places.problems += error.problems
        return None


def _suspicions(campaign: Campaign, texts: Texts) -> Iterator[Finding]:
    """Outputs that can hardly be what was meant."""
    systems = list(campaign.systems) if campaign.systems is not None else texts.systems
    plain = {name: texts.frame[name].str.strip_chars() for name in systems if name not in campaign.references}
    source = texts.frame["source"].str.strip_chars()
    for name, outputs in plain.items():
        copies = int((outputs == source).sum())
        if texts.frame.height and copies >= _COPIED * texts.frame.height:
            yield COPIED_SOURCE(system=name, copies=copies, _total=texts.frame.height)
        what = _hardly_outputs(outputs)
        if what:
            yield HARDLY_SYSTEM(system=name, outputs=len(outputs), what=what, _example=outputs[0])
    alike: dict[tuple[str | None, ...], list[str]] = {}
    for name, outputs in plain.items():
        alike.setdefault(tuple(outputs.to_list()), []).append(name)
    for systems in alike.values():
        if len(systems) > 1:
            yield SAME_OUTPUTS(systems=systems)


def _hardly_outputs(outputs: pl.Series) -> str | None:
    """What texts are that can hardly be translations; None if they can."""
    held = outputs.drop_nulls()
    for what, pattern in _NO_OUTPUTS.items():
        if len(held) and held.str.contains(pattern).all():
            return what
    return "the same text" if len(held) > 1 and held.n_unique() == 1 else None
