"""The papers that can be reproduced: a name, a line of help, and a function that is imported when it is called."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge.core.errors import Problem, UsageError

if TYPE_CHECKING:  # listing the papers must not load polars
    from adjudge.papers.figures import ReproductionResult


@dataclass(frozen=True)
class Paper:
    """One paper or release; calling it with the folder of the data reproduces it.

    Args:
        title: one line for lists.
        module: where it is, below `adjudge.papers`.
        function: its function of the folder of the data.
    """

    title: str
    module: str
    function: str = "reproduce"

    def __call__(self, data_dir: Path) -> ReproductionResult:
        """Compute every figure from the data in this folder."""
        result: ReproductionResult = getattr(import_module(f"adjudge.papers.{self.module}"), self.function)(data_dir)
        return result


PAPERS: Final[dict[str, Paper]] = {
    "knowles-lo-2022": Paper("Knowles and Lo 2022, WMT20 English-Inuktitut: Tables 1 to 4", "knowles_lo_2022"),
    "lopez-2012": Paper(
        "Lopez 2012, tournaments of WMT10 and WMT11: Tables 1 to 4, sections 5.1 and 5.2", "lopez_2012"
    ),
    "graham-2020": Paper("Graham, Haddow and Koehn 2020, translationese and power: Tables 1 and 2", "graham_2020"),
    "wmt21-wikipedia": Paper("official results of the WMT21 Wikipedia task", "wmt_releases", "reproduce_wikipedia"),
    "wmt22-toen": Paper("official results of WMT22 into English", "wmt_releases", "reproduce_into_english"),
    "wmt24-esa": Paper("WMT24 error span annotation, wave 3 (independent computation)", "esa_2024"),
    "mqm-ted": Paper("MQM scores of the WMT21 TED talks, Freitag et al. 2021", "mqm_ted"),
    "laeubli-2018": Paper("Laeubli, Sennrich and Volk 2018, sign tests (independent computation)", "laeubli_2018"),
    "wmt15-fin-eng": Paper("WMT15 Finnish-English: agreement of annotators, ranking by TrueSkill", "wmt15"),
}


def reproduce(paper: str, data_dir: str | Path) -> ReproductionResult:
    """Compute the figures of a paper and put them beside the published ones.

    Args:
        paper: a name from `PAPERS`.
        data_dir: the folder of all data sets, or that of the paper's.

    Raises:
        UsageError: AJ040 if the name is unknown.
        InputError: AJ001 if the data is not there.
    """
    folder = Path(data_dir)
    if paper in PAPERS:
        _require_folder(folder)
        return PAPERS[paper](folder)
    near = difflib.get_close_matches(paper, PAPERS, 1, 0.5)
    raise UsageError(
        Problem(
            "AJ040",
            f"there is no paper '{paper}'",
            f"one of {', '.join(PAPERS)}",
            "1 paper",
            f"did you mean '{near[0]}'?" if near else "adjudge reproduce --list says what each is",
        )
    )


def _require_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    raise UsageError(
        Problem(
            "AJ001",
            f"the folder {folder} does not exist",
            "a folder with the data of the paper",
            "1 folder",
            "name the folder with --data, or set ADJUDGE_DATA",
        )
    )
