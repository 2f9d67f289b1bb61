"""Peers in a separate environment (`tools/peers`, `peers.txt`): run a `peer_*.py` there and read its JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def ask_peer(script: str, *arguments: str, task: object = None) -> Any:  # noqa: ANN401 - JSON may be anything
    """What a script prints under the Python of the peers.

    Args:
        script: file name in this folder.
        arguments: for its command line.
        task: for its standard input, as JSON.
    """
    python = _last_line(str(FOLDER.parent / "tools" / "peers"))
    return json.loads(_last_line(python, str(FOLDER / script), *arguments, task=task))


def _last_line(*command: str, task: object = None) -> str:
    done = subprocess.run(command, check=True, input=json.dumps(task), stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()[-1]
