"""Outcomes on disk, one to a line, so that a comparison that was stopped goes on where it was.

The first line holds the fingerprint of what is compared. A line counts once it ends; one that was cut off by a kill is
dropped and its campaign simulated again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final, Self

from adjudge.planning.comparing_designs.catalogue import NOT_THIS_STORE, STORE_NOT_WRITTEN
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.settings import Job

_SCHEMA: Final = "adjudge.outcomes/1"


class Store:
    """A file of outcomes.

    Args:
        path: the file; made if it is not there.
        fingerprint: of what is compared.

    Raises:
        UsageError: AJ645 if the file is of another comparison, or cannot be written.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self._path = path
        self.done: dict[Job, Outcome] = {}
        try:
            held = path.read_bytes() if path.exists() else b""
            kept = held[: held.rfind(b"\n") + 1]
            first = json.dumps({"schema": _SCHEMA, "fingerprint": fingerprint}).encode()
            if not kept and not first.startswith(held):  # what is cut off must have been ours
                raise NOT_THIS_STORE(path=path, reason="it holds something else")
            self._load(kept, fingerprint)
            self._file: IO[bytes] = path.open("r+b" if held else "wb")
            self._file.truncate(len(kept))
            self._file.seek(len(kept))
        except OSError as error:
            raise STORE_NOT_WRITTEN(path=path, reason=error.strerror or str(error)) from None
        if not kept:
            self._append({"schema": _SCHEMA, "fingerprint": fingerprint})

    def _load(self, held: bytes, fingerprint: str) -> None:
        lines = held.splitlines()
        if not lines:
            return
        try:
            first, *others = (json.loads(line) for line in lines)
            same = first == {"schema": _SCHEMA, "fingerprint": fingerprint}
            outcomes = [Outcome.from_dict(line) for line in others] if same else []
        except (ValueError, KeyError, TypeError, AttributeError):
            raise NOT_THIS_STORE(path=self._path, reason="it holds something else") from None
        if not same:
            reason = "it holds outcomes of other texts, choices, or another version"
            raise NOT_THIS_STORE(path=self._path, reason=reason)
        self.done = {outcome.job: outcome for outcome in outcomes}

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome; when this returns, a kill or a power cut does not lose it."""
        self.done[outcome.job] = outcome
        self._append(outcome.to_dict())

    def _append(self, data: object) -> None:
        try:
            self._file.write(json.dumps(data).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise STORE_NOT_WRITTEN(path=self._path, reason=error.strerror or str(error)) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


#: Called with every outcome as it comes.
Keep = Callable[[Outcome], None]
