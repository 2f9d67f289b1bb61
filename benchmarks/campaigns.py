"""Simulated campaigns for studies and benchmarks: `adjudge.simulate` by preset and settings, and its true order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import adjudge
from adjudge import SimulatedCampaign
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings


def simulated(
    name: str, settings: Mapping[str, str] | None = None, *, seed: int = 0, ratings: int | None = None
) -> SimulatedCampaign:
    """A campaign with known truth.

    Args:
        name: of the preset.
        settings: parameters to change, as `adjudge simulate --set` takes them.
        seed: of the campaign.
        ratings: about so many judgements; as many as the preset has if left out.
    """
    spec = with_settings(preset(name), settings or {})
    return adjudge.simulate(spec if ratings is None else spec.scaled(ratings), seed=seed)


def tau_with_truth(campaign: SimulatedCampaign, order: Sequence[str]) -> float:
    """Kendall's tau of an order, best first, with the true one; systems of equal quality are ordered by name."""
    return kendall_tau(campaign.truth.systems.sort("rank", "system")["system"].to_list(), order)
