"""Seconds to fit the mixed model to 50,000 ratings, against a general sparse solver and statsmodels.

The sparse peer evaluates the same criterion from Henderson's equations of all effects with SciPy's sparse LU, as a
general mixed-model program without special knowledge of documents would; it has no gradient. statsmodels, if it is
installed, works with dense matrices and gets a campaign it can manage; the same one is fitted here for the ratio.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

from adjudge.kernels.mixed_model.criterion import reml_criterion
from adjudge.kernels.mixed_model.reml import COMPONENTS, fit_reml
from benchmarks.generators import EFFECT_SDS, NOISE_SD, Ints, RatedDesign, rated_design
from benchmarks.timing import print_ratio, shortest


def sparse_criterion(design: RatedDesign, ratios: NDArray[np.float64]) -> float:
    """The criterion of `reml_criterion` by one sparse LU of all equations, effects scaled by their relative sd."""
    y, system, annotator, document, segment = design
    n, p = len(y), int(system.max()) + 1
    factors = (annotator, document, segment, document * p + system)
    blocks = [_indicators(codes) * np.sqrt(ratio) for codes, ratio in zip(factors, ratios, strict=True)]
    z, x = sparse.hstack(blocks, format="csr"), _indicators(system)
    random = (z.T @ z + sparse.eye_array(z.shape[1])).tocsc()
    lu = splu(random, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    right = np.column_stack([x.toarray(), y])
    left = z.T @ right
    normal = right.T @ right - left.T @ lu.solve(left)
    means = np.linalg.solve(normal[:p, :p], normal[:p, p])
    rss = float(normal[p, p] - normal[p, :p] @ means)
    log_dets = np.log(np.abs(lu.U.diagonal())).sum() + np.linalg.slogdet(normal[:p, :p])[1]
    return float(log_dets + (n - p) * (1 + np.log(2 * np.pi * rss / (n - p))))


def _indicators(codes: Ints) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(codes)), (np.arange(len(codes)), codes)))


def against_sparse() -> None:
    """The whole fit, then one evaluation of the criterion by both."""
    design = rated_design(20, 150, 60, 17)
    ratios = (np.array(EFFECT_SDS) / NOISE_SD) ** 2
    fit = fit_reml(*design)
    print(f"{len(design[0]):,} ratings of 20 systems, 150 documents, 60 annotators; converged: {fit.converged}")
    (seconds,) = shortest(lambda: fit_reml(*design), rounds=3)
    print(f"  fit:                  {seconds:7.2f} s, {fit.evaluations} evaluations with gradient")
    gap = reml_criterion(*design, ratios=ratios)[0] - sparse_criterion(design, ratios)
    ours, peer = shortest(
        lambda: reml_criterion(*design, ratios=ratios), lambda: sparse_criterion(design, ratios), rounds=5
    )
    print(f"  criterion, adjudge:   {ours * 1000:7.1f} ms")
    print(f"  criterion, sparse LU: {peer * 1000:7.1f} ms; both differ by {abs(gap):.1e}")
    print_ratio(("adjudge", ours), ("sparse LU", peer))


def against_statsmodels() -> None:
    """The whole fit of a small campaign."""
    try:
        import pandas as pd
        from statsmodels.regression.mixed_linear_model import MixedLM  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print("statsmodels: peer not installed")
        return
    y, system, annotator, document, segment = design = rated_design(3, 12, 5, 3)
    factors = dict(zip(COMPONENTS, (annotator, document, segment, document * 3 + system), strict=True))
    frame = pd.DataFrame({"y": y, "system": system, **{name[:3]: codes for name, codes in factors.items()}})
    parts = {name[:3]: f"0 + C({name[:3]})" for name in factors}
    model = MixedLM.from_formula("y ~ 0 + C(system)", frame, groups=np.ones(len(y)), vc_formula=parts)
    ours, peer = shortest(lambda: fit_reml(*design), lambda: model.fit(reml=True), rounds=2)
    print(f"{len(y)} ratings: adjudge {ours * 1000:.0f} ms, statsmodels {peer * 1000:.0f} ms")
    print_ratio(("adjudge", ours), ("statsmodels", peer))


def main() -> None:
    """Print both comparisons."""
    against_sparse()
    against_statsmodels()


if __name__ == "__main__":
    main()
