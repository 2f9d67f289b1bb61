"""Figures for a paper as files; fonts, sizes and colours are read from the files themselves."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as ET
import zlib

import pytest

from adjudge.auditing.annotators.distributions import ScoreHistogram
from adjudge.auditing.annotators.ratings.calibration import LaterWork, Spread
from adjudge.auditing.context.degraded import ScoreBin
from adjudge.core.errors import InputError
from adjudge.reporting.charts.annotators import Correlated, calibration_chart, calibration_histograms, matrix_chart
from adjudge.reporting.charts.bump import bump_chart, places
from adjudge.reporting.charts.densities import degraded_chart, difference_chart
from adjudge.reporting.charts.directions import gain_chart, scatter_chart
from adjudge.reporting.charts.heatmap import heat_map
from adjudge.reporting.charts.pairs import pair_chart
from adjudge.reporting.charts.scores import score_chart, strength_chart
from adjudge.reporting.files.drawings import draw
from adjudge.reporting.files.figure_files import write_figures
from adjudge.reporting.files.paper_items import PaperFigure
from tests.unit.reporting.builder import HOSTILE, compared, model, ranking
from tests.unit.reporting.charts.test_annotators import FOUND
from tests.unit.reporting.charts.test_audits import BINS, GAINS

WORK = LaterWork(60.0, 70.0, 10, Spread(65.0, 70.0, 72.0), 5.0, 1.0, 0.01, 0.1)
PEOPLE = [ScoreHistogram(name, (1, 2), (3, 2), (1, 2)) for name in ("anna", "ben")]
TWO = ranking([["A"], ["B"]])
CHARTS = {
    "scores": score_chart(ranking([HOSTILE[:2], HOSTILE[2:]])),
    "one": score_chart(ranking([["only"]])),
    "strengths": strength_chart(compared([["A", "B"]]), model("A", "B")),
    "orders": bump_chart({"wmt-da": places(TWO), "other": places(ranking([["B"], ["A"]]))}),
    "pairs": pair_chart(TWO),
    "heat": heat_map({("d", "A"): 1.0, ("d", "B"): 9.0}, rows=["d"], columns=["A", "B"], title="mean"),
    "matrix": matrix_chart(FOUND, [Correlated("anna", "ben", "0.50\nn 4")]),
    "calibration": calibration_chart([("anna", WORK)]),
    "histograms": calibration_histograms(PEOPLE, bounds=(0, 100)),
    "differences": difference_chart(BINS),
    "degraded": degraded_chart([ScoreBin(0, 50, 0.75, 0.25), ScoreBin(50, 100, 0.25, 0.75)], others="others"),
    "gains": gain_chart(GAINS),
    "scatter": scatter_chart(GAINS),
}
SVG = "{http://www.w3.org/2000/svg}"


def png_parts(data: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG by kind; those of pixels together."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts: dict[bytes, bytes] = {}
    place = 8
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind = data[place + 4 : place + 8]
        parts[kind] = parts.get(kind, b"") + data[place + 8 : place + 8 + length]
        place += 12 + length
    return parts


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_the_same_picture_in_all_three_files(name):
    drawing = draw(CHARTS[name], title="<b>", description="a & b")
    root = ET.fromstring(drawing.svg)
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    assert drawing.width == width
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", drawing.pdf)
    assert found
    assert [float(side) for side in found.groups()] == pytest.approx([width, height], abs=0.01)
    across, down = struct.unpack(">II", png_parts(drawing.png)[b"IHDR"][:8])
    # 300 pixels per inch of 72 points.
    assert (across, down) == pytest.approx((width * 300 / 72, height * 300 / 72), abs=1)


@pytest.mark.parametrize("name", CHARTS)
def test_a_drawing_stands_alone(name):
    drawing = draw(CHARTS[name], title="<b>", description="a & b")
    root = ET.fromstring(drawing.svg)
    assert [root.find(f"{SVG}{tag}").text for tag in ("title", "desc")] == ["<b>", "a & b"]  # type: ignore[union-attr]
    assert not [part for part in ("var(", "<style", "<script", "<image", "url(http") if part in drawing.svg]
    assert re.findall(r'(?:href|src)="', drawing.svg) == []
    assert b"/FontFile" in drawing.pdf
    assert drawing.pdf.count(b"/FontDescriptor ") >= drawing.pdf.count(b"/FontFile")
    assert not re.search(rb"/(CreationDate|ModDate|JavaScript|URI)", drawing.pdf)


def test_fonts_are_embedded_says_a_reader_of_pdf(tmp_path):
    if shutil.which("pdffonts") is None:
        pytest.skip("pdffonts is not installed")
    write_figures([PaperFigure(name, "", spec) for name, spec in CHARTS.items()], tmp_path)
    for path in tmp_path.glob("*.pdf"):
        lines = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
        assert lines
        assert all(line.split()[-5] == "yes" for line in lines), path.name


def test_the_ground_is_white():
    parts = png_parts(draw(CHARTS["pairs"], title="", description="").png)
    pixels = zlib.decompress(parts[b"IDAT"])
    assert parts[b"IHDR"][8:10] == b"\x08\x06"  # 8 bits of red, green, blue and opacity
    assert pixels[1:5] == b"\xff\xff\xff\xff"


def test_the_same_chart_gives_the_same_bytes():
    first, *others = (draw(CHARTS["scores"], title="a", description="b") for _ in range(4))
    assert all(other == first for other in others)


def test_a_very_long_chart_has_fewer_pixels_per_inch():
    names = [f"s{i}" for i in range(300)]
    parts = png_parts(draw(score_chart(ranking([names])), title="", description="").png)
    assert struct.unpack(">I", parts[b"IHDR"][4:8])[0] <= 12_001


def test_files_are_named_after_figures_and_captions_stand_beside_them(tmp_path):
    figures = [
        PaperFigure("Scores <b>", "A_b (n = 3) | 100%.", CHARTS["scores"], signature="a|b"),
        PaperFigure("scores b", "Again.", CHARTS["scores"]),
        PaperFigure("captions", "Orders ▲.", CHARTS["orders"], "fig:mine"),
    ]
    written = write_figures(figures, tmp_path / "new")
    names = {f"{name}.{end}" for name in ("scores-b", "scores-b-2", "captions-2") for end in ("svg", "pdf", "png")}
    assert {path.name for path in written} == names | {"captions.md", "figures.tex"}
    captions = (tmp_path / "new" / "captions.md").read_text(encoding="utf-8").split("\n\n")
    assert captions[:4] == [
        "# Captions",
        "## scores-b",
        "`scores-b.svg`, `scores-b.pdf`, `scores-b.png`",
        r"Figure: A\_b (n = 3) \| 100%. Signature: `a|b`.",
    ]
    latex = (tmp_path / "new" / "figures.tex").read_text(encoding="utf-8")
    assert re.findall(r"\\includegraphics\[.*\]\{(.*)\}", latex) == ["scores-b.pdf", "scores-b-2.pdf", "captions-2.pdf"]
    assert re.findall(r"\\label\{(.*)\}", latex) == ["fig:scores-b", "fig:scores-b-2", "fig:mine"]
    assert r"\caption{A\_b ($n$ = 3) \textbar{} 100\%. Signature: \texttt{a\textbar{}\allowbreak{}b}.}" in latex


def test_a_wide_figure_goes_over_both_columns(tmp_path):
    several = bump_chart({f"order {i}": places(TWO) for i in range(6)})
    write_figures([PaperFigure("narrow", "", score_chart(TWO)), PaperFigure("wide", "", several)], tmp_path)
    latex = (tmp_path / "figures.tex").read_text(encoding="utf-8")
    assert [part.split("{")[1] for part in re.findall(r"\\begin\{figure\*?", latex)] == ["figure", "figure*"]


def test_figures_compile(tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    write_figures([PaperFigure(name, "日 ▲ 100% <b>", spec) for name, spec in CHARTS.items()], tmp_path)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "figures.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert f"({len(CHARTS)} pages".encode() in done.stdout


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "one.svg").mkdir()
    with pytest.raises(InputError, match="AJ022"):
        write_figures([PaperFigure("one", "", CHARTS["one"])], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["one.svg"]


def test_nothing_is_written_of_nothing(tmp_path):
    assert write_figures([], tmp_path / "folder") == []
    assert not (tmp_path / "folder").exists()
