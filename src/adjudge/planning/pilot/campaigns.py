"""Simulated campaigns of a scenario: who judges what, the scores, and what the test finds in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import RatedRows, fit_at
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.extension import Added, add_to, is_drawn
from adjudge.planning.pilot.scenarios import Scenario
from adjudge.planning.pilot.verdicts import CHUNK, RepeatedTest, Verdicts
from adjudge.planning.pilot.worlds import draw_worlds, score_added

Floats = NDArray[np.float64]

#: Judgements for each campaign that shares who judges what with others. In a campaign of many documents it makes no
#: difference which of them are judged again, and preparing a design takes longer than testing its scores.
SHARING: Final = 20_000


@dataclass(frozen=True, eq=False)
class Extended:
    """The pilot with what is added to it, or what takes its place.

    Args:
        kept: scores of the pilot that stay, all or none.
        added: judgements to come.
        test: of the whole.
    """

    kept: Floats
    added: Added
    test: RepeatedTest

    @classmethod
    def drawn(cls, base: AnalysedPilot, scenario: Scenario, rng: np.random.Generator) -> Extended:
        """Draw who judges what."""
        added = add_to(base.rows, scenario, rng, lasting=base.lasting)
        kept = base.rows.y[:0] if scenario.instead else base.rows.y
        parts = (added.system, added.annotator, added.document, added.segment)
        codes = [np.append(old[: len(kept)], new) for old, new in zip(base.rows[1:], parts, strict=True)]
        if scenario.instead:  # what is new goes on with the numbers of the pilot
            codes = [np.unique(code, return_inverse=True)[1].astype(np.intp) for code in codes]
        # Any scores will do: those of every campaign are put in later.
        rows = RatedRows(np.resize(base.rows.y, len(codes[0])), *codes)
        many = ManyScores(fit_at(base.model.fit.reml.ratios, rows))
        people = many.fit.design.annotators if base.people else 0
        return cls(kept, added, RepeatedTest(many, base.analysis.recipe.test, people))

    def __len__(self) -> int:
        return len(self.kept) + len(self.added)


@dataclass(frozen=True, eq=False)
class Simulated:
    """Some campaigns.

    Args:
        verdicts: of each.
        judgements: in each.
        means: true means of the systems, systems x campaigns.
    """

    verdicts: Verdicts
    judgements: int
    means: Floats

    def __len__(self) -> int:
        return len(self.verdicts.separated)


def simulate_campaigns(base: AnalysedPilot, scenario: Scenario, draws: int, seeds: Seeds) -> Iterator[Simulated]:
    """Campaigns of a scenario, some at a time; the worlds are the same in every scenario.

    Definition: who judges what is drawn anew in every campaign (`SHARING`), unless there is only one way.

    Args:
        base: the pilot.
        scenario: what is added.
        draws: how many campaigns.
        seeds: of all random draws.
    """
    who, scored, signs = (seeds.stream(f"{what} {scenario.label}") for what in ("added", "scores", "signs"))
    extended, anew = None, is_drawn(base.rows, scenario)
    batch = max(1, CHUNK // len(base.rows.y))
    for first in range(0, draws, batch):
        rng = seeds.stream(f"worlds from {first}")
        worlds = draw_worlds(base.fitted, min(batch, draws - first), rng, again=scenario.again)
        start = 0
        while start < len(worlds):
            if extended is None or anew:
                extended = Extended.drawn(base, scenario, who)
            step = extended.test.campaigns_at_once()
            step = min(step, max(1, len(extended) // SHARING)) if anew else step
            some = worlds.some(slice(start, start + step))
            scores = score_added(base.fitted, some, extended.added, scored)
            scores = np.vstack([np.tile(extended.kept[:, None], len(some)), scores])
            yield Simulated(extended.test.verdicts(scores, signs), len(extended), some.means)
            start += len(some)
