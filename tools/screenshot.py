"""Make docs/images/report.png: the top of a report on simulated judgements, in a headless Chromium.

Run it as `.venv/bin/python tools/screenshot.py`. The picture looks as intended where the fonts Inter and EB
Garamond are installed (Debian: fonts-inter, fonts-ebgaramond); without them the page takes the system's own.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--disable-lcd-text",  # grey edges: fewer colours
)


def find_browser() -> str:
    """The Chromium named by ADJUDGE_CHROMIUM, or the first one on the path."""
    names = (os.environ.get("ADJUDGE_CHROMIUM", ""), *BROWSERS)
    found = next(filter(None, (shutil.which(name) for name in names if name)), None)
    if found is None:
        sys.exit("No Chromium found: run tools/chromium, or set ADJUDGE_CHROMIUM to a Chromium or Chrome.")
    return found


def shoot(page: Path, picture: Path, *, width: int, height: int) -> None:
    """Draw a page that is on disk; nothing is fetched.

    Args:
        page: the HTML file.
        picture: the PNG to write.
        width: of the window, CSS pixels.
        height: of the window, CSS pixels.
    """
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                find_browser(),
                *QUIET,
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                f"--screenshot={picture}",
                page.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )


def squeeze(picture: Path) -> None:
    """Rewrite an RGB picture with its 256 commonest colours; a page of text has hardly more."""
    rows = _pixels(picture.read_bytes())
    height, width, _ = rows.shape
    codes = rows.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    colours, index, counts = np.unique(codes, return_inverse=True, return_counts=True)
    rgb = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.int64)
    kept = rgb[np.argsort(-counts, kind="stable")[:256]]
    nearest = np.array([((kept - colour) ** 2).sum(axis=1).argmin() for colour in rgb], np.uint8)
    lines = np.zeros((height, width + 1), np.uint8)  # the first byte of a line names its filter: none
    lines[:, 1:] = nearest[index].reshape(height, width)
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"PLTE": kept.astype(np.uint8).tobytes(),
        b"IDAT": zlib.compress(lines.tobytes(), 9),
        b"IEND": b"",
    }
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    ]
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))


def _pixels(png: bytes) -> NDArray[np.uint8]:
    """Decode an RGB picture with eight bits to a channel, the only kind that a screenshot is."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 2), "not an RGB picture with 8 bits to a channel"
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        data += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    raw = zlib.decompress(data)
    stride = 3 * width
    above, out = bytearray(stride), bytearray()
    for start in range(0, len(raw), stride + 1):
        above = _unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above)
        out += above
    return np.frombuffer(bytes(out), np.uint8).reshape(height, width, 3)


def _unfilter(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """Undo one of the five filters of PNG (specification, section 9)."""
    for i in range(len(line) if kind else 0):
        left, corner = (line[i - 3], above[i - 3]) if i >= 3 else (0, 0)
        up = above[i]
        guess = left + up - corner
        near = min((left, up, corner), key=lambda value: abs(guess - value)) if kind == 4 else 0
        line[i] = line[i] + (0, left, up, (left + up) // 2, near)[kind] & 255
    return line


def shown_page() -> str:
    """The report on the campaign of the demo."""
    import adjudge
    from adjudge.cli.demo import PRESET, SEED
    from adjudge.cli.output.reports import spelled_report
    from adjudge.reporting.report.contents import report_contents
    from adjudge.reporting.report.page import report_page

    result = spelled_report(adjudge.report(adjudge.simulate(PRESET, seed=SEED).table))
    commands = ["adjudge report ratings.csv -o report.html"]
    return report_page(report_contents(result, commands=commands), source="ratings.csv")


def digest(page: str) -> str:
    """What tells one page from another, whatever fonts its charts were drawn with.

    The data inside of the page is no part of it: its last digits depend on the processor, what is shown does not.
    """
    shown = re.sub('<svg .*?</svg>|<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    return hashlib.sha256(shown.encode()).hexdigest()


def main() -> None:
    """Simulate, rank, render, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images" / "report.png")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--height", type=int, default=1640)
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        page.write_text(shown_page(), encoding="utf-8")
        shoot(page, options.out, width=options.width, height=options.height)
        options.out.with_suffix(".sha256").write_text(digest(page.read_text(encoding="utf-8")) + "\n", encoding="utf-8")
    squeeze(options.out)


if __name__ == "__main__":
    main()
