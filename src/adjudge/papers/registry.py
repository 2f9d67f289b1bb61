"""The papers that can be reproduced: a name, a line of help, and a function that is imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge.core.registry import Registry
from adjudge.papers.catalogue import NO_DATA_NAMED, NO_DATA_NEEDED, NO_FOLDER, NO_SUCH_PAPER

if TYPE_CHECKING:  # listing the papers must not load polars
    from adjudge.papers.figures import ReproductionResult


@dataclass(frozen=True)
class Paper:
    """One paper or release; calling it with the folder of the data reproduces it.

    Args:
        name: as on the command line.
        title: one line for lists.
        module: where it is, below `adjudge.papers`.
        function: its function of the folder of the data.
    """

    name: str
    title: str
    module: str
    function: str = "reproduce"

    def __call__(self, data_dir: Path) -> ReproductionResult:
        """Compute every figure from the data in this folder."""
        result: ReproductionResult = getattr(import_module(f"adjudge.papers.{self.module}"), self.function)(data_dir)
        return result


PAPERS: Final[Registry[Paper]] = Registry(
    NO_SUCH_PAPER,
    (
        Paper(
            "knowles-2021", "Knowles 2021, stability of WMT rankings: section 5.2 on WMT21 and WMT22", "knowles_2021"
        ),
        Paper("knowles-lo-2022", "Knowles and Lo 2022, WMT20 English-Inuktitut: Tables 1 to 4", "knowles_lo_2022"),
        Paper(
            "knowles-lo-2024",
            "Knowles and Lo 2024, WMT22 calibration: Tables 1 to 3, sections 3.6, 4.1 and 4.2",
            "knowles_lo_2024.reproduction",
        ),
        Paper(
            "lopez-2012",
            "Lopez 2012, tournaments of WMT10 and WMT11: Tables 1 to 4, sections 5.1 and 5.2",
            "lopez_2012",
        ),
        Paper("graham-2020", "Graham, Haddow and Koehn 2020, translationese and power: Tables 1 and 2", "graham_2020"),
        Paper("wmt21-wikipedia", "official results of the WMT21 Wikipedia task", "wmt_releases", "reproduce_wikipedia"),
        Paper("wmt22-toen", "official results of WMT22 into English", "wmt_releases", "reproduce_into_english"),
        Paper("wmt24-esa", "WMT24 error span annotation, wave 3 (independent computation)", "esa_2024"),
        Paper("mqm-ted", "MQM scores of the WMT21 TED talks, Freitag et al. 2021", "mqm_ted"),
        Paper("laeubli-2018", "Laeubli, Sennrich and Volk 2018, sign tests (independent computation)", "laeubli_2018"),
        Paper("wmt15-fin-eng", "WMT15 Finnish-English: agreement of annotators, ranking by TrueSkill", "wmt15"),
    ),
)


def reproduce(
    paper: str | Path, data_dir: str | Path | None = None, *, progress: Callable[[float], None] | None = None
) -> ReproductionResult:
    """Compute the figures of a paper, or of a bundle, and put them beside the published ones.

    Args:
        paper: a name from `PAPERS`, or the path of a bundle that `adjudge.bundle` wrote: the zip file, or the folder
            that was unpacked from it.
        data_dir: for a paper: the folder of all data sets, or that of the paper's. A bundle holds its data.
        progress: for a bundle: called with the share of the work that is done.

    Raises:
        UsageError: AJ040 if the name is unknown, or if a paper is named without the folder, or a bundle with one.
        InputError: AJ001 if the data is not there, AJ068 if the bundle is none or not safe to unpack.
    """
    if is_bundle(paper):
        if data_dir is not None:
            raise NO_DATA_NEEDED(path=paper)
        from adjudge.papers.bundles.reproducing import reproduce_bundle

        return reproduce_bundle(paper, progress)
    run = PAPERS.find(str(paper))
    if data_dir is None:
        raise NO_DATA_NAMED(name=run.name)
    folder = Path(data_dir)
    if not folder.is_dir():
        raise NO_FOLDER(folder=folder)
    return run(folder)


def is_bundle(paper: str | Path) -> bool:
    """Whether the path of a bundle is meant, not the name of a paper: by its ending, or because it is there."""
    path = Path(paper)
    return str(paper) not in PAPERS and (path.suffix.lower() == ".zip" or len(path.parts) > 1 or path.exists())
