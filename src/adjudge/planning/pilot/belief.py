"""What a pilot says of the true differences of its systems, without taking the observed ones for them.

Observed differences of a pilot are larger than true ones, because errors add to their spread. So the systems are taken
as drawn from a normal distribution whose spread is estimated with them (Efron and Morris 1975; Gelman 2006):

    b ~ N(theta, C),   theta_s ~ N(mu, tau^2),   mu flat,   tau half-Cauchy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Median of the prior of tau, as a share of the standard deviation of scores within systems.
PRIOR_SCALE: Final = 0.25
#: Values of tau, from and to these shares of that standard deviation.
GRID: Final = np.geomspace(1e-3, 10, 121)


@dataclass(frozen=True, eq=False)
class Belief:
    """Estimates of the means of the systems, and how systems spread.

    Args:
        means: b.
        covariance: C.
        spread: standard deviation of scores within systems, the yardstick of the prior.
    """

    means: Floats
    covariance: Floats
    spread: float

    @cached_property
    def _axes(self) -> tuple[Floats, Floats, Floats]:
        """Uncorrelated contrasts: their directions, their variances, their estimates."""
        p = len(self.means)
        contrasts = np.linalg.svd(np.eye(p) - 1 / p)[0][:, : p - 1]
        variances, vectors = np.linalg.eigh(contrasts.T @ self.covariance @ contrasts)
        directions = contrasts @ vectors
        return directions, np.maximum(variances, 1e-12 * max(1e-12, float(variances.max()))), directions.T @ self.means

    def draw(self, scales: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """True means and tau, one draw for each scale.

        Definition: tau from its posterior on a grid, p(tau | b) of p(tau) times the likelihood of the contrasts; the
        contrasts given tau are normal, with means shrunken by tau^2 / (tau^2 + variance).

        Checked against: means and variances of the posterior by numerical integration (tests/unit/planning/pilot).

        Args:
            scales: by which C is multiplied in each draw.
            rng: source of random draws.

        Returns:
            Systems x draws, and draws.
        """
        directions, variances, found = self._axes
        taus = self.spread * GRID
        noisy = scales[:, None, None] * variances + taus[None, :, None] ** 2
        fit = -0.5 * (np.log(noisy) + found**2 / noisy).sum(axis=2)
        # The grid is even in log tau, so that tau is a factor of the density.
        weight = fit + np.log(GRID) - np.log1p((GRID / PRIOR_SCALE) ** 2)
        shares = np.cumsum(np.exp(weight - weight.max(axis=1, keepdims=True)), axis=1)
        picked = (shares < (rng.random(len(scales)) * shares[:, -1])[:, None]).sum(axis=1)
        tau = taus[picked]
        error = scales * variances[:, None]
        kept = tau**2 / (tau**2 + error)
        drawn = kept * found[:, None] + np.sqrt(kept * error) * rng.standard_normal(error.shape)
        return directions @ drawn + self.means.mean(), tau
