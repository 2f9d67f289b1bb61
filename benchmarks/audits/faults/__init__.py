"""Planted faults: each function makes one thing wrong in a clean campaign, and says who is to blame."""

from __future__ import annotations

from typing import Final

from benchmarks.audits.faults import annotators, design, sessions, systems, texts, votes
from benchmarks.audits.faults.fault import SYMPTOMS, Fault, Planted

FAULTS: Final[dict[str, Fault]] = {
    fault.name: fault for module in (annotators, sessions, design, systems, texts, votes) for fault in module.FAULTS
}

__all__ = ["FAULTS", "SYMPTOMS", "Fault", "Planted"]
