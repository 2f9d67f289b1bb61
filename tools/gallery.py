"""Draw the pictures of the gallery: simulate campaigns, run the commands of the page, take charts from what they write.

Run `python tools/gallery.py` after changing a chart. Every picture is what a reader gets from the command above it.
Colours are fixed to the light palette on white, because a picture beside a text cannot follow the theme of the page.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from adjudge.cli.main import run

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "gallery.md"
IMAGES: Final = ROOT / "docs" / "images" / "gallery"
#: What is simulated first, as it stands on the page.
CAMPAIGNS: Final = (
    "adjudge simulate judgements.csv --preset wmt20 --seed 1 --set systems.count=8 --set texts.documents=80",
    (
        "adjudge simulate pilot.csv --preset wmt20 --seed 1 --set systems.count=6 --set texts.documents=24 "
        "--set annotators.count=8 --set sessions.count=24"
    ),
    (
        "adjudge simulate comparisons.csv --protocol rankings --seed 1 --set systems.count=8 --set rankings.count=600 "
        "--set annotators.count=8"
    ),
    (
        "adjudge simulate calibrated.csv --preset wmt22 --seed 1 --set systems.count=6 --set texts.documents=40 "
        "--set annotators.count=4 --set sessions.count=16"
    ),
)


class Picture(NamedTuple):
    """One picture of the gallery.

    Args:
        name: of its file, without the ending.
        chart: the function that draws it.
        command: what writes the page it stands on.
        key: its name on that page.
    """

    name: str
    chart: str
    command: str
    key: str


_RANK: Final = "adjudge rank judgements.csv --recipe wmt-da --recipe recommended --html ranking.html"
_VOTES: Final = "adjudge rank comparisons.csv --html strengths.html"
_STABILITY: Final = "adjudge stability judgements.csv --recipe wmt-da --html stability.html"
_ANNOTATORS: Final = "adjudge annotators calibrated.csv --html annotators.html"
_COMPOSITION: Final = "adjudge composition pilot.csv --html composition.html"
_DOCUMENTS: Final = "adjudge documents pilot.csv --html documents.html"
_CONTEXT: Final = "adjudge context judgements.csv --html context.html"
_ORIGIN: Final = "adjudge origin judgements.csv --origin origins.csv --html origin.html"
PICTURES: Final = (
    Picture("scores", "score_chart", _RANK, "scores-2"),
    Picture("pairs", "pair_chart", _RANK, "pairs-2"),
    Picture("orders", "bump_chart", _RANK, "orders"),
    Picture("strengths", "strength_chart", _VOTES, "scores-1"),
    Picture("stability", "bump_chart", _STABILITY, "stability"),
    Picture("annotators", "matrix_chart", _ANNOTATORS, "scores"),
    Picture("calibration", "calibration_chart", _ANNOTATORS, "calibration-means"),
    Picture("calibration-histograms", "calibration_histograms", _ANNOTATORS, "calibration-histograms"),
    Picture("sessions", "heat_map", _COMPOSITION, "sessions"),
    Picture("meetings", "heat_map", _COMPOSITION, "meetings"),
    Picture("documents", "heat_map", _DOCUMENTS, "heat"),
    Picture("context", "difference_chart", _CONTEXT, "differences"),
    Picture("degraded", "degraded_chart", _CONTEXT, "degraded"),
    Picture("origin-gains", "gain_chart", _ORIGIN, "human-gains"),
    Picture("origin-scatter", "scatter_chart", _ORIGIN, "human-scatter"),
)


def chart_on(page: str, key: str) -> str:
    """The chart with this name on a page, as a picture of its own.

    Args:
        page: HTML that a command wrote.
        key: prefix of the ids of the chart.
    """
    found = re.search(rf'<svg [^>]*aria-labelledby="{key}-title [^>]*>.*?</svg>', page, flags=re.DOTALL)
    if found is None:
        message = f"no chart {key} on the page"
        raise LookupError(message)
    fixed = re.sub(r"var\(--[\w-]+, *(#\w+)\)", r"\1", found[0])
    fixed = re.sub(r"(\d\.\d\d)\d+", r"\1", fixed)  # hundredths of a pixel suffice
    return re.sub(r"(</desc>)", r'\1<rect width="100%" height="100%" fill="#ffffff"/>', fixed, count=1) + "\n"


def write_origins(path: Path, judgements: Path) -> None:
    """Half of the documents of a campaign as if they had been written in the target language."""
    import polars as pl

    documents = pl.read_csv(judgements, infer_schema=False)["document"].unique().sort()
    origins = [("forward", "reverse")[i % 2] for i in range(len(documents))]
    pl.DataFrame({"document": documents, "origin": origins}).write_csv(path)


def draw(pictures: Sequence[Picture] = PICTURES) -> dict[str, str]:
    """The pictures by name; each command runs once, in a folder of its own."""
    drawn, home = {}, Path.cwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        try:
            for command in CAMPAIGNS:
                _type(command)
            write_origins(Path("origins.csv"), Path("judgements.csv"))
            for command in dict.fromkeys(picture.command for picture in pictures):
                _type(command)
            for picture in pictures:
                page = Path(picture.command.rsplit(" ", 1)[1]).read_text(encoding="utf-8")
                drawn[picture.name] = chart_on(page, picture.key)
        finally:
            os.chdir(home)
    return drawn


def _type(command: str) -> None:
    code = run(command.split()[1:])
    if code:
        message = f"{command} ended with {code}"
        raise RuntimeError(message)


def main() -> None:
    """Rewrite the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, picture in draw().items():
        (IMAGES / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
