"""Draw the pictures of the gallery: simulate campaigns, run the commands of the page, take charts from what they write.

Run `python -m tools.gallery` after changing a chart. Every picture is what a reader gets from the command above it.
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
#: Attributes that depend on how wide the letters of a font are.
_LAYOUT: Final = re.compile(r'( (?:d|transform|width|height|viewBox|[xy][12]?|c[xy]|r)=")([^"]*)')
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
#: What is made first, as it stands on the page.
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
    "adjudge plan --new try",
)


class Picture(NamedTuple):
    """One picture of the gallery.

    Args:
        name: of its file, without the ending.
        chart: the function that draws it.
        command: what writes it; its last word is the folder, or the file itself.
        file: what the command calls it, without the ending.
    """

    name: str
    chart: str
    command: str
    file: str


_RATINGS: Final = (
    "adjudge report judgements.csv --recipe recommended --recipe wmt-da --origin origins.csv --scenario remove:best "
    "--figures ratings"
)
_WMT: Final = (
    "adjudge report judgements.csv --recipe wmt-da --scenario remove:human --scenario divide:human --figures wmt"
)
_VOTES: Final = "adjudge report comparisons.csv --scenario remove:best --figures votes"
_CALIBRATED: Final = "adjudge report calibrated.csv --scenario remove:best --figures calibrated"
_PILOT: Final = "adjudge report pilot.csv --scenario remove:best --figures pilot"
_POWER: Final = "adjudge power --effect 0.45 --svg power.svg"
_DESIGNS: Final = (
    "adjudge plan try/campaign.toml --compare --campaigns 30 --design blocks --design side-by-side "
    "--hours 0.3 --hours 0.4 --hours 0.6 --figures designs"
)
PICTURES: Final = (
    Picture("scores", "score_chart", _RATINGS, "scores-1"),
    Picture("pairs", "pair_chart", _RATINGS, "pairs-1"),
    Picture("raw-and-z", "raw_and_z_chart", _RATINGS, "raw-and-z"),
    Picture("orders", "bump_chart", _RATINGS, "orders"),
    Picture("stability", "bump_chart", _WMT, "stability"),
    Picture("context", "difference_chart", _RATINGS, "differences"),
    Picture("degraded", "degraded_chart", _RATINGS, "degraded"),
    Picture("origin-gains", "gain_chart", _RATINGS, "human-gains"),
    Picture("origin-scatter", "scatter_chart", _RATINGS, "human-scatter"),
    Picture("strengths", "strength_chart", _VOTES, "scores-1"),
    Picture("annotators", "matrix_chart", _CALIBRATED, "scores"),
    Picture("calibration", "calibration_chart", _CALIBRATED, "calibration-means"),
    Picture("calibration-histograms", "calibration_histograms", _CALIBRATED, "calibration-histograms"),
    Picture("sessions", "heat_map", _PILOT, "sessions"),
    Picture("meetings", "heat_map", _PILOT, "meetings"),
    Picture("documents", "heat_map", _PILOT, "heat"),
    Picture("power", "power_chart", _POWER, "power"),
    Picture("designs", "frontier_chart", _DESIGNS, "frontier-1"),
)


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
                drawn[picture.name] = _written(picture).read_text(encoding="utf-8")
        finally:
            os.chdir(home)
    return drawn


def _written(picture: Picture) -> Path:
    place = Path(picture.command.rsplit(" ", 1)[1])
    return place if place.suffix == ".svg" else place / f"{picture.file}.svg"


def without_layout(picture: str) -> str:
    """What tells one picture from another, whatever fonts it was drawn with: words, marks and what is said of each."""
    return _LAYOUT.sub(lambda found: f"{found[1]}{_NUMBER.sub('0', found[2])}", picture)


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
