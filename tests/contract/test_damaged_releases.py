"""Twenty thousand random damages of real files: each is read or explained, and none is read as something impossible."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from tests.contract.released import FILES, DataFile, plain
from tests.contract.test_damaged_files import reads_or_explains

DAMAGES: Final = 20_000
#: A part of a file is enough to damage every kind of line in it.
SIZE: Final = 6_000
TELLING: Final = [bytes([byte]) for byte in b'",\n\r\t;[]{}:\\-.01eN\x00\xff +#|'] + [
    b"None",
    b"nan",
    b"1e999",
    b"\xc3\xa9",
]


def part(content: bytes, draw: random.Random) -> bytes:
    """The first line and a run of lines from anywhere; files of a single line are cut."""
    if len(content) <= SIZE:
        return content
    first = content[: content.find(b"\n") + 1]
    start = content.find(b"\n", draw.randrange(len(content) - SIZE)) + 1
    return (first if len(first) < SIZE else b"") + content[start : content.find(b"\n", start + SIZE) + 1]


def damaged(content: bytes, draw: random.Random) -> bytes:
    """Up to five bytes or runs changed, deleted, doubled, moved or inserted; sometimes the end cut off."""
    data = bytearray(content)
    for _ in range(draw.randint(1, 5)):
        start = draw.randrange(len(data) + 1)
        end = min(len(data), start + draw.choice([1, 2, 8, 60]))
        change = draw.choice(["flip", "delete", "double", "insert", "move", "cut"])
        if change == "flip" and start < len(data):
            data[start] ^= 1 << draw.randrange(8)
        elif change == "delete":
            del data[start:end]
        elif change == "double":
            data[start:start] = data[start:end]
        elif change == "insert":
            data[start:start] = draw.choice(TELLING)
        elif change == "move":
            piece = data[start:end]
            del data[start:end]
            place = draw.randrange(len(data) + 1)
            data[place:place] = piece
        elif change == "cut" and draw.random() < 0.3:
            del data[start:]
    return bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_release_is_read_or_explained(name: str, data_file: DataFile, tmp_path: Path) -> None:
    content = plain(data_file(name)).encode()
    draw = random.Random(name)
    path = tmp_path / "x"
    for _ in range(-(-DAMAGES // len(FILES))):
        path.write_bytes(damaged(part(content, draw), draw))
        reads_or_explains(path)
