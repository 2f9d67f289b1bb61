"""Named campaigns with the shape of real ones.

What was matched (only summary statistics; rows of the data are never copied). See the table in
`docs/how-to/simulate.md` for simulated against real values.

- `wmt18`: size, annotators and error structure of WMT22 into English on MTurk (same builder and crowd; no
  WMT18 data are at hand): 156 and 172 annotators, mostly with one session, annotators' means with sd 15 to 17, 10
  degraded, 10 repeats and 10 references per 100 items, degraded items only about 10 points lower.
- `wmt20`: error structure of iku-wmt20 news; size of WMT20 English-German.
- `wmt22`: WMT22 calibration HITs (DA+SQM): 8 to 17 annotators, annotators' means with sd 7 to 9, standard
  deviations of annotators around 6 to 19, median correlation of two annotators 0.15 to 0.55.
- `balanced`: the texts and annotators of `wmt20` under a design without its faults.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from adjudge.core.registry import Registry
from adjudge.planning.simulation.catalogue import NO_SUCH_PRESET
from adjudge.planning.simulation.spec import AnnotatorModel, SessionModel, SimulationSpec, SystemModel, TextModel


@dataclass(frozen=True)
class Preset:
    """A campaign with a name.

    Args:
        name: as on the command line.
        design: its design and its annotators in a few words.
        spec: its parameters.
    """

    name: str
    design: str
    spec: SimulationSpec

    @property
    def title(self) -> str:
        """One line for lists."""
        return f"{self.design} ({self.spec.rows:,} ratings)"


_WMT18: Final = SimulationSpec(
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
_WMT20: Final = SimulationSpec()
_WMT22: Final = SimulationSpec(
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
_BALANCED: Final = replace(
    _WMT20,
    # Snippets of three segments: two documents of all 12 systems fit into a session.
    sessions=SessionModel(design="balanced", degraded=0.1, repeat=0.1, copies="pure", snippet=3),
)

PRESETS: Final[Registry[Preset]] = Registry(
    NO_SUCH_PRESET,
    (
        Preset("wmt18", "single segments, every system equally often in a session, crowd of 160", _WMT18),
        Preset("wmt20", "whole documents of systems drawn from one pool, 20 annotators, systems unbalanced", _WMT20),
        Preset("wmt22", "snippets of 10 segments, 7 tick marks, calibration set, 14 annotators", _WMT22),
        Preset("balanced", "all systems of a snippet in one session, the wmt20 annotators", _BALANCED),
    ),
)


def preset(name: str) -> SimulationSpec:
    """The specification with this name.

    Args:
        name: one of `PRESETS`.

    Raises:
        UsageError: AJ041 if there is none.
    """
    return PRESETS.find(name).spec
