"""Named campaigns with the shape of real ones.

What was matched (only summary statistics; rows of the data are never copied). See the table in
`docs/how-to/simulate.md` for simulated against real values.

- `wmt18`: size, annotators and error structure of WMT22 into English on MTurk (same builder and crowd; no
WMT18
  data are at hand): 156 and 172 annotators, mostly with one session, annotators' means with sd 15 to 17, 10
  degraded, 10 repeats and 10 references per 100 items, degraded items only about 10 points lower.
- `wmt20`: error structure of iku-wmt20 news; size of WMT20 English-German.
- `wmt22`: WMT22 calibration HITs (DA+SQM): 8 to 17 annotators, annotators' means with sd 7 to 9, standard
  deviations of annotators around 6 to 19, median correlation of two annotators 0.15 to 0.55.
- `balanced`: the texts and annotators of `wmt20` under a design without its faults.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from adjudge.core.errors import UsageError
from adjudge.planning.simulation.parameters import bad_parameter
from adjudge.planning.simulation.spec import AnnotatorModel, SessionModel, SimulationSpec, SystemModel, TextModel


def _wmt18() -> SimulationSpec:
    return SimulationSpec(
        systems=SystemModel(count=12, mean=70.0, width=12.0, human=None),
        texts=TextModel(
            document_sd=2.0,
            segment_sd=6.0,
            system_document_sd=2.0,
            system_segment_sd=7.0,
            degraded_drop=10.0,
            degraded_sd=17.0,
            reference_quality=97.0,
        ),
        annotators=AnnotatorModel(
            count=160, workload=1.0, leniency=15.0, spread=0.4, noise=9.0, taste=9.0, halo=0.0, slip=0.06
        ),
        sessions=SessionModel(design="wmt18", count=260, degraded=0.1, repeat=0.1, reference=0.1),
    )


def _wmt20() -> SimulationSpec:
    return SimulationSpec()


def _wmt22() -> SimulationSpec:
    return SimulationSpec(
        systems=SystemModel(mean=82.0, width=14.0, human=92.0),
        texts=TextModel(
            documents=160,
            document_sd=3.0,
            segment_sd=7.0,
            system_document_sd=3.0,
            system_segment_sd=9.0,
            degraded_drop=65.0,
        ),
        annotators=AnnotatorModel(
            count=14,
            leniency=8.0,
            midpoint=80.0,
            spread=0.35,
            ticks=7,
            noise=7.0,
            taste=8.0,
            halo=4.0,
            slip=0.02,
        ),
        sessions=SessionModel(
            design="wmt22", count=210, degraded=0.12, repeat=0.08, copy_order="anywhere", calibration=100
        ),
    )


def _balanced() -> SimulationSpec:
    # Snippets of three segments: two documents of all 12 systems fit into a session.
    sessions = SessionModel(design="balanced", degraded=0.1, repeat=0.1, copies="pure", snippet=3)
    return replace(_wmt20(), sessions=sessions)


PRESETS: Final[dict[str, tuple[str, Callable[[], SimulationSpec]]]] = {
    "wmt18": ("single segments, every system equally often in a session, crowd of 160", _wmt18),
    "wmt20": ("whole documents of systems drawn from one pool, 20 annotators, systems unbalanced", _wmt20),
    "wmt22": ("snippets of 10 segments, 7 tick marks, calibration set, 14 annotators", _wmt22),
    "balanced": ("all systems of a snippet in one session, the wmt20 annotators", _balanced),
}


def preset(name: str) -> SimulationSpec:
    """The specification with this name.

    Args:
        name: one of `PRESETS`.

    Raises:
        UsageError: AJ041 if there is none.
    """
    if name not in PRESETS:
        near = difflib.get_close_matches(name, PRESETS, 1)
        hint = f"did you mean {near[0]}?" if near else "adjudge simulate --list-presets"
        raise UsageError(bad_parameter("preset", name, f"one of {', '.join(PRESETS)}", hint))
    return PRESETS[name][1]()
