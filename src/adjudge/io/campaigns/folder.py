"""The folder of a planned campaign: written as a whole or not at all, and read back.

It holds everything that planning used and found: the complete campaign file, copies of the files that it names
(`inputs`), and the plan. So it can be moved, and the same plan can be made from it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.campaign.writing import campaign_to_toml
from adjudge.core.checking.checks import Checked, check_types
from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError, InputError
from adjudge.core.tables import Batches, Texts
from adjudge.io.campaigns.catalogue import LACKS_FILES, LEADS_OUT, NOT_A_CAMPAIGN_FOLDER
from adjudge.io.campaigns.content import ALTERED, CONTEXT, PlannedContent, context_texts, shown_items
from adjudge.io.campaigns.places import is_below
from adjudge.io.campaigns.reading import FILE, ReadCampaign, read_campaign_file
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.folders import is_folder
from adjudge.io.own.csv_files import write_csv
from adjudge.io.own.json_lines import write_jsonl
from adjudge.io.reading import read_file
from adjudge.io.source import open_source

ITEMS: Final = "items.csv"
TEXTS: Final = "texts.csv"
_ALTERED: Final = "altered.csv"
_CONTEXT: Final = "context.csv"
_INPUTS: Final = "inputs"
CERTIFICATE: Final = "certificate.json"


def folder_files(
    content: PlannedContent, inputs: Mapping[str, bytes], *, certificate: str, page: str | None = None
) -> dict[str, bytes]:
    """The files of the folder of a campaign, by their path in it.

    Args:
        content: the plan; its campaign names the files as they are called in the folder.
        inputs: these files, see `with_inputs`.
        certificate: as JSON.
        page: the same as HTML.

    Raises:
        InputError: AJ022 if a text cannot be written, AJ693 if an item has no text.
    """
    _require_texts(content)
    files = {
        FILE: campaign_to_toml(content.campaign).encode(),
        ITEMS: write_csv(content.batches),
        TEXTS: write_csv(content.texts),
        _ALTERED: content.altered.select(*ALTERED).write_csv().encode(),
        _CONTEXT: content.context.select(*CONTEXT).write_csv().encode(),
        CERTIFICATE: certificate.encode(),
    }
    if page is not None:
        files["certificate.html"] = page.encode()
    return files | dict(inputs)


def with_inputs(read: ReadCampaign) -> tuple[Campaign, dict[str, bytes]]:
    """A campaign that names copies of its files, and the copies by their path in the folder.

    Texts that did not come from files are written to one.

    Raises:
        InputError: AJ693 if a file cannot be read any more.
    """
    names: dict[Path, str] = {}
    for path in dict.fromkeys(read.inputs.values()):
        names[path] = _free_name(path.name, {name.casefold() for name in names.values()})
    data = read.campaign.model_dump(exclude_unset=True)
    for key, path in read.inputs.items():
        _set(data, key, names[path])
    files = {name: _bytes_of(path) for path, name in names.items()}
    if read.given:
        name = _free_name("texts.jsonl", {name.casefold() for name in files})
        files[name] = write_jsonl(read.texts)
        data["texts"] = {"file": name}
        if isinstance(data.get("systems"), dict):
            data["systems"] = tuple(data["systems"])
        for reference in data.get("references", {}).values():
            reference.pop("file", None)
    return Campaign.model_validate(data), files


def _free_name(name: str, taken: set[str]) -> str:
    """A name in the folder of inputs that no other file has, on any system of files."""
    free, number = f"{_INPUTS}/{name}", 2
    while free.casefold() in taken:
        free, number = f"{_INPUTS}/{number}-{name}", number + 1
    return free


def _set(data: dict[str, Any], key: tuple[str, ...], value: str) -> None:
    *outer, last = key
    for part in outer:
        data = data[part]
    data[last] = value


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NOT_A_CAMPAIGN_FOLDER(path=path, reason=error.strerror or str(error)) from None


def read_campaign_folder(path: str | Path) -> PlannedContent:
    """A planned campaign from its folder. Nothing outside of the folder is read, whatever its files name or link to.

    Args:
        path: the folder.

    Raises:
        AdjudgeError: AJ693 if it is no such folder, if it leads out of itself, or if items have no texts; or what is
            wrong with one of its files.
    """
    folder = Path(path)
    _require_files(folder)
    campaign, tutorial = read_campaign_file(folder / FILE, root=folder)
    content = PlannedContent(
        campaign=campaign,
        batches=_table(folder / ITEMS, Batches),
        texts=_table(folder / TEXTS, Texts),
        altered=_frame(folder / _ALTERED, ALTERED),
        context=_frame(folder / _CONTEXT, CONTEXT),
        tutorial=tutorial,
    )
    _require_texts(content, source=folder.name)
    return content


def _require_files(folder: Path) -> None:
    """That all files of a plan are there, in the folder itself."""
    if not is_folder(folder):
        raise NOT_A_CAMPAIGN_FOLDER(path=folder, reason="there is no such folder")
    names = (FILE, ITEMS, TEXTS, _ALTERED, _CONTEXT, CERTIFICATE)
    outside = [name for name in names if not is_below(folder / name, folder)]
    if outside:
        raise LEADS_OUT(path=folder, files=outside, total=len(names))
    lacking = [name for name in names if not (folder / name).is_file()]
    if lacking:
        raise LACKS_FILES(path=folder, lacking=lacking, total=len(names))


def _require_texts(content: PlannedContent, source: str = "the plan") -> None:
    shown_items(content, source=source)
    context_texts(content, source=source)


def _table(path: Path, kind: type[Any]) -> Any:  # noqa: ANN401 - the table asked for
    table = read_file(path, format="csv").main
    if not isinstance(table, kind):
        raise NOT_A_CAMPAIGN_FOLDER(path=path.parent, reason=f"{path.name} holds {table.noun}")
    return table


def _frame(path: Path, columns: Mapping[str, type[pl.DataType]]) -> pl.DataFrame:
    """A file that is no table of its own, with the types of its columns."""
    source = open_source(path)
    if read_header(source) != list(columns):
        raise NOT_A_CAMPAIGN_FOLDER(path=path.parent, reason=f"{path.name} does not have the columns of this version")
    rows = read_rows(source, list(columns))
    types = [
        Column(name, "integer" if kind is pl.Int64 else "text", name, verbatim=True) for name, kind in columns.items()
    ]
    state = Checked(rows, path.stem, path.name)
    check_types(state, types)
    problems = (*source.problems, *state.problems)
    if problems:
        raise InputError(*problems)
    return state.frame.select(*columns)


def is_campaign_folder(path: str | Path) -> bool:
    """Whether a folder looks like that of a planned campaign."""
    try:
        return all((Path(path) / name).is_file() for name in (FILE, ITEMS, CERTIFICATE))
    except (OSError, ValueError, AdjudgeError):
        return False
